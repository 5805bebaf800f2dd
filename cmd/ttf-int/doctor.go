package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/doctor"
	"github.com/ttf-int/ttf-int/report"
)

const doctorHelp = `Doctor looks whether what ttf-int needs is there: Go, the solvers that it can ask, a
folder for sockets, processes that end what programs under test leave behind, and of the
project in this folder the specifications, the folder in which runs are kept, and the
programs under test. It changes nothing, and says what to do about what it misses.

What is "without" is needed for some things alone. Where something is wrong, the exit
code is 3.`

func doctorCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "look whether what is needed is there", Long: doctorHelp, Args: noArguments(),
		Example: "  ttf-int doctor\n  ttf-int doctor --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			solvers := map[string]string{}
			for name, file := range a.answerer.files {
				solvers[name] = *file
			}
			all := doctor.Check(cmd.Context(), doctor.Options{Version: version(), Config: a.project.config,
				Guard: a.guard, Solvers: solvers})
			err := a.console.write(func(w io.Writer) error {
				if a.console.json {
					return report.WriteDocument(w, map[string]any{"findings": all})
				}
				return report.Doctor(w, all, style(a.console.stdout))
			})
			if err == nil && !doctor.IsWell(all) {
				return exitSilently(exitMachinery)
			}
			return err
		},
	}
}
