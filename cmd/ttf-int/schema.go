package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
)

const schemaHelp = `Schema writes the JSON Schema (draft-07) of one kind of file, by which an editor
completes keys and marks mistakes while they are typed:

  project   ttf-int.yaml
  unit      the documents of units, machines and properties, for which specs has patterns
  answers   the tables of manual stubs, as stubs --freeze writes them

Editors with a YAML language server read it where the first line of a file says so:

  # yaml-language-server: $schema=../schema/unit.json

The schema knows the form alone. Whether names and values are those of the specification
is what validate finds.`

func schemaCommand(a *app) *cobra.Command {
	kinds := strings.Join(config.SchemaNames(), ", ")
	c := &cobra.Command{
		Use: "schema KIND", Short: "write the JSON Schema of a YAML file, for editors", Long: schemaHelp,
		Args: arguments(1, 1, "a kind of file: one of "+kinds), ValidArgs: config.SchemaNames(),
		Example: "  ttf-int schema project > schema/project.json\n  ttf-int schema unit > schema/unit.json",
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		text, err := config.Schema(args[0])
		if err != nil {
			return err
		}
		return a.console.write(func(w io.Writer) error {
			_, err := w.Write(append(text, '\n'))
			return err
		})
	}
	return c
}
