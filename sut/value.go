package sut

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// maxShown bounds the length of what show returns, which becomes part of messages.
const maxShown = 200

// show returns a value as text for a message.
func show(w *wire.Value) string {
	s := []rune(key(w))
	if len(s) > maxShown {
		return string(s[:maxShown]) + "…"
	}
	return string(s)
}

// isEqual tells whether two values are equal, in whatever form they were sent.
func isEqual(v, w *wire.Value) bool {
	if v.Kind == w.Kind && v.Int == w.Int && v.Text == w.Text && len(v.Elems)+len(w.Elems) == 0 &&
		slices.Equal(v.Ints, w.Ints) {
		return true
	}
	return key(v) == key(w)
}

// key returns a text that is the same for equal values: for sets with their elements in
// any order, for sequences that are sent as sets of pairs, and for names that are sent
// as strings.
func key(w *wire.Value) string {
	if w == nil {
		return "nothing"
	}
	switch w.Kind {
	case wire.Kind_INT:
		return strconv.FormatInt(w.Int, 10)
	case wire.Kind_BIG:
		return w.Text
	case wire.Kind_STRING, wire.Kind_ATOM:
		return strconv.Quote(w.Text)
	case wire.Kind_SEQ:
		return list("⟨", keys(w), "⟩")
	case wire.Kind_TUPLE:
		return list("(", keys(w), ")")
	case wire.Kind_SET:
		return setKey(w)
	case wire.Kind_CTOR:
		return w.Text + list("(", keys(w), ")")
	case wire.Kind_BINDING:
		parts := keys(w)
		for i := range min(len(parts), len(w.Names)) {
			parts[i] = w.Names[i] + " == " + parts[i]
		}
		slices.Sort(parts)
		return list("⦉", parts, "⦊")
	}
	if w.Kind == wire.Kind_OBJECT {
		return "object " + strconv.FormatInt(w.Int, 10)
	}
	return "nothing"
}

func keys(w *wire.Value) []string {
	n, at := elemsOf(w)
	out := make([]string, n)
	for i := range out {
		out[i] = key(at(i))
	}
	return out
}

func setKey(w *wire.Value) string {
	if s, ok := asSequence(w); ok {
		return list("⟨", keys(s), "⟩")
	}
	elems := keys(w)
	slices.Sort(elems)
	return list("{", slices.Compact(elems), "}")
}

func list(open string, elems []string, shut string) string {
	return open + strings.Join(elems, ", ") + shut
}
