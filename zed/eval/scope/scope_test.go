package scope_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/value"
)

const document = `
[T]
C ::= red | green
R ::= tip | cons⟪ℤ × R⟫
low == 1 .. 3
odd == {n : ℤ • 2 * n + 1}
own == low
pairs[X] == X × X

│ sum : seq ℤ → ℤ
│ endless : ℙ ℤ
├
│ sum ⟨⟩ = 0
│ ∀ x : ℤ; s : seq ℤ • sum (⟨x⟩ ⌢ s) = x + sum s
│ ∀ n : ℤ • n ∈ endless ⇔ n mod 2 = 0
`

// TestPlaces: a name stands for the variable that was brought into scope last and has not left,
// and each variable has a place of its own, whatever came and went before.
func TestPlaces(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 5))
	names := []string{"a", "b", "c", "d"}
	for range 200 {
		type local struct {
			name  string
			place int
		}
		p := scope.NewPlaces([]string{"a", "b"})
		inScope := []local{{"a", 0}, {"b", 1}}
		var leaves []func()
		taken := map[int]bool{0: true, 1: true, p.Slots: true}
		for range 30 {
			if random.IntN(3) > 0 {
				name := names[random.IntN(len(names))]
				place, leave := p.Local(name)
				if taken[place] || place <= p.Slots || place >= p.Size {
					t.Fatalf("%s has the place %d of %d, which is not free", name, place, p.Size)
				}
				taken[place] = true
				inScope, leaves = append(inScope, local{name, place}), append(leaves, leave)
			} else if len(leaves) > 0 {
				leaves[len(leaves)-1]()
				inScope, leaves = inScope[:len(inScope)-1], leaves[:len(leaves)-1]
			}
			innermost := map[string]int{}
			for _, l := range inScope {
				innermost[l.name] = l.place
			}
			for _, name := range names {
				want, has := innermost[name]
				if got, ok := p.Find(name); ok != has || has && got != want {
					t.Fatalf("%s has the place %d (%v), want %d (%v)", name, got, ok, want, has)
				}
			}
			a, d := &zed.Ref{Name: "a", Kind: zed.Local}, &zed.Ref{Name: "d", Kind: zed.Local}
			want := 0
			for _, name := range []string{"a", "d"} {
				if place := innermost[name]; place > p.Slots {
					want = max(want, place)
				}
			}
			if got := p.Use(&zed.TupleExt{Elems: []zed.Expr{a, d}}).Place; got != want {
				t.Fatalf("the innermost variable of (a, d) is at %d, want %d", got, want)
			}
		}
	}
}

// TestForms: what the form of a set says of it.
func TestForms(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "A, B : ℙ ℤ; f : ℤ ↔ ℤ")
	for _, test := range []struct{ text, says string }{
		{"1 .. 3", "finite"}, {"{1, 2}", "finite"}, {"⟨1, 2⟩", "finite"}, {"A", "finite"}, {"ℕ", "endless number"},
		{"ℤ", "endless number"}, {"ℕ₁", "endless number"}, {"𝕊", "endless"}, {"ℙ A", "space"}, {"A ⇸ B", "space"},
		{"A ↔ ℤ", "endless space"}, {"seq A", "endless space"}, {"ℙ ℤ", "endless space"}, {"A × ℤ", "endless"},
		{"ℤ ∩ A", ""}, {"ℤ ∩ ℕ", "endless"}, {"ℤ ∖ A", "endless"}, {"A ∖ ℤ", ""}, {"A ∪ ℕ", "endless"},
		{"{x : ℤ • x}", "endless"}, {"{x : ℤ | x ∈ A • x}", ""}, {"{x : A • x}", ""}, {"dom f", ""},
		{"T", "finite"}, {"C", "finite"}, {"R", "endless finite"}, {"low", "finite"}, {"odd", "endless"},
		{"own", "finite"}, {"pairs[ℤ]", "endless"}, {"pairs[low]", ""},
	} {
		e := w.Expr(test.text)
		var says []string
		for _, form := range []struct {
			name string
			is   bool
		}{{"endless", w.Definitions.Endless(e)}, {"finite", scope.IsTakenAsFinite(e)}, {"number", scope.Number(e)},
			{"space", scope.IsSpace(e)}} {
			if form.is {
				says = append(says, form.name)
			}
		}
		if got := strings.Join(says, " "); got != test.says {
			t.Errorf("%s is %q by its form, want %q", test.text, got, test.says)
		}
		if !scope.AreAlike(e, w.Expr(" ("+test.text+") ")) || scope.AreAlike(e, w.Expr("ℤ × ℕ")) {
			t.Errorf("%s is not alike itself, or is alike another set", test.text)
		}
	}
}

// TestTexts: the variables of a text, whether it declares each once, and the tuple of them.
func TestTexts(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	for _, test := range []struct {
		text, tuple string
		simple      bool
	}{
		{"{x : ℤ • x}", "x", true}, {"{x, y : ℤ • x}", "(x, y)", true}, {"{y : ℤ; x : C • x}", "(y, x)", true},
	} {
		text := w.Expr(test.text).(*zed.Comp).Text
		if got := zed.Print(scope.TupleOf(text), zed.Unicode); got != test.tuple || scope.Simple(text) != test.simple {
			t.Errorf("%s has the tuple %s (simple: %v), want %s", test.text, got, scope.Simple(text), test.tuple)
		}
	}
	set := w.Expr("ℕ")
	x := zed.Decl{Names: []zed.Ident{{Name: "x"}}, Type: set}
	if scope.Simple(zed.Text{Decls: []zed.Decl{x, x}}) || !scope.Simple(zed.Text{Decls: []zed.Decl{x}}) {
		t.Error("a text is simple where it declares every variable once")
	}
	for text, want := range map[string]bool{"x ∈ ℕ": true, "x ∈ ℤ": false, "true": true, "x > 0": false,
		"x + 1 ∈ ℕ": false} {
		body := w.Expr("∀ x : ℤ • " + text).(*zed.Quant).Body
		if got := scope.Always(body, set); got != want {
			t.Errorf("%s says no more than x ∈ ℕ: %v", text, got)
		}
	}
	for text, want := range map[string]string{"cons": "cons", "tip": "", "red": "", "sum": "", "low": ""} {
		name, is := scope.Constructor(w.Expr(text))
		if is != (want != "") || is && name != want {
			t.Errorf("%s is a constructor: %q, %v", text, name, is)
		}
	}
}

// TestDefinitions: what names are defined to be, at their actual parameters; a variable in scope
// and a constant with a value hide it.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	d := w.Definitions
	global := func(name string) *zed.Ref {
		return &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Name: name, Kind: zed.Global}
	}
	for text, want := range map[string]string{"low": "1..3", "own": "1..3", "pairs[1 .. 2]": "1..2 × 1..2",
		"sum": "sum", "ℕ": "ℕ", "{1}": "{1}"} {
		e := w.Expr(text)
		if got := zed.Print(d.Resolve(e), zed.Unicode); got != want {
			t.Errorf("%s is defined to be %s, want %s", text, got, want)
		}
		if first := d.Resolve(e); d.Resolve(e) != first {
			t.Errorf("%s is another term each time", text)
		}
	}
	if sum := d.Function(w.Expr("sum")); d.Function(w.Expr("low")) != nil || sum == nil ||
		d.Function(w.Expr("sum")) != sum {
		t.Error("sum is one function, and low is none")
	}
	_, leave := w.Places.Local("sum")
	if d.LookUp(global("sum")) != nil {
		t.Error("a variable does not hide a definition")
	}
	leave()
	if d.LookUp(global("sum")) == nil {
		t.Error("a variable hides a definition after it has left")
	}
	w.Globals.Consts["sum"] = value.OfSet(nil)
	if d.LookUp(global("sum")) != nil {
		t.Error("a value does not hide a definition")
	}
	leaveName := d.Enter("odd")
	if !d.IsEntered("odd") || d.IsEntered("own") {
		t.Error("what is being looked at is not noted")
	}
	if leaveName(); d.IsEntered("odd") {
		t.Error("what was looked at is noted for ever")
	}
}

// TestMemory: an outcome is worth a place where its term is reached more than once, or stands
// under variables that it does not mention.
func TestMemory(t *testing.T) {
	t.Parallel()
	p := scope.NewPlaces([]string{"n"})
	memory := scope.NewMemory(p)
	truth := zed.Info{Type: zed.BoolType{}}
	leaf := func(name string) zed.Expr {
		return &zed.Op{Info: truth, Op: zed.Equal, Args: []zed.Expr{&zed.Ref{Name: name, Kind: zed.Local},
			&zed.Ref{Name: name, Kind: zed.Local}}}
	}
	once, twice := leaf("n"), leaf("n")
	both := &zed.Logic{Info: truth, Op: zed.And, Args: []zed.Expr{once, twice, twice}}
	memory.Count(both)
	if !memory.IsRepeated(p.Use(both)) {
		t.Error("a conjunction that other terms may share is not remembered")
	}
	memory.Forget()
	for _, test := range []struct {
		name     string
		e        zed.Expr
		repeated bool
	}{{"once", once, false}, {"twice", twice, true}, {"all", both, false}} {
		if memory.IsRepeated(p.Use(test.e)) != test.repeated || memory.Shares(test.e) != test.repeated {
			t.Errorf("%s: remembered is not %v", test.name, test.repeated)
		}
	}
	_, leave := p.Local("x")
	if !memory.IsRepeated(p.Use(once)) || memory.IsRepeated(p.Use(leaf("x"))) {
		t.Error("what a quantifier does not bind is remembered, and what it binds is not")
	}
	leave()
	holds := func(*machine.Machine) machine.Truth { return machine.True }
	for i := range 3 {
		if memory.Size() != i {
			t.Errorf("%d outcomes have %d places", i, memory.Size())
		}
		memory.Remember(holds, 0)
	}
}

// TestEndless: where a set is not endless by its form and has no part that is, it can be run
// through; what can be built is never said to be a set of numbers' own.
func TestEndless(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	atoms := []string{"(1 .. 3)", "{1, 5}", "low", "ℕ", "ℤ"}
	sets := slices.Clone(atoms)
	for _, a := range atoms {
		for _, b := range atoms {
			for _, op := range []string{"∪", "∩", "∖"} {
				sets = append(sets, fmt.Sprintf("%s %s %s", a, op, b))
			}
		}
	}
	for _, text := range sets {
		e := w.Expr(text)
		over := w.Enumerations.Enumerated(e)
		got, reason := w.Truth(func(m *machine.Machine) machine.Truth {
			return m.Search(nil, over, machine.True,
				func(*machine.Machine, value.Value) machine.Truth { return machine.False })
		})
		if endless := w.Definitions.Endless(e); endless == (got == machine.False) {
			t.Errorf("%s is endless by its form: %v, and running through it is %s: %v", text, endless, got, reason)
		}
	}
}
