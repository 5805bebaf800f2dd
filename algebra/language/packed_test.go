package language_test

import (
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
