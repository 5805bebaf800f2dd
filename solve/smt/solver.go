package smt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/partial"
)

// Options say which program to ask, and within which limits.
type Options struct {
	Program string // the name of one of Programs
	// Path is the program's file, or a name to look up in PATH; Program where
	// it is empty.
	Path string
	// Steps is the budget for one question; solve.DefaultSteps where it is 0.
	Steps int64
	// Time ends a question that goes on for longer, as a safety net, and Memory
	// bounds the program's bytes; DefaultTime and DefaultMemory where they are
	// 0.
	Time   time.Duration
	Memory int64
	// Guard is the permission to start a guard process for the program.
	Guard proc.Guard
}

// The default limits, which are far more than any leaf needed so far.
const (
	DefaultTime   = 10 * time.Second
	DefaultMemory = 2 << 30
)

// Solver asks a program. It is safe for concurrent use, and starts as many
// processes as it is asked questions at once. Close ends them.
type Solver struct {
	options  Options
	program  Program
	version  string
	embedded solve.Solver
	choices  *solve.Choices
	truths   partial.Truths
	sizes    embedded.Sizes

	faulty atomic.Bool

	mu     sync.Mutex
	idle   []*session
	closed bool
}

// New finds and starts the program. Where it does not exist, or is another program, the
// error says so and how to name its file.
func New(ctx context.Context, o Options) (*Solver, error) {
	if o.Steps == 0 {
		o.Steps = solve.DefaultSteps
	}
	if o.Time == 0 {
		o.Time = DefaultTime
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	program, err := programNamed(o.Program)
	if err != nil {
		return nil, err
	}
	s := &Solver{options: o, program: program, embedded: embedded.New(solve.Options{Steps: o.Steps}),
		choices: solve.NewChoices()}
	first, err := start(program, o)
	if err != nil {
		return nil, s.explainAbsent(err)
	}
	text, err := first.ask(ctx, "(get-info :version)", o.Time)
	if err == nil {
		if s.version = cutBetween(text, `(:version "`, `")`); s.version == "" {
			err = fmt.Errorf("it answered %s where a version was expected", shorten(text))
		}
	}
	if err != nil {
		first.end()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, s.explainAbsent(err)
	}
	s.idle = append(s.idle, first)
	return s, nil
}

func (s *Solver) explainAbsent(err error) error {
	return fmt.Errorf("the back end %s cannot be asked: %w; install it, or name its file with --%s FILE",
		s.program.Name, err, s.program.Name)
}

func cutBetween(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, ok := strings.Cut(text, after)
	if !ok {
		return ""
	}
	return text
}

// Name returns the program's name with its version, on which answers may depend.
func (s *Solver) Name() string { return s.program.Name + " " + s.version }

// IsFaulty tells whether the program failed to answer a question: it crashed, took too
// long, or could not be understood. What it left undecided then may be decided another
// time.
func (s *Solver) IsFaulty() bool { return s.faulty.Load() }

// Close ends the processes. Questions that are being asked end undecided.
func (s *Solver) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.idle {
		one.end()
	}
	s.idle, s.closed = nil, true
}

var errClosed = errors.New("the back end was closed")

func (s *Solver) take() (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	if n := len(s.idle); n > 0 {
		one := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return one, nil
	}
	return start(s.program, s.options)
}

func (s *Solver) give(one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		one.end()
		return
	}
	s.idle = append(s.idle, one)
}

// Solve asks the program. A case is a model that the embedded solver confirms; a result
// that there is none is the program's word, and says so. Where most variables have
// given values, as in questions about a case or a call, the embedded solver answers
// what the program leaves undecided.
func (s *Solver) Solve(ctx context.Context, p solve.Problem) solve.Result {
	found := s.truths.Judge(ctx, p, s.solveAtSize(ctx, p), s.answer)
	found = s.choices.Judge(ctx, p, found, s.embedded.Solve)
	if found.Outcome != solve.Undecided || found.NeverTrue || len(p.Bound) == 0 || ctx.Err() != nil {
		return found
	}
	ours := s.embedded.Solve(ctx, p)
	ours.Steps += found.Steps
	if ours.Outcome == solve.Undecided {
		ours.Reason = fmt.Sprintf("%s; %s", found.Reason, ours.Reason)
	}
	return ours
}

// solveAtSize asks the program about a problem at one size of each given type after the
// other, as the embedded solver does, where there is no model at those of the scope.
func (s *Solver) solveAtSize(ctx context.Context, p solve.Problem) solve.Result {
	found := s.answer(ctx, p)
	if found.Outcome != solve.NoneInScope || p.Globals == nil || len(p.Globals.Given) == 0 {
		return found
	}
	ask := func(p solve.Problem) solve.Result {
		r := s.answer(ctx, p)
		r.Given = r.Outcome == solve.NoneInScope
		return r
	}
	again := func(p solve.Problem, _ bool) solve.Result {
		p.Steps = max(1, cmp.Or(p.Steps, s.options.Steps)/sizeShare)
		return ask(p)
	}
	other := s.sizes.Solve(ctx, p, ask, again)
	switch {
	case other.Outcome == solve.Case:
		return other
	case other.Outcome == solve.NoneInScope && other.Bound != "" && other.Bound != found.Bound:
		found.Bound, found.Reason = other.Bound, fmt.Sprintf("%s found none within the scope (%s)", s.program.Name,
			other.Bound)
	}
	return found
}

// sizeShare is the part of a question's budget that each further size of given types has.
const sizeShare = 10

// answer asks the program about a problem without changing it.
func (s *Solver) answer(ctx context.Context, p solve.Problem) solve.Result {
	if interrupted := solve.ExplainInterruption(ctx); interrupted != "" {
		return solve.Result{Reason: interrupted}
	}
	q := translate(p)
	if q.hasLostAll() {
		return solve.Result{Reason: q.describeLost()}
	}
	one, err := s.take()
	if err != nil {
		s.faulty.Store(true)
		return solve.Result{Reason: err.Error()}
	}
	asked := &question{Solver: s, ctx: ctx, problem: q, session: one}
	out, err := asked.answer()
	if err != nil {
		one.end()
		if interrupted := solve.ExplainInterruption(ctx); interrupted != "" {
			return solve.Result{Reason: interrupted}
		}
		s.faulty.Store(true)
		return solve.Result{Reason: err.Error()}
	}
	s.give(one)
	return out
}

// All enumerates models with the embedded solver, since a program returns models in no
// fixed order.
func (s *Solver) All(ctx context.Context, p solve.Problem) iter.Seq[solve.Result] {
	return s.embedded.All(ctx, p)
}
