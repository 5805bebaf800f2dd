package classes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/result"
)

// suspect is an operation that may be to blame for a pair.
type suspect struct {
	role role
	name string
	step int    // its place after create, counted from 1
	in   string // the sequence up to it
}

// role is what makes an operation suspect.
type role int

const (
	left  role = iota // what it left is wrong
	shows             // what it made of that is wrong, and nothing was before
	gives             // it is the only observer that gives a wrong value
	hides             // it may have left what is wrong, where no observer sees it
)

// suspectsAt returns the operations that may be to blame for what is wrong first at a beginning, the most likely one
// first: the last operation there alone, where several observers show it, at once or after further operations. Where
// it shows after one further operation alone, it may be that one, and where one observer alone shows it, the observer:
// that is more likely where it is wrong of the normal form too, which constructors alone make.
func (x *examination) suspectsAt(ctx context.Context, at *beginning, direct []*witness) []suspect {
	last := at.chain[at.count]
	own := suspect{left, last.Op, at.count, at.text()}
	if last.Decl != nil && last.Decl.Kind == language.Observer {
		return []suspect{own, {role: gives}}
	}
	later := x.hearLater(ctx, at)
	observers := observersAmong(slices.Concat(direct, later))
	for name := range x.parting {
		observers[name] = true
	}
	out := []suspect{own}
	if further := through(x.parting, direct, later); further != nil && further.name != last.Op {
		out = []suspect{*further, own}
	} else if len(observers) > 1 {
		return out
	}
	if len(observers) != 1 {
		return out
	}
	observer := suspect{role: gives, name: slices.Collect(maps.Keys(observers))[0], step: at.count + 1}
	observer.in = at.text() + "." + observer.name
	all := slices.Concat(direct, later)
	if i := slices.IndexFunc(all, func(w *witness) bool { return w.observer == observer.name }); i >= 0 {
		w := all[i]
		observer.in, observer.step = at.text()+w.sent, at.count+len(w.context)+1
		if len(out) == 1 && x.isWrongOfNormal(ctx, w) {
			return []suspect{observer, own}
		}
	}
	return append(out, observer)
}

// isWrongOfNormal tells whether an observer that gives a wrong value of an object does so too of the object that the
// normal form makes.
func (x *examination) isWrongOfNormal(ctx context.Context, w *witness) bool {
	normal, err := x.prover.Normalize(language.Link(w.at.chain[:w.at.count+1]))
	chain := language.Chain(normal)
	if err != nil || len(chain) == 0 {
		return false
	}
	same := slices.DeleteFunc(x.ask(beginning{normal, chain, len(chain) - 1}, w.context), func(o *witness) bool {
		return o.sent != w.sent
	})
	x.run.hear(ctx, x.worker, same)
	return slices.ContainsFunc(same, func(o *witness) bool { return o.wrong })
}

// through returns the operation after which alone it shows that an object is wrong, as a suspect; nil where it shows
// without one, or after several. The sequence and its normal form part by what is sent for some observers.
func through(parting map[string]string, direct, later []*witness) *suspect {
	for name, sent := range parting {
		if len(direct) > 0 || name != "" && sent != "" && len(operationsSent(sent)) == 1 {
			return nil
		}
	}
	if len(direct) > 0 || len(later) == 0 {
		return nil
	}
	shown := map[string]bool{} // what was sent before an observer has shown something wrong
	for _, w := range later {
		shown[textOfAll(w.context)] = true
	}
	var out *suspect
	for _, w := range later {
		first := true
		for k := range w.context {
			first = first && !shown[textOfAll(w.context[:k])]
		}
		if !first {
			continue // it was wrong before
		}
		name := w.context[len(w.context)-1].name
		if out != nil && out.name != name {
			return nil
		}
		if out == nil {
			out = &suspect{shows, name, w.at.count + len(w.context), w.at.text() + textOfAll(w.context)}
		}
	}
	return out
}

func textOfAll(sent []observation) string {
	var b strings.Builder
	for _, o := range sent {
		b.WriteString(o.text)
	}
	return b.String()
}

func observersAmong(all []*witness) map[string]bool {
	out := map[string]bool{}
	for _, w := range all {
		out[w.observer] = true
	}
	return out
}

// hearLater returns the witnesses that show, after further operations, that what the last operation of a beginning has
// left is wrong, and what was there before is not. Operations without arguments are repeated, too.
func (x *examination) hearLater(ctx context.Context, at *beginning) []*witness {
	var all []*witness
	contexts := x.run.contexts(x.values, laterDepth)
	for _, one := range x.run.contexts(x.values, 1) {
		for n := laterDepth + 1; n <= min(len(at.chain), maxRepeated) && len(one[0].args) == 0; n++ {
			contexts = append(contexts, slices.Repeat(one, n))
		}
	}
	slices.SortStableFunc(contexts, func(a, b []observation) int { // the short ones, and repeated ones
		return cmp.Compare(min(len(a), laterDepth), min(len(b), laterDepth))
	})
	for _, context := range contexts {
		all = append(all, x.ask(*at, context)...)
		if at.count > 0 {
			all = append(all, x.ask(beginning{at.of, at.chain, at.count - 1}, context)...)
		}
		if len(all) > maxWitnesses {
			break
		}
	}
	x.run.hear(ctx, x.worker, all)
	before := map[string]bool{}
	for _, one := range all {
		before[one.sent] = before[one.sent] || one.wrong && one.at.count < at.count
	}
	return slices.DeleteFunc(all, func(w *witness) bool {
		return !w.wrong || w.at.count < at.count || before[w.sent]
	})
}

// accuse says in a failure who is suspected of it, in the order of the suspects.
func accuse(f *result.PairFailure, suspects []suspect) {
	f.Blame, f.Or, f.Hidden, f.In, f.Step, f.Uncertain = "", "", "", "", 0, len(suspects) > 1
	if len(suspects) == 0 {
		return
	}
	f.Blame, f.Step, f.In = suspects[0].name, suspects[0].step, suspects[0].in
	var others, hidden []string
	for _, s := range suspects[1:] {
		if s.name != "" && s.name != f.Blame && !slices.Contains(others, s.name) {
			others = append(others, s.name)
			if s.role == hides {
				hidden = append(hidden, s.name)
			}
		}
	}
	f.Or, f.Hidden = strings.Join(others, " or "), strings.Join(hidden, " or ")
}

// agree has the failures of a class begin with the suspect that most of them have for the same reason, and of several
// with the one that is the first of most: one fault may be behind all of them.
func agree(all []*reported) {
	type reason struct {
		role role
		name string
	}
	count, first := map[reason]int{}, map[reason]int{}
	for _, f := range all {
		for i, s := range f.suspects {
			if count[reason{s.role, s.name}]++; i == 0 {
				first[reason{s.role, s.name}]++
			}
			if len(f.suspects) == 1 && s.role == left { // whatever shows it
				count[reason{shows, s.name}]++
			}
		}
	}
	for _, f := range all {
		if n := len(f.suspects); n > 1 && f.suspects[n-1].name != "" {
			slices.SortStableFunc(f.suspects, func(a, b suspect) int {
				one, other := reason{a.role, a.name}, reason{b.role, b.name}
				return cmp.Or(count[other]-count[one], first[other]-first[one])
			})
			accuse(f.PairFailure, f.suspects)
		}
	}
}
