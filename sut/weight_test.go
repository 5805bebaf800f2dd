package sut

import (
	"math"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// fill gives each field of a message values that take the most bytes, n to each list, and
// messages in it up to a depth.
func fill(m protoreflect.Message, depth, n int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		var v protoreflect.Value
		switch f.Kind() {
		case protoreflect.MessageKind:
			if depth == 0 {
				continue
			}
			if !f.IsList() {
				fill(m.Mutable(f).Message(), depth-1, n)
				continue
			}
			list := m.Mutable(f).List()
			for range n {
				e := list.NewElement()
				fill(e.Message(), depth-1, n)
				list.Append(e)
			}
			continue
		case protoreflect.StringKind:
			v = protoreflect.ValueOfString(strings.Repeat("x", 200))
		case protoreflect.BytesKind:
			v = protoreflect.ValueOfBytes(make([]byte, 1000))
		case protoreflect.BoolKind:
			v = protoreflect.ValueOfBool(true)
		case protoreflect.EnumKind:
			v = protoreflect.ValueOfEnum(math.MinInt32)
		case protoreflect.Uint32Kind:
			v = protoreflect.ValueOfUint32(math.MaxUint32)
		case protoreflect.Uint64Kind:
			v = protoreflect.ValueOfUint64(math.MaxUint64)
		default:
			v = protoreflect.ValueOfInt64(math.MinInt64)
		}
		if f.IsList() {
			for range n {
				m.Mutable(f).List().Append(v)
			}
			continue
		}
		m.Set(f, v)
	}
}

// TestWeigh: a result whose fields, all that there are, are as large as can be takes no
// more bytes than it is weighed, nor does a part of it.
func TestWeigh(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ depth, n int }{{0, 0}, {0, 100}, {1, 0}, {1, 1}, {1, 100}, {2, 20}, {4, 4}} {
		r, v := &wire.Result{}, &wire.Value{}
		fill(r.ProtoReflect(), c.depth, c.n)
		fill(v.ProtoReflect(), c.depth, c.n)
		if size := r.SizeVT(); size > weigh(r) || c.n > 1 && size < weigh(r)/2 {
			t.Errorf("%v: it takes %d bytes and is weighed %d", c, size, weigh(r))
		}
		values := []*wire.Value{v}
		if size := (&wire.Result{Got: values}).SizeVT(); size > weighValues(values) {
			t.Errorf("%v: a value takes %d bytes and is weighed %d", c, size, weighValues(values))
		}
		v.Names = nil
		if size := (&wire.Result{Got: values}).SizeVT(); size > weighValues(values) {
			t.Errorf("%v: a value takes %d bytes and is weighed %d", c, size, weighValues(values))
		}
	}
}
