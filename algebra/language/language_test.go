package language

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ttf-int/ttf-int/source"
)

func read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func parse(s string) ([]*Class, error) { return Parse(source.NewFile("q.lobas", s).Whole()) }

// same compares trees, but for places.
var same = cmp.Options{cmpopts.IgnoreTypes(source.Span{})}

// checkPrinted holds the printed forms of classes against the classes.
func checkPrinted(t *testing.T, classes []*Class, own Notation) {
	t.Helper()
	again, err := parse(Print(classes, own))
	if err != nil {
		t.Fatalf("%v\nin what was printed:\n%s", err, Print(classes, own))
	}
	if d := cmp.Diff(classes, again, same); d != "" {
		t.Fatalf("printed and read again (-first +again):\n%s", d)
	}
	for _, n := range []Notation{LOBAS, Functional} {
		if CheckPrint(classes, n) != nil {
			continue
		}
		text := Print(classes, n)
		again, err := parse(text)
		if err != nil {
			t.Fatalf("%v\nin what was printed:\n%s", err, text)
		}
		if d := cmp.Diff(text, Print(again, n)); d != "" {
			t.Fatalf("printed twice (-first +again):\n%s", d)
		}
		for i, c := range again {
			for j, o := range c.Operations {
				if w := classes[i].Find(o.Name.Text); o.Kind != w.Kind {
					t.Fatalf("%s (%d) is a %s, but was a %s", o.Name.Text, j, o.Kind, w.Kind)
				}
			}
		}
	}
}

// TestFigure reads both halves of the figure verbatim; they are the same specification.
func TestFigure(t *testing.T) {
	lobas, err := parse(read(t, "queue.lobas"))
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	functional, err := parse(read(t, "queue.func"))
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	checkPrinted(t, lobas, LOBAS)
	checkPrinted(t, functional, Functional)
	terms := func(c []*Class) (out []string) {
		for _, a := range c[0].Axioms[:6] {
			out = append(out, FormatTerm(a.Left, LOBAS)+" -> "+FormatTerm(a.Right, LOBAS))
		}
		return out
	}
	if d := cmp.Diff(terms(lobas), terms(functional)); d != "" {
		t.Errorf("the halves of the figure differ (-lobas +functional):\n%s", d)
	}
	if got := FormatTerm(lobas[0].Axioms[2].Right, LOBAS); got != "-∞" {
		t.Errorf("create.largest is %s, want -∞", got)
	}
}

func TestErrors(t *testing.T) {
	const text = `class Q export create, ad, get, get
constructor create; add (x: Integr); add (y: Integer)
transformer drop
observer get: Integer; same: Q
var A: Q; x, z: Integer
axiom
  1: create.get -> error;
  2: A.add(x).get -> if x > A then x else true;
  3: A.drop.gte -> z;
  3: A -> create;
  5: A.drop -> create(;
  6: create.drop(1) -> x = 1 = 2;
  7: drop.get -> 1
end`
	_, err := parse(text)
	if err == nil {
		t.Fatal("no errors were found")
	}
	got := source.Show(err, 50)
	for _, want := range []string{`q.lobas:1:33: get is exported twice`, `q.lobas:10:6: there are two axioms 3`, `q.lobas:1:24: ad is exported, but is not an operation, did you mean "add"?`,
		`q.lobas:2:29: Integr is not a sort, did you mean "Integer"?`,
		`q.lobas:2:38: the operation add is declared twice`, `the observer same gives an object of its own class`,
		`q.lobas:8:29: this is of sort Q: expected Integer`,
		`this is of sort Boolean: expected Integer`,
		`q.lobas:9:13: gte is not an operation of Q`, `the variable z is not on the left side`,
		`the left side of an axiom is an operation`,
		`q.lobas:11:23: expected a term, not ";"`, `comparisons are not chained`,
		`q.lobas:13:6: drop is an operation of Q without what it is sent to: create alone makes an object`} {
		if !strings.Contains(got, want) {
			t.Errorf("not found: %s", want)
		}
	}
	if n := strings.Count(got, "q.lobas:"); n != 14 {
		t.Errorf("%d errors, want 14", n)
	}
	if t.Failed() {
		t.Log(got)
	}
}

// TestRestricted: inheritance, and operations that change their object and give a value, are said to be outside of the
// restricted format where they stand.
func TestRestricted(t *testing.T) {
	for text, want := range map[string]string{
		"class S inherit T export create constructor create end class T export create constructor create end": "q.lobas:" +
			"1:9: inheritance is outside of the restricted format",
		"class S export create, pop constructor create transformer pop: Integer end": "1:62: pop changes its object and " +
			"gives a value: such a side effect is outside of the restricted format",
		"type S syntax create: -> S; pop: S -> S × Integer end": "1:41: pop changes its object and gives a value",
	} {
		_, err := parse(text)
		if err == nil {
			t.Fatalf("no error: %s", text)
		}
		if got := source.Show(err, 9); !strings.Contains(got, want) || strings.Count(got, "q.lobas:") != 1 {
			t.Errorf("want %s, got %s", want, got)
		}
	}
}

// TestStringsAreWritten: a string has the escapes of strings in Go, and is printed in one way.
func TestStringsAreWritten(t *testing.T) {
	spec := func(text string) string {
		return "class S export create, word constructor create observer word: String axiom\ncreate.word -> " + text + " end"
	}
	for text, want := range map[string]string{`"a"`: `"a"`,
		`"\"q\" \\ \u00e9\t"`: `"\"q\" \\ é\t"`, "\"a\tb\"": `"a\tb"`} {
		classes, err := parse(spec(text))
		if err != nil {
			t.Fatal(source.Show(err, 9))
		}
		if got := FormatTerm(classes[0].Axioms[0].Right, LOBAS); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
		checkPrinted(t, classes, LOBAS)
	}
	for text, want := range map[string]string{`"a\k"`: "2:16: the string has an escape that is not known",
		`"a\"`: "2:16: the string does not end on its line", "\"a\n\"": "2:16: the string does not end on its line"} {
		if _, err := parse(spec(text)); err == nil || !strings.Contains(source.Show(err, 9), want) {
			t.Errorf("%s: want %s, got %v", text, want, err)
		}
	}
}

// TestWords: what begins a class may be a name, and so may words of the other notation, in which that name then cannot
// be written.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		text   string
		unfit  Notation
		refuse string // what is said of the name that the other notation has another meaning for; "" where it has none
	}{
		{"class S export create, type, class constructor create; type transformer class var S: S axiom create.class -> " +
			"create.type; S.type.class -> S end class T export create constructor create end", Functional, ""},
		{"type S syntax create: -> S; type: S -> S; class: S -> S; semantics class(type(create)) -> create end", LOBAS, ""},
		{"class S export create, semantics constructor create; semantics end", Functional, "1:54: semantics is a word"},
		{"class S export create constructor create; put (declare: Integer) end", Functional, ""},
		{"type S syntax create: -> S; axiom: S -> S end", LOBAS, "1:29: axiom is a word of the other notation"},
	} {
		classes, err := parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		checkPrinted(t, classes, classes[0].Notation)
		err = CheckPrint(classes, c.unfit)
		if (err != nil) != (c.refuse != "") || err != nil && !strings.Contains(source.Show(err, 9), c.refuse) {
			t.Errorf("%s: want %q, got %v", c.text, c.refuse, err)
		}
	}
}

func TestSequence(t *testing.T) {
	classes, err := parse(read(t, "queue.lobas"))
	if err != nil {
		t.Fatal(err)
	}
	seq, err := ParseSequence(source.NewFile("arg", "create.add(a).add(b).delete").Whole(), classes, classes[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := FormatTerm(seq, Functional); got != "delete(add(add(create, a), b))" {
		t.Errorf("got %s", got)
	}
	if _, err := ParseSequence(source.NewFile("arg", "create.ad(a)").Whole(), classes, classes[0]); err == nil {
		t.Error("an unknown operation was read")
	}
}

// FuzzParse: what is read without errors is read again from its printed forms.
func FuzzParse(f *testing.F) {
	f.Add(read(f, "queue.lobas"))
	f.Add(read(f, "queue.func"))
	f.Add("class S export create, in constructor create; in (x: String, n: Integer) observer has (x: String): Boolean " +
		"var A: S, x, y: String, n: Integer axiom A.in(x, n).has(y) -> not (x = y or n + -1 * (n - (2 - n)) ≤ ∞) " +
		"and (if A.has(y) then true else error); create.has(x) -> x = \"\"; A.in(x, 1).in(x, 2) -> A.in(x, 3) end")
	f.Add("class T export create constructor create observer q (s: U): Boolean axiom create.q(U.create) -> error end " +
		"type U syntax create: -> U end")
	f.Fuzz(func(t *testing.T, s string) {
		classes, err := parse(s)
		if err != nil {
			return
		}
		for _, c := range classes {
			if c.Notation != classes[0].Notation {
				return // printed in one notation
			}
		}
		checkPrinted(t, classes, classes[0].Notation)
	})
}

// TestMutations: whatever a text is, it is read to its end; what is read is printed.
func TestMutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{read(t, "queue.lobas"), read(t, "queue.func")}
	readable := 0
	for range 700 {
		s := []byte(texts[rng.IntN(2)])
		for range 1 + rng.IntN(3) {
			i, j := rng.IntN(len(s)), rng.IntN(len(s))
			n := min(rng.IntN(12), len(s)-i, len(s)-j)
			copy(s[i:i+n], s[j:j+n])
		}
		if classes, err := parse(string(s)); err == nil {
			readable++
			checkPrinted(t, classes, classes[0].Notation)
		}
	}
	if readable < 10 {
		t.Errorf("only %d of the texts could be read", readable)
	}
}
