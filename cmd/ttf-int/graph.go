package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const graphHelp = `Graph draws the uses and calls relations, layer by layer, the highest layer on top.
With --machine it draws the states of a machine that the last run has met, and the
steps between them, those to which the fewest steps lead, 60 at most.`

func graphCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "graph", Short: "draw the uses and calls relations, or the states of a machine", Args: noArguments(),
		Long: graphHelp,
		Example: "  ttf-int graph\n  ttf-int graph --format dot | dot -Tsvg > uses.svg\n  ttf-int graph --format mermaid\n" +
			"  ttf-int graph --machine depot --format svg > depot.svg",
	}
	format := newFormatFlag(c, a.console, report.GraphFormats)
	of := c.Flags().String("machine", "", "draw the states of the machine `NAME`")
	c.RunE = func(*cobra.Command, []string) error {
		f, err := format.chosenFormat()
		if err != nil {
			return err
		}
		system, err := a.project.load(false)
		if err != nil {
			return err
		}
		pic, err := a.drawing(system, *of)
		if err != nil {
			return err
		}
		return a.console.write(func(w io.Writer) error { return f.Write(w, pic, style(a.console.stdout)) })
	}
	return c
}

// drawing returns the picture of a project's relations, or of the states of a machine.
func (a *app) drawing(system *spec.System, of string) (report.Drawing, error) {
	if of == "" {
		return report.Relations(system)
	}
	var known []string
	for _, m := range system.Machines {
		known = append(known, m.Name)
	}
	if findMachine(system, of) == nil {
		return nil, fmt.Errorf("there is no machine %q%s", of, source.DidYouMean(of, known))
	}
	run, _, err := a.planning.readKept(system)
	if err != nil {
		return nil, err
	}
	if run != nil {
		for _, m := range run.Machines {
			if m.Machine == of {
				return report.StatesOf(system.Project, m), nil
			}
		}
	}
	return nil, fmt.Errorf("the last run has not run the machine %s: `%s run --machine %s` does", of, a.project.command(),
		of)
}
