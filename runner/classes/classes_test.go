package classes

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/result"
)

// sequence returns create followed by an operation with each of some integers or strings.
func sequence(sort string, values ...string) *language.Apply {
	out := &language.Apply{Op: language.Create, Class: "Queue"}
	for _, v := range values {
		out = &language.Apply{Op: "add", Args: []language.Term{out, &language.Literal{Text: v, Sort: sort}}}
	}
	return out
}

// TestLiterals: observations are given values of the two sequences, and of integers one below and one above all.
func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		sort          string
		first, second []string
		want          string
	}{
		{language.Integer, []string{"5"}, nil, "4 5 6"},
		{language.Integer, []string{"3", "-7"}, []string{"9", "3"}, "-8 3 10"},
		{language.Integer, []string{"9223372036854775807"}, []string{"1"}, "9223372036854775807 1"},
		{language.String, []string{"b", "b", "a"}, []string{"c", "d"}, "b a c"},
		{language.Integer, nil, nil, ""},
	} {
		var got []string
		terms := [2]*language.Apply{sequence(c.sort, c.first...), sequence(c.sort, c.second...)}
		for _, l := range literals(terms[:]...)[c.sort] {
			got = append(got, l.(*language.Literal).Text)
		}
		if all := strings.Join(got, " "); sorted(all) != sorted(c.want) {
			t.Errorf("%v and %v: %q, expected %q", c.first, c.second, all, c.want)
		}
	}
}

// sorted returns the words of a text in order: in which a sequence is gone through does not matter.
func sorted(text string) string { return strings.Join(slices.Sorted(strings.FieldsSeq(text)), " ") }

// TestSameWay: a smaller pair stands for another one where it has its verdict for the same reasons.
func TestSameWay(t *testing.T) {
	judged := func(v result.Verdict, of ...result.Comparison) verdict { return verdict{verdict: v, compared: of} }
	eqn, apart := result.Comparison{By: "eqn", Equal: true}, result.Comparison{By: "eqn"}
	seen := result.Comparison{By: "observations"}
	for _, c := range []struct {
		a, b verdict
		same bool
	}{
		{judged(result.Fail, apart), judged(result.Fail, apart), true},
		{judged(result.Fail, apart), judged(result.Error, apart), false},
		{judged(result.Fail, apart), judged(result.Fail, eqn), false},
		{judged(result.Fail, eqn, seen), judged(result.Fail, eqn), false},
		{judged(result.Fail, apart), judged(result.Fail, seen), false},
		{judged(result.Fail), judged(result.Fail), true},
	} {
		if sameWay(c.a, c.b) != c.same || sameWay(c.b, c.a) != c.same {
			t.Errorf("%+v and %+v: expected %v", c.a, c.b, c.same)
		}
	}
}

// TestKinds: failures are of one kind where verdict, tag, blame and what was compared are the same.
func TestKinds(t *testing.T) {
	one := func() *reported {
		return &reported{PairFailure: &result.PairFailure{Verdict: result.Fail, Equivalent: true, Blame: "add",
			Judged: []result.Comparison{{By: "eqn"}}, Case: "a"}}
	}
	base := one()
	for name, change := range map[string]func(*reported){
		"verdict": func(f *reported) { f.Verdict = result.Error }, "tag": func(f *reported) { f.Equivalent = false },
		"blame": func(f *reported) { f.Blame = "delete" }, "compared": func(f *reported) { f.Judged[0].Equal = true },
	} {
		other := one()
		if change(other); other.kind() == base.kind() {
			t.Errorf("another %s is the same kind: %q", name, base.kind())
		}
	}
	if other := one(); other.kind() != base.kind() {
		t.Errorf("%q and %q", other.kind(), base.kind())
	}
	other := one()
	if other.Case = "b"; other.kind() != base.kind() {
		t.Error("another pair is another kind")
	}
}

// TestOfEachKind: of failures, the first of each of three kinds is reported; each costs runs of many smaller pairs, so
// that at most 200 failures are examined, and of those in which the process ended in the same way, one.
func TestOfEachKind(t *testing.T) {
	failures := func(n int, dead bool) []failing {
		out := make([]failing, n)
		for i := range out {
			out[i] = failing{at: i, id: fmt.Sprint(i), found: verdict{dead: dead, message: "it ended"}}
		}
		return out
	}
	// blame says which operation is blamed of the pair at a place.
	for _, c := range []struct {
		name     string
		failed   []failing
		blame    func(at int) int
		examined int
		reported string
	}{
		{"one kind", failures(1000, false), func(int) int { return 0 }, 200, "[0]"},
		{"two kinds", failures(1000, false), func(at int) int { return at / 7 % 2 }, 200, "[0 7]"},
		{"the last that is examined", failures(1000, false), func(at int) int { return at / 199 }, 200, "[0 199]"},
		{"too late", failures(1000, false), func(at int) int { return at / 200 }, 200, "[0]"},
		{"many kinds", failures(1000, false), func(at int) int { return at / 20 }, 41, "[0 20 40]"},
		{"few", failures(5, false), func(at int) int { return at / 3 }, 5, "[0 3]"},
		{"dead", failures(1000, true), func(at int) int { return at }, 1, "[0]"},
		{"none", nil, nil, 0, "[]"},
	} {
		examined := 0
		var got []string
		for _, f := range ofEachKind(t.Context(), c.failed, func(f failing) *reported {
			examined++
			one := &result.PairFailure{Case: f.id, Blame: fmt.Sprint(c.blame(f.at))}
			return &reported{PairFailure: one, dead: f.found.dead}
		}) {
			got = append(got, f.Case)
		}
		if examined != c.examined || fmt.Sprint(got) != c.reported {
			t.Errorf("%s: %d are examined and %v reported, expected %d and %s", c.name, examined, got, c.examined,
				c.reported)
		}
	}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	if out := ofEachKind(interrupted, failures(3, false), nil); out != nil {
		t.Errorf("%v are reported of a run that was interrupted", out)
	}
}
