package driver

import (
	"cmp"
	"context"
	"errors"
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
	// Patterns name packages, as ./pkg or example.com/pkg, and, behind a dot, one of their
	// types each: ./pkg.Stack. Without a type all types with methods are read.
	Patterns []string
	// Args are the type arguments of a generic type, as int; int where there are none. The first is what is
	// held as any.
	Args []string
	// Without are methods and functions that are no units, as Drop or Shop.Drop.
	Without []string
}

// reader reads a package.
type reader struct {
	without []string // see Options; and what of it was found
	leftOut names
	pkg     *Package
	from    []*packages.Package
	types   *translator
	calls   *callGraph
	units   names
	vars    names // names of state variables
	// held are the names of the variables of an instance.
	held   names
	clocks clocks
	others Object // the functions that are units
	// beside are the functions of packages whose types are units, by the packages.
	beside map[*types.Package][]*types.Func
}

// Read reads packages, of which the first gives what is served its name. The error says what
// the go command or the compiler find wrong with them, or that there is nothing in them to be served.
func Read(ctx context.Context, o Options) (*Package, error) {
	from, only, err := load(ctx, o.Dir, o.Patterns)
	if err != nil {
		return nil, err
	}
	first := from[0]
	p := &Package{Name: first.Name, types: first.Types,
		imports: map[string]string{"cmp": `"cmp"`, "context": `"context"`, "time": `"time"`},
		Own:     len(from) == 1 && first.Module != nil && first.Module.Main}
	if len(first.GoFiles) > 0 {
		p.Dir = dirOf(first.GoFiles[0])
	}
	r := &reader{pkg: p, from: from, types: newTranslator(p, o.Args), calls: callGraphOf(from), units: names{},
		leftOut: names{},
		beside:  map[*types.Package][]*types.Func{}, vars: names{},
		held: names{"u": true, "p": true, "all": true, "x": true, "err": true, clockVar: true}}
	r.clocks.reader, r.types.calls = r, r.calls
	r.others = Object{Name: "Functions", Var: "functions", instances: map[*types.Func]*types.Signature{}}
	var paths []string
	for _, f := range from {
		paths = append(paths, f.PkgPath)
		r.types.qualify(f.Types)
	}
	p.Path = strings.Join(paths, ", ")
	for i := range from {
		if err := r.objects(from[i], only[i], o.Args); err != nil {
			return nil, err
		}
	}
	r.nameObjects()
	if len(p.Objects) == 1 {
		p.Objects[0].alone = true
	}
	r.errors()
	for _, o := range p.Objects {
		o.Schema = r.types.names.take(upper(o.Name), upper(o.named.Obj().Pkg().Name())+upper(o.Name))
	}
	for _, o := range p.Objects {
		r.constructor(o)
		r.state(o)
	}
	for i := range from {
		functionsBeside(r, from[i], o.Args)
	}
	r.without = o.Without
	for _, o := range p.Objects {
		r.methods(o)
	}
	if t := r.types.known["any"]; t != nil {
		r.note(token.NoPos, "what is held as any is taken to be of type %s: --type-args says another one", t.Pointed)
	}
	r.ports()
	r.hooks()
	addFunctions(r)
	r.callees()
	r.clocks.add()
	if err := checkLeftOut(r, o.Without); err != nil {
		return nil, err
	}
	if len(p.units()) == 0 {
		return nil, fmt.Errorf("%s has no method or function that can be a unit%s", p.Path, because(p.Notes))
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

// load has the go command and the compiler's front end read packages, each once, and returns
// the types that the patterns name in them, of which there are none where all are meant.
func load(ctx context.Context, dir string, patterns []string) (out []*packages.Package, only [][]string, err error) {
	var paths []string
	for _, pattern := range patterns {
		path, typ := SplitPattern(pattern)
		if len(patterns) > 1 { // each as the others name it
			found, err := loadOne(ctx, dir, packages.NeedName, path)
			if err != nil {
				return nil, nil, err
			}
			path = found[0].PkgPath
		}
		i := slices.Index(paths, path)
		if i < 0 {
			i = len(paths)
			paths, only = append(paths, path), append(only, []string{})
		}
		if typ == "" {
			only[i] = nil
		} else if only[i] != nil {
			only[i] = append(only[i], typ)
		}
	}
	out, err = loadOne(ctx, dir, packages.NeedName|packages.NeedFiles|packages.NeedModule|packages.NeedTypes|
		packages.NeedSyntax|packages.NeedTypesInfo|packages.NeedImports|packages.NeedDeps, paths...)
	if len(paths) > 1 {
		slices.SortFunc(out, func(a, b *packages.Package) int {
			return cmp.Compare(slices.Index(paths, a.PkgPath), slices.Index(paths, b.PkgPath))
		})
	}
	return out, only, err
}

// loadOne has packages loaded, one for each path.
func loadOne(ctx context.Context, dir string, mode packages.LoadMode, paths ...string) ([]*packages.Package, error) {
	found, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: mode}, paths...)
	all := strings.Join(paths, ", ")
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", all, err)
	}
	if len(found) != len(paths) {
		return nil, fmt.Errorf("%s names %d packages, expected one", all, len(found))
	}
	for i, p := range found {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s cannot be read: %w", paths[i], p.Errors[0])
		}
	}
	return found, nil
}

// objects finds the types of a package that are to be served: those that only names, where it
// names any.
func (r *reader) objects(from *packages.Package, only, args []string) error {
	scope := from.Types.Scope()
	before := len(r.pkg.Objects)
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() || only != nil && !slices.Contains(only, name) || only == nil && !t.Exported() {
			continue
		}
		named, ok := t.Type().(*types.Named)
		if !ok {
			continue
		}
		if types.IsInterface(named) {
			if o := behindInterface(r, from, named, args); o != nil {
				r.pkg.Objects = append(r.pkg.Objects, o)
			} else if why := explainInterface(r, named); only != nil {
				return errors.New(why)
			} else if !slices.ContainsFunc(implementers(r, named), ast.IsExported) && isMade(r, named) {
				r.note(t.Pos(), "%s", why)
			}
			continue
		}
		if !slices.ContainsFunc(methodsOf(named, only != nil), (*types.Func).Exported) || isError(named) {
			continue
		}
		if only == nil && (isOrder(named) || isCalled(named)) {
			continue
		}
		made, err := instantiate(named, args)
		if err != nil {
			if only != nil {
				return err
			}
			r.note(t.Pos(), "%s is left out: %v", name, err)
			continue
		}
		r.pkg.Objects = append(r.pkg.Objects, &Object{Name: name, named: named, typ: made})
	}
	if only == nil {
		leaveGiven(r, from, before)
	}
	findFunctions(r, from, only, args, len(r.pkg.Objects) > before)
	for _, name := range only {
		isIt := func(o *Object) bool { return o.Name == name }
		isFunction := func(f *types.Func) bool { return f.Pkg() == from.Types && f.Name() == name }
		if !slices.ContainsFunc(r.pkg.Objects[before:], isIt) &&
			!slices.ContainsFunc(r.others.functions, isFunction) {
			return fmt.Errorf("%s has no function and no type %s with exported methods%s", from.PkgPath, name,
				hintAtTypes(scope))
		}
	}
	slices.SortFunc(r.pkg.Objects[before:], func(a, b *Object) int { return cmp.Compare(posOf(a), posOf(b)) })
	return nil
}

// isOrder tells whether all that a type is for is to be sorted, as ByName.
func isOrder(t *types.Named) bool {
	var names []string
	for _, f := range methodsOf(t, false) {
		names = append(names, f.Name())
	}
	slices.Sort(names)
	return slices.Equal(names, []string{"Len", "Less", "Swap"})
}

// nameObjects gives each object the variable of an instance that holds it.
func (r *reader) nameObjects() {
	for _, from := range r.from {
		r.held[from.Name] = r.held[from.Name] || !r.pkg.Own
	}
	for _, o := range r.pkg.Objects {
		o.Var = r.held.take(goName(lower(o.Name)), "the"+upper(o.Name))
	}
}

// hintAtTypes returns the end of a message: the types that there are.
func hintAtTypes(scope *types.Scope) string {
	var out []string
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !t.Exported() {
			continue
		}
		named, ok := t.Type().(*types.Named)
		if ok && slices.ContainsFunc(methodsOf(named, false), (*types.Func).Exported) {
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
	taken := names{"ok": true}
	for _, from := range r.from {
		r.errorsOf(from.Types, taken)
	}
	for _, v := range r.foreignErrors() {
		z := strings.ToLower(v.Name())
		if v.Name() != strings.ToUpper(v.Name()) {
			z = lower(v.Name())
		}
		z = taken.take(z, v.Pkg().Name()+upper(z))
		r.pkg.Errors = append(r.pkg.Errors, ErrorConstant{From: v.Pkg(), Go: v.Name(), Z: z})
	}
	if len(r.pkg.Errors) == 0 || r.calls.givesOtherErrors() || hidesErrors(r) {
		r.pkg.Errors = append(r.pkg.Errors, ErrorConstant{Go: "error", Z: taken.take("failed"), As: true})
	}
	for _, e := range r.pkg.Errors {
		r.types.names.take(e.Z)
	}
}

// errorsOf finds the error values and types of one package.
func (r *reader) errorsOf(pkg *types.Package, taken names) {
	scope := pkg.Scope()
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
		e := ErrorConstant{Go: v.Name(), Z: taken.take(lower(v.Name()), pkg.Name()+upper(v.Name()))}
		if pkg != r.pkg.types {
			e.From = pkg
		}
		r.pkg.Errors = append(r.pkg.Errors, e)
	}
	for _, t := range errs {
		typ := t.Type()
		if !types.Implements(typ, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			typ = types.NewPointer(typ)
		}
		e := ErrorConstant{Go: r.types.show(typ), Z: taken.take(lower(t.Name()), pkg.Name()+upper(t.Name())), As: true}
		r.pkg.Errors = append(r.pkg.Errors, e)
	}
}

// foreignErrors returns the exported error values of other packages, such as io.EOF, that the packages name
// other than to compare with them: they may return them.
func (r *reader) foreignErrors() []*types.Var {
	var out []*types.Var
	for _, from := range r.from {
		out = append(out, r.foreignErrorsOf(from)...)
	}
	slices.SortFunc(out, func(a, b *types.Var) int {
		return strings.Compare(a.Pkg().Path()+"."+a.Name(), b.Pkg().Path()+"."+b.Name())
	})
	return slices.Compact(out)
}

// isRead tells whether a package is one of those that are served.
func (r *reader) isRead(p *types.Package) bool {
	return slices.ContainsFunc(r.from, func(from *packages.Package) bool { return from.Types == p })
}

// foreignErrorsOf returns those of one package, as foreignErrors does.
func (r *reader) foreignErrorsOf(from *packages.Package) []*types.Var {
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
	for _, file := range from.Syntax {
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
				v, ok := from.TypesInfo.Uses[n].(*types.Var)
				if ok && !compared[n] && !seen[v] && v.Exported() && !v.IsField() && v.Pkg() != nil &&
					!r.isRead(v.Pkg()) && v.Parent() == v.Pkg().Scope() && isNamed(v.Type(), "", "error") &&
					!strings.Contains("/"+v.Pkg().Path()+"/", "/internal/") {
					seen[v] = true
					out = append(out, v)
				}
			}
			return true
		})
	}
	return out
}

// reaches tells whether the adapter can refer to what the package declares.
func (r *reader) reaches(o types.Object) bool { return o.Exported() || r.pkg.Own }

// note adds a note at a place.
func (r *reader) note(at token.Pos, format string, args ...any) {
	place := ""
	if at.IsValid() {
		p := r.from[0].Fset.Position(at)
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
