package terms

import (
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// templates reads the paragraphs that introduce operators.
type templates struct{ in *Cursor }

// template reads an operator template: function 30 leftassoc (_ ⊞ _).
func (p *templates) template() *zed.Template {
	start := p.in.next()
	form := zed.UserForm{Category: *operators.Categories[start.Text]}
	if t := p.in.peek(); t.Kind == tokens.Number {
		n, err := strconv.Atoi(t.Text)
		if err != nil || n > maxPrecedence {
			p.in.fail(t, "the precedence of an operator is at most %d", maxPrecedence)
		}
		form.Level = zed.LevelOf(n)
		p.in.next()
	}
	if t := p.in.peek(); t.Kind == tokens.Name && (t.Text == "leftassoc" || t.Text == "rightassoc") {
		form.Right = t.Text == "rightassoc"
		p.in.next()
	}
	p.in.expect("(")
	n := p.templateWords()
	id, ok := zed.Ident{}, false
	if n > 0 && p.in.toks[p.in.i+n].Is(")") && operators.OperatorAt(p.in.toks, p.in.i) == n {
		id, ok = p.joinTokens(n), true
	}
	if !ok {
		p.in.failExpecting("a template such as _ ⊞ _")
	}
	p.in.expect(")")
	form.Name = id.Name
	form = operators.Settle(form)
	return &zed.Template{Span: p.in.spanSince(start), Form: form}
}

// maxPrecedence is the largest precedence that a template may give. A larger one is an
// error.
const maxPrecedence = 1000000

// templateWords returns how many tokens the template that is next has.
func (p *templates) templateWords() int {
	n := 0
	for p.in.toks[p.in.i+n].Kind != tokens.End && !p.in.toks[p.in.i+n].Is(")") {
		n++
	}
	return n
}

// joinTokens reads n tokens as the name of an operator.
func (p *templates) joinTokens(n int) zed.Ident {
	start := p.in.peek()
	var parts []string
	for range n {
		parts = append(parts, strings.TrimPrefix(p.in.next().Text, `\`))
	}
	text := strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
	return zed.Ident{Name: text, Span: p.in.spanSince(start)}
}
