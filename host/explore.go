package host

import (
	"context"
	"fmt"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Exploration asks for the tests of a property of a program.
type Exploration struct {
	Property        string
	Seed            int64
	Tests, Discards int // at most; 0: as the program likes
}

// Explored is what came of a property.
type Explored struct {
	Truth Truth
	// Tests is how many tests were made, Discards how many values did not meet the condition.
	Tests, Discards int
	Values, First   []string // the counterexample, and the one found first where that is smaller
	// Why says why the property is Unclear or Untried, or how the process failed.
	Why          string
	Panic, Stack string
	Labels       map[string]int
}

// Truth is what tests say of a property.
type Truth uint8

const (
	Untried Truth = iota // it was not tested
	Proved               // it holds for all values there are
	Passed               // it holds for those that were tried
	Refuted              // it does not hold
	Unclear              // its condition was met too rarely
	Died                 // the process ended or hung in a test
)

// truths are what the verdicts of the protocol mean.
var truths = map[wire.PropertyVerdict]Truth{
	wire.PropertyVerdict_PROOF: Proved, wire.PropertyVerdict_PASS: Passed,
	wire.PropertyVerdict_COUNTEREXAMPLE: Refuted, wire.PropertyVerdict_UNDECIDED: Unclear,
}

// Explore has a program test a property in a process of its own; the program must be prepared. No test may
// take longer than the limit. Where the process fails it is tested again, in another one that
// announces each test, to find out the values on which it did. Where the context ends, the error is
// its own, beside what is known until then.
func Explore(ctx context.Context, p *Program, e Exploration, limit time.Duration) (*Explored, error) {
	request := &wire.Exploration{Property: e.Property, Seed: uint64(e.Seed), Tests: uint64(e.Tests),
		Discards: uint64(e.Discards)}
	out, err := explore(ctx, p, request, limit)
	if err != nil || out.Truth != Died {
		return out, err
	}
	request.Announce, request.Silent = true, uint64(out.Tests)
	again, err := explore(ctx, p, request, limit)
	switch {
	case err != nil:
		return out, err
	case again.Truth == Died:
		return again, nil
	}
	out.Why += "; it did not when all was tried again"
	return out, nil
}

// explore tests a property in a process of its own, once.
func explore(ctx context.Context, p *Program, request *wire.Exploration, limit time.Duration) (*Explored, error) {
	patience := limit + flushTime
	if p.options.Debug {
		patience = p.patience()
	}
	q, err := p.start(ctx)
	if err != nil {
		return nil, err
	}
	defer q.kill()
	inner, stop := context.WithCancel(ctx)
	defer stop()
	stream, err := q.service.Explore(inner)
	if err == nil {
		err = stream.Send(request)
	}
	out := &Explored{}
	for messages := receive(inner, stream, err); ; {
		wait, end := context.WithCancel(inner)
		select {
		case m := <-messages:
			end()
			switch {
			case m.err != nil && ctx.Err() != nil:
				return out, ctx.Err()
			case m.err != nil:
				out.Truth, out.Why = Died, explainFailedCall(q, m.err)+quoteOutput(q.output)
				return out, nil
			case m.Explored != nil:
				return finishExploring(m.Explored), nil
			}
			out.Tests, out.Values = int(m.Tests), m.Trying
			if m.Trying != nil {
				// Why it cannot be sent is what is received next.
				_ = stream.Send(&wire.Exploration{})
			}
		case over := <-p.options.Clock.After(wait, patience):
			end()
			if !over {
				return out, ctx.Err()
			}
			out.Truth, out.Why = Died, fmt.Sprintf("a test did not end within %v", limit)
			return out, nil
		}
	}
}

// tested is a message of an exploration, or why there are no more.
type tested struct {
	*wire.Progress
	err error
}

// receive returns the messages of an exploration as they come, until the context ends; the
// last one is an error or has the outcome.
func receive(ctx context.Context, stream wire.Program_ExploreClient, err error) <-chan tested {
	out := make(chan tested, 1)
	go func() {
		for {
			var m *wire.Progress
			if err == nil {
				m, err = stream.Recv()
			}
			select {
			case out <- tested{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil || m.Explored != nil {
				return
			}
		}
	}()
	return out
}

// finishExploring returns the outcome that a program reports.
func finishExploring(e *wire.Explored) *Explored {
	out := &Explored{Truth: truths[e.Verdict], Tests: int(e.Tests), Discards: int(e.Discards), Values: e.Values,
		First: e.First, Why: e.Reason, Panic: e.Panic, Stack: e.Stack}
	for _, l := range e.Labels {
		if out.Labels == nil {
			out.Labels = map[string]int{}
		}
		out.Labels[l.Name] = int(l.Tests)
	}
	return out
}
