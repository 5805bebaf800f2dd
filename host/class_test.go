package host

import (
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestBesideClasses: a class of arguments that no document is about is what the program has of its name, and what it
// lacks there is missing only where it is needed.
func TestBesideClasses(t *testing.T) {
	classes, err := language.Parse(source.NewFile("text", `class Line export create, cell, back, len
constructor create; cell (s: String)
transformer back
observer len: Integer
end
class Text export create, join
constructor create; join (l: Line)
end`).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	text := &spec.Class{Name: "Text", SUT: "editor", Algebra: classes[1], Classes: classes}
	create := &wire.Operation{Name: "create", Kind: wire.OperationKind_MAKES}
	described := &wire.Description{Classes: []*wire.Class{
		{Name: "Text", Operations: []*wire.Operation{create}},
		{Name: "line", Operations: []*wire.Operation{create}},
	}}
	p := &Program{spec: &spec.SUT{Name: "editor"}, system: &spec.System{Classes: []*spec.Class{text}}}
	bindClasses(p, described)
	line := p.Classes().Find("Line")
	if line == nil || line.id != 2 || line.Spec.Algebra != classes[0] || len(line.Wrong) > 0 {
		t.Fatalf("the class Line is bound as %+v", line)
	}
	if own := p.Classes().Find("Text"); own == nil || own.Spec != text || len(own.Wrong) != 1 {
		t.Errorf("the class Text is bound as %+v", own)
	}
	if ops := line.Begin(1); ops.Add("back", false) == nil {
		t.Error("the program has no operation back of a line, and nothing says so")
	}
	p.spec.Name = "another"
	if bindClasses(p, described); p.Classes().Find("Line") != nil {
		t.Error("a class of another system under test is bound")
	}
}
