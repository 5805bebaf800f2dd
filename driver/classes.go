package driver

import (
	"context"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// classDriver finds what the operations of classes are in Go packages.
type classDriver struct {
	from    []*packages.Package
	imports map[string]string
	of      map[string]*types.TypeName // the types of classes, by the classes' names
	errs    source.Errors
	out     *Package
}

// ReadClasses finds the classes of algebraic specifications among the types of packages, and what their operations are
// there. The errors say, each with both places, which operations there are not, or otherwise (source.Errors).
func ReadClasses(ctx context.Context, o Options, classes []*language.Class) (*Package, error) {
	from, only, err := load(ctx, o.Dir, o.Patterns)
	if err != nil {
		return nil, err
	}
	d := &classDriver{from: from, imports: map[string]string{}, of: map[string]*types.TypeName{},
		out: &Package{Name: from[0].Name}}
	var paths []string
	for i, p := range from {
		if paths = append(paths, p.PkgPath); p.Name == "main" {
			return nil, fmt.Errorf("%s is a program, whose types nothing can import", p.PkgPath)
		}
		for _, name := range p.Types.Scope().Names() {
			t, is := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !is || t.IsAlias() || !t.Exported() || only[i] != nil && !slices.Contains(only[i], name) {
				continue
			}
			alone := len(classes) == 1 && len(from) == 1 && len(only[0]) == 1
			for _, c := range classes {
				if alone || plainName(c.Name.Text) == plainName(name) {
					d.of[c.Name.Text] = t
				}
			}
		}
	}
	d.out.Path = strings.Join(paths, ", ")
	for _, c := range classes {
		d.read(c)
	}
	if len(d.errs) > 0 {
		return nil, d.errs.Err()
	}
	return d.out, d.finish()
}

// plainName returns what is compared of the name of a class or operation.
func plainName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// ClassTable is a class as the table has it.
type ClassTable struct {
	Name string
	text string
}

// read finds what the operations of a class are.
func (d *classDriver) read(c *language.Class) {
	t := d.of[c.Name.Text]
	if t == nil {
		var names []string
		for _, p := range d.from {
			names = append(names, p.Types.Scope().Names()...)
		}
		d.errs.Add(source.Errorf(c.Name.Span, "%s has no type for the class %s%s", d.out.Path, c.Name.Text,
			source.DidYouMean(c.Name.Text, names)))
		return
	}
	if named, is := t.Type().(*types.Named); is && named.TypeParams().Len() > 0 {
		d.errs.Add(source.Errorf(c.Name.Span, "the class %s is the generic type %s (%s): serve an instance of it by hand",
			c.Name.Text, t.Name(), d.place(t.Pos())))
		return
	}
	typ := d.show(t.Type())
	var b strings.Builder
	fmt.Fprintf(&b, "sut.Class[%s]{\nName: %q,\nCreate: %s,\n", typ, c.Name.Text, d.create(c, t))
	var functions []string
	for _, o := range c.Operations {
		if o.Name.Text == language.Create || !c.IsExported(o) {
			continue
		}
		if f := d.operation(c, t, o); f != nil && f.Signature().Recv() == nil {
			functions = append(functions, fmt.Sprintf("%q: %s.%s,\n", o.Name.Text, importAs(d.imports, f.Pkg()),
				f.Name()))
		}
	}
	if len(functions) > 0 {
		fmt.Fprintf(&b, "Operations: map[string]any{\n%s},\n", strings.Join(functions, ""))
	}
	for _, name := range []string{"Copy", "Clone"} {
		f := methodNamed(t, name)
		if f != nil && f.Name() == name && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 1 &&
			d.sortOf(f.Signature().Results().At(0).Type()) == c.Name.Text {
			fmt.Fprintf(&b, "Copy: (*%s).%s,\n", typ, name)
			break
		}
	}
	b.WriteString("},\n")
	d.out.Classes = append(d.out.Classes, ClassTable{c.Name.Text, b.String()})
}

func (d *classDriver) show(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return importAs(d.imports, p) })
}

// place returns the place of something in Go, as "heap/heap.go:12".
func (d *classDriver) place(at token.Pos) string {
	p := d.from[0].Fset.Position(at)
	return fmt.Sprintf("%s/%s:%d", baseOf(dirOf(p.Filename)), baseOf(p.Filename), p.Line)
}

// methodNamed returns the method of a type that has the name of an operation, or nil.
func methodNamed(t *types.TypeName, operation string) *types.Func {
	var typ = t.Type()
	if !types.IsInterface(typ) {
		typ = types.NewPointer(typ)
	}
	set := types.NewMethodSet(typ)
	for i := range set.Len() {
		if f := set.At(i).Obj().(*types.Func); f.Exported() && plainName(f.Name()) == plainName(operation) {
			return f
		}
	}
	return nil
}

// operation finds the method or function that an operation is, and reports where there is none, or it is otherwise.
func (d *classDriver) operation(c *language.Class, t *types.TypeName, o *language.Operation) *types.Func {
	f := methodNamed(t, o.Name.Text)
	skip := 0
	if f == nil {
		for _, name := range t.Pkg().Scope().Names() {
			one, is := t.Pkg().Scope().Lookup(name).(*types.Func)
			if !is || !one.Exported() || plainName(name) != plainName(o.Name.Text) {
				continue
			}
			if in := one.Signature().Params(); in.Len() > 0 && d.sortOf(in.At(0).Type()) == c.Name.Text {
				f, skip = one, 1
			}
		}
	}
	if f == nil {
		var names []string
		set := types.NewMethodSet(types.NewPointer(t.Type()))
		for i := range set.Len() {
			names = append(names, set.At(i).Obj().Name())
		}
		d.errs.Add(source.Errorf(o.Name.Span, "%s (%s) has no method for the operation %s%s", t.Name(),
			d.place(t.Pos()), o.Name.Text, source.DidYouMean(upper(o.Name.Text), names)))
		return nil
	}
	if why := d.misfit(o, f.Signature(), skip); why != "" {
		d.errs.Add(source.Errorf(o.Name.Span, "%s is not as %s has it (%s): %s", o.Name.Text, t.Name(),
			d.place(f.Pos()), why))
		return nil
	}
	return f
}

// misfit says how a function is not as an operation is specified; "" where it is. skip is how many of its parameters
// are the object.
func (d *classDriver) misfit(o *language.Operation, sig *types.Signature, skip int) string {
	n := sig.Params().Len() - skip
	switch {
	case sig.Variadic():
		return "it takes any number of arguments"
	case n != len(o.Params):
		return fmt.Sprintf("it has %d parameters, and %d are specified", n, len(o.Params))
	}
	for i, p := range o.Params {
		typ := sig.Params().At(skip + i).Type()
		if sort := d.sortOf(typ); sort != p.Sort.Text {
			return fmt.Sprintf("its parameter %d is of type %s, and %s is specified", i+1, d.show(typ), p.Sort.Text)
		}
	}
	results := sig.Results().Len()
	if results > 0 {
		last := sig.Results().At(results - 1).Type()
		if isErrorType(last) || results == 2 && d.sortOf(last) == language.Boolean {
			results-- // it says that there is no value
		}
	}
	switch {
	case o.Kind != language.Observer && results == 1 && d.sortOf(sig.Results().At(0).Type()) == o.Class,
		o.Kind != language.Observer && results == 0:
		return ""
	case results == 0:
		return fmt.Sprintf("it gives no value, and %s is specified", o.Result.Text)
	case o.Kind != language.Observer || results > 1:
		return "" // the value is not read, or the program says what is wrong with it
	}
	if typ := sig.Results().At(0).Type(); d.sortOf(typ) != o.Result.Text {
		return fmt.Sprintf("it gives a value of type %s, and %s is specified", d.show(typ), o.Result.Text)
	}
	return ""
}

func isErrorType(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// sortOf returns the sort for which a type of Go stands; "" where there is none.
func (d *classDriver) sortOf(t types.Type) string {
	if p, is := types.Unalias(t).(*types.Pointer); is {
		t = p.Elem()
	}
	if named, is := types.Unalias(t).(*types.Named); is {
		for _, sort := range slices.Sorted(maps.Keys(d.of)) {
			if d.of[sort] == named.Obj() {
				return sort
			}
		}
	}
	b, is := t.Underlying().(*types.Basic)
	switch {
	case !is:
		return ""
	case b.Info()&types.IsInteger != 0:
		return language.Integer
	case b.Info()&types.IsString != 0:
		return language.String
	case b.Info()&types.IsBoolean != 0:
		return language.Boolean
	}
	return ""
}

// create returns the Go term for the function that makes an object: an exported function of the package, given zero
// values where it wants more than is specified, or the zero value of the type.
func (d *classDriver) create(c *language.Class, t *types.TypeName) string {
	params := 0
	if o := c.Find(language.Create); o != nil {
		params = len(o.Params)
	}
	var best *types.Func
	fits := func(f *types.Func) bool { return d.misfitOfCreate(c, f.Signature()) == "" }
	for _, name := range t.Pkg().Scope().Names() {
		f, is := t.Pkg().Scope().Lookup(name).(*types.Func)
		if !is || !f.Exported() || f.Signature().TypeParams().Len() > 0 || f.Signature().Results().Len() == 0 ||
			d.sortOf(f.Signature().Results().At(0).Type()) != c.Name.Text ||
			f.Signature().Params().Len() > 0 && d.sortOf(f.Signature().Params().At(0).Type()) == c.Name.Text {
			continue
		}
		if better := best == nil || fits(f) && !fits(best) || fits(f) == fits(best) &&
			plainName(name) == plainName("new"+t.Name()); better && (fits(f) || params == 0) {
			best = f
		}
	}
	switch {
	case best == nil && params == 0 && !types.IsInterface(t.Type()):
		return fmt.Sprintf("func() *%s { return new(%s) }", d.show(t.Type()), d.show(t.Type()))
	case best == nil:
		o := c.Find(language.Create)
		d.errs.Add(source.Errorf(o.Name.Span, "no function makes a %s (%s) as create is specified, with %d parameters",
			t.Name(), d.place(t.Pos()), params))
		return "nil"
	case fits(best):
		return importAs(d.imports, best.Pkg()) + "." + best.Name()
	}
	var args []string
	sig := best.Signature()
	for i := range sig.Params().Len() {
		if !sig.Variadic() || i < sig.Params().Len()-1 {
			args = append(args, fmt.Sprintf("*new(%s)", d.show(sig.Params().At(i).Type())))
		}
	}
	var results []string
	for i := range sig.Results().Len() {
		results = append(results, d.show(sig.Results().At(i).Type()))
	}
	d.out.Notes = append(d.out.Notes, Note{d.place(best.Pos()), fmt.Sprintf("%s is given zero values for what create "+
		"does not have: choose what suits in the table", best.Name())})
	return fmt.Sprintf("func() (%s) { return %s.%s(%s) }", strings.Join(results, ", "),
		importAs(d.imports, best.Pkg()), best.Name(), strings.Join(args, ", "))
}

// misfitOfCreate says how a function that makes an object is not as create is specified; "" where it is.
func (d *classDriver) misfitOfCreate(c *language.Class, sig *types.Signature) string {
	o := c.Find(language.Create)
	if o == nil {
		return ""
	}
	return d.misfit(o, sig, 0)
}

// finish makes the table of what was found.
func (d *classDriver) finish() error {
	var b strings.Builder
	fmt.Fprintf(&b, "// Command sut serves %s to ttf-int.\npackage main\n\nimport (\n", d.out.Path)
	var body strings.Builder
	for _, c := range d.out.Classes {
		body.WriteString(c.text)
	}
	for _, name := range slices.Sorted(maps.Keys(d.imports)) {
		if isUsed(body.String(), name) {
			b.WriteString(d.imports[name] + "\n")
		}
	}
	fmt.Fprintf(&b, "\n%q\n)\n\nfunc main() {\nsut.Serve(sut.Program[struct{}]{Classes: sut.Classes{\n%s}})\n}\n", sdk,
		body.String())
	text, err := format.Source([]byte(b.String()))
	d.out.classTable = text
	return err
}

// originals returns in YAML the sequences of a class of which nothing is said, to be changed by whoever reads it.
func originals() string {
	out := fmt.Sprintf("originals:\n  length: %d\n  random:\n", spec.DefaultLength)
	for _, r := range spec.DefaultRandom() {
		out += fmt.Sprintf("    - {count: %d, length: %d, range: %d, ratio: %g", r.Count, r.Length, r.Range, r.Ratio)
		if r.Biased {
			out += ", biased: true"
		}
		if r.Differs {
			out += ", differ: true"
		}
		if r.Mutants {
			out += ", mutants: true"
		}
		out += "}\n"
	}
	return out
}

// ClassFiles returns what serves classes in the project of a folder, which the specification in a file says: new files,
// and the document of each class that is not there yet. Nothing is written yet.
func (p *Package) ClassFiles(dir, name, lobas string) ([]File, error) {
	specs := filepath.Join(dir, "specs")
	relative, err := filepath.Rel(specs, lobas)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	if err := eachFile(specs, "*.yaml", func(_, text string) error {
		for _, line := range strings.Split(text, "\n") {
			if rest, is := strings.CutPrefix(line, "class:"); is {
				known[strings.Trim(strings.TrimSpace(rest), `"'`)] = true
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	var docs, added []string
	for _, c := range p.Classes {
		if !known[c.Name] {
			docs = append(docs, fmt.Sprintf("class: %s\nsut: %s\nlobas: %s\n%s", c.Name, name,
				filepath.ToSlash(relative), originals()))
			added = append(added, c.Name)
		}
	}
	var out []File
	for _, f := range []struct {
		path, text string
		added      []string
	}{
		{filepath.Join(dir, "sut", "main.go"), string(p.classTable), nil},
		{filepath.Join(dir, "ttf-int.yaml"), p.settings(name), nil},
		{filepath.Join(specs, name+".yaml"), strings.Join(docs, "---\n"), added},
	} {
		made, err := extended(f.path, f.text, f.added)
		if err != nil {
			return nil, err
		}
		if made.at = made.Path; made.State == Kept && f.added == nil && len(added) > 0 {
			if old, err := os.ReadFile(f.path); err == nil && strings.HasSuffix(f.path, ".go") {
				for _, c := range p.Classes {
					if !strings.Contains(string(old), fmt.Sprintf("%q", c.Name)) {
						p.Notes = append(p.Notes, Note{"sut/main.go", "the class " + c.Name +
							" is missing: add\n" + c.text})
					}
				}
			}
		}
		if below, err := filepath.Rel(dir, made.Path); err == nil && filepath.IsLocal(below) {
			made.Path = filepath.ToSlash(below)
		}
		out = append(out, made)
	}
	if len(p.Classes) == 0 {
		return nil, errors.New("the specification has no class")
	}
	return out, nil
}
