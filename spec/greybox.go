package spec

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Greybox is what a unit's specification says of the calls that the unit makes:
// a predicate over the trace τ beside the unit's own variables (Tyler and
// Soundarajan, section 2).
type Greybox struct {
	Text Located
	Pred zed.Expr // checked, over Vars
	// Vars are the variables of the unit's operation, then τ, then the names of
	// Units and the sequences of Calls, as far as the predicate has them.
	Vars  []zed.Var
	Units []string // units that the predicate names
	Calls []string // units whose sequence of calls it names
}

// Names tells whether the predicate names a unit.
func (g *Greybox) Names(unit string) bool {
	return slices.Contains(g.Units, unit) || slices.Contains(g.Calls, unit)
}

// Trace is the name of the trace in grey-box predicates.
const Trace = "τ"

// UnitName returns the type of the names of units, of which each is a constant.
// No type of a specification has such a name.
func UnitName() zed.NamedType { return zed.NamedType{Name: "unit name", Free: true} }

// InZ returns how the name of a unit is written in Z: what is not a letter or
// digit becomes _.
func InZ(unit string) string {
	return strings.NewReplacer("-", "_", ".", "_").Replace(unit)
}

// CallsOf returns the name of the sequence of the calls of a unit.
func CallsOf(name string) string { return "calls(" + name + ")" }

// The components of a recorded call that are not arguments.
const (
	CallUnit   = "unit"   // of an element of τ: the callee's name
	CallAt     = "at"     // of an element of a callee's sequence: its place in τ
	CallBefore = "before" // the state in which it was called
	CallAfter  = "after"  // the state that it left, under undecorated names
	CallResult = "result" // its outputs
)

// Record returns the type of a recorded call of a unit: its inputs by name, and
// its states and outputs.
func Record(s schema.Signature) zed.SchemaType {
	record := func(p schema.Part) (out []zed.Field) {
		for _, v := range p.Vars {
			out = append(out, zed.Field{Name: strings.TrimSuffix(v.Name, "'"), Type: v.Type})
		}
		return out
	}
	return fields(append(record(s.Input), zed.Field{Name: CallBefore, Type: fields(record(s.Before))},
		zed.Field{Name: CallAfter, Type: fields(record(s.After))},
		zed.Field{Name: CallResult, Type: fields(record(s.Output))}))
}

// Common returns the components that two types of bindings share, bindings
// within them included.
func Common(a, b zed.SchemaType) zed.SchemaType {
	var out []zed.Field
	for _, f := range a.Fields {
		for _, g := range b.Fields {
			if f.Name != g.Name {
				continue
			}
			x, nested := f.Type.(zed.SchemaType)
			y, both := g.Type.(zed.SchemaType)
			switch {
			case nested && both:
				if c := Common(x, y); len(c.Fields) > 0 || len(x.Fields)+len(y.Fields) == 0 {
					out = append(out, zed.Field{Name: f.Name, Type: c})
				}
			case zed.Same(f.Type, g.Type):
				out = append(out, f)
			}
		}
	}
	return fields(out)
}

// With returns a type of bindings with one more component.
func With(t zed.SchemaType, name string, typ zed.Type) zed.SchemaType {
	return fields(append(slices.Clone(t.Fields), zed.Field{Name: name, Type: typ}))
}

func fields(list []zed.Field) zed.SchemaType {
	slices.SortFunc(list, func(a, b zed.Field) int { return strings.Compare(a.Name, b.Name) })
	return zed.SchemaType{Fields: list}
}
