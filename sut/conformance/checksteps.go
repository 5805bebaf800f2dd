package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// scripted is a step of a script, and what it is to give.
type scripted struct {
	unit   string
	of     given
	object uint32
	keep   uint32
	status wire.Status
	want   given
}

// script runs steps as one case, in one message, and another time one after the other, and compares what they give.
func (s *session) script(list ...scripted) error {
	for _, together := range []bool{true, false} {
		var steps []*wire.Step
		for i, one := range list {
			w, err := s.step(one.unit, one.of)
			if err != nil {
				return err
			}
			w.Object, w.Keep, w.More = one.object, one.keep, i+1 < len(list)
			steps = append(steps, w)
		}
		var all []*wire.Result
		var err error
		if together {
			all, err = s.run(steps...)
		}
		for i := 0; !together && err == nil && i < len(steps); i++ {
			var one []*wire.Result
			one, err = s.run(steps[i])
			all = append(all, one...)
		}
		if err != nil {
			return err
		}
		for i, r := range all {
			if err := s.compare(list[i].unit, r, list[i].status, list[i].want); err != nil {
				return fmt.Errorf("step %d of a case, all sent together %v: %w", i+1, together, err)
			}
		}
	}
	return nil
}

func checkScript(s *session) error {
	err := s.script(
		scripted{"add", given{"value": integer(3), "n?": integer(1)}, 0, 0, wire.Status_RETURNED,
			given{"value'": integer(4)}},
		scripted{"add", given{"value": integer(50), "n?": integer(2)}, 7, 0, wire.Status_RETURNED,
			given{"value'": integer(52)}},
		scripted{"add", given{"n?": integer(3)}, 0, 0, wire.Status_RETURNED, given{"value'": integer(7)}},
		scripted{"twice", given{"n?": integer(1)}, 7, 0, wire.Status_RETURNED, given{"value'": integer(54)}},
		scripted{"add", given{"value": integer(10), "n?": integer(1)}, 0, 0, wire.Status_RETURNED,
			given{"value'": integer(11)}})
	if err != nil {
		return err
	}
	// A case that the host ends when it knows that the last step was the last.
	open := func(w *wire.Step) { w.More = true }
	end := &wire.Step{Id: 1 << 40, End: true}
	if _, err := s.expect("add", given{"n?": integer(1)}, wire.Status_RETURNED, nil, open); err != nil {
		return err
	}
	all, err := s.run(end)
	if err != nil || all[0].Status != wire.Status_RETURNED {
		return fmt.Errorf("the end of a case that is open gives %v %v", all, err)
	}
	_, err = s.expect("add", given{"n?": integer(1)}, wire.Status_RETURNED, given{"value'": integer(1)})
	return err
}

func checkObjects(s *session) error {
	return s.script(
		scripted{"add", given{"value": integer(3), "n?": integer(1)}, 0, 0, wire.Status_RETURNED,
			given{"value'": integer(4)}},
		scripted{"copy", nil, 0, 5, wire.Status_RETURNED, given{"copy!": object(5)}},
		scripted{"add", given{"n?": integer(6)}, 5, 0, wire.Status_RETURNED, given{"value'": integer(10)}},
		scripted{"drain", given{"other?": object(5)}, 0, 0, wire.Status_RETURNED, given{"value'": integer(14)}},
		scripted{"add", given{"n?": integer(0)}, 5, 0, wire.Status_RETURNED, given{"value'": integer(0)}},
		// What the case has already keeps the number that it has.
		scripted{"larger", given{"other?": object(5)}, 0, 6, wire.Status_RETURNED, given{"larger!": object(0)}},
		scripted{"larger", given{"other?": object(0)}, 5, 6, wire.Status_RETURNED, given{"larger!": object(0)}},
		scripted{"copy", nil, 0, 6, wire.Status_RETURNED, given{"copy!": object(6)}})
}

func checkSkipped(s *session) error {
	for unit, status := range map[string]wire.Status{"fail": wire.Status_PANICKED} {
		err := s.script(
			scripted{"add", given{"n?": integer(1)}, 0, 0, wire.Status_RETURNED, nil},
			scripted{unit, nil, 0, 0, status, nil},
			scripted{"add", given{"n?": integer(1)}, 0, 0, wire.Status_SKIPPED, nil},
			scripted{"add", given{"n?": integer(1)}, 3, 0, wire.Status_SKIPPED, nil})
		if err != nil {
			return err
		}
	}
	return checkResult(s)
}

// showEvents returns the kinds of events.
func showEvents(list []*wire.Event) string {
	var out []string
	for _, e := range list {
		out = append(out, e.Kind.String())
	}
	return strings.Join(out, " ")
}

func checkEvents(s *session) error {
	streamed := func(w *wire.Step) { w.Stream = true }
	err := s.expectCalls("twice", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED, integer(11),
		"1+5=6 CLOSED RUN <0; 6+5=11 CLOSED RUN <0", streamed)
	if err != nil {
		return err
	}
	var last uint64
	for i, e := range s.events {
		if i > 0 && e.Seq <= last {
			return fmt.Errorf("the events have the numbers %d and then %d", last, e.Seq)
		}
		last = e.Seq
	}
	main := slices.DeleteFunc(slices.Clone(s.events),
		func(e *wire.Event) bool { return e.Kind == wire.EventKind_ENTERED })
	if is := showEvents(main); is != "STARTED OPENED CLOSED_CALL OPENED CLOSED_CALL ENDED" {
		return fmt.Errorf("the events of twice are %s", is)
	}
	for i, id := range []uint64{1, 1, 2, 2} {
		if got := main[i+1].Call.GetId(); got != id {
			return fmt.Errorf("event %d is of call %d: expected %d", i+2, got, id)
		}
	}
	return nil
}

func checkOutput(s *session) error {
	r, err := s.expect("say", given{"text?": text("hello")}, wire.Status_RETURNED, nil)
	if err != nil {
		return err
	}
	if string(r.Stdout) != "hello\n" || string(r.Stderr) != "!hello\n" || r.OutputTruncated {
		return fmt.Errorf("say has printed %q and %q, truncated %v: expected hello and !hello, a line each", r.Stdout,
			r.Stderr, r.OutputTruncated)
	}
	if r, err = s.expect("add", given{"n?": integer(1)}, wire.Status_RETURNED, nil); err != nil {
		return err
	}
	if len(r.Stdout)+len(r.Stderr) > 0 {
		return fmt.Errorf("the step after it has printed %q and %q", r.Stdout, r.Stderr)
	}
	if err := s.send(&wire.HostMessage{Limits: &wire.Limits{OutputBytes: 100}}); err != nil {
		return err
	}
	r, err = s.expect("say", given{"text?": text(strings.Repeat("x", 300_000))}, wire.Status_RETURNED, nil)
	if err == nil && (len(r.Stdout) != 100 || !r.OutputTruncated) {
		err = errors.New("of more output than is allowed not just that much is kept, or it is not said")
	}
	return err
}
