package operators

import (
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Categories are the words that a template begins with.
var Categories = map[string]*zed.Category{"function": category(zed.FunctionTemplate),
	"relation": category(zed.RelationTemplate), "generic": category(zed.GenericTemplate)}

func category(c zed.Category) *zed.Category { return &c }

// Settle returns the form with the level that only infix operators of
// functions and generics may choose.
func Settle(f zed.UserForm) zed.UserForm {
	parts := strings.Fields(f.Name)
	infix := len(parts) > 1 && Place(parts[0]) && Place(parts[len(parts)-1])
	if !infix || f.Category == zed.RelationTemplate {
		f.Level, f.Right = 0, false
	}
	if infix && f.Category != zed.RelationTemplate && f.Level == 0 {
		f.Level = zed.LevelOf(0)
	}
	return f
}

// MaxTemplate is how many tokens a template has at most.
const MaxTemplate = 40

// SpelledTemplate returns tokens as the name of an operator.
func SpelledTemplate(toks []tokens.Token) string {
	var parts []string
	for _, t := range toks {
		parts = append(parts, strings.TrimPrefix(t.Text, `\`))
	}
	return strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
}

// ToolkitForms are the operators of the toolkit as a specification would
// introduce them, by template.
var ToolkitForms = formsOfToolkit()

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
		m[u.Name] = Settle(u)
	}
	return m
}

// FormsOf returns the operators that a directive introduces.
func FormsOf(d pieces.Directive) []zed.UserForm {
	kind := FuzzForms[d.Kind]
	level, right := zed.LevelSum, false
	if d.Kind == "ingen" {
		level, right = zed.LevelArrow, true
	}
	var words []string
	for _, t := range d.Symbols {
		switch t.Kind {
		case tokens.Number:
			if n, err := strconv.Atoi(t.Text); err == nil {
				level = zed.LevelOf(10 * n)
			}
		case tokens.Name, tokens.Symbol, tokens.Strange, tokens.Unknown:
			w := Word(t)
			if w == "" || Place(w) || t.Kind == tokens.Symbol && !Standard.Has(w) || t.Kind == tokens.Strange &&
				len(w) == 1 {
				continue
			}
			words = append(words, w)
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
		out = append(out, Settle(zed.UserForm{Name: w, Category: kind.category, Level: level, Right: right}))
	}
	return out
}

// FuzzForms are the templates that the directives of fuzz stand for.
var FuzzForms = map[string]struct {
	category    zed.Category
	left, right bool
}{
	"inop": {zed.FunctionTemplate, true, true}, "preop": {zed.FunctionTemplate, false, true},
	"postop": {zed.FunctionTemplate, true, false},
	"inrel":  {zed.RelationTemplate, true, true}, "prerel": {zed.RelationTemplate, false, true},
	"ingen": {zed.GenericTemplate, true, true}, "pregen": {zed.GenericTemplate, false, true},
	"postgen": {zed.GenericTemplate, true, false},
}
