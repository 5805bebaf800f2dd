package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

func (a *app) graphCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "graph", Short: "draw the uses and calls relations", Args: noArguments(),
		Long:    "Graph draws the uses and calls relations, layer by layer, the highest layer on top.",
		Example: "  ttf-int graph\n  ttf-int graph --format dot | dot -Tsvg > uses.svg\n  ttf-int graph --format mermaid",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.oneFormat(cmd, format, "text", "dot", "mermaid"); err != nil {
				return err
			}
			system, err := a.load()
			if err != nil {
				return err
			}
			pic, err := report.Relations(system)
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error {
				switch {
				case a.json:
					return report.Document(w, pic)
				case format == "dot":
					return pic.DOT(w)
				case format == "mermaid":
					return pic.Mermaid(w)
				}
				return pic.Text(w, style(a.stdout))
			})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, dot or mermaid")
	return c
}
