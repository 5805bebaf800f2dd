package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"pgregory.net/rapid"
)

// writeLayers writes a project of units in layers, each of which includes some of
// the layer below.
func writeLayers(layers, width, inclusions int) (text string, units schema.Units, all []string) {
	var b strings.Builder
	units = schema.Units{}
	b.WriteString("S == [list : seq ℤ]\n")
	for l := 0; l < layers; l++ {
		for i := 0; i < width; i++ {
			name := fmt.Sprintf("U%dx%d", l, i)
			units[name] = name
			all = append(all, name)
			fmt.Fprintf(&b, "%s == [ΔS; x? : ℤ | x? > %d ∨ x? < %d] ∧ [x? : ℤ | true", name, i, l)
			for k := 0; k < inclusions && l > 0; k++ {
				fmt.Fprintf(&b, " ∧ U%dx%d", l-1, (i*7+k*13)%width)
			}
			b.WriteString("]\n")
		}
	}
	return strings.ReplaceAll(b.String(), "[x? : ℤ | true", "[list, list' : seq ℤ; x? : ℤ | true"), units, all
}

// nodes counts the distinct nodes of a predicate.
func nodes(e zed.Expr, seen map[zed.Expr]bool) int {
	if seen[e] {
		return 0
	}
	seen[e] = true
	n := 1
	for _, c := range zed.Children(e) {
		n += nodes(c, seen)
	}
	return n
}

// Unfolding shares: ten inclusions in each of eight layers would be ten
// million copies.
func TestUnfoldShares(t *testing.T) {
	text, _, all := writeLayers(8, 10, 10)
	c := calculus(t, text)
	seen := map[zed.Expr]bool{}
	total := 0
	for _, name := range all {
		n, err := c.Unfold(name)
		if err != nil {
			t.Fatal(err)
		}
		total += nodes(n.Pred, seen)
	}
	if total > 60*len(all) {
		t.Errorf("%d schemas have %d nodes", len(all), total)
	}
}

func TestRenamingShares(t *testing.T) {
	var b strings.Builder
	b.WriteString("L0 == [a : ℤ | a > 0]\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "L%d == L%d ∧ L%d'[a/a']\n", i, i-1, i-1)
	}
	n, err := calculus(t, b.String()).Unfold("L40")
	if err != nil {
		t.Fatal(err)
	}
	if got := nodes(n.Pred, map[zed.Expr]bool{}); got > 20_000 {
		t.Errorf("%d nodes", got)
	}
}

// Renaming there and back gives the same predicate, and free variables follow.
func TestRenameRoundTrip(t *testing.T) {
	preds := []string{
		"a < b", "∃ c : ℤ • a < c ∧ c < b", "∀ b : ℤ • a < b", "a ∈ {c : ℤ | c > b • c + a}",
		"∃ a : ℤ • ∀ c : ℤ | c > a • c > b", "(let c == a • c + b) = 1",
	}
	rapid.Check(t, func(r *rapid.T) {
		p := rapid.SampledFrom(preds).Draw(r, "predicate")
		to := rapid.SampledFrom([]string{"b₂", "c", "d", "z"}).Draw(r, "to")
		n, err := calculus(t, "A == [a, b : ℤ | "+p+"]\n").Unfold("A")
		if err != nil {
			r.Fatal(err)
		}
		there := schema.Rename(n.Pred, map[string]string{"a": to})
		back := schema.Rename(there, map[string]string{to: "a"})
		if got, want := strings.Join(schema.FreeVars(back), " "),
			strings.Join(schema.FreeVars(n.Pred), " "); got != want {
			r.Fatalf("%s: free %s, want %s (by way of %s)", p, got, want, zed.Print(there, zed.Unicode))
		}
		for _, v := range schema.FreeVars(there) {
			if v == "a" {
				r.Fatalf("%s: a is still free in %s", p, zed.Print(there, zed.Unicode))
			}
		}
		if same := schema.Rename(n.Pred, map[string]string{"q": to}); same != n.Pred {
			r.Fatalf("%s: renaming what is not free made a copy", p)
		}
	})
}

func TestSubstitute(t *testing.T) {
	for _, test := range []struct{ pred, by, want string }{
		{"a < b", "b + 1", "b + 1 < b"},
		{"∃ b : ℤ • a < b", "b + 1", "∃ b₁ : ℤ • b + 1 < b₁"},
		{"∃ a : ℤ • a < b", "b + 1", "∃ a : ℤ • a < b"},
		{"∀ b, c : ℤ | b = a • c = a", "b * c", "∀ b₁, c₁ : ℤ | b₁ = b * c • c₁ = b * c"},
		{"#{b : ℤ | b > a} = 1", "b", "#{b₁ : ℤ | b₁ > b • b₁} = 1"},
	} {
		c := calculus(t, "A == [a, b, c : ℤ | "+test.pred+"]\nB == [b, c, e : ℤ | e = "+test.by+"]\n")
		a, err := c.Unfold("A")
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.Unfold("B")
		if err != nil {
			t.Fatal(err)
		}
		by := b.Pred.(*zed.Op).Args[1]
		out := schema.Substitute(a.Pred, map[string]zed.Expr{"a": by})
		if got := zed.Print(out, zed.Unicode); got != test.want {
			t.Errorf("%s by %s:\n got %s\nwant %s", test.pred, test.by, got, test.want)
		}
		var typed func(zed.Expr)
		typed = func(e zed.Expr) {
			if e.Typ() == nil {
				t.Errorf("%s has no type", zed.Print(e, zed.Unicode))
			}
			for _, x := range zed.Children(e) {
				typed(x)
			}
		}
		typed(out)
	}
}

func BenchmarkProject(b *testing.B) {
	text, units, all := writeLayers(8, 250, 10)
	checked := spec(b, text)
	for b.Loop() {
		c := schema.New(checked)
		for _, name := range all {
			if _, err := c.Unfold(name); err != nil {
				b.Fatal(err)
			}
			if _, err := c.Operation(name, units); err != nil {
				b.Fatal(err)
			}
		}
	}
}
