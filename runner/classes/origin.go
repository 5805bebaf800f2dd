package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// extended returns the sequences of a pair that go on with what tells the two objects apart: with the experiment that
// proves the pair, or with what was sent to both where they were seen to differ.
func (x *examination) extended(failure *result.PairFailure) (out []language.Term) {
	for _, t := range x.pair.Told {
		if t != nil {
			out = append(out, t)
		}
	}
	for _, c := range failure.Judged {
		if c.Equal == failure.Equivalent || c.By != spec.ByObservations || c.Sent == "" {
			continue
		}
		for _, of := range []language.Term{x.pair.First, x.pair.Second} {
			if t := x.read(of, c.Sent, [2]language.Term{x.pair.First, x.pair.Second}); t != nil {
				out = append(out, t)
			}
		}
	}
	return out
}

// read returns a sequence that goes on with what was sent to an object, as it is written, where an object that is an
// argument stands for one of two; nil where that is not such.
func (x *examination) read(of language.Term, sent string, objects [2]language.Term) language.Term {
	if !strings.HasPrefix(sent, ".") {
		return nil
	}
	text := language.FormatIn(x.run.Class.Name, of) + sent
	t, err := language.ParseSequence(source.NewFile("sent", text).Whole(), x.run.Class.Classes, x.run.Class.Algebra)
	if err != nil {
		return nil
	}
	return language.Substitute(t, map[string]language.Term{both[0]: objects[0], both[1]: objects[1]})
}

// findEarlier returns the first beginning of which that is wrong by which a sequence and its normal form part after
// further operations. Where it is the normal form alone of which it is wrong, that is a beginning of that which goes on
// with the operations sent, with what shows it. It is nil where it is that at which the two part, or where they part
// without further operations.
func (x *examination) findEarlier(ctx context.Context, parted *beginning) (*beginning, []*witness) {
	observers := slices.Sorted(maps.Keys(x.parting))
	if slices.ContainsFunc(observers, func(o string) bool { return len(operationsSent(x.parting[o])) == 1 }) {
		return nil, nil
	}
	for k := range parted.count + 1 {
		of := language.Link(parted.chain[:k+1])
		normal, err := x.prover.Normalize(of)
		if err != nil {
			continue
		}
		for _, o := range observers {
			t := x.read(of, x.parting[o], [2]language.Term{of, normal})
			if t == nil || !x.isWrong(ctx, t) {
				continue
			}
			if k == parted.count {
				return nil, nil
			}
			return &beginning{parted.of, parted.chain, k}, nil
		}
	}
	var others []language.Term
	for _, o := range observers {
		objects := [2]language.Term{x.parts.First, x.parts.Second}
		if t := x.read(x.parts.Second, x.parting[o], objects); t != nil {
			others = append(others, t)
		}
	}
	return x.findWrong(ctx, nil, others...)
}

// fallBack returns the suspects of a pair that is wrong where nothing else is seen to be: what gave the wrong answer,
// and the last operation of the first sequence that is no observer.
func (x *examination) fallBack(failure *result.PairFailure) (out []suspect) {
	chain := language.Chain(x.pair.First)
	n := len(chain) - 1
	for n > 0 && chain[n].Decl != nil && chain[n].Decl.Kind == language.Observer {
		n--
	}
	for _, c := range failure.Judged {
		observer := ""
		switch {
		case c.Equal == failure.Equivalent:
			continue
		case c.By == spec.ByEqn:
			observer = spec.Eqn
		case c.By == spec.ByObservations && c.Sent != "":
			observer = observerIn(c.Sent)
		case c.By == "" && n < len(chain)-1:
			observer = chain[len(chain)-1].Op
		}
		if observer != "" && !slices.ContainsFunc(out, func(s suspect) bool { return s.name == observer }) {
			in := language.FormatTerm(x.pair.First, language.LOBAS)
			out = append(out, suspect{gives, observer, len(chain), in})
		}
	}
	if n >= 0 && (n > 0 || len(out) == 0) {
		in := language.FormatTerm(language.Link(chain[:n+1]), language.LOBAS)
		out = append(out, suspect{left, chain[n].Op, n, in})
	}
	return out
}

// termOf returns the sequence that ends in the operation that did not return; nil where it cannot be told.
func (x *examination) termOf(t *trial, v verdict) language.Term {
	ops, said := t.c.Steps[v.step].Operations, t.phrases[v.step]
	if v.ran >= ops.Len() || said.other != nil || said.term == nil || classOf(said.term) != x.run.Class.Name {
		return nil
	}
	name := ops.Name(v.ran)
	if ops.Name(0) == language.Create {
		if chain := language.Chain(said.term); v.ran < len(chain) && chain[v.ran].Op == name {
			return language.Link(chain[:v.ran+1])
		}
		return nil
	}
	objects := [2]language.Term{x.pair.First, x.pair.Second}
	var terms []*language.Apply
	for _, o := range objects {
		if a, is := o.(*language.Apply); is {
			terms = append(terms, a)
		}
	}
	values := literals(terms...)
	sent := operationsSent(said.sent)
	if said.sent == "" {
		sent, values = nil, askedOf(x.run, terms, values)
	}
	observers := x.run.observations(x.run.Class.Algebra, values)
	switch at := v.ran - len(sent); {
	case at < 0:
		sent = sent[:v.ran+1]
	default:
		is := func(o observation) bool { return o.name == name }
		if len(observers) == 0 || !is(observers[at%len(observers)]) {
			at = slices.IndexFunc(observers, is) // others were asked, of arguments
		}
		if at < 0 {
			return nil
		}
		sent = append(sent, strings.TrimPrefix(observers[at%len(observers)].text, "."))
	}
	if out := language.Chain(x.read(said.term, "."+strings.Join(sent, "."), objects)); out != nil &&
		out[len(out)-1].Op == name {
		return language.Link(out)
	}
	return nil
}

// findStop returns the first beginning of one of the sequences of a pair that is an error, and is to be none, or is
// none and is to be one; nil where there is none.
func (x *examination) findStop(ctx context.Context, p *suite.Pair) language.Term {
	for _, t := range []language.Term{p.First, p.Second} {
		chain := language.Chain(t)
		if len(chain) == 0 || !x.isWrong(ctx, t) {
			continue
		}
		for k := range chain {
			if beginning := language.Link(chain[:k+1]); x.isWrong(ctx, beginning) {
				return beginning
			}
		}
	}
	return nil
}

// maxOrigins is before how many operations it is tried to take the normal form of what was made.
const maxOrigins = 30

// suspectsOfStop returns the operations that may be to blame where the last operation of a sequence panics, or where it
// alone gives an error, or none. What was left to it may be wrong: an earlier one is to blame where an observer shows
// that. Where another operation shows it, the two are named. Where nothing does, but the last one does what it is to do
// after the normal form of what is before it, it is named together with the earlier operation after which this is so
// first; otherwise it is named alone.
func (x *examination) suspectsOfStop(ctx context.Context, term language.Term) []suspect {
	chain := language.Chain(term)
	if chain == nil {
		return nil
	}
	k := len(chain) - 1
	own := suspect{shows, chain[k].Op, k, language.FormatTerm(term, language.LOBAS)}
	if k == 0 {
		return []suspect{own}
	}
	before := language.Link(chain[:k])
	x.skipped = own.name
	defer func() { x.skipped = "" }()
	if at, direct := x.findWrong(ctx, nil, before); at != nil {
		return x.suspectsAt(ctx, at, direct)
	}
	at := beginning{before, chain[:k], k - 1}
	if k > 1 && chain[k-1].Op != own.name && len(x.hearLater(ctx, &at)) > 0 {
		return []suspect{{left, chain[k-1].Op, k - 1, at.text()}, own}
	}
	if by := x.origin(ctx, chain); by != nil && by.name != own.name {
		return []suspect{*by, own}
	}
	return []suspect{own}
}

// origin returns the first operation of a sequence from which on the last one is right if what was made up to it is
// made by its normal form; nil where that does not help.
func (x *examination) origin(ctx context.Context, chain []*language.Apply) (out *suspect) {
	k := len(chain) - 1
	for j := k - 1; j > 0 && k-j <= maxOrigins && ctx.Err() == nil; j-- {
		was := language.Link(chain[:j+1])
		normal, err := x.prover.Normalize(was)
		other := language.Chain(normal)
		if err != nil || other == nil || x.isWrong(ctx, language.Link(slices.Concat(other, chain[j+1:]))) {
			break
		}
		out = &suspect{left, chain[j].Op, j, language.FormatTerm(was, language.LOBAS)}
	}
	return out
}

// originOf returns an operation before the one at which a sequence and its normal form part, if what tells these apart
// is right where what was made up to it is made by its normal form: it may have left what shows only then.
func (x *examination) originOf(ctx context.Context, parted *beginning) *suspect {
	of := language.Link(parted.chain[:parted.count+1])
	normal, err := x.prover.Normalize(of)
	if err != nil {
		return nil
	}
	for _, o := range slices.Sorted(maps.Keys(x.parting)) {
		t := x.read(of, x.parting[o], [2]language.Term{of, normal})
		if t == nil || !x.isWrong(ctx, t) {
			continue
		}
		if by := x.origin(ctx, language.Chain(t)); by != nil && by.step < parted.count {
			return by
		}
	}
	return nil
}

// isWrong tells whether a sequence panics, or does not give what it is by the axioms: an error, an object, or a value.
func (x *examination) isWrong(ctx context.Context, term language.Term) bool {
	value, err := x.prover.Normalize(term)
	if err != nil {
		return true // nothing is known of it
	}
	second, is := value.(*language.Literal)
	if !is {
		second = &language.Literal{Text: result.ErrorValue}
	}
	t, err := x.run.layOut(&suite.Pair{ID: x.pair.ID, First: term, Second: second, Equivalent: is}, nothing)
	if err != nil {
		return true
	}
	wrong := true
	err = x.run.send(ctx, x.worker, []*trial{t}, func(_ *trial, v verdict) { wrong = v.verdict != result.Pass })
	return err != nil || wrong
}
