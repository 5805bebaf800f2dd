package parse

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
)

// templates reads the paragraphs that introduce operators.
type templates struct{ in *cursor }

// categories are the words that a template begins with.
var categories = map[string]*zed.Category{"function": category(zed.FunctionTemplate), "relation": category(zed.RelationTemplate), "generic": category(zed.GenericTemplate)}

func category(c zed.Category) *zed.Category { return &c }

// template reads an operator template: function 30 leftassoc (_ ⊞ _).
func (p *templates) template() *zed.Template {
	start := p.in.next()
	form := zed.UserForm{Category: *categories[start.text]}
	if t := p.in.peek(); t.kind == number {
		n, err := strconv.Atoi(t.text)
		if err != nil || n > maxPrecedence {
			p.in.fail(t, "the precedence of an operator is at most %d", maxPrecedence)
		}
		form.Level = zed.LevelOf(n)
		p.in.next()
	}
	if t := p.in.peek(); t.kind == name && (t.text == "leftassoc" || t.text == "rightassoc") {
		form.Right = t.text == "rightassoc"
		p.in.next()
	}
	p.in.expect("(")
	n := p.templateWords()
	id, ok := zed.Ident{}, false
	if n > 0 && p.in.toks[p.in.i+n].is(")") && operatorAt(p.in.toks, p.in.i) == n {
		id, ok = p.joined(n), true
	}
	if !ok {
		p.in.expected("a template such as _ ⊞ _")
	}
	p.in.expect(")")
	form.Name = id.Name
	form = settled(form)
	return &zed.Template{Span: p.in.since(start), Form: form}
}

// maxPrecedence bounds the precedences of templates: larger ones mean the
// same as this one.
const maxPrecedence = 1000000

// templateWords returns how many tokens the template that is next has.
func (p *templates) templateWords() int {
	n := 0
	for p.in.toks[p.in.i+n].kind != end && !p.in.toks[p.in.i+n].is(")") {
		n++
	}
	return n
}

// joined reads n tokens as the name of an operator.
func (p *templates) joined(n int) zed.Ident {
	start := p.in.peek()
	var parts []string
	for range n {
		parts = append(parts, strings.TrimPrefix(p.in.next().text, `\`))
	}
	text := strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
	return zed.Ident{Name: text, Span: p.in.since(start)}
}

// settled returns the form with the level that only infix operators of
// functions and generics may choose.
func settled(f zed.UserForm) zed.UserForm {
	parts := strings.Fields(f.Name)
	infix := len(parts) > 1 && place(parts[0]) && place(parts[len(parts)-1])
	if !infix || f.Category == zed.RelationTemplate {
		f.Level, f.Right = 0, false
	}
	if infix && f.Category != zed.RelationTemplate && f.Level == 0 {
		f.Level = zed.LevelOf(0)
	}
	return f
}

// templatesOf returns the operators whose templates stand in a list of tokens.
func templatesOf(toks []token) []zed.UserForm {
	var out []zed.UserForm
	for i, t := range toks {
		if t.kind != name || categories[t.text] == nil || i+2 >= len(toks) {
			continue
		}
		stop := i + 1
		for stop < len(toks)-1 && stop < i+maxTemplate && !toks[stop].is(")") {
			stop++
		}
		part := append([]token(nil), toks[i:min(stop+2, len(toks))]...)
		in := &cursor{toks: append(part, endAt(0)), ops: standard, what: "the template", dry: true}
		if form := (&templates{in: in}).template().Form; in.err == nil && form.Name != "" {
			out = append(out, form)
		}
	}
	return out
}

// maxTemplate is how many tokens a template has at most.
const maxTemplate = 40

// redefined returns the toolkit's operators that a list of tokens gives its
// own meaning: those that it declares, _ ∪ _ : T, or defines, X ⇸ Y == e; and
// operators, of the toolkit or known by a template, that it declares with
// decoration.
func redefined(toks []token, known []zed.UserForm) []zed.UserForm {
	var out []zed.UserForm
	add := func(template string) {
		if f, ok := toolkitForms[template]; ok {
			out = append(out, f)
		} else if f, ok := likeUndecorated(template, known); ok {
			out = append(out, f)
		}
	}
	s := splitter{toks: toks, ops: standard}
	for i, t := range toks {
		if n := operatorAt(toks, i); n > 0 && i+n < len(toks) && (toks[i+n].is(":") || toks[i+n].is(",")) {
			add(spelledTemplate(toks[i : i+n]))
		}
		if t.is("∅") && (i == 0 || toks[i-1].kind == newline) && i+4 < len(toks) && toks[i+1].is("[") && toks[i+4].is("==") {
			out = append(out, zed.UserForm{Name: "∅"})
		}
		if t.kind == symbol && i+1 < len(toks) && toks[i+1].is(":") {
			add(t.text + " _")
		}
		if t.kind != end && i+3 < len(toks) {
			if n := s.pattern(i); n > 0 && (i == 0 || toks[i-1].kind == newline || toks[i-1].kind == end) {
				add(pattern(toks[i : i+n]))
			}
		}
	}
	return out
}

// own returns the operators of the toolkit that the variables of a term, by the
// names of the operators, give another meaning in it.
func own(toks []token, known []zed.UserForm) []zed.UserForm {
	return slices.DeleteFunc(redefined(toks, known), func(f zed.UserForm) bool {
		return core[f.Name] || slices.ContainsFunc(known, func(k zed.UserForm) bool { return k.Name == f.Name })
	})
}

// spelledTemplate returns tokens as the name of an operator.
func spelledTemplate(toks []token) string {
	var parts []string
	for _, t := range toks {
		parts = append(parts, strings.TrimPrefix(t.text, `\`))
	}
	return strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
}

// pattern returns the template of an operator that is applied to names.
func pattern(toks []token) string {
	var parts []string
	for _, t := range toks {
		if t.kind == name {
			parts = append(parts, "_")
		} else {
			parts = append(parts, strings.TrimPrefix(t.text, `\`))
		}
	}
	return strings.Join(parts, " ")
}

// toolkitForms are the operators of the toolkit as a specification would
// introduce them, by template.
var toolkitForms = formsOfToolkit()

func formsOfToolkit() map[string]zed.UserForm {
	m := map[string]zed.UserForm{"_ ⦇ _ ⦈": {Name: "_ ⦇ _ ⦈"}}
	for _, f := range zed.Forms() {
		if f.Fix == zed.FixFunction || f.Op == "" && f.Symbol != zed.SymbolMaplet {
			continue
		}
		u := zed.UserForm{Name: f.Template(), Level: f.Level, Right: f.Fix == zed.FixRight}
		switch f.Op {
		case zed.PowerSet, zed.Cross:
			continue // they are the core language's
		case zed.PowerSet1, zed.Finset, zed.Finset1, zed.Seq, zed.Seq1, zed.Iseq, zed.Bag, zed.Identity:
			u.Category = zed.GenericTemplate
		case zed.Disjoint:
			u.Category = zed.RelationTemplate
		}
		if f.Level == zed.LevelArrow {
			u.Category = zed.GenericTemplate
		}
		if f.Fix == zed.FixRelation {
			if f.Op == zed.In || f.Op == zed.Equal {
				continue // they too
			}
			u.Category = zed.RelationTemplate
		}
		m[u.Name] = settled(u)
	}
	return m
}

// fuzzForms are the templates that the directives of fuzz stand for.
var fuzzForms = map[string]struct {
	category    zed.Category
	left, right bool
}{
	"inop": {zed.FunctionTemplate, true, true}, "preop": {zed.FunctionTemplate, false, true}, "postop": {zed.FunctionTemplate, true, false},
	"inrel": {zed.RelationTemplate, true, true}, "prerel": {zed.RelationTemplate, false, true},
	"ingen": {zed.GenericTemplate, true, true}, "pregen": {zed.GenericTemplate, false, true}, "postgen": {zed.GenericTemplate, true, false},
}

// forms returns the operators that a directive introduces.
func (d directive) forms() []zed.UserForm {
	kind := fuzzForms[d.kind]
	level, right := zed.LevelSum, false
	if d.kind == "ingen" {
		level, right = zed.LevelArrow, true
	}
	var words []string
	for _, t := range d.symbols {
		switch t.kind {
		case number:
			if n, err := strconv.Atoi(t.text); err == nil {
				level = zed.LevelOf(10 * n)
			}
		case name, symbol, strange, unknown:
			if r, _ := utf8.DecodeRuneInString(t.text); place(t.text) || separator[t.text] || t.kind == symbol && !standard.has(t.text) || t.kind == strange && r < utf8.RuneSelf && len(t.text) == 1 {
				continue
			}
			words = append(words, strings.TrimPrefix(t.text, `\`))
		}
	}
	var out []zed.UserForm
	for _, w := range words {
		if kind.left {
			w = "_ " + w
		}
		if kind.right {
			w += " _"
		}
		out = append(out, settled(zed.UserForm{Name: w, Category: kind.category, Level: level, Right: right}))
	}
	return out
}
