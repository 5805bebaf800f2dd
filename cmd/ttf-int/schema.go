package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/report/ci"
	"github.com/ttf-int/ttf-int/source"
)

const schemaHelp = `Schema writes the JSON Schema (draft-07) of one kind of file. Of those that people
write, an editor completes keys by it, and marks mistakes while they are typed:

  project   ttf-int.yaml
  unit      the documents of units, machines, properties and classes, for which specs has patterns
  answers   the tables of manual stubs, as stubs --freeze writes them
  failures  the cases that run --keep-failures keeps, in failures/

Of those that ttf-int writes, other programs know by it what they read. Later versions
may add fields, and never rename one or change its type:

  run       the document of run --json
  stream    a line of run --jsonl

Editors with a YAML language server read it where the first line of a file says so:

  # yaml-language-server: $schema=../schema/unit.json

The schema knows the form alone. Whether names and values are those of the specification
is what validate finds.`

func schemaCommand(a *app) *cobra.Command {
	names := slices.Concat(config.SchemaNames(), ci.SchemaNames())
	kinds := strings.Join(names, ", ")
	c := &cobra.Command{
		Use: "schema KIND", Short: "write the JSON Schema of a kind of file", Long: schemaHelp,
		Args: arguments(1, 1, "a kind of file: one of "+kinds), ValidArgs: names,
		Example: "  ttf-int schema project > schema/project.json\n  ttf-int schema unit > schema/unit.json",
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		text, err := schemaOf(args[0], names)
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

// schemaOf returns the schema of a kind of file, of which names are all that there are.
func schemaOf(kind string, names []string) ([]byte, error) {
	switch {
	case slices.Contains(ci.SchemaNames(), kind):
		return ci.Schema(kind)
	case slices.Contains(names, kind):
		return config.Schema(kind)
	}
	return nil, fmt.Errorf("there is no schema %q: %s", kind, source.FormatExpected(kind, names))
}
