//go:build !race

// What is tried here is the programs' mistakes, and not the runner's goroutines:
// under the race detector it would take minutes.

package runner_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

var writeMatrix = flag.Bool("matrix", false, "try every fault of the examples, and write docs/faults.md")

// matrixFile is the table of what becomes of the faults of the examples.
const matrixFile = "../docs/faults.md"

// matrixStep is every how manyth fault is tried where the table is not written.
const matrixStep = 13

// subject is an example whose faults are tried.
type subject struct {
	name, sut, variable string
	build               []string
	declared            string // the file that declares the faults
	faults              []fault
	not                 string // which classes cannot be, and why
}

// fault is a mistake that an example can be made to have: where it is, and the
// class that Cristiá, Mesuro and Frydman give it.
type fault struct {
	name, unit string
	class      result.Class
}

// subjects are the examples whose faults are tried, with what each fault is.
func subjects() []subject {
	return []subject{
		{
			name: "sortedlist", sut: "list", variable: "SORTEDLIST_FAULT", declared: "list/list.go",
			faults: []fault{
				{"sort-duplicates", "sort", trace.WFE}, {"sort-nonempty", "sort", trace.WFE},
				{"sort-panics", "sort", trace.WFE},
				{"sort-exits", "sort", trace.WFE}, {"sort-hangs", "sort", trace.WFE},
				{"insert-loses", "insert", trace.WFE}, {"insert-sorts-first", "insert", trace.EFE},
				{"insert-calls-sort-when-present", "insert", trace.ECI}, {"insert-sorts-next", "insert", trace.WCI},
				{"insert-forgets-sort", "insert", trace.MIC},
			},
			not: "`sort` may be called with anything, so that `insert` cannot have MFE. `err` has one answer.",
		},
		{
			name: "filestore", sut: "filestore", variable: "FILESTORE_FAULT", declared: "store/fault.go",
			build: []string{"-tags", "underTest"},
			faults: []fault{
				{"allocate-reuses", "allocate", trace.WFE}, {"release-panics", "release", trace.WFE},
				{"append-forgets", "append", trace.WFE},
				{"readAt-fetches-first", "readAt", trace.WCI}, {"readAt-unchecked", "readAt", trace.MFE},
				{"clear-leaks", "clear", trace.MIC}, {"save-overwrites", "save", trace.ECI},
			},
			not: "All that may be called on one state lies in one case of `allocate`, of `fetch`, of `enter` and of `append`: their callers cannot have EFE. A unit that calls another in every case cannot have ECI.",
		},
		{
			name: "depot", sut: "depot", variable: "DEPOT_FAULT", declared: "depot/fault.go",
			build: []string{"-tags", "underTest"},
			not:   "Units of the lowest layer call nothing, and have WFE alone. `retire` cannot have EFE: whatever it drops that may be dropped is what `drop` was tested with.",
		},
	}
}

// Faults are declared as a constant of the type Fault, or as an
// element of the list of all of them, which says the unit and the class.
var (
	constantFault = regexp.MustCompile(`Fault\s+= "([^"]+)"`)
	listedFault   = regexp.MustCompile(`"([a-zA-Z]+)-(wfe|efe|mfe|eci|wci|mic)"`)
)

// listFaults returns the faults of a subject, and fails where the program has one that
// is not among them.
func (s subject) listFaults(t *testing.T) []fault {
	t.Helper()
	text, err := os.ReadFile("../examples/" + s.name + "/" + s.declared)
	if err != nil {
		t.Fatal(err)
	}
	out := slices.Clone(s.faults)
	for _, m := range listedFault.FindAllStringSubmatch(string(text), -1) {
		out = append(out, fault{m[1] + "-" + m[2], m[1], result.Class(strings.ToUpper(m[2]))})
	}
	for _, m := range constantFault.FindAllStringSubmatch(string(text), -1) {
		if !slices.ContainsFunc(out, func(f fault) bool { return f.name == m[1] }) {
			t.Errorf("%s has the fault %s, and no one says what it is", s.name, m[1])
		}
	}
	for _, f := range out {
		if !strings.Contains(string(text), `"`+f.name+`"`) {
			t.Errorf("%s has no fault %s", s.name, f.name)
		}
	}
	return out
}

// plan plans the subject, with a program that was built once.
func (s subject) plan(t *testing.T) *plan.Plan {
	t.Helper()
	program := func() (string, error) {
		return buildProgram(s.name+"-matrix", "../examples/"+s.name+"/sut", s.build...)
	}
	return planProject(t, "../examples/"+s.name, program, func(*spec.System, *spec.SUT) {})
}

// trial is what became of a fault.
type trial struct {
	fault
	failed  int // cases that did not pass
	noticed int // cases that passed, with a finding about them
	classes []string
	blamed  []string
}

// try runs the cases of the unit that has a fault, and of those that call it.
func (s subject) try(t *testing.T, p *plan.Plan, f fault) trial {
	t.Helper()
	program := p.System.SUTs[s.sut]
	program.Env = []string{s.variable + "=" + f.name}
	if p.System.Run.Timeout = time.Minute; strings.HasSuffix(f.name, "-hangs") {
		p.System.Run.Timeout = 2 * time.Second
	}
	out := trial{fault: f}
	add := func(to *[]string, what string) {
		if !slices.Contains(*to, what) {
			*to = append(*to, what)
		}
	}
	start := time.Now()
	defer func() { t.Logf("%s %s: %v", s.name, f.name, time.Since(start).Round(time.Millisecond)) }()
	for _, r := range run(t, p, runner.Options{Units: withCallers(p.System, f.unit)}).Results {
		if r.Verdict == result.Pass && len(r.Blame) == 0 {
			if len(r.Findings) > 0 {
				out.noticed++
			}
			continue
		}
		out.failed++
		class := "none"
		if r.Class != nil {
			class = string(*r.Class)
		}
		add(&out.classes, class)
		for _, unit := range r.Blame {
			add(&out.blamed, unit)
		}
		if len(r.Blame) == 0 {
			add(&out.blamed, "nobody")
		}
	}
	slices.Sort(out.classes)
	slices.Sort(out.blamed)
	return out
}

// withCallers returns a unit and its callers.
func withCallers(system *spec.System, unit string) []string {
	out := []string{unit}
	for _, u := range system.Units {
		if slices.Contains(u.Uses, unit) || slices.Contains(u.Calls, unit) {
			out = append(out, u.Name)
		}
	}
	return out
}

// The verdicts of the table.
const (
	yes     = "yes"
	partly  = "partly"
	finding = "finding"
	no      = "**no**"
)

func (x trial) describeFound() string {
	switch {
	case x.failed > 0:
		return yes
	case x.noticed > 0:
		return finding
	}
	return no
}

// describeRight says whether all of what was said is what is so, some of it, or none.
func describeRight(said []string, is string) string {
	switch {
	case !slices.Contains(said, is):
		return no
	case len(said) > 1:
		return partly
	}
	return yes
}

// A finding has neither class nor blame.
func (x trial) classRight() string { return x.explainUnless(describeRight(x.classes, string(x.class))) }
func (x trial) blameRight() string { return x.explainUnless(describeRight(x.blamed, x.unit)) }

func (x trial) explainUnless(said string) string {
	if x.describeFound() == finding {
		return "-"
	}
	return said
}

// row is the trial's line of the table.
func (x trial) row() string {
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s | %s | %s |", x.name, x.unit, x.class, x.describeFound(),
		strings.Join(x.classes, ", "), x.classRight(), strings.Join(x.blamed, ", "), x.blameRight())
}

const matrixHead = `# What becomes of faults

Each example has faults that a variable of its environment gives it, one at a time: for each unit and each class of
errors (Leung and White, as Cristiá, Mesuro and Frydman have them) that the unit can have. For each, the cases of the
unit and of its callers are run. *Found*: some case does not pass; *finding*: all pass, the result being right in spite
of the fault, and a finding says what was done otherwise than specified. *Class* and *blame* are right where every case
that does not pass says the class of the fault, and blames the unit that has it and nobody else; *partly* says that
others are named too.

This table is written by ` + "`go test ./runner -run TestFaultMatrix -matrix`" + `. ` + "`go test ./runner`" + ` tries some of
the faults again, and checks that each is in here.
`

// wrapText breaks a paragraph into lines of at most 120 columns.
func wrapText(text string) string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+len(" ")+
			utf8.RuneCountInString(word) <= 120 {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}

// matrix returns the document.
func matrix(tried map[string][]trial) string {
	var b strings.Builder
	b.WriteString(matrixHead)
	for _, s := range subjects() {
		trials := tried[s.name]
		count := func(f func(trial) string) int {
			n := 0
			for _, x := range trials {
				if f(x) == yes {
					n++
				}
			}
			return n
		}
		fmt.Fprintf(&b, "\n## %s\n\n", s.name)
		b.WriteString(wrapText(fmt.Sprintf("%d faults: %d found, class right %d, blame right %d. %s",
			len(trials), count(trial.describeFound), count(trial.classRight), count(trial.blameRight), s.not)))
		b.WriteString("\n\n| class | faults | found | class right | blame right |\n|---|---|---|---|---|\n")
		for _, c := range trace.Classes() {
			of := map[string]int{}
			for _, x := range trials {
				if x.class == c.Name {
					of["faults"]++
					of["found "+x.describeFound()]++
					of["class "+x.classRight()]++
					of["blame "+x.blameRight()]++
				}
			}
			if of["faults"] > 0 {
				fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", c.Name, of["faults"], of["found "+yes],
					of["class "+yes], of["blame "+yes])
			}
		}
		b.WriteString("\n| fault | unit | class | found | said | class right | blamed | blame right |\n|---|---|---|---|---|---|---|---|\n")
		for _, x := range trials {
			b.WriteString(x.row() + "\n")
		}
	}
	return b.String()
}

// TestFaultMatrix tries faults of the examples, and holds what becomes of them
// against the table. Where a trial says more that is right than the table, the
// table is to be written again.
func TestFaultMatrix(t *testing.T) {
	tried := map[string][]trial{}
	document := ""
	if !*writeMatrix {
		data, err := os.ReadFile(matrixFile)
		if err != nil {
			t.Fatal(err)
		}
		document = string(data)
	}
	for _, s := range subjects() {
		faults := s.listFaults(t)
		p := s.plan(t)
		if none := s.try(t, p, fault{unit: p.System.Units[0].Name}); none.failed+none.noticed > 0 {
			t.Errorf("%s fails without a fault: %v", s.name, none)
		}
		for i, f := range faults {
			if !*writeMatrix {
				if !strings.Contains(document, "| `"+f.name+"` |") {
					t.Errorf("%s: the fault %s is not in the table", s.name, f.name)
				}
				if i%matrixStep != 0 || strings.HasSuffix(f.name, "-hangs") {
					continue
				}
			}
			x := s.try(t, p, f)
			tried[s.name] = append(tried[s.name], x)
			if *writeMatrix || strings.Contains(document, x.row()+"\n") {
				continue
			}
			if x.describeFound() == yes && x.classRight() == yes && x.blameRight() == yes {
				t.Logf("%s: better than the table, which is to be written again", x.row())
				continue
			}
			t.Errorf("%s: not in the table:\n%s", s.name, x.row())
		}
	}
	if *writeMatrix {
		if err := os.WriteFile(matrixFile, []byte(matrix(tried)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
