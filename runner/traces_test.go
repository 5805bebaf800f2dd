package runner_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/store"
)

// document returns the document of a run, with the traces that are not in memory, without what differs from run to run.
func document(t *testing.T, r *result.Run) string {
	t.Helper()
	whole := *r
	whole.Results = []*result.Result{}
	for of := range r.All() {
		one, err := r.Whole(of)
		if err != nil {
			t.Fatal(err)
		}
		whole.Results = append(whole.Results, one)
	}
	return timeless(t, &whole)
}

// countSlim returns how many results have no trace in memory, and how many are held in short form.
func countSlim(r *result.Run) (slim, short int) {
	for of := range r.All() {
		if of.At != 0 {
			slim++
		}
	}
	for _, of := range r.Results {
		if of == nil {
			short++
		}
	}
	return slim, short
}

// TestTraces: the document of a run is the same whether traces are in memory or in the file that keeps the run, and so
// are the results that are told while it goes on.
func TestTraces(t *testing.T) {
	t.Parallel()
	for name, p := range planSeveral(t) {
		p.System.Dir = t.TempDir()
		for _, s := range p.System.SUTs {
			s.Build = nil
		}
		want := document(t, run(t, p, runner.Options{}))
		told := 0
		r := run(t, p, runner.Options{Keep: true, Traces: 1, Sink: func(of *result.Result) {
			if of.At != 0 && len(of.Trace) > 0 {
				told++
			}
		}})
		if got := document(t, r); got != want {
			t.Errorf("%s: %s", name, firstDifference(want, got))
		}
		if n, short := countSlim(r); n*short == 0 && name == "list" || told != n {
			t.Errorf("%s: %d results have no trace in memory, %d were told with theirs, and %d are in short form", name, n,
				told, short)
		}
	}
}

// TestJoining: what is made of documents that are read result by result is what is made of the runs; of the passes that
// others rest on nothing stays in memory.
func TestJoining(t *testing.T) {
	t.Parallel()
	for name, p := range planSeveral(t) {
		shards := runShards(t, p, runner.Options{}, 3)
		spoil(shards)
		joined, err := runner.Join(p, shards)
		if err != nil {
			t.Fatal(err)
		}
		want := document(t, joined)
		journal, err := store.NewJournal(t.TempDir(), runner.ReportUnplanned(p.System, p.Tool, nil))
		if err != nil {
			t.Fatal(err)
		}
		j := runner.NewJoining(p, journal, 1)
		before, left := 0, 0
		for _, s := range shards {
			data, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			read, err := store.ReadDocument(bytes.NewReader(data), p.System, j.Take)
			if err != nil {
				t.Fatal(err)
			}
			j.Add(read)
			before, left = before+countSupport(s), left+countSupport(read)
		}
		got, err := j.Join()
		if err != nil {
			t.Fatal(err)
		}
		if d := document(t, got); d != want {
			t.Errorf("%s: %s", name, firstDifference(want, d))
		}
		slim, short := countSlim(got)
		if err := journal.Close(got); err != nil || left > 0 || name == "list" && before*slim*short == 0 {
			t.Errorf("%s: %v; of %d passes that others rest on %d stayed in memory; %d results have no trace there, and %d "+
				"are in short form", name, err, before, left, slim, short)
		}
	}
}

// countSupport returns how many passes a run has that count for others alone.
func countSupport(r *result.Run) (n int) {
	for _, of := range r.Results {
		if of.Support && of.Verdict == result.Pass && len(of.Findings) == 0 {
			n++
		}
	}
	return n
}

// spoil has the first case that a shard ran for others alone, and passed, fail in the shard that counts it.
func spoil(shards []*result.Run) {
	for _, s := range shards {
		for _, r := range s.Results {
			if !r.Support || r.Verdict != result.Pass {
				continue
			}
			for _, other := range shards {
				if of := other.ResultOf(r.Case); of != nil && !of.Support {
					of.Verdict = result.Fail
					return
				}
			}
		}
	}
}
