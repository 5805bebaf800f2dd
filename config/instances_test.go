package config_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
)

// A value that is given for a constant is refused where it breaks an axiom, be that
// about a set without end; and where it does not, it is taken.
func TestGivenValuesAgainstAxioms(t *testing.T) {
	t.Parallel()
	const halves = "fee : N fun N | forall n : N @ fee n = n div 2"
	const factorial = "fac : N fun N | fac 0 = 1 and (forall n : N1 @ fac n = n * fac (n - 1))"
	const evens = "evens : power Z | forall n : Z @ n in evens <=> n mod 2 = 0"
	const increasing = "f : Z fun Z | forall n, m : Z | n < m @ f n < f m"
	const nested = "f : Z fun Z | forall n : Z @ forall m : Z | n < m @ f n < f m"
	const depth = "d : T fun N | d leaf = 0 and (forall t : T @ d (node t) = d t + 1)"
	for _, test := range []struct {
		axiom, given string
		broken       bool
	}{
		{halves, "{fee: [[4, 2]]}", false},
		{halves, "{fee: [[4, 3]]}", true},
		{halves, "{fee: [[4, 2], [5, 2], [6, 2]]}", true},
		{"fee : N fun N | forall n : N | n > 3 @ fee n = n div 2", "{fee: [[1, 3], [4, 2]]}", false},
		{"fee : N fun N | forall n : N | n > 3 @ fee n = n div 2", "{fee: [[4, 3]]}", true},
		{"fee : N fun N | fee 4 = 2", "{fee: [[4, 3]]}", true},
		{factorial, "{fac: [[4, 24]]}", false},
		{factorial, "{fac: [[4, 23]]}", true},
		{factorial, "{fac: [[0, 2]]}", true},
		{evens, "{evens: [2, 3]}", true},
		{evens, "{evens: [2, 4]}", true}, // without 0
		{"small : power Z | forall n : small @ n < 5", "{small: [2, 4]}", false},
		{"small : power Z | forall n : small @ n < 5", "{small: [2, 7]}", true},
		{increasing, "{f: [[2, 3], [5, 4]]}", false},
		{increasing, "{f: [[2, 3], [5, 3]]}", true},
		{nested, "{f: [[2, 3], [5, 4]]}", false},
		{nested, "{f: [[2, 3], [5, 3]]}", true},
		{"f : Z fun Z | f = (lambda n : Z @ n + 1)", "{f: [[2, 3]]}", false},
		{"f : Z fun Z | f = (lambda n : Z @ n + 1)", "{f: [[2, 4]]}", true},
		{"f, g : Z fun Z | forall n : Z @ f n = g n + 1", "{f: [[2, 4]], g: [[2, 3]]}", false},
		{"f, g : Z fun Z | forall n : Z @ f n = g n + 1", "{f: [[2, 4]], g: [[2, 4]]}", true},
		{"f : seq Z fun Z | forall s : seq Z @ f s <= # s", "{f: [[[1, 2], 2]]}", false},
		{"f : seq Z fun Z | forall s : seq Z @ f s <= # s", "{f: [[[1, 2], 3]]}", true},
		{depth, "{d: [[{ctor: node, arg: leaf}, 1]]}", false},
		{depth, "{d: [[{ctor: node, arg: leaf}, 2]]}", true},
	} {
		declared, said, _ := strings.Cut(test.axiom, " | ")
		z := "T ::= leaf | node<<T>>\naxiom\n  " + declared + "\nwhere\n  " + said + "\nend\nA == [n? : Z | n? > 0]\n"
		_, err := config.Load("", configtest.Write(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [u.yaml]\nconstants: " + test.given + "\n",
			"u.yaml":       "unit: a\nz: t.zed\nschema: A\n",
			"t.zed":        z,
		}))
		switch {
		case err == nil && test.broken:
			t.Errorf("%s, given %s: it was taken", test.axiom, test.given)
		case err != nil && (!test.broken || !strings.Contains(err.Error(), "the values of constants break this axiom")):
			t.Errorf("%s, given %s: %v", test.axiom, test.given, err)
		}
	}
}
