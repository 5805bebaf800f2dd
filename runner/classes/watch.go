package classes

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Side effects are outside of what axioms can say (Doong and Frankl, section 3): an observer leaves its object as it
// is, and no operation changes its arguments, or keeps them so that a later change of one is seen in the other. Of the
// pairs, the first ones and some of the others are watched for what observers do, where axioms say that all that is
// asked then has a value; and all that have objects as arguments, of a class that has not too many, for what happens to
// these.
const (
	watchedFirst = 64
	watchedEvery = 64
	maxGiven     = 4 // arguments that are watched in one sequence
	maxChanging  = 8 // operations that are sent to an argument to change it
)

// watching says for which side effects a pair is watched.
type watching int

const (
	nothing   watching = iota
	arguments          // what happens to objects that are arguments
	all                // what observers do, too
)

// watchingOf returns for which side effects the pair at a place is watched.
func (r *run) watchingOf(at int) watching {
	switch {
	case isWatched(at):
		return all
	case r.expects:
		return arguments
	}
	return nothing
}

// isWatched tells whether the pair at a place is watched for what observers do.
func isWatched(at int) bool { return at < watchedFirst || at%watchedEvery == 0 }

// probe is a value of an object before and after something that is to leave the object as it is.
type probe struct {
	at    [2]look
	sent  string // what was asked for the value
	cause cause
	given given // the argument that may have been changed, or kept, where that is the cause
	// values are those that were seen, where they are not the same.
	values [2]string
}

// cause is what may have changed an object.
type cause int

const (
	observed  cause = iota // observers were asked
	compared               // eqn was asked, with the object as its target
	comparing              // the object was the argument of eqn
	passed                 // the object was the argument of another operation
	kept                   // another object was its argument, and was changed
)

// given is an object that is an argument of an operation.
type given struct {
	object    int
	operation string
	term      *language.Apply
	in        *language.Apply // the sequence in which it is that
}

// String says what was seen to change an object.
func (p probe) String() string {
	sent := strings.TrimPrefix(p.sent, ".")
	switch p.cause {
	case compared:
		return fmt.Sprintf("%s changes its object: %s gives another value afterwards", spec.Eqn, sent)
	case comparing:
		return fmt.Sprintf("%s changes its argument: %s gives another value afterwards", spec.Eqn, sent)
	case passed, kept:
		return explainArgument(p)
	}
	return fmt.Sprintf("an observer changes its object: %s gives another value when all observers are asked twice", sent)
}

// change is a value that was another one when all observers were asked again, of the objects of the pair at a place.
type change struct {
	at   int
	seen probe
}

// maxChanges is of how many changes it is looked for the observer that makes them.
const maxChanges = 5

// tellChanges says which observers change their objects, where one alone is seen to do so.
func tellChanges(ctx context.Context, r *run, w *host.Worker) {
	for i, c := range r.changes {
		said := c.seen.String()
		if i < maxChanges {
			if by := findChanging(ctx, r, w, c); by != "" {
				said = fmt.Sprintf("an observer changes its object: %s gives another value after %s",
					strings.TrimPrefix(c.seen.sent, "."), by)
			}
		}
		r.out.Findings = append(r.out.Findings, said)
	}
}

// findChanging returns the observer that makes a change, with what its object was made by; "" where none makes it
// alone. The one that changed is asked, another one, and the first again; that may be the same one.
func findChanging(ctx context.Context, r *run, w *host.Worker, c change) (by string) {
	p := r.Pairs[c.at].Open()
	var terms []*language.Apply
	for _, t := range []language.Term{p.First, p.Second} {
		if a, is := t.(*language.Apply); is {
			terms = append(terms, a)
		}
	}
	observers := r.observations(r.Class.Algebra, literals(terms...))
	at := slices.IndexFunc(observers, func(o observation) bool { return o.text == c.seen.sent })
	if at < 0 {
		return ""
	}
	changed := observers[at]
	for _, o := range slices.Concat([]observation{changed}, observers) {
		for _, term := range terms {
			t := &trial{pair: p}
			b := &builder{program: r.program}
			object, err := b.build(term)
			if err != nil {
				continue
			}
			ops := b.made[object-1].class.Begin(3)
			for _, one := range []observation{changed, o, changed} {
				if ops.Add(one.name, true, one.bind([2]int{object, object})...) != nil {
					return ""
				}
			}
			step := b.send(object, ops, phrase{})
			t.probes, t.phrases = []probe{{at: [2]look{{step, 0}, {step, 2}}}}, b.phrases
			t.c = host.Case{Name: p.ID, Steps: b.steps, Timeout: r.Timeout}
			isSeen := false
			// What cannot be sent changes nothing that is seen.
			_ = r.send(ctx, w, []*trial{t}, func(_ *trial, v verdict) { isSeen = len(v.changed) > 0 })
			if isSeen {
				return fmt.Sprintf("%s, first seen of %s", strings.TrimPrefix(o.text, "."),
					language.FormatTerm(term, language.LOBAS))
			}
		}
	}
	return ""
}

// watch adds what shows side effects of the two sequences of a pair, on objects of their own.
func (r *run) watch(t *trial, b *builder, terms [2]*language.Apply, of watching) error {
	if of == nothing {
		return nil
	}
	if of == all && t.objects[0] != t.objects[1] && terms[1] != nil && len(r.Class.Algebra.Axioms) > 0 &&
		slices.Contains(r.equalities(), spec.ByEqn) {
		if err := r.watchEqn(t, b, terms); err != nil {
			return err
		}
	}
	for _, term := range terms {
		if term != nil && hasObjects(term) {
			if err := r.watchArguments(t, b, term); err != nil {
				return err
			}
		}
	}
	return nil
}

// watchEqn adds observations of two objects, twice before they are compared by eqn and once afterwards.
func (r *run) watchEqn(t *trial, b *builder, terms [2]*language.Apply) error {
	observers := r.observations(r.Class.Algebra, literals(terms[:]...))
	if len(observers) == 0 {
		return nil
	}
	var objects, before, after [2]int
	for k, term := range terms {
		n, err := b.build(term)
		if err != nil {
			return err
		}
		objects[k] = n
	}
	ask := func(k, times int) (int, error) {
		ops := b.made[objects[k]-1].class.Begin(times * len(observers))
		for range times {
			for _, o := range observers {
				if err := ops.Add(o.name, true, o.bind(objects)...); err != nil {
					return 0, err
				}
			}
		}
		return b.send(objects[k], ops, phrase{}), nil
	}
	for k := range before {
		at, err := ask(k, 2)
		if err != nil {
			return err
		}
		before[k] = at
	}
	if _, err := b.compareBy(spec.Eqn, objects[0], objects[1]); err != nil {
		return err
	}
	for k := range after {
		at, err := ask(k, 1)
		if err != nil {
			return err
		}
		after[k] = at
		for i, o := range observers {
			again := look{before[k], i + len(observers)}
			t.probes = append(t.probes, probe{at: [2]look{{before[k], i}, again}, sent: o.text},
				probe{at: [2]look{again, {after[k], i}}, sent: o.text, cause: []cause{compared, comparing}[k]})
		}
	}
	return nil
}

// expected returns comparisons of what observers give of the first object with what they give by the axioms: two
// objects that are equal may both be wrong. There are none where the axioms do not say it.
func (r *run) expected(p *suite.Pair, first *language.Apply, observers []observation, step int) (out []comparison) {
	if !p.Equivalent || len(r.Class.Algebra.Axioms) == 0 {
		return nil
	}
	prover := r.provers.Get().(*cases.Prover)
	defer r.provers.Put(prover)
	isValue := func(a language.Term) bool { _, is := a.(*language.Literal); return is }
	for i, o := range observers {
		if o.takesObjects() {
			continue
		}
		asked := &language.Apply{Op: o.name, Decl: r.Class.Algebra.Find(o.name),
			Args: append([]language.Term{first}, o.args...)}
		if value, err := prover.Normalize(asked); err == nil && isValue(value) {
			out = append(out, comparison{by: spec.ByObservations, sent: o.text, at: [2]look{{step, i}, {}},
				want: value.(*language.Literal).Text})
		}
	}
	return out
}
