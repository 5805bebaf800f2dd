package sut

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestFirst: what is accepted first is given, whatever becomes of the values before it.
func TestFirst(t *testing.T) {
	t.Parallel()
	half := func(n int) (int, error) {
		if n%2 != 0 {
			return 0, errors.New("odd")
		}
		return 12 / n, nil
	}
	for _, c := range []struct {
		values []int
		want   int
		err    string
	}{
		{[]int{1, 0, 4, 2}, 3, ""}, {[]int{0, 1}, 0, "odd"},
		{[]int{1, 0}, 0, "panic: runtime error: integer divide by zero"},
		{nil, 0, "sut.First has no value to try"},
	} {
		got, err := First(half, c.values...)
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err || got != c.want {
			t.Errorf("%v: %d, %v, expected %d, %s", c.values, got, err, c.want, c.err)
		}
	}
}

// sized is an interface, of which wide is one.
type sized interface{ size() int }

type wide int

func (w wide) size() int { return int(w) }

type wider struct{ wide }

// seen is what a hidden shows.
type seen struct{ Twice int }

// TestHeldAndShown: what is held as an interface is a value of the type behind it, and an object what it shows, of
// which none is made.
func TestHeldAndShown(t *testing.T) {
	t.Parallel()
	cs, err := newCodecs([]Type{Held[sized, wide]("noSized", "sized"),
		Shown("noHidden", "someHidden", func(h *hidden) seen { return seen{h.twice(2)} })}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value      reflect.Value
		want, back string
	}{
		{reflect.ValueOf(new(sized(wide(3)))).Elem(), "sized(3)", ""},
		{reflect.ValueOf(new(sized)).Elem(), `"noSized"`, ""},
		{reflect.ValueOf(new(sized(wider{1}))).Elem(), "it holds a sut.wider, and the table says that it holds a sut.wide", ""},
		{reflect.ValueOf(new(&hidden{x: 5})).Elem(), "someHidden(⦉Twice == 20⦊)", "of which none can be made"},
		{reflect.ValueOf(new((*hidden)(nil))).Elem(), `"noHidden"`, ""},
	} {
		codec, err := cs.find(c.value.Type())
		if err != nil {
			t.Fatal(err)
		}
		w := &wire.Value{}
		if err := codec.encode(c.value, w, extent{}); err != nil {
			if err.Error() != c.want {
				t.Errorf("%v, expected %s", err, c.want)
			}
			continue
		}
		if got := key(w); got != c.want {
			t.Errorf("%s, expected %s", got, c.want)
		}
		back := reflect.New(c.value.Type()).Elem()
		err = codec.decode(w, back)
		if c.back != "" && (err == nil || !strings.Contains(err.Error(), c.back)) ||
			c.back == "" && (err != nil || !reflect.DeepEqual(back.Interface(), c.value.Interface())) {
			t.Errorf("%s came back as %v, %v", c.want, back, err)
		}
	}
	for _, wrong := range []Type{Held[sized, int]("a", "b"), Held[wide, wide]("a", "b")} {
		if cs, err := newCodecs([]Type{wrong}, nil); err == nil {
			if _, err = cs.find(wrong.typ); err == nil {
				t.Error("what does not implement an interface is taken to be behind it")
			}
		}
	}
}
