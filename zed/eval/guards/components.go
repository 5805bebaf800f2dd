package guards

import "github.com/ttf-int/ttf-int/zed"

// byComponents returns the value of a variable of which conjuncts give each component alone, as x.a = 1 ∧ x.b = 2 do;
// nil where there is none. It has no value where one of the components has none.
func (c *Finder) byComponents(name string, conjuncts []zed.Expr, unbound []string) *Guard {
	found, typ := map[int]zed.Expr{}, zed.Type(nil)
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || o.Op != zed.Equal || len(o.Args) != 2 {
			continue
		}
		for i, x := range o.Args {
			if of, at := componentOf(x, name); of != nil && found[at] == nil && !c.mentions(o.Args[1-i], unbound) {
				typ, found[at] = of, o.Args[1-i]
			}
		}
	}
	switch t := typ.(type) {
	case zed.SchemaType:
		if len(found) == len(t.Fields) {
			b := &zed.Binding{Info: zed.Info{Type: t}}
			for i, f := range t.Fields {
				b.Names, b.Values = append(b.Names, f.Name), append(b.Values, found[i])
			}
			return &Guard{Equal: b, Derived: true}
		}
	case zed.ProductType:
		if len(found) == len(t.Elems) {
			b := &zed.TupleExt{Info: zed.Info{Type: t}}
			for i := range t.Elems {
				b.Elems = append(b.Elems, found[i])
			}
			return &Guard{Equal: b, Derived: true}
		}
	}
	return nil
}

// componentOf returns the type of a variable of which a term is a component, and which one; nil for other terms.
func componentOf(e zed.Expr, name string) (of zed.Type, at int) {
	switch e := e.(type) {
	case *zed.Select:
		if t, ok := e.X.Typ().(zed.SchemaType); ok && isLocal(e.X, name) {
			for i, f := range t.Fields {
				if f.Name == e.Name {
					return t, i
				}
			}
		}
	case *zed.TupleSelect:
		if t, ok := e.X.Typ().(zed.ProductType); ok && isLocal(e.X, name) {
			return t, e.Index - 1
		}
	}
	return nil, 0
}
