package sut_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// feed sends steps and returns their results in short, as they are answered; the first
// id is that of the first step.
func (r *raw) feed(first uint64, steps ...*wire.Step) string {
	r.Helper()
	for i, w := range steps {
		w.Id = first + uint64(i)
	}
	r.send(&wire.HostMessage{Steps: steps})
	var told []string
	for len(told) < len(steps) {
		for _, res := range r.recv().Results {
			if want := first + uint64(len(told)); res.Id != want {
				r.Fatalf("the result of %d came for %d", res.Id, want)
			}
			text := tell(res)
			if res.Message != "" {
				text += " " + res.Message
			}
			told = append(told, text)
		}
	}
	return strings.Join(told, " | ")
}

// TestFedSteps: a case stays open between messages, so that each step is chosen by what
// the last one gave, until it is ended, or has ended itself.
func TestFedSteps(t *testing.T) {
	r := start(t)
	insert := func(object uint32, x int64) *wire.Step {
		return &wire.Step{Unit: r.unit("insert"), Object: object, Given: []*wire.Value{none(), integer(x)}, More: true}
	}
	end := func() *wire.Step { return &wire.Step{End: true} }
	for i, row := range []struct {
		step *wire.Step
		want string
	}{
		{insert(0, 5), "RETURNED([5] 1); 1<0 0->1([] 5) CLOSED([5])"},
		{insert(0, 3), "RETURNED([3 5] 2); 1<0 0->1([5] 3) CLOSED([3 5])"},
		{insert(4, 1), "RETURNED([1] 1); 1<0 0->1([] 1) CLOSED([1])"},
		{insert(0, 5), "RETURNED([3 5] 2)"},
		{end(), "RETURNED()"},
		{end(), "BLOCKED() there is no case to end"},
		{insert(0, 7), "RETURNED([7] 1); 1<0 0->1([] 7) CLOSED([7])"}, // in a case of its own
		{insert(0, 13), "PANICKED(); 1<0 0->1([7] 13) UNWOUND() thirteen"},
		{insert(0, 1), "SKIPPED() an earlier step has ended its case"},
		{end(), "SKIPPED() an earlier step has ended its case"},
		{insert(0, 8), "RETURNED([8] 1); 1<0 0->1([] 8) CLOSED([8])"},
	} {
		if got := r.feed(uint64(i+1), row.step); got != row.want {
			t.Errorf("step %d: got %s, want %s", i+1, got, row.want)
		}
	}
	// The last case is still open when the host closes its side.
	if err := r.stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.stream.Recv(); err == nil || err.Error() != "EOF" {
		t.Errorf("got %v", err)
	}
}

// TestStreamedScript: of a case whose steps are streamed each is told, and its objects
// are made once and closed once.
func TestStreamedScript(t *testing.T) {
	r := start(t)
	step := func(x int64, more bool) *wire.Step {
		return &wire.Step{Unit: r.unit("ordered"), Given: []*wire.Value{seq(x)}, More: more, Stream: true}
	}
	steps := []*wire.Step{step(1, true), step(2, false)}
	steps[0].Id, steps[1].Id = 1, 2
	r.send(&wire.HostMessage{Steps: steps})
	counts := map[string]int{}
	for counts["result"] < 2 {
		m := r.recv()
		for _, e := range m.Events {
			counts[fmt.Sprintf("%d %v %v", e.Step, e.Kind, e.Phase)]++
			r.send(&wire.HostMessage{Acks: []uint64{e.Seq}})
		}
		counts["result"] += len(m.Results)
	}
	for what, want := range map[string]int{
		"1 ENTERED MAKING": 1, "2 ENTERED MAKING": 0, "1 ENTERED HOOKING": 5, "2 ENTERED HOOKING": 0,
		"1 STARTED PHASE_UNKNOWN": 1, "2 STARTED PHASE_UNKNOWN": 1,
		"1 ENTERED CLOSING": 0, "2 ENTERED CLOSING": 1,
	} {
		if counts[what] != want {
			t.Errorf("%s: %d times, want %d", what, counts[what], want)
		}
	}
}

// TestManyObjects: a case may have thousands of objects, each of which is found by its number.
func TestManyObjects(t *testing.T) {
	r := start(t)
	var steps []*wire.Step
	const count = 2000
	for i := range count {
		steps = append(steps, &wire.Step{Unit: r.unit("ordered"), Object: uint32(i + 1), More: true})
	}
	steps = append(steps, &wire.Step{Unit: r.unit("ordered"), Object: 1, Keep: count - 1})
	told := strings.Split(r.feed(1, steps...), " | ")
	again := fmt.Sprintf("BLOCKED() the case has an object %d already", count-1)
	if told[count-1] != "RETURNED([])" || told[count] != again {
		t.Errorf("%s; %s", told[count-1], told[count])
	}
}

// BenchmarkScript runs a script of steps on one object, through a process and its
// socket; beside it BenchmarkSession, in which each step is a case of its own.
func BenchmarkScript(b *testing.B) {
	r := start(b)
	const batch = 1000
	steps := make([]*wire.Step, batch)
	for i := range steps {
		steps[i] = &wire.Step{Id: uint64(i), Unit: r.unit("double"), Given: []*wire.Value{none(), integer(int64(i))},
			More: i < batch-1}
	}
	b.ResetTimer()
	window := make(chan bool, 8) // batches unanswered
	go func() {
		for sent := 0; sent < b.N; sent += batch {
			window <- true
			_ = r.stream.Send(&wire.HostMessage{Steps: steps[:min(batch, b.N-sent)]})
		}
	}()
	for got := 0; got < b.N; {
		before := got / batch
		for got += len(r.recv().Results); before < got/batch; before++ {
			<-window
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}
