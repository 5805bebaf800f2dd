package machine_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// lookAt returns a predicate that looks at n elements, and then holds.
func lookAt(n int) machine.Predicate {
	return func(m *machine.Machine) machine.Truth {
		for range n {
			if !m.Step(nil) {
				return m.Fail
			}
		}
		return machine.True
	}
}

// TestSessionsPay: evaluations of a session share what they may look at, a quarter of the rest
// each; one that needs more has no outcome, for a reason that says so.
func TestSessionsPay(t *testing.T) {
	t.Parallel()
	for _, left := range []int{0, 1, 4, 1_000, 50_000} {
		for _, steps := range []int{0, 1, left / 4, left/4 + 1, 2 * left} {
			s := &machine.Session{Left: left}
			got, reason := program(lookAt(steps), nil).TruthIn(s, frame(0))
			if within := steps <= left/4; (got == machine.True) != within || !within && (got != machine.Undefined ||
				!reason.Infinite) {
				t.Errorf("%d steps with %d left are %s: %v", steps, left, got, reason)
			}
			if got == machine.True && s.Left != left-steps-1 {
				t.Errorf("%d steps with %d left leave %d", steps, left, s.Left)
			}
		}
	}
}

// TestSessionsRepeat: the same evaluations in the same order use up the same, whichever machine
// they get and whatever that one remembers.
func TestSessionsRepeat(t *testing.T) {
	t.Parallel()
	remembered := machine.Remember(lookAt(100), 0, slots)
	p := program(func(m *machine.Machine) machine.Truth {
		if t := remembered(m); t != machine.True {
			return t
		}
		return lookAt(10)(m)
	}, nil)
	want := 0
	for round := range int64(20) {
		if round%2 == 1 {
			p.Truth(frame(round)) // its machine has the frame that comes first in memory
		}
		s := &machine.Session{Left: 100_000}
		for _, n := range []int64{round, 100, round, round, 100} {
			p.TruthIn(s, frame(n))
		}
		s.Close()
		if want == 0 {
			want = s.Left
		}
		if s.Left != want {
			t.Errorf("round %d leaves %d, and the first %d", round, s.Left, want)
		}
	}
}

// TestStop: an evaluation gives up soon after its session says so, and so does what is built
// outside of evaluations.
func TestStop(t *testing.T) {
	t.Parallel()
	asked := 0
	s := &machine.Session{Left: 1 << 40, Stop: func() bool { asked++; return asked > 3 }}
	if got, reason := program(lookAt(1_000_000), nil).TruthIn(s, frame(0)); got != machine.Undefined ||
		!reason.Infinite || asked != 4 {
		t.Errorf("it is %s after %d questions: %v", got, asked, reason)
	}
	asked = 0
	spent := 0
	for s.Spend(16) {
		if spent++; spent > 1_000_000 {
			t.Fatal("what is built outside is not stopped")
		}
	}
	short := &machine.Session{Left: 100}
	for spent = 0; spent < 200 && short.Spend(16); spent++ {
	}
	if spent != 99 {
		t.Errorf("%d elements are spent of 100 steps", spent*16)
	}
}

// TestRemembered: a predicate and a term are asked once for each frame and each value of the
// variable, what they fail for included.
func TestRemembered(t *testing.T) {
	t.Parallel()
	const place = slots + 1
	asked := 0
	fails := func(m *machine.Machine) machine.Truth {
		asked++
		m.Undefined(nil, "it fails", value.Value{})
		return m.Fail
	}
	is := func(m *machine.Machine) machine.Truth {
		asked++
		return machine.TruthOf(m.Frame[0].Equal(m.Frame[place]))
	}
	term := func(m *machine.Machine) (value.Value, bool) {
		asked++
		return m.Frame[place], true
	}
	noTerm := func(m *machine.Machine) (value.Value, bool) { return value.Value{}, fails(m) == machine.True }
	ofTerm := func(x machine.Term) machine.Predicate {
		return func(m *machine.Machine) machine.Truth {
			v, ok := x(m)
			if !ok {
				return m.Fail
			}
			return machine.TruthOf(v.Equal(m.Frame[0]))
		}
	}
	for _, test := range []struct {
		name string
		p    machine.Predicate
		want func(n, bound int64) machine.Truth
	}{
		{"predicate", machine.Remember(is, 0, place),
			func(n, bound int64) machine.Truth { return machine.TruthOf(n == bound) }},
		{"failing predicate", machine.Remember(fails, 0, place),
			func(int64, int64) machine.Truth { return machine.Undefined }},
		{"term", ofTerm(machine.RememberedValue(term, 1, place)),
			func(n, bound int64) machine.Truth { return machine.TruthOf(n == bound) }},
		{"failing term", ofTerm(machine.RememberedValue(noTerm, 1, place)),
			func(int64, int64) machine.Truth { return machine.Undefined }},
	} {
		var now int64
		whole := program(func(m *machine.Machine) machine.Truth {
			for bound := range int64(3) {
				m.Bind(place, value.OfInt(bound))
				for range 3 {
					m.Bind(place+1, value.OfInt(9)) // another variable: nothing is forgotten
					m.Fail, m.Reason = machine.False, machine.Reason{}
					got := test.p(m)
					if want := test.want(now, bound); got != want {
						t.Errorf("%s of %d, %d is %s, want %s", test.name, now, bound, got, want)
					}
					if got == machine.Undefined && m.Reason.Message != "it fails" {
						t.Errorf("%s fails for %q", test.name, m.Reason.Message)
					}
				}
			}
			return machine.True
		}, nil)
		asked = 0
		s := &machine.Session{Left: 1_000_000}
		for _, now = range []int64{0, 1, 2} {
			whole.TruthIn(s, frame(now))
		}
		if asked != 9 {
			t.Errorf("%s is asked %d times for 3 frames and 3 values", test.name, asked)
		}
	}
}

// TestRememberedFrame: what depends on the frame alone is asked once while the frame stays.
func TestRememberedFrame(t *testing.T) {
	t.Parallel()
	asked := 0
	p := program(machine.Remember(func(m *machine.Machine) machine.Truth {
		asked++
		return machine.TruthOf(m.Frame[0].Equal(value.OfInt(1)))
	}, 0, slots), nil)
	s := &machine.Session{Left: 1_000_000}
	for _, n := range []int64{1, 1, 0, 0, 0, 1} {
		if got, _ := p.TruthIn(s, frame(n)); got != machine.TruthOf(n == 1) {
			t.Errorf("it is %s of %d", got, n)
		}
	}
	if asked != 3 {
		t.Errorf("it is asked %d times, where the frame changes twice", asked)
	}
}

// TestCalls: a session remembers the calls of a function by their arguments, holes included; but
// not what was lost for want of steps. Functions do not call each other for ever.
func TestCalls(t *testing.T) {
	t.Parallel()
	f, g := &machine.Callee{Name: "f"}, &machine.Callee{Name: "g"}
	asked := 0
	call := func(of *machine.Callee, arg value.Value) machine.Term {
		return func(m *machine.Machine) (value.Value, bool) {
			return of.Answer(m, nil, arg, func() (value.Value, bool) {
				asked++
				if arg.HasHole() {
					return m.Unset(value.OfHole(2))
				}
				return value.OfSeq([]value.Value{arg}), true
			})
		}
	}
	s := &machine.Session{Left: 1_000_000}
	one := value.OfInt(1)
	for _, test := range []struct {
		of   *machine.Callee
		arg  value.Value
		asks bool
	}{
		{f, one, true}, {f, one, false}, {g, one, true}, {f, pair(one, one), true}, {f, pair(one, one), false},
		{f, pair(one, value.OfHole(2)), true}, {f, pair(one, value.OfHole(2)), false},
		{f, pair(one, value.OfHole(1)), true},
		{f, one, false}, {g, one, false},
	} {
		before := asked
		v, reason := program(nil, call(test.of, test.arg)).ValueIn(s, frame(0))
		if (asked > before) != test.asks {
			t.Errorf("%s of %s is evaluated %d times more", test.of.Name, test.arg, asked-before)
		}
		if test.arg.HasHole() != (reason != nil && reason.Unset && reason.Hole == 2) || reason == nil &&
			!v.Elem(0).Equal(test.arg) {
			t.Errorf("%s of %s is %s: %v", test.of.Name, test.arg, v, reason)
		}
	}
	scarce := true
	lost := program(nil, func(m *machine.Machine) (value.Value, bool) {
		return f.Answer(m, nil, value.OfInt(5), func() (value.Value, bool) {
			if scarce {
				return value.Value{}, m.TooMany(nil, 1)
			}
			return one, true
		})
	})
	if _, reason := lost.ValueIn(s, frame(0)); reason == nil {
		t.Error("what is too much has a value")
	}
	scarce = false
	if _, reason := lost.ValueIn(s, frame(0)); reason != nil {
		t.Errorf("what was too much once has no value later: %s", reason)
	}
	var again *machine.Program
	deep := 0
	again = program(nil, func(m *machine.Machine) (value.Value, bool) {
		return f.Answer(m, nil, m.Frame[0], func() (value.Value, bool) {
			deep++
			n, _ := m.Frame[0].Int()
			return again.ValueWithin(m, frame(n+1))
		})
	})
	if _, reason := again.Value(frame(0)); reason == nil || !reason.Infinite ||
		!strings.Contains(reason.Message, "f calls itself more than") || deep > 20_000 {
		t.Errorf("an endless function ends after %d calls: %v", deep, reason)
	}
}

// TestWithin: a part of an evaluation on another frame has an outcome and a reason of its own,
// leaves the frame as it was, and its steps count.
func TestWithin(t *testing.T) {
	t.Parallel()
	inner := program(func(m *machine.Machine) machine.Truth {
		if t := lookAt(50)(m); t != machine.True {
			return t
		}
		m.Undefined(nil, "for %s", m.Frame[0])
		return m.Fail
	}, nil)
	outer := program(func(m *machine.Machine) machine.Truth {
		got := inner.TruthWithin(m, frame(9))
		if got != machine.Undefined || m.Reason.String() != "for 9" {
			t.Errorf("the part is %s: %s", got, m.Reason.String())
		}
		return machine.TruthOf(m.Frame[0].Equal(value.OfInt(4)))
	}, nil)
	s := &machine.Session{Left: 1_000}
	if got, reason := outer.TruthIn(s, frame(4)); got != machine.True || s.Left > 950 {
		t.Errorf("the whole is %s, and leaves %d: %v", got, s.Left, reason)
	}
}

// TestBuiltWithin: a set of more elements than memory should hold is not built.
func TestBuiltWithin(t *testing.T) {
	t.Parallel()
	build := func(x machine.Extent) *machine.Reason {
		_, reason := program(nil, func(m *machine.Machine) (value.Value, bool) {
			return m.Build(nil, func(*machine.Machine) (machine.Extent, bool) { return x, true })
		}).Value(frame(0))
		return reason
	}
	if reason := build(machine.Extent{Form: machine.Span, Lo: 1, Hi: machine.MaxBuilt + 1}); reason == nil ||
		!reason.Infinite {
		t.Errorf("one more element than may be built: %v", reason)
	}
	decode := func(*machine.Machine, int) value.Value {
		t.Error("what is too much is begun")
		return value.Value{}
	}
	if reason := build(machine.Extent{Form: machine.Decoded, Hi: machine.MaxBuilt + 1,
		Decode: decode}); reason == nil || !reason.Infinite {
		t.Errorf("one more element than may be decoded: %v", reason)
	}
}

// TestConcurrently: programs that share machines are evaluated by many at once.
func TestConcurrently(t *testing.T) {
	t.Parallel()
	const place = slots + 1
	is := machine.Remember(
		func(m *machine.Machine) machine.Truth { return machine.TruthOf(m.Frame[0].Equal(m.Frame[place])) }, 0, place)
	p := program(func(m *machine.Machine) machine.Truth {
		return m.Search(nil, func(*machine.Machine) (machine.Extent, bool) {
			return machine.Extent{Form: machine.Span, Lo: 0, Hi: 9}, true
		}, machine.True, func(m *machine.Machine, v value.Value) machine.Truth {
			m.Bind(place, v)
			return is(m)
		})
	}, nil)
	var group sync.WaitGroup
	for worker := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(worker, 1))
			for range 200 {
				n := random.Int64N(20)
				if got, _ := p.Truth(frame(n)); got != machine.TruthOf(n <= 9) {
					t.Errorf("%d is %s", n, got)
				}
			}
		})
	}
	group.Wait()
}
