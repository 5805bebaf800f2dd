package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// want is a truth value that some case should give to a part of a specification.
type want struct {
	part  zed.Expr // the part as people read it
	pred  zed.Expr // true where the part has the wanted truth value
	never plan.Never
	// within is the want that must be met first: that the set over which a quantifier
	// around the part ranges is not empty.
	within *want
	met    bool
	// open says that some case may meet it, but that this is not known.
	open bool
}

// coverConjuncts finds the parts of the specification that no case makes true, and
// those that no case makes false. It does not report parts for which the evaluator
// cannot tell.
func (p *Planned) coverConjuncts(ctx context.Context, u *unit, done []plan.Exercise, out *plan.Coverage) {
	w := wanting{unit: u, seen: map[string]bool{}, visited: map[visit]bool{}, opaque: map[zed.Expr]bool{},
		texts: map[zed.Expr]string{}}
	w.walk(u.Op.Pred, nil, nil, false)
	if len(w.wants) == 0 {
		return
	}
	slots := make([]string, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
	}
	worlds := p.worlds(u, slots, done)
	for _, want := range w.wants {
		for _, world := range worlds {
			if !want.met {
				p.meet(u, want, world)
			}
		}
		switch {
		case want.met:
			out.Conjuncts.Exercised++
			out.Conjuncts.Of++
		case want.open:
		case want.within != nil && !want.within.met:
			out.Conjuncts.Of++
		default:
			p.addUnmet(ctx, u, want, out)
		}
	}
}

// gapSteps is the solver's budget for a case that would close a gap. It is small
// because such cases are only proposed.
const gapSteps = 1000

// addUnmet notes that no case meets a want, and looks for a case that would. Where the
// specification rules that out, it is not a gap.
func (p *Planned) addUnmet(ctx context.Context, u *unit, w *want, out *plan.Coverage) {
	gap := plan.Gap{Kind: plan.ConjunctGap, Predicate: zed.Print(w.part, zed.Unicode), At: w.part.At().Pos().String(),
		Never: w.never}
	if len(u.Op.Occurrences) == 0 {
		problem := p.engine.Oracle.Unit(u.Unit.Unit).Problem(0)
		problem.Pred, problem.Steps = schema.Conjoin([]zed.Expr{problem.Pred, w.pred}), gapSteps
		answer := p.engine.Solver.Solve(ctx, problem)
		switch answer.Outcome {
		case solve.Unsatisfiable:
			return
		case solve.Case:
			gap.Status, gap.Values = suite.HasCase, spec.FromModel(u.Tree.VIS, answer.Model)
		default:
			gap.Status = status(answer.Outcome)
		}
	}
	out.Conjuncts.Of++
	out.AddGap(gap)
}

// world holds exercises whose cases rest on the same sizes of given types.
type world struct {
	compiler *eval.Compiler
	frames   [][]value.Value
}

// worlds groups exercises by the sizes on which their cases rest.
func (p *Planned) worlds(u *unit, slots []string, done []plan.Exercise) []*world {
	var out []*world
	by := map[string]*world{}
	for _, x := range done {
		key := x.Case.Sizes.String()
		if by[key] == nil {
			by[key] = &world{compiler: eval.NewCompiler(slots,
				p.engine.WithSizes(x.Case.Sizes).Oracle.System().Globals)}
			out = append(out, by[key])
		}
		by[key].frames = append(by[key].frames,
			u.Frame(append(x.Case.Values()[:len(x.Case.Values()):len(x.Case.Values())], x.After...).Map()))
	}
	return out
}

// meet evaluates a want on the frames of a world until one meets it.
func (p *Planned) meet(u *unit, w *want, in *world) {
	program, err := in.compiler.Compile(w.pred)
	if err != nil {
		w.open = true
		return
	}
	read := map[string]bool{}
	for _, v := range p.System.Calculus.FreeVars(w.pred) {
		read[v] = true
	}
	for _, frame := range in.frames {
		known := true
		for i, v := range u.Op.Vars {
			known = known && (!read[v.Name] || frame[i].Kind() != value.Nothing)
		}
		if !known {
			w.open = true
			continue
		}
		truth, reason := program.Truth(frame)
		if truth == eval.True {
			w.met = true
			return
		}
		w.open = w.open || truth == eval.Unknown || truth == eval.Undefined && reason.Infinite
	}
}

// wanting collects the wants of a specification.
type wanting struct {
	unit  *unit
	wants []*want
	seen  map[string]bool // by the printed predicate
	// visited, opaque and texts hold results for parts that are shared.
	visited map[visit]bool
	opaque  map[zed.Expr]bool
	texts   map[zed.Expr]string
}

// visit is a part together with the quantifier below which it stands and whether an
// allowed outcome may make it false.
type visit struct {
	part   zed.Expr
	under  *want
	choice bool
}

// isFixed tells whether a part is true in every allowed outcome because it is a conjunct
// of the operation, or of each of its disjuncts. Connectives are decided by their
// parts.
func (w *wanting) isFixed(e zed.Expr) bool {
	if _, connective := e.(*zed.Logic); connective || w.callees(e) {
		return false
	}
	a := always{wanting: w, part: e, text: w.print(e), free: schema.FreeVars(e), known: map[zed.Expr]bool{}}
	return a.holds(w.unit.Op.Pred, false)
}

// always finds out whether one part is true wherever a predicate is.
type always struct {
	*wanting
	part  zed.Expr
	text  string
	free  []string
	known map[zed.Expr]bool
}

// holds tells whether the part is true wherever e is. In the schemas of callees, only
// parts written at the same place are compared, which are invariants of a state that
// both have. The callees of callees are not looked into.
func (a *always) holds(e zed.Expr, callee bool) bool {
	is, ok := a.known[e]
	if ok {
		return is
	}
	misses := func(c zed.Expr) bool { return !a.holds(c, callee) }
	switch x := e.(type) {
	case *zed.Occur:
		is = !callee && a.holds(x.Body, true)
	case *zed.Logic:
		switch x.Op {
		case zed.And:
			is = slices.ContainsFunc(x.Args, func(c zed.Expr) bool { return a.holds(c, callee) })
		case zed.Or:
			is = !slices.ContainsFunc(x.Args, misses)
		}
	case *zed.Quant:
		is = a.isSame(e, callee)
		// A name that is bound here stands for another variable.
		if !is && x.Q == zed.Exists && !declaresAny(x.Text, a.free) {
			is = a.holds(schema.Conjoin([]zed.Expr{x.Text.Pred, x.Body}), callee)
		}
	default:
		is = a.isSame(e, callee)
	}
	a.known[e] = is
	return is
}

// isSame tells whether e is equal to the part.
func (a *always) isSame(e zed.Expr, callee bool) bool {
	if e == a.part {
		return true
	}
	return (!callee || e.At() == a.part.At()) && !a.callees(e) && a.print(e) == a.text
}

// declaresAny tells whether a schema text declares one of the names.
func declaresAny(t zed.Text, names []string) bool {
	for _, d := range t.Decls {
		if slices.ContainsFunc(d.Names, func(n zed.Ident) bool { return slices.Contains(names, n.Name) }) {
			return true
		}
	}
	return false
}

// print returns the printed form of a part, which is computed once.
func (w *wanting) print(e zed.Expr) string {
	text, ok := w.texts[e]
	if !ok {
		text = zed.Print(e, zed.Unicode)
		w.texts[e] = text
	}
	return text
}

// walk visits the parts of a predicate below connectives and universal quantifiers.
// With `choice`, an allowed outcome may make the predicate false; a conjunct of the
// whole predicate is always true.
func (w *wanting) walk(e zed.Expr, under []*zed.Quant, within *want, choice bool) {
	if w.visited[visit{e, within, choice}] {
		return
	}
	w.visited[visit{e, within, choice}] = true
	choice = choice && !w.isFixed(e)
	switch e := e.(type) {
	case *zed.Logic:
		for _, a := range e.Args {
			w.walk(a, under, within, choice || e.Op != zed.And)
		}
		return
	case *zed.Quant:
		if e.Q == zed.Forall {
			inner := append(under[:len(under):len(under)], e)
			ranges := w.add(e, inner, schema.True(), plan.NeverRanged, within)
			if e.Text.Pred != nil {
				all := &zed.Quant{Info: e.Info, Q: e.Q, Text: zed.Text{Decls: e.Text.Decls}, Body: e.Body}
				w.walk(e.Text.Pred, append(under[:len(under):len(under)], all), ranges, true)
			}
			w.walk(e.Body, inner, ranges, choice)
			return
		}
	case *zed.Truth, *zed.Occur:
		return
	}
	if !choice || w.callees(e) || w.unit.Declares(e) {
		return
	}
	w.add(e, under, e, plan.NeverTrue, within)
	w.add(e, under, schema.Negate(e), plan.NeverFalse, within)
}

// add adds the want that a predicate is true for some of the values over which the
// quantifiers around it range. It returns nil where there is the same want already.
func (w *wanting) add(part zed.Expr, under []*zed.Quant, pred zed.Expr, never plan.Never, within *want) *want {
	for i := len(under) - 1; i >= 0; i-- {
		pred = &zed.Quant{Info: zed.Info{Type: zed.BoolType{}}, Q: zed.Exists, Text: under[i].Text, Body: pred}
	}
	text := zed.Print(pred, zed.Unicode)
	if w.seen[text] {
		return nil
	}
	w.seen[text] = true
	out := &want{part: part, pred: pred, never: never, within: within}
	w.wants = append(w.wants, out)
	return out
}

// callees tells whether a term contains the schema of another unit. Such a term is
// covered by that unit's cases.
func (w *wanting) callees(e zed.Expr) bool {
	known, ok := w.opaque[e]
	if ok {
		return known
	}
	_, known = e.(*zed.Occur)
	for _, c := range zed.Children(e) {
		known = known || w.callees(c)
	}
	w.opaque[e] = known
	return known
}
