package korat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ttf-int/ttf-int/source"
)

// Options say which structures are wanted.
type Options struct {
	Dir       string   // where the go command runs
	Package   string   // as the go command names it
	Type      string   // the name of a type of the package
	Predicate string   // the name of its predicate; "": RepOK, however it is written
	Args      []string // the type arguments of a generic type; int where there are none
	Tags      string   // build tags, with commas between them
	// Files are files of Go from Dir that are compiled with the package, whatever their build tags are, as those that
	// say what holds of a type whose package says nothing.
	Files []string
}

// SplitType takes the text of a package and a type of it apart, as ./bintree.Tree. The type is "" where it has none.
func SplitType(text string) (pkg, typ string) {
	slash, dot := strings.LastIndexByte(text, '/'), strings.LastIndexByte(text, '.')
	if dot <= slash {
		return text, ""
	}
	return cmp.Or(text[:dot], "."), text[dot+1:]
}

// predicateNames are the names that a predicate has when nobody says another, in the order in which they
// are looked for.
var predicateNames = []string{"RepOK", "RepOk", "repOK", "repOk"}

// Subject is a type with its predicate.
type Subject struct {
	Name      string // of the type
	root      *types.Named
	typ       *types.Named // the type; the root where the predicate has no parameters
	predicate *types.Func
	*loaded
	options Options
	method  *method                     // that is called on structures, or nil
	generic map[*types.Func]*types.Func // of which generic functions there are instances
}

// Load reads a type and its predicate.
func Load(ctx context.Context, o Options) (*Subject, error) {
	l, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	pkg := l.pkg
	s := &Subject{Name: o.Type, loaded: l, options: o, generic: map[*types.Func]*types.Func{}}
	obj, is := pkg.Types.Scope().Lookup(o.Type).(*types.TypeName)
	if !is {
		return nil, fmt.Errorf("%s has no type %s%s", pkg.PkgPath, o.Type, source.DidYouMean(o.Type, typeNames(pkg)))
	}
	named, is := types.Unalias(obj.Type()).(*types.Named)
	if !is {
		return nil, fmt.Errorf("%s is not a struct type", o.Type)
	}
	if _, is := named.Underlying().(*types.Struct); !is {
		return nil, fmt.Errorf("%s is not a struct type, but a %s", o.Type, named.Underlying())
	}
	if s.typ, err = instantiate(named, o.Args, pkg.Types); err != nil {
		return nil, err
	}
	s.root = s.typ
	return s, s.findPredicate()
}

// Predicate returns the name of the predicate.
func (s *Subject) Predicate() string { return s.predicate.Name() }

func typeNames(pkg *packages.Package) []string {
	var out []string
	for _, name := range pkg.Types.Scope().Names() {
		if _, is := pkg.Types.Scope().Lookup(name).(*types.TypeName); is {
			out = append(out, name)
		}
	}
	return out
}

// instantiate gives a generic type its arguments.
func instantiate(named *types.Named, args []string, pkg *types.Package) (*types.Named, error) {
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
		t, is := types.Universe.Lookup(name).(*types.TypeName)
		if !is {
			t, is = pkg.Scope().Lookup(name).(*types.TypeName)
		}
		if !is {
			return nil, fmt.Errorf("the type argument %q is not a basic type, and not a type of the package", name)
		}
		given = append(given, t.Type())
	}
	made, err := types.Instantiate(types.NewContext(), named, given, true)
	if err != nil {
		return nil, fmt.Errorf("%s cannot have these type arguments: %w", named.Obj().Name(), err)
	}
	return made.(*types.Named), nil
}

// findPredicate finds the predicate, and makes the root object's type where it has parameters (section 3.6):
// a struct that has a field for each.
func (s *Subject) findPredicate() error {
	names := predicateNames
	if s.options.Predicate != "" {
		names = []string{s.options.Predicate}
	}
	for _, name := range names {
		if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(s.typ), true, s.pkg.Types, name); o != nil {
			f, is := o.(*types.Func)
			if !is {
				return fmt.Errorf("%s.%s is a field, expected a method", s.Name, name)
			}
			s.predicate = f
			return s.checkPredicate()
		}
		if f, is := s.pkg.Types.Scope().Lookup(name).(*types.Func); is {
			if s.predicate = instanceOf(s, f); s.predicate != nil {
				return s.checkPredicate()
			}
		}
	}
	return fmt.Errorf("%s has no method and no function %s that could be its predicate; --predicate names another", s.Name,
		strings.Join(names, ", "))
}

// instanceOf returns a function of the package as it is about the type: where it has type parameters, it has the type's
// arguments for them. It returns nil where they do not fit.
func instanceOf(s *Subject, f *types.Func) *types.Func {
	if f.Signature().TypeParams().Len() == 0 {
		return f
	}
	var args []types.Type
	for t := range s.typ.TypeArgs().Types() {
		args = append(args, t)
	}
	made, err := types.Instantiate(types.NewContext(), f.Type(), args, true)
	if err != nil {
		return nil
	}
	one := types.NewFunc(f.Pos(), f.Pkg(), f.Name(), made.(*types.Signature))
	s.generic[one] = f
	return one
}

// originOf returns the function that an instance is of, whose text there is.
func originOf(s *Subject, f *types.Func) *types.Func {
	if g := s.generic[f]; g != nil {
		return g
	}
	return f
}

// checkPredicate looks whether the predicate can be asked.
func (s *Subject) checkPredicate() error {
	sig := s.predicate.Signature()
	if sig.Results().Len() != 1 || !isVerdict(sig.Results().At(0).Type()) {
		return fmt.Errorf("%s does not return a bool or an error alone", s.predicate.Name())
	}
	if sig.Variadic() {
		return fmt.Errorf("%s has any number of arguments", s.predicate.Name())
	}
	if sig.Recv() != nil && sig.Params().Len() == 0 {
		return nil
	}
	if sig.Recv() == nil && sig.Params().Len() == 0 {
		return errors.New("a predicate without parameters says nothing about structures")
	}
	var fields []*types.Var
	if sig.Recv() != nil {
		fields = append(fields, types.NewField(s.predicate.Pos(), s.pkg.Types, "This", types.NewPointer(s.typ), false))
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		name := p.Name()
		if name == "" || name == "_" {
			name = fmt.Sprintf("arg%d", i)
		}
		fields = append(fields, types.NewField(p.Pos(), s.pkg.Types, name, p.Type(), false))
	}
	obj := types.NewTypeName(s.predicate.Pos(), s.pkg.Types, s.inputName(), nil)
	s.root = types.NewNamed(obj, types.NewStruct(fields, nil), nil)
	return nil
}

// inputName returns the name of the struct that has a field for each parameter of the predicate.
func (s *Subject) inputName() string {
	if s.method != nil {
		label := cmp.Or(s.method.spec.Label, s.method.function.Name())
		return s.Name + "_" + strings.NewReplacer("-", "_", ".", "_").Replace(label)
	}
	return s.Name + "_" + s.predicate.Name()
}

func isVerdict(t types.Type) bool {
	if b, is := t.Underlying().(*types.Basic); is {
		return b.Kind() == types.Bool
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// folder returns where the files of the subject's package are.
func (s *Subject) folder() string { return filepath.Dir(s.pkg.GoFiles[0]) }

// workFolder returns where a search runs: the package's folder, or the module's where that is not on the disk.
func (s *Subject) workFolder() string {
	if s.copied {
		return s.pkg.Module.Dir
	}
	return s.folder()
}

// structs returns the struct types of the package, which fields of interface types may point to.
func (s *Subject) structs() []*types.Named {
	var out []*types.Named
	for _, name := range s.pkg.Types.Scope().Names() {
		t, is := s.pkg.Types.Scope().Lookup(name).(*types.TypeName)
		if !is || t.IsAlias() {
			continue
		}
		if n, is := t.Type().(*types.Named); is && n.TypeParams().Len() == 0 {
			if _, is := n.Underlying().(*types.Struct); is {
				out = append(out, n)
			}
		}
	}
	return out
}
