package zed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameWriter writes names, those of operators included.
type nameWriter struct {
	out *output
	in  *introduction
}

// spell returns a symbol, given in Unicode, as a notation spells it.
func spell(s string, n Notation) string {
	switch n {
	case ASCII:
		if a, ok := asciiBySymbol[s]; ok {
			return a
		}
	case LaTeX:
		if m, ok := latexBySymbol[s]; ok {
			return m
		}
	}
	return s
}

var latexBySymbol = latexSpellings()

func latexSpellings() map[string]string {
	m := make(map[string]string, len(forms)+len(punctuation))
	for _, s := range punctuation {
		m[s.unicode] = s.latex
	}
	for _, f := range forms {
		m[f.Symbol] = f.LaTeX
	}
	return m
}

func latin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// lastMacro returns the macro with which a LaTeX text ends, to which a following letter
// would be added; or "".
func lastMacro(s string) string {
	word := strings.TrimRightFunc(s, latin)
	if len(word) == len(s) || !strings.HasSuffix(word, `\`) {
		return ""
	}
	return s[len(word)-1:]
}

// value writes a name where a term stands.
func (n *nameWriter) value(s string) {
	if isTemplate(s) {
		n.template(s)
		return
	}
	if builtin[s] {
		n.out.symbol(s)
		return
	}
	n.name(s)
}

// declare writes a name where it is declared.
func (n *nameWriter) declare(s string) {
	if isTemplate(s) {
		n.pattern(s)
		return
	}
	n.name(s)
}

// builtin are the names of the toolkit that are symbols.
var builtin = map[string]bool{"ℤ": true, "ℕ": true, "ℕ₁": true, "𝕊": true}

// name writes a name that is not an operator's.
func (n *nameWriter) name(s string) {
	switch {
	case isTemplate(s):
		n.template(s)
	case n.out.notation == LaTeX && s == TruthType.Name:
		n.out.write(`\mathbb{B}`)
	case n.out.notation == LaTeX && latexWords[s]:
		n.out.write(`\mathit{` + s + "}")
	case n.out.notation == LaTeX && !latexPlain(s):
		n.quote(s)
	case n.out.notation == LaTeX:
		n.out.write(latexName(s))
	case !isPlain(s) || n.in.words[s]:
		n.quote(s)
	case n.out.notation == ASCII && strings.HasPrefix(s, "Δ") && standsAlone(strings.TrimPrefix(s, "Δ")):
		n.out.write("Delta " + strings.TrimPrefix(s, "Δ"))
	case n.out.notation == ASCII && strings.HasPrefix(s, "Ξ") && standsAlone(strings.TrimPrefix(s, "Ξ")):
		n.out.write("Xi " + strings.TrimPrefix(s, "Ξ"))
	default:
		n.out.write(s)
	}
}

// quote writes a name in quotes, which no other spelling of the notation would yield.
func (n *nameWriter) quote(s string) {
	if n.out.notation == LaTeX {
		s = escapes.Replace(s)
	}
	n.out.write("`" + s + "`")
}

// escapes replaces, between backquotes, what would end an environment or begin a
// comment.
var escapes = strings.NewReplacer(`\`, `\\`, "%", `\%`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_",
	`\_`)

// latexWords are the words that have the same meaning in LaTeX with and without a
// backslash.
var latexWords = map[string]bool{"if": true, "then": true, "else": true, "let": true, "true": true, "false": true,
	"pre": true, "div": true, "mod": true}

// latexPlain tells whether LaTeX readers read a text as one name without quotes.
func latexPlain(s string) bool {
	if _, ok := FunctionOf(s); ok || builtin[s] || s == "∅" {
		return true
	}
	base := BaseName(s)
	for i, r := range base {
		switch {
		case i > 0 && strings.ContainsRune("$↘↖↗↙", r):
		case unicode.IsLetter(r) || r == '_':
			if isSymbolic(r) {
				return false
			}
		case i == 0 || !unicode.IsDigit(r) && !isSubscript(r):
			return false
		}
	}
	return base != ""
}

// isPlain tells whether a text is read as one name in Unicode and ASCII without quotes:
// its characters are those of names, and it is not a word of the notation.
func isPlain(s string) bool {
	base := BaseName(s)
	if base == s && reserved[s] {
		return false
	}
	for i, r := range base {
		switch {
		case i > 0 && strings.ContainsRune("↘↖↗↙", r):
		case unicode.IsLetter(r) || r == '_':
			if i == 0 && isSymbolic(r) {
				return false
			}
		case i == 0 || !unicode.IsDigit(r) && !('₀' <= r && r <= '₉'):
			return false
		}
	}
	return base != ""
}

// isSymbol tells whether a name is a symbol, such as ∅ or ℕ, to which the specification
// gives another meaning.
func isSymbol(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	_, known := latexBySymbol[s]
	return known && (!unicode.IsLetter(r) || isSymbolic(r) && (len(s) == size || isSubscript([]rune(s)[1])))
}

// isSymbolic tells whether a letter is a symbol by itself.
func isSymbolic(r rune) bool { return strings.ContainsRune("λμµθℙ𝔽ℤℕ𝕊", r) }

// standsAlone tells whether the rest of a name after Δ or Ξ would be a name by itself:
// it begins with a letter that is not a symbol.
func standsAlone(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return (unicode.IsLetter(r) || r == '_') && !isSymbolic(r)
}

// reserved are the words of the Unicode and ASCII notations, which cannot be names
// without quotes. The words that the toolkit defines as functions are names and not
// reserved.
var reserved = reservedWords()

func reservedWords() map[string]bool {
	m := map[string]bool{"semi": true, "inv": true, "Delta": true, "Xi": true, "Δ": true, "Ξ": true}
	for _, f := range forms {
		if f.Fix != FixFunction {
			m[f.Symbol], m[f.ASCII] = true, true
		}
	}
	for _, s := range punctuation {
		m[s.unicode], m[s.ascii] = true, true
	}
	return m
}

// latexName returns a name as LaTeX spells it: Greek letters as macros, subscripts and
// underscores escaped.
func latexName(s string) string {
	if _, ok := FunctionOf(s); ok || isSymbol(s) {
		return latexBySymbol[s]
	}
	var b strings.Builder
	rs := []rune(s)
	for i := 0; i < len(rs); i++ {
		macro, greek := greekMacros[rs[i]]
		switch {
		case greek && !macroReads(rs, i), schemaPrefix(rs[i]) && !prefixes(rs, i):
			b.WriteRune(rs[i])
		case greek:
			b.WriteString(macro)
			if i+1 < len(rs) && latin(rs[i+1]) {
				b.WriteByte(' ')
			}
		case indices[rs[i]] != "":
			b.WriteString(indices[rs[i]])
		case isSubscript(rs[i]):
			from := i
			for i+1 < len(rs) && isSubscript(rs[i+1]) {
				i++
			}
			if i+1 < len(rs) && isInName(rs[i+1]) {
				b.WriteString(string(rs[from : i+1])) // what is behind would be apart
			} else {
				b.WriteString(subscript(rs[from : i+1]))
			}
		default:
			b.WriteRune(rs[i])
		}
	}
	return b.String()
}

// macroReads tells whether the Greek letter at i may be written as a macro within a
// name: it may not before a digit, a dollar sign, or an underscore that no letter
// follows.
func macroReads(rs []rune, i int) bool {
	rest := rs[i+1:]
	switch {
	case len(rest) == 0:
		return true
	case rest[0] == '_':
		return len(rest) > 1 && (latin(rest[1]) || unicode.IsDigit(rest[1]) || rest[1] == '_')
	}
	return rest[0] != '$' && !unicode.IsDigit(rest[0])
}

// schemaPrefix tells whether a letter as a macro of LaTeX begins the name of a schema.
func schemaPrefix(r rune) bool { return r == 'Δ' || r == 'Ξ' }

// prefixes tells whether the letter at i begins a name, and the name of a schema is behind
// it.
func prefixes(rs []rune, i int) bool {
	return i == 0 && len(rs) > 1 && standsAlone(string(rs[1:])) && !schemaPrefix(rs[1])
}

// indices are how LaTeX writes words below or above the line, the underscore and the
// dollar sign.
var indices = map[rune]string{'_': `\_`, '$': `\$`, '↘': "_{", '↖': "}", '↗': "^{", '↙': "}"}

func isInName(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$' }

func isSubscript(r rune) bool { return '₀' <= r && r <= '₉' }

func subscript(rs []rune) string {
	digits := ""
	for _, r := range rs {
		digits += string('0' + r - '₀')
	}
	if len(rs) == 1 {
		return "_" + digits
	}
	return "_{" + digits + "}"
}

var greekMacros = map[rune]string{
	'α': `\alpha`, 'β': `\beta`, 'γ': `\gamma`, 'δ': `\delta`, 'ε': `\epsilon`, 'ζ': `\zeta`, 'η': `\eta`,
	'ι': `\iota`, 'κ': `\kappa`, 'ν': `\nu`, 'ξ': `\xi`, 'π': `\pi`, 'ρ': `\rho`, 'σ': `\sigma`, 'τ': `\tau`,
	'υ': `\upsilon`, 'φ': `\phi`, 'χ': `\chi`, 'ψ': `\psi`, 'ω': `\omega`,
	'Γ': `\Gamma`, 'Δ': `\Delta`, 'Θ': `\Theta`, 'Λ': `\Lambda`, 'Ξ': `\Xi`, 'Π': `\Pi`, 'Σ': `\Sigma`,
	'Υ': `\Upsilon`, 'Φ': `\Phi`, 'Ψ': `\Psi`, 'Ω': `\Omega`,
}

// isGreek holds the macros for Greek letters.
var isGreek = greekSet()

func greekSet() map[string]bool {
	m := map[string]bool{}
	for _, macro := range greekMacros {
		m[macro] = true
	}
	return m
}

func (n *nameWriter) renaming(fresh, old []string) {
	n.out.group(fillGroup, func() {
		n.out.write("[")
		for i := range min(len(fresh), len(old)) {
			n.out.comma(i)
			n.name(fresh[i])
			n.out.write("/")
			n.name(old[i])
		}
		n.out.write("]")
	})
}

func (nw *nameWriter) names(names []string) {
	nw.out.group(fillGroup, func() {
		for i, n := range names {
			nw.out.comma(i)
			nw.name(n)
		}
	})
}

// template writes the template of an operator that is used as a value.
func (n *nameWriter) template(name string) {
	n.out.write("(")
	n.pattern(name)
	n.out.write(")")
}

// pattern writes a template: its words and its places.
func (n *nameWriter) pattern(name string) {
	for i, part := range strings.Fields(name) {
		if i > 0 {
			n.out.write(" ")
		}
		switch {
		case part == "_" && n.out.notation == LaTeX:
			n.out.write(`\_`)
		case isPlace(part):
			n.out.write(part)
		default:
			n.operatorWord(part)
		}
	}
}

// operatorWord writes a word of a template. A symbol of the toolkit to which the
// specification gives another meaning is spelled as usual.
func (n *nameWriter) operatorWord(word string) {
	base := BaseName(word)
	switch s := spell(word, n.out.notation); {
	case s != word || word == "&" && n.out.notation == LaTeX:
		n.out.write(strings.Replace(s, "&", `\&`, 1))
	case base != word && (isKnown(base) || isBareWord(base)) && n.out.notation != LaTeX:
		n.out.write(word)
	case base != word && (isKnown(base) || isBareWord(base)):
		n.operatorWord(base)
		n.out.write(word[len(base):])
	case n.out.notation == LaTeX && extraMacros[word] != "" && (n.in.templates == nil || n.in.words[word]):
		n.out.write(extraMacros[word]) // a directive says which character it stands for
	case isKnown(word) || isBareWord(word):
		n.out.write(word)
	case n.out.notation == LaTeX && latexPlain(word) && !latexWords[word]:
		n.out.write(latexName(word))
	case n.out.notation != LaTeX && (n.in.templates == nil || isPlain(word) || n.in.words[word] &&
		!strings.ContainsAny(word, special)):
		n.out.write(word)
	default:
		n.quote(word)
	}
}

// isKnown tells whether the notation has a word as it is.
func isKnown(word string) bool {
	_, known := latexBySymbol[word]
	return known
}

// special are the characters that no notation allows within a word.
const special = "%\"`\ufeff─━═"

// isBareWord tells whether all notations read a text as one word: it consists of marks,
// or is a single character beyond ASCII without a meaning.
func isBareWord(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	marks := word != "" && BaseName(word) == ""
	return marks || size == len(word) && r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsSpace(r) &&
		!isSubscript(r) && !strings.ContainsRune(special+"↘↖↗↙′″", r)
}

func (n *nameWriter) idents(ids []Ident) {
	n.out.group(fillGroup, func() {
		for i, id := range ids {
			n.out.comma(i)
			n.declare(id.Name)
		}
	})
}

func (n *nameWriter) params(ids []Ident) {
	if len(ids) > 0 {
		n.out.write("[")
		n.idents(ids)
		n.out.write("]")
	}
}

// path writes the name of a section, which may be a path.
func (n *nameWriter) path(name string) {
	for i, part := range strings.Split(name, "/") {
		if i > 0 {
			n.out.write("/")
		}
		n.name(part)
	}
}
