package sut

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// pile is a linked list with a sentinel, beside what its structures do not have.
type pile struct {
	root   card
	length int
	label  string
}

type card struct {
	next  *card
	value int
}

// RepOK tells whether the length is right.
func (p *pile) RepOK() error {
	if n := len(p.values()); n != p.length {
		return fmt.Errorf("it has %d cards, and the length %d", n, p.length)
	}
	return nil
}

func (p *pile) values() []int {
	var out []int
	for c := p.root.next; c != &p.root; c = c.next {
		out = append(out, c.value)
	}
	return out
}

// push forgets the length.
func (p *pile) push(value int) { p.root.next = &card{p.root.next, value} }

// clean does not.
func (p *pile) clean() { p.root.next, p.length = &p.root, 0 }

// broken has no predicate that returns.
type broken struct{ ring *broken }

func (b *broken) RepOK() bool {
	if b.ring == nil {
		panic(errors.New("no ring"))
	}
	return false
}

// desk has a pile within it.
type desk struct{ pile pile }

// table returns the table of desks.
func (desk) table(t *testing.T) *table {
	t.Helper()
	at := func(d *desk) *pile { return &d.pile }
	p := Program[desk]{
		New: func() *desk {
			d := &desk{pile{label: "mine"}}
			d.pile.clean()
			return d
		},
		State: []Var[desk]{
			Structured("top", at, func(p *pile) int { return append(p.values(), 0)[0] }),
			Structured("count", at, func(p *pile) int { return len(p.values()) }),
		},
		Units: []Unit[desk]{
			{Name: "push", Func: func(d *desk, n int) { d.pile.push(n) }, Params: Names{"n?"}},
		},
	}
	out, err := p.table()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// pileOf is the line of a pile in a listing.
func pileOf(values ...int) string {
	objects, next := "", `{"ref":"pile0","field":"root"}`
	for i := len(values) - 1; i >= 0; i-- {
		objects += fmt.Sprintf(`,{"name":"card%d","type":"card","fields":{"next":%s,"value":%d}}`, i, next, values[i])
		next = fmt.Sprintf(`{"ref":"card%d"}`, i)
	}
	return fmt.Sprintf(`{"objects":[{"name":"pile0","type":"pile","fields":{"root":{"next":%s},"length":%d}}%s]}`, next,
		len(values), objects)
}

// listPiles writes listings, and tells where they are.
func listPiles(t *testing.T, typ, lines, predicate string) {
	t.Helper()
	dir := t.TempDir()
	list, types := filepath.Join(dir, "list"), filepath.Join(dir, "types")
	all := fmt.Appendf(nil, `{%q: {"file": %q, "predicate": %q}}`, typ, list, predicate)
	if err := errors.Join(os.WriteFile(list, []byte(lines), 0o600), os.WriteFile(types, all, 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Setenv(StructuresVariable, types)
}

// TestStructured: the state before is a structure of the listing in which all variables have their values, made in
// its place, with fields that the listing does not have as they were; and its predicate is asked afterwards.
func TestStructured(t *testing.T) {
	const typ = "github.com/ttf-int/ttf-int/sut.pile"
	all := strings.Join([]string{pileOf(), pileOf(7), pileOf(5, 7), pileOf(5, 5), pileOf(7, 5, 5)}, "\n")
	integer := func(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }
	for _, c := range []struct {
		typ, lines string
		top, count *wire.Value
		wants      string // the values, or what is said
	}{
		{typ, all, integer(7), integer(3), "[7 5 5]"},
		{typ, all, integer(5), &wire.Value{}, "[5 "},
		{typ, all, &wire.Value{}, integer(0), "[]"},
		{typ, all, &wire.Value{}, &wire.Value{}, "not built"},
		{typ, all, integer(5), integer(3), "none of the 5 structures within the bounds has the state top = 5, count = 3"},
		{typ, "", integer(5), integer(3), "none of the 0 structures within the bounds has the state"},
		{typ, `{"objects":[{"name":"p","type":"pile","fields":{"size":1}}]}`, integer(5), integer(3),
			"top: the structure {"},
		{"example.com/p.pile", all, integer(5), integer(3), "no unit with state: korat is about such structures"},
	} {
		listPiles(t, c.typ, c.lines, "RepOK")
		table := desk{}.table(t)
		instance := table.make()
		run := &running{script: &script{session: &session{table: table}}, object: &object{instance: instance},
			wire: &wire.Step{Given: []*wire.Value{c.top, c.count, integer(9)}}}
		u := table.units[0]
		wrong, got := run.build(u), "not built"
		made := &instance.(*desk).pile
		switch {
		case wrong != nil:
			got = wrong.Message
		case run.built != nil:
			got = fmt.Sprint(made.values())
		}
		if !strings.Contains(got, c.wants) || made.label != "mine" {
			t.Errorf("top %v, count %v: got %s, label %q, expected %s", c.top, c.count, got, made.label, c.wants)
		}
		if faults := run.inspect(u); len(faults) > 0 {
			t.Errorf("top %v, count %v: %v", c.top, c.count, faults)
		}
		made.push(9)
		if faults := run.inspect(u); (len(faults) > 0) != (run.built != nil) {
			t.Errorf("top %v, count %v: %v is found of a wrong length", c.top, c.count, faults)
		}
	}
	none := &structured{}
	if err := none.inspect(&broken{}); err == nil || err.Error() != "RepOK panics after the call: no ring" {
		t.Errorf("a panic of RepOK: %v", err)
	}
	if err := none.inspect(&broken{&broken{}}); err == nil || err.Error() != "RepOK is false after the call" {
		t.Errorf("a no of RepOK: %v", err)
	}
}

// TestPicked: the first steps with the same values begin with structures that differ most, each begins with another one
// until there are no more, and what is told of each is what it was and what it has become.
func TestPicked(t *testing.T) {
	var lines []string
	for _, values := range [][]int{{1}, {1, 2}, {1, 3}, {1, 9, 8, 7, 6}, {1, 2, 3}, {2}} {
		lines = append(lines, pileOf(values...))
	}
	listPiles(t, "github.com/ttf-int/ttf-int/sut.pile", strings.Join(lines, "\n"), "RepOK")
	table := desk{}.table(t)
	u := table.units[0]
	begun := map[string]int{}
	for i := range 6 {
		run := &running{script: &script{session: &session{table: table}}, object: &object{instance: table.make()},
			wire: &wire.Step{Structure: uint32(i), Given: []*wire.Value{{Kind: wire.Kind_INT, Int: 1}, {}, {}}}}
		if wrong := run.build(u); wrong != nil {
			t.Fatal(wrong.Message)
		}
		made := &run.object.instance.(*desk).pile
		begun[fmt.Sprint(made.values())]++
		made.push(4)
		s := run.built.leave()
		if s.Fitting != 5 || strings.Count(s.After, `"type":"card"`) != strings.Count(s.Before, `"type":"card"`)+1 ||
			!strings.Contains(s.Before, `"label":"mine"`) || !strings.Contains(s.After, `"value":4`) {
			t.Errorf("structure %d: %d fit, before %s, after %s", i, s.Fitting, s.Before, s.After)
		}
		if longest := begun["[1 9 8 7 6]"]; i == 1 && longest != 1 {
			t.Errorf("the first two are %v, and not with the one that differs most from all others", begun)
		}
	}
	if len(begun) != 5 {
		t.Errorf("6 steps begin with %v, expected each of 5 structures", begun)
	}
}

// tidy is a structure whose predicate has another name than RepOK; none of it is a method that can be called.
type tidy struct{ n int }

func (t *tidy) isTidy() bool { return t.n == 0 }

// IsClean may be called.
func (t *tidy) IsClean() error { return errors.New("there is a spot") }

// TestPredicates: the predicate that is asked is the one that the project names, or that the program gives; one that is
// neither is not passed over.
func TestPredicates(t *testing.T) {
	at, show := func(d *tidy) *tidy { return d }, func(d *tidy) int { return d.n }
	for _, c := range []struct {
		name      string
		predicate []func(*tidy) error
		wants     string
	}{
		{"IsClean", nil, "IsClean after the call: there is a spot"},
		{"isTidy", nil, "the predicate isTidy of github.com/ttf-int/ttf-int/sut.tidy cannot be asked after the unit"},
		{"isTidy", []func(*tidy) error{Holds((*tidy).isTidy)}, "isTidy is false after the call"},
		{"IsClean", []func(*tidy) error{Holds((*tidy).isTidy)}, "IsClean is false after the call"},
		{"IsClean", []func(*tidy) error{nil}, ""},
	} {
		listPiles(t, "github.com/ttf-int/ttf-int/sut.tidy", `{"objects":[{"name":"tidy0","type":"tidy","fields":{"n":1}}]}`, c.name)
		v := Structured("n", at, show, c.predicate...)
		s := v.structured
		s.read(codecOf(t, reflect.TypeFor[int]()))
		got := ""
		if s.err != nil {
			got = s.err.Error()
		} else if err := s.inspect(&tidy{1}); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.wants) || c.wants == "" && got != "" {
			t.Errorf("%s, %d given: %q, expected %q", c.name, len(c.predicate), got, c.wants)
		}
	}
}

// TestUnlisted: where nothing is listed, a structured variable can be shown and not be set.
func TestUnlisted(t *testing.T) {
	table := desk{}.table(t)
	given := table.units[0].given
	for i, v := range given[:2] {
		if v.state.isBuilt() || !table.desc.Units[0].Given[i].Fixed {
			t.Errorf("%s can be set", v.name)
		}
		if err := v.state.write(table.make(), &wire.Value{Kind: wire.Kind_INT, Int: 3}); err == nil {
			t.Errorf("%s is set", v.name)
		}
	}
}
