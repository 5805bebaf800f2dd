package spec

import (
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Frame gives the variables of the unit's operation their values, in the order of
// their declaration; those that the model does not hold are of kind Nothing.
func (u *Unit) Frame(model map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		frame[i] = model[v.Name]
	}
	return frame
}

// Asked returns what a call of the unit is asked: the inputs and the before-state of
// a frame.
func (u *Unit) Asked(frame []value.Value) Values { return u.part(frame, schema.Role.Early) }

// Answer returns what a call of the unit answers: the outputs and the after-state of
// a frame.
func (u *Unit) Answer(frame []value.Value) Values { return u.part(frame, schema.Role.Late) }

func (u *Unit) part(frame []value.Value, is func(schema.Role) bool) Values {
	out := Values{}
	for i, v := range u.Op.Vars {
		if is(schema.RoleOf(v.Name)) {
			out = append(out, Item{Name: v.Name, Type: v.Type, Value: frame[i]})
		}
	}
	return out
}
