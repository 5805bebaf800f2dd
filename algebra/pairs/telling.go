package pairs

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/mutants"
)

// Mutants are the mutants of the axioms of a class, and which of them sequences have told apart from the axioms: of
// what a sequence begins with, and by a mutant, the normal forms differ, or the mutant gives none. A program may have
// the mistake in the operation of the axiom, or in one whose axioms use that. So a mutant is to be told apart by each
// of these: it is the one after which the normal forms differ. It is for one goroutine.
type Mutants struct {
	maker *Maker
	alive [][]*mutant // by the axiom that they are made of: those that some operation has still to tell apart
	all   []*mutant   // in the order of the axioms
	by    map[*language.Axiom]int
}

// mutant is a mutant that some operation has still to tell apart.
type mutant struct {
	mutants.Mutant
	machine *ground.Machine
	open    []*language.Operation
	told    bool // whether some sequence shows it
}

// NewMutants returns the mutants of the maker's class. It uses the maker.
func (m *Maker) NewMutants() *Mutants {
	out := &Mutants{maker: m, alive: make([][]*mutant, len(m.class.Axioms)), by: map[*language.Axiom]int{}}
	for i, a := range m.class.Axioms {
		out.by[a] = i
	}
	users := usersIn(m.class)
	classes, own := slices.Clone(m.classes), slices.Index(m.classes, m.class)
	for _, one := range mutants.Of(m.class) {
		classes[own] = one.Apply(m.class)
		changed := m.class.Axioms[one.Axiom].Left.(*language.Apply).Decl
		made := &mutant{Mutant: one, machine: ground.New(classes), open: slices.Clone(users[changed])}
		out.alive[one.Axiom], out.all = append(out.alive[one.Axiom], made), append(out.all, made)
	}
	return out
}

// usersIn returns by which exported operations of a class each operation is used in their axioms, itself among them.
func usersIn(class *language.Class) map[*language.Operation][]*language.Operation {
	uses := map[*language.Operation][]*language.Operation{}
	for _, a := range class.Axioms {
		left, is := a.Left.(*language.Apply)
		if !is {
			continue
		}
		var add func(t language.Term)
		add = func(t language.Term) {
			if used, is := t.(*language.Apply); is && used.Decl != nil && !slices.Contains(uses[left.Decl], used.Decl) {
				uses[left.Decl] = append(uses[left.Decl], used.Decl)
			}
			for _, c := range language.Children(t) {
				add(c)
			}
		}
		add(a.Right)
	}
	out := map[*language.Operation][]*language.Operation{}
	for _, o := range class.Operations {
		if !class.IsExported(o) {
			continue
		}
		reached := []*language.Operation{o}
		for i := 0; i < len(reached); i++ {
			for _, used := range uses[reached[i]] {
				if !slices.Contains(reached, used) {
					reached = append(reached, used)
				}
			}
		}
		for _, used := range reached {
			out[used] = append(out[used], o)
		}
	}
	return out
}

// A mutant may apply to a sequence manyTimes as many axioms as are applied without it, and spare more.
const (
	spare     = 1000
	manyTimes = 10
)

// Tell tells whether a sequence tells apart some mutant that none before it has told apart, or an operation of it some
// mutant that it has not told apart before.
func (t *Mutants) Tell(sequence language.Term) bool {
	m := t.maker
	before := slices.Clone(m.machine.Taken)
	normal, steps, ok := normalForm(&m.packer, m.machine, sequence, m.options.Steps)
	if !ok {
		return false
	}
	fired := t.firedSince(before)
	chain, found := language.Chain(sequence), t.tellByObservers(sequence, fired, steps)
	// A pair of values says no more of an object than what one observer shows.
	shows := chain[len(chain)-1].Decl.Kind == language.Observer
	for at := range fired {
		t.alive[at] = slices.DeleteFunc(t.alive[at], func(one *mutant) bool {
			if isNormalForm(&m.packer, one.machine, sequence, normal, steps) {
				return false
			}
			if !one.told && t.isShown(one, sequence, steps, true) {
				one.told, found = true, true
			}
			first := slices.IndexFunc(chain, func(beginning *language.Apply) bool {
				normal, steps, ok := normalForm(&m.packer, m.machine, beginning, m.options.Steps)
				return ok && !isNormalForm(&m.packer, one.machine, beginning, normal, steps)
			})
			open := slices.Index(one.open, chain[first].Decl)
			if open < 0 || shows && first < len(chain)-1 {
				return false
			}
			found = true
			one.open = slices.Delete(one.open, open, open+1)
			return len(one.open) == 0 && one.told
		})
	}
	return found
}

// firedSince returns the axioms that were applied since the branches had been taken so often.
func (t *Mutants) firedSince(before []int) map[int]bool {
	fired := map[int]bool{}
	for i, b := range t.maker.machine.Branches() {
		if at, is := t.by[b.Axiom]; is && t.maker.machine.Taken[i] > before[i] {
			fired[at] = true
		}
	}
	return fired
}

// tellByObservers tells whether observers of what a sequence makes tell some mutant apart that none before it has told
// apart, of an axiom that they apply and the sequence does not.
func (t *Mutants) tellByObservers(sequence language.Term, fired map[int]bool, steps int) (found bool) {
	if a, is := sequence.(*language.Apply); !is || a.Decl.Kind == language.Observer {
		return false
	}
	before := slices.Clone(t.maker.machine.Taken)
	s := t.show(nil, sequence, steps)
	for _, o := range s.observers() {
		for _, term := range s.apply(o, sequence) {
			// What has no value applies axioms as well.
			_, _, _ = normalForm(&t.maker.packer, t.maker.machine, term, t.maker.options.Steps)
		}
	}
	for at := range t.firedSince(before) {
		for _, one := range t.alive[at] {
			if !fired[at] && !one.told && t.isShown(one, sequence, steps, false) {
				one.told, found = true, true
			}
		}
	}
	return found
}

// normalForm returns the normal form of a term, and how many axioms were applied, if it is given by at most so many.
func normalForm(p *language.Packer, by *ground.Machine, t language.Term, steps int) (
	normal language.Packed, used int, ok bool,
) {
	by.Reset()
	by.Steps = steps
	r, err := by.Evaluate(t)
	if err != nil || by.IsStuck(r) {
		return nil, 0, false
	}
	return by.Pack(p, nil, r), steps - by.Steps, true
}

// isNormalForm tells whether a mutant gives a term the normal form that the axioms give it in some steps.
func isNormalForm(p *language.Packer, mutant *ground.Machine, t language.Term, normal language.Packed,
	steps int,
) bool {
	got, _, ok := normalForm(p, mutant, t, spare+manyTimes*steps)
	return ok && slices.Equal(got, normal)
}

// DrawTelling draws sequences, and returns the pairs of those of which an operation tells a mutant apart that it has
// not told apart before.
func (m *Maker) DrawTelling(ctx context.Context, d Drawing, count int, t *Mutants) (Pairs, error) {
	one := m.newDrawer(d)
	out := Pairs{Counts: Counts{Complete: true}}
	for i := range count {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		made, err := one.next(uint64(i))
		if err != nil {
			return out, err
		}
		made.Pairs = slices.DeleteFunc(made.Pairs, func(p Pair) bool {
			return !p.Equivalent || !t.Tell(p.Open().First)
		})
		if len(made.Pairs) > 0 {
			out.Add(made)
		}
	}
	return out, nil
}
