package schema

import (
	"github.com/ttf-int/ttf-int/zed"
)

// instance returns the body of a generic definition in which actual parameters replace
// the formal ones, in terms and in types. It returns the same term for the same
// instance.
func (c *Calculus) instance(r *zed.Ref) zed.Expr {
	params, body, ok := c.defs.Definition(r.Name)
	if !ok || len(params) != len(r.Args) {
		return r
	}
	key := zed.Print(&zed.Ref{Name: r.Name, Args: r.Args}, zed.Unicode)
	if e, ok := c.instances[key]; ok {
		return e
	}
	args := map[string]zed.Expr{}
	for i, p := range params {
		args[p] = r.Args[i]
	}
	e := zed.Instance(body, args, func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal && args[n.Name] != nil {
				return elemOf(args[n.Name])
			}
			return nil
		})
	}, nil)
	c.instances[key] = e
	return e
}
