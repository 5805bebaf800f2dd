package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const stack = `class Stack export create, push, pop, top
constructor create; push (x: Integer)
transformer pop
observer top: Integer
var S: Stack, x: Integer
axiom
  1: create.pop -> create;
  2: S.push(x).pop -> S;
  3: create.top -> error;
  4: S.push(x).top -> x
end
`

// openStack returns a server in which a file has a text, in which ‸ is the cursor.
func openStack(t *testing.T, text string) (s *server, path string, at protocol.Position) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "stack.lobas")
	before, after, _ := strings.Cut(text, "‸")
	if err := os.WriteFile(path, []byte(before+after), 0o666); err != nil {
		t.Fatal(err)
	}
	return &server{texts: map[string]string{path: before + after}, shown: map[string]bool{}}, path,
		positionOf(before, len(before))
}

// TestAlgebraic: an algebraic specification has what a Z document has: symbols, definitions, what a name is, and what
// may stand at a place.
func TestAlgebraic(t *testing.T) {
	t.Parallel()
	s, path, at := openStack(t, strings.Replace(stack, "S.push(x).pop ->", "S.pu‸sh(x).pop ->", 1))
	got, err := s.symbols(uri.File(path))
	symbols, _ := got.([]protocol.DocumentSymbol)
	if err != nil || len(symbols) != 1 || symbols[0].Name != "Stack" || len(symbols[0].Children) != 4 ||
		symbols[0].Children[1].Detail != "push (x: Integer)" || symbols[0].Range.End.Line != 9 {
		t.Errorf("symbols: %+v, %v", symbols, err)
	}
	got, err = s.definition(uri.File(path), at)
	if places, _ := got.([]protocol.Location); err != nil || len(places) != 1 || places[0].Range.Start.Line != 1 ||
		places[0].Range.Start.Character != 20 {
		t.Errorf("definition: %+v, %v", got, err)
	}
	s, path, at = openStack(t, strings.Replace(stack, "S.push(x).pop ->", "S.push(x).po‸p ->", 1))
	got, err = s.hover(uri.File(path), at)
	if shown, _ := got.(*protocol.Hover); err != nil || shown == nil || shown.Contents.Value !=
		"```text\ntransformer pop\n1: create.pop -> create\n2: S.push(x).pop -> S\n```" {
		t.Errorf("hover: %+v, %v", got, err)
	}
	for text, want := range map[string]string{"S.p‸": "push pop", "if to‸": "top", "Int‸": "Integer", "th‸": "then"} {
		s, path, at = openStack(t, strings.Replace(stack, "2: S.push(x).pop -> S", "2: S.push(x).pop -> "+text, 1))
		got, err = s.complete(uri.File(path), at)
		list, _ := got.(protocol.CompletionList)
		for word := range strings.FieldsSeq(want) {
			if !slices.Contains(labels(list.Items), word) || err != nil {
				t.Errorf("%s: completed to %v, want %s: %v", text, labels(list.Items), word, err)
			}
		}
	}
}

// TestAlgebraicDiagnostics: errors of form are shown, and what is wrong with the axioms, with a term.
func TestAlgebraicDiagnostics(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		stack: "",
		strings.Replace(stack, "x).top -> x", "x).tap -> x", 1):         "9 tap is not an operation of Stack",
		strings.Replace(stack, "  1: create.pop -> create;\n", "", 1):   "2 Stack is not sufficiently complete: no axiom covers create.pop",
		strings.Replace(stack, "pop -> S;", "pop -> S.pop;", 1):         "",
		strings.Replace(stack, "pop -> S;", "pop -> S.push(x).pop;", 1): "7 axiom 2 does not terminate",
	} {
		s, path, _ := openStack(t, text)
		var got []string
		for _, d := range s.algebraicAt(path).diagnose(t.Context()) {
			got = append(got, string(rune('0'+d.Range.Start.Line))+" "+d.Message)
		}
		if all := strings.Join(got, "\n"); !strings.Contains(all, want) || want == "" && all != "" {
			t.Errorf("shown: %s\nwant: %s", all, want)
		}
	}
}

// TestAlgebraicFormat: a specification is laid out in its notation, unless a comment would be lost.
func TestAlgebraicFormat(t *testing.T) {
	t.Parallel()
	s, path, _ := openStack(t, strings.ReplaceAll(stack, "\n", " "))
	got, err := s.format(uri.File(path))
	if edits, _ := got.([]protocol.TextEdit); err != nil || len(edits) != 1 ||
		!strings.Contains(edits[0].NewText, "axiom\n    1: create.pop -> create;\n") {
		t.Errorf("it is laid out by %+v, %v", got, err)
	}
	s, path, _ = openStack(t, "-- why\n"+stack)
	if _, err := s.format(uri.File(path)); err == nil {
		t.Error("a comment is lost")
	}
}
