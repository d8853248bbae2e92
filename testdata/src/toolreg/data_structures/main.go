// Command data_structures moves descriptors through structures of every kind.
package main

// bug: (sync_map,line_one,line_two) sync.Map and strings.Lines are not evaluated

import (
	"cmp"
	"context"
	"log"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct {
	name string
	next *entry
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }
func (s *stack[T]) each(f func(T)) {
	for _, x := range s.items {
		f(x)
	}
}
func (s *stack[T]) pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

type pair[K comparable, V any] struct {
	key K
	val V
}

func mapped[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func filtered[T any](xs []T, keep func(T) bool) (out []T) {
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

type tree struct {
	name     string
	children []tree
}

func (t tree) walk(path string, visit func(string)) {
	full := t.name
	if path != "" {
		full = path + "_" + t.name
	}
	if len(t.children) == 0 {
		visit(full)
	}
	for _, c := range t.children {
		c.walk(full, visit)
	}
}

type matrix [2][2]string

const list = "word_a word_b"

func main() {
	s := server.NewMCPServer("structures", "1")
	add := func(name string) { s.AddTool(mcp.NewTool(name), handle) } // tool: linked_a; tool: linked_b; tool: sync_map; tool: atomic; tool: mapped_x row; tool: mapped_y row; tool: word_a row; tool: word_b row; tool: grouped_get row; tool: grouped_put row; tool: line_one; tool: line_two; tool: root_left row; tool: root_right_leaf row; tool: cut_after row; tool: any_string

	for e := (&entry{"linked_a", &entry{"linked_b", nil}}); e != nil; e = e.next {
		add(e.name)
	}

	var st stack[string]
	st.push("pushed_a") // tool: pushed_a
	st.each(add)
	st.push("popped_b") // tool: popped_b
	if x, ok := st.pop(); ok {
		add(x)
	}

	var sm sync.Map
	sm.Store("k", "sync_map")
	sm.Range(func(k, v any) bool { add(v.(string)); return true })

	var box atomic.Value
	box.Store("atomic")
	add(box.Load().(string))

	p := pair[string, int]{"pair_key", 1} // tool: pair_key
	add(p.key)

	for _, n := range mapped([]string{"x", "y"}, func(n string) string { return "mapped_" + n }) {
		add(n)
	}
	for _, n := range filtered([]string{"keep_1", "drop_1"}, func(n string) bool { return strings.HasPrefix(n, "keep") }) { // tool: keep_1
		add(n)
	}

	m := matrix{{"m00"}, {1: "m11"}} // tool: m00; tool: m11
	add(m[0][0])
	copied := m
	copied[1][1] = "not this"
	add(m[1][1])

	for _, w := range strings.Fields(list) {
		add(w)
	}

	names := []string{"sorted_2", "sorted_1"} // tool: sorted_1; tool: sorted_2
	sort.Strings(names)
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	for i := range names {
		add(names[i])
	}

	grouped := map[string][]string{}
	for _, v := range []string{"get", "put"} {
		grouped["verbs"] = append(grouped["verbs"], "grouped_"+v)
	}
	for _, g := range grouped {
		for _, n := range g {
			add(n)
		}
	}

	a, b := "swapped_one", "swapped_two"
	a, b = b, a
	add(a) // tool: swapped_two
	add(b) // tool: swapped_one

	src := []string{"copied"} // tool: copied
	dst := make([]string, len(src))
	copy(dst, src)
	add(dst[0])

	name := "wrong"
	ptr := &name
	*ptr = "via_pointer" // tool: via_pointer
	add(name)

	for line := range strings.Lines("line_one\nline_two\n") {
		add(strings.TrimSpace(line))
	}

	tree{"root", []tree{{name: "left"}, {"right", []tree{{name: "leaf"}}}}}.walk("", add)

	switch x := any(dst).(type) {
	case string:
		add("case_a")
	case []string:
		add("case_b") // tool: case_b
		_ = x
	}

	if i := slices.IndexFunc(names, func(n string) bool { return n == "sorted_1" }); i >= 0 {
		add("found") // tool: found
	} else {
		add("not_found")
	}

	add(strings.Trim("--trimmed--", "-"))                                  // tool: trimmed
	if before, after, ok := strings.Cut("cut_before:cut_after", ":"); ok { // tool: cut_before
		add(before)
		add(after)
	}
	var v any = "any_string"
	if str, ok := v.(string); ok {
		add(str)
	}
	func() {
		defer func() {
			if recover() != nil {
				add("recovered") // tool: recovered
			}
		}()
		panic("x")
	}()
	add([]string{"first", "last"}[len([]string{"first", "last"})-1]) // tool: last

	i := 1
again:
	add("goto_" + string(rune('0'+i))) // tool: goto_1; tool: goto_2
	if i++; i < 3 {
		goto again
	}
outer:
	for x := range 2 {
		for y := range 3 {
			if y == 1 {
				add("labelled_" + string(rune('0'+x)) + "_" + string(rune('0'+y))) // tool: labelled_0_1
				break outer
			}
		}
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
