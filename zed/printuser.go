package zed

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// isTemplate tells whether a name is the template of an operator: words and operand
// places with blanks between them.
func isTemplate(name string) bool { return strings.Contains(name, " ") }

// isPlace tells whether a part of a template is the place of an operand, or of several
// with commas between them.
func isPlace(part string) bool { return part == "_" || part == ",," }

// places returns the places of a template.
func places(parts []string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return !isPlace(p) })
}

// use is an application of an operator that the specification introduces.
type use struct {
	parts []string // the words and places of the template
	args  []Expr
	level Level   // the level of the whole
	right bool    // whether it associates to the right
	least []Level // the level that each argument must have
}

// redefinition returns how an operator of the toolkit is written to which the
// specification gives another meaning without a template.
func redefinition(parts []string) (UserForm, bool) {
	if len(parts) != 3 || parts[0] != "_" || parts[2] != "_" {
		return UserForm{}, false
	}
	for _, f := range forms {
		if f.Symbol == BaseName(parts[1]) && (f.Fix == FixLeft || f.Fix == FixRight) {
			return UserForm{Level: f.Level, Right: f.Fix == FixRight}, true
		}
	}
	return UserForm{}, false
}

// application returns the operator that e applies, according to its category, and the
// arguments: for functions and relations one term, which may be a tuple.
func application(e Expr) (name string, c Category, args []Expr) {
	var r *Ref
	switch e := e.(type) {
	case *Apply:
		r, _ = e.Fn.(*Ref)
		c, args = FunctionTemplate, []Expr{e.Arg}
	case *Op:
		if e.Op == In && len(e.Args) == 2 {
			r, _ = e.Args[1].(*Ref)
			c, args = RelationTemplate, e.Args[:1]
		}
	case *Ref:
		if len(e.Args) > 0 && isTemplate(e.Name) {
			return e.Name, GenericTemplate, e.Args
		}
	}
	if r == nil || len(r.Args) > 0 || !isTemplate(r.Name) {
		return "", 0, nil
	}
	return r.Name, c, args
}

// levels returns how tightly an application binds, and how tightly each of its
// arguments must.
func (f UserForm) levels(parts []string, known bool) (whole Level, least []Level) {
	least = make([]Level, len(places(parts)))
	before, behind := isPlace(parts[0]), isPlace(parts[len(parts)-1])
	relation := f.Category == RelationTemplate
	first, last := LevelBinder, LevelBinder
	whole = LevelAtom
	switch {
	case relation && before && !behind:
		// What follows the word on the next line would be read as going on with it.
		whole, first = always, LevelRelation+1
	case relation && before:
		whole, first, last = LevelRelation, LevelRelation+1, LevelRelation+1
	case relation && behind:
		whole, last = LevelRelation, LevelIf
	case before && behind && !known:
		whole, first, last = always, LevelApply, LevelApply
	case before && behind && f.Right:
		whole, first, last = f.Level, f.Level+1, f.Level
	case before && behind:
		whole, first, last = f.Level, f.Level, f.Level+1
	case before:
		first = LevelAtom
	case behind:
		whole, last = LevelPrefix, LevelPrefix
	}
	if before {
		least[0] = first
	}
	if behind {
		least[len(least)-1] = last
	}
	return whole, least
}

// directives returns the lines that tell readers of LaTeX which characters the macros
// of an operator's words stand for.
func directives(name string) string {
	var b strings.Builder
	for _, word := range strings.Fields(name) {
		if m := extraMacros[word]; m != "" {
			r, _ := utf8.DecodeRuneInString(word)
			fmt.Fprintf(&b, "%%%%Zinchar %s U+%04X\n", m, r)
		}
	}
	return b.String()
}

// extraMacros are LaTeX macros for symbols that the toolkit does not use.
var extraMacros = map[string]string{
	"⊞": `\boxplus`, "⊟": `\boxminus`, "⊠": `\boxtimes`, "⊡": `\boxdot`, "⊙": `\odot`, "⊘": `\oslash`,
	"≺": `\prec`, "≻": `\succ`, "≼": `\preceq`, "≽": `\succeq`, "⊏": `\sqsubset`, "⊐": `\sqsupset`, "⊒": `\sqsupseteq`,
	"⊃": `\supset`, "⊇": `\supseteq`, "⊓": `\sqcap`, "⊔": `\sqcup`, "≈": `\approx`, "≅": `\cong`, "≃": `\simeq`,
	"≡": `\equiv`,
	"∥": `\parallel`, "⊥": `\bot`, "⊤": `\top`, "⋄": `\diamond`, "⊨": `\models`, "⌊": `\lfloor`, "⌋": `\rfloor`,
	"⌈": `\lceil`, "⌉": `\rceil`, "†": `\dagger`, "‡": `\ddagger`, "⋈": `\bowtie`, "↪": `\hookrightarrow`,
	"↝": `\leadsto`,
	"≪": `\ll`, "⊸": `\multimap`, "△": `\triangle`,
}
