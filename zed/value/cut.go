package value

import "strings"

// textUnit is how many bytes of a text count as one part of a value.
const textUnit = 16

// Parts returns the number of parts of a value, itself included. Where there are more
// than limit, it returns some number greater than limit.
func (v Value) Parts(limit int) int {
	n := 1
	if v.obj == nil {
		return n
	}
	n += len(v.obj.name) / textUnit
	if v.obj.big != nil {
		n += v.obj.big.BitLen() / (8 * textUnit)
	}
	if n += len(v.obj.elems); n > limit {
		return n
	}
	for _, e := range v.obj.elems {
		if n += e.Parts(limit-n) - 1; n > limit {
			return n
		}
	}
	return n
}

// Cut returns a value with about `limit` parts of v, the first ones, and how many
// elements of sets and sequences, or texts, were left out or shortened. The value is
// for display: a set that was cut need not be in canonical form.
func (v Value) Cut(limit int) (Value, int) {
	c := &cutter{left: limit}
	return c.cut(v), c.out
}

// cutter cuts a value; left is the number of parts that it may still keep.
type cutter struct{ left, out int }

func (c *cutter) cut(v Value) Value {
	c.left--
	if v.obj == nil {
		return v
	}
	c.left -= len(v.obj.name) / textUnit
	name := v.obj.name
	if keep := max(len(name)+textUnit*c.left, textUnit); c.left < 0 && keep < len(name) {
		name = strings.ToValidUTF8(name[:keep], "") + "…"
		c.out++
	}
	elems := v.obj.elems
	if v.kind == Set || v.kind == Seq {
		elems = nil
		for i, e := range v.obj.elems {
			if c.left <= 0 {
				c.out += len(v.obj.elems) - i
				break
			}
			elems = append(elems, c.cut(e))
		}
		if len(elems) == 0 {
			return Value{kind: Set}
		}
	} else if len(elems) > 0 {
		elems = make([]Value, len(v.obj.elems))
		for i, e := range v.obj.elems {
			elems[i] = c.cut(e)
		}
	}
	return Value{kind: v.kind, obj: &object{elems: elems, name: name, names: v.obj.names, big: v.obj.big}}
}
