package effects

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// statement judges a call that runs a statement of a database.
func (v *visitor) statement(c flow.Call, row *models.Sink) {
	e := &Effect{On: models.OnDatabase, What: display(c.Sym), Call: c, Reads: models.TextOfOwner}
	if v.chosen[place{v.entry, c.Pos, row.Kind}] {
		e.Caller, e.Act = true, models.ActRun
		v.add(e)
		return
	}
	text := v.operand(c, row.At)
	act, what := "", ""
	for i, s := range alternatives(text) {
		a, w := statementAct(s.Pieces())
		if i == 0 || worse(act, a) != act {
			act, what = a, w
		}
	}
	if act == "" && row.Language != "" || act == "" && v.set.Words().Act(name(c.Sym)) == models.ActRead {
		act, what = models.ActRead, display(c.Sym) // what only asks
	}
	if what != "" {
		e.What = what
	}
	e.Act = act
	v.add(e)
}

// alternatives lists the texts that a value can be.
func alternatives(s *flow.Sym) []*flow.Sym {
	if s.Kind == flow.SymOneOf {
		return s.Kids
	}
	return []*flow.Sym{s}
}

// What statements of SQL and its relatives do, by their first word.
var statements = map[string]string{
	"select": models.ActRead, "show": models.ActRead, "describe": models.ActRead, "desc": models.ActRead, "explain": models.ActRead, "values": models.ActRead, "table": models.ActRead,
	"match": models.ActRead, "from": models.ActRead, "begin": models.ActNone, "commit": models.ActNone, "rollback": models.ActNone, "savepoint": models.ActNone, "release": models.ActNone, "start": models.ActNone,
	"set": models.ActNone, "use": models.ActNone, "pragma": models.ActRead, "fetch": models.ActRead, "declare": models.ActNone, "close": models.ActNone, "with": models.ActRead,
	"insert": models.ActCreate, "create": models.ActCreate, "copy": models.ActCreate,
	"update": models.ActUpdate, "merge": models.ActUpdate, "replace": models.ActUpdate, "upsert": models.ActUpdate, "alter": models.ActUpdate, "rename": models.ActUpdate, "comment": models.ActUpdate, "optimize": models.ActUpdate, "vacuum": models.ActUpdate,
	"analyze": models.ActUpdate, "reindex": models.ActUpdate, "refresh": models.ActUpdate, "lock": models.ActUpdate, "load": models.ActUpdate,
	"delete": models.ActDelete, "drop": models.ActDelete, "truncate": models.ActDelete, "kill": models.ActDelete, "purge": models.ActDelete, "detach": models.ActDelete,
	"grant": models.ActGrant, "revoke": models.ActGrant,
	"call": models.ActRun, "exec": models.ActRun, "execute": models.ActRun, "do": models.ActRun,
}

// inside are words that, anywhere in a statement, make it change something.
var inside = map[string]string{"insert": models.ActCreate, "update": models.ActUpdate, "delete": models.ActDelete, "merge": models.ActUpdate, "detach": models.ActDelete, "remove": models.ActDelete, "outfile": models.ActUpdate, "dumpfile": models.ActUpdate}

// statementAct returns what the statements in a text do, "" if that is not
// known, with the first words for people.
func statementAct(text string) (act, what string) {
	for one := range strings.SplitSeq(text, ";") {
		words := strings.FieldsFunc(strip(one), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != rune(flow.Gap[0]) })
		if len(words) == 0 {
			continue
		}
		first := strings.ToLower(words[0])
		a, ok := statements[first]
		if !ok {
			if act != "" {
				continue
			}
			return "", ""
		}
		if first == "with" || first == "explain" || first == "match" || first == "begin" || first == "select" && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, "into") }) {
			for _, w := range words[1:] {
				if b, ok := inside[strings.ToLower(w)]; ok && first != "explain" {
					a = worse(a, b)
				}
			}
		}
		if first == "update" && noted(one) {
			a = models.ActNone
		}
		if act == "" || worse(act, a) != act {
			act = a
			what = strings.ToUpper(words[0]) + " " + strings.Join(words[1:min(len(words), 2)], " ")
			what = strings.TrimSpace(strings.ReplaceAll(what, flow.Gap, ""))
		}
	}
	return act, what
}

var (
	assigned = regexp.MustCompile(`(?is)\bset\b(.*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)`)
	column   = regexp.MustCompile(`(?i)(?:^|[\s,."\[` + "`" + `])(\w+)["\]` + "`" + `]?\s*=`)
	use      = regexp.MustCompile(`(?i)^last_\w*(read|seen|used?|access|view|fetch|active|activity|hit|login|heartbeat|ping)\w*$|^(access|hit|read|view|use|usage|fetch)_?count$`)
)

// noted reports whether an update only notes that something was used: when it
// was last read, or how often.
func noted(statement string) bool {
	m := assigned.FindStringSubmatch(statement)
	if m == nil {
		return false
	}
	columns := column.FindAllStringSubmatch(m[1], -1)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(c []string) bool { return !use.MatchString(c[1]) })
}

// strip drops comments and brackets before a statement.
func strip(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n(")
		switch {
		case strings.HasPrefix(text, "--"), strings.HasPrefix(text, "#"):
			_, text, _ = strings.Cut(text, "\n")
		case strings.HasPrefix(text, "/*"):
			_, text, _ = strings.Cut(text, "*/")
		default:
			return text
		}
	}
}
