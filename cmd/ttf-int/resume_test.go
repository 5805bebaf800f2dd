package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ttf-int/ttf-int/result"
)

// resumed DIR CODE is the command of scripts that runs the project in DIR once, and then as often
// as its file of results has kinds of places where a kill may have ended it: within lines, before
// and after their ends. Each time the run is gone on
// with, must end with CODE, and must say what the one run says; what was wholly kept of cases that can be taken over
// must not run again.
func resumed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: resumed DIR CODE")
	}
	runs := filepath.Join(ts.MkAbs(args[0]), ".ttf-int", "runs")
	ts.Check(os.RemoveAll(runs))
	run := func(more ...string) *result.Run {
		code(ts, false, append([]string{args[1], "ttf-int", "-C", args[0], "run", "--json"}, more...))
		out := &result.Run{}
		ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), out))
		return out
	}
	whole := run()
	names, err := filepath.Glob(filepath.Join(runs, "*"))
	ts.Check(err)
	data, err := os.ReadFile(names[0])
	ts.Check(err)
	end := bytes.LastIndex(bytes.TrimRight(data, "\n"), []byte("\n")) + 1
	cuts := []int{bytes.IndexByte(data, '\n') / 2} // it was killed before it had begun
	for at, line := 0, 0; at < end; line++ {
		next := at + bytes.IndexByte(data[at:], '\n') + 1
		switch line % 6 {
		case 0, 3:
			cuts = append(cuts, next)
		case 1:
			cuts = append(cuts, (at+next)/2)
		case 4:
			cuts = append(cuts, next-1)
		}
		at = next
	}
	slices.Sort(cuts)
	taken := 0
	for _, cut := range cuts {
		ts.Check(os.RemoveAll(runs))
		ts.Check(os.MkdirAll(runs, 0o777))
		ts.Check(os.WriteFile(names[0], data[:cut], 0o666))
		again := run("--resume")
		if diff := cmp.Diff(sayWhole(whole), sayWhole(again)); diff != "" {
			ts.Fatalf("after %d bytes (-one run +gone on with):\n%s", cut, diff)
		}
		now := 0
		for _, r := range again.Results {
			if r.From != "" {
				now++
			}
		}
		if now < taken {
			ts.Fatalf("after %d bytes %d results are taken over, and %d were after less", cut, now, taken)
		}
		taken = now
	}
	if taken == 0 {
		ts.Fatalf("no result was ever taken over")
	}
	// A run that goes on with another one may be killed itself, right at its beginning.
	first, _, _ := bytes.Cut(data, []byte("\n"))
	ts.Check(os.RemoveAll(runs))
	ts.Check(os.MkdirAll(runs, 0o777))
	ts.Check(os.WriteFile(names[0], data[:end], 0o666))
	second := bytes.Replace(first, []byte(`"summary":`), fmt.Appendf(nil, `"resumes":%q,"summary":`, whole.Started), 1)
	later := strings.TrimSuffix(filepath.Base(names[0]), "Z.jsonl") + "9Z.jsonl"
	ts.Check(os.WriteFile(filepath.Join(runs, later), append(bytes.Replace(second, []byte(whole.Started),
		[]byte("2001-01-01T00:00:00Z"), 1), '\n'), 0o666))
	again := run("--resume")
	n := 0
	for _, r := range again.Results {
		if r.From == whole.Started {
			n++
		}
	}
	if diff := cmp.Diff(sayWhole(whole), sayWhole(again)); diff != "" || n < taken {
		ts.Fatalf("%d of %d results are taken over from the run before the last:\n%s", n, taken, diff)
	}
}

// sayWhole returns what a run says, without what is different each time.
func sayWhole(run *result.Run) []string {
	out := []string{fmt.Sprintf("%+v %v %v %v", run.Summary, run.Findings, run.Untested, run.UndecidedLeaves)}
	for _, r := range run.Results {
		class := ""
		if r.Class != nil {
			class = string(*r.Class)
		}
		out = append(out, fmt.Sprintf("%s %s %s %v %v %v %s %v %v %v", r.Case, r.Verdict, class, r.Blame, r.Uncertain,
			r.Stubs, r.Message, r.Violated, r.Findings, r.Actual))
	}
	for _, m := range run.Machines {
		out = append(out, m.Machine+" "+string(m.Verdict))
	}
	return out
}
