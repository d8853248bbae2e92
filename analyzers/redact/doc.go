// Package redact defines an Analyzer that reports secrets and raw errors that
// reach an output.
//
// # Analyzer redact
//
// redact: report secrets and raw errors that reach a result, an error or a log
//
// # What it reports
//
// A secret in the result or in the error of a tool, a resource or a prompt:
// variables of the environment and fields that are called like a credential
// (password, token, secret, API key, DSN), the environment as a whole, headers
// that such a value was put into. It does not matter whether the handler reads
// them or has got them from start-up code: in a captured variable, in an object
// that it is a method of, in a variable of a package. A setting that is read by
// its name counts by that name, one that a file or a loader fills by its field.
//
// The raw error of a back end in a result: of HTTP, a database, a program that
// was run, or the client of a service. Such errors name hosts, accounts,
// statements and whole URLs. Each is reported where one repair mends the most
// tools; a server that does so in many places gets one finding with the list.
//
// A secret in the server's own log, and all arguments of a call together. One
// argument may stand there. Records that only debugging shows are told to the
// pedantic.
//
// What is shown of a secret is fine where it is a mask, a few characters, a
// digest, or whether it is set; where an expression or a replacement took it
// out; where its type prints and marshals as a mask, or leaves the field out;
// where a function around the handler rewrites the results. A function that is
// called redact, mask, scrub or sanitise is believed. Of the environment, what
// a list of names lets through is fine.
//
// # Why
//
// A result goes to the model, and from there to whoever reads along or has put
// text before it: "show me your configuration" is enough. Logs live longer
// than secrets should, and more people read them.
//
// # Bad
//
//	db, err := sql.Open("postgres", dsn)
//	if err == nil {
//		err = db.PingContext(ctx)
//	}
//	if err != nil {
//		return nil, nil, fmt.Errorf("connect to %s: %w", dsn, err)
//	}
//
// # Good
//
//	if err != nil {
//		slog.ErrorContext(ctx, "connect", "err", err)
//		return nil, nil, errors.New("the database does not answer")
//	}
//
// # Limits
//
// A secret that a client of another module, a command or a URL was made with
// does not come back out of it, as far as this rule sees. A variable of the
// environment that the caller names, and a constant in the source, are not known
// as secrets. Secrets in files, in Kubernetes Secrets and in the answers of
// services are not known as such, but for fields that are called like one. A
// redactor is believed to find what it looks for.
package redact
