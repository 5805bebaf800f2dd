package tactics

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// What an audit enumerates. Differences between rows show with values as small as
// these, and near the numbers with which the rows compare. The limit on the number of
// frames keeps an audit to seconds.
const (
	auditSmall  = 3 // integers from −3 to 3; elements; the size of sets and sequences, one less for nested ones
	auditLarge  = 5 // elements and size where the rows mention such a number
	auditFrames = 500_000
)

// bounds are the bounds of an enumeration.
type bounds struct {
	magnitude int64   // the largest absolute value of integers
	numbers   []int64 // further values of variables that are numbers
	elements  int     // the number of elements of a given type
	size      int     // the size of sets and sequences; one less for nested ones
	few       bool    // fewer values than rows without numbers may need
}

func usualBounds() bounds {
	return bounds{magnitude: auditSmall, elements: auditSmall, size: auditSmall}
}

// listBounds returns the bounds that are tried in turn for some predicates, the widest
// first.
func (a *audit) listBounds(predicates []zed.Expr) []bounds {
	near, wide := usualBounds(), usualBounds()
	for _, n := range a.numbers(predicates) {
		if auditSmall <= n && n < auditLarge {
			wide.elements, wide.size = int(n)+1, int(n)+1
		}
		for k := n - auditSmall; k <= n+auditSmall; k++ {
			if (k < -auditSmall || k > auditSmall) && !slices.Contains(near.numbers, k) {
				near.numbers = append(near.numbers, k)
			}
		}
	}
	wide.numbers = near.numbers
	return []bounds{wide, near, usualBounds(),
		{magnitude: 2, elements: 2, size: 2, few: true}, {magnitude: 1, elements: 2, size: 1, few: true}}
}

// numbers returns the numbers in predicates, those that constants have included, in
// increasing order.
func (a *audit) numbers(predicates []zed.Expr) []int64 {
	found := map[int64]bool{}
	zed.EachPart(predicates, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Num:
			if e.Value.IsInt64() {
				found[e.Value.Int64()] = true
			}
		case *zed.Ref:
			if n, ok := a.globals.Consts[e.Name].Int(); ok {
				found[n] = true
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(found))
}

// setBounds sets the bounds of the enumeration.
func (a *audit) setBounds(b bounds) {
	a.bounds, a.over = b, false
	a.globals.Given = map[string][]value.Value{}
	for name, elements := range a.given {
		a.globals.Given[name] = elements[:min(len(elements), b.elements)]
	}
	for _, name := range a.spec.Given {
		if a.globals.Given[name] == nil {
			for i := range b.elements {
				a.globals.Given[name] = append(a.globals.Given[name],
					value.OfAtom(fmt.Sprint(strings.ToLower(name), i+1)))
			}
		}
	}
}

// decides tells whether a row that no enumerated value satisfies counts as one that
// nothing satisfies. It does not where it mentions numbers beyond the bounds, unless it
// only compares integers, since values near these numbers were tried.
func (a *audit) decides(row zed.Expr) bool {
	if a.bounds.few {
		return false
	}
	numbers := a.numbers([]zed.Expr{row})
	beyond := slices.ContainsFunc(numbers, func(n int64) bool { return n < -auditSmall || n >= int64(a.bounds.size) })
	return !beyond || a.compares(row)
}

// compares tells whether all variables are integers, and a predicate only compares
// them.
func (a *audit) compares(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Num, *zed.Truth:
		return true
	case *zed.Ref:
		_, integer := e.Type.(zed.IntType)
		return integer
	case *zed.Logic:
	case *zed.Op:
		if !toolkit.IsRelation(e.Op) && e.Op != zed.Negate {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(zed.Children(e), func(c zed.Expr) bool { return !a.compares(c) })
}

// frames returns the combinations of values of the variables, within the widest bounds
// under which there are not too many.
func (a *audit) frames(predicates []zed.Expr) (out [][]value.Value, err error) {
	for _, b := range a.listBounds(predicates) {
		a.setBounds(b)
		if out, err = a.domains(); !a.over {
			return out, err
		}
	}
	return nil, err
}

// domains returns the values of each variable within the bounds.
func (a *audit) domains() ([][]value.Value, error) {
	var out [][]value.Value
	total := 1
	for _, v := range a.vars {
		values, err := a.universe(v.Decl, a.bounds.size)
		if err != nil {
			return nil, err
		}
		if total *= len(values); total > auditFrames {
			return nil, a.newTooMany(v.Span)
		}
		out = append(out, values)
	}
	return out, nil
}

func (a *audit) newTooMany(at source.Span) error {
	a.over = true
	return source.Errorf(at, "the operands have more than %d small values together: too many to enumerate", auditFrames)
}

// universe returns the small values in a declared set.
func (a *audit) universe(set zed.Expr, size int) ([]value.Value, error) {
	switch e := set.(type) {
	case *zed.Ref:
		if values, ok := a.globals.Given[e.Name]; ok {
			return values, nil
		}
		if values, ok := a.globals.Free[e.Name]; ok {
			return values, nil
		}
		if first, ok := map[string]int64{"ℤ": math.MinInt64, "ℕ": 0, "ℕ₁": 1}[e.Name]; ok {
			return a.integers(first, size), nil
		}
	case *zed.Op:
		if e.Op == zed.Range {
			return a.listBetween(e, size)
		}
		if values, err := a.collections(e, size); values != nil || err != nil {
			return values, err
		}
	}
	return nil, source.Errorf(set.At(),
		"the values of %s cannot be enumerated here; expected ℤ, ℕ, ℕ₁, ranges, given or free types, and power sets, products, relations, functions, sequences and bags of such",
		zed.Print(set, zed.Unicode))
}

// listBetween returns the small numbers in a range.
func (a *audit) listBetween(r *zed.Op, size int) ([]value.Value, error) {
	program, err := eval.Compile(r, nil, &a.globals)
	if err != nil {
		return nil, source.Errorf(r.At(), "%v", err)
	}
	all, reason := program.Value(nil)
	if reason != nil {
		return nil, source.Errorf(r.At(), "%s has no value here: %v", zed.Print(r, zed.Unicode), reason)
	}
	var out []value.Value
	for _, n := range a.integers(math.MinInt64, size) {
		if all.Contains(n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// integers returns the small integers from `first` on. For values of a variable it adds
// the further numbers.
func (a *audit) integers(first int64, size int) []value.Value {
	var out []value.Value
	for i := -a.bounds.magnitude; i <= a.bounds.magnitude; i++ {
		if i >= first {
			out = append(out, value.OfInt(i))
		}
	}
	if size < a.bounds.size {
		return out
	}
	for _, n := range a.bounds.numbers {
		if n >= first {
			out = append(out, value.OfInt(n))
		}
	}
	return out
}

// collections returns the small values in a set of collections; nil for other sets.
func (a *audit) collections(e *zed.Op, size int) ([]value.Value, error) {
	m, space := toolkit.MembersOf(e.Op)
	if !space && e.Op != zed.Cross || m.Injective || m.Total || m.Surjective {
		return nil, nil
	}
	var parts [][]value.Value
	for _, arg := range e.Args {
		values, err := a.universe(arg, size-1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, values)
	}
	if isTooLarge(e.Op, parts, size) {
		return nil, a.newTooMany(e.At())
	}
	var all []value.Value
	switch {
	case !space:
		return tuples(parts), nil
	case m.Sequence:
		all = sequencesOf(parts[0], size)
	case m.Counted:
		counts := []value.Value{value.OfInt(1), value.OfInt(2)}
		all = subsets(tuples([][]value.Value{parts[0], counts}), size, m.Function)
	case toolkit.IsPower(e.Op):
		all = subsets(parts[0], size, m.Function)
	default:
		all = subsets(tuples(parts), size, m.Function)
	}
	if m.Filled {
		all = all[1:]
	}
	return all, nil
}

// sequencesOf returns all sequences of at most `size` elements, the empty one first.
func sequencesOf(elements []value.Value, size int) []value.Value {
	out := []value.Value{value.OfSeq(nil)}
	for length := 1; length <= size; length++ {
		domains := make([][]value.Value, length)
		for i := range domains {
			domains[i] = elements
		}
		eachCombination(domains, nil, func(s []value.Value) {
			out = append(out,
				value.OfSeq(append([]value.Value(nil), s...)))
		})
	}
	return out
}

// isTooLarge tells whether there are more collections of at most `size` members from the
// given parts than an enumeration may have frames.
func isTooLarge(o zed.Operator, parts [][]value.Value, size int) bool {
	members := 1
	for _, p := range parts {
		if members *= max(1, len(p)); members > auditFrames {
			return true
		}
	}
	if o == zed.Cross {
		return false
	}
	ordered, total, several := toolkit.IsSequences(o), 1, 1
	for n := 1; n <= size && n <= members || ordered && n <= size; n++ {
		if ordered {
			several *= members
		} else {
			several = several * (members - n + 1) / n
		}
		if total += several; total > auditFrames {
			return true
		}
	}
	return false
}

func tuples(parts [][]value.Value) []value.Value {
	var out []value.Value
	eachCombination(parts, nil, func(t []value.Value) {
		out = append(out,
			value.OfTuple(append([]value.Value(nil), t...)...))
	})
	return out
}

// subsets returns all sets of at most `size` of the elements, the empty one first; with
// `functions` only those that are functions.
func subsets(elements []value.Value, size int, functions bool) []value.Value {
	out := []value.Value{}
	var add func(from int, chosen []value.Value)
	add = func(from int, chosen []value.Value) {
		out = append(out, value.OfSet(append([]value.Value(nil), chosen...)))
		if len(chosen) == size {
			return
		}
		for i := from; i < len(elements); i++ {
			if functions && isMapped(chosen, elements[i].Elem(0)) {
				continue
			}
			add(i+1, append(chosen[:len(chosen):len(chosen)], elements[i]))
		}
	}
	add(0, nil)
	return out
}

// isMapped tells whether one of the pairs has x as its first element.
func isMapped(pairs []value.Value, x value.Value) bool {
	for _, p := range pairs {
		if p.Elem(0).Equal(x) {
			return true
		}
	}
	return false
}

// eachCombination calls f with every combination of one value from each domain. The slice is valid
// only during the call.
func eachCombination(domains [][]value.Value, chosen []value.Value, f func([]value.Value)) {
	if len(chosen) == len(domains) {
		f(chosen)
		return
	}
	for _, x := range domains[len(chosen)] {
		eachCombination(domains, append(chosen, x), f)
	}
}
