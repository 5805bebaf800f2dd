package solve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// partials makes random predicates on t and u, of terms that need not have values.
type partials struct{ *rand.Rand }

func (r partials) drawForm(forms string) string { return r.chooseForm(strings.Split(forms, "  ")) }

func (r partials) chooseForm(forms []string) string { return forms[r.IntN(len(forms))] }

// fillForm replaces each N by a number, S by a set and P by a predicate.
func (r partials) fillForm(form string, depth int) string {
	var out strings.Builder
	for _, c := range form {
		switch c {
		case 'N':
			out.WriteString(r.number(depth - 1))
		case 'S':
			out.WriteString(r.set(depth - 1))
		case 'P':
			out.WriteString(r.predicate(depth - 1))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

func (r partials) number(depth int) string {
	if depth <= 0 {
		return r.drawForm("0  1  2  t  u  t  u")
	}
	return "(" + r.fillForm(
		r.drawForm("N div N  N mod N  N + N  head <N>  last (<N> cat <N>)  head (tail <N>)  {N |-> N} N  {0 |-> N, 1 |-> N} N  "+
			"min (S)  max (S)  # (S)  first (N, N)  (mu k : S @ k)  (mu k : 0..2 | k = N)  if P then N else N  "+
			"f N  f N  f (f N)  s N  head s  last s  (f oplus {N |-> N}) N  (S dres f) N  (s cat <N>) N  r N  (lambda k : S @ N + k) N  let k == N @ k + 1"), depth) + ")"
}

func (r partials) set(depth int) string {
	if depth <= 0 {
		return r.drawForm("{t}  {u, 1}  0..1  {}")
	}
	return "(" + r.fillForm(
		r.drawForm("{N}  {N, N}  {N, N}  S union S  S inter S  S setminus S  N..N  {k : S | k /= N}  ran <N, N>  dom {N |-> N}  "+
			"dom f  ran f  dom s  ran (tail s)  f (| S |)  ran (front s)  {k : S @ f k}  {k : S | f k = N @ s k}"),
		depth) + ")"
}

func (r partials) predicate(depth int) string {
	if depth <= 0 {
		return r.drawForm("t = u  t < u  t /= 1  u in {0, t}")
	}
	return "(" + r.fillForm(
		r.drawForm("N = N  N /= N  N < N  N in S  N in S  N notin S  S subseteq S  S = S  (N, N) = (N, N)  (N, N) /= (N, N)  (N, N) in {(N, N)}  "+
			"P and P  P or P  P => P  not P  (exists k : S @ k = N)  (forall k : S @ k /= N)  (exists k : 0..2 @ k = t and P)  "+
			"P <=> P  (exists1 k : S @ k = N)  (exists k : S | P @ P)  (forall k : S | P @ P)  (forall k : 0..2 @ f k = N)  (exists k : 0..2 | f k = 1 @ s k = N)  "+
			"(let k == N @ k = N)  N in {k : S @ f k}  N notin {k : S | 1 div k = N}  f = {N |-> N}  s = <N, N>  s = tail s  f = {}  s = <>  "+
			"(t in dom f and f t = N)  (t notin dom f or f t = N)  (s /= <> => head s = N)  (forall k : dom s @ s k = N)  (exists k : dom f | f k = N @ P)  "+
			"(exists f : (0..1) pfun (0..1) @ f N = N)  (t /= 0 and N div t = N)  (# s > 0 and P and last s = N)  (exists t : S @ P and f t = N)"), depth) + ")"
}

// mappings returns all relations, or functions, between 0 and 1.
func mappings(functions bool) []value.Value {
	var out []value.Value
	for bits := range 1 << 4 {
		var pairs []value.Value
		for k := range 4 {
			if bits>>k&1 == 1 {
				pairs = append(pairs, value.OfTuple(value.OfInt(int64(k/2)), value.OfInt(int64(k%2))))
			}
		}
		if functions && (bits&3 == 3 || bits>>2 == 3) {
			continue
		}
		out = append(out, value.OfSet(pairs))
	}
	return out
}

// listShortLists returns the sequences of at most two elements, each 0 or 1.
func listShortLists() []value.Value {
	out := []value.Value{value.OfSeq(nil)}
	for i := range int64(2) {
		out = append(out, value.OfSeq([]value.Value{value.OfInt(i)}))
		for j := range int64(2) {
			out = append(out, value.OfSeq([]value.Value{value.OfInt(i), value.OfInt(j)}))
		}
	}
	return out
}

func listSmallNumbers() []value.Value {
	return []value.Value{value.OfInt(0), value.OfInt(1), value.OfInt(2)}
}

// truthsOf evaluates a problem for all values of its variables.
func truthsOf(p solve.Problem, names []string, domains [][]value.Value) ([]eval.Truth, error) {
	program, err := eval.Compile(p.Pred, names, p.Globals)
	if err != nil {
		return nil, err
	}
	frame := make([]value.Value, len(names))
	var out []eval.Truth
	var choose func(i int)
	choose = func(i int) {
		if i == len(names) {
			truth, _ := program.Truth(frame)
			out = append(out, truth)
			return
		}
		for _, v := range domains[i] {
			frame[i] = v
			choose(i + 1)
		}
	}
	choose(0)
	return out, nil
}

// undefinedProblems is the number of random problems.
const undefinedProblems = 500

// TestUndefinedTerms compares the solver and the refuter with the evaluator on all
// values of random predicates: a case is found exactly where some values make all
// true, nothing is refuted that is true somewhere, and nothing is unsatisfiable that
// has no truth value somewhere.
func TestUndefinedTerms(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	r := partials{rand.New(rand.NewPCG(11, 6))}
	names := []string{"t", "u", "f", "r", "s"}
	values := [][]value.Value{listSmallNumbers(), listSmallNumbers(), mappings(true), mappings(false), listShortLists()}
	seen := map[string]int{}
	for range undefinedProblems {
		text := fmt.Sprintf("%s and %s", r.predicate(3), r.predicate(2))
		decls, own := []string{}, []string{}
		var domains [][]value.Value
		for i, decl := range []string{"t : 0..2", "u : 0..2", "f : (0..1) pfun (0..1)", "r : (0..1) rel (0..1)",
			"s : {x : seq (0..1) | # x <= 2}"} {
			if i < 2 || mentions(text, names[i]) {
				decls, own, domains = append(decls, decl), append(own, names[i]), append(domains, values[i])
			}
		}
		text = strings.Join(decls, "; ") + " | " + text
		p, err := f.read(text)
		if err != nil {
			continue // such as {} where its type is not known
		}
		truths, err := truthsOf(p, own, domains)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		somewhere, undefined := slices.Contains(truths, eval.True), slices.Contains(truths, eval.Undefined)
		got := embedded.New(solve.Options{}).Solve(t.Context(), p)
		seen[fmt.Sprintf("%s %t", got.Outcome, undefined)]++
		if somewhere != (got.Outcome == solve.Case) {
			t.Errorf("%s: %s, but true is %t: %s", text, got.Outcome, somewhere, got.Reason)
		}
		if got.Outcome == solve.Unsatisfiable && undefined {
			t.Errorf("%s: unsatisfiable, but it has no truth value somewhere: %s", text, got.Reason)
		}
		if why, ok := refuteAlone(p); ok && somewhere {
			t.Errorf("%s: refuted, but it is true somewhere: %s", text, why)
		}
	}
	for _, want := range []string{"case true", "case false", "unsatisfiable false", "undecided true"} {
		if seen[want] == 0 {
			t.Errorf("no problem ended so: %s; %v", want, seen)
		}
	}
	t.Log(seen)
}

// TestMayFail: what need not have a value, by its form, and that whatever has none for
// some values is said to be such.
func TestMayFail(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	names := []string{"t", "u", "f", "r", "s"}
	values := [][]value.Value{listSmallNumbers(), listSmallNumbers(), mappings(true), mappings(false), listShortLists()}
	for _, c := range []struct {
		term  string
		fails bool
	}{
		{"t + u", false}, {"t * u - 1", false}, {"t div 2", false}, {"t mod 2", false}, {"t div u", true},
		{"t mod 0", true}, {"- t", false},
		{"s ⌢ s", false}, {"⟨t⟩ ⌢ s", false}, {"s ⌢ f", true}, {"f ⌢ s", true}, {"rev s", false}, {"rev f", true},
		{"head s", true},
		{"tail s", true}, {"front ⟨t⟩", true}, {"squash f", true}, {"squash r", true}, {"s ↾ {t}", false},
		{"f ↾ {t}", true}, {"{t} ↿ s", false},
		{"min {t, u}", true}, {"max (dom f)", true}, {"# r", false}, {"# (dom f)", false}, {"⋃ {dom f, ran f}", false},
		{"⋂ {dom f, ran r}", false},
		{"f t", true}, {"r t", true}, {"s 1", true}, {"(μ x : {t} • x)", true}, {"{x : dom f | x > t}", false},
		{"{x : dom f | f x > t}", true},
		{"dom f ∩ ran r", false}, {"r ∼ ⦇ {t} ⦈", false}, {"r ⨾ f", false}, {"f ⊕ r", false}, {"{t} ◁ f", false},
		{"(f, t)", false}, {"items s", false}, {"items f", true},
		{"if t > 0 then t div u else 1", true},
	} {
		p, err := f.read("t : 0..2; u : 0..2; f : (0..1) pfun (0..1); r : (0..1) rel (0..1); s : {x : seq (0..1) | # x <= 2} | " + c.term + " = " + c.term)
		if err != nil {
			t.Fatalf("%s: %v", c.term, err)
		}
		pred := schema.Conjuncts(p.Pred)
		p.Pred = pred[len(pred)-1]
		truths, err := truthsOf(p, names, values)
		if err != nil {
			t.Fatalf("%s: %v", c.term, err)
		}
		if mayFail(p.Pred) != c.fails {
			t.Errorf("%s may fail: %t, want %t", c.term, mayFail(p.Pred), c.fails)
		}
		if slices.Contains(truths, eval.Undefined) && !mayFail(p.Pred) {
			t.Errorf("%s has no value somewhere, and is said to have one always", c.term)
		}
	}
}

// mayFail tells whether a term, or some part of it, need not have a value.
func mayFail(e zed.Expr) bool {
	return e != nil && (toolkit.MayFail(e, true) || slices.ContainsFunc(zed.Children(e), mayFail))
}

// mentions tells whether a name stands in a text as a word.
func mentions(text, name string) bool {
	return slices.Contains(strings.FieldsFunc(text,
		func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), name)
}
