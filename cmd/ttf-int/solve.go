package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

const solveHelp = `Solve finds values that make a predicate true, or says why there are none. The
problem is declarations and a predicate, as in a schema; given types may stand
before them in brackets.

The answer is a case, with the sizes of given types on which it rests, such as
# T = 2; unsatisfiable, which is derived and holds everywhere; none in scope,
which says that the scope was searched to its end; or undecided. Small values
come first. Where the default scope has none, values near what the problem names
are tried too, and somewhat wider scopes; with --scope, only those that the
problem itself confines to a few.

With --batch each line is a problem. Blank lines, and lines that begin with #,
are passed over; each answer is one line of JSON, written as soon as it is
there, which says the line of its problem.

Exit codes: 0 a case, 1 none, 2 an error, 3 undecided. With --batch: 0 unless
some problem was an error (2).`

// The exit codes of solve that differ from those of the other commands.
const (
	exitNone      exitCode = 1
	exitUndecided exitCode = 3
)

// solveFlags are the flags of solve.
type solveFlags struct {
	z, scope, batch string
	timeout         time.Duration
}

func solveCommand(a *app) *cobra.Command {
	var f solveFlags
	c := &cobra.Command{
		Use: "solve 'DECLS | PRED'", Short: "find values for a predicate", Long: solveHelp,
		Args: arguments(0, 1, "a problem, in quotes"),
		Example: `  ttf-int solve 'x : Z | x * x = 49'
  ttf-int solve '[T] A, B : power T | A subset B and # B = 2'
  ttf-int solve --z specs/list.zed 'Sort1 | list = <1, 1>'
  ttf-int solve --scope int=0..100,seq=5 's : seq N | # s = 5 and 100 in ran s'
  ttf-int solve --batch problems.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == (f.batch != "") {
				return fmt.Errorf("expected one problem, or --batch FILE; see `ttf-int solve --help`")
			}
			s, err := newSolving(f, a.limits.memory)
			if err != nil {
				return err
			}
			if s.asked, err = a.answerer.openSolver(cmd.Context()); err != nil {
				return err
			}
			if f.batch != "" {
				return answerBatch(cmd.Context(), a.console, s, f.batch)
			}
			return solveOne(cmd.Context(), a.console, s, args[0])
		},
	}
	c.Flags().StringVar(&f.z, "z", "", "read definitions from the Z document `FILE`")
	c.Flags().StringVar(&f.scope, "scope", "",
		"look for values within `BOUNDS` (default int=-10..10,set=3,seq=3,given=3)")
	c.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "give a problem up after this time")
	c.Flags().StringVar(&f.batch, "batch", "",
		"one problem a line in `FILE` (- is stdin), one JSON line each, with seconds")
	return c
}

// solving holds what all problems of one call of solve share.
type solving struct {
	paragraphs []zed.Paragraph
	language   parse.Language // with the operators that the paragraphs introduce
	scope      value.Scope
	timeout    time.Duration
	memory     megabytes
	asked      *backend.Opened
	// wider says whether wider scopes are searched where the given scope has no values.
	wider bool
}

func newSolving(f solveFlags, memory megabytes) (*solving, error) {
	scope, err := parseScope(f.scope)
	if err != nil {
		return nil, err
	}
	s := &solving{language: parse.Toolkit(), scope: scope, timeout: f.timeout, memory: memory, wider: f.scope == ""}
	if f.timeout <= 0 {
		return nil, fmt.Errorf("--timeout %s: expected more than nothing", f.timeout)
	}
	if f.z == "" {
		return s, nil
	}
	doc, err := config.ReadZ(f.z)
	if err != nil {
		return nil, err
	}
	s.paragraphs, s.language = doc.Paragraphs, parse.LanguageOf(doc.Paragraphs)
	_, err = types.Check(s.paragraphs)
	return s, err
}

// maxScope is the largest bound on the size of collections. The number of values grows
// exponentially with it.
const maxScope = 64

// parseScope reads the value of --scope.
func parseScope(text string) (value.Scope, error) {
	s := value.DefaultScope()
	if text == "" {
		return s, nil
	}
	sizes := map[string]*int{"set": &s.Set, "seq": &s.Seq, "given": &s.Given}
	for _, part := range strings.Split(text, ",") {
		name, bound, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "int" {
			low, high, ok := strings.Cut(bound, "..")
			lo, err1 := strconv.ParseInt(low, 10, 64)
			hi, err2 := strconv.ParseInt(high, 10, 64)
			if !ok || err1 != nil || err2 != nil || lo > hi {
				return s, fmt.Errorf("--scope %s: expected int=LOW..HIGH", part)
			}
			s.IntMin, s.IntMax = lo, hi
			continue
		}
		size := sizes[name]
		if size == nil {
			return s, fmt.Errorf("--scope %s: expected int, set, seq or given%s", part,
				source.DidYouMean(name, []string{"int", "set", "seq", "given"}))
		}
		n, err := strconv.Atoi(bound)
		if err != nil || n < 0 || n > maxScope {
			return s, fmt.Errorf("--scope %s: expected a number from 0 to %d", part, maxScope)
		}
		*size = n
	}
	return s, nil
}

// answer is the JSON form of what solve found.
type answer struct {
	Status  string      `json:"status"`
	Values  spec.Values `json:"values"`
	Sizes   value.Sizes `json:"sizes,omitempty"` // of the given types on whose sizes the values rest
	Reason  string      `json:"reason"`
	Seconds *float64    `json:"seconds,omitempty"`
	Line    int         `json:"line,omitempty"`
}

// answerOf returns the JSON form of a solution.
func answerOf(found oracle.Solution) answer {
	return answer{Status: found.Outcome.String(), Values: found.Values, Sizes: found.Sizes, Reason: found.Reason}
}

// solve reads one problem and answers it.
func (s *solving) solve(ctx context.Context, file *source.File) (oracle.Solution, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	found, err := callWithin(ctx, s.memory, grace, func(ctx context.Context) (oracle.Solution,
		error) {
		return s.solveWithin(ctx, file)
	})
	switch interrupted := solve.ExplainInterruption(ctx); {
	case err != nil && interrupted != "" && errors.Is(err, context.Cause(ctx)):
		return newUndecided(interrupted), nil
	case errors.Is(err, solve.ErrMemory):
		return newUndecided(err.Error()), nil
	}
	return found, err
}

func newUndecided(reason string) oracle.Solution {
	return oracle.Solution{Result: solve.Result{Outcome: solve.Undecided, Reason: reason}}
}

// solveWithin solves one problem; it does the work of solve, and stops when the context
// ends.
func (s *solving) solveWithin(ctx context.Context, file *source.File) (oracle.Solution, error) {
	problem, err := config.ReadProblem(s.paragraphs, s.language, file)
	if err != nil {
		return oracle.Solution{}, err
	}
	axioms, err := config.ConstantsOf(problem.Spec, s.scope.Given)
	if err != nil {
		return oracle.Solution{}, err
	}
	ctx, stop := solve.LimitMemory(ctx, s.memory.bytes())
	defer stop()
	if !s.wider {
		return oracle.Satisfy(ctx, s.asked.Solver, problem.Normal, axioms, s.scope), nil
	}
	return oracle.SatisfyWider(ctx, s.asked.Solver, s.asked.Wider, problem.Normal, axioms, s.scope), nil
}

// solveOne answers one problem for a person, or as one JSON document.
func solveOne(ctx context.Context, c *console, s *solving, text string) error {
	found, err := s.solve(ctx, source.NewFile("argument", text))
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err = c.write(func(w io.Writer) error {
		if c.json {
			return report.WriteDocument(w, answerOf(found))
		}
		return report.WriteAnswer(w, found.Outcome.String(), found.Values, found.Sizes, found.Reason)
	})
	if err != nil {
		return err
	}
	switch found.Outcome {
	case solve.Case:
		return nil
	case solve.Undecided:
		return exitSilently(exitUndecided)
	}
	return exitSilently(exitNone)
}
