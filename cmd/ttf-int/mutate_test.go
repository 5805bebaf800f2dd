package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// A project is the text files of a folder, by path.
type files map[string]string

// mutator changes the files of a project in ways in which people and tools do,
// and in ways in which nobody does.
type mutator struct {
	rand *rand.Rand
	// words are those of the YAML files of all projects, tokens those of their Z,
	// lines and blocks the lines of the YAML files and the paragraphs of the Z.
	words, tokens, lines, blocks []string
}

// newMutator returns a mutator that knows what the given projects consist of.
func newMutator(projects []files, seed uint64) *mutator {
	m := &mutator{rand: rand.New(rand.NewPCG(seed, 1))}
	for _, p := range projects {
		for _, path := range paths(p) {
			if isYAML(path) {
				m.words = append(m.words, yamlWord.FindAllString(p[path], -1)...)
				m.lines = append(m.lines, strings.Split(p[path], "\n")...)
			} else {
				m.tokens = append(m.tokens, zToken.FindAllString(p[path], -1)...)
				m.blocks = append(m.blocks, strings.Split(p[path], "\n\n")...)
			}
		}
	}
	m.words = sortUnique(append(m.words, oddScalars...))
	m.words = append(m.words, knownKeys...)
	m.tokens = sortUnique(append(m.tokens, oddTokens...))
	return m
}

var (
	yamlWord = regexp.MustCompile(`[\p{L}\p{N}_.?!'/-]+|[\[\]{}:,|>&*#"]`)
	zToken   = regexp.MustCompile(`\\[A-Za-z]+|[\p{L}\p{N}_]+['?!]*|\n|[^\p{L}\p{N}\s]`)
)

// knownKeys are the keys of the YAML files, those that the examples do without
// included.
var knownKeys = []string{"unit", "sut", "z", "schema", "uses", "calls", "shares", "tactics", "prune", "cases", "stubs",
	"rejects", "greybox",
	"calls-exact", "enriches", "hooks", "refines", "scope", "given", "constants", "properties", "run", "report", "suts",
	"build", "command", "env", "dir",
	"parallel", "timeout", "strong", "self", "auto", "manual", "spec", "blocked", "by-call", "none", "set", "seq",
	"tuple", "binding", "int", "elements", "machine", "init", "inputs", "apply", "objects", "units"}

var oddScalars = []string{"~", "null", "{}", "[]", `""`, "-1", "0", "1e99", "99999999999999999999", "NaN",
	"!!binary aGk=", "&a 1", "*a", "<<", "yes", "|", "0x10", "- x", "? y", "---", "...", "\t"}

var oddTokens = []string{"⨾", "≫", "⧹", "⨡", "pre", "θ", "Δ", "Ξ", "λ", "μ", "∃₁", "⦇", "⦈", "⟪", "⟫", "⦉", "⦊", "⟦",
	"⟧", "⌢/", "⋃", "⋂", "∅", "ℙ", "𝔽", "seq", "iseq", "bag",
	"×", "⇸", "⤖", "#", "div", "mod", "0", "99999999999999999999", "-1", "true", "false", "τ", "(τ 1).unit", "calls",
	"if", "then", "else", "let", "==", "≙", "::=", "|", "•",
	"[", "]", "{", "}", "(", ")", "'", "?", "!", "\"", "section", "parents", "function", "relation", "generic",
	"(_ ⊞ _)", "├", "┌", "└", "│", "theorem", "⊢?", "\\begin{zed}", "\\end{zed}", "%%"}

// mutate returns a project with one change, or up to four.
func (m *mutator) mutate(p files) files {
	out := files{}
	for path, text := range p {
		out[path] = text
	}
	for range 1 + max(0, m.rand.IntN(7)-3) {
		m.change(out)
	}
	return out
}

// change makes one change.
func (m *mutator) change(p files) {
	all := paths(p)
	if len(all) == 0 {
		return
	}
	path := all[m.rand.IntN(len(all))]
	other := all[m.rand.IntN(len(all))]
	switch n := m.rand.IntN(40); {
	case n == 0:
		p[path], p[other] = p[other], p[path]
	case n == 1:
		delete(p, path)
	case n == 2:
		p[path] = m.noise(p[path])
	case n == 3:
		p[path] = p[path][:m.rand.IntN(len(p[path])+1)]
	case n == 4:
		p[path] += "\n" + p[other]
	case n == 5:
		p[path] = strings.ReplaceAll(p[path], "\n", []string{"\r\n", "\n\n", "\n ", " "}[m.rand.IntN(4)])
	case n < 9:
		p[path] = m.rename(p, path)
	case isYAML(path) && n < 24:
		p[path] = m.line(p[path])
	case isYAML(path):
		p[path] = m.pieces(p[path], yamlWord, m.words)
	case n < 14:
		p[path] = m.paragraph(p[path])
	default:
		p[path] = m.pieces(p[path], zToken, m.tokens)
	}
}

// line changes, drops, doubles, moves or brings in a line.
func (m *mutator) line(text string) string {
	ls := strings.Split(text, "\n")
	i, j := m.rand.IntN(len(ls)), m.rand.IntN(len(ls))
	switch m.rand.IntN(10) {
	case 8, 9:
		if key, value, ok := strings.Cut(ls[i], ": "); ok {
			ls[i] = key + ": " + []string{"Nope", misspell(value, m.rand), m.pick(m.words), ""}[m.rand.IntN(4)]
		}
	case 0:
		ls = slices.Delete(ls, i, i+1)
	case 1:
		ls = slices.Insert(ls, i, ls[j])
	case 2:
		ls[i], ls[j] = ls[j], ls[i]
	case 3:
		ls[i] = strings.Repeat(" ", m.rand.IntN(5)) + strings.TrimLeft(ls[i], " ")
	case 4:
		ls = slices.Insert(ls, i, m.pick(m.lines))
	case 5:
		key, _, _ := strings.Cut(ls[i], ":")
		ls[i] = key + ": " + m.pick(m.words)
	case 6:
		_, value, _ := strings.Cut(ls[i], ":")
		ls[i] = m.pick(knownKeys) + ":" + value
	default:
		ls = slices.Insert(ls, i, m.pick(knownKeys)+": "+m.pick(m.words))
	}
	return strings.Join(ls, "\n")
}

// paragraph drops, doubles, moves or brings in a paragraph.
func (m *mutator) paragraph(text string) string {
	ps := strings.Split(text, "\n\n")
	i, j := m.rand.IntN(len(ps)), m.rand.IntN(len(ps))
	switch m.rand.IntN(4) {
	case 0:
		ps = slices.Delete(ps, i, i+1)
	case 1:
		ps = slices.Insert(ps, i, ps[j])
	case 2:
		ps[i], ps[j] = ps[j], ps[i]
	default:
		ps = slices.Insert(ps, i, m.pick(m.blocks))
	}
	return strings.Join(ps, "\n\n")
}

// pieces changes one piece of a text: a word of YAML or a token of Z.
func (m *mutator) pieces(text string, piece *regexp.Regexp, known []string) string {
	at := piece.FindAllStringIndex(text, -1)
	if len(at) == 0 {
		return m.pick(known)
	}
	a, b := at[m.rand.IntN(len(at))], at[m.rand.IntN(len(at))]
	was, other := text[a[0]:a[1]], text[b[0]:b[1]]
	now := m.pick(known)
	switch m.rand.IntN(7) {
	case 0:
		now = ""
	case 1:
		now = was + " " + was
	case 2:
		now = other
	case 3:
		now = misspell(was, m.rand)
	case 4:
		now = was + " " + now
	}
	return text[:a[0]] + now + text[a[1]:]
}

// rename gives a name of one file another one, everywhere in it or in all
// files.
func (m *mutator) rename(p files, path string) string {
	names := regexp.MustCompile(`[\p{L}][\p{L}\p{N}_]+`).FindAllString(p[path], -1)
	if len(names) == 0 {
		return p[path]
	}
	from, to := m.pick(names), m.pick(names)
	if m.rand.IntN(2) == 0 {
		to = misspell(from, m.rand)
	}
	whole := regexp.MustCompile(`(^|[^\p{L}\p{N}_])` + regexp.QuoteMeta(from) + `($|[^\p{L}\p{N}_])`)
	replaced := func(text string) string { return whole.ReplaceAllString(text, "${1}"+to+"${2}") }
	if m.rand.IntN(2) == 0 {
		for _, other := range paths(p) {
			p[other] = replaced(p[other])
		}
	}
	return replaced(p[path])
}

// noise puts bytes that are not text into a text.
func (m *mutator) noise(text string) string {
	at := m.rand.IntN(len(text) + 1)
	bytes := make([]byte, 1+m.rand.IntN(8))
	for i := range bytes {
		bytes[i] = byte(m.rand.IntN(256))
	}
	return text[:at] + string(bytes) + text[at:]
}

func (m *mutator) pick(of []string) string {
	if len(of) == 0 {
		return ""
	}
	return of[m.rand.IntN(len(of))]
}

// misspell drops, doubles or exchanges characters of a word.
func misspell(word string, r *rand.Rand) string {
	rs := []rune(word)
	if len(rs) == 0 {
		return "x"
	}
	i := r.IntN(len(rs))
	switch r.IntN(4) {
	case 0:
		rs = slices.Delete(rs, i, i+1)
	case 1:
		rs = slices.Insert(rs, i, rs[i])
	case 2:
		j := r.IntN(len(rs))
		rs[i], rs[j] = rs[j], rs[i]
	default:
		rs[i] = []rune("aZ_9'?! ∀ℤé")[r.IntN(11)]
	}
	return string(rs)
}

func isYAML(path string) bool { return strings.HasSuffix(path, ".yaml") }

func paths(p files) []string {
	var out []string
	for path := range p {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

func sortUnique(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
