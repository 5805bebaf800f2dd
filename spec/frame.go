package spec

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Frame gives the variables of an operation their values, in the order of its
// signature; those that are not known are of kind Nothing.
type Frame []value.Value

// Frame returns the values that the variables of the unit's operation have in a model.
func (u *Unit) Frame(model map[string]value.Value) Frame {
	frame := make(Frame, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		frame[i] = model[v.Name]
	}
	return frame
}

// Asked returns what a call of the unit is asked: the inputs and the before-state of
// a frame.
func (u *Unit) Asked(frame Frame) Values { return frame.Values(u.Op.Early) }

// Answer returns what a call of the unit answers: the outputs and the after-state of
// a frame.
func (u *Unit) Answer(frame Frame) Values { return frame.Values(u.Op.Late) }

// Only returns the frame with the values of a part of the signature alone.
func (f Frame) Only(p schema.Part) Frame {
	out := make(Frame, len(f))
	for _, i := range p.At {
		out[i] = f[i]
	}
	return out
}

// Has tells whether the values of a part of the signature are known.
func (f Frame) Has(p schema.Part) bool {
	return !slices.ContainsFunc(p.At, func(i int) bool { return f[i].Kind() == value.Nothing })
}

// Agrees tells whether two frames have the same values in a part of the signature.
func (f Frame) Agrees(g Frame, p schema.Part) bool {
	return !slices.ContainsFunc(p.At, func(i int) bool { return !f[i].Equal(g[i]) })
}

// Values returns the values of a part of the signature with their variables.
func (f Frame) Values(p schema.Part) Values {
	out := make(Values, len(p.At))
	for k, i := range p.At {
		out[k] = Item{Name: p.Vars[k].Name, Type: p.Vars[k].Type, Value: f[i]}
	}
	return out
}

// Known is Values without those that are not known.
func (f Frame) Known(p schema.Part) Values {
	return slices.DeleteFunc(f.Values(p), func(item Item) bool { return item.Value.Kind() == value.Nothing })
}
