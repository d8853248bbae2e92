// Package sqlparam defines an Analyzer that reports tool arguments that become
// part of the text of a database query.
//
// # Analyzer sqlparam
//
// sqlparam: report tool arguments that become text of a database query
//
// # What it reports
//
// Text that a client chooses (arguments of a tool or a prompt, the URI of a
// resource, a value to complete, headers of the request) that reaches the text
// of a query: of database/sql, sqlx, pgx, gorm, bun, squirrel and other
// libraries of SQL databases, and of Cypher, Flux, InfluxQL, PartiQL and the
// like. It does not matter how the text is put together: by +, Sprintf, Join,
// Replace, a strings.Builder, a template or a builder of one's own, nor over
// how many functions, types and packages of the module. The finding stands
// where the query is handed to the library; its trace leads there from the
// argument.
//
// There are two kinds of it:
//
//   - the argument becomes part of the text of a query that the code has
//     written: an error;
//   - the whole statement is the caller's, by design: a warning, and none where
//     the statement runs in a transaction that was begun read-only. A test that
//     it starts with SELECT does not make it harmless: SELECT calls functions
//     that write, and some drivers run a second statement behind it.
//
// A query that psql, mysql, sqlite3 or another client of a database is given,
// on its command line, on its standard input or in a file, is an error in both
// cases: the clients have commands of their own, of which one runs a shell.
//
// A placeholder is what satisfies the rule, for values. Names of tables and
// columns, and the direction of an order, can't be placeholders; there a check
// holds that refuses before the query is run, or a default instead, when it
// looks at the very text that is used: one of a few constants or of a list of
// the operator's (a switch, a map, slices.Contains, a loop), a regular
// expression that is anchored at both ends and lets no character through that
// ends a name, a look at every character, a parser that fails; in the handler
// or in a helper that returns a boolean, an error or the cleaned text. A map
// from what the caller may say to what the query says is best. Quoting of names
// by a library (pgx.Identifier, pq.QuoteIdentifier) holds, and between double
// quotes or backquotes the doubling of each. Numbers, booleans, times and ids
// that were parsed are safe.
//
// A check that does not hold is named in the finding: a deny list of words or
// characters, a prefix, a pattern without anchors, a part or a trimmed copy
// that is checked instead of the text, one element of a list, a way around the
// check. Doubling single quotes is no check: some databases read a backslash
// before them, and a number has no quotes around it.
//
// # Why
//
// Whoever writes a part of a query writes the query: a quote or a parenthesis
// ends the part that was meant, and what follows reads other tables, changes
// rows or calls functions of the database, with the rights of the server's
// account. The caller of a tool is a model, which takes its arguments from
// whatever it has read last.
//
// # Bad
//
//	func (s *store) list(ctx context.Context, in listIn) (*sql.Rows, error) {
//		return s.db.QueryContext(ctx, fmt.Sprintf(
//			"SELECT title FROM notes WHERE owner = '%s' ORDER BY %s", in.Owner, in.Order))
//	}
//
//	func (s *store) query(ctx context.Context, in queryIn) (*sql.Rows, error) {
//		if !strings.HasPrefix(strings.ToUpper(in.SQL), "SELECT") {
//			return nil, errors.New("only SELECT is allowed")
//		}
//		return s.db.QueryContext(ctx, in.SQL)
//	}
//
// # Good
//
//	var orders = map[string]string{"newest": "created_at DESC", "title": "lower(title)"}
//
//	func (s *store) list(ctx context.Context, in listIn) (*sql.Rows, error) {
//		order, ok := orders[in.Order]
//		if !ok {
//			return nil, fmt.Errorf("notes can't be sorted by %q", in.Order)
//		}
//		return s.db.QueryContext(ctx, "SELECT title FROM notes WHERE owner = ? ORDER BY "+order, in.Owner)
//	}
//
//	func (s *store) query(ctx context.Context, in queryIn) (*sql.Rows, error) {
//		tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
//		if err != nil {
//			return nil, err
//		}
//		return tx.QueryContext(ctx, in.SQL) // and give the account no other rights
//	}
//
// # Limits
//
// Whether a driver lets a second statement through, and with it an end of the
// read-only transaction, is not known here; nor is it that a connection was
// opened for reading only. What one tool keeps is followed to another that puts
// it into a query only in a variable of the package, or in an object that
// start-up code has bound to both; text that comes back from a database is not
// followed. A check in a middleware, or by the schema that an SDK holds calls
// against, is not seen, so that what it lets through is reported. A handler for
// several tools that branches on what it was made for is taken to go both ways
// for each. What is said in an operator's configuration is trusted.
package sqlparam
