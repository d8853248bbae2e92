package program

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// errDamaged is the error of bytes that no coder wrote.
var errDamaged = errors.New("damaged")

// The streams of a coder. Numbers of one kind lie together, because what is
// alike compresses well when it is near.
const (
	streamShape = iota // how many, which fields, operations
	streamText         // numbers of strings in the table
	streamRef          // operands
	streamLine         // lines
	streamCol          // columns
	streamFlow         // control flow
	streamNum          // everything else
	streams
)

// A coder writes or reads a package. One walk does both, so that the two
// can't differ: each of its methods takes a pointer to what it writes or sets.
type coder struct {
	reading bool
	out     [streams][]byte
	in      [streams][]byte
	left    int // bytes of in that are unread
	err     error

	table   []string
	numbers map[string]uint64 // when writing: string -> index in table + 1
	fresh   int               // when reading: strings of the table that were met

	pos  Pos // the last one
	last Ref // the last register that an instruction defined
}

func newWriter() *coder { return &coder{numbers: map[string]uint64{}} }

// newReader reads the streams that bytes wrote.
func newReader(data []byte) (*coder, error) {
	c := &coder{reading: true, in: [streams][]byte{streamShape: data}}
	n := c.head()
	if n > uint64(len(data)) {
		return nil, errDamaged
	}
	lengths := make([]uint64, n)
	for i := range lengths {
		lengths[i] = c.head()
	}
	var sizes [streams]uint64
	for i := range sizes {
		sizes[i] = c.head()
	}
	cut := func(n uint64) []byte {
		rest := c.in[streamShape]
		if n > uint64(len(rest)) {
			c.err = errDamaged
			return nil
		}
		c.in[streamShape] = rest[n:]
		return rest[:n]
	}
	c.table = make([]string, n)
	for i, l := range lengths {
		c.table[i] = string(cut(l))
	}
	var in [streams][]byte
	for i, l := range sizes {
		in[i] = cut(l)
	}
	if len(c.in[streamShape]) > 0 {
		c.err = errDamaged
	}
	c.in = in
	for _, s := range in {
		c.left += len(s)
	}
	return c, c.err
}

// head reads a number from in front of the streams.
func (c *coder) head() uint64 {
	v, n := binary.Uvarint(c.in[streamShape])
	if n <= 0 {
		c.err = errDamaged
		return 0
	}
	c.in[streamShape] = c.in[streamShape][n:]
	return v
}

// bytes returns what was written: the table of strings, then the streams.
func (c *coder) bytes() []byte {
	out := binary.AppendUvarint(nil, uint64(len(c.table)))
	for _, s := range c.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range c.out {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range c.table {
		out = append(out, s...)
	}
	for _, s := range c.out {
		out = append(out, s...)
	}
	return out
}

// end returns the error of reading: also when something is left over.
func (c *coder) end() error {
	if c.err == nil && (c.left > 0 || c.fresh != len(c.table)) {
		c.err = errDamaged
	}
	return c.err
}

// uint writes v, or returns what is read.
func (c *coder) uint(stream int, v uint64) uint64 {
	if !c.reading {
		c.out[stream] = binary.AppendUvarint(c.out[stream], v)
		return v
	}
	v, n := binary.Uvarint(c.in[stream])
	if n <= 0 {
		c.err = errDamaged
		return 0
	}
	c.in[stream] = c.in[stream][n:]
	c.left -= n
	return v
}

// int is uint for numbers that can be negative.
func (c *coder) int(stream int, v int64) int64 {
	u := c.uint(stream, uint64(v)<<1^uint64(v>>63))
	return int64(u>>1) ^ -int64(u&1)
}

// signed writes or reads *v as its difference from base.
func signed[T ~int | ~int8 | ~int32 | ~int64](c *coder, stream int, v *T, base T) {
	*v = base + T(c.int(stream, int64(*v-base)))
}

// small writes or reads a *v that is not negative.
func small[T ~uint8](c *coder, v *T) { *v = T(c.uint(streamShape, uint64(*v))) }

func (c *coder) float(v *float64) {
	*v = math.Float64frombits(bits.Reverse64(c.uint(streamNum, bits.Reverse64(math.Float64bits(*v)))))
}

// flags packs booleans into one number.
func (c *coder) flags(list ...*bool) {
	var v uint64
	for i, b := range list {
		if *b {
			v |= 1 << i
		}
	}
	v = c.uint(streamShape, v)
	for i, b := range list {
		*b = v&(1<<i) != 0
	}
}

// text writes or reads a string by its number: 0 is the next one of the table
// that was not met before, and the first string is 1.
func (c *coder) text(s *string) {
	if !c.reading {
		n := c.numbers[*s]
		c.uint(streamText, n)
		if n == 0 {
			c.table = append(c.table, *s)
			c.numbers[*s] = uint64(len(c.table))
		}
		return
	}
	n := c.uint(streamText, 0)
	switch {
	case c.err != nil:
	case n == 0 && c.fresh < len(c.table):
		*s = c.table[c.fresh]
		c.fresh++
	case n > 0 && n <= uint64(c.fresh):
		*s = c.table[n-1]
	default:
		c.err = errDamaged
	}
}

// position writes or reads a position: most are in the file of the last one,
// and near it.
func (c *coder) position(p *Pos) {
	moved, valid := p.File != c.pos.File, *p != Pos{}
	line := int64(p.Line) - int64(c.pos.Line)
	code := uint64(0)
	if valid {
		code = (uint64(line)<<1^uint64(line>>63))<<1 + 1
		if moved {
			code++
		}
	}
	code = c.uint(streamLine, code)
	if code == 0 {
		*p = Pos{}
		return
	}
	code--
	moved = code&1 != 0
	code >>= 1
	line = int64(code>>1) ^ -int64(code&1)
	p.Line = c.pos.Line + int32(line)
	if moved {
		c.text(&p.File)
	} else {
		p.File = c.pos.File
	}
	base := c.pos.Col
	if line != 0 || moved {
		base = 0
	}
	signed(c, streamCol, &p.Col, base)
	c.pos = *p
}

// operand writes or reads an operand: registers by their distance from the
// last one that was defined.
func (c *coder) operand(r *Ref) {
	if !c.reading {
		if *r < 0 {
			c.uint(streamRef, uint64(-int64(*r))<<1|1)
		} else {
			d := int64(c.last) - int64(*r)
			c.uint(streamRef, (uint64(d)<<1^uint64(d>>63))<<1)
		}
		return
	}
	u := c.uint(streamRef, 0)
	if u&1 != 0 {
		*r = Ref(-int64(u >> 1))
		return
	}
	u >>= 1
	*r = Ref(int64(c.last) - (int64(u>>1) ^ -int64(u&1)))
}

// list writes or reads a list; item does so for one element.
func list[T any](c *coder, s *[]T, item func(*T)) {
	n := c.uint(streamShape, uint64(len(*s)))
	if c.reading {
		*s = nil
		if n == 0 || c.err != nil {
			return
		}
		if n > uint64(c.left) { // each element takes a byte at least
			c.err = errDamaged
			return
		}
		*s = make([]T, n)
	}
	for i := range *s {
		if c.err != nil {
			return
		}
		item(&(*s)[i])
	}
}

func (c *coder) texts(s *[]string) { list(c, s, c.text) }

// decodeError says what was being read.
func decodeError(err error) error { return fmt.Errorf("decode package: %w", err) }
