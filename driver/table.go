package driver

import (
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sdk is the package that a program under test links.
const sdk = "github.com/ttf-int/ttf-int/sut"

// tag is the build tag of adapters that are files of the package under test.
const tag = "underTest"

// serve is the function of such an adapter that the program calls.
const serve = "ServeUnits"

// table returns the file of the package that serves it, or of the program where the
// package is not one of the main module, formatted.
func (p *Package) table() ([]byte, error) {
	w := &tableWriter{pkg: p, imports: maps.Clone(p.imports)}
	body := w.body()
	var b strings.Builder
	if p.Own {
		fmt.Fprintf(&b, "//go:build %s\n\npackage %s\n\n", tag, p.Name)
	} else {
		fmt.Fprintf(&b, "// Command sut serves %s to ttf-int.\npackage main\n\n", p.Path)
	}
	var others []string
	for _, name := range slices.Sorted(maps.Keys(w.imports)) {
		if isUsed(body, name) {
			others = append(others, w.imports[name]+"\n")
		}
	}
	if len(others) == 0 {
		fmt.Fprintf(&b, "import %q\n\n%s", sdk, body)
	} else {
		fmt.Fprintf(&b, "import (\n%s\n%q\n)\n\n%s", strings.Join(others, ""), sdk, body)
	}
	return format.Source([]byte(b.String()))
}

// isUsed tells whether a text of Go refers to a package.
func isUsed(text, name string) bool { return regexp.MustCompile(`\b` + name + `\.`).MatchString(text) }

// program returns the program that serves a package of the main module.
func (p *Package) program() string {
	return fmt.Sprintf("//go:build %s\n\n// Command sut serves %s to ttf-int.\npackage main\n\nimport %q\n\nfunc main() { %s.%s() }\n",
		tag, p.Path, p.Path, p.Name, serve)
}

// tableWriter writes the table of a package.
type tableWriter struct {
	pkg     *Package
	imports map[string]string // paths by name
}

// show returns a Go type as the table writes it.
func (w *tableWriter) show(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == w.pkg.types && w.pkg.Own {
			return ""
		}
		return importAs(w.imports, p)
	})
}

// of returns a name that a package declares as the table writes it.
func (w *tableWriter) of(p *types.Package, name string) string {
	if w.pkg.Own && p == w.pkg.types {
		return name
	}
	return importAs(w.imports, p) + "." + name
}

// typeOf returns the type of an object as the table writes it.
func (w *tableWriter) typeOf(o *Object) string {
	if o.clock {
		return "sut.Clock"
	}
	if o.iface != nil {
		return w.show(o.iface)
	}
	return w.show(o.typ)
}

// several tells whether an instance is not just an object: it has several, or none, or one that only an interface
// names.
func (w *tableWriter) several() bool {
	first := w.pkg.Objects[0]
	return len(w.pkg.Objects) > 1 || first.iface != nil || first.typ == nil
}

// held returns the objects that an instance has.
func (w *tableWriter) held() []*Object {
	return slices.DeleteFunc(slices.Clone(w.pkg.Objects), func(o *Object) bool { return o.typ == nil && !o.clock })
}

// instance returns the type of an instance.
func (w *tableWriter) instance() string {
	if w.several() {
		return "underTest"
	}
	return w.typeOf(w.pkg.Objects[0])
}

// object returns the term for an object of an instance u.
func (w *tableWriter) object(o *Object) string {
	if w.several() {
		return "u." + o.Var
	}
	return "u"
}

func (w *tableWriter) body() string {
	var b strings.Builder
	if w.several() {
		b.WriteString("// underTest is an instance: all that the bindings must reach.\ntype underTest struct {\n")
		for _, o := range w.held() {
			star := "*"
			if o.iface != nil {
				star = ""
			}
			fmt.Fprintf(&b, "\t%s %s%s\n", o.Var, star, w.typeOf(o))
		}
		for _, p := range w.places() {
			fmt.Fprintf(&b, "\t%s *struct{ %s }\n", p.Place, p.Interface)
		}
		b.WriteString("}\n\n")
	}
	for _, t := range w.pkg.Types {
		writeView(&b, t)
	}
	for _, o := range w.pkg.Objects {
		for _, p := range o.Seams {
			w.adapter(&b, p)
		}
	}
	for _, c := range w.pkg.Clocks {
		writeClock(&b, c)
	}
	if w.pkg.Own {
		fmt.Fprintf(&b, "// %s serves the units of the package to ttf-int.\nfunc %s() {\n", serve, serve)
	} else {
		b.WriteString("func main() {\n")
	}
	fmt.Fprintf(&b, "sut.Serve(sut.Program[%s]{\n", w.instance())
	w.maker(&b)
	w.state(&b)
	b.WriteString("Units: []sut.Unit[" + w.instance() + "]{\n")
	for _, m := range w.pkg.units() {
		b.WriteString(w.unit(m))
	}
	b.WriteString("},\n")
	w.seams(&b)
	w.types(&b)
	b.WriteString("})\n}\n")
	return b.String()
}

// maker writes New. Objects are made before those that are given them.
func (w *tableWriter) maker(b *strings.Builder) {
	wiring := w.wiring()
	if o := w.pkg.Objects[0]; !w.several() && wiring != "" {
		fmt.Fprintf(b, "New: func() *%s {\n%s%sreturn %s\n},\n", w.instance(), w.make(o), wiring, o.Var)
		return
	} else if !w.several() {
		if c := o.New; c.Func != "" && c.Pointer && !c.Fails && !c.Rest && len(c.Args) == 0 {
			fmt.Fprintf(b, "New: %s,\n", w.of(o.named.Obj().Pkg(), c.Func))
			return
		} else if c.Func == "" {
			fmt.Fprintf(b, "New: func() *%[1]s { return new(%[1]s) },\n", w.instance())
			return
		}
		if c := o.New; c.Pointer && !c.Fails {
			fmt.Fprintf(b, "New: func() *%s { return %s },\n", w.instance(), w.call(o))
			return
		}
		fmt.Fprintf(b, "New: func() *%s {\n%sreturn %s\n},\n", w.instance(), w.make(o), o.Var)
		return
	}
	b.WriteString("New: func() *underTest {\n")
	var all []string
	for _, o := range w.inOrder() {
		b.WriteString(w.make(o))
		for _, call := range o.New.After {
			fmt.Fprintf(b, "%s.%s\n", o.Var, call)
		}
	}
	for _, o := range w.held() {
		all = append(all, o.Var)
	}
	for _, p := range w.places() {
		all = append(all, p.Place)
	}
	b.WriteString(wiring)
	fmt.Fprintf(b, "return &underTest{%s}\n},\n", strings.Join(all, ", "))
}

// wiring returns the statements that give fields of function types the methods that they
// are to hold, where no constructor does.
func (w *tableWriter) wiring() string {
	var b strings.Builder
	for _, o := range w.pkg.Objects {
		for _, h := range o.Hooks {
			if h.Method != "" {
				fmt.Fprintf(&b, "%s.%s = %s.%s\n", o.Var, h.Field, h.to.Var, h.Method)
			}
		}
	}
	return b.String()
}

// inOrder returns the objects, those that others are given before these.
func (w *tableWriter) inOrder() []*Object {
	var out []*Object
	var visit func(o *Object)
	visit = func(o *Object) {
		if slices.Contains(out, o) {
			return
		}
		for _, needed := range w.needs(o) {
			if !slices.Contains(w.needs(needed), o) {
				visit(needed)
			}
		}
		out = append(out, o)
	}
	for _, o := range w.held() {
		visit(o)
	}
	return out
}

// needs returns the objects that an object is given when it is made.
func (w *tableWriter) needs(o *Object) []*Object {
	var out []*Object
	for _, name := range o.New.Objects {
		if i := slices.IndexFunc(w.pkg.Objects, func(x *Object) bool { return x.Var == name }); i >= 0 {
			out = append(out, w.pkg.Objects[i])
		}
	}
	if o.New.Func == "" {
		for _, p := range o.Seams {
			out = append(out, p.to)
		}
	}
	return out
}

// make returns the statements that make an object, a pointer in a variable with its
// name.
func (w *tableWriter) make(o *Object) string {
	c := o.New
	typ := w.typeOf(o)
	if o.clock {
		return fmt.Sprintf("%s := new(%s)\n", o.Var, typ)
	}
	if c.Func == "" {
		var fields []string
		for _, p := range o.Seams {
			fields = append(fields, p.Field+": "+p.to.Var)
		}
		if _, ok := o.typ.Underlying().(*types.Struct); !ok {
			return fmt.Sprintf("%s := new(%s)\n", o.Var, typ)
		}
		return fmt.Sprintf("%s := &%s{%s}\n", o.Var, typ, strings.Join(fields, ", "))
	}
	call := w.call(o)
	made := o.Var
	pointer := c.Pointer || o.iface != nil
	if !pointer {
		made = "made" + upper(o.Var)
	}
	out := ""
	for _, p := range o.Seams {
		if p.Place != "" {
			out += fmt.Sprintf("%s := &struct{ %s }{%s}\n", p.Place, p.Interface, p.to.Var)
		}
	}
	if c.Fails {
		out += fmt.Sprintf("%s, err := %s\nif err != nil {\npanic(err)\n}\n", made, call)
	} else {
		out += fmt.Sprintf("%s := %s\n", made, call)
	}
	if !pointer {
		out += fmt.Sprintf("%s := &%s\n", o.Var, made)
	}
	return out
}

// call returns the call of an object's constructor.
func (w *tableWriter) call(o *Object) string {
	args := slices.Clone(o.New.Args)
	for i, name := range o.New.Objects {
		if args[i] == "" {
			args[i] = name
		}
	}
	of := w.of(o.named.Obj().Pkg(), o.New.Func)
	if len(o.New.First) > 0 {
		if o.New.Rest {
			typ := star(o.New.Pointer) + w.typeOf(o)
			of = fmt.Sprintf("func(text string) (%s, error) { return %s(text) }", typ, of)
		}
		return fmt.Sprintf("sut.First(%s, %s)", of, strings.Join(o.New.First, ", "))
	}
	return fmt.Sprintf("%s(%s)", of, strings.Join(args, ", "))
}

// star returns what stands before the type of a pointer.
func star(pointer bool) string {
	if pointer {
		return "*"
	}
	return ""
}

// state writes the bindings of the state variables.
func (w *tableWriter) state(b *strings.Builder) {
	if !w.pkg.hasState() {
		return
	}
	fmt.Fprintf(b, "State: []sut.Var[%s]{\n", w.instance())
	for _, o := range w.pkg.Objects {
		for _, v := range o.State {
			b.WriteString(w.variable(o, v))
		}
	}
	b.WriteString("},\n")
}

func (w *tableWriter) variable(o *Object, v Variable) string {
	u := w.object(o)
	switch {
	case o.clock:
		return fmt.Sprintf("sut.Property(%q, func(u *%[2]s) time.Duration { return %[3]s.Elapsed() }, "+
			"func(u *%[2]s, d time.Duration) { %[3]s.Set(d) }),\n", v.Name, w.instance(), u)
	case v.Field == "*":
		return fmt.Sprintf("sut.Field(%q, func(u *%s) *%s { return (*%s)(%s) }),\n", v.Name, w.instance(), v.Go,
			v.Go, u)
	case v.Seen:
		return fmt.Sprintf("sut.Observed(%q, func(u *%s) %s { return %s.%s }),\n", v.Name, w.instance(), v.Go, u,
			v.Field)
	case v.Field != "":
		return fmt.Sprintf("sut.Field(%q, func(u *%s) *%s { return &%s.%s }),\n", v.Name, w.instance(), v.Go, u,
			v.Field)
	case v.Collects == result:
		return fmt.Sprintf("sut.Property(%q, func(u *%s) %s { return %s.%s() }, nil),\n", v.Name, w.instance(), v.Go, u,
			v.Observer)
	}
	if v.Collects == linked {
		return fmt.Sprintf("sut.Property(%q, func(u *%s) (all []%s) {\nfor e := %s.%s(); e != nil; e = e.Next() {\n"+
			"all = append(all, %s)\n}\nreturn all\n}, nil),\n", v.Name, w.instance(), v.Go, u, v.Observer, v.Elems[0])
	}
	names, params, one := "x", "x "+v.Elems[0], "x"
	if len(v.Elems) == 2 {
		names, params, one = "x, y", params+", y "+v.Elems[1], v.Go+"{First: x, Second: y}"
	}
	collect := fmt.Sprintf("for %s := range %s.%s() {\nall = append(all, %s)\n}\n", names, u, v.Observer, one)
	switch v.Collects {
	case callback:
		collect = fmt.Sprintf("%s.%s(func(%s) bool {\nall = append(all, %s)\nreturn %t\n})\n", u, v.Observer, params,
			one, !v.Stops)
	case callbackAll:
		collect = fmt.Sprintf("%s.%s(func(%s) { all = append(all, %s) })\n", u, v.Observer, params, one)
	}
	return fmt.Sprintf("sut.Property(%q, func(u *%s) (all []%s) {\n%sreturn all\n}, nil),\n", v.Name, w.instance(), v.Go,
		collect)
}

// unit returns the entry of a unit.
func (w *tableWriter) unit(m *Method) string {
	var fn string
	if m.object.clock {
		fn = fmt.Sprintf("func(u *%s, d time.Duration) { %s.%s(d) }", w.instance(), w.object(m.object), m.Name)
	} else if sig := signatureOf(m.object, m.fn); w.several() || sig.Variadic() ||
		slices.ContainsFunc(m.Params, func(s Slot) bool { return s.Go != "" || s.Text }) {
		fn = w.wrapped(m, sig)
	} else {
		fn = fmt.Sprintf("(*%s).%s", w.show(m.object.typ), m.Name)
	}
	out := fmt.Sprintf("{\nName: %q,\nFunc: %s", m.Unit, fn)
	for _, part := range []struct {
		key   string
		slots []Slot
	}{{"Params", m.Params}, {"Results", m.Results}} {
		var quoted []string
		for _, s := range part.slots {
			if s.Go == "" {
				quoted = append(quoted, strconv.Quote(strings.TrimSpace(s.Name+" "+s.Back)))
			}
		}
		if len(quoted) == 0 {
			continue
		}
		out += fmt.Sprintf(",\n%s: sut.Names{%s}", part.key, strings.Join(quoted, ", "))
	}
	return out + ",\n},\n"
}

// wrapped returns a function that calls a method of an object of an instance.
func (w *tableWriter) wrapped(m *Method, sig *types.Signature) string {
	params, args := []string{"u *" + w.instance()}, []string{}
	for i := range sig.Params().Len() {
		if given := m.Params[i].Go; given != "" {
			args = append(args, given)
			continue
		}
		name := goName(strings.TrimSuffix(m.Params[i].Name, "?"))
		if name == "u" || w.imports[name] != "" {
			name += "1"
		}
		if m.Params[i].Text {
			params, args = append(params, name+" string"), append(args, "strings.NewReader("+name+")")
			continue
		}
		params = append(params, name+" "+w.show(sig.Params().At(i).Type()))
		if sig.Variadic() && i == sig.Params().Len()-1 {
			name += "..."
		}
		args = append(args, name)
	}
	results, back := "", ""
	if sig.Results().Len() > 0 {
		var all []string
		for r := range sig.Results().Variables() {
			all = append(all, w.show(r.Type()))
		}
		results, back = " ("+strings.Join(all, ", ")+")", "return "
	}
	callee := w.object(m.object) + "." + m.Name
	if m.object.typ == nil {
		callee = w.of(m.fn.Pkg(), m.Name)
	}
	return fmt.Sprintf("func(%s)%s { %s%s(%s) }", strings.Join(params, ", "), results, back, callee,
		strings.Join(args, ", "))
}

// seams writes where calls are intercepted.
func (w *tableWriter) seams(b *strings.Builder) {
	var out strings.Builder
	for _, o := range w.pkg.Objects {
		for _, p := range o.Seams {
			for _, caller := range p.Callers {
				var callees []string
				for _, m := range p.Methods {
					callees = append(callees, fmt.Sprintf("%q", m.Unit))
				}
				at := w.object(o) + "." + p.Field
				if p.Place != "" {
					at = "u." + p.Place + "." + baseName(p.Interface)
				}
				fmt.Fprintf(&out, "sut.Interface(%q, []string{%s}, func(u *%s, p *sut.Port) {\n%s = %s{%s, p}\n}),\n", caller,
					strings.Join(callees, ", "), w.instance(), at, p.Adapter, at)
			}
		}
	}
	for _, o := range w.pkg.Objects {
		for _, h := range o.Hooks {
			for _, caller := range h.Callers {
				fmt.Fprintf(&out, "sut.Hook(%q, %q, func(u *%s) *%s { return &%s.%s }),\n", caller, h.Callee,
					w.instance(), h.Go, w.object(o), h.Field)
			}
		}
	}
	if out.Len() > 0 {
		fmt.Fprintf(b, "Seams: []sut.Seam[%s]{\n%s},\n", w.instance(), out.String())
	}
}
