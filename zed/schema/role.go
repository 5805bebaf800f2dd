package schema

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// Role is the part that a variable plays in an operation.
type Role int

// The roles. Other is what a decoration of more than one mark makes.
const (
	Before Role = iota // x: the state before
	After              // x': the state after
	Input              // x?
	Output             // x!
	Other
)

// String returns the role's name in messages.
func (r Role) String() string {
	return [...]string{"before-state", "after-state", "input", "output", "variable"}[r]
}

// Early tells whether a variable has its value before the operation: a before-state
// variable or an input.
func (r Role) Early() bool { return r == Before || r == Input }

// Late tells whether a variable has its value after the operation: an after-state
// variable or an output.
func (r Role) Late() bool { return r == After || r == Output }

// RoleOf returns the role of a variable of an operation: its decoration says it.
func RoleOf(name string) Role {
	switch name[len(zed.BaseName(name)):] {
	case "":
		return Before
	case "'":
		return After
	case "?":
		return Input
	case "!":
		return Output
	}
	return Other
}

// late tells whether pre hides a variable: after-states and outputs.
func late(name string) bool { return strings.HasSuffix(name, "'") || strings.HasSuffix(name, "!") }
