package sut

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestClock: the clock goes on by what it is told and by what waits on it, and not back.
func TestClock(t *testing.T) {
	t.Parallel()
	var c Clock
	if !c.Now().Equal(time.Unix(0, 0)) {
		t.Errorf("it begins at %v", c.Now())
	}
	began := c.Now()
	c.Advance(2)
	c.Advance(-1)
	c.Sleep(3)
	if at := <-c.After(5); !at.Equal(time.Unix(0, 10)) || c.Elapsed() != 10 {
		t.Errorf("After gives %v, and %v have elapsed", at, c.Elapsed())
	}
	if c.Since(began) != 10 || c.Until(began) != -10 {
		t.Errorf("since the beginning: %v, until it: %v", c.Since(began), c.Until(began))
	}
	c.Set(7)
	if c.Now().UnixNano() != 7 {
		t.Errorf("set to 7 it shows %v", c.Now())
	}
	c.Advance(math.MaxInt64)
	if c.Elapsed() != math.MaxInt64 {
		t.Errorf("at its end it shows %d", c.Elapsed())
	}
}

// TestTimes: a time comes back as it was, the zero time included, and one that cannot be counted is refused.
func TestTimes(t *testing.T) {
	t.Parallel()
	cs, err := newCodecs([]Type{Times()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := cs.find(reflect.TypeFor[time.Time]())
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{{}, time.Unix(0, 0), time.Unix(0, -5), time.Unix(1<<33, 999)} {
		var w wire.Value
		var back time.Time
		if err := made.encode(reflect.ValueOf(at), &w, extent{}); err != nil {
			t.Errorf("%v: %v", at, err)
		} else if err := made.decode(&w, reflect.ValueOf(&back).Elem()); err != nil || !back.Equal(at) {
			t.Errorf("%v comes back as %v, %v", at, back, err)
		}
	}
	if err := made.encode(reflect.ValueOf(time.Unix(1<<40, 0)), &wire.Value{}, extent{}); err == nil {
		t.Error("a time that cannot be counted in nanoseconds is sent")
	}
}
