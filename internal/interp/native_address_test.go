package interp

import "github.com/mcpvet/mcpvet/models"

func testAddresses(b *bench) {
	b.check(`"localhost:80"`, models.EvalJoinHostPort, str("localhost"), str("80"))
	b.check(`"[::1]:80"`, models.EvalJoinHostPort, str("::1"), str("80"))
	b.check(`"a?:80"`, models.EvalJoinHostPort, partly("a?"), str("80"))
	b.checkN(`("127.0.0.1" "80" nil)`, models.EvalSplitHostPort, 3, str("127.0.0.1:80"))
	b.checkN(`("" "80" nil)`, models.EvalSplitHostPort, 3, str(":80"))
	b.checkN(`("" "" ?!)`, models.EvalSplitHostPort, 3, str("80"))
	b.checkN("(? ? ?)", models.EvalSplitHostPort, 3, dunno())
	ip := func(text string) Value { return b.call(models.EvalParseIP, str(text)) }
	b.check("nil", models.EvalParseIP, str("localhost"))
	b.check("?", models.EvalParseIP, dunno())
	b.checkN("(? ?!)", models.EvalParseIP, 2, str("localhost"))
	b.want(b.on(models.EvalIPLoopback, ip("127.0.0.2")), "true")
	b.want(b.on(models.EvalIPLoopback, ip("10.0.0.1")), "false")
	b.want(b.on(models.EvalIPLoopback, dunno()), "?")
	b.want(b.on(models.EvalIPUnspecified, ip("::")), "true")
	b.want(b.on(models.EvalIPUnspecified, ip("::1")), "false")
}
