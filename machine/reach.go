package machine

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

const (
	// maxWide and maxNarrow are how many steps are tried to find the shortest way to a state,
	// all that are possible after one step before any after two: with all inputs of the scope
	// first, and then with those alone that occur in the two states.
	maxWide   = 10_000
	maxNarrow = 20_000
	// maxGreedy is how many are tried where that was not enough, those first that lead to
	// states more like the one that is looked for, by what sequences begin or end with and then by
	// what they end with alone; of these, maxStale is how many are tried
	// without a state that is nearer than all before.
	maxGreedy = 60_000
	maxStale  = 15_000
	// searched is how many times as much a step costs whose outcome has to be searched for as
	// one whose outcome is computed.
	searched = 40
	// maxInputs is how many inputs of a unit are tried in a state, and maxOfType how many
	// values of each type.
	maxInputs = 512
	maxOfType = 64
)

// Way is what a search for a way to a state has found.
type Way struct {
	Found bool
	Steps []Step // on one object
	// Shortest says that no sequence with fewer steps leads there, as far as inputs of the
	// scope were tried.
	Shortest bool
	// Nearest is the state most like the goal that was met, where no way was found. All says
	// that all states were met that lie on ways with inputs of the scope.
	Nearest State
	All     bool
	// Shown says that steps were taken to have the outcomes that the program has shown, though
	// others may be allowed.
	Shown bool
	// Met is how many states were met where a goal was looked for, and Within how many there
	// are within the scope, none of which has it; 0 where that is not known.
	Met, Within int
}

// Reach looks for steps that lead from a state to one in which some variables have the
// values of the goal: those of which it says nothing may have any. The units' own schemas
// say what a step leaves; where they allow several states, another one may be taken than
// the program chooses.
func (m *Machine) Reach(ctx context.Context, from, goal State) *Way {
	out := &Way{Nearest: from}
	for _, how := range [...]struct {
		most         int
		wide, greedy bool
		by           measure
	}{{maxWide, true, false, countCommon}, {maxNarrow, false, false, countCommon},
		{maxGreedy, false, true, countCommon}, {maxGreedy, false, true, countEnd}} {
		r := &reaching{machine: m, goal: goal, nearest: out.Nearest, distance: how.by.distance(out.Nearest, goal),
			left: how.most, wide: how.wide, by: how.by}
		if how.greedy {
			r.together = listTogether(m, goal)
		}
		r.prepare(from)
		n := r.search(ctx, from, how.greedy)
		if n != nil {
			return &Way{Found: true, Steps: n.steps(), Shortest: how.wide}
		}
		out.Nearest = r.nearest
		if how.wide && r.left >= 0 && !r.cut && ctx.Err() == nil {
			return m.reachByAny(ctx, from, goal, out.Nearest)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return out
}

// reachByAny is Reach where no way was found by the predicted outcomes: it tries all outcomes that
// schemas allow, and only where it finds none is it known that there is none.
func (m *Machine) reachByAny(ctx context.Context, from, goal, nearest State) *Way {
	r := &reaching{machine: m, goal: goal, nearest: nearest, distance: distance(nearest, goal), left: maxWide,
		wide: true, any: true, by: countCommon}
	r.prepare(from)
	if n := r.search(ctx, from, false); n != nil {
		return &Way{Found: true, Steps: n.steps()}
	}
	return &Way{Nearest: r.nearest, All: r.left >= 0 && !r.cut && ctx.Err() == nil}
}

// reaching is a search for a way.
type reaching struct {
	machine  *Machine
	goal     State
	by       measure
	wide     bool              // all inputs of the scope are tried
	together [][]typed         // values that occur together in the goal, of which inputs are made first
	shown    bool              // of some steps only the outcome was tried that the program has shown
	any      bool              // all outcomes of a step are tried, and not only the predicted one
	cut      bool              // some inputs were not tried, which were too many, or some outcomes not found
	met      []*pool           // the values that occur in the two states
	tried    []*pool           // and what is tried of each type
	inputs   [][][]value.Value // of each unit, the inputs that are tried
	nearest  State
	distance float64
	left     int // how many steps may be tried
}

// prepare lists the inputs that are tried on the way from a state.
func (r *reaching) prepare(from State) {
	for _, s := range []State{from, r.goal} {
		for i, v := range s {
			r.collect(r.machine.Vars[i].Type, v)
		}
	}
	for _, u := range r.machine.Units {
		if u.Unspecified { // it may lead anywhere
			r.inputs, r.cut = append(r.inputs, nil), true
			continue
		}
		if r.goal != nil && u.Op.LeavesState() { // it leads to no other state
			r.inputs = append(r.inputs, nil)
			continue
		}
		first := combineTogether(u.Op.Input.Vars, r.together)
		r.inputs = append(r.inputs, append(first, r.combineValues(u.Op.Input.Vars)...))
	}
}

// pool are values of a type.
type pool struct {
	typ    zed.Type
	values []value.Value
}

func (p *pool) add(values ...value.Value) {
	for _, v := range values {
		if v.Kind() != value.Nothing && len(p.values) < maxOfType && !slices.ContainsFunc(p.values, v.Equal) {
			p.values = append(p.values, v)
		}
	}
}

// poolOf returns the pool of a type, which may be a new one.
func poolOf(list *[]*pool, t zed.Type) (p *pool, made bool) {
	for _, p := range *list {
		if zed.SameType(p.typ, t) {
			return p, false
		}
	}
	p = &pool{typ: t}
	*list = append(*list, p)
	return p, true
}

// reached is a state with the way to it.
type reached struct {
	state State
	by    Step
	from  *reached
	depth int
	left  float64 // how far the goal is, as it seems
	vain  float64 // how many of the steps have not led nearer to it
}

func (n *reached) steps() []Step {
	out := make([]Step, n.depth)
	for ; n.from != nil; n = n.from {
		out[n.depth-1] = n.by
	}
	return out
}

// frontier are states from which no step was tried: the one with the fewest steps is the
// first, or the one that seems nearest.
type frontier struct {
	list   []*reached
	greedy bool
}

func (f *frontier) Len() int { return len(f.list) }

func (f *frontier) Less(i, j int) bool {
	a, b := f.list[i], f.list[j]
	if x, y := a.left+a.vain, b.left+b.vain; f.greedy && x != y {
		return x < y
	}
	return a.depth < b.depth
}

func (f *frontier) Swap(i, j int) { f.list[i], f.list[j] = f.list[j], f.list[i] }

func (f *frontier) Push(n any) { f.list = append(f.list, n.(*reached)) }

func (f *frontier) Pop() any {
	last := f.list[len(f.list)-1]
	f.list = f.list[:len(f.list)-1]
	return last
}

// search tries steps, from the states with the fewest steps or from those that seem nearest; from these no more than
// maxStale without one that is nearer than all before, and it goes on at once from one that is nearer by a step or
// more.
func (r *reaching) search(ctx context.Context, from State, greedy bool) *reached {
	start := &reached{state: from, left: r.by.distance(from, r.goal)}
	if start.left == 0 {
		return start
	}
	open := &frontier{list: []*reached{start}, greedy: greedy}
	seen := map[string]bool{from.Key(): true}
	best, since := start.left, r.left // how far the nearest state is, and what might be tried when it was met
	for open.Len() > 0 {
		n := heap.Pop(open).(*reached)
	from:
		for unit := range r.machine.Units {
			for _, inputs := range r.inputs[unit] {
				r.left -= r.cost(unit)
				if r.left < 0 || ctx.Err() != nil || greedy && since-r.left > maxStale {
					return nil
				}
				for _, next := range r.tryStep(ctx, n, unit, inputs) {
					key := next.state.Key()
					if seen[key] {
						continue
					}
					seen[key] = true
					if next.left = r.by.distance(next.state, r.goal); next.left == 0 {
						return next
					}
					if next.vain = n.vain; next.left >= n.left {
						next.vain++
					}
					if next.left < best {
						best, since = next.left, r.left
					}
					if next.left < r.distance {
						r.nearest, r.distance = next.state, next.left
					}
					heap.Push(open, next)
					if greedy && next.left <= n.left-1 {
						again := *n // where it led may be a dead end: then it comes before what is like that
						again.left = next.left + 0.5
						heap.Push(open, &again)
						break from
					}
				}
			}
		}
	}
	return nil
}

// cost says how much trying a step of a unit costs: its outcome may have to be searched for.
func (r *reaching) cost(unit int) int {
	if t := r.machine.moves[unit]; len(t.explicit) == t.disjuncts {
		return 1
	}
	return searched
}

// tryStep returns the states that a unit may leave; none where it is not possible.
func (r *reaching) tryStep(ctx context.Context, n *reached, unit int, inputs []value.Value) []*reached {
	var out []*reached
	for _, frame := range r.findOutcomes(ctx, n.state, unit, inputs) {
		out = append(out, r.extend(n, unit, frame))
	}
	return out
}

// findOutcomes returns the frames with the outcomes of a step that are tried.
func (r *reaching) findOutcomes(ctx context.Context, s State, unit int, inputs []value.Value) []spec.Frame {
	m := r.machine
	if !r.any {
		if frame := m.predict(ctx, unit, m.Frame(unit, s, inputs)); frame != nil {
			return []spec.Frame{frame}
		}
		return nil
	}
	all, whole, shown := m.findOutcomes(ctx, unit, m.Frame(unit, s, inputs))
	r.cut, r.shown = r.cut || !whole, r.shown || shown
	return all
}

// extend returns the state that a step leaves with an outcome.
func (r *reaching) extend(n *reached, unit int, frame spec.Frame) *reached {
	m := r.machine
	return &reached{state: n.state.UpdateBy(m.StateAfter(unit, frame)), from: n, depth: n.depth + 1,
		by: Step{Unit: unit, Inputs: frame.Values(m.moves[unit].unit.Op.Input)}}
}

// combineValues lists all combinations of values of the types of some variables, up to a number.
func (r *reaching) combineValues(vars []zed.Var) [][]value.Value {
	rows := [][]value.Value{nil}
	for _, v := range vars {
		var next [][]value.Value
		for _, row := range rows {
			for _, x := range r.valuesOf(v.Type) {
				if len(next) == maxInputs {
					r.cut = true
					break
				}
				next = append(next, append(slices.Clip(row), x))
			}
		}
		rows = next
	}
	return rows
}

// valuesOf lists the values of a type that are tried: the smallest, those that occur, and
// others that these make.
func (r *reaching) valuesOf(t zed.Type) []value.Value {
	p, made := poolOf(&r.tried, t)
	if !made {
		return p.values
	}
	met, _ := poolOf(&r.met, t)
	p.add(r.machine.smallestValue(t))
	p.add(met.values...)
	globals, scope := r.machine.system.Globals, r.machine.system.Scope
	switch t := t.(type) {
	case zed.IntType:
		p.add(value.OfInt(1))
		if r.wide {
			r.cut = r.cut || scope.IntMax-scope.IntMin >= maxOfType/2
			for n := scope.IntMin; n <= min(scope.IntMax, scope.IntMin+maxOfType/2); n++ {
				p.add(value.OfInt(n))
			}
			break
		}
		if len(met.values) > fewMet {
			break
		}
		for _, v := range met.values {
			if n, ok := v.Int(); ok && n > math.MinInt64 && n < math.MaxInt64 {
				p.add(value.OfInt(n-1), value.OfInt(n+1))
			}
		}
	case zed.NamedType:
		switch {
		case t.Free:
			p.add(globals.Free[t.Name]...)
		case r.wide:
			p.add(globals.Given[t.Name]...)
		}
	case zed.ProductType:
		vars := make([]zed.Var, len(t.Elems))
		for i, e := range t.Elems {
			vars[i].Type = e
		}
		for _, row := range r.combineValues(vars) {
			p.add(value.OfTuple(row...))
		}
	case zed.SchemaType:
		vars, names := make([]zed.Var, len(t.Fields)), make([]string, len(t.Fields))
		for i, f := range t.Fields {
			vars[i].Type, names[i] = f.Type, f.Name
		}
		for _, row := range r.combineValues(vars) {
			p.add(value.OfBinding(names, row))
		}
	case zed.StrType:
		r.cut = true
	case zed.PowerType:
		r.cut = true
		if pair, ok := t.Elem.(zed.ProductType); ok && t.List {
			for _, v := range r.valuesOf(pair.Elems[1]) {
				p.add(value.OfSeq([]value.Value{v}))
			}
			break
		}
		for _, v := range r.valuesOf(t.Elem) {
			p.add(value.OfSet([]value.Value{v}))
		}
	}
	return p.values
}

// fewMet is how many integers occur of which the neighbours are tried too.
const fewMet = 4

// collect notes the values that a value is made of.
func (r *reaching) collect(t zed.Type, v value.Value) {
	if v.Kind() == value.Nothing {
		return
	}
	p, _ := poolOf(&r.met, t)
	p.add(v)
	each := func(typ func(int) zed.Type) {
		for i := range v.Len() {
			r.collect(typ(i), v.Elem(i))
		}
	}
	switch t := t.(type) {
	case zed.ProductType:
		each(func(i int) zed.Type { return t.Elems[i] })
	case zed.SchemaType:
		each(func(i int) zed.Type { return t.Fields[i].Type })
	case zed.PowerType:
		pair, ok := t.Elem.(zed.ProductType)
		each(func(int) zed.Type {
			if v.Kind() == value.Seq && ok {
				return pair.Elems[1]
			}
			return t.Elem
		})
	}
}

const (
	// maxWander is how many steps are drawn before a way to a state.
	maxWander = 6
	// maxOtherWays is how many ways are tried for one that differs from others.
	maxOtherWays = 12
)

// FindOtherWay returns steps that lead from a state to one that a goal allows, and that are not
// among those that are known: the steps of the first of these in another order, or those
// behind steps that were drawn at random. The same random source gives the same steps; nil
// where none were found.
func (m *Machine) FindOtherWay(ctx context.Context, r *rand.Rand, from, goal State, known [][]Step) []Step {
	for try := range maxOtherWays {
		var steps []Step
		if first := known[0]; try%3 != 2 && len(first) > 1 {
			steps = slices.Clone(first)
			r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		} else {
			steps = m.Draw(ctx, r, nil, []State{from}, 1+r.IntN(maxWander))
			at := m.Follow(ctx, from, steps)
			if at == nil {
				continue
			}
			way := m.Reach(ctx, at, goal)
			if !way.Found {
				continue
			}
			steps = append(steps, way.Steps...)
		}
		at := m.Follow(ctx, from, steps)
		if at == nil || distance(at, goal) > 0 ||
			slices.ContainsFunc(known, func(k []Step) bool { return hasSameSteps(k, steps) }) {
			continue
		}
		return steps
	}
	return nil
}

// Follow returns the state to which steps lead; nil where one of them is not possible.
func (m *Machine) Follow(ctx context.Context, from State, steps []Step) State {
	at := from
	for _, s := range steps {
		inputs := make([]value.Value, len(s.Inputs))
		for i, v := range s.Inputs {
			inputs[i] = v.Value
		}
		frame := m.predict(ctx, s.Unit, m.Frame(s.Unit, at, inputs))
		if frame == nil {
			return nil
		}
		at = at.UpdateBy(m.StateAfter(s.Unit, frame))
	}
	return at
}

// hasSameSteps tells whether two sequences have the same steps.
func hasSameSteps(a, b []Step) bool {
	return slices.EqualFunc(a, b, func(x, y Step) bool {
		return x.Unit == y.Unit && slices.EqualFunc(x.Inputs, y.Inputs, func(v, w spec.Item) bool {
			return v.Value.Equal(w.Value)
		})
	})
}
