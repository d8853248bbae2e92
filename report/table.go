package report

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

const (
	tableIndent = 2
	tableGap    = 2 // spaces between columns
)

// renderTable lays rows out in columns that fit into limit cells (0: any
// width). Columns that may be cut share what the others leave; the last of
// them is dropped where even its least width is not to be had. The rest is
// never cut, so that a very long name makes the line long.
func renderTable(columns []column, rows [][]string, limit int, p painter) []string {
	widths := naturalWidths(columns, rows)
	keep := fitColumns(columns, widths, limit)

	t := table.NewWriter()
	t.SetStyle(plainStyle())
	var header table.Row
	var configs []table.ColumnConfig
	for _, i := range keep {
		header = append(header, columns[i].title)
		c := table.ColumnConfig{Number: len(header)}
		if columns[i].right {
			c.Align, c.AlignHeader = text.AlignRight, text.AlignRight
		}
		if p.on {
			if style := columns[i].style; style != nil {
				c.Transformer = func(v any) string { return style(p, v.(string)) }
			}
			c.TransformerHeader = func(v any) string { return p.dim(v.(string)) }
		}
		configs = append(configs, c)
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(configs)
	for _, cells := range rows {
		var row table.Row
		for _, i := range keep {
			cell := cells[i]
			if shrink := columns[i].shrink; shrink != nil && limit > 0 && width(cell) > widths[i] {
				cell = shrink(cell, widths[i])
			}
			row = append(row, cell)
		}
		t.AppendRow(row)
	}
	lines := strings.Split(t.Render(), "\n")
	for i, l := range lines {
		lines[i] = strings.Repeat(" ", tableIndent) + strings.TrimRight(l, " ")
	}
	return lines
}

func naturalWidths(columns []column, rows [][]string) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = width(c.title)
		for _, row := range rows {
			widths[i] = max(widths[i], width(row[i]))
		}
	}
	return widths
}

// fitColumns shortens widths to fit into limit and returns the columns that
// stay. It takes from the widest column that may be cut, one cell at a time.
func fitColumns(columns []column, widths []int, limit int) []int {
	var keep []int
	for i := range columns {
		keep = append(keep, i)
	}
	if limit <= 0 {
		return keep
	}
	for {
		total := tableIndent + tableGap*(len(keep)-1)
		for _, i := range keep {
			total += widths[i]
		}
		if total <= limit {
			return keep
		}
		widest, last := -1, -1
		for at, i := range keep {
			if columns[i].shrink == nil {
				continue
			}
			last = at
			if widths[i] > columns[i].least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		switch {
		case widest >= 0:
			widths[widest]--
		case last >= 0 && len(keep) > 2:
			keep = append(keep[:last], keep[last+1:]...)
		default:
			return keep
		}
	}
}

// plainStyle has no lines: columns are told apart by space, as in other
// command-line tools, and a line can be copied whole.
func plainStyle() table.Style {
	s := table.Style{Name: "plain"}
	s.Box = table.BoxStyle{PaddingRight: strings.Repeat(" ", tableGap)}
	return s
}
