package host

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// checkCounts returns an error where a call or case has more values than b's unit has
// variables.
func checkCounts(b *Binding, given, got []*wire.Value) error {
	for _, part := range []struct{ sent, wanted int }{{len(given), len(b.given)}, {len(got), len(b.got)}} {
		if part.sent > part.wanted {
			return fmt.Errorf("%s: %d values were sent where there are %d variables", b.Unit.Name, part.sent,
				part.wanted)
		}
	}
	return nil
}

// read reads values into a frame of u. Variables without a value, and those whose value
// is not of their type, are left as they are; misfit describes the first of the latter.
func (o *Observer) read(u *spec.Unit, frame spec.Frame, slots []slot, values []*wire.Value) (misfit string) {
	for i, w := range values {
		sl := &slots[i]
		if sl.index < 0 || w.GetKind() == wire.Kind_NONE || sl.object && w.Kind == wire.Kind_OBJECT {
			continue
		}
		if sl.ints && w.Kind == wire.Kind_SEQ && len(w.Ints) > 0 && len(w.Elems) == 0 {
			frame[sl.index] = o.ints(w.Ints)
			continue
		}
		v, err := o.program.reader.read(w, sl.typ)
		if err != nil {
			if misfit == "" {
				misfit = fmt.Sprintf("%s of %s: %v%s", sl.name, u.Name, err, sl.sent)
			}
			continue
		}
		frame[sl.index] = v
	}
	return misfit
}

// ints returns a sequence of integers as a value.
func (o *Observer) ints(ints []int64) value.Value {
	for i := range o.seen {
		if slices.Equal(o.seen[i].ints, ints) {
			return o.seen[i].value
		}
	}
	elems := o.elems.Take(len(ints))
	for i, n := range ints {
		elems[i] = value.OfInt(n)
	}
	v := value.OfSeq(elems)
	if len(o.seen) < maxSeen {
		o.seen = append(o.seen, seenInts{ints, v})
	}
	return v
}

// maxSeen is how many sequences of a case are remembered. They are searched one by one.
const maxSeen = 8

// checkForm returns an error where a call is malformed, whatever the units do; i is its
// position, from 0.
func (p *Program) checkForm(w *wire.Call, i int, positions bool) error {
	switch {
	case int64(w.Caller) >= int64(len(p.byID)):
		return fmt.Errorf("it reports a call by unit %d, and has only %d", w.Caller, len(p.byID))
	case wire.CallState_name[int32(w.State)] == "":
		return fmt.Errorf("it reports a call with the state %d", w.State)
	case wire.Mode_name[int32(w.By)] == "":
		return fmt.Errorf("it reports a call that was answered in the way %d", w.By)
	case positions && w.Parent > uint64(i):
		return fmt.Errorf("it reports call %d within call %d, which did not open before it", i+1, w.Parent)
	}
	return nil
}

// valuesBefore returns the values before a case: those that it set and, for those that it
// left open, the values that the program reports.
func valuesBefore(given, open []*wire.Value) []*wire.Value {
	out := slices.Clone(given)
	for i, v := range out {
		if v.GetKind() == wire.Kind_NONE && i < len(open) {
			out[i] = open[i]
		}
	}
	return out
}

// findMoved returns the names of the state variables outside the unit's signature that a
// call changed.
func findMoved(b *Binding, given, got []*wire.Value) ([]string, error) {
	var out []string
	for _, p := range b.frame {
		if p.before >= len(given) || p.after >= len(got) {
			continue
		}
		before, after := given[p.before], got[p.after]
		if before.GetKind() == wire.Kind_NONE || after.GetKind() == wire.Kind_NONE || hasSameForm(before, after) {
			continue
		}
		then, err := readBare(before, 0)
		now, wrong := readBare(after, 0)
		if err := cmp.Or(err, wrong); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", p.name, b.Unit.Name, err)
		}
		if !then.Equal(now) {
			out = append(out, p.name)
		}
	}
	return out, nil
}

// hasSameForm tells whether two values were sent in the same form. Nearly all equal values
// are.
func hasSameForm(v, w *wire.Value) bool {
	return v.Kind == w.Kind && v.Int == w.Int && v.Text == w.Text && slices.Equal(v.Ints, w.Ints) &&
		slices.Equal(v.Names, w.Names) &&
		slices.EqualFunc(v.Elems, w.Elems, hasSameForm)
}
