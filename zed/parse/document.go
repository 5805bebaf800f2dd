package parse

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Note is something of a document that was not read, and why.
type Note struct {
	Span source.Span
	Text string
}

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
	m := newMacros()
	for _, t := range texts {
		if isLaTeX(t) && tooLarge(t) == nil {
			readerOf(t, m).scan()
		}
	}
	words := symbolWords(texts)
	docs := make([]document, len(texts))
	for i, t := range texts {
		if err := tooLarge(t); err != nil {
			errs.Add(err)
			docs[i].large = true
			continue
		}
		docs[i] = tokens(t, m, words)
	}
	joinDecorated(docs)
	resolve(docs)
	asNames(texts, docs)
	ops := with(introduced(docs))
	ops.keepApart(docs)
	out := make([]Reading, len(texts))
	for i, t := range texts {
		var err error
		out[i], err = docs[i].parse(t, ops)
		errs.Add(err)
	}
	return out, errs.Err()
}

// asNames makes names of the words of ASCII that documents in Unicode declare,
// in all of these.
func asNames(texts []*source.Text, docs []document) {
	declared := map[string]bool{}
	each := func(f func(in string, toks []token)) {
		for i, t := range texts {
			if docs[i].large || isLaTeX(t) || !unicodeFile(t.File.Name, t.Value) {
				continue
			}
			for _, c := range docs[i].chunks {
				f(t.Value, c.toks)
			}
		}
	}
	each(func(in string, toks []token) { declaredNames(in, toks, declared) })
	if len(declared) > 0 {
		each(func(in string, toks []token) { nameWords(in, toks, declared) })
	}
}

// Inputs returns the paragraphs of a text that stand for other files.
func Inputs(t *source.Text) []*zed.Input {
	var out []*zed.Input
	if isLaTeX(t) {
		r := readerOf(t, newMacros())
		r.scan()
		for _, f := range r.inputs {
			out = append(out, &zed.Input{Span: t.Span(f.start, f.end), File: f.text})
		}
		return out
	}
	if strings.Contains(t.Value, inputWord) {
		toks := lex(t, nil)
		for i, tok := range toks {
			if tok.is(inputWord) {
				out = append(out, &zed.Input{Span: t.Span(tok.start, toks[i+1].end), File: toks[i+1].text})
			}
		}
	}
	return out
}

// chunk is a piece of a document: one paragraph, or several that are still to
// be told apart.
type chunk struct {
	toks    []token
	several bool
	latex   bool
	// marked says that paragraphs of Unicode have a mark where they begin, so
	// that indentation means nothing.
	marked bool
	// otherwise is what the chunk is where toks are no Z, or nil.
	otherwise []token
	undo      *undoing // instead of tokens: a command that takes paragraphs back
}

// document is what a text holds, before it is parsed.
type document struct {
	chunks     []chunk
	notes      []Note
	directives []directive
	large      bool // too large to be read
	skips      []skip
	unread     map[string]int // as in a Reading
}

// leave counts something that is not read.
func (d *document) leave(kind string, n int) {
	if d.unread == nil {
		d.unread = map[string]int{}
	}
	d.unread[kind] += n
}

// linesOf returns how many lines of a text say something.
func linesOf(text string) int {
	n := 0
	for _, line := range strings.Split(text, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// skip is a theorem or a proof that is not read.
type skip struct {
	at   source.Span
	kind string // its environment, or what it is
	text string // what to say of it where it is the only one
}

// skipped returns one note on all that is not read, at the first.
func (d document) skipped() []Note {
	switch len(d.skips) {
	case 0:
		return nil
	case 1:
		return []Note{{Span: d.skips[0].at, Text: d.skips[0].text}}
	}
	counts := map[string]int{}
	var kinds []string
	for _, s := range d.skips {
		if counts[s.kind] == 0 {
			kinds = append(kinds, s.kind)
		}
		counts[s.kind]++
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[k], k)
	}
	text := fmt.Sprintf("%d passages are skipped, the first of them here: %s", len(d.skips), strings.Join(kinds, ", "))
	return []Note{{Span: d.skips[0].at, Text: text}}
}

// directive introduces symbols as operators, as fuzz writes it.
type directive struct {
	at      token
	kind    string
	symbols []token
}

func readerOf(t *source.Text, m *macros) *latexReader {
	return &latexReader{text: t, in: t.Value, macros: m, braces: &braces{in: t.Value}, endless: map[string]bool{}}
}

// tokens reads the tokens of a text.
func tokens(t *source.Text, m *macros, words map[string]bool) document {
	if isLaTeX(t) {
		r := readerOf(t, m)
		r.lexing = true
		r.scan()
		return r.found
	}
	if isDelimited(t.Value) {
		r := isoReader{text: t, in: t.Value, words: words}
		r.scan()
		return r.found
	}
	return document{chunks: []chunk{{toks: lex(t, words), several: true}}}
}

// symbolWords returns the words of the operators that templates in Unicode and
// ASCII introduce, found before there are tokens: what is one word depends on
// them.
func symbolWords(texts []*source.Text) map[string]bool {
	words := map[string]bool{}
	for _, t := range texts {
		if isLaTeX(t) {
			continue
		}
		for _, line := range strings.Split(t.Value, "\n") {
			line = strings.TrimLeft(line, " \t│─")
			head, rest, _ := strings.Cut(line, "(")
			fields := strings.Fields(head)
			if len(fields) == 0 || len(fields) > 3 || categories[fields[0]] == nil {
				continue
			}
			inside, _, _ := strings.Cut(rest, ")")
			for _, w := range strings.Fields(inside) {
				if _, known := spellings[w]; !known && !place(w) && len(words) < maxWords {
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

// introduced returns the operators that the documents of a specification
// introduce, or give their own meaning.
func introduced(docs []document) []zed.UserForm {
	var out []zed.UserForm
	for _, d := range docs {
		for _, c := range d.chunks {
			out = append(out, templatesOf(c.toks)...)
		}
		for _, dir := range d.directives {
			out = append(out, dir.forms()...)
		}
	}
	for _, d := range docs {
		for _, c := range d.chunks {
			out = append(out, redefined(c.toks, out)...)
		}
	}
	return slices.DeleteFunc(out, func(f zed.UserForm) bool { return core[f.Name] })
}

// core are the operators that are the same whatever a document says of them.
var core = set("⟨ ,, ⟩", "_ × _", "ℙ _", "_ ∈ _", "_ = _", "_ ↦ _", "_ ∧ _", "_ ∨ _")

// parse parses the paragraphs of a document.
func (d document) parse(t *source.Text, ops *table) (Reading, error) {
	var errs source.Errors
	out := Reading{Notes: append(d.skipped(), d.notes...), Unread: d.unread}
	if d.large {
		out.Paragraphs = []zed.Paragraph{&zed.Unread{Span: t.Span(0, 0), More: true}}
	}
	for _, dir := range d.directives {
		for _, f := range dir.forms() {
			out.Paragraphs = append(out.Paragraphs, &zed.Template{Span: t.Span(dir.at.start, dir.at.end), Form: f})
		}
	}
	for _, c := range d.chunks {
		if c.undo != nil {
			out.Paragraphs = c.undo.left(out.Paragraphs)
			continue
		}
		ps, found := ops.chunk(t, c, maxErrors-len(errs))
		if len(found) > 0 && c.otherwise != nil {
			as := c
			as.toks = c.otherwise
			if again, none := ops.chunk(t, as, maxErrors); len(none) == 0 {
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

// chunk parses the paragraphs of a chunk. Where there are more errors than most,
// the last says that the rest is not read.
func (ops *table) chunk(t *source.Text, c chunk, most int) (out []zed.Paragraph, errs source.Errors) {
	ops.mark(c.toks)
	pieces := [][]token{c.toks}
	if c.several {
		s := splitter{in: t.Value, toks: c.toks, ops: ops, latex: c.latex || c.marked}
		if !c.latex && !c.marked {
			s.toks = angles(c.toks, ops)
		}
		s.all()
		pieces = s.out
	}
	for _, toks := range pieces {
		if len(errs) == most {
			errs = append(errs, source.Errorf(t.Span(toks[0].start, toks[0].end), "too many errors: the rest is not read"))
			return append(out, &zed.Unread{Span: t.Span(toks[0].start, toks[0].end), More: true}), errs
		}
		marked := c.latex || c.marked
		separate := boxed(toks[0]) || marked && !(&splitter{toks: toks, ops: ops}).defines(0)
		in := &cursor{text: t, what: "the paragraph", ops: ops, latex: marked,
			toks: layouter{ops: ops, separate: separate, latex: marked}.layout(toks)}
		para := newParser(in).paragraphs.paragraph()
		in.bound(paragraphTerms(para)...)
		if in.err != nil {
			errs = append(errs, lexical(t, toks, in.err))
			para = ops.unread(t, toks)
		}
		out = append(out, para)
	}
	return out, errs
}

// lexical returns the error at the first of some tokens that is none, or else
// another: what does not fit around it follows from it.
func lexical(t *source.Text, toks []token, other *source.Error) *source.Error {
	for _, tok := range toks {
		if tok.kind == bad {
			return source.Errorf(t.Span(tok.start, tok.end), "%s", tok.text)
		}
	}
	return other
}

// unread returns what stands for tokens with a syntax error.
func (ops *table) unread(t *source.Text, toks []token) *zed.Unread {
	u := &zed.Unread{Span: t.Span(toks[0].start, toks[len(toks)-1].end)}
	seen := map[string]bool{}
	add := func(text string, at token) {
		if !seen[text] {
			seen[text] = true
			u.Names = append(u.Names, zed.Ident{Name: text, Span: t.Span(at.start, at.end)})
		}
	}
	for _, tok := range toks {
		switch {
		case tok.kind == name, tok.kind == unknown:
			add(strings.TrimPrefix(tok.text, `\`), tok)
		case tok.kind == symbol && ops.words[tok.text]:
			for _, f := range ops.forms {
				if slices.Contains(strings.Fields(f.Name), tok.text) {
					add(f.Name, tok)
				}
			}
		case tok.kind == symbol && constants[tok.text]:
			add(tok.text, tok)
		}
	}
	return u
}

func boxed(t token) bool {
	return t.is("┌") || t.is("│") || t.is("╒") || t.is("schema") || t.is("axiom")
}

// resolve gives the macros and characters that nothing but the documents can
// know a meaning: those that they declare are names.
func resolve(docs []document) {
	declared := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.chunks {
			declaredWords(c.toks, declared)
		}
	}
	if len(declared) == 0 {
		return
	}
	for _, d := range docs {
		for _, c := range d.chunks {
			for _, toks := range [][]token{c.toks, c.otherwise} {
				for i := range toks {
					t := &toks[i]
					if (t.kind == unknown || t.kind == strange) && declared[zed.BaseName(t.text)] {
						t.kind, t.text = name, strings.TrimPrefix(t.text, `\`)
					}
				}
			}
		}
	}
}

// declaredWords adds the macros and characters that tokens declare: before a
// colon, before a definition, as given types and as branches of free types.
func declaredWords(toks []token, declared map[string]bool) {
	for i, t := range toks {
		if r, _ := utf8.DecodeRuneInString(t.text); t.kind != unknown && (t.kind != strange || r < utf8.RuneSelf) || i+1 == len(toks) {
			continue
		}
		next, before := toks[i+1], token{}
		if i > 0 {
			before = toks[i-1]
		}
		j := i + 1
		for j+1 < len(toks) && j < i+maxTemplate && toks[j].is(",") && (toks[j+1].kind == name || toks[j+1].kind == unknown) {
			j += 2
		}
		switch {
		case toks[j].is(":"), next.is("=="), next.is("≙"), next.is("::="), next.is("[") && before.kind == newline, before.is("┌"), before.is("::="),
			(before.is("[") || before.is(",")) && toks[j].is("]"),
			before.is("|") && (next.is("|") || next.is("⟪") || next.kind == end || next.kind == newline):
			declared[zed.BaseName(t.text)] = true
		}
	}
}

// latexTerm tells whether a term is written in LaTeX: it has a macro of it,
// outside string literals.
func latexTerm(text string) bool {
	for i := 0; i < len(text); {
		switch text[i] {
		case '"':
			if stop := stringEnd(text, i); stop > 0 {
				i = stop
				continue
			}
		case '\\':
			macro := macroAt(text, i)
			_, blank := latexBlank[macro]
			if _, known := latexSymbols[macro]; known || greek[macro] != "" || macro == `\{` && strings.Contains(text, `\}`) || macro == `\_` || blank && len(macro) > 2 {
				return true
			}
			i += len(macro)
			continue
		}
		i++
	}
	return false
}

// knownMacros returns the macros that have a meaning.
func knownMacros() []string {
	var out []string
	for m := range latexSymbols {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}
