package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// inSession runs a check in a session of a process of its own, which has more variables in its environment.
func (k *Kit) inSession(ctx context.Context, check func(*session) error, env ...string) error {
	own := *k
	own.Env = append(slices.Clone(k.Env), env...)
	p, err := own.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	return check(s)
}

// checkLate runs a unit that has a call of add made when it has returned, and looks whose that is.
func checkLate(ctx context.Context, k *Kit) error {
	return k.inSession(ctx, func(s *session) error {
		step, err := s.step("late", given{"n?": integer(5)})
		if err != nil {
			return err
		}
		all, err := s.run(step)
		if err != nil {
			return err
		}
		if err := s.compare("late", all[0], wire.Status_RETURNED, given{"value'": integer(0)}); err != nil {
			return err
		}
		// It comes while another unit is at work that calls add, and waits for the answers to its own calls.
		if err := s.route("twice", &wire.Route{Mode: wire.Mode_ASK}); err != nil {
			return err
		}
		s.answer = &wire.Answer{Kind: wire.AnswerKind_REAL}
		s.delay = 300 * time.Millisecond
		if err := s.expectCalls("twice", given{"n?": integer(1)}, wire.Status_RETURNED, integer(2),
			"0+1=1 CLOSED RUN <0; 1+1=2 CLOSED RUN <0", byRoute); err != nil {
			return fmt.Errorf("while a call comes of a unit that has returned: %w", err)
		}
		for len(s.lates) == 0 {
			r, err := s.expect("pause", given{"n?": integer(20)}, wire.Status_RETURNED, given{"value'": integer(0)})
			if err != nil {
				return fmt.Errorf("until the call of late is told: %w", err)
			}
			if len(r.Calls)+len(all[0].Calls) > 0 {
				return fmt.Errorf("the call that comes when late has returned is told of a step: %q", s.showTree(r.Calls))
			}
		}
		late := s.lates[0]
		if is := s.showTree([]*wire.Call{late.Call}); late.Step != step.Id || !strings.HasPrefix(is, "add of late <0") {
			return fmt.Errorf("the late call is %q, of step %d: expected add of late, of step %d", is, late.Step, step.Id)
		}
		if is := s.showCalls([]*wire.Call{late.Call}); !strings.HasPrefix(is, "nothing+5") {
			return fmt.Errorf("the late call is %q: expected its input alone, which is 5", is)
		}
		return s.finish()
	})
}

// checkLeaks runs units of which some leave a thread behind, and looks what is told when the session ends.
func checkLeaks(ctx context.Context, k *Kit) error {
	return k.inSession(ctx, func(s *session) error {
		for _, unit := range []string{"fail", "abandon", "fail", "abandon"} {
			if _, err := s.one(unit, nil); err != nil {
				return err
			}
		}
		if err := s.finish(); err != nil {
			return err
		}
		n, _, err := s.find("abandon")
		if err != nil {
			return err
		}
		if len(s.leaks) != 1 || s.leaks[0].Unit != n || s.leaks[0].Goroutines < 2 || s.leaks[0].At == "" {
			return fmt.Errorf("abandon has left two threads behind in two steps, and its leaks are %v: expected its number, %d, 2 or more,"+
				" and a place", s.leaks, n)
		}
		return nil
	})
}

// checkStateAsSet sets a state that the counter rounds.
func checkStateAsSet(ctx context.Context, k *Kit) error {
	return k.inSession(ctx, func(s *session) error {
		if _, err := s.expect("add", given{"value": integer(4), "n?": integer(2)}, wire.Status_RETURNED,
			given{"value'": integer(6)}); err != nil {
			return err
		}
		r, err := s.expect("add", given{"value": integer(5), "n?": integer(2)}, wire.Status_BLOCKED, nil)
		if err != nil {
			return fmt.Errorf("value was set to 5 and reads 4: %w", err)
		}
		_, u, _ := s.find("add")
		i := slices.IndexFunc(u.Given, func(v *wire.Variable) bool { return v.Name == "value" })
		if i < 0 || i >= len(r.Given) || show(r.Given[i]) != "4" {
			return fmt.Errorf("value was set to 5 and reads 4, and the result does not say so: %v", r.Given)
		}
		return s.finish()
	}, "TTF_INT_COUNTER=rounds")
}

// checkShowing has a unit leave a state that another unit, which shows it, fails to show.
func checkShowing(ctx context.Context, k *Kit) error {
	return k.inSession(ctx, func(s *session) error {
		showing, _, err := s.find("show")
		if err != nil {
			return lacks("it does not tell what was at work when a state could not be shown")
		}
		if _, err := s.expect("add", given{"value": integer(4), "n?": integer(2)}, wire.Status_RETURNED,
			given{"value'": integer(6)}); err != nil {
			return err
		}
		r, err := s.expect("spoil", given{"value": integer(4)}, wire.Status_PANICKED, nil)
		if err != nil {
			return fmt.Errorf("spoil leaves what show cannot show: %w", err)
		}
		switch w := r.Showing; {
		case r.PanickedIn != 0 || !strings.Contains(r.Message, "it cannot be shown"):
			return fmt.Errorf("spoil leaves what show cannot show, and the result is of call %d, and says %q", r.PanickedIn,
				r.Message)
		case w == nil:
			return errors.New("spoil leaves what show cannot show, and the result does not say what was at work (showing)")
		case w.Variable != "value'" || !slices.Equal(w.Units, []uint32{showing}):
			return fmt.Errorf("spoil leaves what show cannot show, and the result says of %q that the units %v were at "+
				"work: expected value', and show, which is %d", w.Variable, w.Units, showing)
		case len(w.Functions) == 0 || !strings.Contains(w.Functions[0], "show"):
			return fmt.Errorf("the functions %q were at work: expected that of show first", w.Functions)
		}
		if _, err := s.expect("add", given{"value": integer(4), "n?": integer(2)}, wire.Status_RETURNED,
			given{"value'": integer(6)}); err != nil {
			return fmt.Errorf("behind a step whose state could not be shown: %w", err)
		}
		return s.finish()
	}, "TTF_INT_COUNTER=shown")
}

func checkStack(s *session) error {
	r, err := s.expect("fail", nil, wire.Status_PANICKED, nil)
	if err == nil && !strings.Contains(r.Stack, "fail") {
		err = fmt.Errorf("the stack of what fail has failed with is %q: expected where that was", r.Stack)
	}
	return err
}

// checkTime: a unit does not run for a shorter time than it sleeps, nor for a longer one than the host waits for it
// without delaying answers. Both hold however slow a machine is.
func checkTime(s *session) error {
	const sleeps = 30 * time.Millisecond
	r, whole, err := s.timed("pause", given{"n?": integer(int64(sleeps / time.Millisecond))})
	if err != nil {
		return err
	}
	// Clocks may tick every 16 ms.
	if ran := time.Duration(r.Nanoseconds); ran < sleeps-16*time.Millisecond || ran > whole {
		return fmt.Errorf("a unit that sleeps for %v, and was waited for for %v, is said to have run for %v", sleeps, whole, ran)
	}
	if err := s.route("twice", &wire.Route{Mode: wire.Mode_ASK}); err != nil {
		return err
	}
	s.delay = 300 * time.Millisecond
	s.answer = &wire.Answer{Got: s.order(true, given{"value'": integer(1), "sum!": integer(1), "r!": atom("ok")})}
	r, whole, err = s.timed("twice", given{"n?": integer(1)}, byRoute)
	if err != nil {
		return err
	}
	if ran := time.Duration(r.Nanoseconds); len(s.asks) != 2 || ran > whole-2*s.delay {
		return fmt.Errorf("a unit that was waited for for %v, in which two answers were let wait for %v, is said to have run "+
			"for %v", whole, s.delay, ran)
	}
	return nil
}

// timed runs a step as a case of its own, and returns for how long the host has waited for it.
func (s *session) timed(unit string, of given, change ...func(*wire.Step)) (*wire.Result, time.Duration, error) {
	from := time.Now()
	r, err := s.expect(unit, of, wire.Status_RETURNED, nil, change...)
	return r, time.Since(from), err
}

func checkOverlap(s *session) error {
	r, err := s.expect("both", nil, wire.Status_RETURNED, nil)
	if err != nil {
		return err
	}
	const want = "meet of both <0 CLOSED; meet of both <0 CLOSED"
	if is := s.showTree(r.Calls); is != want {
		return fmt.Errorf("both: its calls are %q, and %q was expected", is, want)
	}
	if r.Calls[0].Until != 2 || r.Calls[1].Until != 2 {
		return fmt.Errorf("of two calls at the same time until is %d and %d: expected 2 of each", r.Calls[0].Until,
			r.Calls[1].Until)
	}
	if r, err = s.expect("twice", given{"n?": integer(1)}, wire.Status_RETURNED, nil); err != nil {
		return err
	}
	for i, c := range r.Calls {
		if c.Until != 0 && c.Until != uint64(i)+1 {
			return fmt.Errorf("of calls one after the other until is %d in call %d: expected 0, or its own number", c.Until, i+1)
		}
	}
	return nil
}
