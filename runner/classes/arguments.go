package classes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/suite"
)

// hasObjects tells whether an operation of a sequence has an object as its argument.
func hasObjects(t *language.Apply) bool {
	for is := true; is && t.Op != language.Create && len(t.Args) > 0; t, is = t.Args[0].(*language.Apply) {
		if slices.ContainsFunc(t.Args[1:], func(a language.Term) bool { _, is := a.(*language.Apply); return is }) {
			return true
		}
	}
	return false
}

// watchArguments adds what shows that a sequence changes objects that are arguments in it, or that what it makes
// changes with them. It is made again, and so are the arguments, as objects that are none, beside which these are
// observed. Then operations are sent to each argument, and what the sequence has made is observed before and after.
func (r *run) watchArguments(t *trial, b *builder, term *language.Apply) error {
	if target, is := term.Args[0].(*language.Apply); is && term.Decl != nil && term.Decl.Kind == language.Observer {
		term = target // what observers are asked of
	}
	b.given, b.watched = nil, true
	whole, err := b.build(term)
	b.watched = false
	if err != nil {
		return err
	}
	all := b.given
	if n := len(all); n > maxGiven { // the last ones, and those after which most operations come
		all = slices.Concat(all[:maxGiven/2], all[n-maxGiven/2:])
	}
	add := func(c cause, g given, asked []observation, before, after int) {
		g.in = term
		for i, o := range asked {
			t.probes = append(t.probes, probe{at: [2]look{{before, i}, {after, i}}, sent: o.text, cause: c, given: g})
		}
	}
	for _, g := range all {
		fresh, err := b.build(g.term)
		if err != nil {
			return err
		}
		asked, before := r.askAll(b, fresh, g.term)
		_, after := r.askAll(b, g.object, g.term)
		add(passed, g, asked, before, after)
	}
	asked, before := r.askAll(b, whole, term)
	for _, g := range all {
		if len(asked) > 0 && r.change(b, g) {
			_, after := r.askAll(b, whole, term)
			add(kept, g, asked, before, after)
			before = after
		}
	}
	return nil
}

// askAll adds a step that sends the observers that the program has to an object which a sequence makes, and returns
// them and the step; none where its class has no axioms.
func (r *run) askAll(b *builder, object int, term *language.Apply) (asked []observation, step int) {
	class := b.made[object-1].class
	if len(class.Spec.Algebra.Axioms) == 0 {
		return nil, 0
	}
	all := r.observations(class.Spec.Algebra, literals(term))
	ops := class.Begin(len(all))
	for _, o := range all {
		if ops.Add(o.name, true, o.bind([2]int{object, object})...) == nil {
			asked = append(asked, o)
		}
	}
	if len(asked) == 0 {
		return nil, 0
	}
	return asked, b.send(object, ops, phrase{})
}

// change adds a step that sends operations to an argument, which make no error of it by the axioms, and tells whether
// there are any.
func (r *run) change(b *builder, g given) bool {
	prover := r.provers.Get().(*cases.Prover)
	defer r.provers.Put(prover)
	class := b.made[g.object-1].class
	ops, sent := chooseChanges(prover, class, g.term, r.changing(class.Spec.Algebra, literals(g.term)))
	if ops.Len() == 0 {
		return false
	}
	b.send(g.object, ops, phrase{sent: sent})
	return true
}

// chooseChanges returns those of some operations that may be sent to an object one after the other and make no error of
// it by the axioms, and what is sent.
func chooseChanges(prover *cases.Prover, class *host.Class, object language.Term, all []observation) (*host.Operations,
	string,
) {
	ops, sent := class.Begin(maxChanging), ""
	for _, o := range all {
		if ops.Len() == maxChanging {
			break
		}
		next := &language.Apply{Op: o.name, Decl: class.Spec.Algebra.Find(o.name),
			Args: append([]language.Term{object}, o.args...)}
		if !o.takesObjects() && prover.IsObject(next) && ops.Add(o.name, false, o.bind([2]int{})...) == nil {
			object, sent = next, sent+o.text
		}
	}
	return ops, sent
}

// size returns of how many operations a sequence consists, those of its arguments included.
func size(t language.Term) (n int) {
	if _, is := t.(*language.Apply); is {
		n = 1
	}
	for _, c := range language.Children(t) {
		n += size(c)
	}
	return n
}

// sharing is what was seen of arguments, by the operations to which they were given.
type sharing map[string]probe

// note keeps what was seen of an operation that changes an argument or keeps it: a change rather than that it is kept,
// and the smallest.
func (s sharing) note(p probe) {
	old, known := s[p.given.operation]
	isSmaller := known && old.cause == p.cause && size(p.given.in) < size(old.given.in)
	if !known || old.cause == kept && p.cause == passed || isSmaller {
		s[p.given.operation] = p
	}
}

// changing returns the first operation that changes an argument; "" where none does.
func (s sharing) changing() string {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if s[name].cause == passed {
			return name
		}
	}
	return ""
}

// tellArguments says which operations change their arguments or keep them, of sequences that are as short as can be.
func tellArguments(ctx context.Context, r *run, w *host.Worker) {
	for _, name := range slices.Sorted(maps.Keys(r.sharing)) {
		p := r.sharing[name]
		chain := language.Chain(p.given.in)
		at := slices.IndexFunc(chain, func(a *language.Apply) bool { return a.Op == name && hasObjects(a) })
		for _, shorter := range shorterAround(chain, at) {
			if found, is := seeArgument(ctx, r, w, language.Link(shorter).(*language.Apply), p); is {
				p = found
				break
			}
		}
		r.out.Findings = append(r.out.Findings, explainArgument(p))
	}
}

// maxAround is how many shorter sequences are tried in which an argument may be changed.
const maxAround = 60

// shorterAround returns sequences with an operation of another one, the shortest first: that alone, with one other
// operation, and what is before it with none or one of those after it.
func shorterAround(chain []*language.Apply, at int) (out [][]*language.Apply) {
	if at < 1 {
		return nil
	}
	alone := []*language.Apply{chain[0], chain[at]}
	out = append(out, alone)
	for i := 1; i < len(chain); i++ {
		if i != at {
			out = append(out, append(slices.Clone(alone), chain[i]))
		}
	}
	out = append(out, chain[:at+1])
	for i := at + 1; i < len(chain); i++ {
		out = append(out, append(slices.Clone(chain[:at+1]), chain[i]))
	}
	return out[:min(len(out), maxAround)]
}

// seeArgument runs a sequence, and returns what is seen of an argument of an operation in the way in which something
// was seen before; false where nothing is.
func seeArgument(ctx context.Context, r *run, w *host.Worker, term *language.Apply, as probe) (found probe, is bool) {
	t := &trial{pair: &suite.Pair{First: term}}
	b := &builder{program: r.program}
	if r.watchArguments(t, b, term) != nil {
		return found, false
	}
	t.phrases, t.c = b.phrases, host.Case{Name: r.Class.Name, Steps: b.steps, Timeout: r.Timeout}
	// What cannot be sent shows nothing.
	_ = r.send(ctx, w, []*trial{t}, func(_ *trial, v verdict) {
		for _, p := range v.changed {
			if !is && p.cause == as.cause && p.given.operation == as.given.operation {
				found, is = p, true
			}
		}
	})
	return found, is
}

// explainArgument says what was seen of an argument.
func explainArgument(p probe) string {
	g, sent := p.given, strings.TrimPrefix(p.sent, ".")
	in := language.FormatTerm(g.in, language.LOBAS)
	if p.cause == kept {
		return fmt.Sprintf("%s keeps its argument, of which no axiom can say anything: %s of %s is %s, and %s when the "+
			"argument has been changed", g.operation, sent, in, p.values[0], p.values[1])
	}
	does := "changes its argument"
	if g.in.Op != g.operation {
		does = "changes its argument, or keeps it and what comes later changes it"
	}
	return fmt.Sprintf("%s %s, of which no axiom can say anything: after %s, %s of the argument %s is %s, and was %s",
		g.operation, does, in, sent, language.FormatTerm(g.term, language.LOBAS), p.values[1], p.values[0])
}
