package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// sequenceFunction returns the function on sequences that an operator stands for, and nil for
// other operators. The text that the function returns says why it has no value, or is "".
func sequenceFunction(o zed.Operator) func(args []value.Value) (value.Value, string) {
	part := func(pick func(s []value.Value) value.Value) func([]value.Value) (value.Value, string) {
		return func(args []value.Value) (value.Value, string) {
			if args[0].Len() == 0 {
				return value.Value{}, "the sequence is empty"
			}
			return pick(args[0].Items()), ""
		}
	}
	switch o {
	case zed.Cat:
		return func(args []value.Value) (value.Value, string) {
			return value.OfSeq(append(append([]value.Value(nil), args[0].Items()...), args[1].Items()...)), ""
		}
	case zed.Rev:
		return func(args []value.Value) (value.Value, string) {
			items := args[0].Items()
			out := make([]value.Value, len(items))
			for i, x := range items {
				out[len(items)-1-i] = x
			}
			return value.OfSeq(out), ""
		}
	case zed.Head:
		return part(func(s []value.Value) value.Value { return s[0] })
	case zed.Last:
		return part(func(s []value.Value) value.Value { return s[len(s)-1] })
	case zed.Tail:
		return part(func(s []value.Value) value.Value { return value.OfSeq(s[1:]) })
	case zed.Front:
		return part(func(s []value.Value) value.Value { return value.OfSeq(s[: len(s)-1 : len(s)-1]) })
	case zed.Squash:
		return func(args []value.Value) (value.Value, string) {
			if args[0].Kind() == value.Seq {
				return args[0], ""
			}
			var out []value.Value
			for i, p := range args[0].Items() {
				if i > 0 && args[0].Elem(i-1).Elem(0).Equal(p.Elem(0)) {
					return value.Value{}, "it is not a function"
				}
				out = append(out, p.Elem(1))
			}
			return value.OfSeq(out), ""
		}
	case zed.DistCat:
		return func(args []value.Value) (value.Value, string) {
			var out []value.Value
			for _, s := range args[0].Items() {
				out = append(out, s.Items()...)
			}
			return value.OfSeq(out), ""
		}
	}
	return nil
}

// sequence compiles a function on sequences, whose items may be holes.
func (c *operators) sequence(e *zed.Op, f func([]value.Value) (value.Value, string)) machine.Term {
	terms := c.root.Terms(e.Args)
	inner := e.Op == zed.DistCat
	sequences := e.Op != zed.Squash
	return func(m *machine.Machine) (value.Value, bool) {
		var args [2]value.Value
		for i, x := range terms {
			v, ok := m.Shell(x(m))
			if ok && inner {
				v, ok = m.Whole(v, true)
			}
			if !ok {
				return v, false
			}
			if sequences && !machine.IsSequence(v) {
				return m.Undefined(e, "%s is not a sequence", v)
			}
			if inner {
				if k := slices.IndexFunc(v.Items(),
					func(s value.Value) bool { return !machine.IsSequence(s) }); k >= 0 {
					return m.Undefined(e, "%s is not a sequence", v.Items()[k])
				}
			}
			args[i] = v
		}
		size := args[0].Len() + args[1].Len()
		if inner {
			size = 0
			for _, s := range args[0].Items() {
				size += s.Len()
			}
		}
		if size > machine.MaxBuilt {
			return value.Value{}, m.TooMany(e, machine.MaxBuilt)
		}
		v, why := f(args[:len(terms)])
		if why != "" {
			return m.Undefined(e, why, value.Value{})
		}
		return v, true
	}
}
