package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// binary is the path of ttf-int.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "lsp")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "ttf-int")
	if out, err := exec.Command("go", "build", "-o", binary, "../cmd/ttf-int").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "ttf-int cannot be built: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// editor is a client of the language server, which runs as a process of its own.
type editor struct {
	testing.TB
	conn  jsonrpc2.Conn
	cmd   *exec.Cmd
	shown chan protocol.PublishDiagnosticsParams
}

// pipes are what a process is written to and read from.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error { return p.WriteCloser.Close() }

func openEditor(t *testing.T) *editor {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "lsp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := &editor{t, jsonrpc2.NewConn(jsonrpc2.NewStream(pipes{out, in})), cmd,
		make(chan protocol.PublishDiagnosticsParams, 100)}
	e.conn.Go(t.Context(), func(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
		if req.Method() == protocol.MethodTextDocumentPublishDiagnostics {
			var p protocol.PublishDiagnosticsParams
			if err := json.Unmarshal(req.Params(), &p); err != nil {
				t.Error(err)
			}
			e.shown <- p
		}
		return reply(ctx, nil, nil)
	})
	var can protocol.InitializeResult
	e.call(protocol.MethodInitialize, &protocol.InitializeParams{}, &can)
	if can.ServerInfo == nil || can.ServerInfo.Name != "ttf-int" {
		t.Errorf("the server is %+v", can.ServerInfo)
	}
	e.notify(protocol.MethodInitialized, &protocol.InitializedParams{})
	return e
}

func (e *editor) call(method string, params, result any) {
	e.Helper()
	if _, err := e.conn.Call(context.Background(), method, params, result); err != nil {
		e.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) open(path string, text string) {
	e.notify(protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: uri.File(path), Text: text}})
}

// change changes a document that was open as one text to another one, as an editor does: it sends what is
// between what both begin and end with.
func (e *editor) change(path, from, to string) {
	a, b := []rune(from), []rune(to)
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	m := 0
	for m < min(len(a), len(b))-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	e.notify(protocol.MethodTextDocumentDidChange, map[string]any{
		"textDocument": map[string]any{"uri": uri.File(path), "version": 2},
		"contentChanges": []any{map[string]any{"text": string(b[n : len(b)-m]), "range": protocol.Range{
			Start: positionIn(a[:n]), End: positionIn(a[:len(a)-m])}}},
	})
}

// positionIn returns the position behind a text.
func positionIn(text []rune) protocol.Position {
	lines := strings.Split(string(text), "\n")
	last := lines[len(lines)-1]
	return protocol.Position{Line: uint32(len(lines) - 1), Character: uint32(len(utf16.Encode([]rune(last))))}
}

// wait waits until what is shown for a file is as wanted.
func (e *editor) wait(path string, want func([]protocol.Diagnostic) bool) []protocol.Diagnostic {
	e.Helper()
	var last []protocol.Diagnostic
	for {
		select {
		case p := <-e.shown:
			if p.URI == uri.File(path) {
				if last = p.Diagnostics; want(last) {
					return last
				}
			}
		case <-time.After(time.Minute):
			e.Fatalf("%s: what is wrong is shown as %+v", path, last)
		}
	}
}

// at returns the position of a word in a text, behind some of its characters.
func at(text, word string, behind int) protocol.TextDocumentPositionParams {
	i := strings.Index(text, word)
	position := positionIn([]rune(text[:i]))
	position.Character += uint32(behind)
	return protocol.TextDocumentPositionParams{Position: position}
}

// copyExample copies an example into a folder of the test.
func copyExample(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "examples", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLSP: an editor is shown what is wrong in a text that is not saved, in the files of its
// project too, and is told what names and operators are.
func TestLSP(t *testing.T) {
	t.Parallel()
	dir := copyExample(t, "depot")
	z, y := filepath.Join(dir, "specs", "depot.zed"), filepath.Join(dir, "specs", "units.yaml")
	data, err := os.ReadFile(z)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	e := openEditor(t)
	isRight := func(d []protocol.Diagnostic) bool { return len(d) == 0 }

	broken := strings.Replace(text, "stock", "𝕊tock", 1)
	e.open(z, broken)
	shown := e.wait(z, func(d []protocol.Diagnostic) bool { return len(d) > 0 })
	if d := shown[0]; d.Source != "ttf-int" || d.Message == "" || d.Range.Start.Line == 0 {
		t.Errorf("what is wrong is shown as %+v", d)
	}
	e.change(z, broken, text)
	e.wait(z, isRight)

	// A schema that is renamed is missed where a unit names it.
	renamed := strings.Replace(text, "Retire ==", "Retires ==", 1)
	e.change(z, text, renamed)
	shown = e.wait(y, func(d []protocol.Diagnostic) bool { return len(d) > 0 })
	if !strings.Contains(shown[0].Message, "Retire") {
		t.Errorf("what is wrong is shown as %+v", shown)
	}
	e.change(z, renamed, text)
	e.wait(y, isRight)

	document := protocol.TextDocumentIdentifier{URI: uri.File(z)}
	var symbols []protocol.DocumentSymbol
	e.call(protocol.MethodTextDocumentDocumentSymbol, &protocol.DocumentSymbolParams{TextDocument: document}, &symbols)
	if !slices.ContainsFunc(symbols, func(s protocol.DocumentSymbol) bool { return s.Name == "Take" }) {
		t.Errorf("the names of the document are %+v", symbols)
	}
	place := at(text, "(Take", 1)
	place.TextDocument = document
	var places []protocol.Location
	e.call(protocol.MethodTextDocumentDefinition, &protocol.DefinitionParams{TextDocumentPositionParams: place},
		&places)
	lines := strings.Split(text, "\n")
	if len(places) != 1 || !strings.HasPrefix(lines[places[0].Range.Start.Line], "Take ==") {
		t.Errorf("Take is introduced at %+v", places)
	}
	var hover protocol.Hover
	e.call(protocol.MethodTextDocumentHover, &protocol.HoverParams{TextDocumentPositionParams: place}, &hover)
	if !strings.Contains(hover.Contents.Value, "Take") || !strings.Contains(hover.Contents.Value, "depot.zed:") {
		t.Errorf("Take is shown as %q", hover.Contents.Value)
	}
	place = at(text, "⊕", 0)
	place.TextDocument = document
	e.call(protocol.MethodTextDocumentHover, &protocol.HoverParams{TextDocumentPositionParams: place}, &hover)
	if !strings.Contains(hover.Contents.Value, `\oplus`) {
		t.Errorf("⊕ is shown as %q", hover.Contents.Value)
	}

	// Behind a character that has two units, the word \forall is completed where it stands.
	typed := text + "\nMore == [s : 𝕊 | \\fora"
	e.change(z, text, typed)
	place = at(typed, `\fora`, 5)
	place.TextDocument = document
	var list protocol.CompletionList
	e.call(protocol.MethodTextDocumentCompletion, &protocol.CompletionParams{TextDocumentPositionParams: place}, &list)
	i := slices.IndexFunc(list.Items, func(i protocol.CompletionItem) bool { return i.Label == `\forall` })
	if i < 0 || list.Items[i].TextEdit.NewText != "∀" ||
		list.Items[i].TextEdit.Range.Start.Character != place.Position.Character-5 {
		t.Errorf("it is completed by %+v", list.Items)
	}
	e.change(z, typed, text)

	_, err = e.conn.Call(t.Context(), "textDocument/unknown", nil, nil)
	if err == nil || !strings.Contains(err.Error(), "method not found") {
		t.Errorf("an unknown request is answered by %v", err)
	}
	e.call(protocol.MethodShutdown, nil, nil)
	e.notify(protocol.MethodExit, nil)
	if err := e.cmd.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

// TestLSPFormat: a document is laid out as print does it, unless a comment would be lost; and an editor
// that leaves without a shutdown is an exit code of 1.
func TestLSPFormat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.zed")
	e := openEditor(t)
	e.open(path, "A == [x : Z |   x>0 and x<5]\n")
	e.wait(path, func(d []protocol.Diagnostic) bool { return true })
	params := &protocol.DocumentFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: uri.File(path)}}
	var edits []protocol.TextEdit
	e.call(protocol.MethodTextDocumentFormatting, params, &edits)
	if len(edits) != 1 || edits[0].NewText != "A ≙ [x : ℤ | x > 0 ∧ x < 5]\n" {
		t.Errorf("it is laid out by %+v", edits)
	}
	e.change(path, "A == [x : Z |   x>0 and x<5]\n", "% why\nA == [x : Z | x>0]\n")
	if _, err := e.conn.Call(t.Context(), protocol.MethodTextDocumentFormatting, params, &edits); err == nil ||
		!strings.Contains(err.Error(), "comments") {
		t.Errorf("a comment is kept by %v", err)
	}
	e.notify(protocol.MethodExit, nil)
	if err := e.cmd.Wait(); err == nil || e.cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("without a shutdown the server ends with %v", err)
	}
}
