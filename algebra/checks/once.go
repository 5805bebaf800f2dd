package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// sayOverlaps says which axioms differ, of which it is not shown that they agree, and which are never applied. One
// mistake is said once: the overlaps of an axiom that differs from several others are one error, which has a term for
// each, and names the axioms that are never applied because of it.
func (k *checker) sayOverlaps(all []*overlap) {
	var differ, doubt []*overlap
	for _, o := range all {
		switch {
		case o.differ:
			differ = append(differ, o)
		case !k.isUnused(o.outer) && !k.isUnused(o.inner):
			doubt = append(doubt, o)
		}
	}
	for _, group := range k.bySuspect(differ) {
		var parts []string
		for i, o := range group.overlaps {
			parts = append(parts, fmt.Sprintf("axioms %s and %s %s %s", language.FormatAxiom(k.class, o.inner),
				language.FormatAxiom(k.class, o.outer), [2]string{"differ for", "for"}[min(i, 1)], o.said))
		}
		if never := k.takeUnused(group); never != "" {
			parts = append(parts, never)
		}
		k.found.Errors.Add(source.Errorf(group.at.Span, "%s", strings.Join(parts, "; ")))
	}
	for _, group := range k.bySuspect(doubt) {
		var parts []string
		for _, o := range group.overlaps {
			parts = append(parts, fmt.Sprintf("axioms %s and %s both cover %s", language.FormatAxiom(k.class, o.inner),
				language.FormatAxiom(k.class, o.outer), o.said))
		}
		k.found.warn(group.at.Span, "%s: that they agree is not shown, but no term was found for which they differ",
			strings.Join(parts, "; "))
	}
	for _, a := range k.class.Axioms {
		if w, ok := k.unused[a]; ok {
			k.found.Warnings = append(k.found.Warnings, w)
		}
	}
}

func (k *checker) isUnused(a *language.Axiom) bool {
	_, ok := k.unused[a]
	return ok
}

// suspicion is an axiom, and overlaps that it has with others.
type suspicion struct {
	at       *language.Axiom
	overlaps []*overlap
}

// bySuspect groups overlaps: the axiom that most of those have which are left is the next suspect, and the later one
// of several.
func (k *checker) bySuspect(left []*overlap) (out []suspicion) {
	for len(left) > 0 {
		var next suspicion
		var rest []*overlap
		for _, a := range k.class.Axioms {
			var its, others []*overlap
			for _, o := range left {
				if o.outer == a || o.inner == a {
					its = append(its, o)
				} else {
					others = append(others, o)
				}
			}
			if len(its) > 0 && len(its) >= len(next.overlaps) {
				next, rest = suspicion{a, its}, others
			}
		}
		out, left = append(out, next), rest
	}
	return out
}

// takeUnused returns in words which axioms of a suspicion, and of the suspect's operation, are never applied, and
// forgets these: the suspicion says why.
func (k *checker) takeUnused(s suspicion) string {
	var names []string
	for _, a := range k.class.Axioms {
		of := a.Left.(*language.Apply).Decl == s.at.Left.(*language.Apply).Decl ||
			slices.ContainsFunc(s.overlaps, func(o *overlap) bool { return o.outer == a || o.inner == a })
		if of && k.isUnused(a) {
			names = append(names, language.FormatAxiom(k.class, a))
			delete(k.unused, a)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("axiom %s is never applied", names[0])
	}
	last := len(names) - 1
	return fmt.Sprintf("axioms %s and %s are never applied", strings.Join(names[:last], ", "), names[last])
}
