package classes

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
)

// An operation may leave what no observer tells from what it is to leave, so that another one, which is right, shows
// it. By the axioms it can be told which operations may have done so: there is another object that all observers find
// to be the same until then, and of which they give, after the same further operations, just what was seen.

const (
	// maxInstead is how many objects are tried in the place of one.
	maxInstead = 3000
	// maxInsteadOperations is how many operations the objects have at most that are tried. Of what more operations have
	// made it is not known, and they may have left another object.
	maxInsteadOperations = 5
)

// suspectsBefore returns the operations of a failure before the one that shows it first, if all conflicts have them and
// they may have left another object.
func suspectsBefore(ctx context.Context, r *run, w *host.Worker, f *reported) (out []suspect) {
	p := f.trial.pair
	x := &examination{run: r, worker: w, prover: cases.NewProver(r.Class.Class), pair: p, values: allLiterals(p)}
	terms := append([]language.Term{p.First, p.Second}, x.extended(f.PairFailure)...)
	at, _ := x.findWrong(ctx, nil, terms...)
	if at == nil {
		return nil
	}
	seen := x.valuesSeen(ctx, at)
	if seen == nil {
		return nil
	}
	last := at.chain[at.count].Op
	for j := at.count - 1; j > 0; j-- {
		o := at.chain[j]
		is := func(s suspect) bool { return s.name == o.Op }
		if o.Op == last || !r.conflicts.common[o.Op] || slices.ContainsFunc(slices.Concat(out, f.suspects), is) {
			continue
		}
		if j+1 > maxInsteadOperations || x.findInstead(ctx, at, j, seen) != nil {
			in := language.FormatTerm(language.Link(at.chain[:j+1]), language.LOBAS)
			out = append(out, suspect{hides, o.Op, j, in})
		}
	}
	return out
}

// asked is an observer with arguments, and what it gave of an object.
type asked struct {
	observation
	value string
}

// valuesSeen returns what the observers were seen to give of a beginning; nil where one did not return.
func (x *examination) valuesSeen(ctx context.Context, at *beginning) (out []asked) {
	all := x.ask(*at, nil)
	x.run.hear(ctx, x.worker, all)
	observers := x.run.observations(x.run.Class.Algebra, x.values)
	for _, w := range all {
		i := slices.IndexFunc(observers, func(o observation) bool { return o.text == w.sent })
		if i < 0 || observers[i].takesObjects() {
			continue
		}
		value := w.gave
		switch {
		case w.wrong && value == "":
			return nil
		case !w.wrong:
			value = w.trial.pair.Second.(*language.Literal).Text
		}
		out = append(out, asked{observers[i], value})
	}
	return out
}

// findInstead returns an object that may have been left in the place of the one after some operations of a beginning:
// observers give the same of both until the beginning's last operation, and then what was seen. It is nil where none is
// found.
func (x *examination) findInstead(ctx context.Context, at *beginning, after int, seen []asked) language.Term {
	tried := 0
	for other := range x.prover.Objects(x.pair, after+1) {
		if tried++; tried > maxInstead || ctx.Err() != nil {
			break
		}
		if x.mayBe(at, after, other, seen) {
			return other
		}
	}
	return nil
}

// mayBe tells whether an object looks as the one after some operations of a beginning, and leads to what was seen.
func (x *examination) mayBe(at *beginning, after int, other language.Term, seen []asked) bool {
	for k := after; k <= at.count; k++ {
		if k > after {
			next := *at.chain[k]
			next.Args = append([]language.Term{other}, at.chain[k].Args[1:]...)
			other = &next
		}
		for _, a := range seen {
			want := a.value
			if k < at.count {
				want = x.valueOf(language.Link(at.chain[:k+1]), a)
			}
			if got := x.valueOf(other, a); got == "" || got != want {
				return false
			}
		}
	}
	return true
}

// valueOf returns what an observer gives of an object by the axioms; "" where that is not known.
func (x *examination) valueOf(object language.Term, a asked) string {
	term := &language.Apply{Op: a.name, Decl: x.run.Class.Algebra.Find(a.name),
		Args: append([]language.Term{object}, a.args...)}
	value, err := x.prover.Normalize(term)
	if l, is := value.(*language.Literal); err == nil && is {
		return l.Text
	}
	return ""
}

// addHidden adds to the suspects of failures those that may have left what others show.
func addHidden(ctx context.Context, r *run, w *host.Worker, all []*reported) {
	for _, f := range all {
		if f.moved || f.dead || f.found.step >= 0 || f.Verdict != result.Fail || len(f.suspects) == 0 {
			continue
		}
		if more := suspectsBefore(ctx, r, w, f); len(more) > 0 {
			f.suspects = append(f.suspects, more...)
			accuse(f.PairFailure, f.suspects)
		}
	}
}
