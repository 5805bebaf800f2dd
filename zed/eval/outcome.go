package eval

import "github.com/ttf-int/ttf-int/zed/eval/machine"

// Names for the types of package machine, which evaluates programs.
type (
	// Truth is the outcome of a predicate.
	Truth = machine.Truth
	// Reason says why a term has no value, or which hole it needs.
	Reason = machine.Reason
	// Program is a compiled term. It is safe for concurrent use.
	Program = machine.Program
	// Session holds evaluations that belong together. They share limits, and results
	// about a frame that one has computed need not be computed by the next.
	Session = machine.Session
)

// The values of Truth. Undefined means that a term has no value, or that a set cannot
// be enumerated; Unknown means that the truth depends on a hole.
const (
	False     = machine.False
	True      = machine.True
	Undefined = machine.Undefined
	Unknown   = machine.Unknown
)
