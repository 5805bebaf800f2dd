package solve_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// sized are problems whose outcome depends on how many elements given types have,
// with the sizes that a model rests on; "" where there is no model.
var sized = []struct{ text, outcome, sizes string }{
	{"[T] A : power T | A = T and # A > 3", "case", "T: 4"},
	{"[T] y : 0..2 | forall k, j : T @ k = j", "case", "T: 1"},
	{"[S, T] x : S; y : T | # S /= # T", "case", "S: 1, T: 2"},
	{"[T] n : N | n = # T and n = 2", "case", "T: 2"},
	{"[T] n : N | n = # T and n > 20", "case", "T: 21"},
	{"[T] y : 0..1 | exists a, b, c, d : T @ a /= b and a /= c and a /= d and b /= c and b /= d and c /= d", "case",
		"T: 4"},
	{"[T] f : T pfun (0..1) | dom f = T and # f = 1", "case", "T: 1"},
	{"[T] f : T fun (0..1) | # f = 5", "case", "T: 5"},
	{"[T] f : T bij (1..2) | f /= {}", "case", "T: 2"},
	{"[T] f : (1..4) bij T | f 1 /= f 2", "case", "T: 4"},
	{"[T] f : (1..2) psurj T | f 1 /= f 2", "case", "T: 2"},
	{"[T] y : 0..1 | T in finset T", "case", "T: 3"},
	{"[T] y : 0..1 | T notin finset T", "none-in-scope", ""},
	{"[T] A : power T | A notin finset T", "none-in-scope", ""},
	{"[T] A : power T | not (A in finset T)", "none-in-scope", ""},
	{"A : power Z | A notin finset Z", "none-in-scope", ""},
	{"A : finset Z | A notin finset Z", "unsatisfiable", ""},
	{"A : power Z | # A = 1 and A notin finset Z", "none-in-scope", ""},
	{"[T] f : T inj T | ran f /= T", "none-in-scope", ""},
	{"[T] y : 0..1 | T = {}", "unsatisfiable", ""},
	{"[T] y : 0..1 | # T = 0", "unsatisfiable", ""},
	{"[T] y : 0..1 | forall u : T @ u /= u", "unsatisfiable", ""},
	{"[T] a, b : T | forall u : T @ u = a or u = b", "case", "T: 1"},
	{"[T] a, b : T | a /= b and (forall u : T @ u = a or u = b)", "case", "T: 2"},
	{"[T] a : T | T setminus {a} = {}", "case", "T: 1"},
	{"[T] a : T | {x : T | x /= a} = {}", "case", "T: 1"},
	{"[T] a : T | (mu x : T @ x) = a", "case", "T: 1"},
	{"[T] R : T rel T | id T = R and # R = 2", "case", "T: 2"},
	{"[T] R : T rel T | # (R ^*) = 1", "case", "T: 1"},
	{"[T] y : 0..1 | # (power T) = 16", "case", "T: 4"},
	{"[T] y : 0..1 | # (T cross T) = 16", "case", "T: 4"},
	{"[T] f : power T | # f = 5", "case", "T: 5"},
	{"[T] a, b, c, d : T | a /= b and b /= c and a /= c and d notin {a, b, c}", "case", "T: 4"},
	{"[S, T] f : S fun T | # S = 2 and # T = 1", "case", "S: 2, T: 1"},
	{"[T] x : T | exists1 u : T @ u = u", "case", "T: 1"},
	{"[T] x : T | x /= x", "unsatisfiable", ""},
	{"[T] A : power T | A subseteq T", "case", ""},
	{"[T] A : power T | forall x : T | x in A @ x /= x", "case", ""},
	{"[T] f : T pfun (0..1); x : T | f x = 1 and dom f subseteq T", "case", ""},
}

// TestSizes: given types have sizes of their own, and nothing is refuted by a count of
// them.
func TestSizes(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	for _, c := range sized {
		p, err := f.read(c.text)
		if err != nil {
			t.Fatal(err)
		}
		r := embedded.New(solve.Options{}).Solve(t.Context(), p)
		if r.Outcome.String() != c.outcome || r.Sizes.String() != c.sizes {
			t.Errorf("%s: %s with %q, want %s with %q: %s", c.text, r.Outcome, r.Sizes, c.outcome, c.sizes, r.Reason)
		}
		if r.Outcome != solve.Case {
			continue
		}
		names := slices.Sorted(maps.Keys(r.Model))
		values := make([]value.Value, len(names))
		for i, name := range names {
			values[i] = r.Model[name]
		}
		program, err := eval.Compile(p.Pred, names, p.Globals.WithSizes(r.Sizes))
		if err != nil {
			t.Fatal(err)
		}
		if truth, why := program.Truth(values); truth != eval.True {
			t.Errorf("%s: %v with %s makes it %s: %v", c.text, r.Model, r.Sizes, truth, why)
		}
	}
}

// TestSizesInScope: the scope of a problem says which size comes first, whatever the
// elements of the globals are; sizes that a problem has are kept to.
func TestSizesInScope(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	p, err := f.read("[T] A : power T | A = T")
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 5; n++ {
		p.Scope.Given = n
		want := value.Sizes{"T": min(n, 3)}
		r := embedded.New(solve.Options{}).Solve(context.Background(), p)
		if !maps.Equal(r.Sizes, want) || r.Model["A"].Len() != want["T"] {
			t.Errorf("given: %d: %v with %s, want %s", n, r.Model, r.Sizes, want)
		}
	}
	p, err = f.read("[T] A : power T | # T = 2")
	if err != nil {
		t.Fatal(err)
	}
	p.Globals = p.Globals.WithSizes(value.Sizes{"T": 3})
	if r := embedded.New(solve.Options{}).Solve(context.Background(), p); r.Outcome != solve.Unsatisfiable {
		t.Errorf("with 3 elements # T = 2 is %s: %s", r.Outcome, r.Reason)
	}
}

// TestSizesOfElements: elements that a problem names are there, whatever the scope says;
// one that a value is not need not be.
func TestSizesOfElements(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	p, err := f.read("[T] A : power T; x : T | A = T and x in A")
	if err != nil {
		t.Fatal(err)
	}
	third := p.Globals.Given["T"][2]
	p.Scope.Given = 1
	p.Bound = map[string]value.Value{"x": third}
	if r := embedded.New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.Case || r.Sizes.String() != "T: 3" {
		t.Errorf("x is %v, and it is %s with %s: %s", third, r.Outcome, r.Sizes, r.Reason)
	}
	q, err := f.read("[T] A : power T; x : T | A = T and x notin A")
	if err != nil {
		t.Fatal(err)
	}
	q.Scope.Given, q.Bound = 1, p.Bound
	if r := embedded.New(solve.Options{}).Solve(t.Context(), q); r.Outcome == solve.Case {
		t.Errorf("x is %v and is not in T: %v", third, r.Model)
	}
	p, err = f.read("[T] x : T | # T = 1")
	if err != nil {
		t.Fatal(err)
	}
	x := &zed.Ref{Info: zed.Info{Type: p.Vars[0].Type}, Name: "x", Kind: zed.Local}
	element := &zed.Ref{Info: zed.Info{Type: x.Type}, Name: third.Name(), Kind: zed.Element}
	is := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Equal, Args: []zed.Expr{x, element}}
	not := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Not, Args: []zed.Expr{is}}
	for _, c := range []struct {
		what zed.Expr
		want solve.Outcome
	}{{is, solve.NoneInScope}, {not, solve.Case}} {
		q := p
		q.Pred = schema.Conjoin([]zed.Expr{p.Pred, c.what})
		if r := embedded.New(solve.Options{}).Solve(t.Context(), q); r.Outcome != c.want {
			t.Errorf("%s is %s with %s, want %s: %s", zed.Print(q.Pred, zed.Unicode), r.Outcome, r.Sizes, c.want,
				r.Reason)
		}
	}
}

// TestSizesOfFacts: what the axioms say of the sizes of given types holds of every
// problem, also of one that says nothing of them itself.
func TestSizesOfFacts(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	fact, err := f.read("[T] x : T | # T = 5")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.read("[T] x : T | x = x")
	if err != nil {
		t.Fatal(err)
	}
	globals := *p.Globals
	globals.Facts = []zed.Expr{fact.Pred}
	p.Globals = &globals
	if r := embedded.New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.Case || r.Sizes.String() != "T: 5" {
		t.Errorf("with # T = 5 it is %s with %s: %s", r.Outcome, r.Sizes, r.Reason)
	}
	p, err = f.read("[T] y : T | exists x : T @ x /= y")
	if err != nil {
		t.Fatal(err)
	}
	p.Globals = p.Globals.WithSizes(value.Sizes{"T": 1})
	if r := embedded.New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.Unsatisfiable {
		t.Errorf("with one element it is %s: %s", r.Outcome, r.Reason)
	}
}

// TestCounted: it is told of each given type whether the truth of a predicate depends
// on how many elements it has, and whether more elements can only help.
func TestCounted(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	for _, c := range []struct{ text, exact, growing string }{
		{"[T] y : T | exists x : T @ x /= y", "", "T"},
		{"[T] y : T | not (exists x : T @ x /= y)", "T", ""},
		{"[T] y : T | exists1 x : T @ x /= y", "T", ""},
		{"[T] y : T | not (exists1 x : T @ x /= y)", "T", ""},
		{"[T] y : T | forall x : T @ x = y", "T", ""},
		{"[T] y : T | not (forall x : T @ x = y)", "", "T"},
		{"[T] y : T | (exists x : T @ x /= y) <=> y = y", "T", ""},
		{"[T] y : T | (exists x : T @ x /= y) => y /= y", "T", ""},
		{"[T] y : T | (forall x : T @ x = y) => y /= y", "", "T"},
		{"[T] y : T | (exists x : T @ x /= y) and # T = 2", "T", ""},
		{"[S, T] x : S; y : T | # S = 2 and (exists z : T @ z /= y)", "S", "T"},
		{"[T] A : power T; x : T | forall u : T | u in A @ u = x", "", ""},
		{"[T] A : power T | A subseteq T and A in power T", "", ""},
		{"[S, T] f : S pfun T | f in S pfun T", "", ""},
		{"[S, T] f : S pfun T | f in S fun T", "S", ""},
		{"[S, T] f : S pfun T | f in S inj T", "S", ""},
		{"[S, T] f : S pfun T | f in S psurj T", "T", ""},
		{"[S, T] f : S pfun T | f in S bij T", "S T", ""},
		{"[T] R : T rel T; x : T | (x, x) in R↗*↙", "", ""},
		{"[T] R, Q : T rel T | Q = R↗*↙", "T", ""},
		{"[T] x : T | x in {y : T | y = x}", "", ""},
	} {
		p, err := f.read(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := p.Globals.CountsOf(p.Pred)
		if exact, growing := strings.Join(got.Exact, " "), strings.Join(got.Growing, " "); exact != c.exact ||
			growing != c.growing {
			t.Errorf("%s: exactly %q, growing %q; want %q, %q", c.text, exact, growing, c.exact, c.growing)
		}
	}
}
