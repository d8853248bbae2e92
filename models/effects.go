package models

import (
	"slices"
	"strings"
)

// What an act does to what it touches, outside the process.
const (
	ActNone   = "none"   // nothing: it only makes or changes what is in memory
	ActRead   = "read"   // nothing, but it tells what there is
	ActCreate = "create" // adds something new
	ActUpdate = "update" // changes or replaces what exists
	ActDelete = "delete"
	ActSend   = "send"  // brings something before people, which nobody can take back
	ActRun    = "run"   // lets something else act: a job, a query, a command
	ActGrant  = "grant" // changes who may do what
	ActSpend  = "spend" // costs money
)

// Acts lists the acts.
func Acts() []string {
	return []string{ActNone, ActRead, ActCreate, ActUpdate, ActDelete, ActSend, ActRun, ActGrant, ActSpend}
}

// What an act touches.
const (
	OnFiles      = "fs"
	OnNet        = "net"
	OnKubernetes = "k8s"
	OnDatabase   = "sql"
	OnMessages   = "message" // what people get to read
	OnSecrets    = "secret"
	OnProcesses  = "exec"
)

// Touched lists what acts touch.
func Touched() []string {
	return []string{OnFiles, OnNet, OnKubernetes, OnDatabase, OnMessages, OnSecrets, OnProcesses}
}

// Whose text an act reads.
const (
	TextOfOthers = "others" // anybody can have written it: mail, tickets, pages
	TextOfOwner  = "owner"  // it belongs to whoever runs the server: rows, files, settings
	TextOfBoth   = "both"
)

// An Effect row: what a call does outside the process. For a function without
// one its sinks and the Service row of its package say so.
type Effect struct {
	Symbol `yaml:",inline"`
	On     string `yaml:"on"`
	Does   string `yaml:"does,omitempty"`   // one of Acts; "" where Method or Flags decides
	Method string `yaml:"method,omitempty"` // path to the HTTP method, or what it is: =POST
	URL    string `yaml:"url,omitempty"`    // path to the URL, or to its path
	Flags  string `yaml:"flags,omitempty"`  // path to the flags of open(2)
	// At is the path to what it acts on: a file. What the call itself has made
	// before is scratch, and removing it does nothing.
	At string `yaml:"at,omitempty"`
	// Own is the name of a field that holds what the program has started itself:
	// to end that is tidying up.
	Own string `yaml:"own,omitempty"`
	// Commits says that what was done through the receiver has an effect only
	// now.
	Commits bool `yaml:"commits,omitempty"`
	// Scratch says that what the call makes is new, and nobody else's.
	Scratch bool   `yaml:"scratch,omitempty"`
	Reads   string `yaml:"reads,omitempty"` // whose text comes back
	// Once says that what the call is handed runs once in the life of the
	// process: it is no effect of the call.
	Once bool `yaml:"once,omitempty"`
}

// A Service row: the methods of the packages that begin with Package act on a
// service. The first word in the name of a method says what it does.
type Service struct {
	Package string `yaml:"package"`
	On      string `yaml:"on"`
	// Types are the types whose methods act, where it is not all.
	Types []string `yaml:"types,omitempty"`
	// Suffixes are what the names of such types end with.
	Suffixes []string          `yaml:"suffixes,omitempty"`
	Verbs    map[string]string `yaml:"verbs,omitempty"` // first words of names that here mean another act
	Reads    string            `yaml:"reads,omitempty"` // whose text comes back
	Note     string            `yaml:"note,omitempty"`
	// Unclear are first words of names of which what is handed over decides what
	// they do: mutate.
	Unclear []string `yaml:"unclear,omitempty"`
	// OfType says that a value is one call, and its type says which: the methods
	// in Verbs make it, the others only prepare it. Their act is that of a type
	// whose name has no verb.
	OfType bool `yaml:"of_type,omitempty"`
}

// A Command row says what a program does when it is run.
type Command struct {
	Programs []string            `yaml:"programs"`
	Does     string              `yaml:"does,omitempty"`    // whatever its arguments are, unless Sub says otherwise
	Sub      map[string][]string `yaml:"sub,omitempty"`     // act -> subcommands, one or two words
	Options  map[string][]string `yaml:"options,omitempty"` // act -> options that make it do that
	On       string              `yaml:"on,omitempty"`      // what it touches; files by default
	Note     string              `yaml:"note,omitempty"`
}

// Service returns the row about the service that a method acts on, nil if there
// is none. The symbol is that of a function or a method.
func (s *Set) Service(symbol string) *Service {
	if len(s.services) == 0 {
		return nil
	}
	p, err := ParseFunc(s.canonical(symbol))
	if err != nil {
		return nil
	}
	for path := p.Package; path != ""; {
		for _, r := range s.services[path] {
			if r.of(p.Type) {
				return r
			}
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return nil
		}
		path = path[:i]
	}
	return nil
}

// of reports whether the methods of a type act.
func (r *Service) of(typ string) bool {
	if typ == "" {
		return false
	}
	if len(r.Types)+len(r.Suffixes) == 0 || slices.Contains(r.Types, typ) {
		return true
	}
	return slices.ContainsFunc(r.Suffixes, func(s string) bool { return strings.HasSuffix(typ, s) })
}

// Vague reports whether it is what a method gets that decides what it does.
func (r *Service) Vague(method string) bool {
	list := SplitName(method)
	return len(list) > 0 && slices.Contains(r.Unclear, list[0])
}

// Act returns what a method of a type of the service does, by its name.
func (r *Service) Act(words *Words, typ, method string) string {
	list := SplitName(method)
	if len(list) == 0 {
		return ActNone
	}
	if r.OfType {
		act, ok := r.Verbs[list[0]]
		if !ok {
			return ActNone
		}
		list := SplitName(typ)
		for i := range list[:len(list)-1] { // the first is a verb only where nothing else is
			if a := words.Act(strings.Join(list[i+1:], "_")); a != "" && a != ActNone {
				return a
			}
		}
		return act
	}
	if len(list) > 1 {
		if act, ok := r.Verbs[list[0]+" "+list[1]]; ok {
			return act
		}
	}
	if act, ok := r.Verbs[list[0]]; ok {
		return act
	}
	if act := words.Act(method); act != "" {
		return act
	}
	return ActNone
}

// Local reports whether the functions of a package only work on what is in
// memory, or write what nobody acts upon: records, measurements.
func (s *Set) Local(pkg string) bool {
	for path := s.canonical(pkg + ".x"); path != ""; {
		path = strings.TrimSuffix(path, ".x")
		if s.local[path] {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[:i]
	}
	return false
}

// Command returns the row about a program, nil if there is none.
func (s *Set) Command(program string) *Command { return s.commands[program] }

// RequestAct returns what an HTTP request does, "" if that is not known: by its
// method, and of POST by the last known part of the URL's path. Text between two
// parts of the URL is not known.
func (s *Set) RequestAct(method string, url []string) string {
	switch strings.ToUpper(method) {
	case "", "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT":
		return ActRead
	case "DELETE":
		return ActDelete
	case "PUT", "PATCH", "MOVE", "PROPPATCH":
		return ActUpdate
	case "POST", "COPY", "MKCOL":
	default:
		return ""
	}
	last := ""
	for _, part := range url {
		part, query, more := strings.Cut(part, "?")
		for _, segment := range strings.FieldsFunc(part, func(r rune) bool { return r == '/' || r == ':' }) {
			if len(SplitName(segment)) > 0 {
				last = segment
			}
		}
		if more || query != "" {
			break
		}
	}
	if s.words.Asks(last) {
		return ActRead
	}
	switch act := s.words.verbs[strings.Join(SplitName(last), " ")]; act {
	case ActUpdate, ActDelete, ActRun, ActSend:
		return act
	}
	return ActCreate
}

// EffectName returns the name of an act in the vocabulary of the inventory, ""
// for one that has none.
func EffectName(on, act string) string {
	switch act {
	case ActNone, "":
		return ""
	case ActSend:
		return "send-message"
	case ActSpend:
		return "spend"
	case ActGrant:
		return "perm-change"
	}
	kind := map[string]string{ActRead: "read", ActDelete: "delete"}[act]
	if kind == "" {
		kind = "write"
	}
	switch on {
	case OnKubernetes:
		if act == ActRead {
			return "net-read"
		}
		return "k8s-write"
	case OnDatabase:
		if act == ActRead {
			return "sql-read"
		}
		return "sql-write"
	case OnMessages:
		if act == ActRead {
			return "net-read"
		}
		return "net-" + kind
	case OnSecrets:
		if act == ActRead {
			return "secret-read"
		}
		return "net-" + kind
	case OnProcesses:
		return "exec-fixed"
	}
	return on + "-" + kind
}

// Declined is what whoever was asked to approve a call has answered, where he
// has not: he has closed the question, which is no "decline" either.
const Declined = "cancel"

// An Approval row: the field of a struct says whether whoever was asked has
// approved.
type Approval struct {
	Type   string `yaml:"type"`
	Field  string `yaml:"field"`
	Since  string `yaml:"since,omitempty"`
	Until  string `yaml:"until,omitempty"`
	Answer string `yaml:"answer"` // what it holds if he has
	Note   string `yaml:"note,omitempty"`
}

// MakesError reports whether a function returns an error, and never nil.
func (s *Set) MakesError(symbol string) bool { return s.errors[s.canonical(symbol)] }

// Approval returns the row about a field, nil if there is none.
func (s *Set) Approval(typ, field string) *Approval { return s.approvals[s.canonical(typ)+"."+field] }

// Changing reports whether a call of a function changes something outside the
// process, by what rows say of it alone; known is false where they say nothing,
// or where its arguments decide.
func (s *Set) Changing(symbol string) (changes, known bool) {
	changing := func(act string) bool { return act != ActNone && act != ActRead }
	if rows := s.Func(symbol); rows != nil {
		for i := range rows.Effects {
			switch r := &rows.Effects[i]; {
			case r.Does != "":
				return changing(r.Does), true
			case strings.HasPrefix(r.Method, "="):
				return changing(s.RequestAct(r.Method[1:], nil)), true
			}
		}
		for i := range rows.Sinks {
			switch r := &rows.Sinks[i]; {
			case r.Kind == KindPath && slices.Contains([]string{DoesWrite, DoesDelete, DoesMove, DoesMake, DoesChange, DoesLink}, r.Does):
				return true, true
			case r.Kind == KindPath:
				known = true
			}
		}
		if known {
			return false, true
		}
	}
	if svc := s.Service(symbol); svc != nil {
		p, err := ParseFunc(s.canonical(symbol))
		return err == nil && changing(svc.Act(s.words, p.Type, p.Func)), true
	}
	return false, false
}
