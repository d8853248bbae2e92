package flow

import (
	"strconv"
	"strings"
)

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

// A piece of a format: text, or a verb with the argument that it prints.
type piece struct {
	text string
	verb byte
	arg  int // -1: text
}

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
			out = append(out, piece{verb: format[i], arg: arg})
			arg++
		}
	}
	flush()
	return out
}
