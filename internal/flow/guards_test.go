package flow

import "testing"

// TestGuards is about checks: those that hold, those that hold little, and
// those that are not there for the value that is used.
func TestGuards(t *testing.T) {
	checkAll(t, []flowTest{
		{"constants", `
func equal(a string) { if a == "ls" { sh(a) } } // -> nothing
func unequal(a string) { if a != "ls" { sh(a) } } // -> a [single texts are refused (a deny list)]
func early(a string) { if a != "ls" { return }; sh(a) } // -> nothing
func either(a string) { if a == "ls" || a == "id" { sh(a) } } // -> nothing
func neither(a string) { if a != "ls" && a != "id" { return }; sh(a) } // -> nothing
func oneWay(a string, b bool) { if b && a != "ls" { return }; sh(a) } // -> a [there are ways around the check]
func after(a string) { if a != "ls" { println("no") }; sh(a) } // -> a
func other(a, b string) { if b != "ls" { return }; sh(a) } // -> a
func refused(a string) { if a == "rm" { return }; sh(a) } // -> a [single texts are refused (a deny list)]
func changed(a, b string) { if a != "ls" { return }; a += b; sh(a) } // -> b part
`},
		{"switches", `
func to(a string) { s := "id"; switch a { case "x": s = "ls"; case "y": s = "df" }; sh(s) } // -> nothing
func cases(a string) { switch a { case "ls", "id": sh(a) } } // -> nothing
func fallback(a string) { switch a { case "ls": default: sh(a) } } // -> a [single texts are refused (a deny list)]
func refusing(a string) { switch a { case "ls", "id": default: return }; sh(a) } // -> nothing
func bare(a string) { switch { case a == "ls": sh(a) } } // -> nothing
`},
		{"allow lists", `
var allowed = map[string]bool{"ls": true, "id": true}
var list = []string{"ls", "id"}
func inMap(a string) { if !allowed[a] { return }; sh(a) } // -> nothing
func comma(a string) { if _, ok := allowed[a]; ok { sh(a) } } // -> nothing
func notInMap(a string) { if allowed[a] { return }; sh(a) } // -> a
func inList(a string) { if slices.Contains(list, a) { sh(a) } } // -> nothing
func notInList(a string) { if !slices.Contains(list, a) { sh(a) } } // -> a [some words are refused (a deny list)]
func index(a string) { if slices.Index(list, a) < 0 { return }; sh(a) } // -> nothing
func byLoop(a string) { for _, s := range list { if s == a { sh(a) } } } // -> nothing
type args struct { cmd string; allow []string }
func ofCaller(p args) { if slices.Contains(p.allow, p.cmd) { sh(p.cmd) } } // -> p
func all(l []string) { for _, s := range l { if !allowed[s] { return } }; for _, s := range l { sh(s) } } // -> nothing
func some(l []string) { for _, s := range l { if allowed[s] { break } }; for _, s := range l { sh(s) } } // -> l
`},
		{"helpers", `
func ok(s string) bool { return s == "ls" || s == "id" }
func check(s string) error { if s != "ls" { return errors.New("no") }; return nil }
func weak(s string) error { if s == "" { return errors.New("empty") }; return nil }
func vouched(a string) { if !ok(a) { return }; sh(a) } // -> nothing
func notVouched(a string) { if ok(a) { return }; sh(a) } // -> a [single texts are refused (a deny list)]
func erred(a string) { if err := check(a); err != nil { return }; sh(a) } // -> nothing
func logged(a string) { if err := check(a); err != nil { println(err.Error()) }; sh(a) } // -> a
func ignored(a string) { _ = check(a); sh(a) } // -> a
func empty(a string) { if weak(a) != nil { return }; sh(a) } // -> a
func anotherValue(a, b string) { if check(b) != nil { return }; sh(a) } // -> a
func cleaned(s string) (string, error) { if s != "ls" { return "", errors.New("no") }; return s, nil }
func result(a string) { s, err := cleaned(a); if err != nil { return }; sh(s) } // -> nothing
func chain(s string) error { return check(s) }
func chained(a string) { if chain(a) != nil { return }; sh(a) } // -> nothing
`},
		{"patterns", `
var anchored = regexp.MustCompile("^[a-z]+$")
var open = regexp.MustCompile("[a-z]+")
var loose = regexp.MustCompile("^[a-z ;]+$")
func whole(a string) { if !anchored.MatchString(a) { return }; sh(a) } // -> nothing
func inside(a string) { if !open.MatchString(a) { return }; sh(a) } // -> a [the pattern is not anchored at both ends]
func letThrough(a string) { if !loose.MatchString(a) { return }; sh(a) } // -> a [the pattern allows characters that matter there]
func denied(a string) { if open.MatchString(a) { return }; sh(a) } // -> a [the pattern is a deny list]
func replaced(a string) { sh(regexp.MustCompile("[^a-z]").ReplaceAllString(a, "")) } // -> nothing
func replacedLittle(a string) { sh(regexp.MustCompile("[;]").ReplaceAllString(a, "")) } // -> a part
`},
		{"deny lists", `
func character(a string) { if strings.Contains(a, ";") { return }; sh(a) } // -> a [some characters or words are refused (a deny list)]
func characters(a string) { if strings.ContainsAny(a, ";&|") { return }; sh(a) } // -> a [some characters or words are refused (a deny list)]
func prefix(a string) { if !strings.HasPrefix(a, "ls") { return }; sh(a) } // -> a [the prefix does not end the host] [only the start of the text is checked]
func suffix(a string) { if !strings.HasSuffix(a, ".sh") { return }; sh(a) } // -> a [only the end of the text is checked]
func trusted(a string) { if strings.Contains(a, "ls") { sh(a) } } // -> a
`},
		{"overwritten", `
type args struct { cmd, dir string }
func unless(p args) { if p.cmd != "ls" { p.cmd = "id" }; sh(p.cmd) } // -> nothing
func when(p args) { if p.cmd == "ls" { p.cmd = "id" }; sh(p.cmd) } // -> p
func other(p args) { if p.dir != "ls" { p.cmd = "id" }; sh(p.cmd) } // -> p
func twice(p args) { if p.cmd != "ls" { if p.dir == "" { p.cmd = "id" } }; sh(p.cmd) } // -> p
func pointed(p *args) { if p.cmd != "ls" { p.cmd = "id" }; sh(p.cmd) } // -> nothing
func variable(a string) { if a != "ls" { a = "id" }; sh(a) } // -> nothing
func pinned(a string) { q := &a; if *q != "ls" { *q = "id" }; sh(a) } // -> nothing
func again(p args, b string) { if p.cmd != "ls" { p.cmd = "id" }; p.cmd = b; sh(p.cmd) } // -> b
func loop(p args, l []string) { for _, s := range l { if p.cmd != "ls" { p.cmd = "id" }; sh(p.cmd); p.cmd = s } } // -> l
`},
		{"copies", `
func lower(a string) { if strings.ToLower(a) != "ls" { return }; sh(a) } // -> nothing
func trimmed(a string) { if strings.TrimSpace(a) != "ls" { return }; sh(a) } // -> a [a changed copy of the text is checked]
func first(a string) { if strings.Fields(a)[0] != "ls" { return }; sh(a) } // -> a [only the first word is checked]
func copied(a string) { b := a; if b != "ls" { return }; sh(a) } // -> nothing
type args struct { cmd string }
func field(p args) { if p.cmd != "ls" { return }; sh(p.cmd) } // -> nothing
func later(p *args, b string) { if p.cmd != "ls" { return }; p.cmd = b; sh(p.cmd) } // -> b
`},
		{"runes", `
func filtered(a string) { if strings.ContainsFunc(a, func(r rune) bool { return !unicode.IsLetter(r) }) { return }; sh(a) } // -> nothing
func spaces(a string) { if strings.ContainsFunc(a, unicode.IsSpace) { return }; sh(a) } // -> a
func byHand(a string) { for _, r := range a { if r < 'a' || r > 'z' { return } }; sh(a) } // -> nothing
func letsThrough(a string) { for _, r := range a { if r == ';' { return } }; sh(a) } // -> a
func mapped(a string) { sh(strings.Map(func(r rune) rune { if r >= 'a' && r <= 'z' { return r }; return -1 }, a)) } // -> nothing
func mappedLittle(a string) { sh(strings.Map(func(r rune) rune { if r == ';' { return -1 }; return r }, a)) } // -> a
func collected(a string) { var b strings.Builder; for _, r := range a { if unicode.IsLetter(r) { b.WriteRune(r) } }; sh(b.String()) } // -> nothing
`},
		{"fails open", `
var allowed = map[string]bool{"ls": true}
func empty(a, b string) { if b != "" && a != b { return }; sh(a) } // -> a
func unset(a string, allow []string) { if len(allow) > 0 && !slices.Contains(allow, a) { return }; sh(a) } // -> a [there are ways around the check]
func set(a string, allow []string) { if !slices.Contains(allow, a) { return }; sh(a) } // -> nothing
func onlyIf(a string, strict bool) { if strict && !allowed[a] { return }; sh(a) } // -> a [there are ways around the check]
`},
	})
}
