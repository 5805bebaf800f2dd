package tex

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// syndef reads \syndef{\op}{class}{name}, by which Z/EVES introduces an operator.
func (r *latexReader) syndef(stop int) {
	start := r.pos
	r.pos = stop
	var args [3][2]int
	for i := range args {
		at := tokens.SkipSpace(r.in, r.pos)
		if !strings.HasPrefix(r.in[at:], "{") {
			return
		}
		r.pos = r.braces.end(at)
		args[i] = [2]int{at + 1, max(at+1, r.pos-1)}
	}
	class := strings.TrimSpace(r.in[args[1][0]:args[1][1]])
	kind, level := class, strings.TrimLeft(class, "abcdefghijklmnopqrstuvwxyz")
	switch {
	case strings.HasPrefix(class, "infun"), strings.HasPrefix(class, "inop"):
		kind = "inop"
	case class == "postfun":
		kind = "postop"
	case class == "prefun":
		kind = "preop"
	case class == "ignore":
		r.macros.ignore(strings.TrimSpace(r.in[args[0][0]:args[0][1]]))
	}
	if _, known := operators.FuzzForms[kind]; !known || !r.lexing {
		return
	}
	toks := r.lex(args[0][0], args[0][1])
	if n, err := strconv.Atoi(level); err == nil && kind == "inop" {
		toks = append(toks, tokens.Token{Kind: tokens.Number, Text: strconv.Itoa(n), Start: args[1][0],
			End: args[1][1]})
	}
	if len(toks) > 0 {
		r.found.Directives = append(r.found.Directives, pieces.Directive{At: tokens.Token{Start: start, End: r.pos},
			Kind: kind, Symbols: toks})
	}
}

// command is a command of Z/EVES between the paragraphs that takes some of them
// back.
var command = regexp.MustCompile(
	`(?m)^[ \t]*(?:(reset)|undo(?:[ \t]+back[ \t]+(to|through)[ \t]+([A-Za-z0-9_$]+)|[ \t]+([0-9]+))?)[ \t]*;[ \t]*$`)

// commands takes over the commands of Z/EVES in a stretch of prose.
func (r *latexReader) commands(from, to int) {
	if text := r.in[from:to]; !r.lexing || !strings.Contains(text, "undo") && !strings.Contains(text, "reset") {
		return
	}
	for _, m := range command.FindAllStringSubmatchIndex(r.in[from:to], -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return r.in[from+m[2*i] : from+m[2*i+1]]
		}
		u := &pieces.Undoing{All: group(1) != "", Back: group(3), Through: group(2) == "through", Count: 1}
		if n, err := strconv.Atoi(group(4)); err == nil {
			u.Count = n
		}
		r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Undo: u, Latex: true})
		r.note(from+m[0], from+m[1], "what %s takes back is not read", strings.TrimSpace(r.in[from+m[0]:from+m[1]]))
	}
}
