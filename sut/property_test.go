package sut

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// thermostat keeps tenths of a degree.
type thermostat struct{ tenths int }

func (t *thermostat) warm() { t.tenths += 10 }

func TestProperty(t *testing.T) {
	t.Parallel()
	p := Program[thermostat]{
		New: func() *thermostat { return &thermostat{tenths: 200} },
		State: []Var[thermostat]{
			Property("degrees", func(t *thermostat) int { return t.tenths / 10 },
				func(t *thermostat, d int) { t.tenths = 10 * d }),
			Property("model", func(*thermostat) string { return "M1" }, nil),
		},
		Units: []Unit[thermostat]{{Name: "warm", Func: (*thermostat).warm}},
	}
	table, err := p.table()
	if err != nil {
		t.Fatal(err)
	}
	integer := func(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }
	text := func(s string) *wire.Value { return &wire.Value{Kind: wire.Kind_STRING, Text: s} }
	for _, test := range []struct {
		name    string
		set     *wire.Value
		want    string // as it is read back
		refused string // "" where it is set
		fixed   bool
	}{
		{"degrees", integer(25), "25", "", false},
		{"degrees", text("warm"), "20", "is not an integer", false},
		{"model", text("M1"), `"M1"`, "", true},
		{"model", text("M2"), `"M1"`, `it cannot be set from "M1" to "M2"`, true},
	} {
		instance := table.make()
		for i, v := range table.units[0].given {
			if v.name != test.name {
				continue
			}
			err := v.state.write(instance, test.set)
			if (err == nil) != (test.refused == "") || err != nil && !strings.Contains(err.Error(), test.refused) {
				t.Errorf("%s set to %s: %v, want %q", test.name, show(test.set), err, test.refused)
			}
			got := &wire.Value{}
			err = v.state.codec.encode(v.state.read(instance), got, extent{})
			if err != nil || show(got) != test.want {
				t.Errorf("%s set to %s reads %s (%v), want %s", test.name, show(test.set), show(got), err, test.want)
			}
			if fixed := table.desc.Units[0].Given[i].Fixed; fixed != test.fixed {
				t.Errorf("%s: fixed is %v", test.name, fixed)
			}
		}
	}
}
