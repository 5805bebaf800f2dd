package schema

import "github.com/ttf-int/ttf-int/zed"

// Units has the schemas that specify units, by the names that stand for them: the name
// of the schema, and the term for which the schema is another name, such as Push[ℕ]
// where PushNumber == Push[ℕ].
type Units map[string]string

// Units returns the units whose schemas have the given names. A term for which several
// of these are other names stands for none of them.
func (c *Calculus) Units(names []string) Units {
	out := Units{}
	for _, name := range names {
		out[name] = name
	}
	ambiguous := map[string]bool{}
	for _, name := range names {
		for e := c.renames(name); e != nil && out[refText(e)] != refText(e); e = c.renames(e.Name) {
			if other := out[refText(e)]; other != "" && other != name {
				ambiguous[refText(e)] = true
			}
			out[refText(e)] = name
			if len(e.Args) > 0 {
				break // its parameters stand for sets that the name of it alone does not say
			}
		}
	}
	for text := range ambiguous {
		delete(out, text)
	}
	return out
}

// renames returns the schema for which a definition is only another name, or nil.
func (c *Calculus) renames(name string) *zed.Ref {
	_, body, _ := c.defs.Definition(name)
	if e, ok := body.(*zed.Ref); ok && (e.Kind == zed.SchemaName || len(e.Args) > 0) {
		return e
	}
	return nil
}

// refText returns a reference to a schema as text.
func refText(e *zed.Ref) string {
	if len(e.Args) == 0 {
		return e.Name
	}
	return zed.Print(&zed.Ref{Name: e.Name, Args: e.Args}, zed.Unicode)
}

// unit returns the schema of a unit that a reference in the operation stands
// for.
func (u *unfolder) unit(e *zed.Ref) (schema string, ok bool) {
	if len(u.units) == 0 {
		return "", false
	}
	text := refText(e)
	schema = u.units[text]
	// What the operation is another name for is its own meaning.
	return schema, schema != "" && (schema != u.operation || text == schema)
}
