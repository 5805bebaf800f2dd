package korat

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/korat/bounds"
)

// knownFile is what is added to a copy of a package whose objects are known to be in order: no program can make others.
const knownFile = "ttfint_known.go"

// knownFunc is the function of such a file that tells whether an object is in order.
const knownFunc = "TtfintInOrder"

// known is what is known of packages of the standard library: a type, and a file that is added to a copy.
var known = map[string]struct {
	typ    string
	bounds []bounds.Setting // that hold where a person sets no others
	text   string
}{
	"container/list": {"List", []bounds.Setting{{Name: "list.List.root.list", Text: "nil"},
		{Name: "list.List.root.Value", Text: "nil"}}, `package list

func TtfintInOrder(l *List) bool {
	if l.root.list != nil || l.root.Value != nil {
		return false
	}
	if l.root.next == nil {
		return l.root.prev == nil && l.len == 0
	}
	n, last := 0, &l.root
	for e := l.root.next; e != &l.root; e = e.next {
		n++
		if n > l.len || e == nil || e.prev != last || e.list != l {
			return false
		}
		last = e
	}
	return l.root.prev == last && n == l.len
}
`},
}

// knownOf returns the function that tells whether objects of a type are in order, or nil.
func knownOf(t types.Type) *types.Func {
	n, is := types.Unalias(t).(*types.Named)
	if !is || n.Obj().Pkg() == nil {
		return nil
	}
	for path, k := range known {
		if strings.HasSuffix(n.Obj().Pkg().Path(), copyFolder+"/"+path) && n.Obj().Name() == k.typ {
			f, _ := n.Obj().Pkg().Scope().Lookup(knownFunc).(*types.Func)
			return f
		}
	}
	return nil
}

// knownBounds returns the bounds of what is known, those aside that are set.
func knownBounds(s *Subject, set []bounds.Setting) []bounds.Setting {
	var out []bounds.Setting
	eachKnown(s, func(f *types.Func, _ string, _ []string) {
		_, path, _ := strings.Cut(f.Pkg().Path(), copyFolder+"/")
		for _, b := range known[path].bounds {
			is := func(other bounds.Setting) bool { return other.Name == b.Name }
			if !slices.ContainsFunc(set, is) && !slices.ContainsFunc(out, is) {
				out = append(out, b)
			}
		}
	})
	return out
}

// eachKnown calls a function for each place in the root object x, or in what its parameters point to, that has an
// object of which it is known when it is in order: with an expression for a pointer to it, and those for pointers that
// are nil where there is none.
func eachKnown(s *Subject, do func(f *types.Func, expr string, mayBeNil []string)) {
	var visit func(t types.Type, expr string, guards []string)
	visit = func(t types.Type, expr string, guards []string) {
		u, is := t.Underlying().(*types.Struct)
		if !is {
			return
		}
		for i := range u.NumFields() {
			f := u.Field(i)
			if f.Name() == "_" || !f.Exported() && f.Pkg() != s.pkg.Types {
				continue
			}
			at := expr + "." + f.Name()
			value := "ttfsearch.GetAll(&" + at + ")"
			with := append(slices.Clone(guards), value)
			p, isPointer := f.Type().Underlying().(*types.Pointer)
			switch {
			case knownOf(f.Type()) != nil:
				do(knownOf(f.Type()), "&"+at, guards)
			case isPointer && knownOf(p.Elem()) != nil:
				do(knownOf(p.Elem()), value, with)
			case isPointer && s.root != s.typ && types.Identical(p.Elem(), s.typ) && expr == "x":
				visit(s.typ, value, with)
			case !isPointer:
				visit(f.Type(), at, guards)
			}
		}
	}
	visit(s.root, "x", nil)
}

// knownText returns what is asked of the root object x before the predicate, with an operator behind it, or "".
func knownText(s *Subject, qualify types.Qualifier) string {
	var b strings.Builder
	eachKnown(s, func(f *types.Func, expr string, mayBeNil []string) {
		b.WriteString("(")
		for _, p := range mayBeNil {
			b.WriteString(p + " == nil || ")
		}
		fmt.Fprintf(&b, "%s.%s(%s)) && ", qualify(f.Pkg()), f.Name(), expr)
	})
	return b.String()
}
