// Package scope defines an Analyzer that reports what MCP002 is about.
//
// # Analyzer scope
//
// scope: report the fault in a few words
//
// # What it reports
//
// Say which code is reported, at which place, and what satisfies the rule.
//
// # Why
//
// Say what goes wrong when the code stays as it is, and who can make it so.
//
// # Bad
//
//	mcp.AddTool(s, &mcp.Tool{Name: "example"}, handle) // say what is wrong
//
// # Good
//
//	mcp.AddTool(s, &mcp.Tool{Name: "example", Description: "Say what is right."}, handle)
//
// # Limits
//
// Say what is missed on purpose, and what stays silent.
package scope
