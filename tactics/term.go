package tactics

import (
	"math/big"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// makePart returns the condition x ∘ y for an operator ∘.
func (b *Basis) makePart(span source.Span, o zed.Operator, x, y zed.Expr) Part {
	return Part{Pred: op(o, zed.BoolType{}, x, y), Span: span}
}

func op(o zed.Operator, t zed.Type, args ...zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Type: t}, Op: o, Args: args}
}

func ref(name string, kind zed.Kind, t zed.Type) zed.Expr {
	return &zed.Ref{Info: zed.Info{Type: t}, Name: name, Kind: kind}
}

func num(n int) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(int64(n))}
}

// negate returns the negation of a predicate.
func negate(e zed.Expr) zed.Expr { return schema.Negate(e) }

// conjoin returns the conjunction of predicates, where those that are conjunctions are
// split.
func conjoin(preds ...zed.Expr) zed.Expr {
	var out []zed.Expr
	for _, p := range preds {
		out = append(out, schema.Conjuncts(p)...)
	}
	return schema.Conjoin(out)
}

// setOf returns the set extension of some terms of one type, or ∅.
func setOf(elem zed.Type, elems ...zed.Expr) zed.Expr {
	t := zed.Info{Type: zed.PowerType{Elem: elem}}
	if len(elems) == 0 {
		return &zed.Op{Info: t, Op: zed.EmptySet}
	}
	return &zed.SetExt{Info: t, Elems: elems}
}

// divideAlways returns the Divider that divides every leaf in the same way.
func divideAlways(parts []Part) Divider {
	return func(*suite.Condition) ([]Part, error) { return parts, nil }
}

// divideWhere returns the Divider that divides the leaves at which the atom holds, and keeps
// the others.
func (b *Basis) divideWhere(atom zed.Expr, parts []Part) Divider {
	return func(leaf *suite.Condition) ([]Part, error) {
		if !b.entails(leaf, atom) {
			return nil, nil
		}
		return parts, nil
	}
}

// choice reads an argument such as e ∈ {e1, …, en}: an atom of the operation
// with the given operator and a set that is spelled out. It returns the atom,
// its left side and the elements.
func (b *Basis) choice(entry spec.Tactic, o zed.Operator,
	form string) (atom, left zed.Expr, elems []zed.Expr, err error) {
	text, err := readScalar(entry, entry.Arg, form)
	if err != nil {
		return nil, nil, nil, err
	}
	_, atom, err = b.Term(text)
	if err != nil {
		return nil, nil, nil, err
	}
	x, ok := atom.(*zed.Op)
	var set *zed.SetExt
	if ok && x.Op == o {
		set, ok = x.Args[1].(*zed.SetExt)
	}
	if !ok || set == nil {
		return nil, nil, nil, source.Errorf(text.FullSpan(), "the tactic %s expects %s, found %s", entry.Name, form,
			text.Value)
	}
	if !b.Occurs(atom) {
		return nil, nil, nil,
			source.Errorf(text.FullSpan(), "%s does not occur in %s (schemas of other units are not looked into)",
				text.Value, b.Unit.Schema)
	}
	return atom, x.Args[0], set.Elems, reportRepeated(entry, set.Elems, text.FullSpan())
}

// reportRepeated reports an element that is written twice.
func reportRepeated(entry spec.Tactic, elems []zed.Expr, at source.Span) error {
	seen := map[string]bool{}
	for _, e := range elems {
		text := zed.Print(e, zed.Unicode)
		if seen[text] {
			if e.At().IsValid() {
				at = e.At()
			}
			return source.Errorf(at, "the tactic %s expects different elements; %s is there twice", entry.Name, text)
		}
		seen[text] = true
	}
	return nil
}

// subsets returns a condition left = A for each subset A of the elements,
// smaller numbers of the first elements first; the last is the whole set.
func (b *Basis) subsets(left zed.Expr, elems []zed.Expr, span source.Span) ([]Part, error) {
	if len(elems) > maxSubsetElements || b.size+1<<len(elems) > b.limit {
		return nil, b.newTooMany(span, b.size+1<<min(len(elems), maxSubsetElements+1))
	}
	elem := left.Typ().(zed.PowerType).Elem
	var parts []Part
	for mask := range 1 << len(elems) {
		var chosen []zed.Expr
		for i, e := range elems {
			if mask&(1<<i) != 0 {
				chosen = append(chosen, e)
			}
		}
		parts = append(parts, b.makePart(span, zed.Equal, left, setOf(elem, chosen...)))
	}
	return parts, nil
}

// maxSubsetElements bounds the elements whose subsets become conditions: with
// more there are more than a million.
const maxSubsetElements = 20
