package parse

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// syndef reads \syndef{\op}{class}{name}, by which Z/EVES introduces an operator.
func (r *latexReader) syndef(stop int) {
	start := r.pos
	r.pos = stop
	var args [3][2]int
	for i := range args {
		at := skipSpace(r.in, r.pos)
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
	if _, known := fuzzForms[kind]; !known || !r.lexing {
		return
	}
	toks := r.lex(args[0][0], args[0][1])
	if n, err := strconv.Atoi(level); err == nil && kind == "inop" {
		toks = append(toks, token{kind: number, text: strconv.Itoa(n), start: args[1][0], end: args[1][1]})
	}
	if len(toks) > 0 {
		r.found.directives = append(r.found.directives, directive{at: token{start: start, end: r.pos}, kind: kind, symbols: toks})
	}
}

// command is a command of Z/EVES between the paragraphs that takes some of them
// back.
var command = regexp.MustCompile(`(?m)^[ \t]*(?:(reset)|undo(?:[ \t]+back[ \t]+(to|through)[ \t]+([A-Za-z0-9_$]+)|[ \t]+([0-9]+))?)[ \t]*;[ \t]*$`)

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
		u := &undoing{all: group(1) != "", back: group(3), through: group(2) == "through", count: 1}
		if n, err := strconv.Atoi(group(4)); err == nil {
			u.count = n
		}
		r.found.chunks = append(r.found.chunks, chunk{undo: u, latex: true})
		r.note(from+m[0], from+m[1], "what %s takes back is not read", strings.TrimSpace(r.in[from+m[0]:from+m[1]]))
	}
}

// undoing is how many paragraphs a command of Z/EVES takes back.
type undoing struct {
	all     bool
	back    string // back to the paragraph that introduces this name
	through bool   // with that paragraph
	count   int
}

// left returns the paragraphs that are left.
func (u *undoing) left(ps []zed.Paragraph) []zed.Paragraph {
	switch {
	case u.all:
		return nil
	case u.back == "":
		return ps[:max(0, len(ps)-u.count)]
	}
	for i := len(ps) - 1; i >= 0; i-- {
		if introduces(ps[i], u.back) {
			if u.through {
				return ps[:i]
			}
			return ps[:i+1]
		}
	}
	return ps
}

// introduces tells whether a paragraph introduces a name.
func introduces(p zed.Paragraph, name string) bool {
	switch p := p.(type) {
	case *zed.Given:
		for _, n := range p.Names {
			if n.Name == name {
				return true
			}
		}
	case *zed.Free:
		return p.Name.Name == name
	case *zed.Define:
		return p.Name.Name == name
	case *zed.Conjecture:
		return p.Name == name
	case *zed.Axiom:
		for _, d := range p.Text.Decls {
			for _, n := range d.Names {
				if n.Name == name {
					return true
				}
			}
		}
	}
	return false
}
