package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

// release is the version of ttf-int, which is recorded in plans and runs.
const release = "0.1.0"

func version() string { return release }

// versionLine returns the version of ttf-int, and of the Go with which it was built.
func versionLine() string { return fmt.Sprintf("%s (%s)", version(), runtime.Version()) }

func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: noArguments(),
		RunE: func(*cobra.Command, []string) error {
			return a.console.write(func(w io.Writer) error {
				if a.console.json {
					return report.WriteDocument(w, map[string]string{"version": version(), "go": runtime.Version()})
				}
				_, err := fmt.Fprintln(w, "ttf-int", versionLine())
				return err
			})
		},
	}
}
