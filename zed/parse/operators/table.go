package operators

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Form is how an operator is written: one of the toolkit, or one that a
// specification introduces.
type Form struct {
	zed.Form
	User  *zed.UserForm // nil for the toolkit
	Parts []string      // of a user's operator: words, places "_" and lists ",,"
}

// Table is the operators of a specification by symbol and position.
type Table struct {
	Infix, Prefix, Postfix map[string]Form
	// Around are the operators that begin with a word and end with one.
	Around map[string]Form
	// Words are the words of all operators that the specification introduces. Inner are
	// those of them that do not come first.
	Words, Inner map[string]bool
	// closing are the words that end the use of an operator.
	closing map[string]bool
	// macros are the words that only macros of LaTeX spell: the same letters
	// without a backslash are a name.
	macros map[string]bool
	Forms  []zed.UserForm
	// Names are the words of ASCII that the specification declares as names:
	// in terms in Unicode they are names.
	Names map[string]bool
}

// Standard is the table of the toolkit.
var Standard = tabulate(zed.Forms())

func tabulate(forms []zed.Form) *Table {
	t := &Table{Infix: map[string]Form{}, Prefix: map[string]Form{}, Postfix: map[string]Form{},
		Around: map[string]Form{},
		Words:  map[string]bool{}, Inner: map[string]bool{}, closing: map[string]bool{}}
	for _, f := range forms {
		switch f.Fix {
		case zed.FixFunction:
		case zed.FixPrefix, zed.FixSymbol:
			t.Prefix[f.Symbol] = Form{Form: f}
		case zed.FixPostfix:
			t.Postfix[f.Symbol] = Form{Form: f}
		default:
			t.Infix[f.Symbol] = Form{Form: f}
		}
	}
	return t
}

// TableWith returns the table of the toolkit and the operators that a
// specification introduces, which go before.
func TableWith(users []zed.UserForm) *Table {
	if len(users) == 0 {
		return Standard
	}
	t := tabulate(zed.Forms())
	for _, u := range users {
		t.introduce(u)
	}
	return t
}

// introduce adds an operator of a specification.
func (t *Table) introduce(u zed.UserForm) {
	parts := strings.Fields(u.Name)
	if len(parts) == 1 {
		t.Words[parts[0]] = true // a constant, such as ∅
		return
	}
	if len(parts) == 0 || slices.ContainsFunc(t.Forms, func(f zed.UserForm) bool { return f.Name == u.Name }) {
		return
	}
	t.Forms = append(t.Forms, u)
	f := Form{User: &u, Parts: parts}
	f.Level, f.Fix = u.Level, zed.FixLeft
	if u.Right {
		f.Fix = zed.FixRight
	}
	relation := u.Category == zed.RelationTemplate
	first := true
	for _, w := range parts {
		if !Place(w) {
			t.Words[w] = true
			t.Inner[w] = t.Inner[w] || !first
			first = false
		}
	}
	if last := parts[len(parts)-1]; !Place(last) {
		t.closing[last] = true
	}
	opens, closes := Place(parts[0]), Place(parts[len(parts)-1])
	switch {
	case opens && closes:
		if relation {
			f.Fix, f.Level = zed.FixRelation, zed.LevelRelation
		}
		t.Infix[parts[1]] = f
	case opens:
		f.Fix = zed.FixPostfix
		if relation {
			f.Fix, f.Level = zed.FixRelation, zed.LevelRelation
			t.Infix[parts[1]] = f
			return
		}
		t.Postfix[parts[1]] = f
	case closes:
		f.Fix, f.Level = zed.FixPrefix, zed.LevelPrefix
		if relation {
			f.Level = zed.LevelIf
		}
		t.Prefix[parts[0]] = f
	default:
		t.Around[parts[0]] = f
	}
}

// Has tells whether a symbol is an operator's.
func (t *Table) Has(s string) bool {
	_, infix := t.Infix[s]
	_, prefix := t.Prefix[s]
	_, postfix := t.Postfix[s]
	return infix || prefix || postfix
}

// Place tells whether a part of a template stands for an operand.
func Place(part string) bool { return part == "_" || part == ",," }

// Mark makes symbols of the words of the operators that a specification
// introduces.
func (t *Table) Mark(toks []tokens.Token) {
	if len(t.Words) == 0 {
		return
	}
	for i := range toks {
		switch toks[i].Kind {
		case tokens.Name, tokens.Strange, tokens.Symbol, tokens.Mark:
			if t.Words[toks[i].Text] && !(toks[i].Kind == tokens.Name && t.macros[toks[i].Text]) {
				toks[i].Kind = tokens.Symbol
			}
		case tokens.Unknown:
			if w := toks[i].Text[1:]; t.Words[w] {
				toks[i].Kind, toks[i].Text = tokens.Symbol, w
			}
		}
	}
}

// KeepApart finds the words of the operators that LaTeX documents introduce as
// macros, and never without the backslash.
func (t *Table) KeepApart(docs []pieces.Document) {
	if len(t.Words) == 0 {
		return
	}
	t.macros = map[string]bool{}
	plain := map[string]bool{}
	note := func(toks []tokens.Token) {
		for i, tok := range toks {
			switch {
			case tok.Kind == tokens.Unknown && t.Words[tok.Text[1:]]:
				t.macros[tok.Text[1:]] = true
			case tok.Kind == tokens.Name && t.Words[tok.Text] && (i > 0 && Place(toks[i-1].Text) || i+1 < len(toks) &&
				Place(toks[i+1].Text)):
				plain[tok.Text] = true
			}
		}
	}
	for _, d := range docs {
		for _, c := range d.Chunks {
			note(c.Toks)
		}
		for _, dir := range d.Directives {
			note(dir.Symbols)
			for _, tok := range dir.Symbols {
				plain[tok.Text] = plain[tok.Text] || tok.Kind == tokens.Name
			}
		}
	}
	for w := range plain {
		delete(t.macros, w)
	}
}

// ExpectsMore tells whether a term cannot end with the token, so that a
// newline behind it means nothing.
func (t *Table) ExpectsMore(tok tokens.Token) bool {
	if tok.Kind == tokens.Underlined {
		return true
	}
	if tok.Kind != tokens.Symbol {
		return false
	}
	_, infix := t.Infix[tok.Text]
	_, prefix := t.Prefix[tok.Text]
	return infix || prefix || tokens.Openers.Has(tok.Text) || tokens.Leaders.Has(tok.Text)
}

// GoesOn tells whether a term cannot begin with the token, so that a newline
// before it means nothing.
func (t *Table) GoesOn(tok tokens.Token) bool {
	if tok.Kind == tokens.Underlined {
		return true
	}
	if tok.Kind != tokens.Symbol {
		return false
	}
	_, infix := t.Infix[tok.Text]
	_, prefix := t.Prefix[tok.Text]
	_, postfix := t.Postfix[tok.Text]
	return infix && !(prefix && t.Words[tok.Text]) || postfix || tokens.Closers.Has(tok.Text) ||
		tokens.Followers.Has(tok.Text) || t.Inner[tok.Text]
}

// StartsArgument tells whether an argument of an application may begin with
// the token.
func (t *Table) StartsArgument(tok tokens.Token) bool {
	switch tok.Kind {
	case tokens.Name, tokens.Number, tokens.Str:
		return true
	case tokens.Symbol:
		_, around := t.Around[tok.Text]
		return tokens.Atoms.Has(tok.Text) || around
	}
	return false
}

// EndsOperand tells whether an operand may end with the token.
func (o *Table) EndsOperand(t tokens.Token) bool {
	switch t.Kind {
	case tokens.Name, tokens.Number, tokens.Str, tokens.Mark:
		return true
	case tokens.Symbol:
		f, postfix := o.Postfix[t.Text]
		return postfix && f.User == nil || o.closing[t.Text] || tokens.Closers.Has(t.Text) ||
			tokens.Constants.Has(t.Text)
	}
	return false
}
