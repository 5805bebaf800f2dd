package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Complete sets in every case what follows from the rest of the plan: its digest, and
// the carriers of the given types on whose sizes it rests.
func (p *Plan) Complete() {
	d := &digester{plan: p, conditions: map[*Leaf]string{}}
	for _, u := range p.Units {
		constants := p.constantsOf(u)
		for _, c := range u.Cases {
			c.Digest, c.Carriers = d.digest(c, constants), p.carriers(c)
		}
	}
}

// carriers returns the given types on whose sizes a case rests, each with its elements.
func (p *Plan) carriers(c *Case) spec.Values {
	var out spec.Values
	if len(c.Rests) == 0 {
		return out
	}
	sized := p.System.Globals.WithSizes(c.Sizes)
	for _, name := range c.Rests.Names() {
		out = append(out, spec.NewItem(name, zed.PowerType{Elem: zed.NamedType{Name: name}},
			value.OfSet(slices.Clone(sized.Given[name]))))
	}
	return out
}

// digester computes the digests of a plan's cases.
type digester struct {
	plan       *Plan
	conditions map[*Leaf]string
	text, key  []byte
}

func (d *digester) digest(c *Case, constants string) string {
	d.text = d.text[:0]
	d.add(d.condition(c.Leaf), constants, c.Sizes.String())
	d.addSteps(c.Steps)
	d.addValues(c.Expected)
	for _, ch := range c.Stubs {
		d.add(ch.Callee, strconv.Itoa(ch.Occurrence), string(ch.Decision), string(ch.Otherwise))
		callee := d.plan.Unit(ch.Callee)
		d.addLeaf(callee, ch.Leaf)
		for _, id := range ch.Possible {
			d.addLeaf(callee, id)
		}
	}
	sum := sha256.Sum256(d.text)
	return hex.EncodeToString(sum[:16])
}

// add adds texts to the hash, each after its length.
func (d *digester) add(parts ...string) {
	for _, s := range parts {
		d.text = append(strconv.AppendInt(d.text, int64(len(s)), 10), ':')
		d.text = append(d.text, s...)
	}
}

// addValues adds values to the hash, and an empty text after them.
func (d *digester) addValues(vs spec.Values) {
	for _, item := range vs {
		d.key = item.Value.AppendKey(d.key[:0])
		d.add(item.Name)
		d.text = append(strconv.AppendInt(d.text, int64(len(d.key)), 10), ':')
		d.text = append(d.text, d.key...)
	}
	d.add("")
}

// addSteps adds the steps of a case to the hash; only the values where the steps are not
// scripted.
func (d *digester) addSteps(steps []suite.Step) {
	scripted := suite.IsScript(steps)
	for i := range steps {
		s := &steps[i]
		if scripted {
			d.add("step", s.Unit, strconv.Itoa(s.Object), strconv.Itoa(s.Keep))
			for _, p := range s.Passed {
				d.add(p.Name, strconv.Itoa(p.Object))
			}
		}
		d.addValues(s.Values)
	}
}

// addLeaf adds a leaf of a callee to the hash, with its condition.
func (d *digester) addLeaf(callee *Unit, id string) {
	d.add(id)
	if callee == nil {
		return
	}
	if l := callee.Leaf(id); l != nil {
		d.add(d.condition(l))
	}
}

// condition returns the conjunction of a leaf's condition and those above it, as text.
func (d *digester) condition(l *Leaf) string {
	text, ok := d.conditions[l]
	if !ok {
		text = l.Predicate()
		d.conditions[l] = text
	}
	return text
}

// constantsOf returns the values of the constants that a unit depends on.
func (p *Plan) constantsOf(u *Unit) string {
	if len(p.System.Constants) == 0 {
		return ""
	}
	names := p.System.Globals.MentionedNames(zed.NewFreeNames(zed.Global).NamesOf(u.Op.Pred))
	var b strings.Builder
	for _, c := range p.System.Constants {
		if names[c.Name] {
			fmt.Fprintf(&b, "%s=%s;", c.Name, c.Value.Key())
		}
	}
	return b.String()
}

// FindCurrent returns the results that belong to cases as the plan has them now, and the
// number of the other ones. A result about a callee belongs to the case in which it was
// called; a result of a case that was drawn belongs to the case of its leaf.
func (p *Plan) FindCurrent(results []*result.Result) (current []*result.Result, outdated int) {
	now := map[string]string{}
	for _, u := range p.Units {
		for _, c := range u.Cases {
			now[c.ID] = c.Digest
		}
	}
	current = slices.DeleteFunc(slices.Clone(results), func(r *result.Result) bool {
		in, _, _ := strings.Cut(result.CaseOf(r.Case), "~")
		return now[in] == "" || now[in] != r.Digest
	})
	return current, len(results) - len(current)
}
