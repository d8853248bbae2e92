// Package trifecta defines an Analyzer that reports servers that read untrusted
// text and private data and can send.
//
// # Analyzer trifecta
//
// trifecta: report servers whose tools together can be made to leak private data
//
// # What it reports
//
// A server that has, among its tools, one that reads what others have written
// (mail, tickets, pages, posts, issues), one that reads what belongs to whoever
// runs the server (files, rows, settings), and one that writes or sends to the
// outside (requests that change something, messages, commands of the caller's
// choice). One finding for each server, where it is constructed; it names the
// tools, and shows for each what it does.
//
// Several servers of one program are judged apart: that is what satisfies the
// rule.
//
// # Why
//
// Each of the three is harmless. Together, whoever writes a ticket can have the
// model read a private file and post it: the model can't tell the text of a
// ticket from its task. No filter of texts has held against that; a server that
// lacks one of the three does.
//
// # Bad
//
//	s := mcp.NewServer(impl, nil)
//	addTicketReader(s) // what anybody has written
//	addFiles(s)        // what the owner has
//	addMailer(s)       // to anybody
//
// # Good
//
//	readers := mcp.NewServer(impl, nil)
//	addTicketReader(readers)
//	addFiles(readers)
//
//	writers := mcp.NewServer(impl, nil) // for clients that have read none of it
//	addMailer(writers)
//
// # Limits
//
// A mailbox is both: strangers have written what is in it, and it is private.
//
// Whose text a request brings is taken from the rows about the clients of
// services, and for plain HTTP from the names in the URL and of the tool: one
// that says nothing of the kind counts as neither. That a result of one tool
// really gets into an argument of another is up to the model, and not asked.
package trifecta
