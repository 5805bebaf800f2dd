package report

import (
	"bytes"
	"html"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

var (
	idOf   = regexp.MustCompile(`\sid="([^"]*)"`)
	loads  = regexp.MustCompile(`<(img|link|iframe|object|embed|base|form)\b|<[^<>]*\s(src|on[a-z]+|style)=`)
	quoted = regexp.MustCompile(`"[^"]*"`)
	linkOf = regexp.MustCompile(`\shref="([^"]*)"`)
)

// writeText returns what a writer writes.
func writeText(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkPages checks, of pages by the names of their files, that no id occurs twice in one of them, that
// each link has a target, and that nothing else is loaded or run but the one script.
func checkPages(t *testing.T, pages map[string]string) {
	t.Helper()
	ids := map[string]map[string]bool{}
	for name, page := range pages {
		ids[name] = map[string]bool{}
		for _, m := range idOf.FindAllStringSubmatch(page, -1) {
			id := html.UnescapeString(m[1])
			if ids[name][id] {
				t.Errorf("%s has the id %q twice", name, id)
			}
			ids[name][id] = true
			if strings.ContainsAny(id, " \t\n<>\"") || id == "" {
				t.Errorf("%s has the id %q, which is none", name, id)
			}
		}
		if n := strings.Count(page, "<script"); n != 1 {
			t.Errorf("%s has %d scripts, want 1", name, n)
		}
		tags := quoted.ReplaceAllString(strings.ReplaceAll(page, pageScript, ""), `""`)
		if tag := loads.FindString(tags); tag != "" {
			t.Errorf("%s has %s", name, tag)
		}
	}
	for name, page := range pages {
		for _, m := range linkOf.FindAllStringSubmatch(page, -1) {
			file, fragment, in := strings.Cut(html.UnescapeString(m[1]), "#")
			id, err := url.PathUnescape(fragment)
			if file == "" {
				file = name
			}
			if known := ids[file]; err != nil || known == nil || in && !known[id] {
				t.Errorf("%s: the link %q leads nowhere", name, m[1])
			}
		}
	}
}

// hostile are texts that mean something in HTML, in scripts, in style sheets, or in the order of text.
var hostile = []string{
	`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `a&b&amp;c`,
	`</style><b>`, `<!-- `, `{{.Project}}`, "\u202egnp.exe\u2066", strings.Repeat("long", 500), "javascript:alert(1)",
	"two\nlines", "\x00\x1b[31m",
}

// What programs and specifications say is text in a page, whatever it says.
func TestPagesAreEscaped(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		made := planList(t)
		pl := made.Plan
		run := someRun(pl)
		run.Project, run.Tool, run.Findings, run.Machinery = text, text, []string{text}, []string{text}
		pl.System.Project = text
		for _, u := range pl.Units {
			for _, root := range rootsOf(u) {
				root.Shown = text
			}
			for _, l := range u.Leaves {
				l.Settle(l.Status, suite.Why{Reason: text})
				l.Shown = text
			}
		}
		for _, r := range run.Results {
			r.Message, r.Stdout, r.Stderr, r.Findings, r.Replay, r.Tau = text, text, text, []string{text}, text, text
			r.Blame, r.Violated = []string{text}, []result.Violation{{Predicate: text, At: text + ":1:2"}}
			for _, c := range r.Trace {
				c.Unit, c.Message = text, text
			}
			for i := range r.Stubs {
				r.Stubs[i].Reason, r.Stubs[i].Leaf = text, text
			}
		}
		drawn := *run.Results[len(run.Results)-4]
		drawn.Case, drawn.Drawn = drawn.Leaf+"~1", &result.Drawn{Values: drawn.Values}
		failed := drawn
		failed.Case = "list~1"
		run.Results = append(run.Results, &drawn)
		run.Laws = []*result.Law{{Property: text, Verdict: result.Fail, Outcome: "counterexample",
			Counterexample: []string{text}, Why: text, Replay: text}}
		run.Machines = []*result.Machine{{Machine: text, Verdict: result.Fail, Ran: 1, Findings: []string{text},
			Failures: []*result.Sequence{{Result: &failed, Why: text,
				Steps: []result.SequenceStep{{Unit: text, Inputs: run.Results[0].Values}}}}}}
		rep := Stubs(pl, run, observe(t, made, run), Source{Run: run.Started, Tool: text, Stale: []string{text},
			Command: text})
		rep.runPage = runFile
		finished := &Finished{Run: run, Plan: pl, History: somePast(run)}
		pages := map[string]string{stubsFile: writeText(t, rep.writeHTML),
			runFile: writeText(t, func(w io.Writer) error { return writeRunHTML(w, finished) })}
		checkPages(t, pages)
		for name, page := range pages {
			if strings.ContainsAny(page, "\u202e\u2066\x00\x1b") {
				t.Errorf("%q: %s has control characters", text, name)
			}
			if n := strings.Count(page, "alert(1)"); strings.Contains(text, "alert(1)") != (n > 0) {
				t.Errorf("%q: %s has it %d times", text, name, n)
			}
		}
	}
}

// The files of a specification are shown as they are, with an id for each line.
func TestSpecificationOnPage(t *testing.T) {
	t.Parallel()
	pl := planSortedList(t)
	text := textOf(pl)
	if len(text.files) == 0 {
		t.Fatal("there are no files")
	}
	for _, f := range text.files {
		if len(f.Lines) == 0 || f.Rest != "" {
			t.Errorf("%s: %d lines, %q", f.Name, len(f.Lines), f.Rest)
		}
	}
	first := text.files[0]
	last := len(first.Lines)
	if got := text.linkLine("x.html", first.Name+":"+itoa(last)+":1"); got != "x.html#"+first.Lines[last-1].ID {
		t.Errorf("the link to the last line is %q", got)
	}
	for _, at := range []string{"", "a", first.Name + ":0:1", first.Name + ":" + itoa(last+1) + ":1", "other.zed:1:1",
		first.Name + ":x:1"} {
		if got := text.linkLine("", at); got != "" {
			t.Errorf("%q has the link %q", at, got)
		}
	}
	// Of a very long file the beginning is shown.
	big := source.NewFile("big.zed", strings.Repeat("x\n", maxSpecBytes)).Whole()
	pl.Unit("sort").Tree.Root.Span = big.Span(0, 1)
	files := textOf(pl).files
	i := slices.IndexFunc(files, func(f specFile) bool { return f.Name == "big.zed" })
	if i < 0 || len(files[i].Lines) > maxSpecBytes/2+1 || !strings.Contains(files[i].Rest, "left out") {
		t.Errorf("big.zed is shown whole")
	}
}

func TestNaturalOrder(t *testing.T) {
	t.Parallel()
	want := []string{"", "U", "U_1", "U_02", "U_2", "U_10", "U_10a", "U_11", "unit2", "unit10",
		"unit99999999999999999999", "unit100000000000000000000", "é"}
	got := slices.Clone(want)
	slices.Reverse(got)
	if got = sortNames(got); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if compareNatural(a, b) != -compareNatural(b, a) || (compareNatural(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q have no order", a, b)
			}
		}
	}
}

func TestAnchorsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, name := range []string{"a b", "a%20b", "a+b", "a\tb", `a"b`, "a/b#2", "a/b_2", "ü"} {
		id := anchor("x", name)
		if other, twice := seen[id]; twice {
			t.Errorf("%q and %q have the id %q", name, other, id)
		}
		seen[id] = name
	}
}

// A hash is of the names and contents of the files.
func TestHashInputs(t *testing.T) {
	t.Parallel()
	a := hashInputs([]spec.Input{{Path: "a", SHA256: "1"}, {Path: "b", SHA256: "2"}})
	if a == hashInputs([]spec.Input{{Path: "a", SHA256: "1"}, {Path: "b", SHA256: "3"}}) || len(a) != 12 {
		t.Errorf("the hash is %q", a)
	}
}
