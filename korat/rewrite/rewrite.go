package rewrite

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Alias is the name under which rewritten files import the hooks.
const Alias = "ttfsearch"

// Input says what to rewrite.
type Input struct {
	Packages []*packages.Package // with syntax and types, all of one file set
	Roots    []*types.Func       // the predicate
	Types    []types.Type        // that candidates are made of
	Hooks    string              // the import path of the hooks
	Read     func(file string) ([]byte, error)
	Resume   bool                   // whether runs are to go on from snapshots
	Renamed  map[*types.Func]string // functions of the packages that are declared under other names
}

// Result is what was rewritten.
type Result struct {
	Files    map[string][]byte // by the name of the original
	Problems []Problem         // in the order of their places
	Slow     []Problem         // why runs cannot go on from snapshots, where they were to
}

// Rewrite puts hooks into all functions that the predicate may call.
func Rewrite(in Input) (*Result, error) {
	out := &Result{Files: map[string][]byte{}}
	tracked := track(in.Types)
	all := reach(in.Packages, in.Roots)
	sets := findVisited(tracked, in.Packages, all.funcs)
	rejecting := map[*types.Func]bool{}
	if in.Resume {
		rejecting = findRejecting(all)
	}
	found := map[*ast.File]*rewriter{}
	var order []*rewriter
	of := func(d declared) *rewriter {
		file := fileOf(d)
		r := found[file]
		if r == nil {
			r = &rewriter{in: &in, pkg: d.pkg, info: d.pkg.TypesInfo, file: file, types: tracked, sets: sets,
				out: out, rejecting: rejecting}
			found[file] = r
			order = append(order, r)
		}
		return r
	}
	for _, d := range sorted(all.funcs) {
		of(d).function(d.decl)
	}
	for _, d := range all.values {
		rewriteValue(of(d), d.value)
	}
	eachRenamed(in, func(p *packages.Package, fn *ast.FuncDecl, name string) {
		of(declared{pkg: p, decl: fn}).replace(fn.Name.Pos(), fn.Name.End(), name)
	})
	for _, r := range order {
		name := r.pkg.Fset.PositionFor(r.file.Package, false).Filename
		text, err := in.Read(name)
		if err != nil {
			return nil, err
		}
		out.Files[name] = r.apply(text, name)
	}
	slices.SortFunc(out.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Place.Filename, b.Place.Filename), cmp.Compare(a.Place.Offset, b.Place.Offset))
	})
	out.Problems = slices.Compact(out.Problems)
	return out, nil
}

// eachRenamed calls a function for each declaration that gets another name, with that.
func eachRenamed(in Input, do func(p *packages.Package, fn *ast.FuncDecl, name string)) {
	for _, p := range in.Packages {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				fn, is := d.(*ast.FuncDecl)
				if !is {
					continue
				}
				f, _ := p.TypesInfo.Defs[fn.Name].(*types.Func)
				if name := in.Renamed[f]; name != "" {
					do(p, fn, name)
				}
			}
		}
	}
}

// sorted returns functions in the order of their text.
func sorted(all map[*types.Func]declared) []declared {
	var out []declared
	for _, d := range all {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b declared) int { return cmp.Compare(a.decl.Pos(), b.decl.Pos()) })
	return out
}

func fileOf(d declared) *ast.File {
	for _, f := range d.pkg.Syntax {
		if at := d.at(); f.FileStart <= at && at < f.FileEnd {
			return f
		}
	}
	panic("a declaration is in no file of its package")
}

// edit replaces bytes of a file.
type edit struct {
	at, end int
	text    string
}

// rewriter rewrites one file.
type rewriter struct {
	in    *Input
	pkg   *packages.Package
	info  *types.Info
	file  *ast.File
	types *tracked
	sets  *visitedSets
	out   *Result
	edits []edit
	names int // how many variables were made
	// rejecting are the functions whose false is the predicate's no, and rejects tells whether this is one.
	rejecting map[*types.Func]bool
	rejects   bool
	// shared are the variables of the function that need not be on the stack.
	shared map[*types.Var]bool
}

func (r *rewriter) insert(at token.Pos, text string) { r.replace(at, at, text) }

func (r *rewriter) replace(from, to token.Pos, text string) {
	set := r.pkg.Fset
	r.edits = append(r.edits, edit{set.PositionFor(from, false).Offset, set.PositionFor(to, false).Offset, text})
}

// hook returns the call of a hook up to its first argument.
func hook(name string) string { return Alias + "." + name + "(" }

// place returns a Go literal of the place of a node.
func (r *rewriter) place(n ast.Node) string {
	at := r.pkg.Fset.Position(n.Pos())
	return strconv.Quote(fmt.Sprintf("%s:%d", at.Filename, at.Line))
}

func (r *rewriter) complain(n ast.Node, format string, args ...any) {
	r.out.Problems = append(r.out.Problems, Problem{r.pkg.Fset.Position(n.Pos()), fmt.Sprintf(format, args...)})
}

// apply returns the file with all edits, an import of the hooks, and what tells that it was compiled.
func (r *rewriter) apply(text []byte, name string) []byte {
	r.insert(r.file.Name.End(), fmt.Sprintf("; import %s %q", Alias, r.in.Hooks))
	out := splice(text, r.edits, 0, len(text))
	return fmt.Appendf(nil, "%s\nvar _ = %s.Compiled(%q)\n", out, Alias, name)
}

// splice returns a part of a text with edits made in it.
func splice(text []byte, edits []edit, from, to int) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	last := from
	for _, e := range edits {
		if e.at > last {
			b.Write(text[last:e.at])
			last = e.at
		}
		b.WriteString(e.text)
		last = max(last, e.end)
	}
	b.Write(text[last:to])
	return b.String()
}

// function rewrites a function.
func (r *rewriter) function(d *ast.FuncDecl) {
	if d.Body == nil {
		r.complain(d, "%s has no body in Go, so that what it reads cannot be seen", d.Name.Name)
		return
	}
	judge(r, d.Body)
	r.parameters(d)
	judging{r}.all(d)
	f, _ := r.info.Defs[d.Name].(*types.Func)
	r.rejects = r.rejecting[f]
	r.statements(d.Body)
	r.rejects = false
}

// judge complains of what is used within a node and makes a predicate depend on more than its candidate.
func judge(r *rewriter, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			if o := r.info.Uses[id]; o != nil {
				if text := judgeUse(o); text != "" {
					r.complain(id, "%s", text)
				}
			}
		}
		return true
	})
}

// rewriteValue rewrites the functions in the value of a variable of the package, which the predicate may call. What
// else the value is made of is evaluated before there is any candidate.
func rewriteValue(r *rewriter, e ast.Expr) {
	early := calledEarly(e)
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if !early[n] {
				judge(r, n.Body)
				r.slow(n, "what the function writes that a variable holds cannot be undone")
				r.statements(n.Body)
			}
			return false
		case *ast.Ident, *ast.SelectorExpr:
			if !early[n] {
				judge(r, n)
			}
			return false
		}
		return true
	})
}
