package spec

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Greybox is a unit's grey-box specification: a predicate over the unit's own variables
// and the trace τ of the calls that the unit makes (Tyler and Soundarajan, section 2).
type Greybox struct {
	Text Located
	Pred zed.Expr // type-checked, over Vars
	// Vars are the variables of the unit's operation, then those of τ, of the names of
	// Units and of the sequences of Calls that occur in the predicate.
	Vars  []zed.Var
	Units []string // the units that the predicate names
	Calls []string // the units whose sequences of calls the predicate has
}

// Names tells whether the predicate names the given unit.
func (g *Greybox) Names(unit string) bool {
	return slices.Contains(g.Units, unit) || slices.Contains(g.Calls, unit)
}

// Trace is the name that the trace of calls has in grey-box predicates.
const Trace = "τ"

// UnitName returns the free type of which the name of each unit is a constant. No type
// of a specification can have its name.
func UnitName() zed.NamedType { return zed.NamedType{Name: "unit name", Free: true} }

// NameInZ returns the name of a unit as Z can have it: every character that is neither a
// letter nor a digit is replaced by _.
func NameInZ(unit string) string {
	return strings.NewReplacer("-", "_", ".", "_").Replace(unit)
}

// CallsOf returns the name of the variable that stands for the sequence of a unit's
// calls.
func CallsOf(name string) string { return "calls(" + name + ")" }

// The names of those components of a recorded call that are not inputs.
const (
	CallUnit   = "unit"   // in an element of τ: the name of the callee
	CallAt     = "at"     // in an element of a callee's sequence: the place of the call in τ
	CallBefore = "before" // the state in which the callee was called
	CallAfter  = "after"  // the state that the callee left, under undecorated names
	CallResult = "result" // the outputs of the callee
)

// Record returns the type of a recorded call of a unit with the given signature: its
// inputs by name, its states and its outputs.
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

// CommonComponents returns the components that two schema types have in common. Of a component
// that is a schema type in both, it has the common components in turn.
func CommonComponents(a, b zed.SchemaType) zed.SchemaType {
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
				if c := CommonComponents(x, y); len(c.Fields) > 0 || len(x.Fields)+len(y.Fields) == 0 {
					out = append(out, zed.Field{Name: f.Name, Type: c})
				}
			case zed.SameType(f.Type, g.Type):
				out = append(out, f)
			}
		}
	}
	return fields(out)
}

// AddComponent returns a schema type with one component more.
func AddComponent(t zed.SchemaType, name string, typ zed.Type) zed.SchemaType {
	return fields(append(slices.Clone(t.Fields), zed.Field{Name: name, Type: typ}))
}

func fields(list []zed.Field) zed.SchemaType {
	slices.SortFunc(list, func(a, b zed.Field) int { return strings.Compare(a.Name, b.Name) })
	return zed.SchemaType{Fields: list}
}
