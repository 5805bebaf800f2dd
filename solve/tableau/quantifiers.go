package tableau

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
)

// The limits of instances.
const (
	maxInstances  = 400 // of all universal predicates together
	maxCandidates = 24  // terms that one variable is replaced by
	// maxCombined is how many choices of terms are looked at in one go, those with which an instance was
	// made before included: of five variables there are a million.
	maxCombined = 10_000

	workPerInstance = 5
)

// universal is a predicate that holds for all elements of some sets.
type universal struct {
	names []string
	sets  []int // their sets
	pred  zed.Expr
	body  zed.Expr
	env   *Env
	deps  deps
	// What the body says: that it holds, or that it does not, or that its value
	// is in the comprehension, or that its value is not x.
	kind    universalKind
	negated bool
	comp, x int
}

type universalKind uint8

const (
	bodyHolds universalKind = iota
	bodyIn
	bodyDiffers
)

// universals are the universal predicates that hold, with their instances so far.
type universals struct {
	agenda    *agenda
	list      []universal
	instances map[string]bool
	made      []string // instances, in their order
}

func (u *universals) add(v universal) { u.list = append(u.list, v) }

// make records that an instance was made.
func (u *universals) make(key string) {
	u.instances[key] = true
	if u.agenda.level > 0 {
		u.made = append(u.made, key)
	}
}

// undo goes back to the state with the given numbers of instances and predicates.
func (u *universals) undo(instances, predicates int) {
	for _, key := range u.made[instances:] {
		delete(u.instances, key)
	}
	u.made, u.list = u.made[:instances], u.list[:predicates]
}

// instantiation makes instances of universal predicates.
type instantiation struct {
	b        *branch
	combined int // how many choices of terms were looked at in one go
}

// assertQuantified adds a quantified predicate, or its negation.
func (t *branch) assertQuantified(e *zed.Quant, negated bool, in *Env, d deps) {
	names, sets, ok := t.reader.readDeclared(e.Text, in)
	if !ok {
		return
	}
	if (e.Q == zed.Forall) != negated && e.Q != zed.Exists1 {
		t.universals.add(universal{names: names, sets: sets, pred: e.Text.Pred, body: e.Body, env: in,
			deps: d, negated: negated})
		return
	}
	if e.Q == zed.Exists1 && negated {
		return
	}
	inner := in.NewInner()
	for i, name := range names {
		inner.names[name] = t.terms.push(node{op: "w", typ: t.terms.elem(sets[i]), gen: t.depth(in)})
		if !t.terms.isUniverse(sets[i]) {
			t.facts.addIn(inner.names[name], sets[i], d)
		}
	}
	for _, s := range sets {
		t.values.enlivenSet(s, d)
	}
	if e.Text.Pred != nil {
		t.assert(e.Text.Pred, false, inner, d)
	}
	t.assert(e.Body, negated, inner, d)
	if e.Q == zed.Exists1 && len(names) == 1 {
		t.deriveOnlyOne(e, sets[0], in, inner.names[names[0]], d)
	}
}

// depth returns one more than the nesting of the witnesses in an environment.
func (t *branch) depth(in *Env) int {
	deepest := 0
	for e := in; e != nil && e != t.reader.root; e = e.parent {
		for _, n := range e.names {
			deepest = max(deepest, t.terms.nodes[n].gen+1)
		}
	}
	return deepest
}

// deriveOnlyOne derives from ∃₁ x : S • P that every element with P equals the one that was
// found.
func (t *branch) deriveOnlyOne(e *zed.Quant, set int, in *Env, witness int, d deps) {
	boolean := zed.Info{Span: e.Span, Type: zed.BoolType{}}
	typ := zed.Info{Span: e.Span, Type: t.terms.elem(set)}
	const one = "the one"
	inner := in.NewInner()
	inner.names[one] = witness
	name := e.Text.Decls[0].Names[0].Name
	same := &zed.Op{Info: boolean, Op: zed.Equal, Args: []zed.Expr{
		&zed.Ref{Info: typ, Name: name, Kind: zed.Local}, &zed.Ref{Info: typ, Name: one, Kind: zed.Local}}}
	pred := e.Body
	if e.Text.Pred != nil {
		pred = &zed.Logic{Info: boolean, Op: zed.And, Args: []zed.Expr{e.Text.Pred, e.Body}}
	}
	t.universals.add(universal{names: []string{name}, sets: []int{set}, pred: pred, body: same, env: inner, deps: d})
}

// instantiate makes instances of universal predicates for the existing terms, and
// returns whether there were new ones.
func (t *instantiation) instantiate() bool {
	changed := false
	for u := 0; u < len(t.b.universals.list) && !t.b.agenda.broken; u++ {
		if len(t.b.universals.instances) > maxInstances {
			return changed
		}
		t.combined = 0
		v := t.b.universals.list[u]
		changed = t.instancesOf(u, v, nil, nil, v.deps) || changed
	}
	changed = t.induce() || changed
	return t.instantiateAll() || changed
}

// instantiateAll puts all terms of a type into the sets that are all of the type.
func (t *instantiation) instantiateAll() bool {
	n := len(t.b.facts.members)
	for i := range len(t.b.terms.nodes) {
		if t.b.agenda.broken || !t.b.terms.isUniverse(i) || len(t.b.terms.classes[t.b.terms.find(i)].terms) < 2 {
			continue
		}
		for _, x := range t.termsOf(t.b.terms.elem(i)) {
			t.b.facts.addIn(x, i, deps{})
		}
	}
	for u := 0; u < len(t.b.universals.list) && !t.b.agenda.broken; u++ {
		for _, set := range t.b.universals.list[u].sets {
			t.instantiateSequences(set)
		}
	}
	return len(t.b.facts.members) > n
}

// instantiateSequences puts the existing sequences into a set that has all sequences of their
// type.
func (t *instantiation) instantiateSequences(set int) {
	m := &t.b.terms.nodes[set]
	if zed.Operator(m.op) != zed.Seq || !t.b.terms.isUniverse(m.args[0]) {
		return
	}
	t.b.facts.addIn(t.b.terms.none(t.b.terms.elem(set)), set, deps{})
	for i := range len(t.b.terms.nodes) {
		n := &t.b.terms.nodes[i]
		if n.op != "sequence" || !zed.SameType(t.b.terms.nodes[n.args[0]].typ, t.b.terms.elem(set)) {
			continue
		}
		if d, ok := t.b.terms.areEqual(i, t.b.terms.yes); ok && !t.b.agenda.broken {
			t.b.facts.addIn(n.args[0], set, d)
		}
	}
}

// instancesOf makes the instances that begin with some values. Where it is not known
// whether a value is in its set, the instance has the alternative that it is not.
func (t *instantiation) instancesOf(u int, v universal, values []int, unless []literal, d deps) bool {
	if t.combined > maxCombined {
		return false
	}
	if len(values) == len(v.names) {
		t.combined++
		return t.instance(u, v, values, unless, d)
	}
	changed := false
	set := v.sets[len(values)]
	whole := t.b.terms.isUniverse(set)
	for _, n := range t.findSuggested(v, v.names[len(values)]) {
		why, ok := t.b.values.hasValue(n)
		if _, isSet := t.b.terms.nodes[n].typ.(zed.PowerType); !ok && isSet {
			// Where the term has none, any other value shows as well that what is
			// said of it has no truth.
			n, ok = t.b.terms.none(t.b.terms.nodes[n].typ), true
		}
		if !ok {
			continue
		}
		also := unless
		if !whole {
			also = append(unless[:len(unless):len(unless)], literal{kind: memberOf, a: n, b: set, negated: true})
		}
		changed = t.instancesOf(u, v, append(values, n), also, d.or(why)) || changed
	}
	if whole {
		for _, n := range t.termsOf(t.b.terms.elem(set)) {
			if why, ok := t.b.values.hasValue(n); ok {
				changed = t.instancesOf(u, v, append(values, n), unless, d.or(why)) || changed
			}
		}
		return changed
	}
	var seen []member
	for _, g := range t.b.terms.classes[t.b.terms.find(set)].members {
		if o := t.b.facts.members[g]; o.in && !t.b.facts.hasOneOf(seen, o.x) && len(seen) < maxCandidates {
			seen = append(seen, o)
		}
	}
	for _, o := range seen {
		if why, ok := t.b.values.hasValue(o.x); ok {
			because := d.or(why).or(o.deps).or(t.b.terms.explain(o.s, set))
			changed = t.instancesOf(u, v, append(values, o.x), unless, because) || changed
		}
	}
	return changed
}

// findSuggested returns terms that a variable would equal by an equation in the predicate.
// Instances for these decide the equation.
func (t *instantiation) findSuggested(v universal, name string) []int {
	var out []int
	var look func(e zed.Expr, in *Env)
	look = func(e zed.Expr, in *Env) {
		switch e := e.(type) {
		case *zed.Logic:
			for _, a := range e.Args {
				look(a, in)
			}
		case *zed.Op:
			if e.Op != zed.Equal && e.Op != zed.NotEqual {
				return
			}
			for i, side := range e.Args {
				if r, ok := side.(*zed.Ref); !ok || r.Name != name {
					continue
				}
				other := e.Args[1-i]
				free := t.b.reader.names.NamesOf(other)
				if !slices.ContainsFunc(v.names, func(n string) bool { return slices.Contains(free, n) }) {
					out = append(out, t.b.reader.term(other, v.env))
				}
			}
		}
	}
	if v.kind == bodyHolds {
		look(v.body, v.env)
	}
	if v.pred != nil {
		look(v.pred, v.env)
	}
	return out
}

// termsOf returns terms of a type, one of each class.
func (t *instantiation) termsOf(typ zed.Type) []int {
	var out []int
	for i := range t.b.terms.nodes {
		if len(out) < maxCandidates && t.b.terms.parent[i] == i && zed.SameType(t.b.terms.nodes[i].typ, typ) {
			out = append(out, i)
		}
	}
	if _, ok := typ.(zed.IntType); ok {
		out = t.neighbours(out)
	}
	return out
}

// maxNeighbours is for how many integers the next larger and smaller ones are tried
// too.
const maxNeighbours = 4

// neighbours adds n + 1 and n - 1 for the integers that occur in the specification.
func (t *instantiation) neighbours(of []int) []int {
	added := 0
	for _, n := range of[:len(of):len(of)] {
		if added >= maxNeighbours || t.b.terms.nodes[n].gen > 0 || len(t.b.terms.nodes[n].args) > 0 {
			continue
		}
		added++
		for _, op := range [2]zed.Operator{zed.Plus, zed.Subtract} {
			m := t.b.terms.make(string(op), zed.IntType{}, n, t.b.terms.number(1))
			t.b.terms.nodes[m].gen = max(1, t.b.terms.nodes[m].gen)
			of = append(of, m)
		}
	}
	return of
}

func (t *instantiation) instance(u int, v universal, values []int, unless []literal, d deps) bool {
	var room [64]byte
	key := strconv.AppendInt(room[:0], int64(u), 36)
	for _, n := range values {
		key = strconv.AppendInt(append(key, ' '), int64(t.b.terms.find(n)), 36)
	}
	if t.b.universals.instances[string(key)] || len(t.b.universals.instances) > maxInstances || t.b.agenda.broken {
		return false
	}
	inner := v.env.NewInner()
	for i, name := range v.names {
		inner.names[name] = values[i]
	}
	if v.kind == bodyIn {
		// The comprehension has the element where the element has a value, and
		// where the condition is known to be true or false.
		t.b.agenda.spent++
		why, ok := t.b.values.hasValue(valueIn(t.b, v, inner))
		if !ok {
			return false
		}
		if v.pred != nil {
			e, ok := t.b.values.isDecided(v.pred, inner)
			if !ok {
				return false
			}
			why = why.or(e)
		}
		d = d.or(why)
	}
	t.b.universals.make(string(key))
	t.b.agenda.spent += workPerInstance
	var alternatives [][]literal
	switch v.kind {
	case bodyHolds:
		alternatives = [][]literal{t.b.literals(v.body, v.negated, inner)}
	case bodyIn, bodyDiffers:
		x := valueIn(t.b, v, inner)
		l := literal{kind: memberOf, a: x, b: v.comp}
		if v.kind == bodyDiffers {
			l = literal{kind: equalTo, a: x, b: v.x, negated: true}
		}
		alternatives = [][]literal{{l}}
	}
	if v.pred != nil {
		alternatives = append(alternatives, t.b.literals(v.pred, true, inner))
	}
	for _, l := range unless {
		alternatives = append(alternatives, []literal{l})
	}
	if len(alternatives) == 1 {
		for _, l := range alternatives[0] {
			t.b.assume(l, d)
		}
		return true
	}
	t.b.splits.choose(d, alternatives...)
	return true
}
