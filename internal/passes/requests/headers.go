package requests

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/httphandler"
	"github.com/mcpvet/mcpvet/models"
)

// headersOf describes a handler to the engine: the headers are what comes in.
func headersOf(h *httphandler.Handler) flow.Entry {
	out := flow.Entry{Func: h.Func.ID}
	shift := 0
	if h.Func.Recv {
		shift = 1
	}
	for _, text := range h.Row.Headers {
		p, err := models.ParsePath(text)
		if err != nil {
			continue
		}
		param := flow.Param{Index: p.Index + shift, Class: models.ClassHeader}
		for _, s := range p.Steps {
			param.Path = append(param.Path, "."+s.Field)
		}
		out.Params = append(out.Params, param)
	}
	if p, err := models.ParsePath(h.Row.Token); err == nil && h.Row.Token != "" {
		out.Params = append(out.Params, flow.Param{Index: p.Index + shift, Class: models.ClassHeader, Name: "Authorization"})
	}
	if p, err := models.ParsePath(h.Row.Response); err == nil && h.Row.Response != "" {
		out.Response = p.Index + shift + 1
	}
	return out
}
