package schema

import (
	"encoding/binary"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// MaxDisjuncts is the largest number of disjuncts of an operation. Each is a test
// condition that is solved, run and read by people. Operations written by hand have
// about a dozen.
const MaxDisjuncts = 1024

// normalizer computes disjunctive normal forms, once for each node and
// polarity.
type normalizer struct {
	hidden map[*zed.Quant]bool
	atoms  map[zed.Expr]bool // the predicates that are not split
	free   *zed.FreeNames
	limit  int
	memo   map[polarity][]Disjunct
	not    map[zed.Expr]zed.Expr
	ids    map[zed.Expr]int // numbers of atoms, from 1
	joined []zed.Expr       // what was left undivided, since there would be too many disjuncts
}

type polarity struct {
	e       zed.Expr
	negated bool
}

// tooMany is the error that a normal form would be too large. Nobody sees it: what it is about stays
// whole.
type tooMany struct{}

func (tooMany) Error() string { return "too many disjuncts" }

// disjuncts returns the disjunctive normal form of a predicate. Connectives are split;
// quantifiers are atoms, except those that hiding made, out of which disjunctions are
// moved; occurrences are opaque. What an invariant says of the states before and after
// is an atom, so that it holds in every disjunct, however many ways there are to
// satisfy it. Repeated atoms in a disjunct, and repeated disjuncts, are removed. A conjunct with which
// there would be too many disjuncts is an atom too, rather one in which no operations occur; joined
// are these.
func (u *unfolder) disjuncts(pred zed.Expr, limit int) (all []Disjunct, joined []zed.Expr) {
	n := &normalizer{hidden: u.hidden, atoms: u.invariant, free: u.c.free, limit: limit,
		memo: map[polarity][]Disjunct{}, not: map[zed.Expr]zed.Expr{}, ids: map[zed.Expr]int{}}
	all, err := n.expand(pred, false)
	if err != nil {
		return []Disjunct{{Conjuncts: []zed.Expr{pred}}}, []zed.Expr{pred}
	}
	return all, n.joined
}

func (n *normalizer) expand(e zed.Expr, negated bool) ([]Disjunct, error) {
	key := polarity{e, negated}
	if ds, ok := n.memo[key]; ok {
		return ds, nil
	}
	ds, err := n.compute(e, negated)
	if err != nil {
		return nil, err
	}
	if len(ds) > n.limit {
		return nil, tooMany{}
	}
	n.memo[key] = ds
	return ds, nil
}

func (n *normalizer) compute(e zed.Expr, negated bool) ([]Disjunct, error) {
	switch e := e.(type) {
	case *zed.Truth:
		if e.Value == negated {
			return nil, nil
		}
		return []Disjunct{{}}, nil
	case *zed.Logic:
		if n.atoms[e] && !negated && e.Op != zed.And {
			break
		}
		return n.logic(e, negated)
	case *zed.Quant:
		if n.hidden[e] && !negated && e.Q == zed.Exists {
			return n.exists(e), nil
		}
	}
	if negated {
		e = n.negate(e)
	}
	return []Disjunct{{Conjuncts: []zed.Expr{e}}}, nil
}

func (n *normalizer) logic(e *zed.Logic, negated bool) ([]Disjunct, error) {
	switch e.Op {
	case zed.Not:
		return n.expand(e.Args[0], !negated)
	case zed.And, zed.Or:
		parts := make([]polarity, len(e.Args))
		for i, a := range e.Args {
			parts[i] = polarity{a, negated}
		}
		if (e.Op == zed.And) != negated {
			return n.product(parts...), nil
		}
		return n.sum(parts...)
	case zed.Implies:
		if negated {
			return n.product(polarity{e.Args[0], false}, polarity{e.Args[1], true}), nil
		}
		return n.sum(polarity{e.Args[0], true}, polarity{e.Args[1], false})
	}
	// ⇔: both or neither; negated: one of the two.
	both := n.product(polarity{e.Args[0], false}, polarity{e.Args[1], negated})
	neither := n.product(polarity{e.Args[0], true}, polarity{e.Args[1], !negated})
	return n.removeRepeated(append(append([]Disjunct(nil), both...), neither...)), nil
}

func (n *normalizer) sum(parts ...polarity) ([]Disjunct, error) {
	var out []Disjunct
	for _, p := range parts {
		ds, err := n.expand(p.e, p.negated)
		if err != nil {
			return nil, err
		}
		out = append(out, ds...)
	}
	return n.removeRepeated(out), nil
}

// product returns the disjuncts of a conjunction. Where there would be too many with a part, that part
// stays whole; where operations occur in it, the last one before it does in which there are none.
func (n *normalizer) product(parts ...polarity) []Disjunct {
	whole := make([]bool, len(parts))
	for {
		out, at := n.multiplyAll(parts, whole)
		if at < 0 {
			for i, p := range parts {
				if whole[i] {
					n.joined = append(n.joined, n.atom(p))
				}
			}
			return out
		}
		whole[n.toJoin(parts, whole, at)] = true
	}
}

// multiplyAll returns the disjuncts of a conjunction, in which some parts are atoms, and -1; or the
// part with which there would be too many.
func (n *normalizer) multiplyAll(parts []polarity, whole []bool) (out []Disjunct, tooMany int) {
	out = []Disjunct{{}}
	for i, p := range parts {
		if whole[i] {
			var next []Disjunct
			for _, a := range out {
				next = append(next, mergeDisjuncts(a, Disjunct{Conjuncts: []zed.Expr{n.atom(p)}}))
			}
			out = next
			continue
		}
		next, err := n.multiply(out, p)
		if err != nil {
			return nil, i
		}
		out = next
	}
	return out, -1
}

// toJoin returns the part that is to stay whole where there would be too many disjuncts with one.
func (n *normalizer) toJoin(parts []polarity, whole []bool, at int) int {
	if len(listOccurrences(parts[at].e)) == 0 {
		return at
	}
	for i := at - 1; i >= 0; i-- {
		if ds, err := n.expand(parts[i].e, parts[i].negated); !whole[i] && err == nil && len(ds) > 1 &&
			len(listOccurrences(parts[i].e)) == 0 {
			return i
		}
	}
	return at
}

// atom returns a part of a conjunction as a predicate.
func (n *normalizer) atom(p polarity) zed.Expr {
	if p.negated {
		return n.negate(p.e)
	}
	return p.e
}

// multiply returns some disjuncts, each together with each of a predicate.
func (n *normalizer) multiply(out []Disjunct, p polarity) ([]Disjunct, error) {
	ds, err := n.expand(p.e, p.negated)
	if err != nil {
		return nil, err
	}
	if count := len(out) * len(ds); count > 64*n.limit {
		return nil, tooMany{}
	}
	var next []Disjunct
	for _, a := range out {
		for _, b := range ds {
			next = append(next, mergeDisjuncts(a, b))
		}
	}
	if next = n.removeRepeated(next); len(next) > n.limit {
		return nil, tooMany{}
	}
	return next, nil
}

func mergeDisjuncts(a, b Disjunct) Disjunct {
	switch {
	case len(a.Conjuncts) == 0:
		return b
	case len(b.Conjuncts) == 0:
		return a
	}
	seen := make(map[zed.Expr]bool, len(a.Conjuncts))
	out := append(make([]zed.Expr, 0, len(a.Conjuncts)+len(b.Conjuncts)), a.Conjuncts...)
	for _, c := range a.Conjuncts {
		seen[c] = true
	}
	for _, c := range b.Conjuncts {
		if !seen[c] {
			out = append(out, c)
		}
	}
	return Disjunct{Conjuncts: out}
}

// removeRepeated removes disjuncts that have the same atoms as an earlier one.
func (n *normalizer) removeRepeated(ds []Disjunct) []Disjunct {
	if len(ds) < 2 {
		return ds
	}
	seen := make(map[string]bool, len(ds))
	out := ds[:0:0]
	for _, d := range ds {
		if key := n.key(d); !seen[key] {
			seen[key] = true
			out = append(out, d)
		}
	}
	return out
}

// key returns a text that is the same for disjuncts with the same atoms.
func (n *normalizer) key(d Disjunct) string {
	numbers := make([]int, len(d.Conjuncts))
	for i, c := range d.Conjuncts {
		if n.ids[c] == 0 {
			n.ids[c] = len(n.ids) + 1
		}
		numbers[i] = n.ids[c]
	}
	slices.Sort(numbers)
	var key []byte
	for _, number := range numbers {
		key = binary.AppendUvarint(key, uint64(number))
	}
	return string(key)
}

// exists moves disjunctions out of the quantifier of a hiding.
func (n *normalizer) exists(e *zed.Quant) []Disjunct {
	inner := n.product(polarity{Conjoin([]zed.Expr{e.Text.Pred}), false}, polarity{e.Body, false})
	if len(inner) < 2 {
		return []Disjunct{{Conjuncts: []zed.Expr{e}}}
	}
	var out []Disjunct
	for _, d := range inner {
		q := &zed.Quant{Info: e.Info, Q: zed.Exists, Text: zed.Text{Decls: e.Text.Decls}, Body: Conjoin(d.Conjuncts)}
		out = append(out, Disjunct{Conjuncts: []zed.Expr{q}})
	}
	return out
}

func (n *normalizer) negate(e zed.Expr) zed.Expr {
	if o, ok := n.not[e]; ok {
		return o
	}
	o := Negate(e)
	n.not[e] = o
	return o
}

// Negate returns the negation of an atom, as a relation where there is one for
// it: x ∉ S for x ∈ S.
func Negate(e zed.Expr) zed.Expr {
	if r, ok := e.(*zed.Op); ok {
		if to, ok := toolkit.Opposite(r.Op); ok {
			return &zed.Op{Info: r.Info, Op: to, Args: r.Args}
		}
	}
	return &zed.Logic{Info: boolean(e.At()), Op: zed.Not, Args: []zed.Expr{e}}
}
