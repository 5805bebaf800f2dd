package language_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// TestPacked: what is packed is the same term afterwards, whatever was packed between.
func TestPacked(t *testing.T) {
	classes := algebratest.Read(t, "queue.lobas")
	var packer language.Packer
	var packed []language.Packed
	texts := []string{"create", "create.add(3)", "create.add(-∞).add(3).delete.largest",
		"create.add(3).eqn(create.add(3).add(4).delete)", "create.add(x).add(y).delete"}
	for _, text := range texts {
		term, err := language.ParseSequence(source.NewFile("sequence", text).Whole(), classes, classes[0])
		if err != nil {
			t.Fatal(err)
		}
		packed = append(packed, packer.Pack(term))
	}
	for i, p := range packed {
		got := packer.Unpack(p)
		if text := language.FormatTerm(got, language.LOBAS); text != texts[i] {
			t.Errorf("%s became %s", texts[i], text)
		}
		if last := got.(*language.Apply); last.Decl == nil || last.Decl.Name.Text != last.Op {
			t.Errorf("%s: the operation %s has lost its declaration", texts[i], last.Op)
		}
	}
}

// TestPackedText: what is packed is written as its term is, and numbers that are asked for by themselves are those of
// terms.
func TestPackedText(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var packer language.Packer
	for _, name := range []string{"queue.lobas", "shelf.lobas", "text.lobas", "bounded.lobas", "set.lobas"} {
		classes := algebratest.Read(t, name)
		for range 200 {
			term := algebratest.Draw(rng, classes, classes[0], rng.IntN(9))
			packed := packer.Pack(term)
			for _, class := range []string{classes[0].Name.Text, "Other", ""} {
				if got, want := packer.Format(class, packed), language.FormatIn(class, term); got != want {
					t.Fatalf("in %q %s is written as %s", class, want, got)
				}
			}
			pair := packer.Pair(packed, packed)
			if got, _ := pair.Format(); got != language.FormatIn(language.HomeOf(term), term) {
				t.Fatalf("%s is written as %s", language.FormatIn(language.HomeOf(term), term), got)
			}
			if first, _ := pair.Unpack(); language.FormatIn("", first) != language.FormatIn("", term) {
				t.Fatalf("%s became %s", language.FormatIn("", term), language.FormatIn("", first))
			}
		}
		o := classes[0].Operations[0]
		apply := &language.Apply{Op: o.Name.Text, Decl: o, Args: make([]language.Term, len(o.Sorts()))}
		for i := range apply.Args {
			apply.Args[i] = &language.Literal{Text: "7", Sort: language.Integer}
		}
		packed := packer.Pack(apply)
		if packed[len(packed)-1] != packer.Operation(o) || len(packed) > 1 && packed[0] != packer.Integer(7) {
			t.Errorf("%s: the numbers %v are not those of %s and 7", name, packed, o.Name.Text)
		}
	}
}
