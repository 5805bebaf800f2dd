package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

// release is the version of ttf-int, which is recorded in plans and runs.
const release = "0.1.0"

func version() string { return release }

// versionLine returns the version of ttf-int, the Go with which it was built, and the commit that it was built from,
// where that is known.
func versionLine() string {
	parts := []string{runtime.Version()}
	if at := revision(); at != "" {
		parts = append(parts, at)
	}
	return fmt.Sprintf("%s (%s)", version(), strings.Join(parts, ", "))
}

// revision returns the commit that this program was built from, with "+changes" where the checkout had changes; ""
// where the go command did not build it in a checkout.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	at, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			at = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+changes"
		}
	}
	if at == "" {
		return ""
	}
	return at[:min(12, len(at))] + changed
}

const versionHelp = `Version prints the version, the Go by which this program was built, and the commit that it was
built from, where that is known. --sbom prints what it consists of, each module with its hash, as a
document of CycloneDX 1.5 in JSON.`

func versionCommand(a *app) *cobra.Command {
	c := &cobra.Command{Use: "version", Short: "print the version", Long: versionHelp, Args: noArguments(),
		Example: "  ttf-int version\n  ttf-int version --sbom > ttf-int.cdx.json"}
	sbom := c.Flags().Bool("sbom", false, "print what this program consists of, as CycloneDX")
	c.RunE = func(*cobra.Command, []string) error {
		if *sbom {
			of, err := readBill()
			if err != nil {
				return blameMachinery(err)
			}
			return a.console.write(func(w io.Writer) error { return report.WriteDocument(w, of) })
		}
		return a.console.write(func(w io.Writer) error {
			if a.console.json {
				return report.WriteDocument(w, map[string]string{"version": version(), "go": runtime.Version(),
					"revision": revision()})
			}
			_, err := fmt.Fprintln(w, "ttf-int", versionLine())
			return err
		})
	}
	return c
}
