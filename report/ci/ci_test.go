package ci

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
)

// evil is text that a unit under test may write in the hope that a reader obeys it.
const evil = "::error file=a,line=1::x\n::warning::y\r\n##[error]z\nBail out! now\nnot ok 9 - all\n  ...\n" +
	"%0A::set-output name=x::y%\n</details><script>\x1b[2J \u202e ``` \x00\xff"

// someRun is a run with each kind of what a run may say, many times over.
func someRun(times int) *report.Finished {
	run := &result.Run{APIVersion: plan.APIVersion, Kind: "Run", Tool: "test", Project: "list",
		Started: "2026-01-02T03:04:05Z", Seconds: 1.5,
		UndecidedLeaves: []string{"sort/DNF_9"}, Untested: []result.Untested{{Unit: "merge", Reason: "no leaf"}},
		OpenLeaves: []result.OpenLeaf{{Leaf: "sort/DNF_8", Reason: "none with limit = 1",
			Constants: []string{"limit"}}},
	}
	class := result.Class("WFE")
	add := func(n int, v result.Verdict) {
		r := &result.Result{Case: fmt.Sprintf("sort/DNF_%d/%s", n, v), Unit: "sort", Verdict: v, Seconds: 0.25}
		if v != result.Pass {
			r.Class, r.Blame, r.Message, r.Stdout, r.Stderr = &class, []string{"sort"}, evil, evil, evil
			r.Violated = []result.Violation{{Predicate: evil, At: "specs/list.zed:6:5"}}
			r.Findings, r.Replay = []string{evil}, "ttf-int run --case x"
		}
		run.Results = append(run.Results, r)
	}
	for n := range times {
		for _, v := range []result.Verdict{result.Pass, result.Fail, result.Error, result.Blocked, result.Undecided} {
			add(n, v)
		}
	}
	run.Results = append(run.Results, &result.Result{Case: "sort/DNF_0/s", Unit: "sort", Verdict: result.Fail,
		Support: true})
	run.Laws = []*result.Law{{Property: "p", Verdict: result.Fail, Outcome: "counterexample",
		Counterexample: []string{evil}}}
	run.Machines = []*result.Machine{{Machine: "m", Verdict: result.Blocked, Why: evil}}
	run.Machinery = []string{evil}
	run.Summary = result.Count(run.All())
	return &report.Finished{Run: run, Plan: &plan.Plan{}, Coverage: map[string]*plan.Coverage{}, Folder: "lists/one/"}
}

// TestGolden: what is written for each reader.
func TestGolden(t *testing.T) {
	f := someRun(1)
	texts := map[string]func(b *bytes.Buffer) error{
		"annotations.txt": func(b *bytes.Buffer) error { return WriteAnnotations(b, f) },
		"summary.md":      func(b *bytes.Buffer) error { _, err := b.WriteString(Summary(f, MostSummary)); return err },
	}
	for _, file := range Files {
		texts[file.Flag+".out"] = func(b *bytes.Buffer) error { return file.Parts[0].Write(b, f) }
	}
	for name, write := range texts {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// command is a line that GitHub takes for a command.
var command = regexp.MustCompile(`^\s*::(\w+)( [^:]*)?::`)

// TestAnnotationsWithinLimits: GitHub shows ten of each kind; there are no others, no text of a unit is a command,
// and the last says how many there are.
func TestAnnotationsWithinLimits(t *testing.T) {
	var b bytes.Buffer
	if err := WriteAnnotations(&b, someRun(30)); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for _, line := range lines {
		m := command.FindStringSubmatch(line)
		if m == nil || strings.ContainsAny(line, "\r\x00\x1b") || len(line) > 3*mostAnnotation {
			t.Fatalf("not an annotation: %q", line)
		}
		kinds[m[1]]++
	}
	if want := map[string]int{"error": 10, "warning": 10}; !cmp.Equal(kinds, want) {
		t.Errorf("annotations: %v, want %v", kinds, want)
	}
	// 60 cases, a property and the machinery; 60 cases, 2 leaves, a unit and a machine.
	if !strings.Contains(lines[9], "::53 more") || !strings.Contains(lines[19], "::55 more") {
		t.Errorf("the last say %q and %q", lines[9], lines[19])
	}
	if !strings.HasPrefix(lines[0], "::error title=machinery::") {
		t.Errorf("what failed outside the units is not the first: %q", lines[0])
	}
	if !strings.HasPrefix(lines[1], "::error file=lists/one/specs/list.zed,line=6,col=5,title=sort/DNF_0/fail::") {
		t.Errorf("the first failure: %q", lines[1])
	}
}

// TestSummaryWithinLimits: the summary is never larger than asked for, whatever that is, and says what is left out.
func TestSummaryWithinLimits(t *testing.T) {
	f := someRun(400)
	for _, most := range []int{0, 10, 150, 300, 1000, 5000, 100_000, MostSummary} {
		text := Summary(f, most)
		if len(text) > most {
			t.Errorf("%d bytes of %d", len(text), most)
		}
		if most >= 1000 && !strings.Contains(text, "more are left out") {
			t.Errorf("with %d bytes nothing says that something is left out", most)
		}
		outside := fenced.ReplaceAllString(text, "")
		if n := strings.Count(outside, "<details>"); n != strings.Count(outside, "</details>") ||
			strings.Contains(outside, "<script") || strings.Contains(outside, "\n```") {
			t.Errorf("with %d bytes the Markdown is broken", most)
		}
	}
}

// fenced are texts that Markdown shows as they are.
var fenced = regexp.MustCompile("(?ms)^````text$.*?^````$")

// TestTAPIsParsed: the lines of TAP are the plan, a test each in order, and nothing of what a unit printed.
func TestTAPIsParsed(t *testing.T) {
	var b bytes.Buffer
	f := someRun(3)
	if err := writeTAP(&b, f); err != nil {
		t.Fatal(err)
	}
	n, bails, blocks := 0, 0, 0
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		switch {
		case i == 0 && line == "TAP version 14", i == 1 && line == fmt.Sprintf("1..%d", len(list(f))):
		case strings.HasPrefix(line, "Bail out! "):
			bails++
		case line == "  ---":
			blocks++
		case line == "  ...":
			blocks--
		case blocks == 1 && strings.HasPrefix(line, "  "):
		default:
			n++
			if !regexp.MustCompile(fmt.Sprintf(`^(not )?ok %d - `, n)).MatchString(line) {
				t.Fatalf("not a line of TAP: %q", line)
			}
		}
	}
	if n != len(list(f))-1 || bails != 1 || blocks != 0 {
		t.Errorf("%d tests of %d, %d bails, %d open blocks", n, len(list(f))-1, bails, blocks)
	}
}

// TestCodeQuality: fingerprints are those of the tests, different for each, and the same in another run.
func TestCodeQuality(t *testing.T) {
	read := func() []issue {
		var b bytes.Buffer
		if err := writeCodeQuality(&b, someRun(3)); err != nil {
			t.Fatal(err)
		}
		var out []issue
		if err := json.Unmarshal(b.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	once, again := read(), read()
	seen := map[string]bool{}
	for i, x := range once {
		if seen[x.Fingerprint] || x.Fingerprint != again[i].Fingerprint || x.Location.Path == "" ||
			x.Location.Lines.Begin < 1 || strings.ContainsAny(x.Description, "\n\x1b") ||
			!slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, x.Severity) {
			t.Errorf("%+v", x)
		}
		seen[x.Fingerprint] = true
	}
	if len(once) != 3*4+2+1+1+1+1 {
		t.Errorf("%d issues", len(once))
	}
}

// TestStream: each line satisfies the schema, which names all fields, in one write each; and what the last lines
// of each case say is the run.
func TestStream(t *testing.T) {
	f := someRun(2)
	var w lineWriter
	s := NewStream(&w, "test", "list")
	for i, r := range f.Run.Results {
		if i%3 == 0 {
			old := *r
			old.Verdict = result.Undecided
			s.Add(&old) // which is changed later
		} else if i%3 == 1 {
			s.Add(r)
		}
	}
	if err := s.Finish(f.Run); err != nil {
		t.Fatal(err)
	}
	schema := compile(t, "stream", true)
	got := map[string]*result.Result{}
	var last event
	for i, line := range w.lines {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err != nil || !bytes.HasSuffix(line, []byte("}\n")) || bytes.Count(line, []byte("\n")) != 1 {
			t.Fatalf("%q is not a line: %v", line, err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		last = event{}
		if err := json.Unmarshal(line, &last); err != nil {
			t.Fatal(err)
		}
		if (i == 0) != (last.Event == "started") || (i == len(w.lines)-1) != (last.Event == "finished") {
			t.Errorf("line %d is of the event %s", i, last.Event)
		}
		if last.Result != nil {
			got[key(last.Result)] = last.Result
		}
	}
	for _, r := range f.Run.Results {
		if g := got[key(r)]; g == nil || g.Verdict != r.Verdict {
			t.Errorf("the stream says of %s %v, and the run %s", r.Case, g, r.Verdict)
		}
	}
	if last.Run.Summary != f.Run.Summary || len(last.Run.Machinery) != 1 {
		t.Errorf("the end of the stream is %+v", last.Run)
	}
	var whole bytes.Buffer
	if err := report.JSON(&whole, f.Run, f.Coverage); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(&whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := compile(t, "run", true).Validate(doc); err != nil {
		t.Error(err)
	}
	if s := NewStream(brokenWriter{}, "", ""); s.Finish(f.Run) == nil {
		t.Error("a stream that cannot be written is not an error")
	}
}

// lineWriter keeps what each call writes.
type lineWriter struct{ lines [][]byte }

func (w *lineWriter) Write(p []byte) (int, error) {
	w.lines = append(w.lines, bytes.Clone(p))
	return len(p), nil
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestFoldersOfStartingFiles: a folder whose name means something where starting files have it is refused.
func TestFoldersOfStartingFiles(t *testing.T) {
	t.Parallel()
	for _, s := range Systems {
		for _, mark := range "\"'`\\$*?[]{},:;#%&|<>!^\n\x00\u202e" {
			_, err := s.Start("a "+string(mark)+"b/", "v1")
			if err == nil || !strings.Contains(err.Error(), "in its name") {
				t.Errorf("%s: a folder with %q: %v", s.Name, mark, err)
			}
		}
		if _, err := s.Start("Über uns/c++ (v1.2)_~x-y@z=1/", "v1"); err != nil {
			t.Error(err)
		}
	}
}

// TestLeaksHaveNamesThatStay: a test that is about what was left behind has the same name whatever that was, so that
// readers which compare runs know it again.
func TestLeaksHaveNamesThatStay(t *testing.T) {
	t.Parallel()
	names := func(findings ...string) (out []string) {
		run := &result.Run{Findings: findings, LeaksFail: true}
		for _, test := range list(&report.Finished{Run: run, Plan: &plan.Plan{}}) {
			out = append(out, test.Name)
		}
		return out
	}
	one := names("leak: the system under test a: 1 thread that x started was there",
		"leak: the system under test a: b: 2", "leak: the system under test c: 2 processes", "beside")
	again := names("leak: the system under test a: 7 threads", "leak: the system under test a: 3: x",
		"leak: the system under test c: 1 process")
	if diff := cmp.Diff(one, again); diff != "" || len(one) != 3 || one[2] != "leak: the system under test c" {
		t.Errorf("%q, and in another run %q", one, again)
	}
}

// TestStartingFiles: no place for a name is left open, folders are those of the project, and what passes only sometimes
// runs every night.
func TestStartingFiles(t *testing.T) {
	for _, s := range Systems {
		for _, folder := range []string{"", "examples/depot/"} {
			files, err := s.Start(folder, "v0.1.0")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if regexp.MustCompile(`\{\{\w`).MatchString(f.Text) || strings.Contains(f.Text, "//out") {
					t.Errorf("%s:\n%s", f.Path, f.Text)
				}
				if folder != "" && s.Name != "bazel" && !strings.Contains(f.Text, "examples/depot/out") {
					t.Errorf("%s does not name the project's folder", f.Path)
				}
				// bazel test has no results of earlier runs
				if s.Name != "bazel" && !strings.Contains(f.Text, "--fresh") {
					t.Errorf("%s: at night, passes of earlier runs are taken over", f.Path)
				}
			}
		}
	}
}
