package terms

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// names reads the names that are introduced: words, and operators by their templates.
type names struct{ in *Cursor }

// declares tells whether names and a colon are next.
func (p *names) declares() bool {
	i := p.in.i
	for {
		n := p.nameAt(i)
		if n == 0 {
			return false
		}
		i += n
		if !p.in.toks[i].Is(",") {
			return p.in.toks[i].Is(":")
		}
		i++
	}
}

// nameAt returns how many tokens make up the declared name at token i, which
// may be an operator's; 0 where there is none.
func (p *names) nameAt(i int) int {
	if p.aloneAt(i) {
		return 1
	}
	if n := operators.OperatorAt(p.in.toks, i); n > 0 {
		return n
	}
	if t := p.in.toks[i]; t.Kind == tokens.Name || p.in.latex && t.Kind == tokens.Symbol &&
		tokens.Constants.Has(t.Text) {
		return 1
	}
	return 0
}

// idents reads names with commas between them.
func (p *names) idents() []zed.Ident {
	var out []zed.Ident
	for {
		out = append(out, p.ident())
		if !p.in.accept(",") {
			return out
		}
	}
}

// ident reads a name where it is declared.
func (p *names) ident() zed.Ident {
	t := p.in.peek()
	if id, ok := p.operatorName(":", ",", "==", "≙", "/", "]", "[", ")"); ok {
		return id
	}
	if t.Is("(") && operators.OperatorAt(p.in.toks, p.in.i+1) > 0 {
		p.in.next()
		id, ok := p.operatorName(")")
		if ok {
			p.in.expect(")")
			return id
		}
	}
	return p.plainIdent()
}

// plainIdent reads a name that is not an operator's.
func (p *names) plainIdent() zed.Ident {
	t := p.in.peek()
	if p.in.latex && t.Kind == tokens.Symbol && tokens.Constants.Has(t.Text) && t.Text != "true" && t.Text != "false" {
		// A document may define the numbers and the empty set itself.
		p.in.next()
		return zed.Ident{Name: t.Text, Span: p.in.span(t)}
	}
	if t.Kind != tokens.Name {
		if _, size := tokens.Letter(t.Text); t.Kind == tokens.Symbol && size > 0 {
			p.in.fail(t, "expected a name, found %q, a word of the notation", p.in.text.Value[t.Start:t.End])
		} else {
			p.in.failExpecting("a name")
		}
		return zed.Ident{}
	}
	p.in.next()
	return zed.Ident{Name: t.Text, Span: p.in.span(t)}
}

// operatorName reads the name of an operator where it is declared or used as a
// value, if one of some symbols stands behind it.
func (p *names) operatorName(behind ...string) (zed.Ident, bool) {
	n := operators.OperatorAt(p.in.toks, p.in.i)
	alone := 0
	if n == 0 {
		if !p.aloneAt(p.in.i) || behind[0] == ")" {
			return zed.Ident{}, false
		}
		n, alone = 1, 1
	}
	next := p.in.toks[p.in.i+n]
	found := false
	for _, b := range behind {
		found = found || next.Is(b)
	}
	if !found {
		return zed.Ident{}, false
	}
	var parts []string
	start := p.in.peek()
	for range n {
		parts = append(parts, strings.TrimPrefix(p.in.next().Text, `\`))
	}
	text := strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
	if alone == 1 {
		if _, prefix := p.in.ops.Prefix[text]; prefix {
			text += " _"
		} else {
			text = "_ " + text + " _"
		}
	}
	return zed.Ident{Name: text, Span: p.in.spanSince(start)}, true
}

// aloneAt tells whether token i is the symbol of an operator that is declared
// without places, as ⋃ is in ISO 13568, and # and - in fuzz.
func (p *names) aloneAt(i int) bool {
	t := p.in.toks[i]
	_, prefix := p.in.ops.Prefix[t.Text]
	_, infix := p.in.ops.Infix[t.Text]
	if _, size := tokens.Letter(t.Text); size > 0 && !p.in.latex {
		return false
	}
	next := p.in.toks[min(i+1, len(p.in.toks)-1)]
	return t.Kind == tokens.Symbol && (prefix || infix) && (next.Is(":") || next.Is(","))
}

// sectionName reads the name of a section, which may hold slashes.
func (p *names) sectionName() zed.Ident {
	start := p.in.peek()
	id := p.ident()
	for p.in.err == nil && p.in.isAt("/") && p.in.peekAt(1).Kind == tokens.Name {
		p.in.next()
		id.Name += "/" + p.in.next().Text
	}
	id.Span = p.in.spanSince(start)
	return id
}

// givenAhead tells whether [A, B] is next.
func (p *names) givenAhead() bool {
	if !p.in.isAt("[") {
		return false
	}
	i := p.in.i + 1
	for p.in.toks[i].Kind == tokens.Name && p.in.toks[i+1].Is(",") {
		i += 2
	}
	return p.in.toks[i].Kind == tokens.Name && p.in.toks[i+1].Is("]")
}

// bracketedNames reads [A, B].
func (p *names) bracketedNames() []zed.Ident {
	p.in.expect("[")
	ids := p.idents()
	p.in.expect("]")
	return ids
}

// params reads formal generic parameters, if there are any.
func (p *names) params() []zed.Ident {
	if !p.in.isAt("[") {
		return nil
	}
	return p.bracketedNames()
}
