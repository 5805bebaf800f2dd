package plan

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Coverage says what of a unit's specification its cases exercise.
type Coverage struct {
	Cases     int   `json:"cases"`     // how many it was computed from, without those on rejected inputs
	Disjuncts Count `json:"disjuncts"` // enabled by some case
	// Conjuncts counts truths: each part of a disjunction, an implication, an
	// equivalence or a negation is wanted true once and false once.
	Conjuncts Count `json:"conjuncts"`
	Rows      Count `json:"rows"`     // of standard partitions, where sp was applied
	Rejected  Count `json:"rejected"` // conditions on rejected inputs
	Missing   []Gap `json:"missing"`
}

// Count says how many of something are exercised.
type Count struct {
	Exercised int `json:"exercised"`
	Of        int `json:"of"`
}

// Gap is a part of a specification that no case exercises.
type Gap struct {
	Kind      GapKind `json:"kind"`
	ID        string  `json:"id,omitempty"` // the condition that is about it, where there is one
	Predicate string  `json:"predicate"`
	At        string  `json:"at"`
	Never     Never   `json:"never"`
	// Status is what the solver made of the leaves that would exercise it, or
	// of the search for a case that would. HasCase of a disjunct or a row says
	// that there are such cases, and that none of them was run. It is "" where
	// nothing was looked for: a unit whose schema holds callees' is not searched.
	Status Status `json:"status,omitempty"`
	// Values are those of a case that would exercise a conjunct, where one was
	// found.
	Values spec.Values `json:"values,omitempty"`
}

// gapSteps is the solver's budget for a case that would close a gap: it is
// advice, and must not take the time that leaves do.
const gapSteps = 1000

// GapKind says what kind of part is not exercised.
type GapKind string

// The kinds of gaps.
const (
	DisjunctGap GapKind = "disjunct"
	ConjunctGap GapKind = "conjunct"
	RowGap      GapKind = "row"
	RejectedGap GapKind = "rejected" // a condition on rejected inputs
)

// Never says what no case makes of a part.
type Never string

// What no case makes of a part.
const (
	NeverEnabled Never = "enabled" // of a disjunct
	NeverTrue    Never = "true"
	NeverFalse   Never = "false"
	NeverRanged  Never = "ranged" // of a universal quantification: in every case its domain is empty
	NeverMet     Never = "met"    // of a row or of a condition on rejected inputs
)

// Exercise is a case as coverage counts it.
type Exercise struct {
	Case *Case
	// After is the after-state and outputs, as far as they are known.
	After spec.Values
}

// planned returns the unit's cases, each with the outcome that it witnesses.
func planned(u *Unit) []Exercise {
	out := make([]Exercise, len(u.Cases))
	for i, c := range u.Cases {
		out[i] = Exercise{c, c.Witness}
	}
	return out
}

// Ran returns the unit's cases that a run executed, each with what the unit
// did.
func Ran(u *Unit, run *result.Run) []Exercise {
	results := map[string]*result.Result{}
	for _, r := range run.Results {
		if r.Verdict != result.Blocked {
			results[r.Case] = r
		}
	}
	var out []Exercise
	for _, c := range u.Cases {
		if r := results[c.ID]; r != nil {
			out = append(out, Exercise{c, r.Actual})
		}
	}
	return out
}

// Cover returns what of the unit's specification the exercises exercise. The
// schemas of callees are opaque in it: they are the callees' own to cover.
func (p *Plan) Cover(ctx context.Context, u *Unit, done []Exercise) *Coverage {
	done, refused := apart(done)
	out := &Coverage{Cases: len(done), Missing: []Gap{}}
	p.coverDisjuncts(ctx, u, done, out)
	p.coverConjuncts(ctx, u, done, out)
	coverRows(u, done, out)
	coverRefused(u, refused, out)
	return out
}

// missed notes a gap.
func (c *Coverage) missed(g Gap) { c.Missing = append(c.Missing, g) }

// coverDisjuncts finds the disjuncts of the operation that no case enables. A
// case enables the disjunct of its leaf; whether it enables others is asked
// only where a disjunct is left that may be.
func (p *Plan) coverDisjuncts(ctx context.Context, u *Unit, done []Exercise, out *Coverage) {
	enabled := make([]bool, len(u.Op.Disjuncts))
	for _, x := range done {
		if d := x.Case.Leaf.Disjunct; d > 0 {
			enabled[d-1] = true
		}
	}
	by := make([][]*tactics.Condition, len(enabled))
	u.Tree.Walk(func(c *tactics.Condition) {
		if c.Tactic == "dnf" {
			by[c.Disjunct-1] = append(by[c.Disjunct-1], c)
		}
	})
	open := false
	for i := range enabled {
		open = open || !enabled[i] && u.statusOf(by[i]) != Unsatisfiable
	}
	judge := p.engine.Oracle.Unit(u.Unit)
	for k := 0; open && k < len(done); k++ {
		for i, standing := range judge.Enabled(ctx, frameOf(u, done[k].Case.Values)) {
			enabled[i] = enabled[i] || standing == oracle.Enabled
		}
	}
	out.Disjuncts.Of = len(enabled)
	for i, is := range enabled {
		if is {
			out.Disjuncts.Exercised++
			continue
		}
		gap := Gap{Kind: DisjunctGap, Never: NeverEnabled, Status: u.statusOf(by[i]), At: u.At.Pos().String()}
		if len(by[i]) > 0 {
			gap.ID, gap.Predicate, gap.At = by[i][0].ID, by[i][0].Shown, by[i][0].Span.Pos().String()
		} else {
			gap.Predicate = zed.Print(schema.Conjoin(u.Op.Disjuncts[i].Conjuncts), zed.Unicode)
		}
		out.missed(gap)
	}
}

// statusOf returns what the solver made of the leaves at and below some
// conditions, the most hopeful first; "" where there are none.
func (u *Unit) statusOf(cs []*tactics.Condition) Status {
	found := map[Status]bool{}
	for _, c := range cs {
		(&tactics.Tree{Root: c}).Walk(func(d *tactics.Condition) {
			if l := u.Leaf(d.ID); l != nil {
				found[l.Status] = true
			}
		})
	}
	for _, s := range []Status{HasCase, Undecided, NoneInScope, PrunedByHand, Unsatisfiable} {
		if found[s] {
			return s
		}
	}
	return ""
}

// coverRows finds the rows of standard partitions that no case meets. A row
// that divides several leaves is one.
func coverRows(u *Unit, done []Exercise, out *Coverage) {
	type row struct {
		at    source.Span
		shown string
	}
	rows := map[row][]*tactics.Condition{}
	var order []row
	u.Tree.Walk(func(c *tactics.Condition) {
		if c.Tactic == "sp" {
			r := row{c.Span, c.Shown}
			if rows[r] == nil {
				order = append(order, r)
			}
			rows[r] = append(rows[r], c)
		}
	})
	met := map[row]bool{}
	for _, x := range done {
		for _, c := range x.Case.Leaf.Path() {
			met[row{c.Span, c.Shown}] = true
		}
	}
	out.Rows.Of = len(order)
	for _, r := range order {
		if met[r] {
			out.Rows.Exercised++
			continue
		}
		out.missed(Gap{Kind: RowGap, ID: rows[r][0].ID, Predicate: r.shown, At: r.at.Pos().String(), Never: NeverMet, Status: u.statusOf(rows[r])})
	}
}

// want is a truth that some case should give to a part of a specification.
type want struct {
	part  zed.Expr // as people read it
	pred  zed.Expr // true where the part has the wanted truth
	never Never
	// within is the want without which this one cannot be met: that the
	// quantifier around the part ranges over something.
	within *want
	met    bool
	// open says that some case may meet it, and that it is not known.
	open bool
}

// coverConjuncts finds the parts of the specification that no case makes true,
// or that none makes false. Where the evaluator cannot tell, nothing is said.
func (p *Plan) coverConjuncts(ctx context.Context, u *Unit, done []Exercise, out *Coverage) {
	w := wanting{unit: u, seen: map[string]bool{}, visited: map[visit]bool{}, opaque: map[zed.Expr]bool{}, texts: map[zed.Expr]string{}}
	w.walk(u.Op.Pred, nil, nil, false)
	if len(w.wants) == 0 {
		return
	}
	slots := make([]string, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
	}
	frames := make([][]value.Value, len(done))
	for i, x := range done {
		frames[i] = frameOf(u, x.Case.Values, x.After)
	}
	compiler := eval.NewCompiler(slots, p.System.Globals)
	for _, want := range w.wants {
		p.meet(u, want, compiler, frames)
		switch {
		case want.met:
			out.Conjuncts.Exercised++
			out.Conjuncts.Of++
		case want.open:
		case want.within != nil && !want.within.met:
			out.Conjuncts.Of++
		default:
			p.wanted(ctx, u, want, out)
		}
	}
}

// wanted notes that no case meets a want, and looks for one that would. What
// the specification rules out is no gap.
func (p *Plan) wanted(ctx context.Context, u *Unit, w *want, out *Coverage) {
	gap := Gap{Kind: ConjunctGap, Predicate: zed.Print(w.part, zed.Unicode), At: w.part.At().Pos().String(), Never: w.never}
	if len(u.Op.Occurrences) == 0 {
		problem := p.engine.Oracle.Unit(u.Unit).Problem(0)
		problem.Pred = schema.Conjoin([]zed.Expr{problem.Pred, w.pred})
		answer := solve.Embedded(solve.Options{Steps: gapSteps}).Solve(ctx, problem)
		switch answer.Outcome {
		case solve.Unsatisfiable:
			return
		case solve.Case:
			gap.Status, gap.Values = HasCase, spec.Of(u.Tree.VIS, answer.Model)
		default:
			gap.Status = status(answer.Outcome)
		}
	}
	out.Conjuncts.Of++
	out.missed(gap)
}

// meet evaluates a want on frames until one meets it.
func (p *Plan) meet(u *Unit, w *want, compiler *eval.Compiler, frames [][]value.Value) {
	program, err := compiler.Compile(w.pred)
	if err != nil {
		w.open = true
		return
	}
	read := map[string]bool{}
	for _, v := range p.System.Calculus.FreeVars(w.pred) {
		read[v] = true
	}
	for _, frame := range frames {
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
	unit  *Unit
	wants []*want
	seen  map[string]bool // by the wanted predicate
	// visited, opaque and texts remember what was done for parts that are shared.
	visited map[visit]bool
	opaque  map[zed.Expr]bool
	texts   map[zed.Expr]string
}

// visit is a part where it stands: below a quantifier, and where an allowed
// outcome may make it false, or not.
type visit struct {
	part   zed.Expr
	under  *want
	choice bool
}

// fixed tells whether a part holds in every allowed outcome, because it is a
// conjunct of the operation or of each of its disjuncts. Connectives are told
// by their parts.
func (w *wanting) fixed(e zed.Expr) bool {
	if _, connective := e.(*zed.Logic); connective || w.callees(e) {
		return false
	}
	a := always{wanting: w, part: e, text: w.print(e), free: schema.FreeVars(e), known: map[zed.Expr]bool{}}
	return a.holds(w.unit.Op.Pred, false)
}

// always looks for a part that holds wherever a predicate does.
type always struct {
	*wanting
	part  zed.Expr
	text  string
	free  []string
	known map[zed.Expr]bool
}

// holds tells whether the part does wherever e does. In callees' schemas only
// what was written at the place of the part is compared with it: the invariant
// of a state that both have. Callees of callees are not looked into.
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
		is = a.same(e, callee)
		// A name that is bound here stands for another variable.
		if !is && x.Q == zed.Exists && !binds(x.Text, a.free) {
			is = a.holds(schema.Conjoin([]zed.Expr{x.Text.Pred, x.Body}), callee)
		}
	default:
		is = a.same(e, callee)
	}
	a.known[e] = is
	return is
}

// same tells whether e reads as the part does.
func (a *always) same(e zed.Expr, callee bool) bool {
	if e == a.part {
		return true
	}
	return (!callee || e.At() == a.part.At()) && !a.callees(e) && a.print(e) == a.text
}

// binds tells whether a schema text declares one of the names.
func binds(t zed.Text, names []string) bool {
	for _, d := range t.Decls {
		if slices.ContainsFunc(d.Names, func(n zed.Ident) bool { return slices.Contains(names, n.Name) }) {
			return true
		}
	}
	return false
}

// print prints a part, once.
func (w *wanting) print(e zed.Expr) string {
	text, ok := w.texts[e]
	if !ok {
		text = zed.Print(e, zed.Unicode)
		w.texts[e] = text
	}
	return text
}

// walk visits the parts of a predicate below connectives and universal
// quantifiers. An allowed outcome may make a part false where there is a
// choice; a conjunct of the whole is always true.
func (w *wanting) walk(e zed.Expr, under []*zed.Quant, within *want, choice bool) {
	if w.visited[visit{e, within, choice}] {
		return
	}
	w.visited[visit{e, within, choice}] = true
	choice = choice && !w.fixed(e)
	switch e := e.(type) {
	case *zed.Logic:
		for _, a := range e.Args {
			w.walk(a, under, within, choice || e.Op != zed.And)
		}
		return
	case *zed.Quant:
		if e.Q == zed.Forall {
			inner := append(under[:len(under):len(under)], e)
			ranges := w.add(e, inner, schema.True(), NeverRanged, within)
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
	if !choice || w.callees(e) || declares(w.unit, e) {
		return
	}
	w.add(e, under, e, NeverTrue, within)
	w.add(e, under, schema.Negate(e), NeverFalse, within)
}

// add notes that a predicate is wanted true for some of the values that the
// quantifiers around it range over. It returns nil where the same is wanted
// already.
func (w *wanting) add(part zed.Expr, under []*zed.Quant, pred zed.Expr, never Never, within *want) *want {
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

// callees tells whether a term holds the schema of another unit, which is that
// unit's to cover.
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

// declares tells whether a part only repeats the declaration of a variable.
func declares(u *Unit, e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.In {
		return false
	}
	name, ok := o.Args[0].(*zed.Ref)
	if !ok {
		return false
	}
	for _, v := range u.Op.Vars {
		if v.Name == name.Name && v.Decl != nil && zed.Print(v.Decl, zed.Unicode) == zed.Print(o.Args[1], zed.Unicode) {
			return true
		}
	}
	return false
}
