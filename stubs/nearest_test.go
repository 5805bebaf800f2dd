package stubs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed/value"
)

const nearestZ = `Q == [s, s' : seq ℤ; a?, b? : ℤ; m? : ℙ ℤ; f? : ℤ ⇸ ℤ; w? : 𝕊 | s' = s]
P == [s, s' : seq ℤ; a?, b? : ℤ; m? : ℙ ℤ; f? : ℤ ⇸ ℤ; w? : 𝕊 | Q]
`

// TestNearest: a call that no row of a table fits is told which row is nearest, however little they have in common, and
// in what these two differ.
func TestNearest(t *testing.T) {
	ints := func(list ...int64) []value.Value {
		var out []value.Value
		for _, n := range list {
			out = append(out, value.OfInt(n))
		}
		return out
	}
	call := map[string]value.Value{"s": value.OfSeq(ints(1, 2, 3, 4, 5)), "s'": value.OfSeq(ints(1, 2, 3, 4, 5)),
		"a?": value.OfInt(7), "b?": value.OfInt(-3), "m?": value.OfSet(ints(1, 2, 3, 4)), "w?": value.OfStr("orders"),
		"f?": value.OfSet([]value.Value{value.OfTuple(ints(1, 10)...), value.OfTuple(ints(2, 20)...),
			value.OfTuple(ints(3, 30)...), value.OfTuple(ints(4, 40)...)})}
	for _, c := range []struct {
		rows []string
		row  int
		want string
	}{
		{[]string{"a?: 100", "a?: 9", "a?: -7"}, 1, "a? = 9, where the call has 7"},
		{[]string{"a?: 8, b?: -4", "a?: 7, b?: 900"}, 1, "b? = 900, where the call has -3"},
		{[]string{"a?: 8", "a?: 8, b?: -3"}, 1, "a? = 8, where the call has 7"},
		{[]string{"a?: 8", "b?: -4"}, 0, "a? = 8, where the call has 7"},
		{[]string{"s: []", "s: [1, 2, 9, 4, 5]", "s: [5, 4, 3, 2, 1]"}, 1, "element 3 of s is 9, where the call has 3"},
		{[]string{"s: [9]", "s: [1, 2, 4, 5]"}, 1, "s has ⟨⟩ after element 2, where the call has ⟨3⟩"},
		{[]string{"s: [9, 9]", "s: [0, 1, 2, 3, 4, 5]"}, 1, "s has ⟨0⟩ from the beginning, where the call has ⟨⟩"},
		{[]string{"s: [8, 8, 8, 8, 8]"}, 0, "s = ⟨8, 8, 8, 8, 8⟩, where the call has ⟨1, 2, 3, 4, 5⟩"},
		{[]string{"s: [1, 2, 3, 4, 6]", "s: [1, 2, 3, 4, 90]"}, 0, "element 5 of s is 6, where the call has 5"},
		{[]string{"m?: [7, 8]", "m?: [1, 2, 3, 9]"}, 1,
			"m? has 9, and the call does not; m? does not have 4, and the call does"},
		{[]string{"f?: [[5, 50]]", "f?: [[1, 10], [2, 21], [3, 30], [4, 40]]",
			"f?: [[1, 10], [2, 90], [3, 30], [4, 40]]"}, 1,
			"f? has 2 ↦ 21, and the call does not; f? does not have 2 ↦ 20, and the call does"},
		{[]string{"f?: [[7, 10], [8, 20]]", "f?: [[2, 20], [3, 30], [4, 40]]"}, 1,
			"f? does not have 1 ↦ 10, and the call does"},
		{[]string{"m?: []"}, 0, "m? = ∅, where the call has {1, 2, 3, 4}"},
		{[]string{`w?: "payments"`, `w?: "order"`, `w?: "o"`}, 1, `w? = "order", where the call has "orders"`},
	} {
		list := "{when: {" + strings.Join(c.rows, "}, then: {}},\n  {when: {") + "}, then: {}}"
		system, decider, _ := project(t, nearestZ, "unit: q\nsut: p\nz: spec.zed\nschema: Q\n---\nunit: p\nsut: p\nz: spec.zed\n"+
			"schema: P\nuses: [q]\nstubs: {q: {decision: manual, answers: [\n  "+list+"]}}\n")
		p, q := system.Unit("p"), system.Unit("q")
		_, err := decider.Answer(context.Background(), p, q, q.Frame(call), result.Manual, 0)
		if err == nil {
			t.Errorf("%q answer the call", c.rows)
			continue
		}
		at := p.Stubs[0].Answers[c.row].Span.Pos().String()
		want := "no row of the table of answers for q fits the call; nearest is " + at + ", but for " + c.want
		if err.Error() != want {
			t.Errorf("%q:\n%s, expected\n%s", c.rows, err, want)
		}
	}
}
