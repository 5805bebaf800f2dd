package search

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// search is one search for models of a prepared problem: depth first, choosing a value
// only when a conjunct has read it and found it missing, and jumping back over the
// choices on which a failure did not depend (Korat, section 3.3; the jumps are
// conflict-directed backjumping).
type search struct {
	p      *Prepared
	ctx    context.Context
	scope  value.Scope
	frame  []value.Value // by slot; unknown parts are holes
	holes  []hole        // the first len(p.slots) are those of whole variables
	deps   []choices     // by slot: the decided variables that its value rests on
	kept   []bool        // by slot: whether the equations between it and others that are the same are looked at
	stated []int         // by slot: one more than the conjunct v = e that gave it its value, or 0
	trail  []int         // the slots that equations filled
	path   []choice      // the present choices
	rooms  []room        // by depth of the present choices
	depth  int
	asked  []bool // of choose, by hole
	open   []int  // of choose: the holes to choose between
	ranges bounds // of choose
	spent  *int64
	built  *int64 // the values that were built for domains
	limit  int64
	work   *eval.Session // of all evaluations of the search
	// doubted says that a leaf was rejected although it may be a model.
	doubted bool
	// short says that a domain was cut because the search may do no more work.
	short bool
	buf   []value.Value
	// found is called with every model, and returns whether to go on.
	found func(*search) bool
	every bool // all models are wanted, so nothing is left at a default
	// rejected says that the last leaf was not a model; mixed, that a witness was
	// chosen before variables of the problem (see all).
	rejected, mixed bool
	symmetry        symmetry
	taken           map[int64]bool // see around
	// few restricts the integers of variables that are only compared with one
	// another (see generic); beyond is set when a step of the search was not
	// covered by the argument for it.
	few    []int64
	beyond bool
	reach  reach
	// sizesFirst tries sizes that the text names before others: see mentioned.
	sizesFirst bool
	// levels is how deeply constructors may nest; cutLevels is set where that left
	// values out.
	levels    int
	cutLevels bool
	bounds    []comparison // beyond those of the predicate: see together
	patient   bool         // see runPatiently
	drawn     *drawing     // the order of candidates; see Draw
	weights   weights
	weighted  bool // see weights
}

// reach says how far beyond the scope values of scoped variables are searched.
type reach uint8

const (
	inScope    reach = iota // within the scope, and where a few values are left at all
	inText                  // also what the text names, with its neighbours, but not all of the scope: see mentioned
	determined              // also in every range that the predicate itself gives
	anywhere                // also around what occurs in the predicate
)

// room is the memory for waiting conjuncts at one depth of the search. A pass reads
// from one half and writes to the other.
type room [2][]waiting

// hole is a part of a variable's value that has not been chosen yet.
type hole struct {
	slot   int
	path   []int // from the variable's value down, 0-based
	typ    zed.Type
	shape  *shape
	filled bool
	value  value.Value // what it was filled with, of a part
}

// waiting is a conjunct, or an equation, that waits for a hole; -1: it was not
// evaluated yet.
type waiting struct {
	index    int
	hole     int
	equation bool
	at       *instance // of what the conjunct comes to; nil: it is the whole
}

// failure says why a part of the search space has no model.
type failure struct {
	vars     choices // the decided variables on which it rests
	scope    string  // a bound of the scope on which it depends
	open     string  // an unbounded variable on which it depends
	given    bool    // whether more elements of given types may change it
	unknown  bool    // whether a predicate that was not decided counted as false
	stopped  bool    // whether the search ended at a limit, or because the caller wanted no more
	conjunct int     // the conjunct that is false; -1: none
	// jump says that it does not rest on choices after the first early ones.
	jump  bool
	early int
}

func (s *search) mask(slots []int) (m choices) {
	for _, i := range slots {
		m.add(s.deps[i])
	}
	return m
}

func (s *search) allDecided() (m choices) {
	for _, d := range s.deps {
		m.add(d)
	}
	return m
}

// values gathers the values of a term's free variables.
func (s *search) values(u use) []value.Value {
	if cap(s.buf) < len(u.slots) {
		s.buf = make([]value.Value, len(u.slots)+8)
	}
	buf := s.buf[:len(u.slots)]
	for i, slot := range u.slots {
		buf[i] = s.frame[slot]
	}
	return buf
}

// test evaluates a conjunct.
func (s *search) test(c *conjunct) assessment {
	var v assessment
	if c.form != nil {
		own := make([]value.Value, len(c.slots))
		copy(own, s.values(c.use))
		v = c.form.truth(s, own)
	} else {
		v = c.truth(s.work, s.values(c.use))
	}
	if c.negated {
		return v.negate()
	}
	return v
}

// evaluate returns the value of a term where it has one that is known wholly.
func (s *search) evaluate(u use) (value.Value, bool) {
	if u.prog == nil {
		return value.Value{}, false
	}
	for _, i := range u.slots {
		if !s.holes[i].filled {
			return value.Value{}, false
		}
	}
	v, reason := u.prog.ValueIn(s.work, s.values(u))
	if reason != nil {
		return v, false
	}
	if _, open := findHole(v); open {
		return v, false
	}
	return v, true
}

// finiteValue does what evaluate does for terms whose members are to be run through: an infinite
// function is not known wholly.
func finiteValue(s *search, u use) (value.Value, bool) {
	v, ok := s.evaluate(u)
	return v, ok && v.Kind() != value.Total
}

// settle evaluates all waiting conjuncts whose holes were filled and follows equations,
// until nothing changes. It returns those that still wait, in memory that the next call
// at the same depth overwrites.
func (s *search) settle(pending []waiting) ([]waiting, *failure) {
	for half := 0; ; half = 1 - half {
		rest := s.roomFor(half, len(pending))
		changed := false
		for _, w := range pending {
			if w.hole >= 0 && !s.holes[w.hole].filled {
				rest = append(rest, w)
				continue
			}
			if w.equation {
				hole, filled := s.follow(&s.p.equations[w.index])
				changed = changed || filled
				if hole >= 0 {
					rest = append(rest, waiting{index: w.index, hole: hole, equation: true})
				}
				continue
			}
			if w.at != nil {
				if f := (&expansion{s, w.index, &rest}).instance(w.at.template, w.at.values); f != nil {
					return nil, f
				}
				continue
			}
			c := &s.p.conjuncts[w.index]
			if c.template != nil {
				if f := (&expansion{s, w.index, &rest}).instance(c.template, nil); f != nil {
					return nil, f
				}
				continue
			}
			if slices.ContainsFunc(c.targets, func(slot int) bool { return s.stated[slot] == w.index+1 }) {
				continue // v has the value of e because v = e
			}
			switch v := s.test(c); v.truth {
			case eval.True:
			case eval.Unknown:
				rest = append(rest, waiting{index: w.index, hole: v.hole})
			default:
				f := &failure{unknown: v.open, conjunct: w.index, jump: true}
				f.vars, f.early = past{s}.restOf(w.index)
				return nil, f
			}
		}
		s.rooms[s.depth][half] = rest
		if pending = rest; !changed {
			return pending, nil
		}
	}
}

// roomFor returns an empty list with room for so many that wait.
func (s *search) roomFor(half, n int) []waiting {
	for len(s.rooms) <= s.depth {
		s.rooms = append(s.rooms, room{})
	}
	r := &s.rooms[s.depth][half]
	if cap(*r) < n {
		*r = make([]waiting, 0, n)
	}
	return (*r)[:0]
}

// follow sets the variable of an equation once the other side is known. It returns the
// hole for which the equation waits, or -1.
func (s *search) follow(e *equation) (hole int, filled bool) {
	if s.holes[e.target].filled || e.prog == nil {
		return -1, false
	}
	deps, hole, alone := s.isAlone(e)
	if !alone {
		return hole, false
	}
	v, reason := e.prog.ValueIn(s.work, s.values(e.use))
	if reason != nil {
		if h, ok := holeOf(reason); ok {
			return h, false
		}
		return -1, false
	}
	if h, open := findHole(v); open {
		return h, false
	}
	if v, alone = partAlong(v, e.path); !alone {
		return -1, false
	}
	s.frame[e.target] = v
	s.holes[e.target].filled = true
	deps.add(s.mask(e.slots))
	s.deps[e.target] = deps
	s.stated[e.target] = e.states
	s.trail = append(s.trail, e.target)
	return -1, true
}

// undo takes back what a node filled, and leaves its depth.
func (s *search) undo(mark int) {
	s.depth--
	for _, slot := range s.trail[mark:] {
		s.frame[slot] = value.OfHole(slot)
		s.holes[slot].filled = false
		s.deps[slot], s.stated[slot] = choices{}, 0
	}
	s.trail = s.trail[:mark]
}

// node searches below the present choices.
func (s *search) node(pending []waiting) failure {
	mark := len(s.trail)
	s.depth++
	defer s.undo(mark)
	pending, failed := s.settle(pending)
	if failed != nil {
		s.weights.blame(failed, s.p)
		return *failed
	}
	h, d, failed := s.choose(pending)
	if failed != nil {
		s.weights.blame(failed, s.p)
		return *failed
	}
	if d == nil {
		s.doubted = false
		out := failure{vars: everyChoice(), stopped: !s.found(s), conjunct: -1}
		out.unknown = s.doubted
		if s.every && !s.rejected {
			out.vars = s.findOwnDeps() // other witnesses give no other model
		}
		return out
	}
	return s.branch(h, d, pending)
}

// workPerConjunct is how many elements an evaluation looks at in the time in which
// a search looks at a conjunct, or makes a choice.
const workPerConjunct = 8

// shouldStop tells now and then whether to give up; looked is how many conjuncts the
// last choice had to do with.
func (s *search) shouldStop(looked int) bool {
	return s.short || s.work.ShouldStop((8+looked)*workPerConjunct)
}

// branch tries the values of a hole.
func (s *search) branch(h int, d *domain, pending []waiting) failure {
	slot := s.holes[h].slot
	first := len(s.holes[h].path) == 0
	all := failure{conjunct: -1}
	frame, deps, holes := s.frame[slot], s.deps[slot], len(s.holes)
	restore := func() {
		s.frame[slot], s.deps[slot], s.holes = frame, deps, s.holes[:holes]
		s.holes[h].filled = false
	}
	var out *failure
	var rests []int
	s.drawn.drawCandidates(d, s.frame, func(c candidate) bool {
		if !s.symmetry.isFresh(c.value, s.frame) {
			if s.work.Left--; s.work.Left > 0 && !s.shouldStop(0) {
				return true
			}
			out = &failure{stopped: true}
			return false
		}
		if *s.spent++; *s.spent > s.limit || s.work.Left <= 0 || s.shouldStop(len(pending)) {
			out = &failure{stopped: true}
			return false
		}
		s.fill(h, c)
		s.deps[slot] = deps
		s.deps[slot].add(bit(slot))
		s.path = append(s.path, choice{slot: slot, frame: frame, deps: deps, trail: len(s.trail), rests: rests})
		f := s.node(pending)
		rests = s.path[len(s.path)-1].rests
		s.path = s.path[:len(s.path)-1]
		restore()
		if f.stopped || !f.vars.has(slot) || f.jump && f.early <= len(s.path) {
			out = &f
			return false
		}
		all.merge(f)
		return true
	})
	if out == nil && s.short {
		out = &failure{stopped: true}
	}
	if out != nil {
		return *out
	}
	// What a domain leans on is known only when it was listed.
	rest := failure{vars: d.deps, scope: d.scope, open: d.open, given: d.given, conjunct: -1}
	rest.merge(all)
	if first {
		rest.vars.remove(slot)
	}
	return rest
}

func (f *failure) merge(g failure) {
	f.vars.add(g.vars)
	f.unknown = f.unknown || g.unknown
	f.given = f.given || g.given
	if f.scope == "" {
		f.scope = g.scope
	}
	if f.open == "" {
		f.open = g.open
	}
}

// fill puts a candidate into a hole. A candidate that has parts still to be
// chosen brings new holes.
func (s *search) fill(h int, c candidate) {
	at := s.holes[h]
	v := c.value
	if c.parts != nil {
		parts := make([]value.Value, len(c.parts))
		for i, part := range c.parts {
			path := append(make([]int, 0, len(at.path)+2), at.path...)
			if part.where != nil {
				path = append(path, part.where...)
			} else {
				path = append(path, i)
			}
			parts[i] = value.OfHole(len(s.holes))
			s.holes = append(s.holes, hole{slot: at.slot, path: path, typ: part.typ, shape: part.shape})
		}
		v = c.build(parts)
	}
	s.holes[h].filled, s.holes[h].value = true, c.value
	s.frame[at.slot] = put(s.frame[at.slot], at.path, v)
}
