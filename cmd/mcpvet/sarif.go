package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcpvet/mcpvet/report"
)

// newSARIFCommand builds "mcpvet sarif".
func newSARIFCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sarif",
		Short: "Work with SARIF logs that mcpvet has written",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMergeCommand(a))
	return cmd
}

// newMergeCommand builds "mcpvet sarif merge".
func newMergeCommand(a *app) *cobra.Command {
	var file, category string
	cmd := &cobra.Command{
		Use:   "merge LOG...",
		Short: "Put the logs of several modules or shards into one run",
		Long: `Put the logs that mcpvet has written for several modules, or for parts of one
in the jobs of a matrix, into one run. GitHub takes one run of a tool for each
category. Results that are the same are there once; what one run can't hold is
left out, notes first, and a notification of the run says so.`,
		Example: "  mcpvet sarif merge -o all.sarif backend.sarif tools.sarif",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			var files []report.SARIFFile
			for _, name := range args {
				data, err := os.ReadFile(name)
				if err != nil {
					return fmt.Errorf("merge SARIF: %w", err)
				}
				files = append(files, report.SARIFFile{Name: name, Data: data})
			}
			o := output{format: "sarif", file: file}
			return o.write(a.out, func(w io.Writer) error { return report.MergeSARIF(w, files, version(), category) })
		},
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write `FILE`; default: standard output")
	cmd.Flags().StringVar(&category, "category", "", categoryUsage)
	return cmd
}

// categoryUsage explains the flags about categories.
const categoryUsage = "`NAME` that tells these results from those of another part of the repository"
