//go:build underTest

package coffee

import (
	"cmp"
	"fmt"

	"github.com/ttf-int/ttf-int/sut"
)

// underTest is an instance: one machine of each kind.
type underTest struct {
	coffee, refund, remember Machine
	vending                  *Vending
}

// made returns a new machine of the kind that is wanted: "" for the box's own, m3, m4, m5
// or the name of a fault.
func made(wanted string, own Machine) (Machine, error) {
	switch wanted {
	case "":
		return own, nil
	case "m3":
		return &Simple{}, nil
	case "m4":
		return &Refunding{}, nil
	case "m5":
		return &Remembering{}, nil
	}
	if f := Faults[wanted]; f != nil {
		return f(), nil
	}
	return nil, fmt.Errorf("there is no coffee machine %q", wanted)
}

// Serve serves the machines. Where a coffee machine is named, it is in the boxes of all
// three. It returns an error for one that there is not.
func Serve(machine, mood string) error {
	if _, err := made(machine, nil); err != nil {
		return err
	}
	put := func(own Machine) Machine {
		m, _ := made(machine, own)
		return m
	}
	in, out := sut.Names{"i?"}, sut.Names{"o!"}
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest {
			return &underTest{put(&Simple{}), put(&Refunding{}), put(&Remembering{}),
				&Vending{mood: cmp.Or(Mood(mood), Fickle)}}
		},
		Units: []sut.Unit[underTest]{
			{Name: "coffee", Func: func(u *underTest, i IO) []IO { return u.coffee.Apply(i) }, Params: in,
				Results: out},
			{Name: "refund", Func: func(u *underTest, i IO) []IO { return u.refund.Apply(i) }, Params: in,
				Results: out},
			{Name: "remember", Func: func(u *underTest, i IO) []IO { return u.remember.Apply(i) }, Params: in,
				Results: out},
			{Name: "vend", Func: func(u *underTest, p Pressed) []Drink { return u.vending.Apply(p) }, Params: in,
				Results: out},
		},
	})
	return nil
}
