package plain

import (
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// nameable are the words that stand for symbols in ASCII, and those that a
// document may well have as names: in a document that uses the symbols, they
// are names where it declares them.
var nameable = nameableWords()

func nameableWords() tokens.Words {
	words := []string{"id", "end", "where", "schema", "axiom", "bag", "iseq", "prefix", "suffix", "infix", "partition",
		"disjoint", "semi", "inv"}
	for word, symbol := range Spellings {
		if tokens.IsWord(word) && word != symbol {
			words = append(words, word)
		}
	}
	return tokens.Set(words...)
}

// UnicodeNotation tells whether a text uses the symbols of Z, and not its ASCII
// words alone.
func UnicodeNotation(text string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf && Spellings[string(r)] != "" {
			return true
		}
	}
	return false
}

// DeclaredNames adds the words that a text in Unicode declares as names.
func DeclaredNames(in string, toks []tokens.Token, declared map[string]bool) {
	boxes := false
	for i, t := range toks {
		boxes = boxes || (t.Is("schema") || t.Is("axiom")) && (i == 0 || toks[i-1].Kind == tokens.Newline)
	}
	for i, t := range toks {
		word := in[t.Start:t.End]
		if t.Kind != tokens.Symbol || !nameable.Has(word) || !isDeclaredAt(in, toks, i) {
			continue
		}
		if boxes && (word == "end" || word == "where" || word == "schema" || word == "axiom") {
			continue
		}
		declared[word] = true
	}
}

// isDeclaredAt tells whether the word at token i stands where a name is declared.
func isDeclaredAt(in string, toks []tokens.Token, i int) bool {
	before, behind := tokens.Token{Kind: tokens.Newline}, toks[min(i+1, len(toks)-1)]
	if i > 0 {
		before = toks[i-1]
	}
	starts := before.Kind == tokens.Newline || before.Is("│")
	switch {
	case colon(toks, i+1), behind.Is("=="), behind.Is("≙"), behind.Is("::="), before.Is("┌"):
		return true
	case before.Is("::="), before.Is("|"):
		return branch(in, toks, i)
	case behind.Is("[") && (starts || before.Is("┌")):
		j := wordList(in, toks, i+2)
		return toks[j].Is("]") && (toks[j+1].Is("==") || toks[j+1].Is("≙"))
	case behind.Is(","):
		j := wordList(in, toks, i)
		return colon(toks, j) || toks[j].Is("]") && isGivenLine(in, toks, i)
	case behind.Is("]"):
		return isGivenLine(in, toks, i)
	}
	return false
}

// colon tells whether token i is the colon of a declaration, and not that of a substitution,
// S[x := e].
func colon(toks []tokens.Token, i int) bool {
	return i < len(toks) && toks[i].Is(":") && !(i+1 < len(toks) && toks[i+1].Is("=") && toks[i+1].Start == toks[i].End)
}

// branch tells whether token i stands for a branch of a free type.
func branch(in string, toks []tokens.Token, i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch t := toks[i]; {
		case t.Is("⟫"):
			depth++
		case t.Is("⟪"):
			depth--
		case t.Is("::="):
			return true
		case depth > 0, t.Kind == tokens.Name, t.Kind == tokens.Newline, t.Is("|"), nameable.Has(in[t.Start:t.End]):
		default:
			return false
		}
	}
	return false
}

// wordList returns the index behind a list of names and words from token i on.
func wordList(in string, toks []tokens.Token, i int) int {
	for i+1 < len(toks) && (toks[i].Kind == tokens.Name || nameable.Has(in[toks[i].Start:toks[i].End])) {
		if i++; !toks[i].Is(",") {
			break
		}
		i++
	}
	return min(i, len(toks)-1)
}

// isGivenLine tells whether token i stands in the brackets of given types, or of
// generic parameters.
func isGivenLine(in string, toks []tokens.Token, i int) bool {
	open := i - 1
	for open > 0 && (toks[open].Is(",") || toks[open].Kind == tokens.Name ||
		nameable.Has(in[toks[open].Start:toks[open].End])) {
		open--
	}
	if open < 0 || !toks[open].Is("[") {
		return false
	}
	shut := wordList(in, toks, open+1)
	if !toks[shut].Is("]") {
		return false
	}
	behind := toks[min(shut+1, len(toks)-1)]
	if behind.Is("==") || behind.Is("≙") {
		return true
	}
	boxed := open > 0 && (toks[open-1].Is("╒") || open > 1 && toks[open-2].Is("┌"))
	return boxed || (open == 0 || toks[open-1].Kind == tokens.Newline) && (behind.Kind == tokens.Newline ||
		behind.Kind == tokens.End)
}

// NameWords makes names of the words that are declared.
func NameWords(in string, toks []tokens.Token, declared map[string]bool) {
	for i := range toks {
		t := &toks[i]
		if word := in[t.Start:t.End]; t.Kind == tokens.Symbol && declared[word] {
			t.Kind, t.Text = tokens.Name, word
		}
	}
}

// NamesIn adds the words that paragraphs declare as names, apart from the
// variables of their terms.
func NamesIn(ps []zed.Paragraph, names map[string]bool) {
	add := func(ids ...zed.Ident) {
		for _, id := range ids {
			if nameable.Has(id.Name) {
				names[id.Name] = true
			}
		}
	}
	text := func(t zed.Text) {
		for _, d := range t.Decls {
			add(d.Names...)
		}
	}
	for _, p := range ps {
		switch p := p.(type) {
		case *zed.Given:
			add(p.Names...)
		case *zed.Free:
			add(p.Name)
			for _, b := range p.Branches {
				add(b.Name)
			}
		case *zed.Define:
			add(p.Name)
			if s, ok := p.Value.(*zed.Schema); ok {
				text(s.Text)
			}
		case *zed.Axiom:
			text(p.Text)
		}
	}
}

// UnicodeFile tells whether a file is Unicode by its name or what it holds.
func UnicodeFile(file, text string) bool {
	return strings.HasSuffix(file, ".zed8") || strings.HasSuffix(file, ".utf8") || UnicodeNotation(text)
}
