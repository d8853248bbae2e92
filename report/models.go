package report

import (
	"fmt"
	"io"
	"strings"
)

// ModelsTable writes what is known of SDKs and libraries for people. A row has
// the name, the kind, the module, its newest version and the number of rows.
func ModelsTable(w io.Writer, rows [][]string, opts TableOptions) error {
	columns := []column{
		{title: "model", style: painter.bold},
		{title: "kind"},
		{title: "module", shrink: keepFile, least: 20},
		{title: "newest version", shrink: keepStart, least: 8},
		{title: "rows", right: true},
	}
	lines := renderTable(columns, rows, opts.Width, painter{opts.Color})
	if _, err := fmt.Fprintln(w, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("write models: %w", err)
	}
	return nil
}
