package classes

import (
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

const pairOf = `class Map export create, put, get, weigh, within
constructor create; put (k: Integer, v: Integer)
observer get (k: Integer): Integer; weigh (least: Integer): Integer; within (M: Map): Boolean
var M, N: Map, k, l, v, n: Integer
axiom
  create.get(k) -> error;
  M.put(l, v).get(k) -> if k = l then v else M.get(k);
  create.weigh(n) -> 0;
  M.put(l, v).weigh(n) -> if v < n then M.weigh(n) else M.weigh(n) + 1;
  create.within(N) -> true;
  M.put(k, v).within(N) -> N.get(k) = v and M.within(N)
end`

// TestRoles: parameters have one role where axioms have one variable for both, or compare those that they have.
func TestRoles(t *testing.T) {
	t.Parallel()
	classes, err := language.Parse(source.NewFile("map", pairOf).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	roles := rolesOf(classes)
	key, value := roles["Map/put/0"], roles["Map/put/1"]
	if key == "" || key == value {
		t.Errorf("key and value of put have the roles %q and %q", key, value)
	}
	for place, want := range map[string]string{"Map/get/0": key, "Map/weigh/0": value} {
		if roles[place] != want {
			t.Errorf("%s has the role %q: expected %q", place, roles[place], want)
		}
	}
}

// TestVaried: the last operation that has a value gets another one, and all else stays.
func TestVaried(t *testing.T) {
	t.Parallel()
	classes, err := language.Parse(source.NewFile("map", pairOf).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	term, err := language.ParseSequence(source.NewFile("sequence", "create.put(1, 2).put(3, 4)").Whole(), classes,
		classes[0])
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	a := term.(*language.Apply)
	got := varied(language.Chain(a), literals(a))
	if got == nil || language.FormatTerm(got, language.LOBAS) != "create.put(1, 2).put(5, 4)" {
		t.Errorf("the sequence is %v: expected create.put(1, 2).put(5, 4)", got)
	}
	if text := language.FormatTerm(a, language.LOBAS); text != "create.put(1, 2).put(3, 4)" {
		t.Errorf("the sequence was changed to %s", text)
	}
}
