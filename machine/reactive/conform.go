package reactive

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Conformance is what is known of whether one machine, as an implementation, conforms to
// another, as a specification: whether each of its outputs is allowed, wherever the
// specification has come by the inputs and outputs before, and specifies anything of the
// input (Koopman and Plasmeijer, section 3.2).
type Conformance struct {
	Answer Answer
	// Pairs counts the states of the implementation, each with the states in which the
	// specification can be then, and Steps the inputs that were tried in them.
	Pairs, Steps int
	// Refutation is the sequence that refutes, where one does.
	Refutation *Refutation
	// Deaf is a sequence after which the implementation has no move for an input, of which
	// the specification need not specify anything; nil where there is none, or none was
	// found.
	Deaf *Refutation
	// Heard says that the implementation has a move for every input in all of its states.
	Heard bool
	Why   string // why it is unknown
}

// Answer is an answer to the question whether a machine conforms to another.
type Answer int

// The answers.
const (
	Proved    Answer = iota // all pairs of states were tried
	Unrefuted               // there are more pairs than were tried
	Refuted
	Unknown // a function has no value
)

// String returns the answer in words.
func (a Answer) String() string {
	return [...]string{"proved", "not refuted", "refuted", "unknown"}[a]
}

// Refutation is a sequence of inputs with the outputs of an implementation, the last of
// which is not allowed.
type Refutation struct {
	Steps []Step
	// Allowed are the outputs that are allowed in the last step, and In the states in
	// which the specification can be before it.
	Allowed []Outcome
	In      States
	// Shortest says that no shorter sequence refutes.
	Shortest bool
}

// Step is an input with the output of an implementation, which is of kind Nothing where it
// has no move.
type Step struct{ Input, Output value.Value }

// Effort bounds the search for a refutation.
type Effort struct {
	Pairs  int // how many pairs of states are tried, breadth first
	Steps  int // how many steps are tried at random, where there are more pairs
	Length int // how many steps a random sequence has
	Seed   int64
}

// pair is a state of an implementation, with the states in which a specification can be
// after the same inputs and outputs.
type pair struct {
	at   value.Value
	in   States
	from int // the index of the pair before it; -1: it is one at the beginning
	by   Step
}

// conforming is a search for a refutation.
type conforming struct {
	imp, spec *Machine
	pairs     []pair
	known     map[string]bool
	out       *Conformance
}

// Conforms tells whether a machine, as an implementation, conforms to a specification. The
// error says that they have other types of inputs or outputs.
func Conforms(ctx context.Context, imp, spec *Machine, effort Effort) (*Conformance, error) {
	if !zed.SameType(imp.Of.Input, spec.Of.Input) {
		return nil, fmt.Errorf("%s has inputs of type %s, and %s of type %s", imp.Name, imp.Of.Input, spec.Name,
			spec.Of.Input)
	}
	if !zed.SameType(imp.Of.Output, spec.Of.Output) {
		return nil, fmt.Errorf("%s gives outputs of type %s, and %s of type %s", imp.Name, imp.Of.Output, spec.Name,
			spec.Of.Output)
	}
	c := &conforming{imp: imp, spec: spec, known: map[string]bool{}, out: &Conformance{}}
	for _, s := range imp.Init {
		c.add(pair{at: s, in: spec.Init, from: -1}, effort.Pairs)
	}
	err := c.tryPairs(ctx, effort)
	if err == nil && c.out.Answer == Unrefuted {
		err = c.tryRandom(ctx, effort)
	}
	if err == nil && c.out.Refutation == nil {
		err = c.findDeaf(ctx, effort.Pairs)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil && c.out.Refutation == nil {
		c.out.Answer, c.out.Why = Unknown, err.Error()
	}
	c.out.Pairs = len(c.pairs)
	return c.out, nil
}

// add adds a pair that is not known. Where there are too many, the answer cannot be a
// proof any longer.
func (c *conforming) add(p pair, limit int) {
	key := p.at.Key() + "\x00" + p.in.Key()
	switch {
	case c.known[key]:
	case len(c.pairs) >= limit:
		c.out.Answer = Unrefuted
	default:
		c.known[key] = true
		c.pairs = append(c.pairs, p)
	}
}

// tryPairs tries the pairs in the order of their distance, so that the first refutation is
// a shortest one.
func (c *conforming) tryPairs(ctx context.Context, effort Effort) error {
	for i := 0; i < len(c.pairs) && ctx.Err() == nil; i++ {
		p := c.pairs[i]
		for _, input := range c.spec.Inputs {
			next, wrong, err := c.step(p, input)
			if err != nil {
				return err
			}
			if wrong != nil {
				c.refute(c.path(i), *wrong, p.in, true)
				return nil
			}
			for _, q := range next {
				q.from = i
				c.add(q, effort.Pairs)
			}
		}
	}
	return nil
}

// step tries an input in a pair. It returns the pairs that follow, none where nothing is
// specified of the input, and the step that is wrong, if one is.
func (c *conforming) step(p pair, input value.Value) (next []pair, wrong *Step, err error) {
	allowed, err := c.spec.FindAllowed(p.in, input)
	if err != nil || len(allowed) == 0 {
		return nil, nil, err
	}
	c.out.Steps++
	moves, err := c.imp.movesFor(p.at, input)
	if err != nil {
		return nil, nil, err
	}
	if len(moves) == 0 {
		return nil, &Step{Input: input}, nil
	}
	for _, m := range moves {
		by := Step{Input: input, Output: m.Output}
		to := StatesAfter(allowed, m.Output)
		if to == nil {
			return nil, &by, nil
		}
		next = append(next, pair{at: m.To, in: to, by: by})
	}
	return next, nil, nil
}

// path returns the steps that lead to a pair.
func (c *conforming) path(i int) []Step {
	var out []Step
	for ; c.pairs[i].from >= 0; i = c.pairs[i].from {
		out = append(out, c.pairs[i].by)
	}
	slices.Reverse(out)
	return out
}

// refute keeps a refutation.
func (c *conforming) refute(before []Step, last Step, in States, shortest bool) {
	allowed, _ := c.spec.FindAllowed(in, last.Input) // which were asked for before
	c.out.Answer = Refuted
	c.out.Refutation = &Refutation{Steps: append(slices.Clone(before), last), Allowed: allowed, In: in,
		Shortest: shortest}
}

// tryRandom tries sequences at random, which come further than breadth first does.
func (c *conforming) tryRandom(ctx context.Context, effort Effort) error {
	r := rand.New(rand.NewPCG(uint64(effort.Seed), 0))
	for until := c.out.Steps + effort.Steps; c.out.Steps < until && ctx.Err() == nil; {
		began := c.out.Steps
		p := pair{at: c.imp.Init[r.IntN(len(c.imp.Init))], in: c.spec.Init}
		var steps []Step
		for len(steps) < effort.Length && c.out.Steps < until {
			input, allowed, err := c.spec.drawSpecified(r, p.in)
			if err != nil {
				return err
			}
			if len(allowed) == 0 {
				break
			}
			next, wrong, err := c.step(p, input)
			if err != nil {
				return err
			}
			if wrong != nil {
				return c.shorten(append(steps, *wrong))
			}
			p = next[r.IntN(len(next))]
			steps = append(steps, p.by)
		}
		if c.out.Steps == began {
			return nil // nothing is specified at the beginning
		}
	}
	return nil
}

// shorten leaves out steps of a sequence that refutes, as long as what is left refutes.
func (c *conforming) shorten(steps []Step) error {
	inputs := make([]value.Value, len(steps))
	for i, s := range steps {
		inputs[i] = s.Input
	}
	for i := 0; i < len(inputs); {
		shorter := slices.Delete(slices.Clone(inputs), i, i+1)
		refuted, err := c.replay(shorter)
		switch {
		case err != nil:
			return err
		case refuted:
			inputs = inputs[:0]
			for _, s := range c.out.Refutation.Steps {
				inputs = append(inputs, s.Input)
			}
		default:
			i++
		}
	}
	_, err := c.replay(inputs)
	return err
}

// replay tries a sequence of inputs, with all that the implementation may do, and keeps
// the refutation that it is, if it is one.
func (c *conforming) replay(inputs []value.Value) (refuted bool, err error) {
	type way struct {
		pair
		steps []Step
	}
	var at []way
	for _, s := range c.imp.Init {
		at = append(at, way{pair: pair{at: s, in: c.spec.Init}})
	}
	for _, input := range inputs {
		var then []way
		known := map[string]bool{}
		for _, w := range at {
			next, wrong, err := c.step(w.pair, input)
			if err != nil {
				return false, err
			}
			if wrong != nil {
				c.refute(w.steps, *wrong, w.in, false)
				return true, nil
			}
			for _, q := range next {
				if key := q.at.Key() + "\x00" + q.in.Key(); !known[key] {
					known[key] = true
					then = append(then, way{pair: q, steps: append(slices.Clip(w.steps), q.by)})
				}
			}
		}
		at = then
	}
	return false, nil
}

// findDeaf looks for a state of the implementation in which it has no move for an input.
func (c *conforming) findDeaf(ctx context.Context, limit int) error {
	type met struct {
		at   value.Value
		from int
		by   Step
	}
	var all []met
	known := map[string]bool{}
	whole := true
	add := func(m met) {
		switch key := m.at.Key(); {
		case known[key]:
		case len(all) >= limit:
			whole = false
		default:
			known[key] = true
			all = append(all, m)
		}
	}
	for _, s := range c.imp.Init {
		add(met{at: s, from: -1})
	}
	for i := 0; i < len(all) && ctx.Err() == nil; i++ {
		for _, input := range c.spec.Inputs {
			moves, err := c.imp.movesFor(all[i].at, input)
			if err != nil {
				return err
			}
			if len(moves) == 0 {
				c.out.Deaf = &Refutation{Steps: []Step{{Input: input}}, Shortest: true}
				for k := i; all[k].from >= 0; k = all[k].from {
					c.out.Deaf.Steps = slices.Insert(c.out.Deaf.Steps, 0, all[k].by)
				}
				return nil
			}
			for _, m := range moves {
				add(met{at: m.To, from: i, by: Step{Input: input, Output: m.Output}})
			}
		}
	}
	c.out.Heard = whole
	return nil
}
