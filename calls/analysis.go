package calls

import (
	"sync"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Analysis knows the occurrences of callees in the operations of one system's units,
// and answers which calls are allowed there. It is safe for concurrent use.
type Analysis struct {
	system *spec.System
	oracle *oracle.Oracle
	solver solve.Solver
	trees  *suite.Trees
	mu     sync.Mutex
	units  map[string]*tested
	kept   atomic.Int64 // how many conditions and points the units have together
	sized  value.BySizes[*Analysis]
	// occurring has the occurrences in the operation of each unit.
	occurring map[*spec.Unit][]*Occurrence
	ordering  map[*spec.Unit][]result.Order
}

// New returns an analysis of a system whose units have the given testing trees.
func New(system *spec.System, o *oracle.Oracle, solver solve.Solver, trees *suite.Trees) *Analysis {
	return &Analysis{system: system, oracle: o, solver: solve.WithoutExplanations(solver), trees: trees,
		units:     map[string]*tested{},
		occurring: map[*spec.Unit][]*Occurrence{}, ordering: map[*spec.Unit][]result.Order{}}
}

// WithSizes returns the analysis for cases that rest on the given sizes of given types. For
// the same sizes it returns the same analysis.
func (a *Analysis) WithSizes(sizes value.Sizes) *Analysis {
	return a.sized.At(sizes, a, func() *Analysis {
		o := a.oracle.WithSizes(sizes)
		return New(o.System(), o, a.solver, a.trees)
	})
}
