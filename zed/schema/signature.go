package schema

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// Role is the role of a variable in an operation.
type Role int

// The roles.
const (
	Before Role = iota // x: the state before
	After              // x': the state after
	Input              // x?
	Output             // x!
)

// String returns the role's name in messages.
func (r Role) String() string {
	return [...]string{"before-state", "after-state", "input", "output"}[r]
}

// RoleOf returns the role that the decoration at the end of a name stands for. For
// variables of an operation, its Signature has the roles.
func RoleOf(name string) Role {
	switch {
	case strings.HasSuffix(name, "'"):
		return After
	case strings.HasSuffix(name, "?"):
		return Input
	case strings.HasSuffix(name, "!"):
		return Output
	}
	return Before
}

// isLate tells whether pre hides a variable: it is an after-state or an output.
func isLate(name string) bool { r := RoleOf(name); return r == After || r == Output }

// Signature has the variables of an operation with their roles.
type Signature struct {
	// in the order of their declaration, which is the order of values in frames
	Vars                         []zed.Var
	Before, After, Input, Output Part
	State                        Part // before and after
	Early                        Part // before-state and inputs: what the operation gets
	Late                         Part // after-state and outputs: what the operation returns
}

// Part is a subset of the variables of a signature, in the order of their declaration.
type Part struct {
	At   []int // their indices in the signature
	Vars []zed.Var
}

// NewSignature returns the signature of some variables.
func NewSignature(vars []zed.Var) Signature {
	part := func(roles ...Role) Part {
		p := Part{}
		for i, v := range vars {
			if slices.Contains(roles, RoleOf(v.Name)) {
				p.At, p.Vars = append(p.At, i), append(p.Vars, v)
			}
		}
		return Part{slices.Clip(p.At), slices.Clip(p.Vars)}
	}
	return Signature{
		Vars: slices.Clip(vars), Before: part(Before), After: part(After), Input: part(Input), Output: part(Output),
		State: part(Before, After), Early: part(Before, Input), Late: part(After, Output),
	}
}

// Find returns the index of the variable with a name, or -1.
func (s *Signature) Find(name string) int {
	return slices.IndexFunc(s.Vars, func(v zed.Var) bool { return v.Name == name })
}

// Has tells whether the variable with a name is in the part.
func (p Part) Has(name string) bool {
	return slices.ContainsFunc(p.Vars, func(v zed.Var) bool { return v.Name == name })
}
