package spec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Constant is a variable of an axiomatic description together with its value.
type Constant struct {
	Item
	From Origin
	By   string // the system under test that reports the value, where From is Told
	// With has the chosen values, as in "limit = 3", from which the value follows, where
	// From is Stated. It is empty where the axioms allow no other value.
	With []string
}

// Origin says where the value of a constant comes from.
type Origin string

// The origins of values.
const (
	Given  Origin = "configured" // ttf-int.yaml, under constants
	Told   Origin = "program"    // a program under test
	Stated Origin = "axiom"      // an axiom c = e, or axioms that allow only this value
	Chosen Origin = "chosen"     // ttf-int, which chose one of the values that the axioms allow
)

// Loose is a constant without a value that the schema of some unit depends on.
type Loose struct {
	zed.Var
	Schema string      // the schema of the first such unit
	At     source.Span // the place where the file of that unit names the schema
}

// Missing are constants for which no value was found. The units that need them are left
// out.
type Missing struct {
	Constants []zed.Var
	Why       string
	At        source.Span // the first place where one of them is needed
	Refuted   bool        // the axioms allow none
	Units     []string    // the names of the units that need them, sorted
}

// Text returns a line that says what is left out, and why.
func (m Missing) Text() string {
	if len(m.Units) == 0 {
		return m.Why
	}
	return "left out: " + strings.Join(m.Units, ", ") + ": " + m.Why
}

// Err returns the error that the axioms allow no values; nil where they may.
func (m Missing) Err() error {
	if !m.Refuted {
		return nil
	}
	return source.Errors{source.Errorf(m.At, "%s", m.Why).WithPlace(m.Constants[0].Span, "it is declared here")}
}

// Lacks returns the reason why a unit is left out that needs a constant without a
// value; "" for a unit that is not left out.
func (s *System) Lacks(unit string) string {
	for _, m := range s.Missing {
		if slices.Contains(m.Units, unit) {
			return m.Why
		}
	}
	return ""
}

// CheckReport returns an error where a program reports another value than c has; told is
// what it reports.
func (c Constant) CheckReport(told Constant) error {
	says := map[Origin]string{
		Given: "ttf-int.yaml says", Stated: "by the axioms", Told: "the system under test " + c.By + " says",
		Chosen: "the plan was made with",
	}[c.From]
	more := ""
	switch {
	case c.From == Chosen:
		more = ", which was chosen: make the plan again"
	case len(c.With) > 0:
		more = " with " + strings.Join(c.With, " and ") + ", chosen by the solver: make the plan again"
	}
	return fmt.Errorf("it says %s = %s, and %s %s = %s%s", c.Name, told.Text(), says, c.Name, c.Text(), more)
}

// Constant returns the declaration of the constant of the given name. The error for an
// unknown name suggests the name that may have been meant.
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
