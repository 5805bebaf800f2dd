package parse

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/iso"
	"github.com/ttf-int/ttf-int/zed/parse/layout"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/terms"
	"github.com/ttf-int/ttf-int/zed/parse/tex"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Note is something of a document that was not read, and why.
type Note = pieces.Note

// Reading is what a text holds.
type Reading struct {
	Paragraphs []zed.Paragraph
	Notes      []Note
	// Unread is what of the text is not read as Z, such as verbatim, by kind:
	// how many environments, or lines of prose.
	Unread map[string]int
}

// Document reads all paragraphs of a Z text in any notation: LaTeX where the
// file is a .tex file or has environments of Z, otherwise Unicode and ASCII.
// The error is a source.Errors with every syntax error, one a paragraph at
// most; the paragraphs are returned beside it, with an Unread in the place of
// each that has one.
func Document(t *source.Text) ([]zed.Paragraph, error) {
	readings, err := Documents([]*source.Text{t})
	return readings[0].Paragraphs, err
}

// Documents reads the texts of one specification, each by itself: operators
// and macros that one introduces hold in all. There are as many readings as
// texts.
func Documents(texts []*source.Text) ([]Reading, error) {
	var errs source.Errors
	m := tex.NewMacros()
	for _, t := range texts {
		if tex.IsDocument(t) && newTooLarge(t) == nil {
			tex.ScanMacros(t, m)
		}
	}
	words := symbolWords(texts)
	docs := make([]pieces.Document, len(texts))
	for i, t := range texts {
		if err := newTooLarge(t); err != nil {
			errs.Add(err)
			docs[i].Large = true
			continue
		}
		docs[i] = takeApart(t, m, words)
	}
	joinDecorated(docs)
	resolve(docs)
	makeNames(texts, docs)
	ops := operators.TableWith(findIntroduced(docs))
	ops.KeepApart(docs)
	out := make([]Reading, len(texts))
	for i, t := range texts {
		var err error
		out[i], err = readDocument(docs[i], t, ops)
		errs.Add(err)
	}
	return out, errs.Err()
}

// makeNames makes names of the words of ASCII that documents in Unicode declare,
// in all of these.
func makeNames(texts []*source.Text, docs []pieces.Document) {
	declared := map[string]bool{}
	each := func(f func(in string, toks []tokens.Token)) {
		for i, t := range texts {
			if docs[i].Large || tex.IsDocument(t) || !plain.UnicodeFile(t.File.Name, t.Value) {
				continue
			}
			for _, c := range docs[i].Chunks {
				f(t.Value, c.Toks)
			}
		}
	}
	each(func(in string, toks []tokens.Token) { plain.DeclaredNames(in, toks, declared) })
	if len(declared) > 0 {
		each(func(in string, toks []tokens.Token) { plain.NameWords(in, toks, declared) })
	}
}

// Inputs returns the paragraphs of a text that stand for other files.
func Inputs(t *source.Text) []*zed.Input {
	var out []*zed.Input
	if tex.IsDocument(t) {
		for _, f := range tex.InputsOf(t) {
			out = append(out, &zed.Input{Span: t.Span(f.Start, f.End), File: f.Text})
		}
		return out
	}
	if strings.Contains(t.Value, tokens.InputWord) {
		toks := plain.Lex(t, nil)
		for i, tok := range toks {
			if tok.Is(tokens.InputWord) {
				out = append(out, &zed.Input{Span: t.Span(tok.Start, toks[i+1].End), File: toks[i+1].Text})
			}
		}
	}
	return out
}

// takeApart returns the pieces of a text.
func takeApart(t *source.Text, m *tex.Macros, words map[string]bool) pieces.Document {
	switch {
	case tex.IsDocument(t):
		return tex.Read(t, m)
	case iso.IsDelimited(t.Value):
		return iso.Read(t, words)
	}
	return pieces.Document{Chunks: []pieces.Chunk{{Toks: plain.Lex(t, words), Several: true}}}
}

// symbolWords returns the words of the operators that templates in Unicode and
// ASCII introduce, found before there are tokens: what is one word depends on
// them.
func symbolWords(texts []*source.Text) map[string]bool {
	words := map[string]bool{}
	for _, t := range texts {
		if tex.IsDocument(t) {
			continue
		}
		for _, line := range strings.Split(t.Value, "\n") {
			line = strings.TrimLeft(line, " \t│─")
			head, rest, _ := strings.Cut(line, "(")
			fields := strings.Fields(head)
			if len(fields) == 0 || len(fields) > 3 || operators.Categories[fields[0]] == nil {
				continue
			}
			inside, _, _ := strings.Cut(rest, ")")
			for _, w := range strings.Fields(inside) {
				if _, known := plain.Spellings[w]; !known && !operators.Place(w) && !strings.HasPrefix(w, "`") &&
					plain.BadByte(w) < 0 && len(words) < maxWords {
					words[w] = true
				}
			}
		}
	}
	return words
}

// maxWords bounds how many words of operators are symbols: each is looked for
// at every place.
const maxWords = 1000

// readDocument parses the paragraphs of a document.
func readDocument(d pieces.Document, t *source.Text, ops *operators.Table) (Reading, error) {
	var errs source.Errors
	out := Reading{Notes: append(d.SkipNotes(), d.Notes...), Unread: d.Unread}
	if d.Large {
		out.Paragraphs = []zed.Paragraph{&zed.Unread{Span: t.Span(0, 0), More: true}}
	}
	for _, dir := range d.Directives {
		for _, f := range operators.FormsOf(dir) {
			out.Paragraphs = append(out.Paragraphs, &zed.Template{Span: t.Span(dir.At.Start, dir.At.End), Form: f})
		}
	}
	for _, c := range d.Chunks {
		if c.Undo != nil {
			out.Paragraphs = c.Undo.Apply(out.Paragraphs)
			continue
		}
		ps, found := readChunk(ops, t, c, maxErrors-len(errs))
		if len(found) > 0 && c.Otherwise != nil {
			as := c
			as.Toks = c.Otherwise
			if again, none := readChunk(ops, t, as, maxErrors); len(none) == 0 {
				ps, found = again, nil
			}
		}
		errs = append(errs, found...)
		out.Paragraphs = append(out.Paragraphs, ps...)
		if len(errs) > maxErrors {
			return out, errs.Err()
		}
	}
	return out, errs.Err()
}

// lexical returns the error at the first of some tokens that could not be read, or else
// the other error: where a token could not be read, that what is around it does not fit
// follows from it.
func lexical(t *source.Text, toks []tokens.Token, other *source.Error) *source.Error {
	for _, tok := range toks {
		if tok.Kind == tokens.Bad {
			return source.Errorf(t.Span(tok.Start, tok.End), "%s", tok.Text)
		}
	}
	return other
}

// newUnread returns what stands for tokens with a syntax error.
func newUnread(ops *operators.Table, t *source.Text, toks []tokens.Token) *zed.Unread {
	u := &zed.Unread{Span: t.Span(toks[0].Start, toks[len(toks)-1].End)}
	seen := map[string]bool{}
	add := func(text string, at tokens.Token) {
		if !seen[text] {
			seen[text] = true
			u.Names = append(u.Names, zed.Ident{Name: text, Span: t.Span(at.Start, at.End)})
		}
	}
	for _, tok := range toks {
		switch {
		case tok.Kind == tokens.Name, tok.Kind == tokens.Unknown:
			add(strings.TrimPrefix(tok.Text, `\`), tok)
		case tok.Kind == tokens.Symbol && ops.Words[tok.Text]:
			for _, f := range ops.Forms {
				if slices.Contains(strings.Fields(f.Name), tok.Text) {
					add(f.Name, tok)
				}
			}
		case tok.Kind == tokens.Symbol && tokens.Constants.Has(tok.Text):
			add(tok.Text, tok)
		}
	}
	return u
}

func isBoxed(t tokens.Token) bool {
	return t.Is("┌") || t.Is("│") || t.Is("╒") || t.Is("schema") || t.Is("axiom")
}

// resolve gives a meaning to the macros and characters that nothing but the documents
// can know: those that they declare are names.
func resolve(docs []pieces.Document) {
	declared := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.Chunks {
			addDeclared(c.Toks, declared)
		}
	}
	if len(declared) == 0 {
		return
	}
	for _, d := range docs {
		for _, c := range d.Chunks {
			for _, toks := range [][]tokens.Token{c.Toks, c.Otherwise} {
				for i := range toks {
					t := &toks[i]
					if (t.Kind == tokens.Unknown || t.Kind == tokens.Strange) && declared[zed.BaseName(t.Text)] {
						t.Kind, t.Text = tokens.Name, strings.TrimPrefix(t.Text, `\`)
					}
				}
			}
		}
	}
}

// addDeclared adds the macros and characters that tokens declare: before a
// colon, before a definition, as given types and as branches of free types.
func addDeclared(toks []tokens.Token, declared map[string]bool) {
	for i, t := range toks {
		if r, _ := utf8.DecodeRuneInString(t.Text); t.Kind != tokens.Unknown && (t.Kind != tokens.Strange ||
			r < utf8.RuneSelf) || i+1 == len(toks) {
			continue
		}
		next, before := toks[i+1], tokens.Token{}
		if i > 0 {
			before = toks[i-1]
		}
		j := i + 1
		for j+1 < len(toks) && j < i+operators.MaxTemplate && toks[j].Is(",") && (toks[j+1].Kind == tokens.Name ||
			toks[j+1].Kind == tokens.Unknown) {
			j += 2
		}
		switch {
		case toks[j].Is(":"), next.Is("=="), next.Is("≙"), next.Is("::="), next.Is("[") &&
			before.Kind == tokens.Newline, before.Is("┌"), before.Is("::="),
			(before.Is("[") || before.Is(",")) && toks[j].Is("]"),
			before.Is("|") && (next.Is("|") || next.Is("⟪") || next.Kind == tokens.End || next.Kind == tokens.Newline):
			declared[zed.BaseName(t.Text)] = true
		}
	}
}

// readChunk parses the paragraphs of a chunk. Where there are more errors than most,
// the last says that the rest is not read.
func readChunk(ops *operators.Table, t *source.Text, c pieces.Chunk,
	most int) (out []zed.Paragraph, errs source.Errors) {
	ops.Mark(c.Toks)
	split := [][]tokens.Token{c.Toks}
	if c.Several {
		inside := c.Toks
		if !c.Latex && !c.Marked {
			inside = layout.TellAngles(c.Toks, ops)
		}
		split = layout.Split(t.Value, inside, ops, c.Latex || c.Marked)
	}
	for _, toks := range split {
		if len(errs) == most {
			errs = append(errs, source.Errorf(t.Span(toks[0].Start, toks[0].End),
				"too many errors: the rest is not read"))
			return append(out, &zed.Unread{Span: t.Span(toks[0].Start, toks[0].End), More: true}), errs
		}
		marked := c.Latex || c.Marked
		separate := isBoxed(toks[0]) || marked && !layout.DefinesAt(toks, ops, 0)
		para, mistake := terms.ReadParagraph(terms.NewCursor(t, "the paragraph", ops,
			layout.DropNewlines(toks, ops, separate, marked), marked))
		if mistake != nil {
			errs = append(errs, lexical(t, toks, mistake))
			para = newUnread(ops, t, toks)
		}
		out = append(out, para)
	}
	return out, errs
}
