package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

func graphCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "graph", Short: "draw the uses and calls relations", Args: noArguments(),
		Long:    "Graph draws the uses and calls relations, layer by layer, the highest layer on top.",
		Example: "  ttf-int graph\n  ttf-int graph --format dot | dot -Tsvg > uses.svg\n  ttf-int graph --format mermaid",
	}
	format := newFormatFlag(c, a.console, report.GraphFormats)
	c.RunE = func(*cobra.Command, []string) error {
		f, err := format.chosen()
		if err != nil {
			return err
		}
		system, err := a.project.load(false)
		if err != nil {
			return err
		}
		pic, err := report.Relations(system)
		if err != nil {
			return err
		}
		return a.console.write(func(w io.Writer) error { return f.Write(w, pic, style(a.console.stdout)) })
	}
	return c
}
