package house

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	fuzzed = flag.String("fuzzed", "", "run the fuzz targets for so long, as go test -fuzztime has it (1m, 5000x), and "+
		"write the table of docs/hunt.md; else that is checked")
	fuzzOnly = flag.String("fuzzed.only", ".", "run those fuzz targets alone whose folder and name match this `pattern`")
)

// huntPage has the table of what fuzzing has tried.
const huntPage = "docs/hunt.md"

// fuzzTable finds the table in the page, and fuzzCount what go test says of a target.
var (
	fuzzTable = regexp.MustCompile(`(?m)^\| fuzz target \|.*\n(\|.*\n)+`)
	fuzzFunc  = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	fuzzCount = regexp.MustCompile(`fuzz: elapsed: (\S+), execs: (\d+) .*new interesting: \d+ \(total: (\d+)\)`)
)

// fuzzTarget is a fuzz target, with the folder of its package.
type fuzzTarget struct{ folder, name string }

func (f fuzzTarget) row() string { return fmt.Sprintf("| `%s` | %s |", f.name, f.folder) }

// listFuzzTargets returns all fuzz targets of the module.
func listFuzzTargets(t *testing.T) []fuzzTarget {
	t.Helper()
	var out []fuzzTarget
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range fuzzFunc.FindAllStringSubmatch(string(text), -1) {
			out = append(out, fuzzTarget{filepath.ToSlash(filepath.Dir(path)), m[1]})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b fuzzTarget) int { return strings.Compare(a.row(), b.row()) })
	return out
}

// TestFuzzFigures holds that the table of docs/hunt.md has every fuzz target and no other. With -fuzzed, each runs so
// long, and the table is written.
func TestFuzzFigures(t *testing.T) {
	page, err := os.ReadFile(huntPage)
	if err != nil {
		t.Fatal(err)
	}
	is, targets, only := string(fuzzTable.Find(page)), listFuzzTargets(t), regexp.MustCompile(*fuzzOnly)
	if *fuzzed == "" {
		for _, f := range targets {
			if !strings.Contains(is, f.row()) {
				t.Errorf("%s: not in the table: go test . -run TestFuzzFigures -fuzzed 1m writes it\n%s", huntPage, f.row())
			}
		}
		if n := strings.Count(is, "\n") - 2; n != len(targets) {
			t.Errorf("%s: %d rows for %d fuzz targets", huntPage, n, len(targets))
		}
		return
	}
	for _, f := range targets {
		if !only.MatchString(f.folder + "." + f.name) {
			continue
		}
		is = keepRow(is, f.row(), f.row()+f.run(t))
		page = fuzzTable.ReplaceAllLiteral(page, []byte(is))
		if err := os.WriteFile(huntPage, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// keepRow returns a table with a row in the place of the one that begins so, or at its end.
func keepRow(table, begin, row string) string {
	if at := strings.Index(table, begin); at >= 0 {
		return table[:at] + row + table[at+strings.Index(table[at:], "\n")+1:]
	}
	return table + row
}

// run runs the target, and returns the rest of its row.
func (f fuzzTarget) run(t *testing.T) string {
	t.Helper()
	said, err := exec.Command("go", "test", "./"+f.folder, "-run", "^$", "-fuzz", "^"+f.name+"$",
		"-fuzztime", *fuzzed, "-parallel", "1").CombinedOutput()
	counts := fuzzCount.FindAllStringSubmatch(string(said), -1)
	if err != nil || len(counts) == 0 {
		t.Errorf("%s of %s: %v\n%s", f.name, f.folder, err, said)
		return " ? | ? | **yes** |\n"
	}
	last := counts[len(counts)-1]
	t.Logf("%s %s %s", f.folder, f.name, last[0])
	return fmt.Sprintf(" %s | %s | 0 |\n", last[2], last[3])
}
