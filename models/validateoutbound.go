package models

func (c *checker) outbound(rows []Outbound) {
	for i, r := range rows {
		c.function("outbound", i, r.Symbol, "")
		c.oneOf("does", r.Does, OutboundKinds())
		c.path("context", r.Context, valueRoots, false)
		c.client("client", r.Client)
		c.path("limit", r.Limit, valueRoots, false)
		if r.Instead != "" {
			if _, err := ParseFunc(r.Instead); err != nil {
				c.fail("instead", "%v", err)
			}
			if r.Context != "" {
				c.fail("instead", "the function takes a context itself")
			}
		}
		if r.Starts != "" && len(r.Made) == 0 {
			c.fail("starts", "what waits for it? made is missing")
		}
		for _, m := range r.Made {
			if !isIdentifier(m) {
				c.fail("made", "%q is no method name", m)
			}
		}
	}
}

// client checks the path of a client.
func (c *checker) client(key, text string) {
	if text != ClientDefault {
		c.path(key, text, valueRoots, false)
	}
}

func (c *checker) contexts(rows []Context) {
	for i, r := range rows {
		c.function("contexts", i, r.Symbol, "")
		c.path("from", r.From, valueRoots, false)
		c.path("cancel", r.Cancel, valueRoots, false)
		c.path("handler", r.Handler, valueRoots, false)
	}
}

func (c *checker) timers(rows []Timer) {
	for i, r := range rows {
		c.function("timers", i, r.Symbol, "")
		c.path("calls", r.Calls, valueRoots, false)
	}
}

func (c *checker) clients(rows []Client) {
	for i, r := range rows {
		if r.Type == "" {
			c.function("clients", i, r.Symbol, "")
			c.path("from", r.From, valueRoots, false)
			continue
		}
		c.typ("clients", i, r.Type, r.Since, r.Until, "")
		if r.Func != "" {
			c.fail("func", "give func or type, not both")
		}
		c.field("limit", r.Limit, true)
		c.field("transport", r.Transport, r.Method != "")
		if r.Variable != "" {
			if _, err := ParseType(r.Variable); err != nil {
				c.fail("variable", "%v", err)
			}
		}
	}
}

func (c *checker) apiClients(rows []APIClient) {
	for i, r := range rows {
		c.function("api_clients", i, r.Symbol, "")
		c.client("http", r.HTTP)
		if r.ByContext && (r.HTTP != "" || r.Ignores) {
			c.fail("by_context", "the context alone bounds the calls: leave http and ignores out")
		}
	}
}
