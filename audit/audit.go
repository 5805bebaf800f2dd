package audit

import (
	"context"
	"fmt"
	"runtime"
	"strings"

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

// Options are the options of an audit of specifications.
type Options struct {
	// Solver answers the questions about the specification. Told says that it is
	// another program, whose reasons are marked as that program's word.
	Solver solve.Solver
	Told   bool
	// Axioms are those of the specification, where conjectures are to be tried; nil:
	// they are not.
	Axioms *spec.Axioms
	// Memory is how many bytes may be in use. A question that needs more is undecided.
	// 0: no limit.
	Memory  int64
	Workers int // 0: one per core; the findings do not depend on it
}

// planner returns the options in the form of package planner.
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

// Findings are what an audit says about a specification besides its errors.
type Findings struct {
	Notes  []parse.Note
	Claims []oracle.Claim
	Layers int // in which the units are tested; 0 where they could not be computed
}

// inspection is a system that is being audited, with the findings so far.
type inspection struct {
	system  *spec.System
	options Options
	found   Findings
	undone  []*spec.Unit // about which not all was asked that specifications claim
}

// check is one kind of thing that an audit checks. Its error is about the
// specification, or is that of the context.
type check struct {
	what string // what is checked; "" where that takes no search
	look func(*inspection, context.Context) error
	// last says that an audit with errors so far ends after it.
	last bool
}

// checks are the checks of an audit, in order.
var checks = []check{
	{"", (*inspection).checkTactics, false},
	{"algebraic specifications", (*inspection).checkClasses, false},
	{"values of functions", (*inspection).checkFunctions, false},
	{"values of constants", (*inspection).chooseConstants, true},
	{"testing trees and own cases", (*inspection).checkTrees, false},
	{"", (*inspection).noteDerivations, false},
	{"", (*inspection).noteSilences, false},
	{"refinements", (*inspection).checkRefinements, true},
	{"", (*inspection).countLayers, true},
	{"what specifications claim", (*inspection).checkClaims, true},
	{"conjectures", (*inspection).tryConjectures, true},
}

// CheckSystem audits a whole system. Errors of which none follows from another are reported
// together. The findings are those up to the check that ended the audit.
func CheckSystem(ctx context.Context, system *spec.System, o Options) (Findings, error) {
	in := &inspection{system: system, options: o}
	var errs source.Errors
	left := false
	for i, c := range checks {
		err := c.look(in, ctx)
		if ctx.Err() != nil && c.what != "" && !left {
			in.noteUnchecked(checks[i:])
			left = true
		}
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

// maxNamed is the number of units that are named where a note is about many.
const maxNamed = 6

// noteUnchecked notes what was not checked, or not to the end, when the context ended.
func (in *inspection) noteUnchecked(left []check) {
	var what []string
	for _, c := range left {
		if c.what != "" {
			what = append(what, c.what)
		}
	}
	text := "not checked to the end: " + strings.Join(what, ", ")
	var names []string
	for _, u := range in.undone {
		names = append(names, u.Name)
	}
	if n := len(names); n > maxNamed {
		names = append(names[:maxNamed], fmt.Sprintf("and %d more", n-maxNamed))
	}
	if len(names) > 0 {
		text += "; nothing is said of " + strings.Join(names, ", ")
	}
	if len(in.system.Units) > 0 {
		in.found.Notes = append(in.found.Notes, parse.Note{Span: in.system.Units[0].At, Text: text})
	}
}

// checkTactics checks that the tactics of units exist and apply.
func (in *inspection) checkTactics(context.Context) error { return tactics.Audit(in.system) }

// chooseConstants gives the loose constants values, which later checks use.
func (in *inspection) chooseConstants(ctx context.Context) error {
	if err := in.system.Broken.Err(); err != nil {
		return err
	}
	settled, err := planner.SettleConstants(ctx, in.system, in.options.planner())
	if err != nil {
		return err
	}
	in.system = settled
	for _, m := range settled.Missing {
		if err := m.Err(); err != nil {
			return err
		}
		in.found.Notes = append(in.found.Notes, parse.Note{Span: m.At, Text: m.Text()})
	}
	return nil
}

// checkTrees checks testing trees, given cases, and the tables of manual stubs.
func (in *inspection) checkTrees(ctx context.Context) error {
	notes, err := planner.Check(ctx, in.system, in.options.planner())
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// noteDerivations notes which schemas were derived (enriches).
func (in *inspection) noteDerivations(context.Context) error {
	for _, u := range in.system.Units {
		if u.Derived != "" {
			in.found.Notes = append(in.found.Notes, parse.Note{Span: u.At, Text: "derived: " + u.Derived})
		}
	}
	return nil
}

// checkRefinements checks that units satisfy the specifications of the units that they
// refine.
func (in *inspection) checkRefinements(ctx context.Context) error {
	notes, err := planner.CheckRefinements(ctx, in.system, in.options.planner())
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// countLayers computes the number of layers in which the units are tested.
func (in *inspection) countLayers(context.Context) error {
	layers, err := graph.Uses(in.system).UnitLayers()
	in.found.Layers = len(layers)
	return err
}

// checkClaims checks properties, and what should hold of every specification.
func (in *inspection) checkClaims(ctx context.Context) error {
	var err error
	in.found.Claims, in.undone, err = Verify(ctx, in.system, in.options)
	return err
}

// tryConjectures tries the conjectures of the specification.
func (in *inspection) tryConjectures(ctx context.Context) error {
	notes, err := conjectures(ctx, in.system.Spec, in.system.Scope, in.options)
	in.found.Notes = append(in.found.Notes, notes...)
	return err
}

// CheckDocument audits the specification of a single document, which has been type-checked:
// it tries the document's conjectures, if the options say so.
func CheckDocument(ctx context.Context, s *types.Spec, scope value.Scope, o Options) (Findings, error) {
	notes, err := conjectures(ctx, s, scope, o)
	return Findings{Notes: notes}, err
}

// conjectures returns notes on the conjectures that were not refuted; the error is
// about those that were.
func conjectures(ctx context.Context, s *types.Spec, scope value.Scope, o Options) ([]parse.Note, error) {
	if o.Axioms == nil {
		return nil, nil
	}
	list, err := oracle.TryConjectures(ctx, o.Solver, s, o.Axioms, scope)
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
