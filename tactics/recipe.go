package tactics

import (
	"math/big"
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// Recipe is a predefined list of tactics with a name. The list depends on the
// operation.
type Recipe struct {
	Name string
	Doc  string
	list func(*builder, source.Span) ([]step, error)
}

// Recipes returns the predefined recipes.
func Recipes() []Recipe {
	return []Recipe{
		{"basic", "dnf", func(*builder, source.Span) ([]step, error) { return nil, nil }},
		{standardRecipe,
			"dnf, mut, sc for each collection of the state, and rj where a refusal is declared; what a unit without a list gets", (*builder).standard},
		{"math", "dnf, and sp at every operator", (*builder).math},
		{"limits", "dnf, and nr with the numbers that each expression is compared with, and their neighbours",
			(*builder).limits},
		{"strong",
			"dnf, limits, ft for each variable of a free type, uq for each universal quantification, mf for each used unit whose schema is part of the operation's, and math", (*builder).makeStrong},
	}
}

// expand returns the steps for some entries, with every recipe expanded. The recipes
// in `inside` are being expanded already, and may not occur again.
func (b *builder) expand(entries []spec.Tactic, inside []string) ([]step, error) {
	var out []step
	for _, e := range entries {
		list, ok, err := b.recipe(e, inside)
		if err != nil {
			return nil, err
		}
		if !ok {
			out = append(out, step{Tactic: e})
			continue
		}
		if e.Arg != nil {
			return nil, source.Errorf(e.Arg.Span, "the recipe %s takes no argument", e.Name)
		}
		for _, s := range list {
			if s.At == nil {
				s.At = e.At
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// recipe returns the steps of the recipe that an entry names, or false. The steps of a
// predefined recipe form one group, apart from those of tactics with First.
func (b *builder) recipe(e spec.Tactic, inside []string) ([]step, bool, error) {
	for _, r := range b.basis.System.Recipes {
		if r.Name != e.Name {
			continue
		}
		if contains(inside, e.Name) {
			return nil, false, source.Errorf(e.Span, "the recipe %s contains itself", e.Name)
		}
		list, err := b.expand(r.Tactics, append(inside[:len(inside):len(inside)], e.Name))
		return list, true, err
	}
	for _, r := range Recipes() {
		if r.Name != e.Name {
			continue
		}
		list, err := r.list(b, e.Span)
		beside := &group{}
		for i := range list {
			list[i].group = beside
		}
		return append(b.firstSteps(e.Span), list...), true, err
	}
	return nil, false, nil
}

// entryAt returns a step for a tactic with an argument, located at the entry of a
// recipe.
func entryAt(name string, at source.Span, arg string) step {
	return step{Tactic: spec.Tactic{Name: name, Span: at, Arg: &spec.Argument{Span: at, Scalar: placeText(at, arg)}}}
}

// math returns the steps of the recipe math: sp at every operator that occurs.
func (b *builder) math(at source.Span) ([]step, error) {
	if err := b.basis.standard.readTables(); err != nil {
		return nil, err
	}
	var out []step
	seen := map[string]bool{zed.SymbolMaplet: true} // what it divides, ⊕ and ∪ do
	for _, t := range b.basis.standard.tables {
		if seen[t.name] {
			continue
		}
		seen[t.name] = true
		for _, x := range b.basis.standard.instances(t.name) {
			if b.basis.appliesEndless(x.term) {
				continue
			}
			out = append(out, step{Tactic: spec.Tactic{Name: "sp", Span: at},
				divide: b.basis.standard.divideByAll([]instance{x}, at)})
		}
	}
	return out, nil
}

// standardRecipe is the recipe for units that name no tactics.
const standardRecipe = "standard"

// standard returns the steps of the recipe standard, which finds most for the number of
// its cases.
func (b *builder) standard(at source.Span) ([]step, error) {
	out := []step{{Tactic: spec.Tactic{Name: "mut", Span: at}}}
	for _, v := range b.basis.Visible {
		if _, collection := v.Type.(zed.PowerType); collection && b.basis.Unit.Op.Before.Has(v.Name) {
			out = append(out, entryAt("sc", at, v.Name))
		}
	}
	if b.basis.Unit.Rejects != nil {
		out = append(out, step{Tactic: spec.Tactic{Name: "rj", Span: at}})
	}
	return out, nil
}

// appliesEndless tells whether a term applies a function whose domain is not divided: a
// constructor, or a function that axioms define by equations, whose domain is infinite.
func (b *Basis) appliesEndless(e zed.Expr) bool {
	a, ok := e.(*zed.Apply)
	if !ok {
		return false
	}
	f, ok := a.Fn.(*zed.Ref)
	if !ok {
		return false
	}
	_, known := b.System.Globals.Consts[f.Name]
	return f.Kind == zed.Constant || f.Kind == zed.Global && !known
}

// limits returns the steps of the recipe limits: nr for each expression that is
// compared with numbers, at these numbers and their neighbours.
func (b *builder) limits(at source.Span) ([]step, error) {
	compared := map[string]map[string]*zed.Num{}
	for _, d := range b.basis.Unit.Op.Disjuncts {
		for _, c := range d.Conjuncts {
			visit(c, func(e zed.Expr) {
				of, n := comparison(e)
				if of == nil || !b.basis.isAboutVIS(of) {
					return
				}
				text := zed.Print(of, zed.Unicode)
				if compared[text] == nil {
					compared[text] = map[string]*zed.Num{}
				}
				for d := range int64(3) {
					near := &zed.Num{Info: n.Info, Value: new(big.Int).Add(n.Value, big.NewInt(d-1))}
					compared[text][near.Value.String()] = near
				}
			})
		}
	}
	var out []step
	var err error
	for text, numbers := range compared {
		var sorted []*zed.Num
		for _, n := range numbers {
			sorted = append(sorted, n)
		}
		sort.Slice(sorted, func(i, j int) bool { return sorted[i].Value.Cmp(sorted[j].Value) < 0 })
		values := &spec.Argument{Span: at}
		for _, n := range sorted {
			values.List = append(values.List, &spec.Argument{Span: at, Scalar: placeText(at, n.Value.String())})
		}
		t := entryAt("nr", at, text)
		t.Arg = &spec.Argument{Span: at, List: []*spec.Argument{t.Arg, values}}
		if t.divide, err = b.basis.readNR(t.Tactic, true); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Arg.List[0].Scalar.Value < out[j].Arg.List[0].Scalar.Value })
	return out, nil
}

// comparison returns the expression that an atom compares with a number, and the
// number.
func comparison(e zed.Expr) (zed.Expr, *zed.Num) {
	x, ok := e.(*zed.Op)
	if !ok || len(x.Args) != 2 || !zed.SameType(x.Typ(), zed.BoolType{}) {
		return nil, nil
	}
	for i, a := range x.Args {
		other := x.Args[1-i]
		if _, fixed := other.(*zed.Num); fixed || !zed.SameType(other.Typ(), zed.IntType{}) {
			continue // 3 ∈ s compares s with nothing
		}
		if n, ok := a.(*zed.Num); ok {
			return other, n
		}
		if minus, ok := a.(*zed.Op); ok && minus.Op == zed.Negate {
			if n, ok := minus.Args[0].(*zed.Num); ok {
				return other, &zed.Num{Info: n.Info, Value: new(big.Int).Neg(n.Value)}
			}
		}
	}
	return nil, nil
}

// makeStrong returns the steps of the recipe strong: every tactic that covers what it
// divides and whose arguments follow from the operation.
func (b *builder) makeStrong(at source.Span) ([]step, error) {
	out, err := b.limits(at)
	if err != nil {
		return nil, err
	}
	for _, v := range b.basis.Visible {
		if named, ok := v.Type.(zed.NamedType); ok && named.Free {
			out = append(out, entryAt("ft", at, v.Name))
		}
	}
	seen := map[string]bool{}
	for _, d := range b.basis.Unit.Op.Disjuncts {
		for _, c := range d.Conjuncts {
			visit(c, func(e zed.Expr) {
				q, ok := e.(*zed.Quant)
				if !ok || q.Q != zed.Forall || seen[printRanges(q)] || !b.isFinite(q) {
					return
				}
				seen[printRanges(q)] = true
				out = append(out, entryAt("uq", at, "∀ "+printRanges(q)))
			})
		}
	}
	for _, name := range b.basis.Unit.Uses {
		if callee := b.basis.System.Unit(name); callee != nil && b.basis.occurrence(callee) != nil {
			out = append(out, entryAt("mf", at, name))
		}
	}
	rest, err := b.math(at)
	return append(out, rest...), err
}

// isFinite tells whether a quantifier ranges over finite sets of the valid input space.
func (b *builder) isFinite(q *zed.Quant) bool {
	for _, d := range domains(q) {
		if toolkit.Full(d) || toolkit.Infinite(d) || !b.basis.isAboutVIS(d) {
			return false
		}
	}
	return true
}
