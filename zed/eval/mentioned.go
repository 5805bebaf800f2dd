package eval

import "github.com/ttf-int/ttf-int/zed"

// MentionedNames returns the given names and those that occur in their definitions, directly
// or indirectly.
func (g *Globals) MentionedNames(names []string) map[string]bool {
	out := map[string]bool{}
	free := zed.NewFreeNames(zed.Global)
	todo := names
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[: len(todo)-1 : len(todo)-1]
		if out[name] {
			continue
		}
		out[name] = true
		d := g.Defined[name]
		if _, valued := g.Consts[name]; d == nil || valued {
			continue
		}
		for _, e := range d.Parts() {
			todo = append(todo, free.NamesOf(e)...)
		}
	}
	return out
}
