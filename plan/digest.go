package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Digest returns a hash of what a verdict on a case of the unit belongs to: its
// condition and values, the outcome that is expected where only one is, the decisions
// for its callees with the leaves that these rest on, and the constants that the unit
// depends on.
func (p *Plan) Digest(u *Unit, c *Case) string {
	d := digests.Get().(*digested)
	defer digests.Put(d)
	d.text = d.text[:0]
	d.add(c.Leaf.condition(), p.constantsOf(u), c.Sizes.String())
	d.values(c.Values)
	d.values(c.Expected)
	for _, ch := range c.Stubs {
		d.add(ch.Callee, strconv.Itoa(ch.Occurrence), string(ch.Decision), string(ch.Otherwise))
		callee := p.Unit(ch.Callee)
		d.leaf(callee, ch.Leaf)
		for _, id := range ch.Possible {
			d.leaf(callee, id)
		}
	}
	sum := sha256.Sum256(d.text)
	return hex.EncodeToString(sum[:16])
}

// digested is the text that a digest is made of: its parts, each after its length.
type digested struct{ text, key []byte }

// digests holds buffers to be used again: a run makes a digest for every result.
var digests = sync.Pool{New: func() any { return &digested{} }}

func (d *digested) add(parts ...string) {
	for _, s := range parts {
		d.text = append(strconv.AppendInt(d.text, int64(len(s)), 10), ':')
		d.text = append(d.text, s...)
	}
}

// values adds values, and an empty part after them.
func (d *digested) values(vs spec.Values) {
	for _, item := range vs {
		d.key = item.Value.AppendKey(d.key[:0])
		d.add(item.Name)
		d.text = append(strconv.AppendInt(d.text, int64(len(d.key)), 10), ':')
		d.text = append(d.text, d.key...)
	}
	d.add("")
}

// leaf adds a leaf of a callee that a decision rests on.
func (d *digested) leaf(callee *Unit, id string) {
	d.add(id)
	if callee == nil {
		return
	}
	if l := callee.Leaf(id); l != nil {
		d.add(l.condition())
	}
}

// condition returns the leaf's predicate as text. The text is made once.
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
	now := map[string]string{}
	for _, u := range p.Units {
		for _, c := range u.Cases {
			now[c.ID] = p.Digest(u, c)
		}
	}
	current = slices.DeleteFunc(slices.Clone(results), func(r *result.Result) bool {
		in := r.Case
		if _, shown, charged := strings.Cut(in, "@"); charged {
			in = shown
		}
		return now[in] == "" || now[in] != r.Digest
	})
	return current, len(results) - len(current)
}
