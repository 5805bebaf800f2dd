package parse

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// joinDecorated makes one token of the word of an operator and the decoration
// that touches it, in all documents, where one of them introduces or declares
// the operator so: _ ⊕' _.
func joinDecorated(docs []pieces.Document) {
	words := map[string]bool{}
	for _, d := range docs {
		for _, c := range d.Chunks {
			addDecorated(c.Toks, words)
		}
	}
	if len(words) == 0 {
		return
	}
	for i := range docs {
		for j := range docs[i].Chunks {
			c := &docs[i].Chunks[j]
			c.Toks = replaceDecorated(c.Toks, words)
			if c.Otherwise != nil {
				c.Otherwise = replaceDecorated(c.Otherwise, words)
			}
		}
	}
}

// addDecorated adds the words with decoration that stand beside a place.
func addDecorated(toks []tokens.Token, words map[string]bool) {
	isPlace := func(i int) bool {
		return i >= 0 && i < len(toks) && toks[i].Kind == tokens.Name && operators.Place(toks[i].Text)
	}
	for i := range toks {
		if touchesMark(toks, i) && (isPlace(i-1) || isPlace(i+2)) {
			words[decoratedWord(toks, i)] = true
		}
	}
}

// touchesMark tells whether token i may be the word of an operator, and decoration
// touches it.
func touchesMark(toks []tokens.Token, i int) bool {
	if i+1 >= len(toks) || toks[i+1].Kind != tokens.Mark || toks[i].End != toks[i+1].Start {
		return false
	}
	switch t := toks[i]; t.Kind {
	case tokens.Symbol:
		return !operators.Separator.Has(t.Text) && !tokens.Closers.Has(t.Text)
	case tokens.Strange, tokens.Unknown:
		return true
	}
	return false
}

func decoratedWord(toks []tokens.Token, i int) string {
	return strings.TrimPrefix(toks[i].Text, `\`) + toks[i+1].Text
}

// replaceDecorated returns tokens with one in the place of each of the words and its
// decoration.
func replaceDecorated(toks []tokens.Token, words map[string]bool) []tokens.Token {
	out := make([]tokens.Token, 0, len(toks))
	for i := 0; i < len(toks); i++ {
		if touchesMark(toks, i) && words[decoratedWord(toks, i)] {
			out = append(out, tokens.At(tokens.Strange, decoratedWord(toks, i), toks[i].Start, toks[i+1].End))
			i++
			continue
		}
		out = append(out, toks[i])
	}
	return out
}
