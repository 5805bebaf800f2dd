package planner

import (
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// leafFilter tells which conditions of a testing tree are false for given values, by
// evaluation alone. Nothing below such a condition needs to be looked at.
type leafFilter struct {
	globals  *eval.Globals
	compiler *eval.Compiler
	programs map[*suite.Condition]*eval.Program // nil for a condition that cannot be evaluated
	frame    []value.Value
	known    map[*suite.Condition]bool
}

// newFilter returns the filter for a unit's valid input space, without values.
func (f finder) newFilter(u *unit) *leafFilter {
	var slots []string
	for _, v := range u.Tree.VIS {
		slots = append(slots, v.Name)
	}
	return &leafFilter{globals: f.system.Globals, compiler: eval.NewCompiler(slots, f.system.Globals),
		programs: map[*suite.Condition]*eval.Program{}}
}

// set sets the values of the variables of the valid input space.
func (s *leafFilter) set(frame []value.Value) { s.frame, s.known = frame, map[*suite.Condition]bool{} }

// excludes tells whether a condition, or one above it, is false for the values.
func (s *leafFilter) excludes(c *suite.Condition) bool {
	if c == nil {
		return false
	}
	out, ok := s.known[c]
	if !ok {
		out = s.excludes(c.Parent) || s.refutes(c)
		s.known[c] = out
	}
	return out
}

func (s *leafFilter) refutes(c *suite.Condition) bool {
	if !c.IsEvaluable() || len(s.globals.CountsOf(c.Pred).All()) > 0 {
		return false // with other sizes of given types it may be true
	}
	program, ok := s.programs[c]
	if !ok {
		if p, err := s.compiler.Compile(c.Pred); err == nil {
			program = p
		}
		s.programs[c] = program
	}
	if program == nil {
		return false
	}
	truth, _ := program.Truth(s.frame)
	return truth == eval.False
}
