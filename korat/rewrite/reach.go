package rewrite

import (
	"cmp"
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

// declared is a function with its body, or a variable of a package that is declared with a value.
type declared struct {
	pkg   *packages.Package
	decl  *ast.FuncDecl
	value ast.Expr
}

// body returns what is evaluated when the function is called, or when the variable gets its value.
func (d declared) body() ast.Node {
	if d.decl == nil {
		return d.value
	}
	return d.decl.Body
}

// at returns where it is.
func (d declared) at() token.Pos {
	if d.decl == nil {
		return d.value.Pos()
	}
	return d.decl.Pos()
}

// reached is what a predicate may use: functions with bodies, and the values of variables that may be functions.
type reached struct {
	funcs  map[*types.Func]declared
	values []declared
}

// reach returns the functions that some functions may call, by what is mentioned in their bodies, and in the values of
// variables of packages that are mentioned there. A call of an interface's method may be one of any method of that
// name that has a body.
func reach(pkgs []*packages.Package, roots []*types.Func) reached {
	bodies, byName := list(pkgs)
	out := map[types.Object]declared{}
	var visit func(o types.Object)
	visit = func(o types.Object) {
		if f, is := o.(*types.Func); is {
			o = f.Origin()
		}
		d, has := bodies[o]
		if _, done := out[o]; done {
			return
		}
		if !has {
			if isOfInterface(o) {
				out[o] = declared{}
				for _, m := range byName[o.Name()] {
					visit(m)
				}
			}
			return
		}
		out[o] = d
		if d.decl != nil && d.decl.Body == nil {
			return
		}
		early := calledEarly(d.value)
		ast.Inspect(d.body(), func(n ast.Node) bool {
			if early[n] {
				return false
			}
			if e, is := n.(ast.Expr); is {
				for _, m := range implicit(d.pkg.TypesInfo, e, byName) {
					visit(m)
				}
			}
			if id, is := n.(*ast.Ident); is {
				switch o := d.pkg.TypesInfo.Uses[id].(type) {
				case *types.Func, *types.Var:
					visit(o)
				}
			}
			return true
		})
	}
	for _, r := range roots {
		visit(r)
	}
	found := reached{funcs: map[*types.Func]declared{}}
	for o, d := range out {
		if f, is := o.(*types.Func); is && d.decl != nil {
			found.funcs[f] = d
		} else if d.value != nil {
			found.values = append(found.values, d)
		}
	}
	slices.SortFunc(found.values, func(a, b declared) int { return cmp.Compare(a.value.Pos(), b.value.Pos()) })
	return found
}

// isOfInterface tells whether an object is a method of an interface.
func isOfInterface(o types.Object) bool {
	f, is := o.(*types.Func)
	return is && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type())
}

// calledEarly returns the functions that are called where a variable of a package gets its value, before there is any
// candidate.
func calledEarly(value ast.Expr) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	if value == nil {
		return out
	}
	ast.Inspect(value, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is {
			out[ast.Unparen(call.Fun)] = true
		}
		_, is := n.(*ast.FuncLit)
		return !is
	})
	return out
}

// list returns the functions of some packages, and their variables that have values, and the methods by their names.
func list(pkgs []*packages.Package) (bodies map[types.Object]declared, byName map[string][]*types.Func) {
	bodies, byName = map[types.Object]declared{}, map[string][]*types.Func{}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if f, is := pkg.TypesInfo.Defs[d.Name].(*types.Func); is {
						bodies[f] = declared{pkg: pkg, decl: d}
						if d.Recv != nil {
							byName[f.Name()] = append(byName[f.Name()], f)
						}
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						listValues(pkg, spec, bodies)
					}
				}
			}
		}
	}
	return bodies, byName
}

// listValues adds the variables of a declaration that have values.
func listValues(pkg *packages.Package, spec ast.Spec, bodies map[types.Object]declared) {
	values, is := spec.(*ast.ValueSpec)
	if !is || len(values.Values) == 0 {
		return
	}
	for i, name := range values.Names {
		if v, is := pkg.TypesInfo.Defs[name].(*types.Var); is {
			bodies[v] = declared{pkg: pkg, value: values.Values[min(i, len(values.Values)-1)]}
		}
	}
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

// deadlines are the functions of package context that wait, or start what waits.
var deadlines = []string{"AfterFunc", "WithDeadline", "WithDeadlineCause", "WithTimeout", "WithTimeoutCause"}

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
	if f, is := o.(*types.Func); is && o.Name() == "Go" && f.Signature().Recv() != nil && startsGoroutine(f) {
		return "the predicate starts a goroutine, whose reads may come at any time"
	}
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
	case "context":
		if slices.Contains(deadlines, o.Name()) {
			return fmt.Sprintf("%s makes the predicate depend on a clock", name)
		}
	case "os", "os/exec", "net", "net/http", "io/ioutil":
		if _, is := o.(*types.Func); is {
			return fmt.Sprintf("%s makes the predicate depend on more than the structure", name)
		}
	}
	return ""
}

// startsGoroutine tells whether a method called Go has a function run beside the caller, as that of a sync.WaitGroup or
// of a group of errgroup: it is handed a function, and is of another module.
func startsGoroutine(f *types.Func) bool {
	p := f.Signature().Params()
	if p.Len() == 0 {
		return false
	}
	_, is := p.At(p.Len() - 1).Type().Underlying().(*types.Signature)
	return is && (f.Pkg().Path() == "sync" || strings.HasSuffix(f.Pkg().Path(), "/errgroup"))
}

func isPackageLevel(o types.Object) bool { return o.Parent() == o.Pkg().Scope() }
