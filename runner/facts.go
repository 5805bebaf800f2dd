package runner

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Facts are certificates as data: what the units below those of a batch have earned so far, by the names of units.
type Facts map[string]*Fact

// Fact is what one unit has earned.
type Fact struct {
	Program string              `json:"program,omitempty"` // the hash of the program that earned it
	Plain   bool                `json:"plain,omitempty"`   // all is as the plan assumed
	Leaves  map[string]LeafFact `json:"leaves,omitempty"`  // those of which something is known, by their ids
}

// LeafFact is what is known of one leaf: how many of its cases passed, how many are not of the run, whether it was
// failed or was flaky, and the decisions for the unit's own callees under which cases passed, of which only callee,
// decision and possible leaves are set.
type LeafFact struct {
	Passed  int             `json:"passed,omitempty"`
	Left    int             `json:"left,omitempty"`
	Failed  bool            `json:"failed,omitempty"`
	Flaky   bool            `json:"flaky,omitempty"`
	Choices []result.Choice `json:"choices,omitempty"`
}

// export returns what the named units have earned. It is the same whatever order things were noted in.
func (c *certificates) export(units []string) Facts {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := Facts{}
	for _, name := range units {
		if u := c.units[name]; u != nil {
			out[name] = u.export()
		}
	}
	return out
}

func (r *record) export() *Fact {
	out := &Fact{Program: r.binary, Plain: r.plain, Leaves: map[string]LeafFact{}}
	for id, l := range r.leaves {
		if l.passed == 0 && l.left == 0 && !l.failed && !l.flaky {
			continue
		}
		f := LeafFact{Passed: int(l.passed), Left: int(l.left), Failed: l.failed, Flaky: l.flaky}
		for _, ch := range l.choices {
			possible := slices.Sorted(slices.Values(ch.Possible))
			f.Choices = append(f.Choices, result.Choice{Callee: ch.Callee, Decision: ch.Decision, Possible: possible})
		}
		slices.SortFunc(f.Choices, func(a, b result.Choice) int {
			return cmp.Or(cmp.Compare(a.Callee, b.Callee), cmp.Compare(a.Decision, b.Decision),
				slices.Compare(a.Possible, b.Possible))
		})
		out.Leaves[id] = f
	}
	return out
}

// take sets what units have earned elsewhere. Those units are settled.
func (c *certificates) take(facts Facts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given = map[string]bool{}
	for name, f := range facts {
		u := c.units[name]
		if u == nil {
			continue
		}
		c.given[name] = true
		u.binary, u.plain = f.Program, f.Plain
		for id, of := range f.Leaves {
			if l := u.of(id); l != nil {
				l.passed, l.left, l.flaky, l.choices = int32(of.Passed), int32(of.Left), of.Flaky, of.Choices
				if of.Failed {
					u.fail(id)
				}
			}
		}
	}
}

// copyOf returns certificates that are those of the named units, and change apart from c.
func (c *certificates) copyOf(units []string) *certificates {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := &certificates{units: map[string]*record{}}
	for _, name := range units {
		if u := c.units[name]; u != nil {
			r := *u
			r.leaves = make(map[string]*leafRecord, len(u.leaves))
			for id, l := range u.leaves {
				of := *l
				r.leaves[id] = &of
			}
			out.units[name] = &r
		}
	}
	return out
}

// add adds what the cases of a unit earned in a batch that began with the given facts, and takes away what others
// lost there.
func (c *certificates) add(unit string, given, after Facts) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		for id, of := range after[name].Leaves {
			var before LeafFact
			if given[name] != nil {
				before = given[name].Leaves[id]
			}
			if name == unit {
				c.addLeaf(name, id, of)
				continue
			}
			if of.Failed && !before.Failed {
				c.withdraw(name, id)
			}
			if of.Flaky && !before.Flaky {
				c.doubt(name, id)
			}
		}
	}
}

func (c *certificates) addLeaf(unit, id string, of LeafFact) {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.units[unit]
	if u == nil {
		return
	}
	l := u.of(id)
	if l == nil {
		return
	}
	l.passed, l.flaky = l.passed+int32(of.Passed), l.flaky || of.Flaky
	l.choices = merge(l.choices, asPlanned(u.unit.Leaf(id), of.Choices))
	if of.Failed {
		u.fail(id)
	}
}

// asPlanned returns the decisions of a case of a leaf where these are the given ones in all that counts for others: the
// plan has them already.
func asPlanned(l *plan.Leaf, choices []result.Choice) []result.Choice {
	for _, c := range l.Cases {
		if slices.EqualFunc(c.Stubs, choices, func(a, b result.Choice) bool {
			return a.Callee == b.Callee && a.Decision == b.Decision && slices.Equal(a.Possible, b.Possible)
		}) {
			return c.Stubs
		}
	}
	return choices
}

// harms tells whether a batch of a unit took away what others had earned.
func harms(unit string, given, after Facts) bool {
	for name, f := range after {
		for id, of := range f.Leaves {
			var before LeafFact
			if given[name] != nil {
				before = given[name].Leaves[id]
			}
			if name != unit && (of.Failed && !before.Failed || of.Flaky && !before.Flaky) {
				return true
			}
		}
	}
	return false
}

// listBelow returns the units on whose certificates the decisions for a unit may rest: those that it uses or calls,
// itself or through others, sorted.
func listBelow(p *plan.Plan, u *plan.Unit) []string {
	seen := map[string]bool{u.Name: true}
	var out []string
	var add func(*plan.Unit)
	add = func(of *plan.Unit) {
		for _, name := range slices.Concat(of.Uses, of.Calls) {
			if q := p.Unit(name); q != nil && !seen[name] {
				seen[name] = true
				out = append(out, name)
				add(q)
			}
		}
	}
	add(u)
	slices.SortFunc(out, strings.Compare)
	return out
}
