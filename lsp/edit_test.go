package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf16"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editorText is a text as an editor has it: units of UTF-16.
type editorText []uint16

// position returns the position of a unit of the text, as the protocol counts: lines end with \n, \r\n or \r.
// ok is false between the two parts of a character or of a line's end, where no edit begins.
func (t editorText) position(at int) (p protocol.Position, ok bool) {
	if at > 0 && at < len(t) {
		if before := t[at-1]; 0xD800 <= before && before < 0xDC00 || before == '\r' && t[at] == '\n' {
			return p, false
		}
	}
	for i := range at {
		p.Character++
		if t[i] == '\n' || t[i] == '\r' && (i+1 == len(t) || t[i+1] != '\n') {
			p.Line, p.Character = p.Line+1, 0
		}
	}
	return p, true
}

// FuzzChange: after any edits the server has the text that the editor has.
func FuzzChange(f *testing.F) {
	f.Add("a\r\nb𝕊c\n\r\rd", []byte{3, 2, 1, 9, 4, 0, 0, 200, 7})
	f.Add("𝕊𝔽\n", []byte{0, 2, 5, 1, 3, 6})
	f.Add("", []byte{0, 0, 2, 0, 0, 3, 1, 1, 4})
	pieces := []string{"", "\n", "\r\n", "\r", "𝕊", "é", "∀ x : ℤ", "a\nb𝔽\r\nc", "\uFFFD"}
	f.Fuzz(func(t *testing.T, text string, edits []byte) {
		if len(edits) > 60 || len(text) > 300 {
			return
		}
		have := editorText(utf16.Encode([]rune(text)))
		path := "/a.zed"
		s := &server{texts: map[string]string{path: string(utf16.Decode(have))}, shown: map[string]bool{}}
		var p changed
		p.TextDocument.URI = uri.File(path)
		for ; len(edits) >= 3; edits = edits[3:] {
			from := int(edits[0]) % (len(have) + 1)
			to := min(len(have), from+int(edits[1])%8)
			by := pieces[int(edits[2])%len(pieces)]
			start, ok := have.position(from)
			end, ok2 := have.position(to)
			if !ok || !ok2 {
				continue
			}
			var one changed
			data, err := json.Marshal(map[string]any{"contentChanges": []any{
				map[string]any{"range": protocol.Range{Start: start, End: end}, "text": by}}})
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &one); err != nil {
				t.Fatal(err)
			}
			p.ContentChanges = append(p.ContentChanges, one.ContentChanges...)
			have = slices.Concat(have[:from], utf16.Encode([]rune(by)), have[to:])
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if err := s.change(ctx, p); err != nil {
			t.Fatal(err)
		}
		s.timer.Stop()
		if got, want := s.textOf(path), string(utf16.Decode(have)); got != want {
			t.Fatalf("%q becomes %q, want %q, by %+v", text, got, want, p.ContentChanges)
		}
		for i := range have {
			if at, ok := have.position(i); ok {
				if got, want := offsetOf(s.textOf(path), at), len(string(utf16.Decode(have[:i]))); got != want {
					t.Fatalf("%q: %+v is the offset %d, want %d", s.textOf(path), at, got, want)
				}
				if back := positionOf(s.textOf(path), offsetOf(s.textOf(path), at)); back != at {
					t.Fatalf("%q: %+v becomes %+v", s.textOf(path), at, back)
				}
			}
		}
	})
}

// TestChangeWhole: a change without a range is the whole text, also after one with.
func TestChangeWhole(t *testing.T) {
	t.Parallel()
	s := &server{texts: map[string]string{"/a.zed": "abc"}, shown: map[string]bool{}}
	var p changed
	err := json.Unmarshal([]byte(`{"textDocument": {"uri": "file:///a.zed"}, "contentChanges": [{"text": "x", "range":
		{"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 2}}}, {"text": "𝕊\n"},
		{"text": "!", "range": {"start": {"line": 9, "character": 9}, "end": {"line": 9, "character": 9}}}]}`), &p)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.change(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	s.timer.Stop()
	if got := s.textOf("/a.zed"); got != "𝕊\n!" {
		t.Errorf("%q", got)
	}
}
