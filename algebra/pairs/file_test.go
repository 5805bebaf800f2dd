package pairs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

func newMaker(classes []*language.Class) *pairs.Maker {
	return pairs.New(classes, classes[0], conditions.New(context.Background(), embedded.New(solve.Options{})), options)
}

func readCases(text string, classes []*language.Class) ([]pairs.Pair, error) {
	var read []pairs.Pair
	err := language.EachCase(source.NewFile("own.cases", text).Whole(), classes, func(c language.Case) {
		if c.Class == classes[0] {
			read = append(read, pairs.Of(c))
		}
	})
	return read, err
}

// write writes a file of cases.
func write(w io.Writer, class *language.Class, list []pairs.Pair) error {
	return errors.Join(pairs.WriteHead(w, class), pairs.WriteCases(w, list))
}

// checkAll proves what can be proved of pairs.
func checkAll(m *pairs.Maker, list []pairs.Pair) (checked []pairs.Pair, proved, unproved int, err error) {
	c := pairs.NewChecker(m)
	for _, p := range list {
		c.Check(&p)
		checked = append(checked, p)
	}
	return checked, c.Proved, c.Unproved, c.Errs.Err()
}

// TestWritten: what is written is read as the same pairs, all of which the axioms prove.
func TestWritten(t *testing.T) {
	for _, file := range []string{"queue.lobas", "list.lobas", "shelf.lobas"} {
		classes := algebratest.Read(t, file)
		m := newMaker(classes)
		made, err := m.All(context.Background(), 2, true)
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := m.Draw(context.Background(),
			pairs.Drawing{Length: 6, Range: 5, Ratio: 2, Differs: true, Biased: true}, 0, 200)
		if err != nil {
			t.Fatal(err)
		}
		made.Add(drawn)
		var b bytes.Buffer
		if err := write(&b, classes[0], made.Pairs); err != nil {
			t.Fatal(err)
		}
		read, err := readCases(b.String(), classes)
		if err != nil {
			t.Fatal(source.Show(err, 5))
		}
		format := func(list []pairs.Pair) (out []string) {
			for _, p := range list {
				out = append(out, pairs.Format(p))
			}
			return out
		}
		if d := cmp.Diff(format(made.Pairs), format(read)); d != "" {
			t.Errorf("%s: written and read again (-first +again):\n%s", file, d)
		}
		_, proved, unproved, err := checkAll(m, read)
		if err != nil || unproved > 0 || proved != len(read) {
			t.Errorf("%s: %d of %d proved: %v", file, proved, len(read), err)
		}
		differ := slices.ContainsFunc(read, func(p pairs.Pair) bool { return !p.Equivalent })
		if t.Logf("%s: %d cases", file, len(read)); len(read) < 100 || !differ {
			t.Errorf("%s: too few cases", file)
		}
	}
}

// TestOwn reads the cases of section 3.2 of Doong and Frankl: the fourth one says more than the
// axioms, the others are proved.
func TestOwn(t *testing.T) {
	classes := algebratest.Read(t, "queue.lobas")
	read, err := readCases(`-- By hand.
(create.add(5).add(3).delete, create.add(3), equivalent)
(create.add(5).add(3).delete.largest, create.add(3).largest, equivalent)
(create.add(5).add(3).delete, create.add(5), not-equivalent)
(create.add(5).add(3),
 create.add(3).add(5), equivalent)
(create.add(5), create.add(3), not equivalent) eqn(_, create.add(5)): true and false`, classes)
	if err != nil {
		t.Fatal(source.Show(err, 5))
	}
	checked, proved, unproved, err := checkAll(newMaker(classes), read)
	if err != nil || proved != 4 || unproved != 1 {
		t.Fatalf("%d proved, %d not: %v", proved, unproved, err)
	}
	if got := pairs.Format(checked[2]); got !=
		"(create.add(5).add(3).delete, create.add(5), not equivalent)  .largest: 3 and 5" {
		t.Errorf("got %s", got)
	}
}

// TestWrongCases: what is wrong is said with its place; and a case that the axioms contradict is.
func TestWrongCases(t *testing.T) {
	classes := algebratest.Read(t, "queue.lobas")
	for text, want := range map[string]string{
		"(create.add(5).ad(3), create, equivalent)":        "1:16: ad is not an operation of Priority_Queue",
		"(create.add(x), create, equivalent)":              "1:13: x is not declared",
		"(create.add(1), create, equal)":                   "1:25: expected equivalent or not equivalent, not",
		"(create.add(create.largest), create, equivalent)": "1:20: the observer largest is not the last operation",
		"(create, create.largest.add, equivalent)":         "no operations: largest is an observer, and observers come last",
		"(create.largest, create, equivalent)":             "1:18: this is of sort Priority_Queue: expected Integer",
		"class Queue\n(create, create, equivalent)":        "1:7: Queue is not a class",
		"create": "1:1: expected a case",
		"(create, create.add(1), not equivalent) .largest: 1 or 2":               "expected and, not \"or\"",
		"(create.add(1), create.add(2), not equivalent)\n .largest: 1 and 2\n(x": "3:3: expected ,",
	} {
		_, err := readCases(text, classes)
		if err == nil || !strings.Contains(source.Show(err, 9), want) {
			t.Errorf("%s: want %s, got %s", text, want, source.Show(err, 9))
		}
	}
	for text, want := range map[string]string{
		"\n(create.add(5).add(3).delete, create.add(5), equivalent)": "2:1: the axioms contradict this case: by the " +
			"axioms .largest gives 3 and 5",
		"(create.delete, create, not equivalent)":                                    "they have the same normal form",
		"(create.add(1), create.add(2), not equivalent)\n .largest: 1 and 3":         "is 2, not 3",
		"(create.add(1), create.add(2), not equivalent)\n .delete.largest: 1 and 1 ": "the two values are the same",
	} {
		read, err := readCases(text, classes)
		if err != nil {
			t.Fatal(source.Show(err, 5))
		}
		_, _, _, err = checkAll(newMaker(classes), read)
		if err == nil || !strings.Contains(source.Show(err, 9), want) {
			t.Errorf("%s: want %s, got %s", text, want, source.Show(err, 9))
		}
	}
}

// TestNoAxioms: cases of a class without axioms are read, and nothing is proved of them.
func TestNoAxioms(t *testing.T) {
	classes, err := language.Parse(source.NewFile("s", "class S export create, put, size "+
		"constructor create; put (x: Integer) observer size: Integer end").Whole())
	if err != nil {
		t.Fatal(source.Show(err, 5))
	}
	read, err := readCases("(create.put(1).put(1), create.put(1), equivalent)\n"+
		"(create, create.put(1), not equivalent) .size: 0 and 1", classes)
	if err != nil {
		t.Fatal(source.Show(err, 5))
	}
	_, proved, unproved, err := checkAll(newMaker(classes), read)
	if err != nil || proved != 0 || unproved != 2 || len(read) != 2 || language.FormatTerm(read[1].Told[1],
		language.LOBAS) != "create.put(1).size" {
		t.Errorf("%d proved, %d not, of %v: %v", proved, unproved, read, err)
	}
}
