package audit

import (
	"context"
	"runtime"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Options are the options of an audit.
type Options struct {
	// Solver answers what is asked of the specification. Told says that its reasons are
	// the word of another program, and are to be said beside what they are the reason of.
	Solver solve.Solver
	Told   bool
	// Axioms are those of the specification, where its conjectures are to be tried; nil:
	// they are not.
	Axioms *spec.Axioms
	// Memory is how many bytes may be in use; what needs more is undecided. 0: no limit.
	Memory  int64
	Workers int // 0: one per core; what is found does not depend on it
}

// planner returns the options as the planner has them.
func (o Options) planner() planner.Options {
	return planner.Options{Solver: o.Solver, Memory: o.Memory, Workers: o.Workers}
}

// workers returns how many questions are asked at the same time.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Findings are what there is to say of a specification beside its errors.
type Findings struct {
	Notes  []parse.Note
	Claims []oracle.Claim
	Layers int // in which the units are tested; 0 where that was not found out
}

// inspection is a system that is looked at, with what was found so far.
type inspection struct {
	system  *spec.System
	options Options
	found   Findings
}

// check is something that a system is looked at for. Its error is about the specification,
// or that of the context.
type check struct {
	look func(*inspection, context.Context) error
	// last says that nothing after it is looked at where there was an error so far.
	last bool
}

// checks is what a system is looked at for, in order.
var checks = []check{
	{(*inspection).tactics, false},
	{(*inspection).constants, true},
	{(*inspection).trees, false},
	{(*inspection).derivations, false},
	{(*inspection).refinements, true},
	{(*inspection).layers, true},
	{(*inspection).claims, true},
	{(*inspection).conjectures, true},
}

// System looks at all that a system consists of. Errors that do not make others follow are
// found together; the findings are those up to the first that does.
func System(ctx context.Context, system *spec.System, o Options) (Findings, error) {
	in := &inspection{system: system, options: o}
	var errs source.Errors
	for _, c := range checks {
		err := c.look(in, ctx)
		if c.last && len(errs) == 0 && err != nil {
			return in.found, err
		}
		errs.Add(err)
		if c.last && len(errs) > 0 {
			return in.found, errs.Err()
		}
	}
	return in.found, errs.Err()
}

// tactics looks at the tactics of units: whether they exist, and apply.
func (in *inspection) tactics(context.Context) error { return tactics.Audit(in.system) }

// constants gives loose constants the values with which everything after is looked at.
func (in *inspection) constants(ctx context.Context) error {
	settled, err := planner.Settled(ctx, in.system, in.options.planner())
	if err != nil {
		return err
	}
	in.system = settled
	for _, m := range settled.Missing {
		in.found.Notes = append(in.found.Notes, parse.Note{Span: m.At, Text: m.Text()})
	}
	return nil
}

// trees looks at what planning begins with: testing trees, own cases, and the tables of
// manual stubs.
func (in *inspection) trees(ctx context.Context) error {
	notes, err := planner.Check(ctx, in.system, in.options.planner())
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// derivations says which schemas were derived.
func (in *inspection) derivations(context.Context) error {
	for _, u := range in.system.Units {
		if u.Derived != "" {
			in.found.Notes = append(in.found.Notes, parse.Note{Span: u.At, Text: "derived: " + u.Derived})
		}
	}
	return nil
}

// refinements looks at units that stand in for others.
func (in *inspection) refinements(ctx context.Context) error {
	notes, err := planner.Refinements(ctx, in.system, in.options.planner())
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// layers puts the units in the order of their tests.
func (in *inspection) layers(context.Context) error {
	layers, err := graph.Uses(in.system).Layers()
	in.found.Layers = len(layers)
	return err
}

// claims asks what a specification claims, or what is claimed of every one.
func (in *inspection) claims(ctx context.Context) error {
	var err error
	in.found.Claims, err = Verify(ctx, in.system, in.options)
	return err
}

// conjectures tries the conjectures.
func (in *inspection) conjectures(ctx context.Context) error {
	notes, err := conjectures(ctx, in.system.Spec, in.system.Scope, in.options)
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// Document looks at the specification of a document that stands alone, which is checked
// already: at its conjectures, where they are to be tried.
func Document(ctx context.Context, s *types.Spec, scope value.Scope, o Options) (Findings, error) {
	notes, err := conjectures(ctx, s, scope, o)
	return Findings{Notes: notes}, err
}

// conjectures says what became of the conjectures that were not refuted; those that were
// are errors.
func conjectures(ctx context.Context, s *types.Spec, scope value.Scope, o Options) ([]parse.Note, error) {
	if o.Axioms == nil {
		return nil, nil
	}
	list, err := oracle.Conjectures(ctx, o.Solver, s, o.Axioms, scope)
	if err != nil {
		return nil, err
	}
	var notes []parse.Note
	var errs source.Errors
	for _, c := range list {
		text := c.Sentence(o.Told)
		if c.Outcome == oracle.IsViolated {
			errs.Add(source.Errorf(c.Span, "%s", text))
			continue
		}
		notes = append(notes, parse.Note{Span: c.Span, Text: text})
	}
	return notes, errs.Err()
}
