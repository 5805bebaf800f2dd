package spec

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Frame holds the values of an operation's variables, in the order of its signature. A
// value that is not known is of kind Nothing.
type Frame []value.Value

// Frame returns the values that a model gives to the variables of the unit's operation.
func (u *Unit) Frame(model map[string]value.Value) Frame {
	frame := make(Frame, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		frame[i] = model[v.Name]
	}
	return frame
}

// CallValues returns the inputs and the before-state of a frame: what a call hands to the
// unit.
func (u *Unit) CallValues(frame Frame) Values { return frame.Values(u.Op.Early) }

// Answer returns the outputs and the after-state of a frame: what a call gets back from
// the unit.
func (u *Unit) Answer(frame Frame) Values { return frame.Values(u.Op.Late) }

// Restrict returns a copy of the frame in which only the values of the given part of the
// signature are known.
func (f Frame) Restrict(p schema.Part) Frame {
	out := make(Frame, len(f))
	for _, i := range p.At {
		out[i] = f[i]
	}
	return out
}

// Has tells whether all values of the given part of the signature are known.
func (f Frame) Has(p schema.Part) bool {
	return !slices.ContainsFunc(p.At, func(i int) bool { return f[i].Kind() == value.Nothing })
}

// Agrees tells whether two frames have the same values in the given part of the
// signature.
func (f Frame) Agrees(g Frame, p schema.Part) bool {
	return !slices.ContainsFunc(p.At, func(i int) bool { return !f[i].Equal(g[i]) })
}

// Values returns the values of the given part of the signature with the names of their
// variables.
func (f Frame) Values(p schema.Part) Values {
	out := make(Values, len(p.At))
	for k, i := range p.At {
		out[k] = Item{Var: &p.Vars[k], Value: f[i]}
	}
	return out
}

// KnownValues returns those values of the given part of the signature that are known, with
// the names of their variables.
func (f Frame) KnownValues(p schema.Part) Values {
	return slices.DeleteFunc(f.Values(p), func(item Item) bool { return item.Value.Kind() == value.Nothing })
}
