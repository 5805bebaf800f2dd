package parse

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/layout"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/terms"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// templatesOf returns the operators whose templates stand in a list of tokens.
func templatesOf(toks []tokens.Token) []zed.UserForm {
	var out []zed.UserForm
	for i, t := range toks {
		if t.Kind != tokens.Name || operators.Categories[t.Text] == nil || i+2 >= len(toks) {
			continue
		}
		stop := i + 1
		for stop < len(toks)-1 && stop < i+operators.MaxTemplate && !toks[stop].Is(")") {
			stop++
		}
		part := append([]tokens.Token(nil), toks[i:min(stop+2, len(toks))]...)
		if form, ok := terms.ReadTemplate(append(part, tokens.EndAt(0))); ok {
			out = append(out, form)
		}
	}
	return out
}

// findRedefined returns the toolkit's operators that a list of tokens gives its
// own meaning: those that it declares, _ ∪ _ : T, or defines, X ⇸ Y == e; and
// operators, of the toolkit or known by a template, that it declares with
// decoration.
func findRedefined(toks []tokens.Token, known []zed.UserForm) []zed.UserForm {
	var out []zed.UserForm
	add := func(template string) {
		if f, ok := operators.ToolkitForms[template]; ok {
			out = append(out, f)
		} else if f, ok := findUndecorated(template, known); ok {
			out = append(out, f)
		}
	}
	for i, t := range toks {
		if n := operators.OperatorAt(toks, i); n > 0 && i+n < len(toks) && (toks[i+n].Is(":") || toks[i+n].Is(",")) {
			add(operators.SpelledTemplate(toks[i : i+n]))
		}
		if t.Is("∅") && (i == 0 || toks[i-1].Kind == tokens.Newline) && i+4 < len(toks) && toks[i+1].Is("[") &&
			toks[i+4].Is("==") {
			out = append(out, zed.UserForm{Name: "∅"})
		}
		if t.Kind == tokens.Symbol && i+1 < len(toks) && toks[i+1].Is(":") {
			add(t.Text + " _")
		}
		if t.Kind != tokens.End && i+3 < len(toks) {
			if n := layout.PatternAt(toks, operators.Standard, i); n > 0 &&
				(i == 0 || toks[i-1].Kind == tokens.Newline || toks[i-1].Kind == tokens.End) {
				add(pattern(toks[i : i+n]))
			}
		}
	}
	return out
}

// findOwn returns the operators of the toolkit that the variables of a term, by the
// names of the operators, give another meaning in it.
func findOwn(toks []tokens.Token, known []zed.UserForm) []zed.UserForm {
	return slices.DeleteFunc(findRedefined(toks, known), func(f zed.UserForm) bool {
		return core.Has(f.Name) || slices.ContainsFunc(known, func(k zed.UserForm) bool { return k.Name == f.Name })
	})
}

// pattern returns the template of an operator that is applied to names.
func pattern(toks []tokens.Token) string {
	var parts []string
	for _, t := range toks {
		if t.Kind == tokens.Name {
			parts = append(parts, "_")
		} else {
			parts = append(parts, strings.TrimPrefix(t.Text, `\`))
		}
	}
	return strings.Join(parts, " ")
}

// findIntroduced returns the operators that the documents of a specification
// introduce, or give their own meaning.
func findIntroduced(docs []pieces.Document) []zed.UserForm {
	var out []zed.UserForm
	for _, d := range docs {
		for _, c := range d.Chunks {
			out = append(out, templatesOf(c.Toks)...)
		}
		for _, dir := range d.Directives {
			out = append(out, operators.FormsOf(dir)...)
		}
	}
	for _, d := range docs {
		for _, c := range d.Chunks {
			out = append(out, findRedefined(c.Toks, out)...)
		}
	}
	return slices.DeleteFunc(out, func(f zed.UserForm) bool { return core.Has(f.Name) })
}

// core are the operators that are the same whatever a document says of them.
var core = tokens.Set("⟨ ,, ⟩", "_ × _", "ℙ _", "_ ∈ _", "_ = _", "_ ↦ _", "_ ∧ _", "_ ∨ _")

// findUndecorated returns the operator of a template whose words have decoration, if the
// template without decoration is that of an operator: the operator is written as that one
// is (ISO 13568, 12.2.9).
func findUndecorated(template string, known []zed.UserForm) (zed.UserForm, bool) {
	plain := strings.Fields(template)
	for i, part := range plain {
		plain[i] = zed.BaseName(part)
	}
	base := strings.Join(plain, " ")
	if base == template {
		return zed.UserForm{}, false
	}
	f, ok := operators.ToolkitForms[base]
	if i := slices.IndexFunc(known, func(u zed.UserForm) bool { return u.Name == base }); i >= 0 {
		f, ok = known[i], true
	}
	f.Name = template
	return f, ok
}
