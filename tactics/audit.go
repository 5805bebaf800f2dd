package tactics

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Flaw is a way in which rows fail to divide a space.
type Flaw string

// The flaws.
const (
	Hole      Flaw = "hole"      // no row holds somewhere
	Overlap   Flaw = "overlap"   // two rows hold somewhere
	Dead      Flaw = "dead row"  // a row holds nowhere
	Outside   Flaw = "outside"   // a row holds where nothing is to be divided
	Undefined Flaw = "undefined" // a row has no truth value somewhere
)

// Mistake is a flaw of a table with the first place where it shows.
type Mistake struct {
	Flaw Flaw
	Rows []*source.Text
	Text string // what a person reads
}

// Audit enumerates small operands of a standard partition, and returns the
// mistakes of its rows and of those of its negation.
func (p Partition) Audit() ([]Mistake, error) {
	s, err := types.Check(nil)
	if err != nil {
		return nil, err
	}
	t, err := newTable(p, s)
	if err != nil {
		return nil, err
	}
	return t.audit(&eval.Globals{})
}

// Audit enumerates small operands of the tactics that a project defines. The
// errors are the mistakes of their rows, in their places.
func Audit(system *spec.System) error {
	var errs source.Errors
	for _, own := range system.Tactics {
		t, err := ownTable(own, system)
		if err != nil {
			errs.Add(err)
			continue
		}
		mistakes, err := t.audit(system.Globals)
		errs.Add(err)
		for _, m := range mistakes {
			if m.Flaw == Hole && own.Partial || m.Flaw == Overlap && own.Overlaps {
				continue
			}
			at := own.Span
			if len(m.Rows) > 0 {
				at = m.Rows[len(m.Rows)-1].All()
			}
			errs.Add(source.Errorf(at, "the tactic %s: %s", own.Name, m.Text))
		}
	}
	return errs.Err()
}

func (t *table) audit(g *eval.Globals) ([]Mistake, error) {
	a := newAudit(t, g)
	given, err := a.predicates(t.given)
	if err != nil {
		return nil, err
	}
	if !t.atom() {
		return a.of(given, t.rows)
	}
	mistakes, err := a.of(append(given, t.of), t.rows)
	if err != nil || t.negation == nil {
		return mistakes, err
	}
	return newAudit(t, g).after(mistakes).of(append(given[:len(given):len(given)], schema.Negate(t.of)), t.negation)
}

// audit is an enumeration of the small values of some variables.
type audit struct {
	language parse.Language
	spec     *types.Spec
	vars     []zed.Var
	globals  eval.Globals
	found    map[string]bool
	out      []Mistake
}

func newAudit(t *table, g *eval.Globals) *audit {
	a := &audit{spec: t.spec, vars: t.vars, language: t.language, globals: *g, found: map[string]bool{}}
	a.globals.Given = map[string][]value.Value{}
	for name, elements := range g.Given {
		a.globals.Given[name] = elements[:min(len(elements), auditElements)]
	}
	for _, name := range t.spec.Given {
		if a.globals.Given[name] == nil {
			for i := range auditElements {
				a.globals.Given[name] = append(a.globals.Given[name], value.OfAtom(fmt.Sprint(strings.ToLower(name), i+1)))
			}
		}
	}
	return a
}

// after puts mistakes before those that the audit finds.
func (a *audit) after(mistakes []Mistake) *audit {
	a.out = append(a.out, mistakes...)
	return a
}

// of returns the mistakes of rows that are to divide what is given.
func (a *audit) of(given []zed.Expr, rows []*source.Text) ([]Mistake, error) {
	frames, err := a.frames()
	if err != nil {
		return nil, err
	}
	predicates, err := a.predicates(rows)
	if err != nil {
		return nil, err
	}
	programs, err := a.compile(predicates)
	if err != nil {
		return nil, err
	}
	conditions, err := a.compile(given)
	if err != nil {
		return nil, err
	}
	used := make([]bool, len(rows))
	each(frames, nil, func(frame []value.Value) {
		inside := true
		for _, c := range conditions {
			truth, _ := c.Truth(frame)
			inside = inside && truth == eval.True
		}
		a.at(frame, inside, rows, programs, used)
	})
	for i, u := range used {
		if !u {
			a.report(Dead, rows[i:i+1], nil)
		}
	}
	return a.out, nil
}

// at looks at one frame. Rows need no value outside of what is given.
func (a *audit) at(frame []value.Value, inside bool, rows []*source.Text, programs []*eval.Program, used []bool) {
	var in []*source.Text
	for i, p := range programs {
		switch truth, _ := p.Truth(frame); {
		case truth == eval.True && !inside:
			a.report(Outside, rows[i:i+1], frame)
		case truth == eval.True:
			used[i] = true
			in = append(in, rows[i])
		case truth != eval.False && inside:
			a.report(Undefined, rows[i:i+1], frame)
		}
	}
	switch {
	case inside && len(in) == 0:
		a.report(Hole, nil, frame)
	case len(in) > 1:
		a.report(Overlap, in, frame)
	}
}

// report keeps a mistake, the first of each kind and rows.
func (a *audit) report(f Flaw, rows []*source.Text, frame []value.Value) {
	var written []string
	for _, r := range rows {
		written = append(written, r.Value)
	}
	key := string(f) + "\n" + strings.Join(written, "\n")
	if a.found[key] {
		return
	}
	a.found[key] = true
	var at []string
	for i, v := range frame {
		at = append(at, v.Text(a.vars[i].Type))
		at[i] = a.vars[i].Name + " = " + at[i]
	}
	place := strings.Join(at, ", ")
	text := map[Flaw]string{
		Hole:      "no row holds at " + place,
		Overlap:   "several rows hold at " + place + ": " + strings.Join(written, " | "),
		Dead:      "nothing satisfies the row " + strings.Join(written, ""),
		Outside:   "the row " + strings.Join(written, "") + " holds outside of what is given, at " + place,
		Undefined: "the row " + strings.Join(written, "") + " has no truth value at " + place,
	}[f]
	a.out = append(a.out, Mistake{f, rows, text})
}

// predicates parses and checks rows.
func (a *audit) predicates(rows []*source.Text) ([]zed.Expr, error) {
	var out []zed.Expr
	for _, text := range rows {
		e, err := a.language.Expr(text)
		if err != nil {
			return nil, err
		}
		checked, err := a.spec.Pred(e, a.vars)
		if err != nil {
			return nil, err
		}
		out = append(out, checked)
	}
	return out, nil
}

func (a *audit) compile(predicates []zed.Expr) ([]*eval.Program, error) {
	names := make([]string, len(a.vars))
	for i, v := range a.vars {
		names[i] = v.Name
	}
	calculus := schema.New(a.spec)
	out := make([]*eval.Program, len(predicates))
	for i, p := range predicates {
		program, err := eval.Compile(calculus.Predicate(p), names, &a.globals)
		if err != nil {
			return nil, source.Errorf(p.At(), "%v", err)
		}
		out[i] = program
	}
	return out, nil
}

// The universe of an audit: what rows tell apart shows in values as small as
// these. The limit on frames keeps an audit to seconds.
const (
	auditMagnitude = 3 // integers from −3 to 3
	auditElements  = 3 // of a given type
	auditSize      = 3 // of a set or sequence; one less inside another
	auditFrames    = 500_000
)

// frames returns the values of each variable, from its declaration.
func (a *audit) frames() ([][]value.Value, error) {
	var out [][]value.Value
	total := 1
	for _, v := range a.vars {
		values, err := a.universe(v.Decl, auditSize)
		if err != nil {
			return nil, err
		}
		if total *= len(values); total > auditFrames {
			return nil, source.Errorf(v.Span, "the operands have more than %d small values together: too many to enumerate", auditFrames)
		}
		out = append(out, values)
	}
	return out, nil
}

// universe returns the small values of a declared set.
func (a *audit) universe(set zed.Expr, size int) ([]value.Value, error) {
	switch e := set.(type) {
	case *zed.Ref:
		if values, ok := a.globals.Given[e.Name]; ok {
			return values, nil
		}
		if values, ok := a.globals.Free[e.Name]; ok {
			return values, nil
		}
		if first, ok := map[string]int64{"ℤ": -auditMagnitude, "ℕ": 0, "ℕ₁": 1}[e.Name]; ok {
			return integers(first), nil
		}
	case *zed.Op:
		if e.Op == zed.Range {
			return a.between(e)
		}
		if values, err := a.collections(e, size); values != nil || err != nil {
			return values, err
		}
	}
	return nil, source.Errorf(set.At(), "the values of %s cannot be enumerated here; expected ℤ, ℕ, ℕ₁, ranges, given or free types, and power sets, products, relations, functions, sequences and bags of such",
		zed.Print(set, zed.Unicode))
}

// between returns the numbers of a range that are small.
func (a *audit) between(r *zed.Op) ([]value.Value, error) {
	program, err := eval.Compile(r, nil, &a.globals)
	if err != nil {
		return nil, source.Errorf(r.At(), "%v", err)
	}
	all, reason := program.Value(nil)
	if reason != nil {
		return nil, source.Errorf(r.At(), "%s has no value here: %v", zed.Print(r, zed.Unicode), reason)
	}
	var out []value.Value
	for _, n := range integers(-auditMagnitude) {
		if all.Contains(n) {
			out = append(out, n)
		}
	}
	return out, nil
}

func integers(first int64) []value.Value {
	var out []value.Value
	for i := first; i <= auditMagnitude; i++ {
		out = append(out, value.OfInt(i))
	}
	return out
}

// collections returns the small values of a set of collections, nil for other
// sets.
func (a *audit) collections(e *zed.Op, size int) ([]value.Value, error) {
	var parts [][]value.Value
	for _, arg := range e.Args {
		values, err := a.universe(arg, size-1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, values)
	}
	switch e.Op {
	case zed.Cross:
		return tuples(parts), nil
	case zed.PowerSet, zed.Finset:
		return subsets(parts[0], size, false), nil
	case zed.PowerSet1, zed.Finset1:
		return subsets(parts[0], size, false)[1:], nil
	case zed.Relation:
		return subsets(tuples(parts), size, false), nil
	case zed.PartialFun, zed.FinitePfun:
		return subsets(tuples(parts), size, true), nil
	case zed.Bag:
		counts := integers(1)[:2]
		return subsets(tuples([][]value.Value{parts[0], counts}), size, true), nil
	case zed.Seq, zed.Seq1:
		all := []value.Value{value.OfSeq(nil)}
		for length := 1; length <= size; length++ {
			domains := make([][]value.Value, length)
			for i := range domains {
				domains[i] = parts[0]
			}
			each(domains, nil, func(s []value.Value) { all = append(all, value.OfSeq(append([]value.Value(nil), s...))) })
		}
		if e.Op == zed.Seq1 {
			all = all[1:]
		}
		return all, nil
	}
	return nil, nil
}

func tuples(parts [][]value.Value) []value.Value {
	var out []value.Value
	each(parts, nil, func(t []value.Value) { out = append(out, value.OfTuple(append([]value.Value(nil), t...)...)) })
	return out
}

// subsets returns the sets of at most size of the elements, the empty one
// first; only those that are functions, where that is asked.
func subsets(elements []value.Value, size int, functions bool) []value.Value {
	out := []value.Value{}
	var add func(from int, chosen []value.Value)
	add = func(from int, chosen []value.Value) {
		out = append(out, value.OfSet(append([]value.Value(nil), chosen...)))
		if len(chosen) == size {
			return
		}
		for i := from; i < len(elements); i++ {
			if functions && maps(chosen, elements[i].Elem(0)) {
				continue
			}
			add(i+1, append(chosen[:len(chosen):len(chosen)], elements[i]))
		}
	}
	add(0, nil)
	return out
}

// maps tells whether one of the pairs has the given first element.
func maps(pairs []value.Value, x value.Value) bool {
	for _, p := range pairs {
		if p.Elem(0).Equal(x) {
			return true
		}
	}
	return false
}

// each calls f with every choice of one value from each domain. The slice is
// f's only during the call.
func each(domains [][]value.Value, chosen []value.Value, f func([]value.Value)) {
	if len(chosen) == len(domains) {
		f(chosen)
		return
	}
	for _, x := range domains[len(chosen)] {
		each(domains, append(chosen, x), f)
	}
}
