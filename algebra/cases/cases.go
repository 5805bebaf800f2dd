package cases

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Made are the cases of a class.
type Made struct {
	Pairs []*suite.Pair
	// Notes say what no pair was made of.
	Notes []string
	// Telling says which mutants of the axioms the pairs tell apart; nil where there are no axioms.
	Telling *suite.Telling
}

const (
	// tries is how many experiments are made with one candidate.
	tries = 2000
	// steps is how many axioms are applied to one sequence.
	steps = 1_000_000
)

// options are those with which pairs of a class are made.
func options(class *spec.Class) pairs.Options {
	o := class.Originals
	return pairs.Options{Depth: o.Depth, Paths: o.Paths, Values: o.Values, Tries: tries, Steps: steps, Seed: 1,
		ByEqn: !slices.Contains(class.Equal, spec.ByObservations) && slices.Contains(class.Equal, spec.ByEqn)}
}

// maker makes the cases of a class.
type maker struct {
	class *spec.Class
	pairs *pairs.Maker
	out   Made
	known map[[sha256.Size]byte]bool // the pairs that there are, by a hash of their texts
	// mutants are those of the axioms that the first pairs, held of them, have been held against; nil: none.
	mutants *pairs.Mutants
	held    int
}

// Make returns the cases of a class. The error is that of the context.
func Make(ctx context.Context, class *spec.Class, solver solve.Solver) (Made, error) {
	m := &maker{class: class, known: map[[sha256.Size]byte]bool{},
		pairs: pairs.New(class.Classes, class.Algebra, conditions.New(ctx, solver), options(class))}
	for i, p := range class.Own {
		m.addOwn(fmt.Sprintf("own_%d", i+1), p)
	}
	for i, s := range class.Originals.Given {
		text := language.FormatIn(class.Name, s.Term)
		made, err := m.pairs.Make(s.Term)
		m.add(fmt.Sprintf("given%d", i+1), text, made, err)
	}
	if n := class.Originals.Length; n > 0 && ctx.Err() == nil {
		made, err := m.pairs.All(ctx, n, true)
		m.add("all", fmt.Sprintf("all sequences of up to %d operations", n), made, err)
	}
	for i, r := range class.Originals.Random {
		if ctx.Err() != nil {
			break
		}
		d := pairs.Drawing{Length: r.Length, Range: r.Range, Ratio: r.Ratio, Biased: r.Biased, Differs: r.Differs,
			Seed: uint64(i + 1)}
		draw := m.draw
		if r.Mutants {
			draw = m.drawTelling
		}
		if err := draw(ctx, fmt.Sprintf("random%d", i+1), d, r.Count); err != nil {
			return m.out, err
		}
	}
	m.holdMutants(ctx)
	if m.mutants != nil && ctx.Err() == nil {
		told := suite.Telling(m.mutants.Telling())
		m.out.Telling = &told
	}
	return m.out, ctx.Err()
}

// maxHeld is how many pairs are held against mutants of the axioms, to tell which they tell apart, and maxVainHeld is
// how many of them in succession may tell no further one apart.
const (
	maxHeld     = 5000
	maxVainHeld = 128
)

// holdMutants holds the pairs that there are against the mutants of the axioms, each once.
func (m *maker) holdMutants(ctx context.Context) {
	if len(m.class.Algebra.Axioms) == 0 {
		return
	}
	if m.mutants == nil {
		m.mutants = m.pairs.NewMutants()
	}
	for vain := 0; m.held < min(len(m.out.Pairs), maxHeld) && vain < maxVainHeld && ctx.Err() == nil; m.held++ {
		if p := m.out.Pairs[m.held]; p.Equivalent {
			if vain++; m.mutants.Tell(p.Open().First) {
				vain = 0
			}
		}
	}
}

// addOwn adds a pair that a person has written, and notes where the axioms say otherwise.
func (m *maker) addOwn(id string, own language.Case) {
	one := pairs.Of(own)
	proof, why, err := m.pairs.Prove(&one)
	if err == nil && proof == pairs.Contradicted {
		first, second := language.FormatIn(m.class.Name, own.First), language.FormatIn(m.class.Name, own.Second)
		m.out.Notes = append(m.out.Notes, fmt.Sprintf("the axioms contradict the case %s/%s, (%s, %s): %s",
			m.class.Name, id, first, second, why))
	}
	p := toSuite(one, m.class.Name+"/"+id)
	p.Own = true
	m.out.Pairs = append(m.out.Pairs, p)
}

func toSuite(p pairs.Pair, id string) *suite.Pair {
	out := &suite.Pair{ID: id, First: p.First, Second: p.Second, Packed: p.Packed, Equivalent: p.Equivalent,
		Experiment: p.Experiment, Values: p.Values, Told: p.Told}
	for _, c := range p.Conditions {
		out.Conditions = append(out.Conditions, c.String())
	}
	return out
}

// add adds pairs that were made, each once, and notes what none was made of.
func (m *maker) add(id, original string, made pairs.Pairs, err error) {
	if err != nil {
		m.out.Notes = append(m.out.Notes, fmt.Sprintf("%s: %v", original, err))
	}
	if made.Unbuilt > 0 {
		m.out.Notes = append(m.out.Notes, fmt.Sprintf("%s: for %d of its pairs no exported operations were found that make "+
			"a normal form", original, made.Unbuilt))
	}
	if made.Sampled > 0 {
		m.out.Notes = append(m.out.Notes, fmt.Sprintf("%s: there are more paths than the %d that are used", original,
			m.class.Originals.Paths))
	}
	for i, one := range m.list(made) {
		m.addOne(one, fmt.Sprintf("%s/%s_%d", m.class.Name, id, i+1), original)
	}
}

// draw adds pairs that are drawn. Their sequences are packed: there may be many of them.
func (m *maker) draw(ctx context.Context, id string, d pairs.Drawing, count int) error {
	n := 0
	err := pairs.DrawAll(ctx, m.class.Classes, m.class.Algebra, options(m.class), d, count,
		func(made pairs.Pairs) (func() error, error) {
			listed := m.list(made)
			return func() error {
				for _, one := range listed {
					n++
					m.addOne(one, fmt.Sprintf("%s/%s_%d", m.class.Name, id, n), "")
				}
				return nil
			}, nil
		})
	if err != nil && ctx.Err() == nil {
		m.out.Notes = append(m.out.Notes, fmt.Sprintf("%s: %v", id, err))
		return nil
	}
	return err
}

// drawTelling adds pairs of those that are drawn that tell a mutant of the axioms apart which no pair before does.
func (m *maker) drawTelling(ctx context.Context, id string, d pairs.Drawing, count int) error {
	m.holdMutants(ctx)
	if m.mutants == nil {
		return nil
	}
	made, err := m.pairs.DrawTelling(ctx, d, count, m.mutants)
	if err != nil && ctx.Err() != nil {
		return err
	}
	m.add(id, id, made, err)
	m.held = len(m.out.Pairs)
	return nil
}

// listed is a pair that was made; it is nil where it is of no use.
type listed struct {
	pair *suite.Pair
	key  [sha256.Size]byte // of what is written of it
}

// list returns the pairs that were made.
func (m *maker) list(made pairs.Pairs) []listed {
	out := make([]listed, len(made.Pairs))
	for i, one := range made.Pairs {
		p := toSuite(one, "")
		first, second := p.Sequences()
		if first == second {
			continue
		}
		out[i] = listed{p, sha256.Sum256([]byte(first + "\n" + second + "\n" + p.Tag()))}
	}
	return out
}

// addOne adds a pair that is of use and is not known.
func (m *maker) addOne(one listed, id, original string) {
	if one.pair == nil || m.known[one.key] {
		return
	}
	m.known[one.key] = true
	one.pair.ID, one.pair.Original = id, original
	m.out.Pairs = append(m.out.Pairs, one.pair)
}

// Prover proves the tags of pairs of a class. It is for one goroutine.
type Prover struct {
	class *spec.Class
	pairs *pairs.Maker
}

// NewProver returns a prover.
func NewProver(class *spec.Class) *Prover {
	return &Prover{class, pairs.New(class.Classes, class.Algebra, nil, options(class))}
}

// Normalize returns the normal form of a sequence without parameters, made of exported operations. It is an error
// where there is none.
func (p *Prover) Normalize(t language.Term) (language.Term, error) { return p.pairs.Normalize(t) }

// IsObject tells whether a sequence without parameters makes an object, and no error, by the axioms.
func (p *Prover) IsObject(t language.Term) bool { return p.pairs.IsObject(t) }

// Check returns an error where the axioms do not prove the tag of a pair: the sequences of an
// equivalent pair have one normal form, and of others the experiment has the values that it says.
func (p *Prover) Check(pair *suite.Pair) error {
	one := pairs.Pair{First: pair.First, Second: pair.Second, Equivalent: pair.Equivalent, Experiment: pair.Experiment,
		Values: pair.Values, Told: pair.Told}
	proof, why, err := p.pairs.Prove(&one)
	switch {
	case err != nil:
		return err
	case proof == pairs.Contradicted:
		return fmt.Errorf("the axioms contradict the pair: %s", why)
	case proof == pairs.Unproved:
		return errors.New("the axioms do not prove the pair")
	}
	pair.Experiment, pair.Values, pair.Told = one.Experiment, one.Values, one.Told
	return nil
}

// Read sets the sequences of a pair, and the experiment with its values, from the texts in which they are kept.
// The error says where they cannot be read, or the axioms do not prove the tag of a pair that is no own one.
func (p *Prover) Read(pair *suite.Pair, first, second, experiment string, values [2]string) error {
	text := fmt.Sprintf("class %s\n(%s, %s, %s)", p.class.Name, first, second, pair.Tag())
	if values[0] != "" {
		if experiment != "" {
			text += " " + experiment + ":"
		}
		text += " " + values[0] + " and " + values[1]
	}
	read, err := language.ParseCases(source.NewFile("pair", text).Whole(), p.class.Classes)
	if err != nil || len(read) != 1 {
		return fmt.Errorf("the pair cannot be read: %w", err)
	}
	one := pairs.Of(read[0])
	pair.First, pair.Second, pair.Experiment, pair.Values, pair.Told = one.First, one.Second, one.Experiment,
		one.Values, one.Told
	if pair.Own {
		return nil
	}
	return p.Check(pair)
}
