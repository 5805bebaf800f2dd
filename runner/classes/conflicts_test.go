package classes

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// readScopes returns a class of scopes, and a function that reads sequences of it.
func readScopes(t *testing.T) (*spec.Class, func(string) language.Term) {
	t.Helper()
	classes, err := language.Parse(source.NewFile("scopes.lobas", `class Scopes export create, open, close, bind, has, size
		constructor create; open; bind (n: Integer) transformer close
		observer has (n: Integer): Boolean; size: Integer; rest: Integer
		var S: Scopes, n, m: Integer
		axiom create.close -> error; S.open.close -> S; S.bind(n).close -> S.close;
			create.has(n) -> false; S.open.has(n) -> false; S.bind(m).has(n) -> m = n or S.has(n);
			create.size -> 0; S.open.size -> 0; S.bind(n).size -> if S.has(n) then S.size else S.size + 1;
			S.rest -> S.size end`).Whole())
	if err != nil {
		t.Fatal(err)
	}
	class := &spec.Class{Name: "Scopes", Algebra: classes[0], Classes: classes,
		Originals: spec.Originals{Depth: 2, Paths: 100, Values: 2}}
	return class, func(text string) language.Term {
		term, err := language.ParseSequence(source.NewFile("sequence", text).Whole(), classes, classes[0])
		if err != nil {
			t.Fatal(err)
		}
		return term
	}
}

// TestSettle: what all conflicts have in common is there with what their operations may call: what the program is known
// to call, and what the axioms have elsewhere.
func TestSettle(t *testing.T) {
	class, _ := readScopes(t)
	for _, c := range []struct {
		calls       map[string][]string
		seen, want  string
		description string
	}{
		{nil, "create bind has|create bind size", "bind create has", "size has has in its axioms"},
		{nil, "create bind has|create bind rest", "bind create has", "rest has it in those of size"},
		{map[string][]string{"size": nil}, "create bind has|create bind size", "bind create", "size calls nothing"},
		{map[string][]string{"close": {"has"}}, "create bind has|create open close", "create has", "close calls has"},
		{nil, "bind|close", "", "two operations are wrong"},
		{nil, "", "", "nothing is"},
	} {
		var all conflicts
		for one := range strings.SplitSeq(c.seen, "|") {
			of := map[string]bool{}
			for _, name := range strings.Fields(one) {
				of[name] = true
			}
			if len(of) > 0 {
				all.add(of)
			}
		}
		all.settle(usesIn(class.Algebra, c.calls))
		if got := strings.Join(slices.Sorted(maps.Keys(all.common)), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.description, got, c.want)
		}
	}
}

// TestConflictOf: of what fails, the operations of a conflict are those that were needed to show it.
func TestConflictOf(t *testing.T) {
	class, read := readScopes(t)
	r := &run{Options: Options{Class: &plan.Class{Class: class}}}
	for _, c := range []struct {
		by          result.Comparison
		equal       bool
		want, wrong string
	}{
		{result.Comparison{By: spec.ByObservations, Sent: ".close.has(1)"}, true, "bind close create has open", ""},
		{result.Comparison{By: spec.ByObservations, Sent: ".size", ByAxioms: true}, true, "create open size", "size"},
		{result.Comparison{}, true, "bind create open", ""},
		{result.Comparison{By: spec.ByEqn}, true, "bind create eqn open", ""},
		{result.Comparison{By: spec.ByObservations, Equal: true}, false, "bind create has open", ""},
	} {
		tr := &trial{pair: &suite.Pair{First: read("create.open"), Second: read("create.bind(1)"), Equivalent: c.equal}}
		tr.pair.Told = [2]language.Term{read("create.open.has(1)"), read("create.bind(1).has(1)")}
		v := verdict{verdict: result.Fail, step: -1,
			compared: []result.Comparison{{By: spec.ByStructure, Equal: c.equal}, c.by}}
		got := strings.Join(slices.Sorted(maps.Keys(conflictOf(r, tr, v))), " ")
		if by := observerOf(tr, v); got != c.want || by != c.wrong {
			t.Errorf("%+v: %q by %q, want %q by %q", c.by, got, by, c.want, c.wrong)
		}
	}
}

// TestNarrow: suspects are those that all conflicts have; where each of several failures has one of its own, they stay.
func TestNarrow(t *testing.T) {
	class, read := readScopes(t)
	for _, c := range []struct{ seen, suspects, want string }{
		{"open bind|open bind close", "close|open|close bind", "open bind|open bind|bind open"},
		{"open bind close", "close", "close"},
		{"bind open|bind close", "open|close bind", "open bind|close bind"},
		{"bind|close", "bind|close", "bind|close"},
		{"bind size|bind size has", "bind", "bind size"},
	} {
		r := &run{Options: Options{Class: &plan.Class{Class: class}}, conflicts: &conflicts{}}
		for one := range strings.SplitSeq(c.seen, "|") {
			of := map[string]bool{}
			for _, name := range strings.Fields(one) {
				of[name] = true
			}
			r.conflicts.add(of)
			r.conflicts.wrong["size"] = true
		}
		var all []*reported
		for one := range strings.SplitSeq(c.suspects, "|") {
			f := &reported{PairFailure: &result.PairFailure{}, trial: &trial{pair: &suite.Pair{
				First: read("create.open.bind(1).close"), Second: read("create")}}}
			for _, name := range strings.Fields(one) {
				f.suspects = append(f.suspects, suspect{role: left, name: name})
			}
			all = append(all, f)
		}
		narrow(t.Context(), r, all)
		var got []string
		for _, f := range all {
			got = append(got, strings.TrimSpace(f.Blame+" "+strings.ReplaceAll(f.Or, " or ", " ")))
		}
		if text := strings.Join(got, "|"); text != c.want {
			t.Errorf("%s of %s: %q, want %q", c.suspects, c.seen, text, c.want)
		}
	}
}

// TestInstead: an operation may have left another object where observers find that to be the same until the last one,
// and then give of it what was seen.
func TestInstead(t *testing.T) {
	class, read := readScopes(t)
	term := read("create.open.bind(1).close")
	pair := &suite.Pair{First: term, Second: read("create"), Equivalent: true}
	r := &run{Options: Options{Class: &plan.Class{Class: class}}}
	x := &examination{run: r, prover: cases.NewProver(class), pair: pair, values: allLiterals(pair)}
	one := []language.Term{&language.Literal{Text: "1", Sort: language.Integer}}
	for _, c := range []struct {
		after     int
		has, size string
		want      string
	}{
		{2, "true", "1", "create.bind(1).open.bind(1)"}, // bind may have bound in the outer scope as well
		{1, "true", "1", "create.bind(1).open"},         // or open
		{2, "true", "2", ""},
		{2, "false", "0", "create.open.bind(1)"},
	} {
		seen := []asked{{observation{name: "has", args: one}, c.has}, {observation{name: "size"}, c.size}}
		at := &beginning{of: term, chain: language.Chain(term), count: 3}
		got := ""
		if other := x.findInstead(t.Context(), at, c.after, seen); other != nil {
			got = strings.ReplaceAll(language.FormatTerm(other, language.LOBAS), "Scopes.", "")
		}
		if got != c.want {
			t.Errorf("after %d, %s and %s: %q, want %q", c.after, c.has, c.size, got, c.want)
		}
	}
}
