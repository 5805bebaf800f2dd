package zed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// isTemplate tells whether a name is the template of an operator: words and
// places with blanks between them.
func isTemplate(name string) bool { return strings.Contains(name, " ") }

// isPlace tells whether a part of a template stands for an operand, or for
// several with commas between them.
func isPlace(part string) bool { return part == "_" || part == ",," }

// places returns the places of a template.
func places(parts []string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return !isPlace(p) })
}

// template writes the template of an operator in the place of a value.
func (w *printer) template(name string) {
	w.write("(")
	w.pattern(name)
	w.write(")")
}

// pattern writes a template: its words and its places.
func (w *printer) pattern(name string) {
	for i, part := range strings.Fields(name) {
		if i > 0 {
			w.write(" ")
		}
		switch {
		case part == "_" && w.notation == LaTeX:
			w.write(`\_`)
		case isPlace(part):
			w.write(part)
		default:
			w.operatorWord(part)
		}
	}
}

// operatorWord writes a word of a template. A toolkit symbol that a
// specification gives its own meaning is spelled as ever.
func (w *printer) operatorWord(word string) {
	switch s := spelled(word, w.notation); {
	case s != word:
		w.write(s)
	case w.notation != LaTeX:
		w.write(word)
	case extraMacros[word] != "":
		w.write(extraMacros[word])
	case BaseName(word) != word:
		w.operatorWord(BaseName(word))
		w.write(word[len(BaseName(word)):])
	default:
		w.write(latexName(word))
	}
}

// use is a term that applies an operator which a specification introduces.
type use struct {
	parts []string // of the template
	args  []Expr
	level Level   // of the whole
	right bool    // whether it associates to the right
	least []Level // of each argument
}

// useOf returns how e is written with the operator that it applies. Where how
// tightly an infix operator binds is not known, its uses are put in
// parentheses.
func (w *printer) useOf(e Expr) (use, bool) {
	name, category, args := applied(e)
	if name == "" {
		return use{}, false
	}
	u := use{parts: strings.Fields(name), args: args}
	form, known := w.templates[name]
	if known && form.Category != category || !w.introduced(name) {
		return use{}, false
	}
	if !known {
		form, known = redefined(u.parts)
	}
	where := places(u.parts)
	if category != GenericTemplate && len(where) > 1 {
		u.args = nil
		if t, ok := args[0].(*TupleExt); ok {
			u.args = t.Elems
		}
	}
	if len(u.args) != len(where) || len(where) == 0 {
		return use{}, false
	}
	for i, a := range u.args {
		if _, ok := a.(*SeqExt); !ok && where[i] == ",," {
			return use{}, false
		}
	}
	form.Category = category
	u.right = form.Right
	u.level, u.least = form.levels(u.parts, known)
	return u, true
}

// introduced tells whether the use of an operator will be read as such: its
// template is among what is printed, or it is one of the toolkit. Where terms
// are printed by themselves, for people, it counts as introduced.
func (w *printer) introduced(name string) bool {
	_, known := w.templates[name]
	for _, part := range strings.Fields(name) {
		_, symbol := latexBySymbol[BaseName(part)]
		known = known || symbol
	}
	return known || w.templates == nil
}

// redefined returns how an operator of the toolkit is written that a
// specification gives its own meaning without a template.
func redefined(parts []string) (UserForm, bool) {
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

// applied returns the operator that e applies as its category says, and what
// to: for functions and relations one term, which may be a tuple.
func applied(e Expr) (name string, c Category, args []Expr) {
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

// left writes the left operand of an operator of a level that associates to
// the left. A use at the same level that associates to the right would take
// that operator in.
func (w *printer) left(e Expr, level Level) {
	if u, ok := w.useOf(e); ok && u.right && u.level == level {
		level++
	}
	w.expr(e, level)
}

// apart returns the blank between the words of an operator and its operands.
func (w *printer) apart() string {
	if w.greek {
		return "~"
	}
	return " "
}

// use writes a term that applies an operator.
func (w *printer) use(u use) {
	w.group(chainGroup, func() {
		next := 0
		for i, part := range u.parts {
			switch {
			case i == 0:
			case !isPlace(part) && isPlace(u.parts[0]):
				w.gap(w.apart())
			default:
				w.write(w.apart())
			}
			if !isPlace(part) {
				w.operatorWord(part)
				continue
			}
			if part == ",," {
				w.elements(u.args[next].(*SeqExt).Elems)
			} else if next == 0 && !u.right && u.least[0] == u.level {
				w.left(u.args[0], u.level)
			} else {
				w.expr(u.args[next], u.least[next])
			}
			next++
		}
	})
}

// form writes what introduces an operator.
func (w *printer) form(f UserForm) {
	parts := strings.Fields(f.Name)
	switch f.Category {
	case RelationTemplate:
		w.keyword("relation", `\relation`)
	case GenericTemplate:
		w.keyword("generic", `\generic`)
	default:
		w.keyword("function", `\function`)
	}
	if isPlace(parts[0]) && isPlace(parts[len(parts)-1]) && f.Category != RelationTemplate {
		w.write(" " + strconv.Itoa(f.Level.Precedence()) + " ")
		if f.Right {
			w.keyword("rightassoc", `\rightassoc`)
		} else {
			w.keyword("leftassoc", `\leftassoc`)
		}
	}
	w.write(" ")
	w.template(f.Name)
}

// directives returns the lines that tell LaTeX readers which characters the
// macros of an operator's words stand for.
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
	"⊃": `\supset`, "⊇": `\supseteq`, "⊓": `\sqcap`, "⊔": `\sqcup`, "≈": `\approx`, "≅": `\cong`, "≃": `\simeq`, "≡": `\equiv`,
	"∥": `\parallel`, "⊥": `\bot`, "⊤": `\top`, "⋄": `\diamond`, "⊨": `\models`, "⌊": `\lfloor`, "⌋": `\rfloor`,
	"⌈": `\lceil`, "⌉": `\rceil`, "†": `\dagger`, "‡": `\ddagger`, "⋈": `\bowtie`, "↪": `\hookrightarrow`, "↝": `\leadsto`,
	"≪": `\ll`, "⊸": `\multimap`, "△": `\triangle`,
}
