package models

import (
	"slices"
	"strings"
)

// Kinds of harm that a value can do at a sink. A barrier or a flow clears
// kinds; a rule asks for some of them.
const (
	KindShell   = "shell"   // text that a shell or another interpreter of commands runs
	KindProgram = "program" // the name of the program that is run
	KindCode    = "code"    // source code that an interpreter runs
	KindOption  = "option"  // an argument that a program may read as an option
	KindWords   = "words"   // a text that is split later into arguments, of which one is an option
	KindSQL     = "sql"     // the text of a query
	KindPath    = "path"    // the path of a file: it may lead out of a folder
	KindLink    = "link"    // the path of a file: a link on it may lead out of a folder, whatever the text says
	KindURLPath = "urlpath" // the path of a URL
	KindURLHost = "urlhost" // the host of a URL
	KindHeader  = "header"  // the value of a header
	KindMarkup  = "markup"  // HTML, a template
	KindPattern = "pattern" // a regular expression
	KindLog     = "log"     // text of a log record
	KindAdvert  = "advert"  // what a client is told to go to
	KindResult  = "result"  // what the caller of a tool gets to see
	KindModel   = "model"   // text that a model may take for instructions
	KindFenced  = "fenced"  // such a text between borders, which a model can tell from its task
	KindState   = "state"   // what outlives the call
	KindDecide  = "decide"  // what a decision about the caller is made by: a key, a comparison
	KindRecord  = "record"  // the value of a statement: what a record is found by
	KindClaims  = "claims"  // a token whose claims are believed
	KindBearer  = "bearer"  // the credential of a request that the program makes
	KindSize    = "size"    // a number that may be too large: a size, an index, a count, a depth, a duration
	KindSign    = "sign"    // a number that may be below zero
	KindEmpty   = "empty"   // a text or a list that may be empty
	KindShort   = "short"   // a text or a list that may be shorter than the code takes it to be
	KindDynamic = "dynamic" // a value of which whoever sends it chooses the type

	// Kinds of sinks only. What a value can do there depends on the program
	// that runs (see Program).
	KindArgv    = "argv"    // a program and its arguments
	KindStdin   = "stdin"   // what a program reads; without a path in Sink.Program it is the one that the same struct names
	KindContent = "content" // what is in a file, whose name, or itself, Sink.Program leads to: code, when an interpreter gets the file

	// Kinds of sinks only, at which numbers, lengths and types do harm.
	KindIndex     = "index"     // an index, or a bound of a slice
	KindDepth     = "depth"     // a number that recursion ends at
	KindDuration  = "duration"  // how long something may take
	KindParse     = "parse"     // a text for which the call panics, or gives nil, unless it can be parsed
	KindAssertion = "assertion" // a value that is asserted to be of a type
	KindPointer   = "pointer"   // a pointer that is followed
	KindSteps     = "steps"     // a program that may run without end
	KindMemory    = "memory"    // what is read into memory to its end
	KindFetch     = "fetch"     // the name of what is fetched, to be read into memory to its end

	// KindText stands for all kinds that a text can do harm by, in Clears: the
	// value is a number, a boolean, or one of a few that the code chooses. What
	// a caller decides by it stays: an address that was parsed is still his.
	KindText = "text"
)

// textKinds are what KindText stands for.
var textKinds = []string{
	KindShell, KindProgram, KindCode, KindOption, KindWords, KindSQL, KindPath, KindLink, KindURLPath, KindURLHost,
	KindHeader, KindMarkup, KindPattern, KindLog, KindAdvert,
}

// seenKinds are what a text does by being seen; KindText stands for them, too.
var seenKinds = []string{KindResult, KindModel, KindFenced}

// FlowKinds lists the kinds that a value can have, in a fixed order.
func FlowKinds() []string {
	return slices.Concat(textKinds, seenKinds, []string{KindState, KindDecide, KindRecord, KindClaims, KindBearer, KindSize, KindSign, KindEmpty, KindShort, KindDynamic})
}

// TextKinds lists the kinds of harm that a text does where it is used, of those
// that KindText stands for.
func TextKinds() []string { return slices.Clone(textKinds) }

// SeenKinds lists the others: what it does by being seen.
func SeenKinds() []string { return slices.Clone(seenKinds) }

// Classes of sources. What is said of a class bounds what its values can do:
// see ClassKinds.
const (
	ClassArgument = "argument" // chosen by the client: arguments of tools, URIs, answers to questions
	ClassHeader   = "header"   // sent along with the request: headers, claims that nobody has checked
	ClassCaller   = "caller"   // who the caller is, as the SDK says: his token, his session
	ClassSecret   = "secret"   // credentials
	ClassOutside  = "outside"  // text that others wrote: pages, mail, rows, files
	ClassError    = "error"    // the error of a database, of HTTP, of a program
	ClassConfig   = "config"   // set by the operator: environment, flags, files
	ClassOptional = "optional" // what an SDK gives only sometimes, and nil otherwise
	ClassStream   = "stream"   // as much as the other side likes to send: bodies, rows, what is in an archive
)

// ClassKinds lists the harm that values of a class can do. What clients choose
// can do any; a secret is harmed by being seen; the error of a back end tells
// what is inside, and what others wrote speaks to the model.
func ClassKinds(class string) []string {
	switch class {
	case ClassSecret:
		return []string{KindResult, KindLog}
	case ClassConfig: // one that names a file is no secret, whatever it is called
		return []string{KindResult, KindLog, KindPath}
	case ClassError:
		return []string{KindResult}
	case ClassOutside:
		return []string{KindModel}
	case ClassStream: // of what is in it nothing is asked
		return []string{KindSize, KindResult}
	case ClassOptional:
		return []string{KindEmpty}
	}
	return FlowKinds()
}

// sinkKinds are the kinds that only sinks have.
var sinkKinds = []string{
	KindArgv, KindStdin, KindContent, KindIndex, KindDepth, KindDuration, KindParse, KindAssertion, KindPointer, KindSteps, KindMemory, KindFetch,
}

// A Source row: the call yields, or the field holds, a value of a class. With
// Func it is a call, with Type and Field a field of a struct. A Field of a
// struct without a name is reached from the nearest one that has a name:
// "Params.Arguments".
type Source struct {
	Symbol `yaml:",inline"`
	Type   string `yaml:"type,omitempty"`
	Field  string `yaml:"field,omitempty"`
	Class  string `yaml:"class"`
	Value  string `yaml:"value,omitempty"` // path; default result0. "arg0": the call fills what its argument points to
	Name   string `yaml:"name,omitempty"`  // path to the name of the value, for people: the tool's argument, the variable

	// Default is the path to what the call returns for an argument that is left
	// out; Fails says that it returns an error then. Without either it returns
	// nothing: nil, or a zero value.
	Default string `yaml:"default,omitempty"`
	Fails   bool   `yaml:"fails,omitempty"`

	// Trip says of a field that it comes back with the second trip of a call:
	// TripAnswer or TripState.
	Trip string `yaml:"trip,omitempty"`

	// Kinds is the harm that the value can do, where it is not what values of
	// its class can do.
	Kinds []string `yaml:"kinds,omitempty"`
	// Unless is a function that the program calls, or a field that it sets, so
	// that the row does not hold.
	Unless string `yaml:"unless,omitempty"`
}

// What comes back with the second trip of a call.
const (
	TripAnswer = "answer" // what the client says to what it was asked
	TripState  = "state"  // what the server gave it to bring back
)

// A Sink row: a value at that place does harm of that kind. With Func it is a
// call, with Type and Field what is stored in a field of a struct.
type Sink struct {
	Symbol `yaml:",inline"`
	Type   string `yaml:"type,omitempty"`
	Field  string `yaml:"field,omitempty"`
	At     string `yaml:"at,omitempty"` // path to the value: arg0, "arg1[*]", recv; with Field it is left out
	Kind   string `yaml:"kind"`

	// Program is, for argv, the path to the name of the program. Without it
	// the first word of At is the program. For stdin and content see there.
	Program string `yaml:"program,omitempty"`
	// Called says, for argv, that the first word of At is only what the
	// program is told it is called: what is run stands elsewhere.
	Called bool `yaml:"called,omitempty"`
	// Params is, for sql, the path to the values of placeholders, and what is
	// left out of "the whole statement is the caller's".
	Params string `yaml:"params,omitempty"`
	// Does is, for path, what is done to the file: one of PathEffects.
	Does string `yaml:"does,omitempty"`
	// Language is what interprets the value, for people: "Cypher", "awk".
	Language string `yaml:"language,omitempty"`
}

// What is done to a file (Sink.Does).
const (
	DoesRead   = "read"
	DoesOpen   = "open"  // for reading or writing
	DoesWrite  = "write" // or created
	DoesDelete = "delete"
	DoesMove   = "move"   // away
	DoesMake   = "make"   // a folder is made
	DoesList   = "list"   // a folder is listed
	DoesEnter  = "enter"  // a folder becomes the one that something works in
	DoesRoot   = "root"   // a folder becomes the root of what is given out
	DoesChange = "change" // owner, mode or times
	DoesLink   = "link"   // a link is made at or to it
	DoesProbe  = "probe"  // only told whether, and what, there is
)

// PathEffects lists what can be done to a file.
func PathEffects() []string {
	return []string{DoesRead, DoesOpen, DoesWrite, DoesDelete, DoesMove, DoesMake, DoesList, DoesEnter, DoesRoot, DoesChange, DoesLink, DoesProbe}
}

// A Flow row says how data passes through a function. A function without such
// a row passes what is text, or holds text, in any argument on to every result
// that can hold text, but not to an error.
type Flow struct {
	Symbol `yaml:",inline"`
	From   []string `yaml:"from,omitempty"`   // paths; none with To: nothing passes
	To     []string `yaml:"to,omitempty"`     // paths; default result0, but nothing with Calls
	Clears []string `yaml:"clears,omitempty"` // kinds that what passes can no longer do
	// Whole says that a text passes as it is, but for spaces at its ends.
	Whole bool `yaml:"whole,omitempty"`
	// Splits says that what passes starts elsewhere in the text than the text
	// does, so that what is known of its first character is lost.
	Splits bool `yaml:"splits,omitempty"`
	// Name is the path to the name of what passes: of a header.
	Name string `yaml:"name,omitempty"`
	// Format is the path of a format as in fmt, whose verbs print what From
	// holds.
	Format string `yaml:"format,omitempty"`
	// Calls is the path of a function that is called with what From holds.
	Calls string `yaml:"calls,omitempty"`
}

// Grades of barriers.
const (
	GradeStrong = "strong"
	GradeWeak   = "weak" // believed by many, but to be named in a finding
)

// A Barrier row: after the call, on the edge that When names, the value at
// Value can no longer do harm of the kinds in Clears.
type Barrier struct {
	Symbol `yaml:",inline"`
	Value  string   `yaml:"value"`          // path: arg0, recv
	When   string   `yaml:"when,omitempty"` // true, false: the boolean result; nil: the error, the last result; nonnil, empty: the result; default nil
	Clears []string `yaml:"clears"`
	Grade  string   `yaml:"grade,omitempty"` // default strong
	Why    string   `yaml:"why,omitempty"`   // for a weak one: what it lets through

	// Tag is the key of struct tags: the call checks the fields of the struct
	// at Value by what their tags say (see TagWord), and there is no Clears. With
	// Tags, the path to a text, it checks the value itself by that text.
	Tag  string `yaml:"tag,omitempty"`
	Tags string `yaml:"tags,omitempty"`
	// Unless is a function that the program calls so that the row does not hold.
	Unless string `yaml:"unless,omitempty"`
}

// A Dialect row says how placeholders of queries are written.
type Dialect struct {
	Packages    []string `yaml:"packages"`    // paths of drivers and libraries, with all below them
	Placeholder string   `yaml:"placeholder"` // "?", or "$", ":" or "@p" with a number behind it
	// Schemes are those of the URLs that the driver takes, and Password the variable
	// of the environment that it takes the password from where a URL has none.
	Schemes  []string `yaml:"schemes,omitempty"`
	Password string   `yaml:"password,omitempty"`
}

// PasswordVariable returns the variable of the environment that a driver takes the
// password from, where a URL of that scheme has none; "" if it takes it from none.
func (s *Set) PasswordVariable(pkg, scheme string) string {
	for _, m := range s.models {
		for _, d := range m.Dialects {
			for _, p := range d.Packages {
				if (pkg == p || strings.HasPrefix(pkg, p+"/")) && slices.Contains(d.Schemes, scheme) {
					return d.Password
				}
			}
		}
	}
	return ""
}

// Placeholder returns how placeholders are written in queries for a package, ""
// if that is not known.
func (s *Set) Placeholder(pkg string) string {
	for _, m := range s.models {
		for _, d := range m.Dialects {
			for _, p := range d.Packages {
				if pkg == p || strings.HasPrefix(pkg, p+"/") {
					return d.Placeholder
				}
			}
		}
	}
	return ""
}

// A Program row says how a program reads its command line. An option is given
// with its dashes; the value of one may follow in the next word, after "=", or,
// for a letter, directly.
type Program struct {
	Names []string `yaml:"names"`         // base names, without .exe and without a version at the end
	Sub   []string `yaml:"sub,omitempty"` // the row is about this subcommand: [exec], [compose, exec]; Values and Dangerous of shorter rows hold too

	Language string   `yaml:"language,omitempty"`  // what it interprets: shell, python, awk, ...
	Text     []string `yaml:"text,omitempty"`      // options whose value is interpreted: -c
	TextEnds bool     `yaml:"text_ends,omitempty"` // no options follow the value of Text
	TextRest bool     `yaml:"text_rest,omitempty"` // everything after such an option is interpreted
	TextAt   *int     `yaml:"text_at,omitempty"`   // the positional argument that is interpreted, from 0, unless an option of Text or File is given
	Stdin    bool     `yaml:"stdin,omitempty"`     // it interprets what it reads, unless Text, TextAt or Script took something
	Script   bool     `yaml:"script,omitempty"`    // the first positional argument is a file that it interprets

	Remote bool `yaml:"remote,omitempty"` // what it runs, it runs on another machine, or in a container that exists already; on one row of a program it holds for all

	Argv      *int     `yaml:"argv,omitempty"`       // from this positional argument on it runs a command line; words NAME=VALUE may come first
	ArgvAfter []string `yaml:"argv_after,omitempty"` // after these words it runs a command line: --, -exec; after others than -- up to ";" or "+"
	JoinAt    *int     `yaml:"join_at,omitempty"`    // from this positional argument on all are joined for a shell

	Connects []int `yaml:"connects,omitempty"` // positional arguments, from 0, that say where it connects to: a URL, or a host

	Values    []string `yaml:"values,omitempty"`    // options that take the next argument as their value
	Pairs     []string `yaml:"pairs,omitempty"`     // options that take the next two
	Flags     []string `yaml:"flags,omitempty"`     // options that take no value; of one with two dashes that is nowhere listed nobody knows
	File      []string `yaml:"file,omitempty"`      // options that name a file to interpret
	Ordered   bool     `yaml:"ordered,omitempty"`   // the first positional argument ends the options; so it is where Script is set
	Bundled   bool     `yaml:"bundled,omitempty"`   // the first argument is a bundle of letters even without a dash: tar xzf
	Fold      bool     `yaml:"fold,omitempty"`      // options may be in upper or lower case
	Separator *bool    `yaml:"separator,omitempty"` // false: "--" does not end the options
	Ends      string   `yaml:"ends,omitempty"`      // the word that ends the options and no more, where "--" says more
	Dangerous []string `yaml:"dangerous,omitempty"` // options that run programs, read or write files, load code
	Compiles  bool     `yaml:"compiles,omitempty"`  // it compiles what it runs, and needs time and room for that
	Note      string   `yaml:"note,omitempty"`
}

// Interprets reports whether the row says that the program interprets text.
func (p *Program) Interprets() bool {
	return len(p.Text) > 0 || p.TextAt != nil || p.Stdin || p.Script || len(p.File) > 0
}
