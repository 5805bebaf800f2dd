package tactics

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// audit enumerates small operands of a partition and returns its mistakes:
// holes, overlaps and dead rows.
func audit(t *testing.T, p Partition) []string {
	t.Helper()
	spec, err := types.Check(nil)
	if err != nil {
		t.Fatal(err)
	}
	var vars []zed.Var
	var domains [][]value.Value
	for i, sort := range p.Sorts {
		typ, values := universe(sort)
		vars = append(vars, zed.Var{Name: p.Params[i], Type: typ})
		domains = append(domains, values)
	}
	compile := func(text string) *eval.Program {
		e, err := parse.Expr(source.NewFile("row", text).Whole())
		if err != nil {
			t.Fatal(err)
		}
		checked, err := spec.Pred(e, vars)
		if err != nil {
			t.Fatal(err)
		}
		program, err := eval.Compile(checked, p.Params, &eval.Globals{})
		if err != nil {
			t.Fatal(err)
		}
		return program
	}
	given := compile(p.Given)
	rows := make([]*eval.Program, len(p.Rows))
	used := make([]bool, len(p.Rows))
	for i, r := range p.Rows {
		rows[i] = compile(r)
	}
	holds := func(program *eval.Program, frame []value.Value) bool {
		truth, reason := program.Truth(frame)
		if truth != eval.True && truth != eval.False {
			t.Fatalf("%v: undefined: %v", frame, reason)
		}
		return truth == eval.True
	}
	mistakes := map[string]bool{}
	each(domains, nil, func(frame []value.Value) {
		if !holds(given, frame) {
			return
		}
		var in []string
		for i, r := range rows {
			if holds(r, frame) {
				used[i] = true
				in = append(in, p.Rows[i])
			}
		}
		if len(in) == 0 {
			mistakes["hole"] = true
		}
		if len(in) > 1 {
			mistakes["overlap: "+strings.Join(in, " | ")] = true
		}
	})
	for i, u := range used {
		if !u {
			mistakes["dead: "+p.Rows[i]] = true
		}
	}
	var out []string
	for m := range mistakes {
		out = append(out, m)
	}
	return out
}

func universe(s Sort) (zed.Type, []value.Value) {
	var ints []value.Value
	for i := int64(-3); i <= 3; i++ {
		ints = append(ints, value.OfInt(i))
	}
	switch s {
	case Number:
		return zed.IntType{}, ints
	case Element:
		return zed.IntType{}, ints[4:]
	case SetOfElements:
		var sets []value.Value
		for mask := range 8 {
			var elems []value.Value
			for i, x := range ints[4:] {
				if mask&(1<<i) != 0 {
					elems = append(elems, x)
				}
			}
			sets = append(sets, value.OfSet(elems))
		}
		return zed.PowerType{Elem: zed.IntType{}}, sets
	}
	sequences := []value.Value{value.OfSeq(nil)}
	for length := 1; length <= 3; length++ {
		var domains [][]value.Value
		for range length {
			domains = append(domains, ints[4:])
		}
		each(domains, nil, func(s []value.Value) {
			sequences = append(sequences, value.OfSeq(append([]value.Value(nil), s...)))
		})
	}
	return zed.SeqOf(zed.IntType{}), sequences
}

func each(domains [][]value.Value, frame []value.Value, f func([]value.Value)) {
	if len(frame) == len(domains) {
		f(frame)
		return
	}
	for _, x := range domains[len(frame)] {
		each(domains, append(frame[:len(frame):len(frame)], x), f)
	}
}

// Every table covers what it divides, without overlap and without a dead row.
func TestPartitions(t *testing.T) {
	for _, p := range Partitions() {
		if mistakes := audit(t, p); len(mistakes) > 0 {
			t.Errorf("%s: %s", p.Op, strings.Join(mistakes, "; "))
		}
	}
}

// The audit finds what is put in on purpose; the tables are the published ones
// for > and +, with their mistakes.
func TestAuditFindsMistakes(t *testing.T) {
	numbers := []Sort{Number, Number}
	for _, test := range []struct {
		p    Partition
		want string
	}{
		{Partition{zed.Greater, []string{"A", "B"}, numbers, "A > B", []string{
			"A < 0 ∧ A > B", "A < 0 ∧ B = 0 ∧ A > B", "A = 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0"}}, "hole"},
		{Partition{zed.Greater, []string{"A", "B"}, numbers, "A > B", []string{
			"A < 0 ∧ A > B", "A < 0 ∧ B > 0 ∧ A > B", "A = 0 ∧ B < 0", "A > 0 ∧ B < 0", "A > 0 ∧ B = 0", "A > B ∧ B > 0"}}, "dead: A < 0 ∧ B > 0 ∧ A > B"},
		{Partition{zed.In, []string{"x", "A"}, []Sort{Element, SetOfElements}, "x ∈ A", []string{"A = {x}", "x ∈ A"}}, "overlap: A = {x} | x ∈ A"},
	} {
		mistakes := audit(t, test.p)
		if !strings.Contains(fmt.Sprint(mistakes), test.want) {
			t.Errorf("%s: found %q, want %q among them", test.p.Op, mistakes, test.want)
		}
	}
}
