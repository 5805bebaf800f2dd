package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Problem is a line for which a search could not be believed.
type Problem struct {
	Place token.Position
	Text  string
}

// declared is a function with its body.
type declared struct {
	pkg  *packages.Package
	decl *ast.FuncDecl
}

// reach returns the functions that some functions may call, by what is mentioned in their bodies. A call of
// an interface's method may be one of any method of that name that has a body.
func reach(pkgs []*packages.Package, roots []*types.Func) map[*types.Func]declared {
	bodies := map[*types.Func]declared{}
	byName := map[string][]*types.Func{}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				fn, is := d.(*ast.FuncDecl)
				if !is {
					continue
				}
				if f, is := pkg.TypesInfo.Defs[fn.Name].(*types.Func); is {
					bodies[f] = declared{pkg, fn}
					if fn.Recv != nil {
						byName[f.Name()] = append(byName[f.Name()], f)
					}
				}
			}
		}
	}
	out := map[*types.Func]declared{}
	var visit func(f *types.Func)
	visit = func(f *types.Func) {
		f = f.Origin()
		d, has := bodies[f]
		if _, done := out[f]; done {
			return
		}
		if !has {
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				out[f] = declared{}
				for _, m := range byName[f.Name()] {
					visit(m)
				}
			}
			return
		}
		out[f] = d
		if d.decl.Body == nil {
			return
		}
		ast.Inspect(d.decl.Body, func(n ast.Node) bool {
			if e, is := n.(ast.Expr); is {
				for _, m := range implicit(d.pkg.TypesInfo, e, byName) {
					visit(m)
				}
			}
			if id, is := n.(*ast.Ident); is {
				if f, is := d.pkg.TypesInfo.Uses[id].(*types.Func); is {
					visit(f)
				}
			}
			return true
		})
	}
	for _, r := range roots {
		visit(r)
	}
	for f, d := range out {
		if d.decl == nil {
			delete(out, f)
		}
	}
	return out
}

// implicit returns the methods that are called where the text does not name them: those of values that are
// handed to functions as interfaces.
func implicit(info *types.Info, e ast.Expr, byName map[string][]*types.Func) []*types.Func {
	call, is := e.(*ast.CallExpr)
	if !is {
		return nil
	}
	sig, is := info.TypeOf(call.Fun).(*types.Signature)
	if !is {
		return nil
	}
	var out []*types.Func
	for i := range sig.Params().Len() {
		u, is := sig.Params().At(i).Type().Underlying().(*types.Interface)
		if !is {
			continue
		}
		for m := range u.NumMethods() {
			out = append(out, byName[u.Method(m).Name()]...)
		}
	}
	return out
}

// clocks are the functions of package time that tell it, or wait.
var clocks = []string{"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}

// looking are the packages of the standard library whose functions look into whatever they are handed.
var looking = []string{"fmt", "log", "reflect", "encoding", "text/template", "html/template", "expvar", "testing"}

// looksInside tells whether functions of a package may read what the values lead to that they are handed.
func looksInside(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return strings.Contains(first, ".") || slices.ContainsFunc(looking, func(l string) bool {
		return pkg.Path() == l || strings.HasPrefix(pkg.Path(), l+"/")
	})
}

// judgeUse returns what is wrong with the use of an object in a function that the predicate calls, or "".
func judgeUse(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	name := o.Pkg().Name() + "." + o.Name()
	switch o.Pkg().Path() {
	case "unsafe", "reflect":
		return fmt.Sprintf("reads that are made with %s cannot be seen", name)
	case "C":
		return "reads that are made in C cannot be seen"
	case "math/rand", "math/rand/v2", "crypto/rand":
		return fmt.Sprintf("%s makes the predicate depend on chance", name)
	case "time":
		if slices.Contains(clocks, o.Name()) && isPackageLevel(o) {
			return fmt.Sprintf("%s makes the predicate depend on a clock", name)
		}
	case "os", "os/exec", "net", "net/http", "io/ioutil":
		if _, is := o.(*types.Func); is {
			return fmt.Sprintf("%s makes the predicate depend on more than the structure", name)
		}
	}
	return ""
}

func isPackageLevel(o types.Object) bool { return o.Parent() == o.Pkg().Scope() }
