package flow

import (
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// formatted returns what data in an argument of a formatting call can do in
// the text that comes of it.
func (x *fn) formatted(in *program.Instr, row *models.Flow, p path, m Mask) Mask {
	at, err := models.ParsePath(row.Format)
	i := operand(in, at)
	if err != nil || i < 0 {
		return m.asPart()
	}
	format, ok := x.sym(in.Args[i]).Text()
	pieces := formatPieces(format)
	if !ok || pieces == nil {
		return m.asPart()
	}
	step, _ := p.cut()
	arg, ok := index(step)
	if !ok {
		return m.asPart()
	}
	if m.Has(modelMask) {
		if list := x.formatArgs(in, row); x.printedBetween(pieces, arg, list) {
			m = m.fenced()
		}
	}
	before := &Sym{Kind: SymConcat}
	for k, piece := range pieces {
		if piece.arg != arg {
			if piece.arg < 0 {
				before.Kids = append(before.Kids, &Sym{Kind: SymText, S: piece.text})
			} else {
				before.Kids = append(before.Kids, unknownSym)
			}
			continue
		}
		switch piece.verb {
		case 'd', 'b', 'o', 'x', 'X', 'e', 'f', 'g', 't', 'c', 'U', 'p', 'T':
			return m &^ anyText // digits, or the type
		}
		if len(pieces) == 1 && (piece.verb == 's' || piece.verb == 'v') {
			return m
		}
		if k+1 < len(pieces) && pieces[k+1].arg < 0 {
			if !strings.HasPrefix(pieces[k+1].text, "/") {
				m &^= dotPath
			}
			if piece.plain() {
				m &^= quoted(x.formatArg(in, row, arg), before, pieces[k+1].text)
			}
		}
		if len(before.Kids) == 0 {
			return m.asPart()
		}
		return joined(m, before).asPart()
	}
	return 0 // not printed
}

// formatArgs returns the arguments that a formatting call prints.
func (x *fn) formatArgs(in *program.Instr, row *models.Flow) []program.Ref {
	for _, text := range row.From {
		p, err := models.ParsePath(text)
		if i := operand(in, p); err == nil && i >= 0 && len(p.Steps) > 0 {
			return x.elements(in.Args[i])
		}
	}
	return nil
}

// formatArg returns what is known of an argument that a formatting call prints.
func (x *fn) formatArg(in *program.Instr, row *models.Flow, arg int) *Sym {
	for _, text := range row.From {
		p, err := models.ParsePath(text)
		if i := operand(in, p); err == nil && i >= 0 && len(p.Steps) > 0 {
			if list := List(x.sym(in.Args[i])); arg >= 0 && arg < len(list) {
				return list[arg]
			}
		}
	}
	return nil
}

// A piece of a format: text, or a verb with the argument that it prints.
type piece struct {
	text string
	verb byte
	arg  int // -1: text
	flag bool
}

// plain reports whether a text is printed as it is.
func (p piece) plain() bool { return (p.verb == 's' || p.verb == 'v') && !p.flag }

// formatPieces takes a format of fmt apart. It returns nil for one with
// explicit argument indexes or widths from arguments.
func formatPieces(format string) []piece {
	var out []piece
	var text []byte
	arg := 0
	flush := func() {
		if len(text) > 0 {
			out = append(out, piece{text: string(text), arg: -1})
			text = nil
		}
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			text = append(text, format[i])
			continue
		}
		i++
		start := i
		for i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0 {
			i++
		}
		if i >= len(format) {
			break
		}
		switch format[i] {
		case '%':
			text = append(text, '%')
		case '[', '*':
			return nil
		default:
			flush()
			out = append(out, piece{verb: format[i], arg: arg, flag: i > start})
			arg++
		}
	}
	flush()
	return out
}

// sprintfSym turns a call of Sprintf into the texts that it puts together.
func sprintfSym(call *Sym) *Sym {
	if len(call.Kids) != 2 {
		return unknownSym
	}
	format, ok := call.Kids[0].Text()
	if !ok || call.Kids[1].Kind != SymList {
		return unknownSym
	}
	args := call.Kids[1].Kids
	out := &Sym{Kind: SymConcat}
	for _, piece := range formatPieces(format) {
		switch {
		case piece.arg < 0:
			out.Kids = append(out.Kids, &Sym{Kind: SymText, S: piece.text})
		case piece.arg < len(args) && (piece.verb == 's' || piece.verb == 'v'):
			k := args[piece.arg]
			if k.Kind == SymInt {
				k = &Sym{Kind: SymText, S: strconv.FormatInt(k.N, 10)}
			}
			out.Kids = append(out.Kids, k)
		case strings.IndexByte("dboxXUtefg", piece.verb) >= 0:
			out.Kids = append(out.Kids, &Sym{Kind: SymDigits})
		default:
			out.Kids = append(out.Kids, unknownSym)
		}
	}
	return out
}
