package pairs

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

// Pair is a case: whether two ground sequences leave equal objects, or give equal values.
type Pair struct {
	First, Second language.Term
	// Packed are the two sequences of a pair that has neither First nor Second, since it was drawn. Open makes them.
	Packed     language.PackedPair
	Equivalent bool
	Conditions []rewriting.Condition // of the path
	// Experiment is what tells two objects apart that are not equivalent, as it is sent to both:
	// ".largest", or a term in which language.Hole stands for the object, as "create.eqn(_)"; ""
	// for values. Its values are Values.
	Experiment string
	Values     [2]string
	// Told are First and Second with the experiment, where there is one.
	Told [2]language.Term
	// Between says that Second is a step on the way from First to its normal form.
	Between bool
	// Span is where the pair is written; none where it was made.
	Span source.Span
}

// Open returns the pair with its sequences.
func (p Pair) Open() Pair {
	if !p.Packed.IsNone() {
		p.First, p.Second = p.Packed.Unpack()
		p.Packed = language.PackedPair{}
	}
	return p
}

// Sequences returns the two sequences as they are written.
func (p Pair) Sequences() (first, second string) {
	if !p.Packed.IsNone() {
		return p.Packed.Format()
	}
	class := language.HomeOf(p.First)
	return language.FormatIn(class, p.First), language.FormatIn(class, p.Second)
}

// Pairs are cases, and what did not become one.
type Pairs struct {
	Pairs []Pair
	Counts
}

// Add adds the pairs of further sequences.
func (p *Pairs) Add(q Pairs) {
	p.Pairs = append(p.Pairs, q.Pairs...)
	p.Counts.Add(q.Counts)
}

// Counts are of how many sequences pairs were made, and what did not become one.
type Counts struct {
	Originals  int  `json:"originals"`  // sequences of which they were made
	Candidates int  `json:"candidates"` // for not equivalent: a sequence on a path, another path's normal form
	Same       int  `json:"same"`       // candidates that are one term with all values found for their path
	Repeated   int  `json:"repeated"`   // candidates that are the same pair as another one, with their values
	Untold     int  `json:"untold"`     // candidates that no experiment up to the depth tells apart
	Trivial    int  `json:"trivial"`    // sequences that are normal forms already: equivalent to themselves
	Undecided  int  `json:"undecided"`  // paths for which no values were found
	Sampled    int  `json:"sampled"`    // sequences that have more paths than were used
	Unbuilt    int  `json:"unbuilt"`    // objects that no exported operations were found to make, which cases need
	Complete   bool `json:"complete"`   // no path that has a sequence was left out
}

// Add adds the counts of further sequences.
func (c *Counts) Add(d Counts) {
	c.Originals += d.Originals
	c.Candidates += d.Candidates
	c.Same += d.Same
	c.Repeated += d.Repeated
	c.Untold += d.Untold
	c.Trivial += d.Trivial
	c.Undecided += d.Undecided
	c.Sampled += d.Sampled
	c.Unbuilt += d.Unbuilt
	c.Complete = c.Complete && d.Complete
}

// Options bound what is made.
type Options struct {
	Depth   int // how many operations an experiment has before its observer
	Paths   int
	Values  int // how many values are used on each path
	Tries   int // how many experiments are made with one candidate
	Between int // of how many paths all steps on the way to the normal form are used
	Steps   int // how many axioms are applied to one sequence
	Seed    uint64
	ByEqn   bool // objects are compared by the operation eqn alone
}

// Maker makes the pairs of a class.
type Maker struct {
	classes []*language.Class
	class   *language.Class
	options Options
	asker   *conditions.Asker
	engine  *rewriting.Engine
	machine *ground.Machine
	packer  language.Packer // of what is drawn
	hides   bool            // whether some constructor is not exported
	ending  []int64         // special integers; nil: not asked yet
	number  int             // of the sequence, of those of which pairs are made
}

// New returns a maker.
func New(classes []*language.Class, class *language.Class, asker *conditions.Asker, options Options) *Maker {
	m := &Maker{classes: classes, class: class, options: options, asker: asker, engine: rewriting.New(classes),
		machine: ground.New(classes)}
	for _, c := range classes {
		m.hides = m.hides || slices.ContainsFunc(c.Operations, func(o *language.Operation) bool {
			return o.Kind == language.Constructor && !c.IsExported(o)
		})
	}
	return m
}

// Make returns the pairs of a sequence, whose names that are not operations are parameters. An
// error says that it has no normal form, or is not a sequence for a test case.
func (m *Maker) Make(sequence language.Term) (Pairs, error) {
	out := Pairs{Counts: Counts{Originals: 1, Complete: true}}
	if err := language.CheckSequence(sequence); err != nil {
		return out, err
	}
	if err := m.checkParameters(sequence); err != nil {
		return out, err
	}
	defer func() { m.number++ }()
	m.engine.Steps = m.options.Steps
	tree, err := m.engine.Normalize(sequence)
	if err != nil {
		return out, err
	}
	var paths []rewriting.Path
	if paths, out.Complete = tree.Sample(m.options.Paths, m.options.Seed, m.asker.Refuted); !out.Complete {
		out.Sampled++
	}
	out.Candidates = len(paths) * (len(paths) - 1)
	for i, p := range paths {
		valuations, err := m.valuate(sequence, p.Conditions)
		if err != nil {
			return out, err
		}
		if len(valuations) == 0 {
			out.Undecided++
			continue
		}
		for _, by := range valuations {
			if err := m.addEquivalent(&out, sequence, p, by); err != nil {
				return out, err
			}
		}
		if i < m.options.Between {
			if err := m.addBetween(&out, language.Substitute(sequence, valuations[0]), p.Conditions); err != nil {
				return out, err
			}
		}
		if err := m.addDifferent(&out, sequence, p, paths, valuations); err != nil {
			return out, err
		}
	}
	return out, nil
}

// addEquivalent adds the pair of a sequence and its normal form on a path, with values.
func (m *Maker) addEquivalent(out *Pairs, sequence language.Term, p rewriting.Path, by valuation) error {
	first := language.Substitute(sequence, by)
	second, err := m.Normalize(first)
	if errors.Is(err, errStuck) || errors.Is(err, ground.ErrStuck) {
		second, err = language.Substitute(p.Leaf.Syntax(), by), nil
	}
	switch {
	case err != nil:
		return err
	case !isSame(first, second):
		out.Pairs = append(out.Pairs, Pair{First: first, Second: second, Equivalent: true, Conditions: p.Conditions})
	case m.isHidden(p.Leaf.Syntax()):
		out.Unbuilt++
	default:
		out.Trivial++
	}
	return nil
}

// checkParameters says where a parameter is an object: a solver has no values for that.
func (m *Maker) checkParameters(t language.Term) error {
	if v, ok := t.(*language.Variable); ok && builtIn(v.Sort) == nil {
		return source.Errorf(v.Span, "the parameter %s is an object of %s: expected the sequence that makes it", v.Name, v.Sort)
	}
	for _, c := range language.Children(t) {
		if err := m.checkParameters(c); err != nil {
			return err
		}
	}
	return nil
}

// valuation gives the parameters of a sequence their values.
type valuation map[string]language.Term

// addDifferent adds pairs of a sequence on its path and the normal forms of all other paths, where
// it is proved with some of the values that they are not equivalent.
func (m *Maker) addDifferent(out *Pairs, sequence language.Term, p rewriting.Path, paths []rewriting.Path,
	valuations []valuation,
) error {
	known := map[string]verdict{} // by values and the other normal form: many paths have equal ones
	for _, q := range paths {
		if q.Leaf == p.Leaf {
			continue
		}
		v, isNew, err := m.consider(sequence, p, q.Leaf, valuations, known)
		switch {
		case err != nil:
			return err
		case v.told && isNew:
			out.Pairs = append(out.Pairs, v.pair)
		case v.told:
			out.Repeated++
		case v.same:
			out.Same++
		case v.unbuilt:
			out.Unbuilt++
		default:
			out.Untold++
		}
	}
	out.Same += countSame(p, paths)
	return nil
}

// verdict is what became of a candidate.
type verdict struct {
	told, same bool
	unbuilt    bool // no exported operations were found that make the other normal form
	pair       Pair
}

// consider looks for values, the last ones first, with which a sequence on its path and another
// normal form are told apart.
func (m *Maker) consider(sequence language.Term, p rewriting.Path, leaf *rewriting.Term, valuations []valuation,
	known map[string]verdict,
) (out verdict, isNew bool, err error) {
	out.same, out.unbuilt = true, true
	for i := len(valuations) - 1; i >= 0; i-- {
		other := language.Substitute(leaf.Syntax(), valuations[i])
		key := fmt.Sprint(i, " ", language.FormatTerm(other, language.LOBAS))
		v, ok := known[key]
		if !ok {
			v.pair = Pair{First: language.Substitute(sequence, valuations[i]), Second: other, Conditions: p.Conditions}
			if err := m.hold(&v); err != nil {
				return v, false, err
			}
			known[key] = v
		}
		if v.told {
			return v, !ok, nil
		}
		out.same, out.unbuilt = out.same && v.same, out.unbuilt && v.unbuilt
	}
	return out, false, nil
}

// hold makes the second sequence of a candidate of exported operations, with its values calculated, and looks for what
// tells the two objects apart.
func (m *Maker) hold(v *verdict) (err error) {
	m.machine.Reset()
	m.machine.Steps = m.options.Steps
	r, err := m.machine.Evaluate(v.pair.Second)
	if err == nil && !m.machine.IsStuck(r) {
		v.pair.Second = m.express(r, nil)
	}
	if v.pair.Second == nil {
		first, err := m.machine.Evaluate(v.pair.First)
		v.same = err == nil && m.machine.Equal(first, r)
		v.unbuilt = !v.same
		return ignoreStuck(err)
	}
	v.told, v.same, err = m.tell(&v.pair)
	return err
}

// countSame counts the other paths with the same normal form.
func countSame(p rewriting.Path, paths []rewriting.Path) int {
	n := -1
	for _, q := range paths {
		if q.Leaf == p.Leaf {
			n++
		}
	}
	return n
}
