package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Options say what to read.
type Options struct {
	Dir string // where the go command runs
	// Pattern names a package, as ./pkg or example.com/pkg, and, behind a dot, one of its
	// types: ./pkg.Stack. Without a type all types with methods are read.
	Pattern string
	// Args are the type arguments of a generic type, as int; int where there are none. The first is what is
	// held as any.
	Args []string
}

// reader reads a package.
type reader struct {
	pkg   *Package
	from  *packages.Package
	types *translator
	calls *callGraph
	units names
	vars  names // names of state variables
}

// Read reads a package. The error says what the go command or the compiler find wrong
// with it, or that there is nothing in it to be served.
func Read(ctx context.Context, o Options) (*Package, error) {
	pattern, typ := SplitPattern(o.Pattern)
	from, err := load(ctx, o.Dir, pattern)
	if err != nil {
		return nil, err
	}
	p := &Package{Name: from.Name, Path: from.PkgPath, types: from.Types, imports: map[string]string{"cmp": "cmp"},
		Own: from.Module != nil && from.Module.Main}
	if len(from.GoFiles) > 0 {
		p.Dir = dirOf(from.GoFiles[0])
	}
	r := &reader{pkg: p, from: from, types: newTranslator(p, o.Args), calls: callGraphOf(from), units: names{},
		vars: names{}}
	if err := r.objects(typ, o.Args); err != nil {
		return nil, err
	}
	r.errors()
	for _, o := range p.Objects {
		r.types.names.take(o.Schema)
	}
	for _, o := range p.Objects {
		r.constructor(o)
		r.state(o)
	}
	for _, o := range p.Objects {
		r.methods(o)
	}
	if t := r.types.known["any"]; t != nil {
		r.note(token.NoPos, "what is held as any is taken to be of type %s: --type-args says another one", t.Pointed)
	}
	r.ports()
	r.hooks()
	r.callees()
	if len(p.units()) == 0 {
		return nil, fmt.Errorf("%s has no method that can be a unit%s", p.Path, because(p.Notes))
	}
	return p, nil
}

// because returns the first of the notes as the end of a message.
func because(notes []Note) string {
	if len(notes) == 0 {
		return ""
	}
	return ": " + notes[0].Text
}

// SplitPattern takes the name of a type off a pattern, as Options have it; typ is "" where it names none.
func SplitPattern(pattern string) (pkg, typ string) {
	slash := strings.LastIndexByte(pattern, '/')
	dot := strings.LastIndexByte(pattern, '.')
	if dot > slash && dot+1 < len(pattern) && token.IsIdentifier(pattern[dot+1:]) && token.IsExported(pattern[dot+1:]) {
		if pkg = pattern[:dot]; pkg == "" {
			pkg = "."
		}
		return pkg, pattern[dot+1:]
	}
	return pattern, ""
}

// load has the go command and the compiler's front end read a package.
func load(ctx context.Context, dir, pattern string) (*packages.Package, error) {
	found, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedFiles |
		packages.NeedModule | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports |
		packages.NeedDeps}, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", pattern, err)
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s names %d packages, expected one", pattern, len(found))
	}
	if errs := found[0].Errors; len(errs) > 0 {
		return nil, fmt.Errorf("%s cannot be read: %w", pattern, errs[0])
	}
	return found[0], nil
}

// objects finds the types that are to be served.
func (r *reader) objects(only string, args []string) error {
	scope := r.from.Types.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() || only != "" && name != only || only == "" && !t.Exported() {
			continue
		}
		named, ok := t.Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			continue
		}
		if !slices.ContainsFunc(methodsOf(named), (*types.Func).Exported) || isError(named) {
			continue
		}
		made, err := instantiate(named, args)
		if err != nil {
			if only != "" {
				return err
			}
			r.note(t.Pos(), "%s is left out: %v", name, err)
			continue
		}
		r.pkg.Objects = append(r.pkg.Objects, &Object{Name: name, named: named, typ: made})
	}
	if len(r.pkg.Objects) == 0 && only != "" {
		return fmt.Errorf("%s has no type %s with exported methods%s", r.pkg.Path, only, hintAtTypes(scope))
	}
	slices.SortFunc(r.pkg.Objects, func(a, b *Object) int { return cmp.Compare(posOf(a), posOf(b)) })
	vars := names{"u": true, "p": true, "all": true, "x": true, "err": true, r.pkg.Name: !r.pkg.Own}
	for _, o := range r.pkg.Objects {
		o.Var, o.Schema = vars.take(goName(lower(o.Name)), "the"+upper(o.Name)), upper(o.Name)
	}
	return nil
}

// hintAtTypes returns the end of a message: the types that there are.
func hintAtTypes(scope *types.Scope) string {
	var out []string
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !t.Exported() {
			continue
		}
		if named, ok := t.Type().(*types.Named); ok && slices.ContainsFunc(methodsOf(named), (*types.Func).Exported) {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "; it has " + strings.Join(out, ", ")
}

// instantiate gives a generic type its arguments; int stands for those that are not
// given.
func instantiate(named *types.Named, args []string) (types.Type, error) {
	params := named.TypeParams()
	if params.Len() == 0 {
		return named, nil
	}
	var given []types.Type
	for i := range params.Len() {
		name := "int"
		if i < len(args) {
			name = args[i]
		}
		t, ok := types.Universe.Lookup(name).(*types.TypeName)
		if !ok {
			return nil, fmt.Errorf("the type argument %q is not a basic type", name)
		}
		given = append(given, t.Type())
	}
	made, err := types.Instantiate(types.NewContext(), named, given, true)
	if err != nil {
		return nil, fmt.Errorf("%s cannot have these type arguments: %w", named.Obj().Name(), err)
	}
	return made, nil
}

// methodsOf returns the methods of a type and its pointer, those of embedded fields
// aside, in the order of their text.
func methodsOf(t *types.Named) []*types.Func {
	var out []*types.Func
	for i := range t.NumMethods() {
		out = append(out, t.Method(i))
	}
	sortByPlace(out)
	return out
}

// sortByPlace sorts what a package declares in the order of its text.
func sortByPlace[O types.Object](objects []O) {
	slices.SortFunc(objects, func(a, b O) int { return cmp.Compare(a.Pos(), b.Pos()) })
}

// isError tells whether the values of a type, or of its pointer, are errors.
func isError(t *types.Named) bool {
	e := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, e) || types.Implements(types.NewPointer(t), e)
}

// errors finds the error values and types of the package.
func (r *reader) errors() {
	scope, taken := r.from.Types.Scope(), names{"ok": true}
	var vars []*types.Var
	var errs []*types.TypeName
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Var:
			if isNamed(o.Type(), "", "error") && r.reaches(o) {
				vars = append(vars, o)
			}
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || !r.reaches(o) || types.IsInterface(named) || named.TypeParams().Len() > 0 {
				continue
			}
			if isError(named) {
				errs = append(errs, o)
			}
		}
	}
	sortByPlace(vars)
	sortByPlace(errs)
	for _, v := range vars {
		r.pkg.Errors = append(r.pkg.Errors, ErrorConstant{Go: v.Name(), Z: taken.take(lower(v.Name()))})
	}
	for _, t := range errs {
		typ := t.Type()
		if !types.Implements(typ, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			typ = types.NewPointer(typ)
		}
		e := ErrorConstant{Go: r.types.show(typ), Z: taken.take(lower(t.Name())), As: true}
		r.pkg.Errors = append(r.pkg.Errors, e)
	}
	for _, v := range r.foreignErrors() {
		z := strings.ToLower(v.Name())
		if v.Name() != strings.ToUpper(v.Name()) {
			z = lower(v.Name())
		}
		z = taken.take(z, v.Pkg().Name()+upper(z))
		r.pkg.Errors = append(r.pkg.Errors, ErrorConstant{From: v.Pkg(), Go: v.Name(), Z: z})
	}
	for _, e := range r.pkg.Errors {
		r.types.names.take(e.Z)
	}
}

// foreignErrors returns the exported error values of other packages, such as io.EOF, that the package names
// other than to compare with them: it may return them.
func (r *reader) foreignErrors() []*types.Var {
	compared := map[*ast.Ident]bool{}
	note := func(e ast.Expr) {
		switch e := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			compared[e.Sel] = true
		case *ast.Ident:
			compared[e] = true
		}
	}
	seen := map[*types.Var]bool{}
	var out []*types.Var
	for _, file := range r.from.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				note(n.X)
				note(n.Y)
			case *ast.CaseClause:
				for _, e := range n.List {
					note(e)
				}
			case *ast.CallExpr:
				if f, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && f.Sel.Name == "Is" && len(n.Args) == 2 {
					note(n.Args[1])
				}
			case *ast.Ident:
				v, ok := r.from.TypesInfo.Uses[n].(*types.Var)
				if ok && !compared[n] && !seen[v] && v.Exported() && !v.IsField() && v.Pkg() != nil &&
					v.Pkg() != r.from.Types && v.Parent() == v.Pkg().Scope() && isNamed(v.Type(), "", "error") &&
					!strings.Contains("/"+v.Pkg().Path()+"/", "/internal/") {
					seen[v] = true
					out = append(out, v)
				}
			}
			return true
		})
	}
	slices.SortFunc(out, func(a, b *types.Var) int {
		return strings.Compare(a.Pkg().Path()+"."+a.Name(), b.Pkg().Path()+"."+b.Name())
	})
	return out
}

// reaches tells whether the adapter can refer to what the package declares.
func (r *reader) reaches(o types.Object) bool { return o.Exported() || r.pkg.Own }

// note adds a note at a place.
func (r *reader) note(at token.Pos, format string, args ...any) {
	place := ""
	if at.IsValid() {
		p := r.from.Fset.Position(at)
		place = fmt.Sprintf("%s:%d", baseOf(p.Filename), p.Line)
	}
	r.pkg.Notes = append(r.pkg.Notes, Note{place, fmt.Sprintf(format, args...)})
}

// units returns the methods of all objects.
func (p *Package) units() []*Method {
	var out []*Method
	for _, o := range p.Objects {
		out = append(out, o.Methods...)
	}
	return out
}
