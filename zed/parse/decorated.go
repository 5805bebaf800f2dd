package parse

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// joinDecorated makes one token of the word of an operator and the decoration
// that touches it, in all documents, where one of them introduces or declares
// the operator so: _ ⊕' _.
func joinDecorated(docs []document) {
	words := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.chunks {
			decoratedWords(c.toks, words)
		}
	}
	if len(words) == 0 {
		return
	}
	for i := range docs {
		for j := range docs[i].chunks {
			c := &docs[i].chunks[j]
			c.toks = withDecorated(c.toks, words)
			if c.otherwise != nil {
				c.otherwise = withDecorated(c.otherwise, words)
			}
		}
	}
}

// decoratedWords adds the words with decoration that stand beside a place.
func decoratedWords(toks []token, words map[string]bool) {
	isPlace := func(i int) bool { return i >= 0 && i < len(toks) && toks[i].kind == name && place(toks[i].text) }
	for i := range toks {
		if touched(toks, i) && (isPlace(i-1) || isPlace(i+2)) {
			words[decoratedWord(toks, i)] = true
		}
	}
}

// touched tells whether token i may be the word of an operator, and decoration
// touches it.
func touched(toks []token, i int) bool {
	if i+1 >= len(toks) || toks[i+1].kind != mark || toks[i].end != toks[i+1].start {
		return false
	}
	switch t := toks[i]; t.kind {
	case symbol:
		return !separator[t.text] && !closers[t.text]
	case strange, unknown:
		return true
	}
	return false
}

func decoratedWord(toks []token, i int) string {
	return strings.TrimPrefix(toks[i].text, `\`) + toks[i+1].text
}

// withDecorated returns tokens with one in the place of each of the words and its
// decoration.
func withDecorated(toks []token, words map[string]bool) []token {
	out := make([]token, 0, len(toks))
	for i := 0; i < len(toks); i++ {
		if touched(toks, i) && words[decoratedWord(toks, i)] {
			out = append(out, token{strange, decoratedWord(toks, i), toks[i].start, toks[i+1].end})
			i++
			continue
		}
		out = append(out, toks[i])
	}
	return out
}

// likeUndecorated returns the operator with decoration that a list of tokens
// declares at i, if the same without decoration is one: it is written as that
// one is (ISO 13568, 12.2.9).
func likeUndecorated(template string, known []zed.UserForm) (zed.UserForm, bool) {
	plain := strings.Fields(template)
	for i, part := range plain {
		plain[i] = zed.BaseName(part)
	}
	base := strings.Join(plain, " ")
	if base == template {
		return zed.UserForm{}, false
	}
	f, ok := toolkitForms[base]
	if i := slices.IndexFunc(known, func(u zed.UserForm) bool { return u.Name == base }); i >= 0 {
		f, ok = known[i], true
	}
	f.Name = template
	return f, ok
}
