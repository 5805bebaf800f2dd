package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/sut/conformance"
)

const sdkHelp = `Sdk holds an SDK for programs under test, in any language, against the protocol: it starts
the command, which serves the counter that the documentation of the package sut/conformance
describes, and makes each check with a client that knows of no SDK. It says for each what was
wrong. What the protocol lets an SDK leave out, and it does, is said with "lacks", and is not
wrong. The program sees the whole environment.

Exit codes: 0 no check failed; 1 one did.`

func sdkCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "sdk COMMAND [ARGUMENT...]", Short: "hold an SDK for programs under test against the protocol",
		Long: sdkHelp, Args: arguments(1, 1<<20, "the command of a program"),
		Example: "  ttf-int sdk ./counter\n  ttf-int sdk python3 sut/python/tests/programs/conformance.py\n  ttf-int sdk --json node counter.mjs",
	}
	c.Flags().SetInterspersed(false) // what follows the command is its own
	patience := c.Flags().Duration("patience", 30*time.Second, "wait no longer than `TIME` for an answer")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		kit := &conformance.Kit{Command: args, Env: os.Environ(), Patience: *patience}
		found := kit.Run(cmd.Context())
		if err := a.console.write(func(w io.Writer) error {
			if a.console.json {
				return report.WriteDocument(w, map[string]any{"checks": found})
			}
			return writeChecks(w, found, style(a.console.stdout))
		}); err != nil {
			return err
		}
		if countWrong(found) > 0 {
			return exitSilently(exitFailed)
		}
		return nil
	}
	return c
}

func countWrong(list []conformance.Outcome) (n int) {
	for _, o := range list {
		if o.Wrong != "" {
			n++
		}
	}
	return n
}

func countLacking(list []conformance.Outcome) (n int) {
	for _, o := range list {
		if o.Lacks != "" {
			n++
		}
	}
	return n
}

// writeChecks writes what came of the checks, for people.
func writeChecks(w io.Writer, list []conformance.Outcome, s report.Style) error {
	for _, o := range list {
		if err := report.WriteCheck(w, o, s); err != nil {
			return err
		}
	}
	wrong, lacking := countWrong(list), countLacking(list)
	end := ""
	if lacking > 0 {
		end = fmt.Sprintf(", %d not served", lacking)
	}
	_, err := fmt.Fprintf(w, "%d passed, %d failed%s\n", len(list)-wrong-lacking, wrong, end)
	return err
}
