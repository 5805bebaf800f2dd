package stubs

import (
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Engine holds what planning and running share: the solver, the oracle and the decider
// for the leaves of one plan. It is safe for concurrent use.
type Engine struct {
	Solver  solve.Solver
	Oracle  *oracle.Oracle
	Decider *Decider
}

// NewEngine returns the engine of a system whose units have the given testing trees.
func NewEngine(system *spec.System, solver solve.Solver, trees *suite.Trees) *Engine {
	judge := oracle.New(system, solver)
	return &Engine{Solver: solver, Oracle: judge, Decider: New(system, judge, solver, trees)}
}

// WithCarriers returns a new engine for a system in which the named given types have
// exactly the given elements.
func (e *Engine) WithCarriers(carriers map[string][]value.Value) *Engine {
	return NewEngine(e.Oracle.System().WithCarriers(carriers), e.Solver, e.Decider.trees)
}

// WithSizes returns the engine for cases that rest on the given sizes of given types.
func (e *Engine) WithSizes(sizes value.Sizes) *Engine {
	if len(sizes) == 0 {
		return e
	}
	return &Engine{Solver: e.Solver, Oracle: e.Oracle.WithSizes(sizes), Decider: e.Decider.WithSizes(sizes)}
}
