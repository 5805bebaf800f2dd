package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

// release is the version of the tool, which plans and runs are marked with.
const release = "0.1.0"

func version() string { return release }

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: noArguments(),
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return write(a.stdout, func(w io.Writer) error {
					return report.Document(w, map[string]string{"version": version(), "go": runtime.Version()})
				})
			}
			return write(a.stdout, func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "ttf-int %s (%s)\n", version(), runtime.Version())
				return err
			})
		},
	}
}
