package runner

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Shortness is what replaying failing sequences with less in them has shown.
type Shortness struct {
	mu               sync.Mutex
	Sequences, Tried int
	Wrong            []string // the smaller sequences that fail in the same way
}

// Check has a run replay each failing sequence that it made smaller, without each of its steps and
// with each smaller value in the place of each of its values.
func (s *Shortness) Check(o *Options) {
	o.shortened = func(ctx context.Context, m *machineRun, j *judge, w *walk) {
		kind, least, died := w.kind(), w.steps[:w.right+1], w.died
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Sequences++
		for steps := range eachLess(m.model, m.run.plan.System, least, died) {
			s.Tried++
			for _, one := range m.send(ctx, m.program.Worker(0), j, []*sequence{{machine: m, steps: steps}}) {
				if one.end == failing && one.kind() == kind {
					s.Wrong = append(s.Wrong, fmt.Sprintf("%s: %s fails, made from %s", kind,
						writeSteps(m.model, steps), writeSteps(m.model, least)))
				}
			}
		}
	}
}

func writeSteps(m *machine.Machine, list []machine.Step) string {
	var out []string
	for _, s := range list {
		out = append(out, fmt.Sprintf("%d.%s", s.Object, m.TextStep(s)))
	}
	return strings.Join(out, " ")
}

// eachLess yields the sequences that have one step less, or in one place a smaller value. Of those
// that hang only some are tried, since each takes the time of a case.
func eachLess(m *machine.Machine, system *spec.System, list []machine.Step,
	died host.Status) iter.Seq[[]machine.Step] {
	return func(yield func([]machine.Step) bool) {
		for i := range list {
			if len(list) > 1 && !yield(slices.Concat(list[:i], list[i+1:])) {
				return
			}
		}
		if died == host.Hung {
			return
		}
		for i, s := range list {
			for k, item := range s.Inputs {
				for _, v := range listSmaller(item.Value, system) {
					other := slices.Clone(list)
					other[i].Inputs = slices.Clone(s.Inputs)
					if other[i].Inputs[k].Value = v; !yield(other) {
						return
					}
				}
			}
		}
	}
}

// listSmaller returns values that are smaller than one in one place: numbers nearer to zero, texts and
// collections without one of their parts, and elements that come before.
func listSmaller(v value.Value, system *spec.System) (out []value.Value) {
	switch v.Kind() {
	case value.Int:
		n, small := v.Int()
		if !small {
			return nil
		}
		if n < 0 {
			out, n = append(out, value.OfInt(-n)), -n
		}
		for less := range min(n, 30) {
			out = append(out, value.OfInt(less))
		}
		if n > 30 {
			out = append(out, value.OfInt(n-1))
		}
		return out
	case value.Str:
		text := []rune(v.Name())
		for i := range text {
			out = append(out, value.OfStr(string(slices.Concat(text[:i], text[i+1:]))))
		}
		return out
	case value.Atom:
		for _, all := range system.Globals.Given {
			if i := slices.IndexFunc(all, v.Equal); i > 0 {
				return all[:i]
			}
		}
		return nil
	case value.Set, value.Seq, value.Tuple:
	default:
		return nil
	}
	items := v.Items()
	make := map[value.Kind]func([]value.Value) value.Value{value.Set: value.OfSet, value.Seq: value.OfSeq,
		value.Tuple: func(list []value.Value) value.Value { return value.OfTuple(list...) }}[v.Kind()]
	for i, item := range items {
		if v.Kind() != value.Tuple {
			out = append(out, make(slices.Concat(items[:i], items[i+1:])))
		}
		for _, less := range listSmaller(item, system) {
			other := slices.Clone(items)
			other[i] = less
			out = append(out, make(other))
		}
	}
	return out
}

// Recertify holds the calls of the results of shards against what other shards found.
var Recertify = recertify

// Join joins shards of which all results are in memory as they are.
func Join(p *plan.Plan, shards []*result.Run) (*result.Run, error) {
	return joinShards(p, shards, &short{})
}
