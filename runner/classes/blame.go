package classes

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// blameStep blames the operation that did not return.
func (r *run) blameStep(t *trial, v verdict, out *result.PairFailure) {
	ops := t.c.Steps[v.step].Operations
	if v.ran >= ops.Len() {
		return
	}
	out.Blame, out.In = ops.Name(v.ran), t.phrases[v.step].String()
	if ops.Name(0) == language.Create {
		out.Step = v.ran
	}
}

// suspectsOf finds the operations that may be to blame for a pair, as suspectsAt says of the first beginning after
// which an observer does not give the value that it has by the axioms, or the sequence and its own normal form part,
// whichever is first. Where neither of the two sequences has one, those are asked that go on with what was sent to the
// two objects to tell them apart: its operations may be to blame, too.
func (r *run) suspectsOf(ctx context.Context, w *host.Worker, t *trial, v verdict, of *result.PairFailure) []suspect {
	mask := r.Mask
	r.Mask = true
	defer func() { r.Mask = mask }()
	p := t.pair
	x := &examination{run: r, worker: w, prover: cases.NewProver(r.Class.Class), pair: p, values: allLiterals(p)}
	if v.step >= 0 {
		if v.dead {
			return nil
		}
		return x.suspectsOfStop(ctx, x.termOf(t, v))
	}
	parted := x.findParting(ctx)
	wanted := x.observersOf(of)
	order := []language.Term{p.First, p.Second}
	if parted == nil { // what is wrong is so of the normal form, too, which has few operations
		slices.Reverse(order)
	}
	at, direct := x.findWrong(ctx, wanted, order...)
	if parted != nil && x.stops && (at == nil || at.of != p.First || parted.count <= at.count) {
		if term := x.findStop(ctx, x.parts); term != nil {
			return x.suspectsOfStop(ctx, term)
		}
	}
	switch {
	case at == nil && parted == nil:
		if at, direct = x.findWrong(ctx, wanted, x.extended(of)...); at == nil {
			return x.fallBack(of)
		}
	case at == nil, parted != nil && at.of == p.First && parted.count < at.count:
		at, direct = parted, nil
		if earlier, seen := x.findEarlier(ctx, parted); earlier != nil {
			at, direct, x.parting = earlier, seen, nil
		} else if by := x.originOf(ctx, parted); by != nil {
			return append(x.suspectsAt(ctx, parted, nil), *by)
		}
	default:
		x.parting = nil
	}
	return x.suspectsAt(ctx, at, direct)
}

// examination looks for the operation to blame for a pair.
type examination struct {
	run     *run
	worker  *host.Worker
	prover  *cases.Prover
	pair    *suite.Pair
	values  map[string][]language.Term // from which arguments of observers are chosen
	parting map[string]string          // by what a sequence and its normal form part, eqn and observers: what was sent
	parts   *suite.Pair                // of the two
	stops   bool                       // whether they part since one of them alone is an error
	skipped string                     // an operation that is not sent; "" where all are
}

// beginning is a beginning of one of the two sequences of a pair: create, and as many operations behind it.
type beginning struct {
	of    language.Term
	chain []*language.Apply
	count int
}

func (b *beginning) text() string {
	return language.FormatTerm(language.Link(b.chain[:b.count+1]), language.LOBAS)
}

// allLiterals returns the literals in a pair by their sort, each once, and those that observations are given besides.
func allLiterals(p *suite.Pair) map[string][]language.Term {
	out := map[string][]language.Term{}
	add := func(t language.Term, limit int) {
		l, is := t.(*language.Literal)
		if !is || l.Sort == "" || len(out[l.Sort]) >= limit {
			return
		}
		same := func(o language.Term) bool { return o.(*language.Literal).Text == l.Text }
		if !slices.ContainsFunc(out[l.Sort], same) {
			out[l.Sort] = append(out[l.Sort], l)
		}
	}
	var terms []*language.Apply
	for _, of := range []language.Term{p.First, p.Second} {
		eachPart(of, func(t language.Term) { add(t, maxArguments) })
		if a, is := of.(*language.Apply); is {
			terms = append(terms, a)
		}
	}
	for _, list := range literals(terms...) {
		for _, t := range list {
			add(t, maxArguments+maxLiterals)
		}
	}
	return out
}

// eachPart calls a function with a term and all its parts.
func eachPart(t language.Term, use func(language.Term)) {
	use(t)
	for _, c := range language.Children(t) {
		eachPart(c, use)
	}
}

const (
	// maxArguments is how many values of one sort arguments of observers are chosen from.
	maxArguments = 6
	// maxWitnesses is how many values are asked for to find the operation to blame.
	maxWitnesses = 600
	// laterDepth is how many operations are sent to an object so that other observers show what is wrong.
	laterDepth = 2
	// maxRepeated is how often one operation without arguments is sent to an object for that.
	maxRepeated = 8
)

// findParting returns the first beginning of the first sequence that parts from its own normal form, by any of the
// ways to compare objects. Where the two are equal, and wrong in the same way, they have not parted.
func (x *examination) findParting(ctx context.Context) *beginning {
	prefixes := x.prover.Prefixes(x.pair)
	var trials []*trial
	at := map[*trial]int{}
	for k, one := range prefixes {
		t, err := x.run.layOut(one, nothing)
		if err != nil {
			return nil
		}
		at[t] = k
		trials = append(trials, t)
	}
	first := -1
	var seen verdict
	err := x.run.send(ctx, x.worker, trials, func(t *trial, v verdict) {
		apart := slices.ContainsFunc(v.compared, func(c result.Comparison) bool { return !c.Equal && !c.ByAxioms })
		if v.verdict == result.Fail && apart && (first < 0 || at[t] < first) {
			first, seen = at[t], v
		}
	})
	if err != nil || first < 1 {
		return nil
	}
	x.parts, x.parting = prefixes[first], map[string]string{}
	for _, c := range seen.compared {
		switch {
		case c.Equal:
		case c.By == spec.ByObservations:
			x.parting[observerIn(c.Sent)] = c.Sent
		case c.By != "":
			x.parting[string(c.By)] = ""
		default:
			x.stops = true
		}
	}
	return &beginning{x.pair.First, language.Chain(x.pair.First), first}
}

// observersOf returns the observers by which a pair was found to be wrong, and nil where it may be any: none where one
// of two objects that are to be equal is an error, since their sequences part then.
func (x *examination) observersOf(failure *result.PairFailure) map[string]bool {
	out := map[string]bool{}
	first, is := x.pair.First.(*language.Apply)
	for _, c := range failure.Judged {
		switch {
		case c.Equal == failure.Equivalent:
		case c.By == spec.ByObservations && c.Sent != "":
			out[observerIn(c.Sent)] = true
		case c.By != "":
			return nil
		case is && first.Decl != nil && first.Decl.Kind == language.Observer:
			out[first.Op] = true
		}
	}
	if len(out) == 0 && !failure.Equivalent {
		return nil
	}
	return out
}

// observerIn returns the observer at the end of what was sent to an object.
func observerIn(sent string) string {
	all := namesSent(sent)
	return all[len(all)-1]
}

// namesSent returns the names of the operations in what was sent to an object, in their order.
func namesSent(sent string) []string {
	all := operationsSent(sent)
	for i := range all {
		all[i], _, _ = strings.Cut(all[i], "(")
	}
	return all
}

// operationsSent returns the operations in what was sent to an object, in their order.
func operationsSent(sent string) (out []string) {
	sent = strings.TrimPrefix(sent, ".")
	depth, begin, quoted := 0, 0, false
	for i := 0; i < len(sent); i++ {
		switch c := sent[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '.' && depth == 0:
			out, begin = append(out, sent[begin:i]), i+1
		}
	}
	return append(out, sent[begin:])
}

// witness is a value that an observer is to give, by the axioms, of an object to which operations may be sent before.
type witness struct {
	at       beginning
	context  []observation // what is sent before the observer
	observer string
	sent     string // all that is sent
	trial    *trial
	wrong    bool
	gave     string // the value that was seen instead; "" where it is right, or there is none
}

// findWrong returns the first beginning of one of some sequences of which an observer gives another value than by the
// axioms, and all witnesses of that; nil where there is none. One of the observers is among those that are wanted,
// where that is not nil: what another one alone shows may be another fault. Where several show that what an earlier
// operation has left is wrong, that one is the first.
func (x *examination) findWrong(ctx context.Context, wanted map[string]bool, sequences ...language.Term) (*beginning,
	[]*witness,
) {
	if wanted != nil && len(wanted) == 0 {
		return nil, nil
	}
	for _, term := range sequences {
		chain := language.Chain(term)
		if n := len(chain); n > 0 && chain[n-1].Decl != nil && chain[n-1].Decl.Kind == language.Observer {
			chain = chain[:n-1]
		}
		var all []*witness
		for k := range chain {
			all = append(all, x.ask(beginning{term, chain, k}, nil)...)
		}
		x.run.hear(ctx, x.worker, all)
		wrong := make([][]*witness, len(chain))
		for _, one := range all {
			if one.wrong {
				wrong[one.at.count] = append(wrong[one.at.count], one)
			}
		}
		isWanted := func(w *witness) bool { return wanted == nil || wanted[w.observer] }
		late := slices.IndexFunc(wrong, func(of []*witness) bool { return slices.ContainsFunc(of, isWanted) })
		if late < 0 {
			continue
		}
		early := slices.IndexFunc(wrong, func(of []*witness) bool { return len(of) > 0 })
		if at := (&beginning{term, chain, early}); early < late &&
			len(observersAmong(slices.Concat(wrong[early], x.hearLater(ctx, at)))) > 1 {
			return at, wrong[early]
		}
		return &beginning{term, chain, late}, wrong[late]
	}
	return nil, nil
}

// ask returns what all observers are to give of a beginning, after the operations of a context. An object that is the
// argument of one of these is that of the beginning, or is made by its normal form.
func (x *examination) ask(at beginning, context []observation) (out []*witness) {
	class := x.run.Class.Algebra
	target := language.Link(at.chain[:at.count+1])
	objects := map[string]language.Term{both[0]: target}
	sent := ""
	add := func(to language.Term, o observation) *language.Apply {
		if o.name == x.skipped {
			return nil
		}
		term := &language.Apply{Op: o.name, Decl: class.Find(o.name), Args: []language.Term{to}}
		for _, a := range o.args {
			if v, is := a.(*language.Variable); is {
				if v.Name == both[1] && objects[both[1]] == nil {
					normal, err := x.prover.Normalize(objects[both[0]])
					if err != nil {
						return nil
					}
					objects[both[1]] = normal
				}
				a = objects[v.Name]
			}
			term.Args = append(term.Args, a)
		}
		return term
	}
	for _, o := range context {
		next := add(target, o)
		if next == nil {
			return nil
		}
		target, sent = next, sent+o.text
	}
	for _, o := range x.run.observations(class, x.values) {
		term := add(target, o)
		if term == nil {
			continue
		}
		value, err := x.prover.Normalize(term)
		if _, is := value.(*language.Literal); err != nil || !is {
			continue
		}
		t, err := x.run.layOut(&suite.Pair{ID: x.pair.ID, First: term, Second: value, Equivalent: true}, nothing)
		if err != nil {
			continue
		}
		out = append(out, &witness{at: at, context: context, observer: o.name, sent: sent + o.text, trial: t})
	}
	return out
}

// hear notes which witnesses are wrong: they give another value, or panic. It stops where the process ends or hangs.
func (r *run) hear(ctx context.Context, w *host.Worker, all []*witness) {
	all = all[:min(len(all), maxWitnesses)]
	working, stop := context.WithCancel(ctx)
	defer stop()
	var trials []*trial
	of := map[*trial]*witness{}
	for _, one := range all {
		trials = append(trials, one.trial)
		of[one.trial] = one
	}
	// What cannot be sent is not wrong, and nothing is concluded from that.
	_ = r.send(working, w, trials, func(t *trial, v verdict) {
		of[t].wrong = v.verdict == result.Fail || v.verdict == result.Error && !v.dead
		if v.verdict == result.Fail && len(v.compared) > 0 {
			of[t].gave = v.compared[0].Values[0]
		}
		if v.dead {
			stop()
		}
	})
}
