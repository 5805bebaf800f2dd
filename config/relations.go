package config

import (
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// checkNames checks the names of units in the files of other units: each must exist, and no
// callee may stand in two lists.
func (c *collector) checkNames(units []*unit, twice bool) {
	var all []string
	known := map[string]*unit{}
	for _, u := range units {
		if known[u.Name] == nil {
			all = append(all, u.Name)
			known[u.Name] = u
		}
	}
	for _, u := range units {
		c.checkDerived(u, known, all)
		listed := map[string]*node{}
		for _, list := range [][]*node{u.uses, u.calls, u.shares} {
			for _, n := range list {
				name := n.yaml.Value
				if known[name] == nil {
					u.misnamed = true
					hint := source.DidYouMean(name, all)
					if hint != "" || !twice { // else one of two units of one name is the one that is meant
						failUnknown(c, n, "there is no unit %q%s", name, hint)
					}
				}
				if first := listed[name]; first != nil {
					c.errs = append(c.errs, source.Errorf(n.span(),
						"%q is in two lists of %s: uses are callees that it uses and calls, calls those that it only calls, shares those that it only uses",
						name, u.Name).WithPlace(first.span(), "it is here too"))
					continue
				}
				listed[name] = n
			}
		}
	}
}

// The guidelines of section 4 of Cristiá, Mesuro and Frydman, as errors cite
// them.
const (
	guidelineUses   = "if P uses and calls Q, P's schema must have the form A == SE(B, A1, …, An) (guideline (†), section 4)"
	guidelineCalls  = "if P calls Q and does not use it, Q's schema must not be part of P's, or P's correctness would depend on Q (guideline 4, section 4); where it does, list Q under uses"
	guidelineShares = "if P uses Q and does not call it, Q's schema must not be part of P's (guideline 5, section 4)"
)

// relate checks what a unit declares against the form (†) of its schema, and sets its
// Uses, Calls and Shares. A callee is the unit that a schema within this unit's schema
// specifies.
func (c *collector) relate(u *unit, bySchema map[string][]*unit, byName map[string]*unit) {
	part := map[string]bool{}
	var parts []string
	for _, o := range u.Op.Occurrences {
		if !part[o.Schema] {
			part[o.Schema] = true
			parts = append(parts, o.Schema)
		}
	}
	for _, n := range u.uses {
		if q := byName[n.yaml.Value]; q != nil && len(bySchema[q.Schema]) > 0 && !part[q.Schema] && u.greybox == nil {
			c.fail(n.span(), "%q is in uses, but its schema %s is not part of %s: %s", q.Name, q.Schema, u.Schema,
				guidelineUses)
		}
	}
	c.checkApart(u, u.calls, "calls", guidelineCalls, part, byName)
	c.checkApart(u, u.shares, "shares", guidelineShares, part, byName)
	u.Uses, u.Calls, u.Shares = sortTexts(u.uses), sortTexts(u.calls), sortTexts(u.shares)
	for _, schema := range parts {
		c.addSpecified(u, schema, bySchema[schema])
	}
	sort.Strings(u.Uses)
}

// checkApart reports callees of a list whose schemas are part of the unit's schema,
// which the guideline for that list forbids. The unit's own schema is ignored, since a
// recursive unit calls itself.
func (c *collector) checkApart(u *unit, list []*node, key, guideline string, part map[string]bool,
	byName map[string]*unit) {
	for _, n := range list {
		q := byName[n.yaml.Value]
		if q == nil || q.Schema == u.Schema || !part[q.Schema] || slices.ContainsFunc(u.uses, func(o *node) bool {
			used := byName[o.yaml.Value]
			return used != nil && used.Schema == q.Schema
		}) {
			continue
		}
		c.fail(n.span(), "%q is in %s, but its schema %s is part of %s: %s", q.Name, key, q.Schema, u.Schema, guideline)
	}
}

// addSpecified finds the unit that a schema within u's schema specifies, and adds it to
// the uses of u. It reports where u's own list of uses lacks the unit, or does not say
// which of several units with that schema is meant. A unit that u lists under calls or
// shares is left out, since checkApart has reported it.
func (c *collector) addSpecified(u *unit, schema string, units []*unit) {
	var used, free []string
	elsewhere := false
	for _, q := range units {
		switch {
		case slices.Contains(u.Uses, q.Name):
			used = append(used, q.Name)
		case slices.Contains(u.Calls, q.Name) || slices.Contains(u.Shares, q.Name):
			elsewhere = true
		default:
			free = append(free, q.Name)
		}
	}
	switch {
	case len(used) > 1:
		c.fail(u.At, "the uses of %s name %q and %q, which have one schema, %s: a call of one cannot be told from a call of the other",
			u.Name, used[0], used[1], schema)
	case len(used) == 1 || elsewhere || len(free) == 0:
	case len(free) > 1:
		err := source.Errorf(u.At,
			"the schema %s is part of %s, and specifies both %q and %q: uses must say which of them %s uses",
			schema, u.Schema, free[0], free[1], u.Name)
		for _, q := range units {
			err = err.WithPlace(q.schema.span(), "%s specifies %s", schema, q.Name)
		}
		c.errs = append(c.errs, err)
	case u.misnamed: // a name that is reported may be meant for it
	case u.declared:
		c.fail(u.At, "the schema %s of %q is part of %s, but %q is not in uses: %s", schema, free[0], u.Schema, free[0],
			guidelineUses)
	default:
		u.Uses = append(u.Uses, free[0])
	}
}

func sortTexts(list []*node) []string {
	out := []string{}
	for _, n := range list {
		out = append(out, n.yaml.Value)
	}
	slices.Sort(out)
	return out
}

// listUnits returns the units in the form of package spec.
func listUnits(units []*unit) []*spec.Unit {
	out := make([]*spec.Unit, len(units))
	for i, u := range units {
		out[i] = u.Unit
	}
	return out
}
