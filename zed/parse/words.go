package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
)

// nameable are the words that stand for symbols in ASCII, and those that a
// document may well have as names: in a document that uses the symbols, they
// are names where it declares them.
var nameable = nameableWords()

func nameableWords() map[string]bool {
	m := set("id", "end", "where", "schema", "axiom", "bag", "iseq", "prefix", "suffix", "infix", "partition", "disjoint", "semi", "inv")
	for word, symbol := range spellings {
		if isWord(word) && word != symbol {
			m[word] = true
		}
	}
	return m
}

// unicodeNotation tells whether a text uses the symbols of Z, and not its ASCII
// words alone.
func unicodeNotation(text string) bool {
	for _, r := range text {
		if r >= utf8.RuneSelf && spellings[string(r)] != "" {
			return true
		}
	}
	return false
}

// declaredNames adds the words that a text in Unicode declares as names.
func declaredNames(in string, toks []token, declared map[string]bool) {
	boxes := false
	for i, t := range toks {
		boxes = boxes || (t.is("schema") || t.is("axiom")) && (i == 0 || toks[i-1].kind == newline)
	}
	for i, t := range toks {
		word := in[t.start:t.end]
		if t.kind != symbol || !nameable[word] || !declaredAt(in, toks, i) {
			continue
		}
		if boxes && (word == "end" || word == "where" || word == "schema" || word == "axiom") {
			continue
		}
		declared[word] = true
	}
}

// declaredAt tells whether the word at token i stands where a name is declared.
func declaredAt(in string, toks []token, i int) bool {
	before, behind := token{kind: newline}, toks[min(i+1, len(toks)-1)]
	if i > 0 {
		before = toks[i-1]
	}
	starts := before.kind == newline || before.is("│")
	switch {
	case behind.is(":"), behind.is("=="), behind.is("≙"), behind.is("::="), before.is("┌"):
		return true
	case before.is("::="), before.is("|"):
		return branch(in, toks, i)
	case behind.is("[") && (starts || before.is("┌")):
		j := wordList(in, toks, i+2)
		return toks[j].is("]") && (toks[j+1].is("==") || toks[j+1].is("≙"))
	case behind.is(","):
		j := wordList(in, toks, i)
		return toks[j].is(":") || toks[j].is("]") && givenLine(in, toks, i)
	case behind.is("]"):
		return givenLine(in, toks, i)
	}
	return false
}

// branch tells whether token i stands for a branch of a free type.
func branch(in string, toks []token, i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch t := toks[i]; {
		case t.is("⟫"):
			depth++
		case t.is("⟪"):
			depth--
		case t.is("::="):
			return true
		case depth > 0, t.kind == name, t.kind == newline, t.is("|"), nameable[in[t.start:t.end]]:
		default:
			return false
		}
	}
	return false
}

// wordList returns the index behind a list of names and words from token i on.
func wordList(in string, toks []token, i int) int {
	for i+1 < len(toks) && (toks[i].kind == name || nameable[in[toks[i].start:toks[i].end]]) {
		if i++; !toks[i].is(",") {
			break
		}
		i++
	}
	return min(i, len(toks)-1)
}

// givenLine tells whether token i stands in the brackets of given types, or of
// generic parameters.
func givenLine(in string, toks []token, i int) bool {
	open := i - 1
	for open > 0 && (toks[open].is(",") || toks[open].kind == name || nameable[in[toks[open].start:toks[open].end]]) {
		open--
	}
	if open < 0 || !toks[open].is("[") {
		return false
	}
	shut := wordList(in, toks, open+1)
	if !toks[shut].is("]") {
		return false
	}
	behind := toks[min(shut+1, len(toks)-1)]
	if behind.is("==") || behind.is("≙") {
		return true
	}
	boxed := open > 0 && (toks[open-1].is("╒") || open > 1 && toks[open-2].is("┌"))
	return boxed || (open == 0 || toks[open-1].kind == newline) && (behind.kind == newline || behind.kind == end)
}

// nameWords makes names of the words that are declared.
func nameWords(in string, toks []token, declared map[string]bool) {
	for i := range toks {
		t := &toks[i]
		if word := in[t.start:t.end]; t.kind == symbol && declared[word] {
			t.kind, t.text = name, word
		}
	}
}

// namesIn adds the words that paragraphs declare as names, apart from the
// variables of their terms.
func namesIn(ps []zed.Paragraph, names map[string]bool) {
	add := func(ids ...zed.Ident) {
		for _, id := range ids {
			if nameable[id.Name] {
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

// unicodeFile tells whether a file is Unicode by its name or what it holds.
func unicodeFile(file, text string) bool {
	return strings.HasSuffix(file, ".zed8") || strings.HasSuffix(file, ".utf8") || unicodeNotation(text)
}
