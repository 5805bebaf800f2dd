package tactics_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// parity is a tactic as another package writes it: it divides by whether an integer is
// even, where the operation mentions it.
func parity() tactics.Tactic {
	return tactics.Tactic{
		Name: "parity", Label: "EO", Argument: "an integer", Covers: true, Disjoint: true, Kind: suite.Evaluable,
		Read: func(b *tactics.Basis, entry spec.Tactic) (tactics.Divider, error) {
			text := entry.Arg.Scalar
			_, term, err := b.Term(text)
			if err != nil {
				return nil, err
			}
			if !zed.SameType(term.Typ(), zed.IntType{}) || !b.Occurs(term) {
				return nil, source.Errorf(text.FullSpan(), "%s is not an integer of %s", text.Value, b.Unit.Schema)
			}
			if err := b.Room(text.FullSpan(), 2); err != nil {
				return nil, err
			}
			var parts []tactics.Part
			for rest := range int64(2) {
				number := func(n int64) zed.Expr {
					return &zed.Num{Info: zed.Info{Type: zed.IntType{}},
						Value: big.NewInt(n)}
				}
				mod := &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: zed.Mod, Args: []zed.Expr{term, number(2)}}
				parts = append(parts, tactics.Part{
					Pred: &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Equal,
						Args: []zed.Expr{mod, number(rest)}}, Span: text.FullSpan()})
			}
			return func(leaf *suite.Condition) ([]tactics.Part, error) {
				if !slices.ContainsFunc(b.ConjunctsAt(leaf),
					func(e zed.Expr) bool { return slices.Contains(schema.FreeVars(e), text.Value) }) {
					return nil, nil // the leaf says nothing of it
				}
				return parts, nil
			}, nil
		},
	}
}

// TestOutside: a tactic needs nothing of the package that others cannot have. What goes
// first is what says so of itself.
func TestOutside(t *testing.T) {
	t.Parallel()
	const z = "Up == [n? : ℤ; r! : ℤ | n? > 3 ∧ r! = 1]\nDown == [n? : ℤ; r! : ℤ | n? ≤ 3 ∧ r! = 0]\nAll == Up ∨ Down\n"
	whole := parity()
	whole.Name, whole.Label, whole.Argument, whole.First = "one", "ONE", "", true
	whole.Read = func(*tactics.Basis, spec.Tactic) (tactics.Divider, error) {
		return func(*suite.Condition) ([]tactics.Part, error) { return []tactics.Part{{Pred: schema.True()}}, nil }, nil
	}
	for _, test := range []struct {
		known []tactics.Tactic
		list  string
		limit int
		want  string
	}{
		{append(tactics.All(), parity()), "{parity: n?}", 0, "DNF_1/EO_1 DNF_1/EO_2 DNF_2/EO_1 DNF_2/EO_2"},
		{append(tactics.All(), parity()), "dnf, {parity: n?}, dnf", 0, "DNF_1/EO_1 DNF_1/EO_2 DNF_2/EO_1 DNF_2/EO_2"},
		{append(tactics.All(), parity()), "{parity: n?}", 4,
			"the testing tree of all (All) would have 5 conditions or more; the limit is 4"},
		{append(tactics.All(), parity()), "{parity: m?}", 0, "m?"},
		{append(tactics.All(), whole), "dnf", 0, "ONE_1/DNF_1 ONE_1/DNF_2"},
		{append(tactics.All(), whole), "dnf, one, one", 0, "DNF_1/ONE_1 DNF_2/ONE_1"},
		{append(tactics.All(), whole), "basic", 0, "DNF_1/ONE_1 DNF_2/ONE_1"},
		{[]tactics.Tactic{parity()}, "{parity: n?}", 0, "EO_1 EO_2"},
	} {
		system := readList(t, z, test.list)
		tree, err := tactics.BuildFrom(system, system.Unit("all"), test.limit, test.known)
		got := fmt.Sprint(err)
		if err == nil {
			var ids []string
			for _, l := range tree.Leaves() {
				ids = append(ids, strings.TrimPrefix(l.ID, "all/"))
			}
			got = strings.Join(ids, " ")
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: got %s, want %s", test.list, got, test.want)
		}
	}
}

// readList reads a project whose unit is the schema All, with a list of tactics.
func readList(t *testing.T, z, list string) *spec.System {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [unit.yaml]\n",
		"unit.yaml":    "unit: all\nz: spec.zed\nschema: All\ntactics: [" + list + "]\n",
		"spec.zed":     z,
	})
	return system
}
