package mutation

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

// Variable is the variable of the environment that says which mutant a process is, by
// its number; without it, or with 0, it is the program as it was written.
const Variable = "TTF_INT_MUTANT"

// switchName is the name of the variable of the package that holds the number.
const switchName = "ttfIntMutant"

// switchFile is the name of the file that is added to the package.
const switchFile = "ttf_int_mutant_switch.go"

// Made are the mutants of a package.
type Made struct {
	Mutants []Mutant
	Places  int // where mutants could be, those that the compiler refuses included
	Refused int // how many of the mutants that were tried the compiler refuses
	// Overlay has the files of the package that are not as they were written, and the
	// one that is added to it, by their paths.
	Overlay map[string][]byte
	// Owners are, by function, the units that it belongs to.
	Owners map[string][]string
}

// candidate is a mutant that may not compile.
type candidate struct {
	kind string
	fn   *function
	edit
}

// Make makes at most n mutants of a package, drawn under a seed where there are more; 0:
// all. Bound has for each unit the names of the functions that an adapter binds it to, as
// Bindings finds them. Errors are about the package.
func Make(pkg *Package, n int, seed uint64, bound map[string][]string) (*Made, error) {
	s, err := readPackage(pkg)
	if err != nil {
		return nil, err
	}
	fns := s.functions()
	all := s.candidates(fns)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	if n > 0 && n < len(all) {
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	out := &Made{Places: len(all), Owners: s.owners(fns, bound)}
	var chosen []int
	for _, i := range order {
		if n > 0 && len(chosen) == n {
			break
		}
		if s.compiles(&all[i]) {
			chosen = append(chosen, i)
		} else {
			out.Refused++
		}
	}
	slices.Sort(chosen)
	var made []*candidate
	for id, i := range chosen {
		c := &all[i]
		made = append(made, c)
		at := s.set.PositionFor(c.at.Pos(), false)
		out.Mutants = append(out.Mutants, Mutant{
			ID: id + 1, Kind: c.kind, File: s.showPath(at.Filename), Line: at.Line, Column: at.Column,
			Function: c.fn.name,
			Was:      line(c.was), Now: line(c.new),
		})
	}
	out.Overlay = s.overlay(fns, made, out.Mutants)
	return out, nil
}

// maxShown is how many characters of a statement are shown.
const maxShown = 60

// line returns a text in one line, shortened.
func line(text string) string {
	rs := []rune(strings.Join(strings.Fields(text), " "))
	if len(rs) > maxShown {
		return string(rs[:maxShown-1]) + "…"
	}
	return string(rs)
}

// candidates returns the mutants of functions in the order of the text, whether or not
// they compile.
func (s *source) candidates(fns []function) []candidate {
	var out []candidate
	for i := range fns {
		fn := &fns[i]
		first := len(out)
		negated := map[ast.Expr]bool{}
		var visit func(n ast.Node, returns *ast.FuncType)
		visit = func(root ast.Node, returns *ast.FuncType) {
			ast.Inspect(root, func(n ast.Node) bool {
				if lit, is := n.(*ast.FuncLit); is && n != root {
					visit(lit.Body, lit.Type)
					return false
				}
				if n == nil {
					return false
				}
				for _, op := range Operators {
					op.find(&site{source: s, fn: fn, node: n, negated: negated, returns: returns, add: func(e edit) {
						out = append(out, candidate{op.Name, fn, e})
					}})
				}
				return true
			})
		}
		visit(fn.body, fn.signs)
		slices.SortStableFunc(out[first:], func(a, b candidate) int { return int(a.from) - int(b.from) })
	}
	return out
}

// body returns the text of a function's body with an edit, without its braces. Labels
// have other names in it, since a function may have several bodies.
func (s *source) body(c *candidate, suffix string) string {
	text := s.pkg.Files[c.fn.file].Text
	type change struct {
		from, to int
		now      string
	}
	changes := []change{{s.offset(c.from), s.offset(c.to), c.now}}
	rename := func(label *ast.Ident) {
		at := s.offset(label.End())
		if at <= changes[0].from || at > changes[0].to {
			changes = append(changes, change{at, at, suffix})
		}
	}
	if suffix != "" {
		ast.Inspect(c.fn.body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.LabeledStmt:
				rename(n.Label)
			case *ast.BranchStmt:
				if n.Label != nil {
					rename(n.Label)
				}
			}
			return true
		})
	}
	slices.SortStableFunc(changes, func(a, b change) int { return a.from - b.from })
	var b strings.Builder
	at := s.offset(c.fn.body.Lbrace) + 1
	for _, ch := range changes {
		b.Write(text[at:ch.from])
		b.WriteString(ch.now)
		at = ch.to
	}
	b.Write(text[at:s.offset(c.fn.body.Rbrace)])
	return b.String()
}

// compiles tells whether the compiler takes a mutant. Only the body of the mutant's function
// is checked, since the rest of the package is as it was written.
func (s *source) compiles(c *candidate) bool {
	file := s.pkg.Files[c.fn.file]
	from, until := s.offset(c.fn.body.Lbrace)+1, s.offset(c.fn.body.Rbrace)
	body := s.body(c, "")
	set := token.NewFileSet()
	text := slices.Concat(file.Text[:from], []byte(body), file.Text[until:])
	parsed, err := parser.ParseFile(set, file.Path, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := []*ast.File{parsed}
	for i, f := range s.pkg.Files {
		if i == c.fn.file {
			continue
		}
		other, err := parser.ParseFile(set, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		files = append(files, other)
	}
	tokens := set.File(parsed.Pos())
	begin, end := tokens.Pos(from), tokens.Pos(from+len(body))
	for _, f := range files {
		for _, d := range f.Decls {
			fn, is := d.(*ast.FuncDecl)
			if is && (f != parsed || fn.Body == nil || fn.Body.Lbrace > begin || fn.Body.Rbrace < end) {
				fn.Body = nil
			}
		}
	}
	good := true
	conf := types.Config{Importer: s.pkg.Importer, GoVersion: s.pkg.Version, Error: func(err error) {
		if e, is := err.(types.Error); is && e.Pos >= begin && e.Pos <= end {
			good = false
		}
	}}
	_, _ = conf.Check(s.pkg.Path, set, files, nil) // that other functions have no bodies is an error too
	return good
}

// insertion is a text that is put into a file.
type insertion struct {
	at   int
	text string
}

// overlay returns the files with the mutants in them: each function begins with one body
// for each of its mutants, and the body that was written says which places it comes to.
func (s *source) overlay(fns []function, chosen []*candidate, mutants []Mutant) map[string][]byte {
	if len(chosen) == 0 {
		return nil
	}
	made := map[*function][]int{}
	for id, c := range chosen {
		made[c.fn] = append(made[c.fn], id)
	}
	inserted := make([][]insertion, len(s.files))
	number := 0 // of the last place
	for k := range fns {
		fn := &fns[k]
		if len(made[fn]) == 0 {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "\nswitch %s {\n", switchName)
		for _, id := range made[fn] {
			fmt.Fprintf(&b, "case %d:\n%s\n", id+1, s.body(chosen[id], fmt.Sprintf("_%s%d", switchName, id+1)))
			if fn.signs.Results.NumFields() == 0 {
				b.WriteString("return\n")
			}
		}
		b.WriteString("}\n")
		list := append(inserted[fn.file], insertion{s.offset(fn.body.Lbrace) + 1, b.String()})
		places, numbers := s.places(fn), map[int]int{}
		for _, id := range made[fn] {
			at := findSmallest(places, chosen[id].from, chosen[id].to)
			if at < 0 {
				continue
			}
			if numbers[at] == 0 {
				number++
				numbers[at] = number
				from, to := s.offset(places[at].from), s.offset(places[at].to)
				if places[at].operand {
					list = append(list, insertion{from, fmt.Sprintf("(%s(%d) && (", reachedName, number)},
						insertion{to, "))"})
				} else {
					list = append(list, insertion{from, fmt.Sprintf("%s(%d); ", reachedName, number)})
				}
			}
			mutants[id].Place = numbers[at]
		}
		inserted[fn.file] = list
	}
	out := map[string][]byte{}
	for i, list := range inserted {
		if len(list) > 0 {
			out[s.pkg.Files[i].Path] = insertAll(s.pkg.Files[i].Text, list)
		}
	}
	added := fmt.Appendf(nil, switchText, s.types.Name(), switchName, Variable, reachedName, Reached)
	out[filepath.Join(s.pkg.Dir, switchFile)] = added
	return out
}

// insertAll returns a text with texts inserted at some of its places.
func insertAll(text []byte, list []insertion) []byte {
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	var b bytes.Buffer
	at := 0
	for _, in := range list {
		b.Write(text[at:in.at])
		b.WriteString(in.text)
		at = in.at
	}
	b.Write(text[at:])
	return b.Bytes()
}

// switchText is the file that reads the number, and writes which places are reached.
const switchText = `package %[1]s

import (
	"os"
	"strconv"
	"sync"
)

var %[2]s, _ = strconv.Atoi(os.Getenv(%[3]q))

var (
	%[4]sFile = os.Getenv(%[5]q)
	%[4]sSeen sync.Map
)

func %[4]s(place int) bool {
	if %[4]sFile == "" {
		return true
	}
	if _, seen := %[4]sSeen.LoadOrStore(place, true); seen {
		return true
	}
	if f, err := os.OpenFile(%[4]sFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		f.WriteString(strconv.Itoa(place) + "\n")
		f.Close()
	}
	return true
}
`
