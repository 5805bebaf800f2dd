package bounds

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/source"
)

// Setting is what a person has set: a bound by its name. Node: 7 is the number of objects of a class,
// Tree.size: 0..7 the values of a field, Heap.items.len the lengths of a slice, Heap.items[] the values of
// its elements or of those of a map, Graph.edges.keys the keys of a map.
type Setting struct {
	Name, Text string
	Flag       string      // the flag that sets it, or ""
	At         source.Span // where a file sets it, or no place
}

// locate returns an error about a setting.
func (s Setting) locate(format string, args ...any) error {
	if s.At.IsValid() {
		return source.Errorf(s.At, format, args...)
	}
	return errors.New(s.Flag + ": " + fmt.Sprintf(format, args...))
}

// Bounds are the resolved bounds.
type Bounds struct {
	Space search.Space
	Lines []Setting // all bounds, those that were set and the defaults, in the order of the types
	Types []*types.Named
	Zero  []string // fields that only ever have their zero value
}

// resolver finds the bounds of the types that can be reached from a root.
type resolver struct {
	own      *types.Package
	size     int
	root     *types.Named
	receiver *types.Named // of the method that the root's fields are the parameters of, or nil
	settings map[string]Setting
	used     map[string]bool
	named    map[string]*types.Named // struct types by their names
	apart    []string                // the fields of the root that are independent of the others
	inner    map[string]*types.Named // structs in the root object and behind it, by their names
	behind   map[string]int          // how many objects there are of types that have such structs behind it
	classes  []string                // that fields point to
	counts   map[string]int
	done     map[string]bool
	known    []string // the names of all bounds
	out      *Bounds
	errs     []error
}

// Resolve returns the bounds for the structures that begin with an object of a struct type. What nobody has
// set has values up to a size: so many objects, integers from 0 to it, slices no longer than it.
func Resolve(root *types.Named, more []*types.Named, settings []Setting, size int) (*Bounds, error) {
	return ResolveMethod(root, nil, nil, more, settings, size)
}

// Receiver is the name of the field of an input that has the receiver of a method.
const Receiver = "This"

// ResolveMethod does the same for the inputs of a method: structs that have a field for the receiver, which is there,
// and one for each parameter. Those that are named as apart have objects of their own.
func ResolveMethod(root, receiver *types.Named, apart []string, more []*types.Named, settings []Setting,
	size int) (*Bounds, error) {
	r := &resolver{receiver: receiver, apart: apart,
		own: root.Obj().Pkg(), size: size, settings: map[string]Setting{}, used: map[string]bool{},
		named: map[string]*types.Named{}, inner: map[string]*types.Named{}, behind: map[string]int{},
		counts: map[string]int{}, done: map[string]bool{},
		out: &Bounds{Space: search.Space{Fields: map[string]*search.Domain{}, Apart: apart}}}
	for _, s := range settings {
		r.settings[s.Name] = s
	}
	r.collect(root)
	for _, n := range more {
		r.collect(n)
	}
	name := r.nameOf(root)
	r.root = root
	r.findInner(root, name)
	if receiver != nil {
		r.findInner(receiver, r.nameOf(receiver))
	}
	r.findInnerBehind(root)
	if receiver != nil {
		r.findInnerBehind(receiver)
	}
	r.out.Space.Root = name
	r.count(name, 1, true)
	r.structure(root, name)
	for i := 0; i < len(r.classes); i++ { // which grows
		n := r.classes[i]
		most := r.size
		if n == name && !pointsTo(root, root) {
			most = 1 // what points to it points back
		}
		if receiver != nil && n == r.nameOf(receiver) && !pointsTo(receiver, receiver) {
			most = countPointers(root, receiver, r.apart)
		}
		if few := r.behind[n]; few > 0 {
			most = few
		}
		r.count(n, most, false)
		r.structure(r.named[n], n)
	}
	r.finish(name)
	var located source.Errors
	for _, err := range r.errs {
		if at := (*source.Error)(nil); !errors.As(err, &at) {
			return nil, errors.Join(r.errs...)
		}
		located.Add(err)
	}
	return r.out, located.Err()
}

// finish makes the list of classes, and looks for settings that nothing has asked for.
func (r *resolver) finish(root string) {
	if !slices.Contains(r.classes, root) {
		r.out.Space.Classes = append(r.out.Space.Classes, search.Class{Name: root, Count: 1})
	}
	for _, n := range r.classes {
		r.out.Space.Classes = append(r.out.Space.Classes, search.Class{Name: n, Count: r.counts[n]})
	}
	for _, s := range r.settings {
		if !r.used[s.Name] {
			hint := source.DidYouMean(s.Name, r.known)
			r.errs = append(r.errs, s.locate("there is no bound %q%s", s.Name, hint))
		}
	}
	slices.SortFunc(r.errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
}

// collect finds the struct types that have names.
func (r *resolver) collect(t types.Type) {
	if isLock(t) {
		return
	}
	if n, is := types.Unalias(t).(*types.Named); is {
		if _, is := n.Underlying().(*types.Struct); is {
			name := r.nameOf(n)
			if r.named[name] != nil {
				if !types.Identical(r.named[name], n) {
					r.failWith("two types have the name %s, which bounds cannot tell apart", name)
				}
				return
			}
			r.named[name] = n
			r.out.Types = append(r.out.Types, n)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			r.collect(u.Field(i).Type())
		}
	case *types.Pointer:
		r.collectPart(u.Elem())
	case *types.Slice:
		r.collectPart(u.Elem())
	case *types.Array:
		r.collectPart(u.Elem())
	case *types.Map:
		r.collectPart(u.Key())
		r.collectPart(u.Elem())
	}
}

// collectPart does the same for what a type is made of, where that can have a part of its own.
func (r *resolver) collectPart(t types.Type) {
	if _, is := t.Underlying().(*types.Basic); !is {
		r.collect(t)
	}
}

// nameOf returns the name of a type: that of another package has the package's before it.
func (r *resolver) nameOf(n *types.Named) string {
	if n.Obj().Pkg() == r.own {
		return n.Obj().Name()
	}
	return path.Base(n.Obj().Pkg().Path()) + "." + n.Obj().Name()
}

func (r *resolver) typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == r.own {
			return ""
		}
		return p.Name()
	})
}

func (r *resolver) classNames() []string {
	var out []string
	for n := range r.named {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// use makes a struct type a class.
func (r *resolver) use(name string) {
	if !slices.Contains(r.classes, name) {
		r.classes = append(r.classes, name)
	}
}

func (r *resolver) fail(s Setting, err error) {
	r.errs = append(r.errs, s.locate("%s: %v", s.Name, err))
}

func (r *resolver) failWith(format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf(format, args...))
}

// count finds how many objects a class has.
func (r *resolver) count(name string, most int, root bool) {
	if root && r.settings[name].Text == "" {
		return // it is one unless fields point to it
	}
	if _, done := r.counts[name]; done {
		return
	}
	s, set := r.settings[name]
	r.known = append(r.known, name)
	if set {
		r.used[name] = true
		n, err := strconv.Atoi(s.Text)
		if err != nil || n < 0 || n > maxValues {
			r.fail(s, fmt.Errorf("expected how many objects there are, not %q", s.Text))
		}
		most = n
	}
	if name == r.out.Space.Root {
		most = max(most, 1)
		r.use(name)
	}
	r.counts[name] = most
	r.out.Lines = append(r.out.Lines, Setting{Name: name, Text: strconv.Itoa(most)})
}

// structure finds the bounds of the fields of a struct type.
func (r *resolver) structure(t types.Type, name string) {
	if n, is := types.Unalias(t).(*types.Named); is {
		name = r.nameOf(n)
	}
	if r.done[name] {
		return
	}
	r.done[name] = true
	u := t.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		f := u.Field(i)
		if f.Name() == "_" {
			continue
		}
		key := name + "." + f.Name()
		if d := r.domain(f.Type(), key); d != nil {
			r.out.Space.Fields[key] = d
		}
	}
}

// domain finds the domain of a place, or nil where it has none but its parts.
func (r *resolver) domain(t types.Type, key string) *search.Domain {
	d := &search.Domain{}
	if isLock(t) {
		return &search.Domain{Zero: true}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		r.structure(t, key)
		r.particular(t, u, key)
		return nil
	case *types.Array:
		d.Elem = r.domain(u.Elem(), key+"[]")
		return d
	case *types.Slice:
		r.set(key+".len", d, func(text string) (err error) {
			d.Lengths, d.Nil, err = lengths(text)
			return err
		}, func() { d.Lengths = count(0, r.size) })
		d.Elem = r.domain(u.Elem(), key+"[]")
		return d
	case *types.Map:
		r.set(key, d, func(text string) error {
			words, err := split(text)
			if err == nil && !slices.Equal(words, []string{"nil", "map"}) && !slices.Equal(words, []string{"map"}) {
				err = fmt.Errorf("expected map, or nil, map")
			}
			d.Nil = len(words) > 1
			return err
		}, nil)
		d.Key = r.key(key+".keys", u.Key())
		d.Elem = r.domain(u.Elem(), key+"[]")
		return d
	}
	r.scalar(key, d, t)
	return d
}

// scalar finds the values of a place that has no parts.
func (r *resolver) scalar(key string, d *search.Domain, t types.Type) {
	r.set(key, d, func(text string) error { return r.values(d, t, text) }, func() { r.fill(d, t, key) })
}

// set reads what a person has set for a bound, or has the default be taken, and notes the bound.
func (r *resolver) set(key string, d *search.Domain, read func(string) error, otherwise func()) {
	s, is := r.settings[key]
	r.known = append(r.known, key)
	switch {
	case is:
		r.used[key] = true
		if err := read(s.Text); err != nil {
			r.fail(s, err)
			d.Zero = true
			return
		}
	case otherwise == nil:
		return
	default:
		otherwise()
	}
	if d.Zero {
		r.out.Zero = append(r.out.Zero, key)
		return
	}
	text := Format(d)
	if is && d.Key == nil && text == "" || text == "nil" && is && len(s.Text) > len(text) {
		text = s.Text
	}
	r.out.Lines = append(r.out.Lines, Setting{Name: key, Text: text})
}

// fill gives a domain the values that it has when nobody has set any.
func (r *resolver) fill(d *search.Domain, t types.Type, key string) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		n, is := types.Unalias(u.Elem()).(*types.Named)
		if !is || r.named[r.nameOfAny(n)] == nil {
			d.Zero = true
			return
		}
		name := r.nameOf(n)
		d.Nil, d.Classes = !isKey(key), []string{name}
		if r.receiver != nil && key == r.nameOf(r.root)+"."+Receiver {
			d.Nil = false
			r.use(name)
			return
		}
		for inner, t := range r.inner {
			if types.Identical(t, n) {
				d.Inner = append(d.Inner, inner)
			}
		}
		slices.Sort(d.Inner)
		if isKey(key) {
			d.Inner = nil
		}
		r.use(name)
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			most := r.size
			if key == "atomic.Bool.v" {
				most = 1 // it is a boolean
			}
			for n := 0; n <= most && fits(int64(n), u); n++ {
				d.Values = append(d.Values, strconv.Itoa(n))
			}
		case u.Info()&types.IsBoolean != 0:
			d.Values = []string{"false", "true"}
		case u.Info()&types.IsString != 0:
			d.Values = []string{`""`, `"a"`}
		case u.Info()&types.IsFloat != 0:
			d.Values = []string{"0", "1"}
		default:
			d.Zero = true
		}
	default:
		d.Zero = true
	}
}

// isKey tells whether a bound is of the keys of a map, which are not nil unless somebody wants it.
func isKey(key string) bool { return len(key) > 5 && key[len(key)-5:] == ".keys" }

func (r *resolver) nameOfAny(n *types.Named) string {
	if n == nil {
		return ""
	}
	return r.nameOf(n)
}

// count returns the numbers from one to another.
func count(from, to int) []int {
	var out []int
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}
