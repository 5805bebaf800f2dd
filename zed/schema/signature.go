package schema

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// Role is the part that a variable plays in an operation.
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

// RoleOf returns the role that a variable has by the last mark of its decoration. Of the
// variables of an operation its signature says it.
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

// late tells whether pre hides a variable: after-states and outputs.
func late(name string) bool { r := RoleOf(name); return r == After || r == Output }

// Signature holds the variables of an operation, and which of them have which role.
type Signature struct {
	Vars                         []zed.Var // in the order of their declaration, which is that of the values in frames
	Before, After, Input, Output Part
	State                        Part // before and after
	Early                        Part // before-state and inputs: what the operation is called with
	Late                         Part // after-state and outputs: what it answers
}

// Part is some of the variables of a signature, in the order of their declaration.
type Part struct {
	At   []int // where they stand in the signature
	Vars []zed.Var
}

// NewSignature returns the signature that has some variables.
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

// Find returns where the variable of a name stands; -1 where there is none.
func (s *Signature) Find(name string) int {
	return slices.IndexFunc(s.Vars, func(v zed.Var) bool { return v.Name == name })
}

// Has tells whether the variable of a name is in the part.
func (p Part) Has(name string) bool {
	return slices.ContainsFunc(p.Vars, func(v zed.Var) bool { return v.Name == name })
}
