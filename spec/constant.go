package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Constant is a variable of an axiomatic description that has one value.
type Constant struct {
	Item
	From Origin
	By   string // the system under test that says so, where one does
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

// Missing are constants of which no value was found: what needs them is left out.
type Missing struct {
	Constants []zed.Var
	Why       string
	At        source.Span // where the first is needed
	Units     []string    // those that need them, by name
}

// Text says in a line what is left out, and why.
func (m Missing) Text() string {
	if len(m.Units) == 0 {
		return m.Why
	}
	return "left out: " + strings.Join(m.Units, ", ") + ": " + m.Why
}

// Lacks says why a unit is left out that needs a constant without a value; it is "" where
// it needs none.
func (s *System) Lacks(unit string) string {
	for _, m := range s.Missing {
		if slices.Contains(m.Units, unit) {
			return m.Why
		}
	}
	return ""
}

// Against says of a program that it says another value than is known.
func (c Constant) Against(told Constant) error {
	says := map[Origin]string{
		Given: "ttf-int.yaml says", Stated: "by the axioms", Told: "the system under test " + c.By + " says",
		Chosen: "the plan was made with",
	}[c.From]
	more := ""
	if c.From == Chosen {
		more = ", which was chosen: make the plan again"
	}
	return fmt.Errorf("it says %s = %s, and %s %s = %s%s", c.Name, told.Text(), says, c.Name, c.Text(), more)
}

// Constant returns the declaration of the constant of the given name; the error
// says what may have been meant.
func (s *System) Constant(name string) (zed.Var, error) {
	var names []string
	for _, v := range s.Spec.Globals() {
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return zed.Var{}, fmt.Errorf("the specification has no constant %q%s", name, source.DidYouMean(name, names))
}
