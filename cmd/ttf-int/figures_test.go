package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/adequacy"
)

var writeFigures = flag.Bool("figures", false,
	"measure what cases of the examples find of mutants, and write the table of docs/mutants.md")

const (
	// mutantsPage has the table of what cases find of the examples' mutants.
	mutantsPage = "../../docs/mutants.md"
	// equivalents lists the mutants of which a person has found that the specification allows all that they do.
	equivalents = "testdata/equivalent.txt"
)

// measured are the examples whose mutants are counted, each with its package, and options of mutate.
var measured = []struct {
	name, of string
	options  []string
}{
	{name: "bank", of: "./bank"},
	{name: "depot", of: "./depot"},
	{name: "eater", of: "./eater"},
	{name: "filestore", of: "./store", options: []string{"--draw", "8", "--run-timeout", "90s"}},
	{name: "sortedlist", of: "./list"},
}

// figure is a row of the table.
type figure struct {
	name                                                  string
	cases, mutants, reached, killed, equivalent, atRandom int
	seconds                                               int // of the processor
}

// row returns the figure as the table has it.
func (f figure) row() string {
	cpu := ""
	if f.seconds > 0 {
		cpu = fmt.Sprintf("%d s ", f.seconds)
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d of %d | %d | %s|\n", f.name, f.cases, f.mutants, f.reached,
		f.killed, f.equivalent, f.killed, f.reached-f.equivalent, f.atRandom, cpu)
}

// tableOf returns the table of figures.
func tableOf(figures []figure) string {
	out := "| example | cases | mutants | reached | killed | equivalent | of the others | at random | CPU time |\n" +
		"|---|---|---|---|---|---|---|---|---|\n"
	all := figure{name: "all"}
	for _, f := range figures {
		all.cases, all.mutants, all.reached = all.cases+f.cases, all.mutants+f.mutants, all.reached+f.reached
		all.killed, all.equivalent = all.killed+f.killed, all.equivalent+f.equivalent
		all.atRandom += f.atRandom
		out += f.row()
	}
	return out + all.row()
}

// figuresTable finds the table in the page.
var figuresTable = regexp.MustCompile(`(?m)^\| example \| cases \| mutants \|.*\n(\|.*\n)+`)

// TestMutantFigures holds the table of docs/mutants.md against what writes it: it has a row for each example, and its
// figures add up. With -figures all mutants run, which takes minutes, and the table is written.
func TestMutantFigures(t *testing.T) {
	page, err := os.ReadFile(mutantsPage)
	if err != nil {
		t.Fatal(err)
	}
	is := string(figuresTable.Find(page))
	var figures []figure
	for i, m := range measured {
		if *writeFigures {
			figures = append(figures, measureMutants(t, i))
			continue
		}
		f := figure{name: m.name}
		row := regexp.MustCompile(`(?m)^\| ` + m.name + ` \|.*$`).FindString(is)
		var killed, others int
		_, err := fmt.Sscanf(strings.TrimPrefix(row, "| "+m.name), " | %d | %d | %d | %d | %d | %d of %d | %d | %d s |",
			&f.cases, &f.mutants, &f.reached, &f.killed, &f.equivalent, &killed, &others, &f.atRandom, &f.seconds)
		if err != nil {
			t.Errorf("%s: %q: %v", m.name, row, err)
		}
		figures = append(figures, f)
	}
	want := tableOf(figures)
	switch {
	case want == is:
	case !*writeFigures:
		t.Errorf("the table is not what -figures writes:\n%swant\n%s", is, want)
	default:
		page = figuresTable.ReplaceAllLiteral(page, []byte(want))
		if err := os.WriteFile(mutantsPage, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// measureMutants runs mutate on an example without its own cases and lists of tactics.
func measureMutants(t *testing.T, at int) figure {
	t.Helper()
	m := measured[at]
	dir := filepath.Join("..", "..", "examples", m.name)
	work := t.TempDir()
	program, out := filepath.Join(work, "ttf-int"), filepath.Join(work, "measure.json")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	defer stripProject(t, dir)()
	args := slices.Concat([]string{"-C", dir, "--config", filepath.Join(dir, strippedConfig), "--no-cache", "mutate",
		m.of, "--mutants", "0", "--random", "--json", "-o", out}, m.options)
	cmd := exec.Command(program, args...)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var of adequacy.Measure
	if err := json.Unmarshal(data, &of); err != nil {
		t.Fatal(err)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return countMutants(t, m.name, &of, cpu)
}

// countMutants counts what came of mutants, and says which are left that nobody has found to be equivalent.
func countMutants(t *testing.T, name string, of *adequacy.Measure, cpu time.Duration) figure {
	t.Helper()
	known, err := os.ReadFile(equivalents)
	if err != nil {
		t.Fatal(err)
	}
	f := figure{name: name, cases: of.Cases, mutants: len(of.Outcomes), seconds: max(1, int(cpu.Seconds()+0.5))}
	for _, o := range of.Outcomes {
		switch o.Status {
		case adequacy.Killed, adequacy.Hung, adequacy.Broken:
			f.killed++
		case adequacy.Survived:
			line := fmt.Sprintf("%s %s: %s: %s -> %s", name, o.Function, o.Kind, o.Was,
				cmp.Or(o.Now, "nothing"))
			if slices.Contains(strings.Split(string(known), "\n"), line) {
				f.equivalent++
			} else {
				t.Logf("%s:%d: not in %s: %s", o.File, o.Line, equivalents, line)
			}
		}
		if o.Status != adequacy.Unreached {
			f.reached++
		}
		if o.Random != nil && *o.Random {
			f.atRandom++
		}
	}
	return f
}

const (
	// strippedConfig is the name of the configuration of a project without its own cases and lists of tactics.
	strippedConfig = "measured.yaml"
	// stripped ends the names of its units' files.
	stripped = ".measured"
)

// stripProject writes a copy of the project's files beside them, without own cases and lists of tactics. It returns
// what removes it.
func stripProject(t *testing.T, dir string) func() {
	t.Helper()
	var made []string
	write := func(name, text string) {
		made = append(made, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	units, err := filepath.Glob(filepath.Join(dir, "specs", "*.yaml"))
	if err != nil || len(units) == 0 {
		t.Fatal(dir, err)
	}
	for _, u := range units {
		write(u+stripped, withoutLists(read(u)))
	}
	config := read(filepath.Join(dir, "ttf-int.yaml"))
	write(filepath.Join(dir, strippedConfig), strings.ReplaceAll(config, "*.yaml", "*.yaml"+stripped))
	return func() {
		for _, name := range made {
			os.Remove(name)
		}
	}
}

// withoutLists returns a unit's file without its own cases and lists of tactics.
func withoutLists(text string) string {
	var out []string
	leaving := false
	for _, line := range strings.SplitAfter(text, "\n") {
		switch {
		case strings.HasPrefix(line, "cases:") || strings.HasPrefix(line, "tactics:"):
			leaving = true
		case line != "" && !strings.ContainsAny(line[:1], " -#\n"), strings.HasPrefix(line, "---"):
			leaving = false
		}
		if !leaving {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
