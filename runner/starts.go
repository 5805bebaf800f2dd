package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// findStarts returns what objects may be made with, beside what they are where nothing is said, where the
// program makes them with arguments that are variables of the state.
func findStarts(ctx context.Context, m *machineRun) []machine.State {
	var made []string
	for _, v := range m.model.Vars {
		if slices.ContainsFunc(m.moves, func(of *move) bool { return of.binding.IsMade(v.Name) }) {
			made = append(made, v.Name)
		}
	}
	if len(made) == 0 {
		return nil
	}
	return machine.FindStarts(ctx, m.model, made)
}

// drawStarts draws with what the objects of a sequence are made; nil for one about which nothing is said.
// The first sequence shows in which state objects begin of which nothing is said.
func drawStarts(m *machineRun, number int) []machine.State {
	if number <= 1 || len(m.starts) == 0 || m.follows != nil || m.proving != nil {
		return nil
	}
	r := m.newRandom(number, -2)
	out := make([]machine.State, m.of.Objects)
	for i := range out {
		if r.IntN(8) > 0 {
			out[i] = m.starts[r.IntN(len(m.starts))]
		}
	}
	return out
}

// withSteps returns a sequence of other steps on objects that are made as those of this one.
func (s *sequence) withSteps(steps []machine.Step, timeout time.Duration) *sequence {
	return &sequence{machine: s.machine, number: s.number, steps: steps, starts: s.starts, timeout: timeout,
		watched: s.watched}
}

// start returns the state that an object has before anything is seen of it: of a new object, with what
// it is made with.
func (s *sequence) start(object int) machine.State {
	if object < len(s.starts) {
		return s.machine.initial.UpdateBy(s.starts[object])
	}
	return s.machine.initial
}

// makes returns what a step sets that makes its object: it is the first on the object, and its unit knows of all
// that objects are made with.
func (s *sequence) makes(i int) spec.Values {
	step := s.steps[i]
	if step.Object >= len(s.starts) || s.starts[step.Object] == nil ||
		slices.ContainsFunc(s.steps[:i], func(of machine.Step) bool { return of.Object == step.Object }) {
		return nil
	}
	var out spec.Values
	for k, v := range s.machine.model.Vars {
		if x := s.starts[step.Object][k]; x.Kind() != value.Nothing {
			if !s.machine.moves[step.Unit].binding.IsMade(v.Name) {
				return nil
			}
			out = append(out, spec.NewItem(v.Name, v.Type, x))
		}
	}
	return out
}

// isMade tells whether the first steps on all objects make them with what is drawn.
func (s *sequence) isMade() bool {
	begun := map[int]bool{}
	for i, step := range s.steps {
		if !begun[step.Object] && step.Object < len(s.starts) && s.starts[step.Object] != nil && s.makes(i) == nil {
			return false
		}
		begun[step.Object] = true
	}
	return true
}

// script returns the steps of a sequence as they are sent.
func (s *sequence) script() []suite.Step {
	out := s.machine.model.Steps(s.steps)
	for i := range out {
		if made := s.makes(i); made != nil {
			out[i].Values = slices.Concat(made, out[i].Values)
		}
	}
	return out
}

// isRefused tells whether the program does not make an object with what a step was to make it with, and
// says so once.
func (s *sequence) isRefused(i int, r *host.Reply) bool {
	made := s.makes(i)
	isOf := func(v spec.Item) bool { return strings.HasPrefix(r.Message, v.Name+": ") }
	if made == nil || r.Status != host.Blocked ||
		!strings.HasPrefix(r.Message, "it cannot be set up so") && !slices.ContainsFunc(made, isOf) {
		return false
	}
	s.remark(fmt.Sprintf("objects are not made with %s: %s", made, r.Message))
	return true
}

// makeLess makes the objects of a failing sequence with nothing that is said, where it fails so too, and
// otherwise with smaller values. What was tried with success is kept by who tries it.
func (s *sequence) makeLess(ctx context.Context, try func([]machine.State) bool) {
	for object := range s.starts {
		if s.starts[object] == nil {
			continue
		}
		next := slices.Clone(s.starts)
		if next[object] = nil; try(next) {
			continue
		}
		for s.makeSmaller(ctx, object, try) {
		}
	}
}

// makeSmaller makes one object with a smaller value, once.
func (s *sequence) makeSmaller(ctx context.Context, object int, try func([]machine.State) bool) bool {
	var values spec.Values
	for k, v := range s.machine.model.Vars {
		if x := s.starts[object][k]; x.Kind() != value.Nothing {
			values = append(values, spec.NewItem(v.Name, v.Type, x))
		}
	}
	for less := range suite.FindSmaller(values, s.machine.run.plan.System.Globals) {
		if less.String() == values.String() {
			continue
		}
		next := slices.Clone(s.starts)
		next[object] = slices.Clone(s.starts[object])
		for k, v := range s.machine.model.Vars {
			if x, ok := less.Lookup(v.Name); ok {
				next[object][k] = x
			}
		}
		if s.machine.model.AllowsInitial(ctx, next[object]) && try(next) {
			return true
		}
	}
	return false
}
