package pairs

import (
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// addNear adds a pair of a sequence and the normal form of one that is nearly the same: an
// operation is left out, done twice, exchanged with the next one, or has another value. It is a
// pair only where it is proved that they differ.
func (d *drawer) addNear(out *Pairs, s *drawn) error {
	m := d.maker
	term := m.packer.Unpack(s.nodes)
	list := language.Chain(term)
	if len(list) < 3 {
		return nil
	}
	i := 1 + s.rng.IntN(len(list)-2)
	changed := slices.Clone(list)
	switch s.rng.IntN(4) {
	case 0:
		changed = slices.Delete(changed, i, i+1)
	case 1:
		changed = slices.Insert(changed, i, changed[i])
	case 2:
		if changed[i+1].Decl.Kind != language.Observer {
			changed[i], changed[i+1] = changed[i+1], changed[i]
		}
	case 3:
		other := *changed[i]
		other.Args = slices.Clone(other.Args)
		for j, p := range other.Decl.Params {
			s.nodes = s.nodes[:0]
			if _, err := d.drawValue(s, p.Sort.Text, 0); err != nil {
				return ignoreStuck(err)
			}
			other.Args[j+1] = m.packer.Unpack(s.nodes)
		}
		changed[i] = &other
	}
	varied := language.Link(changed)
	m.machine.Steps = m.options.Steps
	r, err := m.machine.Evaluate(varied)
	if err != nil || m.machine.IsStuck(r) {
		return ignoreStuck(err)
	}
	out.Candidates++
	p := Pair{First: term, Second: m.express(r, varied)}
	told, same, err := m.tell(&p)
	switch {
	case err != nil:
		return err
	case told:
		out.Pairs = append(out.Pairs, p)
	case same:
		out.Same++
	default:
		out.Untold++
	}
	return nil
}
