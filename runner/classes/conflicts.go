package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// What fails shows that one of the operations that ran is wrong: these are a conflict, as in Reiter's theory of
// diagnosis (A theory of diagnosis from first principles, 1987). If one operation alone is wrong, it is in all
// conflicts. What fails while a pair is made smaller, and while it is asked what is to blame, counts as well as the
// pairs themselves do: the small ones say most.

// conflicts are those of a class.
type conflicts struct {
	seen  map[string][]string // each once, by its text
	wrong map[string]bool     // the observers that gave another value than by the axioms
	// common are the operations that all have in common, with those that they may call. It is known after settle.
	common map[string]bool
}

// add adds the conflict that consists of some operations.
func (c *conflicts) add(operations map[string]bool) {
	if c.seen == nil {
		c.seen, c.wrong = map[string][]string{}, map[string]bool{}
	}
	all := slices.Sorted(maps.Keys(operations))
	c.seen[strings.Join(all, " ")] = all
}

// settle finds what all conflicts have in common, of which each has the operations, too, that its own ones use.
func (c *conflicts) settle(uses map[string]map[string]bool) {
	c.common = nil
	for _, one := range c.seen {
		all := map[string]bool{}
		for _, name := range one {
			maps.Copy(all, uses[name])
		}
		if c.common == nil {
			c.common = all
		}
		maps.DeleteFunc(c.common, func(name string, _ bool) bool { return !all[name] })
	}
}

// usesIn returns which operations of a class each of them may call, itself among them: those that it is known to call
// in the program, or, where nothing is known of it, those that its axioms have, and the axioms of these, in turn.
func usesIn(class *language.Class, calls map[string][]string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, o := range class.Operations {
		out[o.Name.Text] = map[string]bool{o.Name.Text: true}
	}
	for _, a := range class.Axioms {
		left, is := a.Left.(*language.Apply)
		if !is || out[left.Op] == nil {
			continue
		}
		eachPart(a.Right, func(t language.Term) {
			if used, is := t.(*language.Apply); is && used.Decl != nil && used.Decl.Class == class.Name.Text {
				out[left.Op][used.Op] = true
			}
		})
	}
	for name, called := range calls {
		if out[name] == nil {
			continue
		}
		out[name] = map[string]bool{name: true}
		for _, used := range called {
			out[name][used] = true
		}
	}
	for range class.Operations { // no chain is longer
		for _, of := range out {
			for used := range maps.Clone(of) {
				maps.Copy(of, out[used])
			}
		}
	}
	return out
}

// operationsOf adds the operations of a class in some terms, those in arguments too, to out.
func operationsOf(out map[string]bool, class string, terms ...language.Term) {
	for _, t := range terms {
		if t == nil {
			continue
		}
		eachPart(t, func(t language.Term) {
			if a, is := t.(*language.Apply); is && classOf(a) == class {
				out[a.Op] = true
			}
		})
	}
}

// conflictOf returns the operations of which one is wrong if a trial has a verdict that is not a pass.
func conflictOf(r *run, t *trial, v verdict) map[string]bool {
	out, class := map[string]bool{}, r.Class.Name
	operationsOf(out, class, t.pair.First)
	send := func(sent string) {
		for _, name := range namesSent(sent) {
			out[name] = true
		}
	}
	if v.step >= 0 {
		operationsOf(out, class, t.pair.Second)
		if ops := t.c.Steps[v.step].Operations; v.ran < ops.Len() {
			out[ops.Name(v.ran)] = true
		}
		said := t.phrases[v.step]
		if said.term != nil { // an experiment goes on with one of the two sequences
			operationsOf(out, class, said.term)
		}
		if said.sent != "" {
			send(said.sent)
		}
		return out
	}
	for _, c := range v.compared {
		if c.Equal == t.pair.Equivalent {
			continue
		}
		if !c.ByAxioms {
			operationsOf(out, class, t.pair.Second)
		}
		switch {
		case c.By == spec.ByEqn:
			out[spec.Eqn] = true
		case c.By == spec.ByObservations && t.pair.Equivalent:
			send(c.Sent)
		case c.By == spec.ByObservations:
			operationsOf(out, class, t.pair.Told[:]...)
		}
		return out
	}
	return nil
}

// noteConflict notes what a verdict says of which operations may be wrong.
func noteConflict(r *run, t *trial, v verdict) {
	if v.verdict != result.Fail && v.verdict != result.Error {
		return
	}
	if of := conflictOf(r, t, v); len(of) > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.conflicts.add(of)
		if by := observerOf(t, v); by != "" {
			r.conflicts.wrong[by] = true
		}
	}
}

// observerOf returns the observer that gave another value than by the axioms; "" where none is known to have done so.
func observerOf(t *trial, v verdict) string {
	first := t.pair.First.(*language.Apply)
	switch {
	case t.want != "" && first.Decl != nil && first.Decl.Kind == language.Observer:
		return first.Op
	case t.want == "":
		for _, c := range v.compared {
			if c.ByAxioms {
				return observerIn(c.Sent)
			}
		}
	}
	return ""
}

// narrow leaves those suspects of failures that all conflicts have in common, and gives each failure the others'
// suspects that are: if one operation alone is wrong, it is among them. Where a failure has one suspect alone, which is
// not in all conflicts, and no other failure has one alone that is, more than one operation is wrong, or what several
// of them call: then each keeps its own suspects, and several is true.
func narrow(ctx context.Context, r *run, all []*reported) (several bool) {
	var calls map[string][]string
	if r.Calls != nil && len(all) > 0 {
		calls = r.Calls(ctx)
	}
	r.conflicts.settle(usesIn(r.Class.Algebra, calls))
	common := r.conflicts.common
	var shared []string
	strong := false
	for _, f := range all {
		for _, s := range f.suspects {
			if common[s.name] && !slices.Contains(shared, s.name) {
				shared = append(shared, s.name)
			}
		}
		if len(f.suspects) == 1 && f.suspects[0].name != "" {
			is := common[f.suspects[0].name]
			several, strong = several || !is, strong || is
		}
	}
	for _, f := range all {
		var kept []suspect
		for _, s := range f.suspects {
			if common[s.name] || s.name == "" || len(shared) == 0 || several && !strong {
				kept = append(kept, s)
			}
		}
		if len(f.suspects) > 0 {
			f.suspects = addObservers(r, f, f.suspectsNamed(kept, shared))
			accuse(f.PairFailure, f.suspects)
		}
		f.moved = len(kept) == 0
	}
	return several && !strong
}

// suspectsNamed adds operations to suspects of a failure, each once.
func (f *reported) suspectsNamed(kept []suspect, names []string) []suspect {
	for _, name := range names {
		if !slices.ContainsFunc(kept, func(s suspect) bool { return s.name == name }) {
			kept = append(kept, f.suspectNamed(name))
		}
	}
	return kept
}

// observers returns the observers that are in all conflicts, and have given a wrong value. What another observer shows
// is no sign against one that the axioms of the other have: a program may call it there.
func (c *conflicts) observers() (out []string) {
	for _, name := range slices.Sorted(maps.Keys(c.wrong)) {
		if c.common[name] {
			out = append(out, name)
		}
	}
	return out
}

// addObservers adds observers to the suspects of a failure: the first where its sequence is its own normal form, since
// that consists of few operations, and the last elsewhere. Where several are suspect, create with parameters is so,
// too.
func addObservers(r *run, f *reported, of []suspect) []suspect {
	for _, name := range r.conflicts.observers() {
		if slices.ContainsFunc(of, func(s suspect) bool { return s.name == name }) {
			continue
		}
		s := f.suspectNamed(name)
		if s.role = gives; len(of) == 1 && isNormal(r, f.trial.pair.First) {
			of = append([]suspect{s}, of...)
		} else {
			of = append(of, s)
		}
	}
	create := r.Class.Algebra.Find(language.Create)
	if len(of) > 1 && r.conflicts.common[language.Create] && create != nil && len(create.Params) > 0 {
		of = f.suspectsNamed(of, []string{language.Create})
	}
	return of
}

// isNormal tells whether a sequence is its own normal form, but for an observer at its end.
func isNormal(r *run, t language.Term) bool {
	chain := language.Chain(t)
	if n := len(chain); n > 0 && chain[n-1].Decl != nil && chain[n-1].Decl.Kind == language.Observer {
		chain = chain[:n-1]
	}
	if len(chain) == 0 {
		return false
	}
	of := language.Link(chain)
	normal, err := cases.NewProver(r.Class.Class).Normalize(of)
	return err == nil && language.FormatTerm(normal, language.LOBAS) == language.FormatTerm(of, language.LOBAS)
}

// suspectNamed returns an operation as a suspect, at its last place in a pair that is wrong.
func (f *reported) suspectNamed(name string) suspect {
	for _, t := range []language.Term{f.trial.pair.First, f.trial.pair.Second} {
		chain := language.Chain(t)
		for k := len(chain) - 1; k >= 0; k-- {
			if chain[k].Op == name {
				return suspect{left, name, k, language.FormatTerm(language.Link(chain[:k+1]), language.LOBAS)}
			}
		}
	}
	return suspect{role: gives, name: name, in: language.FormatTerm(f.trial.pair.First, language.LOBAS)}
}
