package spec

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Constant is a variable of an axiomatic description that has one value.
type Constant struct {
	Item
	From Origin
}

// Origin says where the value of a constant is from.
type Origin string

// The origins of values.
const (
	Given  Origin = "configured" // under constants in ttf-int.yaml
	Told   Origin = "program"    // a program under test says so
	Stated Origin = "axiom"      // c = e, or no other is allowed
	Chosen Origin = "chosen"     // one of those that the axioms allow
)

// Loose is a constant without a value that the schema of some unit depends on.
type Loose struct {
	zed.Var
	Schema string      // the first that does
	At     source.Span // where that unit names it
}
