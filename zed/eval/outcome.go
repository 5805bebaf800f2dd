package eval

import "github.com/ttf-int/ttf-int/zed/eval/machine"

// Programs and what they answer are those of the machine that evaluates them.
type (
	// Truth is the outcome of a predicate.
	Truth = machine.Truth
	// Reason says why a term has no value, or which hole it needs.
	Reason = machine.Reason
	// Program is a compiled term. It is safe for concurrent use.
	Program = machine.Program
	// Session holds evaluations that belong together: they share limits, and the next
	// need not find again what one has found of a frame.
	Session = machine.Session
)

// The outcomes. Undefined says that a term has no value, or that a set cannot
// be enumerated; Unknown that a hole would decide.
const (
	False     = machine.False
	True      = machine.True
	Undefined = machine.Undefined
	Unknown   = machine.Unknown
)
