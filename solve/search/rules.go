package search

import (
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// rule is what a conjunct states about the values of a variable.
type rule struct {
	kind ruleKind
	term use // the set, or the element, that the rule is about
	// shape is the structure of the set, for a membership.
	shape    *shape
	path     []int       // of partIs
	tuple    []tuplePart // of inTuple: the part that is the variable, and the others
	at       place       // of partOf
	conjunct int
}

type ruleKind uint8

const (
	memberOf    ruleKind = iota // v ∈ term
	subsetOf                    // v ⊆ term
	supersetOf                  // term ⊆ v
	contains                    // term ∈ v
	lacks                       // term ∉ v
	domainIs                    // dom v = term
	domainIn                    // dom v ⊆ term
	rangeIn                     // ran v ⊆ term
	rangeIs                     // ran v = term
	domainHas                   // term ⊆ dom v
	rangeHas                    // term ⊆ ran v
	itemsAre                    // items v = term
	isDifferent                 // v ≠ term
	partIs                      // v.a = term, for the part of v at a path
	inTuple                     // (…, v, …) ∈ term
	partOf                      // v is a part of the sequence term
	joinsTo                     // ⁀/ v = term
)

// shape is the structure of a set expression: what its members consist of. With it a
// member can be chosen piece by piece.
type shape struct {
	op   zed.Operator // "" for a set that is known by its value alone
	args []*shape
	term use
	// names are the components of a record, in the order of args.
	names []string
	low   int64 // the smallest member of ℕ (0) and ℕ₁ (1), where natural
	most  int64 // the size of the largest members, where few
	kind  shapeKind
}

type shapeKind uint8

const (
	byValue shapeKind = iota // the members are those of the term's value
	carrier                  // all of a type
	natural                  // ℕ or ℕ₁
	span                     // args: the two ends, by value
	built                    // by op from args
	record                   // bindings: args are the sets of the components, by names
	few                      // those members of a set of sets, args[0], that are not too large
)

func (b *builder) shape(e zed.Expr, in *scope) *shape {
	switch e := e.(type) {
	case *zed.Ref:
		switch {
		case toolkit.Full(e):
			return &shape{kind: carrier}
		case e.Kind == zed.Builtin && e.Name == "ℕ":
			return &shape{kind: natural}
		case e.Kind == zed.Builtin && e.Name == "ℕ₁":
			return &shape{kind: natural, low: 1}
		}
	case *zed.Op:
		switch {
		case e.Op == zed.Range:
			s := &shape{kind: span, term: b.use(e, in)}
			for _, a := range e.Args {
				s.args = append(s.args, &shape{term: b.use(a, in)})
			}
			return s
		case e.Op == zed.Cross || toolkit.Large(e):
			s := &shape{kind: built, op: e.Op, term: b.use(e, in)}
			for _, a := range e.Args {
				s.args = append(s.args, b.shape(a, in))
			}
			return s
		}
	}
	if set, most, ok := fewOf(e); ok {
		return &shape{kind: few, args: []*shape{b.shape(set, in)}, most: most, term: b.use(e, in)}
	}
	if sets := toolkit.Components(e); sets != nil && !hasFewBindings(sets) {
		s := &shape{kind: record, term: b.use(e, in), names: slices.Sorted(maps.Keys(sets))}
		for _, name := range s.names {
			s.args = append(s.args, b.shape(sets[name], in))
		}
		return s
	}
	return &shape{term: b.use(e, in)}
}

// fewOf reads {x : S | # x ≤ n}, where S is a set of sets that is not written out.
func fewOf(e zed.Expr) (set zed.Expr, most int64, ok bool) {
	set, name, pred := restricted(e)
	limit, isOp := pred.(*zed.Op)
	if set == nil || !toolkit.Large(set) || !isOp || limit.Op != zed.LessEq {
		return nil, 0, false
	}
	size, isSize := limit.Args[0].(*zed.Op)
	n, isNumber := limit.Args[1].(*zed.Num)
	if !isSize || size.Op != zed.Card || !isNumber || !n.Value.IsInt64() {
		return nil, 0, false
	}
	x, isVariable := size.Args[0].(*zed.Ref)
	return set, n.Value.Int64(), isVariable && x.Name == name
}

// hasFewBindings tells whether the bindings whose components range over some sets are so
// few, by the forms of these, that their set is better built than taken apart.
func hasFewBindings(sets map[string]zed.Expr) bool {
	product := int64(1)
	for _, set := range sets {
		if most, _, ok := fewOf(set); ok {
			set = most
		}
		if inner := toolkit.Components(set); inner != nil && !hasFewBindings(inner) {
			return false
		}
		n := int64(1)
		o, isOp := set.(*zed.Op)
		switch {
		case toolkit.Infinite(set):
			return false
		case isOp && o.Op == zed.Range:
			low, ok := o.Args[0].(*zed.Num)
			high, too := o.Args[1].(*zed.Num)
			if !ok || !too || !low.Value.IsInt64() || !high.Value.IsInt64() {
				continue
			}
			n = high.Value.Int64() - low.Value.Int64()
			if n < 0 || n >= maxPool {
				return n < 0
			}
			n++
		}
		if product *= n; product > maxPool {
			return false
		}
	}
	return true
}

// component returns what a shape says of one component of its bindings, or nil.
func (s *shape) component(name string) *shape {
	if s == nil || s.kind != record {
		return nil
	}
	if i := slices.Index(s.names, name); i >= 0 {
		return s.args[i]
	}
	return nil
}

// relation reads a conjunct as left op right; ok is false where it is not one, or
// where its negation is not a relation with a rule.
func (c *conjunct) relation() (op zed.Operator, left, right zed.Expr, ok bool) {
	e, isOp := c.expr.(*zed.Op)
	if !isOp || len(e.Args) != 2 {
		return "", nil, nil, false
	}
	op, left, right = e.Op, e.Args[0], e.Args[1]
	if c.negated {
		if op, ok = toolkit.Opposite(op); !ok {
			return "", nil, nil, false
		}
	}
	return op, left, right, true
}

// collectRules derives from a conjunct the rules that propagation uses.
func (b *builder) collectRules(i int) {
	c := &b.p.conjuncts[i]
	b.filters(c)
	b.setTemplate(c)
	b.addGuarded(c)
	op, left, right, ok := c.relation()
	if !ok {
		return
	}
	in := c.in
	switch op {
	case zed.Greater, zed.GreaterEq:
		left, right = right, left
		op, _ = toolkit.Mirror(op)
	}
	switch op {
	case zed.Less, zed.LessEq:
		b.compare(op, b.quantity(left, in), b.quantity(right, in), i)
	case zed.Equal:
		b.equate(left, right, in, i)
		b.equate(right, left, in, i)
		b.noteMatch(left, right, in)
		b.noteMatch(right, left, in)
		noteApplied(b, left, right, in, i)
		noteApplied(b, right, left, in, i)
		b.noteEquation(left, right, in, i)
	case zed.NotEqual:
		b.noteDifference(left, right, in, i)
	case zed.In:
		b.member(left, right, in, i)
	case zed.NotIn:
		if v, ok := b.variable(right, in); ok {
			b.rule(v, rule{kind: lacks, term: b.use(left, in), conjunct: i})
		}
	case zed.SubsetEq, zed.Subset:
		b.noteInclusion(op, left, right, in, i)
	case zed.Prefix:
		notePartOf(b, left, right, atStart, in, i)
	case zed.Suffix:
		notePartOf(b, left, right, atEnd, in, i)
	case zed.Infix:
		notePartOf(b, left, right, anyPlace, in, i)
	}
}

// is tells which relation the conjunct states, its negation taken in.
func (c *conjunct) is(want zed.Operator) bool {
	op, _, _, ok := c.relation()
	return ok && op == want
}

// variable tells whether a term is a variable to be found.
func (b *builder) variable(e zed.Expr, in *scope) (int, bool) {
	r, ok := e.(*zed.Ref)
	if !ok || len(r.Args) > 0 || r.Kind != zed.Local && r.Kind != zed.Global && r.Kind != zed.Unresolved {
		return 0, false
	}
	i, ok := b.lookup(r.Name, in)
	return i, ok && b.p.slots[i].unknown
}

func (b *builder) rule(v int, r rule) { b.p.slots[v].rules = append(b.p.slots[v].rules, r) }

func (b *builder) compare(op zed.Operator, left, right *quantity, i int) {
	b.p.intervals = append(b.p.intervals, comparison{op: op, left: left, right: right, conjunct: i})
}

// equate notes v = e, which the i-th conjunct says, as a definition of v, and so v∼ = e.
func (b *builder) equate(v, e zed.Expr, in *scope, i int) {
	states := i + 1
	for o, ok := v.(*zed.Op); ok && o.Op == zed.Inverse; o, ok = v.(*zed.Op) {
		v, states = o.Args[0], 0
		e = &zed.Op{Info: zed.Info{Span: o.At(), Type: v.Typ()}, Op: zed.Inverse, Args: []zed.Expr{e}}
	}
	b.partIs(v, e, in, i)
	target, ok := b.variable(v, in)
	if !ok || slices.Contains(b.p.cache.free.NamesOf(e), v.(*zed.Ref).Name) {
		return
	}
	b.p.equations = append(b.p.equations, equation{target: target, use: b.use(e, in), states: states})
	if states > 0 {
		b.p.conjuncts[i].targets = append(b.p.conjuncts[i].targets, target)
	}
}

// noteEquation notes what an equation says beyond a definition: about integers, sizes,
// domains and ranges.
func (b *builder) noteEquation(left, right zed.Expr, in *scope, i int) {
	switch left.Typ().(type) {
	case zed.IntType:
		b.compare(zed.Equal, b.quantity(left, in), b.quantity(right, in), i)
		b.noteCount(left, right, in, i)
		b.noteCount(right, left, in, i)
	case zed.PowerType:
		b.noteJoined(left, right, in, i)
		b.noteJoined(right, left, in, i)
		b.noteItems(left, right, in, i)
		noteParts(b, left, right, in, i)
		noteParts(b, right, left, in, i)
		noteImage(b, left, right, in, i)
		noteImage(b, right, left, in, i)
		l, r := b.size(left, in), b.size(right, in)
		if l.kind != opaqueTerm && r.kind != opaqueTerm {
			b.compare(zed.Equal, l, r, i)
		}
		for _, side := range [][2]zed.Expr{{left, right}, {right, left}} {
			if o, ok := side[0].(*zed.Op); ok && len(o.Args) == 1 {
				v, ok := b.variable(o.Args[0], in)
				switch {
				case !ok:
				case o.Op == zed.Dom:
					b.rule(v, rule{kind: domainIs, term: b.use(side[1], in), conjunct: i})
				case o.Op == zed.Ran:
					b.rule(v, rule{kind: rangeIs, term: b.use(side[1], in), conjunct: i})
				}
			}
		}
	}
}

// noteCount notes b ♯ x = n, for a number n that is not 0: the bag b holds (x, n).
func (b *builder) noteCount(count, n zed.Expr, in *scope, i int) {
	o, ok := count.(*zed.Op)
	if !ok || o.Op != zed.BagCount {
		return
	}
	number, ok := n.(*zed.Num)
	if !ok || number.Value == nil || number.Value.Sign() <= 0 {
		return
	}
	if v, ok := b.variable(o.Args[0], in); ok {
		x := o.Args[1]
		pair := zed.Info{Span: o.At(), Type: zed.ProductType{Elems: []zed.Type{x.Typ(), zed.IntType{}}}}
		b.rule(v, rule{kind: contains, term: b.use(&zed.TupleExt{Info: pair, Elems: []zed.Expr{x, n}}, in),
			conjunct: i})
	}
}

// noteJoined notes what whole = S ∪ T says of S and T, and what part = S ∩ T and the like say
// of those that the value is a part of.
func (b *builder) noteJoined(set, whole zed.Expr, in *scope, i int) {
	o, ok := set.(*zed.Op)
	if !ok {
		return
	}
	for _, a := range toolkit.Wholes(o) {
		if v, ok := b.variable(a, in); ok && !b.mentions(whole, a) {
			b.rule(v, rule{kind: supersetOf, term: b.use(whole, in), conjunct: i})
		}
		noteSide(b, a, whole, domainHas, rangeHas, in, i)
	}
	if o.Op != zed.Union {
		return
	}
	for k, a := range o.Args {
		noteSide(b, a, whole, domainIn, rangeIn, in, i)
		v, ok := b.variable(a, in)
		if !ok || b.mentions(whole, a) {
			continue
		}
		b.rule(v, rule{kind: subsetOf, term: b.use(whole, in), conjunct: i})
		if other := o.Args[1-k]; !b.mentions(other, a) {
			rest := &zed.Op{Info: o.Info, Op: zed.Minus, Args: []zed.Expr{whole, other}}
			b.rule(v, rule{kind: supersetOf, term: b.use(rest, in), conjunct: i})
		}
	}
}

// noteSide notes what is said of the domain or the range of a variable, where a term is that.
func noteSide(b *builder, side, set zed.Expr, ofDomain, ofRange ruleKind, in *scope, i int) {
	o, ok := side.(*zed.Op)
	if !ok || o.Op != zed.Dom && o.Op != zed.Ran {
		return
	}
	kind := ofDomain
	if o.Op == zed.Ran {
		kind = ofRange
	}
	if v, ok := b.variable(o.Args[0], in); ok && !b.mentions(set, o.Args[0]) {
		b.rule(v, rule{kind: kind, term: b.use(set, in), conjunct: i})
	}
}

// mentions tells whether a variable occurs free in a term.
func (b *builder) mentions(e, variable zed.Expr) bool {
	return slices.Contains(b.p.cache.free.NamesOf(e), variable.(*zed.Ref).Name)
}

func (b *builder) noteDifference(left, right zed.Expr, in *scope, i int) {
	if _, ok := left.Typ().(zed.IntType); ok {
		b.compare(zed.NotEqual, b.quantity(left, in), b.quantity(right, in), i)
		return
	}
	if _, ok := left.Typ().(zed.PowerType); !ok {
		return
	}
	for _, side := range [][2]zed.Expr{{left, right}, {right, left}} {
		if q := b.size(side[1], in); q.kind == number && q.n == 0 {
			b.noteNonempty(side[0], in, i)
		}
	}
}

// noteNonempty notes that a set has an element, and with it each set that it is a part of.
func (b *builder) noteNonempty(e zed.Expr, in *scope, i int) {
	if o, ok := e.(*zed.Op); ok {
		if o.Op == zed.Dom || o.Op == zed.Ran {
			e = o.Args[0]
		}
		for _, whole := range toolkit.Wholes(o) {
			b.noteNonempty(whole, in, i)
		}
	}
	if q := b.size(e, in); q.kind == sizeOf {
		b.compare(zed.Less, &quantity{kind: number}, q, i)
	}
}

// member notes left ∈ right.
func (b *builder) member(left, right zed.Expr, in *scope, i int) {
	b.noteNonempty(right, in, i)
	b.noteMember(right, contains, left, in, i)
	shape := b.shape(right, in)
	b.noteTuple(left, shape, in, i)
	if shape.kind == byValue {
		noteEnds(b, left, right, in, i)
	}
	if _, ok := left.Typ().(zed.IntType); ok {
		q := b.quantity(left, in)
		switch shape.kind {
		case natural:
			b.compare(zed.LessEq, &quantity{kind: number, n: shape.low}, q, i)
		case span:
			ends := right.(*zed.Op).Args
			b.compare(zed.LessEq, b.quantity(ends[0], in), q, i)
			b.compare(zed.LessEq, q, b.quantity(ends[1], in), i)
		}
	}
	v, ok := b.variable(left, in)
	if !ok {
		return
	}
	b.rule(v, rule{kind: memberOf, term: shape.term, shape: shape, conjunct: i})
	if shape.kind == built {
		b.memberOfBuilt(v, right.(*zed.Op), in, i)
	}
}

// noteMember notes that a set holds a term, or all members of it, and with it each set
// that it is a part of: S and T where it is S ∩ T, S where it is S ∖ T.
func (b *builder) noteMember(set zed.Expr, kind ruleKind, term zed.Expr, in *scope, i int) {
	if v, ok := b.variable(set, in); ok {
		b.rule(v, rule{kind: kind, term: b.use(term, in), conjunct: i})
	}
	if o, ok := set.(*zed.Op); ok {
		for _, whole := range toolkit.Wholes(o) {
			b.noteMember(whole, kind, term, in, i)
		}
	}
}

// memberOfBuilt notes what membership in a constructed set says about sizes.
func (b *builder) memberOfBuilt(v int, set *zed.Op, in *scope, i int) {
	size := &quantity{kind: sizeOf, slot: v}
	if toolkit.HasFilledMembers(set.Op) {
		b.compare(zed.Less, &quantity{kind: number}, size, i)
	}
	if toolkit.IsPower(set.Op) && !toolkit.Large(set.Args[0]) && !toolkit.Full(set.Args[0]) {
		b.rule(v, rule{kind: subsetOf, term: b.use(set.Args[0], in), conjunct: i})
	}
}

// noteInclusion notes left ⊆ right and left ⊂ right.
func (b *builder) noteInclusion(op zed.Operator, left, right zed.Expr, in *scope, i int) {
	relation := zed.LessEq
	if op == zed.Subset {
		relation = zed.Less
	}
	l, r := b.size(left, in), b.size(right, in)
	if l.kind == sizeOf || r.kind == sizeOf {
		b.compare(relation, l, r, i)
	}
	if v, ok := b.variable(left, in); ok {
		b.rule(v, rule{kind: subsetOf, term: b.use(right, in), conjunct: i})
	}
	b.noteMember(right, supersetOf, left, in, i)
	if o, ok := right.(*zed.Op); ok && o.Op == zed.Ran {
		if v, ok := b.variable(o.Args[0], in); ok {
			b.rule(v, rule{kind: rangeHas, term: b.use(left, in), conjunct: i})
		}
	}
	if o, ok := left.(*zed.Op); ok && len(o.Args) == 1 {
		if v, ok := b.variable(o.Args[0], in); ok && o.Op == zed.Dom {
			b.rule(v, rule{kind: domainIn, term: b.use(right, in), conjunct: i})
		} else if ok && o.Op == zed.Ran {
			b.rule(v, rule{kind: rangeIn, term: b.use(right, in), conjunct: i})
		}
	}
}
