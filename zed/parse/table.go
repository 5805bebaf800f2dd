package parse

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// form is how an operator is written: one of the toolkit, or one that a
// specification introduces.
type form struct {
	zed.Form
	user  *zed.UserForm // nil for the toolkit
	parts []string      // of a user's operator: words, places "_" and lists ",,"
}

// table is the operators of a specification by symbol and position.
type table struct {
	infix, prefix, postfix map[string]form
	// around are the operators that begin with a word and end with one.
	around map[string]form
	// words are the words of all operators that the specification introduces;
	// inner are those that do not come first.
	words, inner map[string]bool
	// closing are the words that end the use of an operator.
	closing map[string]bool
	// macros are the words that only macros of LaTeX spell: the same letters
	// without a backslash are a name.
	macros map[string]bool
	forms  []zed.UserForm
	// names are the words of ASCII that the specification declares as names:
	// in terms in Unicode they are names.
	names map[string]bool
}

var standard = tabulate(zed.Forms())

func tabulate(forms []zed.Form) *table {
	t := &table{infix: map[string]form{}, prefix: map[string]form{}, postfix: map[string]form{}, around: map[string]form{},
		words: map[string]bool{}, inner: map[string]bool{}, closing: map[string]bool{}}
	for _, f := range forms {
		switch f.Fix {
		case zed.FixFunction:
		case zed.FixPrefix, zed.FixSymbol:
			t.prefix[f.Symbol] = form{Form: f}
		case zed.FixPostfix:
			t.postfix[f.Symbol] = form{Form: f}
		default:
			t.infix[f.Symbol] = form{Form: f}
		}
	}
	return t
}

// with returns the table of the toolkit and the operators that a
// specification introduces, which go before.
func with(users []zed.UserForm) *table {
	if len(users) == 0 {
		return standard
	}
	t := tabulate(zed.Forms())
	for _, u := range users {
		t.introduce(u)
	}
	return t
}

// introduce adds an operator of a specification.
func (t *table) introduce(u zed.UserForm) {
	parts := strings.Fields(u.Name)
	if len(parts) == 1 {
		t.words[parts[0]] = true // a constant, such as ∅
		return
	}
	if len(parts) == 0 || slices.ContainsFunc(t.forms, func(f zed.UserForm) bool { return f.Name == u.Name }) {
		return
	}
	t.forms = append(t.forms, u)
	f := form{user: &u, parts: parts}
	f.Level, f.Fix = u.Level, zed.FixLeft
	if u.Right {
		f.Fix = zed.FixRight
	}
	relation := u.Category == zed.RelationTemplate
	first := true
	for _, w := range parts {
		if !place(w) {
			t.words[w] = true
			t.inner[w] = t.inner[w] || !first
			first = false
		}
	}
	if last := parts[len(parts)-1]; !place(last) {
		t.closing[last] = true
	}
	opens, closes := place(parts[0]), place(parts[len(parts)-1])
	switch {
	case opens && closes:
		if relation {
			f.Fix, f.Level = zed.FixRelation, zed.LevelRelation
		}
		t.infix[parts[1]] = f
	case opens:
		f.Fix = zed.FixPostfix
		if relation {
			f.Fix, f.Level = zed.FixRelation, zed.LevelRelation
			t.infix[parts[1]] = f
			return
		}
		t.postfix[parts[1]] = f
	case closes:
		f.Fix, f.Level = zed.FixPrefix, zed.LevelPrefix
		if relation {
			f.Level = zed.LevelIf
		}
		t.prefix[parts[0]] = f
	default:
		t.around[parts[0]] = f
	}
}

// has tells whether a symbol is an operator's.
func (t *table) has(s string) bool {
	_, infix := t.infix[s]
	_, prefix := t.prefix[s]
	_, postfix := t.postfix[s]
	return infix || prefix || postfix
}

// place tells whether a part of a template stands for an operand.
func place(part string) bool { return part == "_" || part == ",," }

// mark makes symbols of the words of the operators that a specification
// introduces.
func (t *table) mark(toks []token) {
	if len(t.words) == 0 {
		return
	}
	for i := range toks {
		switch toks[i].kind {
		case name, strange, symbol, mark:
			if t.words[toks[i].text] && !(toks[i].kind == name && t.macros[toks[i].text]) {
				toks[i].kind = symbol
			}
		case unknown:
			if w := toks[i].text[1:]; t.words[w] {
				toks[i].kind, toks[i].text = symbol, w
			}
		}
	}
}

// keepApart finds the words of the operators that LaTeX documents introduce as
// macros, and never without the backslash.
func (t *table) keepApart(docs []document) {
	if len(t.words) == 0 {
		return
	}
	t.macros = map[string]bool{}
	plain := map[string]bool{}
	note := func(toks []token) {
		for i, tok := range toks {
			switch {
			case tok.kind == unknown && t.words[tok.text[1:]]:
				t.macros[tok.text[1:]] = true
			case tok.kind == name && t.words[tok.text] && (i > 0 && place(toks[i-1].text) || i+1 < len(toks) && place(toks[i+1].text)):
				plain[tok.text] = true
			}
		}
	}
	for _, d := range docs {
		for _, c := range d.chunks {
			note(c.toks)
		}
		for _, dir := range d.directives {
			note(dir.symbols)
			for _, tok := range dir.symbols {
				plain[tok.text] = plain[tok.text] || tok.kind == name
			}
		}
	}
	for w := range plain {
		delete(t.macros, w)
	}
}

// expectsMore tells whether a term cannot end with the token, so that a
// newline behind it means nothing.
func (t *table) expectsMore(tok token) bool {
	if tok.kind == underlined {
		return true
	}
	if tok.kind != symbol {
		return false
	}
	_, infix := t.infix[tok.text]
	_, prefix := t.prefix[tok.text]
	return infix || prefix || openers[tok.text] || leaders[tok.text]
}

// goesOn tells whether a term cannot begin with the token, so that a newline
// before it means nothing.
func (t *table) goesOn(tok token) bool {
	if tok.kind == underlined {
		return true
	}
	if tok.kind != symbol {
		return false
	}
	_, infix := t.infix[tok.text]
	_, prefix := t.prefix[tok.text]
	_, postfix := t.postfix[tok.text]
	return infix && !(prefix && t.words[tok.text]) || postfix || closers[tok.text] || followers[tok.text] || t.inner[tok.text]
}

// startsArgument tells whether an argument of an application may begin with
// the token.
func (t *table) startsArgument(tok token) bool {
	switch tok.kind {
	case name, number, str:
		return true
	case symbol:
		_, around := t.around[tok.text]
		return atoms[tok.text] || around
	}
	return false
}
