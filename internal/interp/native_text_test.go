package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

func testFormat(b *bench) {
	f := func(want, format string, ops ...Value) {
		b.t.Helper()
		b.check(want, models.EvalSprintf, str(format), b.list(ops...))
	}
	f(`"get_x: 7 true 100%"`, "get_%s: %d %t 100%%", str("x"), integer(7), boolean(true))
	f(`"b a"`, "%[2]s %[1]s", str("a"), str("b"))
	f(`"   a|a   |007"`, "%4s|%-4s|%03d", str("a"), str("a"), integer(7))
	f(`"  ab"`, "%*.*s", integer(4), integer(2), str("abc"))
	f(`"\"a\" 'A' ff 0xff"`, "%q %q %x %#x", str("a"), integer('A'), integer(255), integer(255))
	f(`"1.50 [a b] <nil>"`, "%.2f %v %v", &Const{V: 1.5}, iface("[]string", b.strs("a", "b")), Nil{})
	f(`"%!d(string=a) %!s(MISSING)"`, "%d %s", str("a"))
	f(`"a%!(EXTRA int=1)"`, "a", integer(1))
	f(`"%!s(BADINDEX) %!(NOVERB)"`, "%[5]s %", str("a"))
	f(`"get_?_x"`, "get_%s_%s", dunno(), str("x"))
	f(`"[a?b] \"a?b\""`, "[%s] %q", partly("a?b"), partly("a?b"))
	f("?", "%9s", partly("a?b"))
	f(`"get_a"|"get_b"`, "get_%v", either2(str("a"), str("b")))
	f(`"level x 3 ?"`, "%s %d %v", iface("p.Level", str("x")), iface("p.Far", integer(3)), iface("p.Far", integer(3)))
	f(`"string int"`, "%T %T", iface("string", str("x")), iface("int", integer(1)))
	f(`"[1 2] ab"`, "%v %s", iface("[]byte", str("\x01\x02")), iface("[]byte", str("ab")))
	f("?", "%99999999999d", integer(1))
	b.check(`"?_tool a"`, models.EvalSprintf, partly("?_tool %s"), b.strs("a"))
	b.check(`"a ?"`, models.EvalSprintf, str("%s %s"), &List{Cells: b.strs("a").Cells, Open: dunno()})
	b.check("?", models.EvalSprintf, dunno(), b.strs("a"))

	written := &Const{V: "get_%s", Pos: program.Pos{File: "f.go", Line: 2, Col: 4}}
	if v := b.call(models.EvalSprintf, written, b.list(dunno())); PosOf(v) != written.Pos {
		b.t.Errorf("sprintf: position %v, want that of the format", PosOf(v))
	}
	b.check(`"a1 2b"`, models.EvalSprint, b.list(str("a"), integer(1), integer(2), str("b")))
	b.check(`"a 1\n"`, models.EvalSprintln, b.list(str("a"), integer(1)))
	w := b.builder()
	b.checkN("(4 nil)", models.EvalFprintf, 2, iface("*strings.Builder", w), str("a=%d;"), b.list(integer(1)))
	b.checkN("(1 nil)", models.EvalFprint, 2, iface("*strings.Builder", w), b.strs("b"))
	b.checkN("(2 nil)", models.EvalFprintln, 2, iface("*strings.Builder", w), b.strs("c"))
	b.checkN("(1 nil)", models.EvalFprint, 2, iface("*os.File", b.ptr(dunno())), b.strs("b"))
	b.want(b.on(models.EvalWriterText, w), `"a=1;bc\n"`)
}

func testNumbers(b *bench) {
	b.check(`"-7"`, models.EvalItoa, integer(-7))
	b.check(`"1"|"2"`, models.EvalItoa, either2(integer(1), integer(2)))
	b.check("?", models.EvalItoa, dunno())
	b.check(`"ff"`, models.EvalFormatInt, integer(255), integer(16))
	b.check("?", models.EvalFormatInt, integer(255), integer(99))
	b.check(`"true"`, models.EvalFormatBool, boolean(true))
	b.check(`"\"a\\n\""`, models.EvalQuote, str("a\n"))
	b.check(`"\"a?\""`, models.EvalQuote, partly("a?"))
	b.checkN(`("a\n" nil)`, models.EvalUnquote, 2, str(`"a\n"`))
	b.checkN("(? ?)", models.EvalUnquote, 2, str("a"))
	b.checkN("(12 nil)", models.EvalAtoi, 2, str("12"))
	b.checkN("(0 ?!)", models.EvalAtoi, 2, str("x"))
	b.checkN("(? ?)", models.EvalAtoi, 2, dunno())
	b.checkN("(255 nil)", models.EvalParseInt, 2, str("ff"), integer(16), integer(64))
	b.checkN("(0 ?!)", models.EvalParseInt, 2, str("z"), integer(16), integer(64))
	b.checkN("(? ?)", models.EvalParseInt, 2, str("18446744073709551615"), integer(10), integer(64))
	b.checkN("(true nil)", models.EvalParseBool, 2, str("T"))
	b.checkN("(false ?!)", models.EvalParseBool, 2, str("maybe"))
}

func testTexts(b *bench) {
	b.check(`"ab"`, models.EvalLower, str("AB"))
	b.check(`"a?b"`, models.EvalLower, partly("A?B"))
	b.check(`"a"|"b"`, models.EvalLower, either2(str("A"), str("B")))
	b.check(`"AB"`, models.EvalUpper, b.list(integer('a'), integer('b')))
	b.check(`"Get It?s Name"`, models.EvalTitle, partly("get it?s name"))
	b.check("97", models.EvalRuneLower, integer('A'))
	b.check("65", models.EvalRuneUpper, integer('a'))
	b.check(`"a b"`, models.EvalTrimSpace, str(" a b\n"))
	b.check(`"a ? b"`, models.EvalTrimSpace, partly(" a ? b "))
	b.check(`"a"`, models.EvalTrim, str("--a-"), str("-"))
	b.check(`"a-"`, models.EvalTrimLeft, str("--a-"), str("-"))
	b.check(`"--a"`, models.EvalTrimRight, str("--a-"), str("-"))
	b.check("?", models.EvalTrim, str("a"), dunno())
	b.check(`"b"`, models.EvalTrimPrefix, str("a_b"), str("a_"))
	b.check(`"a?"`, models.EvalTrimPrefix, partly("a?"), str("b"))
	b.check(`"b?"`, models.EvalTrimPrefix, partly("a_b?"), str("a_"))
	b.check(`"a?"`, models.EvalTrimSuffix, partly("a?_b"), str("_b"))
	b.checkN(`("b" true)`, models.EvalCutPrefix, 2, str("a_b"), str("a_"))
	b.checkN(`("a" false)`, models.EvalCutSuffix, 2, str("a"), str("b"))
	b.checkN(`("a" "b=c" true)`, models.EvalCut, 3, str("a=b=c"), str("="))
	b.checkN("(? ? ?)", models.EvalCut, 3, dunno(), str("="))
	b.check(`"a-b-c"`, models.EvalReplaceAll, str("a_b_c"), str("_"), str("-"))
	b.check(`"a-?-c"`, models.EvalReplaceAll, partly("a_?_c"), str("_"), str("-"))
	b.check("?", models.EvalReplaceAll, partly("a__?"), str("__"), str("-"))
	b.check(`"a-b_c"`, models.EvalReplace, str("a_b_c"), str("_"), str("-"), integer(1))
	b.check(`"a-b-c"`, models.EvalReplace, str("a_b_c"), str("_"), str("-"), integer(-1<<63))
	b.check(`"ababab"`, models.EvalRepeat, str("ab"), integer(3))
	b.check("?", models.EvalRepeat, str("ab"), integer(1<<62))
	b.check("?", models.EvalRepeat, str(""), integer(1<<62))
	b.check("?", models.EvalRepeat, str("ab"), integer(-1))
	b.check(`"a, b"`, models.EvalJoin, b.strs("a", "b"), str(", "))
	b.check(`"a, ?"`, models.EvalJoin, b.list(str("a"), dunno()), str(", "))
	b.check(`"a-b"|"a-c"`, models.EvalJoin, b.list(str("a"), either2(str("b"), str("c"))), str("-"))
	b.check(`"a?"`, models.EvalJoin, &List{Cells: b.strs("a").Cells, Open: dunno()}, str("-"))
	b.check("?", models.EvalJoin, dunno(), str("-"))
	b.check(`"x"|"y"`, models.EvalJoin, b.list(either2(str("x"), str("y"))), either2(str("1"), str("2")))

	from := program.Pos{File: "t.go", Line: 9, Col: 2}
	for _, rule := range []string{models.EvalLower, models.EvalTrimSpace} {
		if v := b.call(rule, &Const{V: "A ", Pos: from}); PosOf(v) != from {
			b.t.Errorf("%s: position %v, want that of the text", rule, PosOf(v))
		}
	}
	u, ok := b.call(models.EvalItoa, dunno()).(*Unknown)
	if !ok || u.Reason != "x" || u.Pos.File != "u.go" {
		b.t.Errorf("itoa of an unknown: %+v, want its reason and position", u)
	}
}

func testSearch(b *bench) {
	b.check(`["a" "b"]`, models.EvalSplit, str("a,b"), str(","))
	b.check("[...]", models.EvalSplit, dunno(), str(","))
	b.check(`["a" "b,c"]`, models.EvalSplitN, str("a,b,c"), str(","), integer(2))
	b.check(`[]`, models.EvalSplitN, str("a,b,c"), str(","), integer(0))
	b.check(`["a" "b"]`, models.EvalFields, str(" a  b "))
	b.check("true", models.EvalContains, str("abc"), str("bc"))
	b.check("true", models.EvalContains, partly("?abc"), str("bc"))
	b.check("?", models.EvalContains, partly("?abc"), str("x"))
	b.check("false", models.EvalContains, str("abc"), str("x"))
	b.check("true", models.EvalContainsAny, str("abc"), str("xb"))
	b.check("true", models.EvalHasPrefix, partly("get_?"), str("get"))
	b.check("false", models.EvalHasPrefix, partly("get_?"), str("set"))
	b.check("?", models.EvalHasPrefix, partly("get_?"), str("get_all"))
	b.check("?", models.EvalHasPrefix, partly("?x"), str("get_all"))
	b.check("true", models.EvalHasSuffix, partly("?.go"), str(".go"))
	b.check("?", models.EvalHasSuffix, partly("?o"), str(".go"))
	b.check("1", models.EvalIndex, str("aba"), str("b"))
	b.check("2", models.EvalLastIndex, str("aba"), str("a"))
	b.check("2", models.EvalCount, str("aba"), str("a"))
	b.check("true", models.EvalEqualFold, str("aB"), str("Ab"))
	b.check("-1", models.EvalCompare, str("a"), str("b"))
	b.check("1", models.EvalCompare, integer(2), integer(1))
	b.check("0", models.EvalCompare, &Const{V: 1.5}, &Const{V: 1.5})
	b.check("?", models.EvalCompare, dunno(), integer(1))
	b.check("true|false", models.EvalHasPrefix, either2(str("ab"), str("b")), str("a"))
}

func testPatterns(b *bench) {
	r := b.call(models.EvalNewReplacer, b.strs("a", "1", "b", "2"))
	b.want(b.on(models.EvalReplacer, r, str("abc")), `"12c"`)
	b.want(b.on(models.EvalReplacer, b.call(models.EvalNewReplacer, b.strs("a")), str("abc")), "?")
	re := b.call(models.EvalRegexp, str(`(\w+)-(\w+)`))
	b.want(b.on(models.EvalRegexpReplace, re, str("a-b"), str("$2-$1")), `"b-a"`)
	b.want(b.on(models.EvalRegexpMatch, re, str("a-b")), "true")
	b.want(b.on(models.EvalRegexpMatch, re, either2(str("a-b"), str("c"))), "true|false")
	b.want(b.on(models.EvalRegexpMatch, re, dunno()), "?")
	b.want(b.on(models.EvalRegexpMatch, dunno(), str("a")), "?")
	b.check("?", models.EvalRegexp, str("("))
	b.check("?!", models.EvalRegexp, str(strings.Repeat("a", maxPattern+1)))
	b.check("?!", models.EvalRegexp, str(`\pL{900}`))
	b.checkN("(opaque x.F nil)", models.EvalRegexp, 2, str("a"))
}

func testPaths(b *bench) {
	b.check(`"a/c"`, models.EvalJoinPath, b.strs("a", "", "b", "..", "c"))
	b.check("?", models.EvalJoinPath, b.list(str("a"), dunno()))
	b.check(`""`, models.EvalJoinPath, &List{})
	b.check(`"a"`, models.EvalCleanPath, str("a/./b/.."))
	b.check(`"b.go"`, models.EvalBasePath, str("a/b.go"))
	b.check(`"a"`, models.EvalDirPath, str("a/b.go"))
	b.check(`".go"`, models.EvalExtPath, str("a/b.go"))
}

// TestTextBounds sees that no rule builds a text beyond bounds.
func TestTextBounds(t *testing.T) {
	b := newBench(t)
	long := str(strings.Repeat("a", maxText))
	b.check("?", models.EvalReplaceAll, long, str(""), long)
	b.check("?", models.EvalSprintf, str("%s%s"), b.list(long, long))
	b.check("?", models.EvalJoin, b.list(long, long), str(""))
	b.check("?", models.EvalQuote, long)
	w := b.builder()
	for range 3 {
		b.on(models.EvalWrite, w, long)
	}
	b.want(b.on(models.EvalWriterText, w), "?")
	wide := make([]Value, 3)
	for i := range wide {
		var alts []Value
		for j := range 20 {
			alts = append(alts, integer(int64(j)))
		}
		wide[i] = &Choice{Alts: alts}
	}
	if v, ok := b.call(models.EvalSprintf, str("%d-%d-%d"), b.list(wide...)).(*Choice); !ok || len(v.Alts) != 20 {
		t.Errorf("20³ combinations: got %s, want 20 alternatives", b.show(v, 0))
	}
}

// FuzzSprintf sees that no format panics, and that where everything is known
// the text is that of fmt.
func FuzzSprintf(f *testing.F) {
	for _, s := range []string{"%s %d", "%[2]*.[1]*f", "%-+# 08.3v%%", "%[", "%!", "%*d", "%.*", "%\xff", "%[99999999999999999999]s"} {
		f.Add(s, "x", int64(3))
	}
	f.Fuzz(func(t *testing.T, format, s string, n int64) {
		b := newBench(t)
		b.call(models.EvalSprintf, str(format), b.list(str(s), integer(n), dunno(), partly("a?b")))
		got, known := AsString(b.call(models.EvalSprintf, str(format), b.list(str(s), integer(n))))
		if want := fmt.Sprintf(format, s, int(n)); known && got != want && !strings.ContainsAny(format, "wT") {
			t.Errorf("%q: got %q, want %q", format, got, want)
		}
		b.call(models.EvalSprintf, partly(strings.ReplaceAll(format, "?", "")+"?%"), b.list(integer(n)))
	})
}
