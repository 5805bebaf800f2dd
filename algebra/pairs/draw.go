package pairs

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/internal/workers"
)

// Drawing says how random sequences are drawn (Doong and Frankl, section 5.1).
type Drawing struct {
	Length  int     // ℓ: operations behind create
	Range   int64   // p: integers are in 1..p, and there are as many strings
	Ratio   float64 // r: of constructors to transformers
	Biased  bool    // each sequence is steered to a branch of the axioms, and they vary
	Differs bool    // also pairs that are not equivalent
	Seed    uint64
}

// drawer draws random ground sequences, and pairs of each. What it draws depends on the seed and on
// the number of the sequence alone, so that several can share the work.
//
// With Biased, each sequence is steered to one branch of the axioms, in turn: of some operations
// that might come next, one is preferred that takes the branch. Lengths, ratios and ranges vary up
// to those that are given, as section 5.3 of Doong and Frankl advises: integers come from a large
// range where axioms compare them by order, and from a small one where they ask only whether these
// are equal; where they do both, every second value of some sequences is one that they have already. Some sequences
// have only some of the operations: what two of them do after one another for long is rare where there are many. One
// in eight prefers integers at powers of two and beside them. One in four objects of the class in arguments is alike: a
// beginning of the sequence itself, and perhaps something more. Where axioms add integers, some are the opposite of
// others. In one of four sequences many integers are 0.
//
// Nothing is done with an object that is an error, so an operation that makes one is drawn again, but for some of those
// that come last.
type drawer struct {
	maker   *Maker
	drawing Drawing
	made    []*language.Operation // constructors but create
	changed []*language.Operation // transformers
	any     []*language.Operation // both
	order   bool                  // whether axioms compare integers by order
	equal   bool                  // whether they ask whether two variables are equal
	sums    bool                  // whether they add integers that are given, and end where these are negative
	targets []int                 // the branches to steer to
	room    language.Packed       // for one sequence
	aside   language.Packed       // what stands behind the target in a step that may still be taken
	makers  map[string]made
	borders []int64 // up to the range
	named   []int64 // integers of the axioms from 1 up to the range, and their neighbours
}

// Draw draws the sequences of some numbers, and returns their pairs.
func (m *Maker) Draw(ctx context.Context, d Drawing, from, to int) (Pairs, error) {
	one := m.newDrawer(d)
	out := Pairs{Counts: Counts{Complete: true}, Pairs: make([]Pair, 0, to-from)}
	for i := from; i < to; i++ {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		made, err := one.next(uint64(i))
		if err != nil {
			return out, err
		}
		out.Add(made)
	}
	return out, nil
}

// chunk is how many sequences each processor draws before their terms are given up.
const chunk = 1000

// DrawAll draws a number of sequences on all processors. What is drawn does not depend on how many there are. It
// calls use with the pairs of some sequences, by several goroutines, and what that returns one after the other, in the
// order of the sequences.
func DrawAll(ctx context.Context, classes []*language.Class, class *language.Class, o Options, d Drawing, count int,
	use func(made Pairs) (func() error, error),
) error {
	makers := make([]*Maker, runtime.GOMAXPROCS(0))
	for i := range makers {
		makers[i] = New(classes, class, nil, o)
	}
	for from := 0; from < count; from += chunk * len(makers) {
		then, errs := make([]func() error, len(makers)), make([]error, len(makers))
		group, inside := workers.New(ctx)
		for i, m := range makers {
			first, last := min(from+i*chunk, count), min(from+(i+1)*chunk, count)
			group.Go(func() {
				made, err := m.Draw(inside, d, first, last)
				if err == nil {
					then[i], err = use(made)
				}
				errs[i] = err
			})
		}
		group.Wait()
		for i := range makers {
			if err := cmp.Or(errs[i], ctx.Err()); err != nil {
				return err
			}
			if err := then[i](); err != nil {
				return err
			}
		}
	}
	return nil
}

// newDrawer returns a drawer, which uses the maker.
func (m *Maker) newDrawer(d Drawing) *drawer {
	borders := append(m.specials(), bordersUpTo(d.Range)...)
	out := &drawer{maker: m, drawing: d, makers: map[string]made{}, borders: borders}
	for _, o := range m.class.Operations {
		switch {
		case !m.class.IsExported(o):
		case o.Kind == language.Transformer && out.enlarges(o):
			out.made = append(out.made, o)
		case o.Kind == language.Transformer:
			out.changed = append(out.changed, o)
		case o.Kind == language.Constructor && o.Name.Text != language.Create:
			out.made = append(out.made, o)
		}
	}
	out.any = slices.Concat(out.made, out.changed)
	for _, c := range reachedBy(m.classes, m.class) {
		for _, a := range c.Axioms {
			out.order = out.order || hasOrder(a.Right)
			out.equal = out.equal || hasEqual(a.Right)
			out.sums = out.sums || hasSum(a.Right)
			out.addNamed(a.Left)
			out.addNamed(a.Right)
		}
	}
	out.sums = out.sums && slices.Contains(m.specials(), -1)
	for i, b := range m.machine.Branches() {
		if b.Class == m.class {
			out.targets = append(out.targets, i)
		}
	}
	return out
}

// enlargements is how many values an operation is tried with on an empty object.
const enlargements = 8

// enlarges tells whether a transformer makes something of an empty object, as what adds an element at its place
// does: it counts as a constructor where the constructors are not exported.
func (d *drawer) enlarges(o *language.Operation) bool {
	m := d.maker
	m.machine.Reset()
	s := &drawn{rng: rand.New(rand.NewPCG(1, 1)), limit: max(1, d.drawing.Range), target: -1}
	m.machine.Steps = m.options.Steps
	if d.begin(s) != nil {
		return false
	}
	for range enlargements {
		next := *s
		if d.send(&next, o, 0) != nil {
			return false
		}
		if next.ref != ground.Error && !m.machine.IsStuck(next.ref) && !m.machine.Equal(s.ref, next.ref) {
			return true
		}
	}
	return false
}

func hasOrder(t language.Term) bool {
	if o, ok := t.(*language.Operator); ok && slices.Contains([]string{"<", "≤", ">", "≥"}, o.Op) {
		return true
	}
	return slices.ContainsFunc(language.Children(t), hasOrder)
}

// hasEqual tells whether a term asks whether two variables are equal.
func hasEqual(t language.Term) bool {
	if o, ok := t.(*language.Operator); ok && (o.Op == "=" || o.Op == "≠") {
		if !slices.ContainsFunc(o.Args, func(a language.Term) bool { _, is := a.(*language.Variable); return !is }) {
			return true
		}
	}
	return slices.ContainsFunc(language.Children(t), hasEqual)
}

// hasSum tells whether a term adds or subtracts a variable.
func hasSum(t language.Term) bool {
	if o, ok := t.(*language.Operator); ok && (o.Op == "+" || o.Op == "-") {
		if slices.ContainsFunc(o.Args, func(a language.Term) bool { _, is := a.(*language.Variable); return is }) {
			return true
		}
	}
	return slices.ContainsFunc(language.Children(t), hasSum)
}

// drawn is a sequence as it is drawn.
type drawn struct {
	rng    *rand.Rand
	length int
	limit  int64
	ratio  float64
	tail   int  // how many operations at the end are mostly transformers
	target int  // the branch to steer to; -1: none
	again  bool // whether values that it has already are preferred
	zero   bool // whether every fourth integer is 0, which programs take for nothing
	// opposite says that some integers are values that it has already with the other sign, so that sums are 0.
	opposite bool
	// borders are preferred as integers; nil: none.
	borders []int64
	// pool are all integers of the sequence but those at borders, and texts the numbers of its strings; nil: any.
	pool, texts []int64
	// made and changed are the operations that it consists of.
	made, changed []*language.Operation
	beginnings    []beginning
	state
}

// beginning is a sequence up to one of its operations.
type beginning struct {
	nodes int // how many of the sequence's it has
	ref   ground.Ref
}

// state is what each step of a sequence changes.
type state struct {
	recent [8]int64 // the last values, where these are preferred
	values int      // how many it has
	nodes  language.Packed
	ref    ground.Ref
	begun  bool // whether there is an object
}

// plan says how the sequence of a number is drawn.
func (d *drawer) plan(number uint64) *drawn {
	out := &drawn{rng: rand.New(rand.NewPCG(d.drawing.Seed, number)), length: d.drawing.Length, limit: d.drawing.Range,
		ratio: d.drawing.Ratio, target: -1, made: d.made, changed: d.changed}
	out.nodes = d.room[:0]
	if !d.drawing.Biased {
		return out
	}
	if len(d.targets) > 0 {
		out.target = d.targets[number%uint64(len(d.targets))]
	}
	out.length = 1 + out.rng.IntN(max(1, out.length))
	out.ratio = []float64{1, out.ratio, 2 * out.ratio, 3 * out.ratio}[out.rng.IntN(4)]
	if out.rng.IntN(2) == 0 {
		out.tail = 1 + out.rng.IntN(maxTail)
	}
	if !d.order {
		out.limit = min(out.limit, int64(2+out.length/2))
	} else if out.rng.IntN(4) == 0 {
		out.limit = min(out.limit, int64(2+out.length/2)) // duplicates too
	}
	out.again = d.order && d.equal && out.rng.IntN(3) == 0
	out.opposite = d.sums && out.rng.IntN(3) == 0
	out.zero = slices.Contains(d.maker.specials(), 0) && out.rng.IntN(4) == 0
	if d.isBordered(number) {
		out.limit, out.borders = d.drawing.Range, d.borders
	}
	d.choosePools(out)
	if out.rng.IntN(3) == 0 {
		out.made, out.changed = some(out.rng, d.made), some(out.rng, d.changed)
	}
	return out
}

// Half of the sequences that are steered end in up to maxTail operations with another ratio: of what transformers have
// made of an object, constructors after them hide much.
const (
	maxTail   = 6
	tailRatio = 0.25
)

// oneBordered is one in how many of the sequences that are steered to a branch has integers at borders.
const oneBordered = 8

// isBordered tells whether the sequence of a number has integers at borders: of each branch, one in some.
func (d *drawer) isBordered(number uint64) bool {
	return number/uint64(max(1, len(d.targets)))%oneBordered == oneBordered-1
}

// some returns some of the operations that there are, at least one of them.
func some(rng *rand.Rand, of []*language.Operation) (out []*language.Operation) {
	for len(out) == 0 && len(of) > 0 {
		for _, o := range of {
			if rng.IntN(2) == 0 {
				out = append(out, o)
			}
		}
	}
	return out
}

// next returns the pairs of the sequence of a number.
func (d *drawer) next(number uint64) (Pairs, error) {
	m := d.maker
	m.machine.Reset()
	m.machine.Steps = m.options.Steps
	out := Pairs{Counts: Counts{Originals: 1, Complete: true}}
	s := d.plan(number)
	if err := d.beginSteered(s); err != nil {
		return out, err
	}
	for i := range s.length {
		if s.ref == ground.Error {
			break
		}
		if d.drawing.Biased {
			s.beginnings = append(s.beginnings, beginning{len(s.nodes), s.ref})
		}
		if s.length-i <= s.tail {
			s.ratio = tailRatio
		}
		if err := d.grow(s, i == s.length-1); err != nil {
			if ignoreStuck(err) == nil {
				return out, nil // the axioms say nothing of it
			}
			return out, err
		}
	}
	if m.machine.IsStuck(s.ref) {
		return out, nil
	}
	if err := d.observe(s); err != nil {
		return out, ignoreStuck(err)
	}
	d.room = s.nodes
	d.addEquivalent(&out, s)
	if d.drawing.Differs {
		return out, d.addNear(&out, s)
	}
	return out, nil
}

// addEquivalent adds the pair of a sequence and its normal form, unless they are the same: that would test nothing.
func (d *drawer) addEquivalent(out *Pairs, s *drawn) {
	m := d.maker
	normal, hidden := m.machine.Pack(&m.packer, nil, s.ref), false
	if m.hides {
		if term := m.packer.Unpack(normal); m.isHidden(term) {
			hidden = true
			if term = m.express(s.ref, m.packer.Unpack(s.nodes)); term == nil {
				out.Unbuilt++
				return
			}
			normal = m.packer.Pack(term)
		}
	}
	switch {
	case !slices.Equal(s.nodes, normal):
		out.Pairs = append(out.Pairs, Pair{Packed: m.packer.Pair(s.nodes, normal), Equivalent: true})
	case hidden:
		out.Unbuilt++
	default:
		out.Trivial++
	}
}

// begin makes the object.
func (d *drawer) begin(s *drawn) error {
	create := d.maker.class.Find(language.Create)
	if create == nil {
		return fmt.Errorf("the class %s has no %s", d.maker.class.Name.Text, language.Create)
	}
	return d.send(s, create, 0)
}

// beginSteered makes the object. Integers that create has are often sizes, so half of the sequences that are steered
// have such as they may reach.
func (d *drawer) beginSteered(s *drawn) error {
	limit := s.limit
	create := d.maker.class.Find(language.Create)
	if d.drawing.Biased && create != nil && len(create.Params) > 0 && s.rng.IntN(2) == 0 {
		s.limit = min(limit, int64(1+s.length/2))
	}
	err := d.begin(s)
	s.limit = limit
	return err
}

// candidates is how many operations are tried where a sequence is steered to a branch, attempts how many for one that
// makes no error.
const (
	candidates = 4
	attempts   = 16
)

// grow adds an operation; last says that none comes after it. What makes an error is drawn again, but for one in four
// of those that come last.
func (d *drawer) grow(s *drawn, last bool) error {
	var first state
	start := s.state
	failing := false // whether first is an error, which is drawn again
	for i := range attempts {
		before := d.taken(s)
		o := d.chooseOperation(s)
		if failing && i >= candidates { // whatever the ratio is
			o = d.any[s.rng.IntN(len(d.any))]
		}
		if err := d.send(s, o, 0); err != nil {
			return err
		}
		fails := s.ref == ground.Error && !(last && s.rng.IntN(4) == 0)
		if d.taken(s) > before && s.rng.IntN(4) > 0 && (!fails || s.rng.IntN(4) == 0) {
			return nil
		}
		if i == 0 || failing && !fails {
			first, failing = s.state, fails
			if !failing && (s.target < 0 || i >= candidates-1) {
				return nil
			}
			d.aside = append(d.aside[:0], s.nodes[len(start.nodes):]...)
		} else if !failing && (s.target < 0 || i >= candidates-1) {
			break
		}
		s.state = start
	}
	s.state = first
	s.nodes = append(start.nodes, d.aside...)
	return nil
}

// taken returns how often the branch was taken that a sequence is steered to.
func (d *drawer) taken(s *drawn) int {
	if s.target < 0 {
		return 0
	}
	return d.maker.machine.Taken[s.target]
}

// observe ends a sequence with an observer, where that takes the branch that it is steered to.
func (d *drawer) observe(s *drawn) error {
	if s.target < 0 {
		return nil
	}
	o := d.maker.machine.Branches()[s.target].Axiom.Left.(*language.Apply).Decl
	if o.Kind != language.Observer || !d.maker.class.IsExported(o) {
		return nil
	}
	for range 2 * candidates {
		before, next := d.maker.machine.Taken[s.target], *s
		if err := d.send(&next, o, 0); err != nil {
			return err
		}
		if d.maker.machine.Taken[s.target] > before && !d.maker.machine.IsStuck(next.ref) {
			*s = next
			return nil
		}
	}
	return nil
}

// chooseOperation chooses a constructor or a transformer by their ratio.
func (d *drawer) chooseOperation(s *drawn) *language.Operation {
	from := s.changed
	if len(from) == 0 || len(s.made) > 0 && s.rng.Float64()*(s.ratio+1) < s.ratio {
		from = s.made
	}
	if len(from) == 0 {
		return nil
	}
	return from[s.rng.IntN(len(from))]
}

// send sends an operation to a sequence, with arguments that are drawn; nil sends nothing.
func (d *drawer) send(s *drawn, o *language.Operation, depth int) (err error) {
	if o == nil {
		return nil
	}
	var few [4]ground.Ref
	refs := few[:0]
	if s.begun {
		refs = append(refs, s.ref)
	}
	for _, p := range o.Params {
		r, err := d.drawValue(s, p.Sort.Text, depth)
		if err != nil {
			return err
		}
		refs = append(refs, r)
	}
	m := d.maker
	s.nodes, s.begun = append(s.nodes, m.packer.Operation(o)), true
	m.machine.Steps = m.options.Steps
	s.ref, err = m.machine.Send(o, refs...)
	return err
}
