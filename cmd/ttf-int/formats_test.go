package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/report/ci"
)

// readRows returns the rows of docs/commands.md about the formats of a command.
func readRows[T any](command string, list report.Formats[T]) []string {
	var out []string
	for _, f := range list {
		word := "--format " + f.Name
		if f.Switch {
			word = "--" + f.Name
		}
		out = append(out, "| `"+command+"` | `"+word+"` | "+f.Is+" |")
	}
	return out
}

// The page about commands has a row for each format of each command, and no other. The help
// of each command has them too.
func TestFormatsAreDocumented(t *testing.T) {
	t.Parallel()
	rows := slices.Concat(readRows("plan", report.PlanFormats), readRows("graph", report.GraphFormats),
		readRows("tree", report.TreeFormats),
		readRows("tree --diff", report.ChangeFormats), readRows("cases", report.CaseFormats),
		readRows("stubs", report.StubFormats),
		readRows("validate", report.ValidationFormats), readRows("mutate", report.MeasureFormats))
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| command | format | what it is |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if want := strings.Join(rows, "\n"); table != want {
		t.Errorf("docs/commands.md has the formats\n%s\nand they are\n%s", table, want)
	}
	for _, f := range slices.Concat(report.Files, ci.Files) {
		if !strings.Contains(string(text), "(`--"+f.Flag+" ") {
			t.Errorf("docs/commands.md does not say that run has --%s", f.Flag)
		}
	}
	helps := map[string]string{}
	for _, c := range newApp(nil, nil, proc.Guard{}).root().Commands() {
		helps[c.Name()] = c.Long
	}
	for command, help := range map[string]string{
		"plan": report.PlanFormats.Help(), "graph": report.GraphFormats.Help(), "tree": report.TreeFormats.Help(),
		"cases": report.CaseFormats.Help(), "stubs": report.StubFormats.Help(),
		"validate": report.ValidationFormats.Help(), "mutate": report.MeasureFormats.Help(),
	} {
		if !strings.HasSuffix(helps[command], help) {
			t.Errorf("the help of %s does not end in its formats", command)
		}
	}
}
