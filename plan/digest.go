package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Digest returns a hash of what a verdict on a case of the unit belongs to: its
// condition and values, the outcome that is expected where only one is, the decisions
// for its callees with the leaves that these rest on, and the constants that the unit
// depends on.
func (p *Plan) Digest(u *Unit, c *Case) string {
	h := sha256.New()
	write := func(parts ...string) {
		for _, s := range parts {
			fmt.Fprintf(h, "%d:%s", len(s), s)
		}
	}
	values := func(vs spec.Values) {
		for _, item := range vs {
			write(item.Name, item.Value.Key())
		}
		write("")
	}
	write(c.Leaf.condition(), p.constantsOf(u))
	write(c.Sizes.String())
	values(c.Values)
	values(c.Expected)
	for _, ch := range c.Stubs {
		write(ch.Callee, fmt.Sprint(ch.Occurrence), string(ch.Decision), string(ch.Otherwise))
		for _, id := range append([]string{ch.Leaf}, ch.Possible...) {
			write(id)
			if q := p.Unit(ch.Callee); q != nil && q.Leaf(id) != nil {
				write(q.Leaf(id).condition())
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// condition returns the leaf's predicate as text, which is made once.
func (l *Leaf) condition() string {
	l.once.Do(func() { l.text = l.Predicate() })
	return l.text
}

// constantsOf writes the constants that a unit depends on, with their values.
func (p *Plan) constantsOf(u *Unit) string {
	u.once.Do(func() {
		names := p.System.Globals.Mentioned(zed.NewFreeNames(zed.Global).Of(u.Op.Pred))
		var b strings.Builder
		for _, c := range p.System.Constants {
			if names[c.Name] {
				fmt.Fprintf(&b, "%s=%s;", c.Name, c.Value.Key())
			}
		}
		u.constants = b.String()
	})
	return u.constants
}

// Current returns those of the results that belong to the cases of the plan as they
// are now, and how many do not. What a callee did in a case belongs to that case.
func (p *Plan) Current(results []*result.Result) (current []*result.Result, outdated int) {
	digests := map[string]string{}
	for _, u := range p.Units {
		for _, c := range u.Cases {
			digests[c.ID] = p.Digest(u, c)
		}
	}
	current = slices.DeleteFunc(slices.Clone(results), func(r *result.Result) bool {
		in := r.Case
		if _, shown, charged := strings.Cut(in, "@"); charged {
			in = shown
		}
		return digests[in] == "" || digests[in] != r.Digest
	})
	return current, len(results) - len(current)
}
