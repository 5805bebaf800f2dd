package host_test

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// counter returns the program of a project that counts, which fails in cases of inc as
// its mode says.
func counter(t *testing.T, mode string) *host.Program {
	t.Helper()
	p, _ := counterOf(t, mode)
	return p
}

// counterOf returns the program of counter, and what the project says of it.
func counterOf(t *testing.T, mode string) (*host.Program, *spec.SUT) {
	t.Helper()
	const project = "../runner/testdata/counter"
	bin := filepath.Join(t.TempDir(), "raw")
	if out, err := exec.Command("go", "build", "-o", bin, "./"+project+"/raw").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	system, err := config.Load("", project)
	if err != nil {
		t.Fatal(err)
	}
	sut := system.SUTs["counter"]
	sut.Command, sut.Env, sut.StartTimeout = []string{bin}, []string{"MODE=" + mode}, time.Minute
	clock := host.NewClock()
	t.Cleanup(clock.Stop)
	p := host.NewProgram(sut, system, &host.Options{Clock: clock, Logger: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { p.Close(true, nil) })
	if err := p.Prepare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return p, sut
}

// TestLateStart: a process of a program that has started before gets more time where it is late, and the reason says
// that.
func TestLateStart(t *testing.T) {
	t.Parallel()
	p, sut := counterOf(t, "")
	sut.StartTimeout = 1
	err := p.Worker(1).Run(t.Context(), cases(p, "inc", 1), func(host.Delivery) {})
	if want := "it has started before, and now not within 6ns: where the machine is busy, start_timeout"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %s", err, want)
	}
}

// nobody answers no call.
type nobody struct{}

func (nobody) Answer(context.Context, *host.Call) host.Answer {
	return host.Answer{Refused: "nobody is there"}
}

// cases returns cases of a unit, each with another n, to which the same is added.
func cases(p *host.Program, unit string, n int) []*host.Case {
	b := p.Unit(unit)
	out := make([]*host.Case, n)
	for i := range out {
		var values spec.Values
		for _, v := range b.Unit.Op.Vars {
			if name := v.Name; name == "n" || name == "x?" {
				values = append(values, spec.NewItem(name, v.Type, value.OfInt(int64(i))))
			}
		}
		steps := []host.Step{{Step: &suite.Step{Unit: unit, Values: values}, Binding: b}}
		out[i] = &host.Case{Name: fmt.Sprintf("%s/%d", unit, i), Steps: steps, Timeout: time.Minute, Stubs: nobody{}}
	}
	return out
}

// TestSession: cases go in as values, and of each a reply comes back, in their order,
// with the frame that was observed.
func TestSession(t *testing.T) {
	t.Parallel()
	p := counter(t, "")
	sent := cases(p, "inc", 700) // more than a message holds
	came, observer := 0, p.Observer()
	err := p.Worker(0).Run(t.Context(), sent, func(d host.Delivery) {
		for i, c := range d.Cases {
			if c != sent[came] {
				t.Fatalf("the reply to %s is the %d-th", c.Name, came)
			}
			came++
			o, err := observer.Observe(c, &d.Replies[i])
			if err != nil || d.Replies[i].Status != host.Returned {
				t.Fatalf("%s: %+v, %v", c.Name, d.Replies[i], err)
			}
			for k, v := range c.Steps[0].Binding.Unit.Op.Vars {
				if got := o.Frame[k].String(); v.Name == "n'" && got != fmt.Sprint(2*(came-1)) {
					t.Errorf("%s: n' is %s, want %d", c.Name, got, 2*(came-1))
				}
			}
		}
		for _, n := range d.Notes {
			t.Errorf("%+v", n)
		}
	})
	if err != nil || came != len(sent) {
		t.Errorf("%d replies to %d cases: %v", came, len(sent), err)
	}
}

// TestSessionEnds: a process that ends in a case of inc takes no other case's reply with
// it, and what the reply says tells the unit at work from what is beside it.
func TestSessionEnds(t *testing.T) {
	for mode, beside := range map[string]bool{"started:exit": false, "setting:exit": true, "started:twice": true} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := counter(t, mode)
			replies := map[string]host.Reply{}
			var notes []host.Note
			w := p.Worker(0)
			for _, part := range [][]*host.Case{cases(p, "add", 3), cases(p, "inc", 2)} {
				err := w.Run(t.Context(), part, func(d host.Delivery) {
					for i, c := range d.Cases {
						replies[c.Name] = d.Replies[i]
					}
					notes = append(notes, d.Notes...)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if len(replies) != 5 {
				t.Errorf("%d replies to 5 cases", len(replies))
			}
			for name, r := range replies {
				inc := strings.HasPrefix(name, "inc")
				if inc && (r.HasFailedBeside() != beside && !r.HasAnswer()) || !inc && r.Status != host.Returned {
					t.Errorf("%s: status %d, beside %v: %s", name, r.Status, r.HasFailedBeside(), r.Message)
				}
			}
			if breach := mode == "started:twice"; (len(notes) > 0) != breach || breach && notes[0].Kind != host.Twice {
				t.Errorf("notes %+v", notes)
			}
		})
	}
}

// TestDoubt: what ends a process among others is not forgotten where a later case ends one alone.
func TestDoubt(t *testing.T) {
	t.Parallel()
	for mode, isUnsure := range map[string]bool{"one-ends": false, "two-end": true, "two-end-alike": true} {
		p := counter(t, mode)
		sent, came := cases(p, "inc", 12), 0
		err := p.Worker(0).Run(t.Context(), sent, func(d host.Delivery) {
			for i, r := range d.Replies {
				if unsure := r.Unsure != ""; (came == 10) == r.HasAnswer() || unsure != (came < 10 && isUnsure) {
					t.Errorf("%s, %s: %t, %s", mode, d.Cases[i].Name, r.HasAnswer(), r.Unsure)
				}
				came++
			}
		})
		if err != nil || came != len(sent) {
			t.Errorf("%s: %d replies, %v", mode, came, err)
		}
	}
}
