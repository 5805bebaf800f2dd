package driver

import (
	"fmt"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

// translator says which types of Z stand for the types of Go that a package uses, and
// collects those that the specification must introduce.
type translator struct {
	pkg   *Package
	known map[string]*ZType // by their Go names
	names names             // the names that the specification introduces
	held  string            // the type of what is held as any
	// giving says that what is translated is given by the program alone, so that objects have a counterpart: what they
	// show. shown are these, by the Go types of pointers to them.
	giving bool
	shown  map[string]*ZType
	calls  *callGraph
}

func newTranslator(pkg *Package, args []string) *translator {
	held := "int"
	if len(args) > 0 && natural[kindOf(args[0])] != "" {
		held = args[0]
	}
	return &translator{pkg: pkg, known: map[string]*ZType{}, shown: map[string]*ZType{},
		names: names{"REPLY": true, "Init": true}, held: held}
}

// kindOf returns the kind of a basic type by its name.
func kindOf(name string) types.BasicKind {
	if t, ok := types.Universe.Lookup(name).(*types.TypeName); ok {
		if b, ok := t.Type().(*types.Basic); ok {
			return b.Kind()
		}
	}
	return types.Invalid
}

// natural are the basic types with their counterparts.
var natural = map[types.BasicKind]string{
	types.Bool: "𝔹", types.String: "𝕊",
	types.Int: "ℤ", types.Int8: "-128 .. 127", types.Int16: "-32768 .. 32767", types.Int32: "ℤ", types.Int64: "ℤ",
	types.Uint: "ℕ", types.Uint8: "0 .. 255", types.Uint16: "0 .. 65535", types.Uint32: "ℕ", types.Uint64: "ℕ",
	types.Uintptr: "ℕ",
}

// translate returns the type of Z for a Go type. The error says why there is none, and
// what to do.
func (tr *translator) translate(t types.Type) (string, error) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if z := natural[t.Kind()]; z != "" {
			return z, nil
		}
		if t.Info()&(types.IsFloat|types.IsComplex) != 0 {
			return "", fmt.Errorf("%s has no counterpart in Z, which has whole numbers: a sut.Codec can send it as "+
				"one, in thousandths for instance", t)
		}
	case *types.Named:
		return tr.named(t)
	case *types.Slice:
		return tr.power("seq", t.Elem())
	case *types.Array:
		z, err := tr.power("seq", t.Elem())
		return fmt.Sprintf("{s : %s | # s = %d}", z, t.Len()), err
	case *types.Map:
		if isEmptyStruct(t.Elem()) {
			return tr.power("ℙ", t.Key())
		}
		from, err := tr.operand(t.Key())
		if err != nil {
			return "", err
		}
		to, err := tr.operand(t.Elem())
		return from + " ⇸ " + to, err
	case *types.Struct:
		fields, err := tr.fields(t)
		if err != nil {
			return "", err
		}
		return "[" + declarations(fields) + "]", nil
	case *types.Pointer:
		if isNamed(t.Elem(), "math/big", "Int") {
			return "ℤ", nil
		}
		return tr.optional(t)
	case *types.Interface:
		if t.Empty() {
			return tr.any()
		}
		return "", noInterface(tr.show(t))
	case *types.Signature:
		return "", fmt.Errorf("a function has no counterpart in Z")
	case *types.Chan:
		return "", fmt.Errorf("a channel has no counterpart in Z")
	case *types.TypeParam:
		return "", fmt.Errorf("%s is a type parameter", t)
	}
	return "", fmt.Errorf("%s has no counterpart in Z", tr.show(t))
}

// operand returns the type of Z for a Go type as it stands beside an operator.
func (tr *translator) operand(t types.Type) (string, error) {
	z, err := tr.translate(t)
	if strings.Contains(z, " ") && !strings.HasPrefix(z, "[") && !strings.HasPrefix(z, "{") {
		z = "(" + z + ")"
	}
	return z, err
}

func (tr *translator) power(operator string, elem types.Type) (string, error) {
	z, err := tr.operand(elem)
	return operator + " " + z, err
}

// named returns the type of Z for a type with a name. An enumeration is a free type, a
// struct a schema.
func (tr *translator) named(t *types.Named) (string, error) {
	name := tr.show(t)
	if isNamed(t, "", "error") {
		return "REPLY", nil
	}
	if isNamed(t, "time", "Duration") {
		return "ℤ", nil
	}
	if isNamed(t, "time", "Time") {
		tr.pkg.times = true
		return "ℤ", nil
	}
	if known := tr.known[name]; known != nil {
		if known.pending {
			return "", fmt.Errorf("%s contains itself: a sut.Codec can send it as a free type", name)
		}
		return spell(known.Name), nil
	}
	if constants := tr.enumeration(t); len(constants) > 1 {
		made := &ZType{Name: tr.names.take(capitalize(t.Obj().Name())), Go: name}
		for _, c := range constants {
			made.Constants = append(made.Constants, EnumConstant{c, tr.names.take(lower(c), lower(c)+"_")})
		}
		tr.add(made)
		return spell(made.Name), nil
	}
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() {
		return "", fmt.Errorf("%s is an interface: a sut.Codec can send what it holds", name)
	}
	if types.IsInterface(t) {
		return tr.behind(t)
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return tr.translate(t.Underlying())
	}
	made := &ZType{Name: tr.names.take(upper(t.Obj().Name()), upper(t.Obj().Name())+"Value"), Go: name, pending: true}
	tr.known[name] = made
	before := len(tr.pkg.Types)
	fields, err := tr.fields(s)
	if err != nil {
		tr.forget(append(tr.pkg.Types[before:], *made))
		tr.pkg.Types = tr.pkg.Types[:before]
		return "", fmt.Errorf("%s: %w", name, err)
	}
	made.Fields, made.pending = fields, false
	tr.add(made)
	return spell(made.Name), nil
}

// forget removes types that were made for one that has no counterpart.
func (tr *translator) forget(all []ZType) {
	for _, t := range all {
		delete(tr.known, t.Go)
		delete(tr.names, t.Name)
		delete(tr.names, t.None)
		delete(tr.names, t.Some)
		for _, c := range t.Constants {
			delete(tr.names, c.Z)
		}
	}
}

// optional returns the free type for a pointer: a constant for nil, and a constructor that is
// applied to what another one points to. That may be a struct that has such a pointer
// itself.
func (tr *translator) optional(t *types.Pointer) (string, error) {
	if known := tr.known[tr.show(t)]; known != nil {
		return spell(known.Name), nil
	}
	pointed := types.Unalias(t.Elem())
	of, name := "", "Value"
	if n, ok := pointed.(*types.Named); ok {
		if tr.giving {
			if z := tr.view(n); z != "" {
				return z, nil
			}
		}
		if method := changes(n); method != "" {
			return "", fmt.Errorf("%s is an object, which %s may change: bind what the program shows of it by hand",
				tr.show(t), method)
		}
		name = upper(n.Obj().Name())
		if known := tr.known[tr.show(n)]; known != nil && known.pending {
			of = spell(known.Name)
		}
	} else if b, ok := pointed.(*types.Basic); ok {
		name = upper(b.Name())
	}
	if of == "" {
		var err error
		if of, err = tr.translate(pointed); err != nil {
			return "", err
		}
	}
	if known := tr.known[tr.show(t)]; known != nil { // what it points to has made it
		return spell(known.Name), nil
	}
	made := &ZType{Name: tr.names.take("MAYBE" + capitalize(name)), Go: tr.show(t), Pointed: tr.show(pointed), Of: of,
		None: tr.names.take("no" + name), Some: tr.names.take("some" + name)}
	tr.add(made)
	return spell(made.Name), nil
}

// changes returns an exported method with a pointer as its receiver, which may change what the
// pointer points to, and "" where there is none.
func changes(n *types.Named) string {
	for m := range n.Methods() {
		_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
		if pointer && m.Exported() && m.Name() != "String" && m.Name() != "Error" {
			return m.Name()
		}
	}
	return ""
}

func (tr *translator) add(t *ZType) {
	tr.known[t.Go] = t
	tr.pkg.Types = append(tr.pkg.Types, *t)
}

// fields returns the fields of a struct as the components of a binding.
func (tr *translator) fields(s *types.Struct) ([]Slot, error) {
	var out []Slot
	for i := range s.NumFields() {
		f := s.Field(i)
		if !f.Exported() {
			return nil, fmt.Errorf("its field %s is not exported: a sut.Codec can send it as another type", f.Name())
		}
		z, err := tr.translate(f.Type())
		if err != nil {
			return nil, fmt.Errorf("its field %s: %w", f.Name(), err)
		}
		out = append(out, Slot{Name: f.Name(), Z: z})
	}
	return out, nil
}

// show returns a Go type as the adapter writes it.
func (tr *translator) show(t types.Type) string { return types.TypeString(t, tr.qualify) }

// qualify returns the name by which the adapter refers to a package.
func (tr *translator) qualify(p *types.Package) string {
	if p == tr.pkg.types && tr.pkg.Own {
		return ""
	}
	return importAs(tr.pkg.imports, p)
}

// nameIn returns the name by which the adapter refers to what a package declares.
func (tr *translator) nameIn(p *types.Package, name string) string {
	if as := tr.qualify(p); as != "" {
		return as + "." + name
	}
	return name
}

// imported returns the name by which the adapter refers to what a package of the standard library declares.
func (tr *translator) imported(path, name string) string {
	return importAs(tr.pkg.imports, types.NewPackage(path, path)) + "." + name
}

// importAs returns the name by which a file refers to a package: its own, with a number where another package has that.
// imports has what stands in the file's imports by such names.
func importAs(imports map[string]string, p *types.Package) string {
	name, spec := p.Name(), strconv.Quote(p.Path())
	for i := 2; imports[name] != "" && imports[name] != spec; i++ {
		name = p.Name() + strconv.Itoa(i)
		spec = name + " " + strconv.Quote(p.Path())
	}
	imports[name] = spec
	return name
}

// enumeration returns the constants of a named type of integers or strings in the order
// of their text, each value once.
func (tr *translator) enumeration(t *types.Named) []string {
	pkg := t.Obj().Pkg()
	basic, ok := t.Underlying().(*types.Basic)
	if pkg == nil || !ok || basic.Info()&(types.IsInteger|types.IsString) == 0 {
		return nil
	}
	var found []*types.Const
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if ok && (c.Exported() || tr.pkg.Own && pkg == tr.pkg.types) && types.Identical(c.Type(), t) {
			found = append(found, c)
		}
	}
	sortByPlace(found)
	var out []string
	seen := map[string]bool{}
	for _, c := range found {
		if value := c.Val().ExactString(); !seen[value] && c.Val().Kind() != constant.Unknown {
			seen[value] = true
			out = append(out, c.Name())
		}
	}
	return out
}

// isNamed tells whether a type is the one with a name of a package.
func isNamed(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Name() != name {
		return false
	}
	if n.Obj().Pkg() == nil {
		return pkg == ""
	}
	return n.Obj().Pkg().Path() == pkg
}

func isEmptyStruct(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// declarations returns the declarations of slots on one line.
func declarations(slots []Slot) string {
	var out []string
	for _, s := range slots {
		out = append(out, spell(s.Name)+" : "+s.Z)
	}
	return strings.Join(out, "; ")
}
