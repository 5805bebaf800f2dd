package tex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// environment is what an environment of LaTeX holds.
type environment int

const (
	horizontal environment = iota // horizontal paragraphs
	schemaEnv                     // a schema box: {Name}[X]
	axiomEnv                      // an axiomatic or generic description: [X]
	theorem                       // a named predicate, which is skipped unless it is a conjecture
	skipped                       // not Z, or not to be checked
	proof                         // a proof, or inference rules: skipped with a note
	foreign                       // what other languages add to Z: skipped with a note
)

var environments = map[string]environment{
	"zed": horizontal, "zedbox": horizontal, "syntax": horizontal, "zsection": horizontal, "zsect": horizontal,
	"latezed": horizontal,
	"schema":  schemaEnv, "genschema": schemaEnv, "schemapk": schemaEnv, "lateschema": schemaEnv,
	"axdef": axiomEnv, "gendef": axiomEnv, "genaxdef": axiomEnv, "uniqdef": axiomEnv, "unique": axiomEnv,
	"axbox": axiomEnv, "axiom": axiomEnv,
	"theorem": theorem,
	"zproof":  proof,
	"infrule": proof,
	"argue":   proof,
	"zedrule": proof,
	"schema*": proof,
	"zed*":    proof,
	"axdef*":  proof,
	"gendef*": proof,
	"class":   foreign, "classcom": foreign, "circus": foreign, "circusaction": foreign, "channel": foreign,
	"zsectionproof": foreign, "machine": foreign,
	"verbatim": skipped, "verbatim*": skipped, "Verbatim": skipped, "BVerbatim": skipped, "lstlisting": skipped,
	"comment": skipped, "LVerbatim": skipped,
	"alltt": skipped, "filecontents": skipped, "filecontents*": skipped, "minted": skipped,
}

// latexReader takes a LaTeX document apart.
type latexReader struct {
	text   *source.Text
	in     string
	pos    int
	macros *Macros
	braces *braces
	lexing bool // whether paragraphs are read, or only what macros and operators mean
	found  pieces.Document
	inputs []tokens.Token // the names of files, at the macros that name them
	// unchecked says that the next environment is not to be read.
	unchecked bool
	// hidden says that what is read is an environment behind %%.
	hidden bool
	// fuzz says that lines behind %% in the environment that is read are Z.
	fuzz    bool
	counted int // up to where lines of prose are counted
	spent   int
	endless map[string]bool // environments whose \end was looked for and is not in the rest of the text
}

// scan reads the whole document.
func (r *latexReader) scan() {
	for r.pos < len(r.in) {
		i := strings.IndexAny(r.in[r.pos:], "%\\")
		if i < 0 {
			i = len(r.in) - r.pos
		}
		r.commands(r.pos, r.pos+i)
		r.countProse(r.pos, r.pos+i)
		if r.pos += i; r.pos == len(r.in) {
			return
		}
		if r.in[r.pos] == '%' {
			r.comment()
		} else {
			r.prose()
		}
	}
}

// countProse counts the lines of prose in a stretch of text, each once.
func (r *latexReader) countProse(from, to int) {
	for from < to {
		start := strings.LastIndexByte(r.in[:from], '\n') + 1
		stop := to
		if i := strings.IndexByte(r.in[from:to], '\n'); i >= 0 {
			stop = from + i + 1
		}
		if first := strings.TrimLeft(r.in[start:stop], " \t"); pieces.LinesOf(r.in[from:stop]) > 0 &&
			start >= r.counted && !strings.HasPrefix(first, `\`) {
			r.found.Leave("prose", 1)
			r.counted = stop
		}
		from = stop
	}
}

// comment skips a comment, and takes over what it directs.
func (r *latexReader) comment() {
	stop := len(r.in)
	if i := strings.IndexByte(r.in[r.pos:], '\n'); i >= 0 {
		stop = r.pos + i
	}
	if !strings.HasPrefix(r.in[r.pos:stop], "%%") || !tokens.LineStart(r.in, r.pos) {
		r.pos = stop
		return
	}
	line := r.in[r.pos+2 : stop]
	if blank := strings.TrimLeft(line, " \t"); strings.HasPrefix(blank, `\begin{`) && r.hidesZ(stop-len(blank)) {
		r.pos = stop - len(blank)
		r.hidden = true
		r.prose()
		r.hidden = false
		return
	}
	r.directive(r.pos+2, stop)
	r.pos = stop
}

// hidesZ tells whether the environment at a place behind %% is Z that fuzz reads
// and LaTeX does not print: its last line is behind %% too, and no line is a
// comment behind that. In documents of the standard it is a comment.
func (r *latexReader) hidesZ(at int) bool {
	name, _, _ := strings.Cut(r.in[at+len(`\begin{`):min(len(r.in), at+tokens.MaxOption)], "}")
	kind, known := environments[name]
	if !known || kind > axiomEnv || r.iso() {
		return false
	}
	length := strings.Index(r.in[at:], `\end{`+name+"}")
	if length < 0 {
		return false
	}
	lines := strings.Split(r.in[at:at+length], "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	return (len(lines) == 1 || strings.HasPrefix(last, "%%")) && !slices.ContainsFunc(lines[1:], func(l string) bool {
		return strings.HasPrefix(strings.TrimSpace(l), "%%%%")
	})
}

// iso tells whether a document has sections, as the standard has.
func (r *latexReader) iso() bool {
	return strings.Contains(r.in, `\begin{zsection}`) || strings.Contains(r.in, `\SECTION`)
}

func (r *latexReader) directive(from, stop int) {
	line := r.in[from:stop]
	kind := line[:len(line)-len(strings.TrimLeftFunc(line, isLatin))]
	rest := line[len(kind):]
	switch kind {
	case "unchecked":
		r.unchecked = true
	case "ignore":
		for _, macro := range strings.Fields(rest) {
			r.macros.ignore(macro)
		}
	case "type", "tame", "line":
	case "inop", "preop", "postop", "inrel", "prerel", "ingen", "pregen", "postgen":
		if r.lexing {
			toks := r.lex(from+len(kind), stop)
			at := tokens.Token{Start: from - 2, End: stop}
			r.found.Directives = append(r.found.Directives, pieces.Directive{At: at, Kind: kind, Symbols: toks})
		}
	default:
		r.macros.directive(kind, rest)
	}
}

func isLatin(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// prose reads a macro outside of Z.
func (r *latexReader) prose() {
	macro := macroAt(r.in, r.pos)
	stop := r.pos + len(macro)
	switch {
	case macro == `\begin`:
		r.begin(stop)
	case macro == `\verb`:
		r.verb(stop)
	case macro == `\input`, macro == `\include`:
		r.input(stop)
	case macro == `\syndef`:
		r.syndef(stop)
	case definers.Has(macro):
		r.pos = max(stop, r.macros.define(r.braces, r.pos))
	case macro == `\newenvironment`, macro == `\renewenvironment`:
		r.pos = stop
		for range 3 {
			r.pos = tokens.SkipSpace(r.in, r.pos)
			for strings.HasPrefix(r.in[r.pos:], "[") {
				r.pos = tokens.SkipSpace(r.in, max(r.pos+1, tokens.OptionEnd(r.in, r.pos)))
			}
			if strings.HasPrefix(r.in[r.pos:], "{") {
				r.pos = r.braces.end(r.pos)
			}
		}
	default:
		r.pos = stop
	}
}

// maxVerb is the longest text of a \verb.
const maxVerb = 1000

// verb skips \verb|text|.
func (r *latexReader) verb(stop int) {
	if strings.HasPrefix(r.in[stop:], "*") {
		stop++
	}
	r.pos = stop
	if stop >= len(r.in) {
		return
	}
	line, _, _ := strings.Cut(r.in[stop+1:min(len(r.in), stop+maxVerb)], "\n")
	if i := strings.IndexByte(line, r.in[stop]); i >= 0 {
		r.pos = stop + 1 + i + 1
	}
}

// input takes over \input{file}.
func (r *latexReader) input(stop int) {
	start := r.pos
	r.pos = stop
	at := tokens.SkipSpace(r.in, stop)
	if !strings.HasPrefix(r.in[at:], "{") {
		return
	}
	end := r.braces.end(at)
	name := strings.TrimSpace(r.in[at+1 : max(at+1, end-1)])
	r.pos = end
	if name == "" || strings.ContainsAny(name, "\\#\n") {
		return
	}
	r.inputs = append(r.inputs, tokens.At(tokens.Str, name, start, end))
	if r.lexing {
		r.add(tokens.At(tokens.Symbol, tokens.InputWord, start, end), tokens.At(tokens.Str, name, at+1, end-1),
			tokens.EndAt(end))
	}
}

// begin reads the beginning of an environment, and all of it where it is Z.
func (r *latexReader) begin(stop int) {
	start := r.pos
	r.pos = stop
	at := tokens.SkipSpace(r.in, stop)
	if stop := tokens.OptionEnd(r.in, at); stop > 0 {
		at = tokens.SkipSpace(r.in, stop)
	}
	if !strings.HasPrefix(r.in[at:], "{") {
		return
	}
	stop = r.braces.end(at)
	name := strings.TrimSpace(r.in[at+1 : max(at+1, stop-1)])
	kind, known := environments[name]
	r.pos = stop
	if !known {
		return
	}
	closer := `\end{` + name + "}"
	length := -1
	if !r.endless[name] {
		length = strings.Index(r.in[stop:], closer)
	}
	if length >= 0 && kind < skipped && strings.Contains(r.in[stop:stop+length], `\begin{`+name+"}") {
		r.reportOpen(start, stop, name, kind, `\begin{`+name+"}")
		return
	}
	if length < 0 {
		r.endless[name] = true
		r.reportOpen(start, stop, name, kind, "the end of the text")
		return
	}
	inside := stop + length
	r.pos = inside + len(closer)
	unchecked := r.unchecked
	r.unchecked = r.unchecked && kind == skipped
	if !r.lexing && kind < skipped {
		r.macros.raise(r.braces, stop, inside)
	}
	if kind >= skipped || unchecked {
		r.found.Leave(name, 1)
	}
	switch {
	case kind == skipped && r.lexing && hasParagraph(r.in[stop:inside]):
		r.skip(start, stop, name, name+" is skipped, and what it holds is not read")
	case kind == skipped || !r.lexing:
	case kind == foreign:
		r.skip(start, stop, name, name+" is skipped: it is not of Z alone")
	case unchecked:
		r.note(start, stop, "%s is skipped: it is marked %%%%unchecked", name)
	case kind == proof:
		r.skip(start, stop, name, name+" is skipped")
	default:
		r.readEnvironment(kind, tokens.Token{Start: start, End: stop}, inside)
	}
}

// readEnvironment reads an environment to where it ends. In Spivey's notation what stands
// behind %% at the beginning of its lines is Z; where it is not, it is a
// comment after all.
func (r *latexReader) readEnvironment(kind environment, begin tokens.Token, inside int) {
	body := r.in[begin.End:inside]
	if r.hidden || !strings.Contains(body, "\n%%") || r.iso() {
		r.environment(kind, begin, inside, r.pos)
		return
	}
	before := r.found
	r.environment(kind, begin, inside, r.pos)
	comments := slices.Clone(r.found.Chunks[len(before.Chunks):])
	r.found = before
	r.fuzz = true
	r.environment(kind, begin, inside, r.pos)
	r.fuzz = false
	for i := range r.found.Chunks[len(before.Chunks):] {
		if c := &r.found.Chunks[len(before.Chunks)+i]; i < len(comments) && len(c.Toks) != len(comments[i].Toks) {
			c.Otherwise = comments[i].Toks
		}
	}
}

// hasParagraph tells whether a text has a paragraph of Z in it.
func hasParagraph(text string) bool {
	for _, name := range []string{"zed", "schema", "axdef", "gendef", "syntax"} {
		if strings.Contains(text, `\begin{`+name+"}") {
			return true
		}
	}
	return false
}

// reportOpen reports an environment that has no end.
func (r *latexReader) reportOpen(start, stop int, name string, kind environment, found string) {
	if !r.lexing || kind >= skipped {
		return
	}
	at := tokens.At(tokens.Bad, fmt.Sprintf(`expected \end{%s} behind \begin{%s}, found %s`, name, name, found), start,
		stop)
	// What stands in it is read for its names alone.
	inside := len(r.in)
	if i := strings.Index(r.in[stop:], `\begin{`); i >= 0 {
		inside = stop + i
	}
	toks := append([]tokens.Token{at}, r.lex(stop, inside)...)
	r.add(append(toks, tokens.EndAt(inside))...)
}

func (r *latexReader) note(start, stop int, format string, args ...any) {
	r.found.Notes = append(r.found.Notes, pieces.Note{Span: r.text.Span(start, stop),
		Text: fmt.Sprintf(format, args...)})
}

func (r *latexReader) skip(start, stop int, kind, text string) {
	r.found.Skips = append(r.found.Skips, pieces.Skip{At: r.text.Span(start, stop), Kind: kind, Text: text})
}

// add adds a paragraph.
func (r *latexReader) add(toks ...tokens.Token) {
	r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Toks: toks, Latex: true})
}

// lex returns the tokens of a part of the document.
func (r *latexReader) lex(from, to int) []tokens.Token {
	r.spent = 0
	l := latexLexer{in: r.in, pos: from, stop: to, macros: r.macros, spent: &r.spent, braces: r.braces,
		hidden: r.hidden, fuzz: r.fuzz}
	return l.readAll()
}

// environment reads an environment that holds paragraphs.
func (r *latexReader) environment(kind environment, begin tokens.Token, inside, stop int) {
	switch kind {
	case schemaEnv:
		r.schema(begin, inside, stop)
	case axiomEnv:
		toks := append([]tokens.Token{tokens.At(tokens.Symbol, "╒", begin.Start, begin.End)},
			r.lex(begin.End, inside)...)
		r.box(toks, inside, stop)
	case theorem:
		r.theorem(begin, inside, stop)
	default:
		toks := r.lex(begin.End, inside)
		toks = append(toks, tokens.EndAt(inside))
		r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Toks: toks, Several: true, Latex: true})
	}
}

// schema reads a schema box: its name stands in braces.
func (r *latexReader) schema(begin tokens.Token, inside, stop int) {
	at := tokens.SkipSpace(r.in, begin.End)
	end := at
	if strings.HasPrefix(r.in[at:inside], "{") {
		end = min(r.braces.end(at), inside)
	}
	toks := append([]tokens.Token{tokens.At(tokens.Symbol, "┌", begin.Start, begin.End)}, joinNames(r.lex(at, end))...)
	if at = tokens.SkipSpace(r.in, end); strings.HasPrefix(r.in[at:inside], "{") &&
		strings.HasPrefix(r.in[begin.Start:], `\begin{gen`) {
		// The formal parameters of a generic schema may stand in braces.
		end = min(r.braces.end(at), inside)
		toks = append(toks, tokens.At(tokens.Symbol, "[", at, at+1))
		toks = append(toks, r.lex(at, end)...)
		toks = append(toks, tokens.At(tokens.Symbol, "]", end-1, end))
	}
	toks = append(toks, r.lex(end, inside)...)
	r.box(toks, inside, stop)
}

// joinNames makes one name of Delta, Xi or Phi and the name behind it, where they
// are the whole name of a schema.
func joinNames(toks []tokens.Token) []tokens.Token {
	if len(toks) != 2 || toks[0].Kind != tokens.Name || toks[1].Kind != tokens.Name {
		return toks
	}
	prefix, ok := map[string]string{"Delta": "Δ", "Xi": "Ξ", "Phi": "Φ"}[toks[0].Text]
	if !ok {
		return toks
	}
	return []tokens.Token{tokens.At(tokens.Name, prefix+toks[1].Text, toks[0].Start, toks[1].End)}
}

// box adds a paragraph with the end of its box.
func (r *latexReader) box(toks []tokens.Token, inside, stop int) {
	for i := range toks {
		if toks[i].Is("where") {
			toks[i].Text = "├"
		}
	}
	toks = append(toks, tokens.At(tokens.Symbol, "└", inside, stop), tokens.EndAt(stop))
	r.add(toks...)
}

// theorem reads a named conjecture. Other theorems hold predicates that belong
// to a prover and are skipped.
func (r *latexReader) theorem(begin tokens.Token, inside, stop int) {
	at := tokens.SkipSpace(r.in, begin.End)
	title := ""
	if strings.HasPrefix(r.in[at:inside], "{") {
		end := min(r.braces.end(at), inside)
		title = strings.TrimSpace(r.in[at+1 : max(at+1, end-1)])
		at = end
	}
	toks := r.lex(at, inside)
	i := 0
	for i < len(toks) && toks[i].Kind == tokens.Newline {
		i++
	}
	first := i
	for i < len(toks) && !toks[i].Is("⊢?") && i-first < 64 {
		i++
	}
	if i == len(toks) || !toks[i].Is("⊢?") || i > first && !toks[first].Is("[") {
		if title != "" {
			title = " " + title
		}
		r.skip(begin.Start, begin.End, "theorem", "theorem"+title+" is skipped")
		return
	}
	head := []tokens.Token{tokens.At(tokens.Symbol, "⊢?", begin.Start, begin.End),
		tokens.At(tokens.Str, title, begin.End, at)}
	if bad := plain.BadByte(r.in[begin.End:at]); bad >= 0 {
		bad += begin.End
		head = append(head, tokens.At(tokens.Bad, plain.BadByteMessage(r.in[bad]), bad, bad+1))
	}
	head = append(head, toks[first:i]...)
	toks = append(head, toks[i+1:]...)
	toks = append(toks, tokens.EndAt(inside))
	r.add(toks...)
}
