package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/models"
	"github.com/mcpvet/mcpvet/report"
)

// newModelsCommand builds "mcpvet models".
func newModelsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "models [SYMBOL]",
		Short: "List what is known of SDKs and libraries, or the rows about one symbol",
		Long: `Without an argument: the SDKs and libraries that mcpvet knows, and how many rows
there are about each. With one: the rows that apply to a function, a type, a
field, a package or a program, your own ones included, and why they apply.`,
		Example: "  mcpvet models\n  mcpvet models os.ReadFile\n  mcpvet models '(*net/http.Client).Do'\n  mcpvet models git",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.common.given = cmd.Flags().Changed
			set, err := a.models()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.listModels(set)
			}
			return a.explainSymbol(set, args[0])
		},
	}
	cmd.Flags().StringVar(&a.common.configFile, "config", "", "read `FILE` in place of the configuration of the current folder")
	return cmd
}

// models returns the models with the rows of the configuration.
func (a *app) models() (*models.Set, error) {
	set, err := models.Builtin()
	if err != nil {
		return nil, err
	}
	root, err := a.common.rootDir()
	if err != nil {
		return nil, err
	}
	cfg, err := a.common.readConfig(root)
	if err != nil {
		return nil, err
	}
	if cfg.Models.Count() == 0 {
		return set, nil
	}
	return set.With(cfg.Models), nil
}

func (a *app) listModels(set *models.Set) error {
	var rows [][]string
	for _, m := range set.Models() {
		newest := "-"
		if len(m.Versions) > 0 {
			newest = m.Versions[0]
		}
		rows = append(rows, []string{m.Name, m.Kind, cmp.Or(m.Module, "-"), newest, strconv.Itoa(m.Count())})
	}
	return report.ModelsTable(a.out, rows, report.TableOptions{Color: a.colored(a.out), Width: terminal(a.out)})
}

// explainSymbol lists the rows about a symbol. That there is none is no error: it
// is what is known.
func (a *app) explainSymbol(set *models.Set, symbol string) error {
	var b strings.Builder
	rows := set.RowsAbout(symbol)
	if len(rows) == 0 {
		fmt.Fprintf(&b, "No row is about %s.", symbol)
		if like := set.FuncsLike(symbol); len(like) > 0 {
			fmt.Fprintf(&b, " There are some about %s.", strings.Join(like, ", "))
		}
		fmt.Fprintf(&b, "\n\n%s", noRow)
	}
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		owner := "your configuration"
		if r.Model != nil {
			owner = r.Model.Name
			if r.Model.Module != "" {
				owner += " (" + r.Model.Module + ")"
			}
		}
		fmt.Fprintf(&b, "%s, %s: it names %s\n  %s\n", owner, cmp.Or(r.Section, "rows"), r.Why, r.YAML)
	}
	_, err := a.out.Write([]byte(b.String()))
	return err
}

const noRow = `A function whose source is analysed needs none. One from elsewhere passes text
in any argument on to its results, and does nothing else that is known. Symbols
are written like the go command prints them: path.Func, (*path.Type).Method,
path.Type.Field. Rows of your own stand below "models" in the configuration:
https://github.com/mcpvet/mcpvet/blob/main/docs/configuration.md
`
