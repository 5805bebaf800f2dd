package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// A program may take another element of a given type than the one that its input names, at least for one
// of its results. Only a case shows it in whose before-state that other element has something of its own.
const (
	// wantedOthers is how many cases should show it for each input and result of a disjunct: two, in which
	// the elements may have exchanged their roles.
	wantedOthers = 2
	// maxOthers is how many cases are made of others for each input.
	maxOthers = 12
)

// mixup is a result of a disjunct for which another element of a given type is taken than the one that an
// input names.
type mixup struct {
	disjunct      int
	input, result string
}

// mixed is a mixup that a case shows, with both elements.
type mixed struct {
	mixup
	named, other string
}

// others looks for cases that show mixups.
type others struct {
	apart  *apart
	unit   *unit
	finder finder
	shown  map[mixup]int // by how many cases
	found  map[*plan.Case][]mixed
}

func newOthers(a *apart) *others {
	return &others{apart: a, unit: a.unit, finder: a.finder, shown: map[mixup]int{}, found: map[*plan.Case][]mixed{}}
}

// addAll adds cases, made of others by naming another element, so that mixups are shown.
func (o *others) addAll(ctx context.Context) {
	var inputs []zed.Var
	for _, v := range o.unit.Op.Input.Vars {
		if t, named := v.Type.(zed.NamedType); named && !t.Free && o.finder.system.Globals.Given[t.Name] != nil {
			inputs = append(inputs, v)
		}
	}
	if len(inputs) == 0 || o.unit.telling.large {
		return
	}
	cases := slices.DeleteFunc(slices.Concat(o.unit.Cases, o.apart.added), func(c *plan.Case) bool {
		return c.Expected == nil || c.Leaf.IsRejected() || isLarge(c)
	})
	for _, c := range cases {
		for _, v := range inputs {
			o.noteShown(ctx, c, v)
		}
	}
	for _, v := range inputs {
		left := maxOthers
		for _, c := range cases {
			if left > 0 && ctx.Err() == nil && o.add(ctx, c, v) {
				left--
			}
		}
	}
	o.unit.mixed = o.found
}

// isShown tells whether all mixups of an input that a disjunct may have are shown.
func (o *others) isShown(disjunct int, input string) bool {
	return !slices.ContainsFunc(o.unit.Op.Late.Vars, func(v zed.Var) bool {
		return o.shown[mixup{disjunct, input, v.Name}] < wantedOthers
	})
}

// noteShown notes the mixups that a case shows with an input.
func (o *others) noteShown(ctx context.Context, c *plan.Case, input zed.Var) {
	if o.isShown(c.Leaf.Disjunct, input.Name) {
		return
	}
	named, _ := c.Values().Lookup(input.Name)
	for _, other := range o.listInState(c.Values(), input, named) {
		if outcome, sure := o.outcomeWith(ctx, c.Values(), c.Sizes, input.Name, other); sure {
			o.note(c, input.Name, other, outcome)
		}
	}
}

// note notes the results of a case that would be others if its input named the other element, with the
// outcome that there would be.
func (o *others) note(c *plan.Case, input string, other value.Value, outcome spec.Values) {
	named, _ := c.Values().Lookup(input)
	for _, item := range c.Witness {
		one := mixup{c.Leaf.Disjunct, input, item.Name}
		if would, ok := outcome.Lookup(item.Name); !ok || would.Equal(item.Value) {
			continue
		}
		o.shown[one]++
		o.found[c] = append(o.found[c], mixed{one, named.Name(), other.Name()})
	}
}

// listInState returns the elements of an input's type that the before-state has, without the given one.
func (o *others) listInState(values spec.Values, input zed.Var, without value.Value) []value.Value {
	in := elementsBefore(values)
	elements, _ := o.listElements(input, values)
	return slices.DeleteFunc(elements, func(e value.Value) bool { return !in[e.Name()] || e.Equal(without) })
}

// elementsBefore returns the names of the elements of given types that the before-state has.
func elementsBefore(values spec.Values) map[string]bool {
	out := map[string]bool{}
	for _, item := range values {
		if schema.RoleOf(item.Name) == schema.Before {
			item.Value.Atoms(func(name string) { out[name] = true })
		}
	}
	return out
}

// outcomeWith returns the only outcome that the operation allows where an input names another element.
func (o *others) outcomeWith(ctx context.Context, values spec.Values, sizes value.Sizes, input string,
	element value.Value) (outcome spec.Values, sure bool) {
	judge := o.finder.withSizes(sizes).engine.Oracle.Unit(o.unit.Unit.Unit)
	all, complete, _ := judge.Outcomes(ctx, o.unit.Frame(replaceValue(values, input, element).Map()), 1)
	if len(all) != 1 || !complete {
		return nil, false
	}
	return all[0], true
}

// replaceValue returns values of which one is another.
func replaceValue(values spec.Values, name string, by value.Value) spec.Values {
	out := slices.Clone(values)
	for i := range out {
		if out[i].Name == name {
			out[i].Value = by
		}
	}
	return out
}

// listElements returns the elements of an input's type: those of the scope, or more where some values have
// more, and one after them; scope is how many there are of the former.
func (o *others) listElements(input zed.Var, values spec.Values) (elements []value.Value, scope int) {
	t := input.Type.(zed.NamedType).Name
	if scope = len(o.finder.system.Globals.Given[t]); o.unit.Scope.Given > 0 {
		scope = min(scope, o.unit.Scope.Given)
	}
	for _, item := range values {
		item.Value.Atoms(func(name string) { scope = max(scope, o.finder.system.Globals.Number(t, name)) })
	}
	all := o.finder.withSizes(value.Sizes{t: scope + 1}).system.Globals.Given[t]
	return slices.Clone(all[:scope+1]), scope
}

// add makes a case of another one by naming another element, where that shows mixups with the element that
// the other case names and that are not shown yet. It returns whether it made a case.
func (o *others) add(ctx context.Context, c *plan.Case, input zed.Var) bool {
	named, _ := c.Values().Lookup(input.Name)
	if !elementsBefore(c.Values())[named.Name()] {
		return false
	}
	elements, scope := o.listElements(input, c.Values())
	for i, element := range elements {
		if element.Equal(named) {
			continue
		}
		sizes := c.Sizes
		if i >= scope {
			sizes = sizes.Merge(value.Sizes{input.Type.(zed.NamedType).Name: i + 1})
		}
		if o.addNaming(ctx, c, input.Name, element, sizes) {
			return true
		}
	}
	return false
}

// addNaming adds the case that names another element than a given one, where it shows a mixup that is not
// shown yet.
func (o *others) addNaming(ctx context.Context, of *plan.Case, input string, element value.Value,
	sizes value.Sizes) bool {
	values := replaceValue(of.Values(), input, element)
	judge := o.finder.withSizes(sizes).engine.Oracle.Unit(o.unit.Unit.Unit)
	outcome, sure := o.outcomeWith(ctx, of.Values(), sizes, input, element)
	if !sure {
		return false
	}
	wanted := false
	for d, enabled := range judge.Enablings(ctx, o.unit.Frame(values.Map())) {
		for _, item := range outcome {
			would, _ := of.Witness.Lookup(item.Name)
			wanted = wanted || enabled != oracle.Disabled && !would.Equal(item.Value) &&
				o.shown[mixup{d + 1, input, item.Name}] < wantedOthers
		}
	}
	if !wanted {
		return false
	}
	c, _ := o.apart.makeCase(ctx, solve.Result{Model: values.Map(), Sizes: sizes})
	if c == nil || c.Expected == nil || c.Leaf.IsRejected() || o.apart.findSameCase(c) != nil {
		return false
	}
	o.apart.note(ctx, c)
	o.apart.keep(c)
	named, _ := of.Values().Lookup(input)
	o.note(c, input, named, of.Witness)
	return true
}

// key identifies a mixup with its elements.
func (m mixed) key() string { return fmt.Sprint("mixup ", m) }

// renameMixed returns mixups in which elements are replaced.
func renameMixed(list []mixed, by map[string]string) []mixed {
	out := slices.Clone(list)
	for i, m := range out {
		if to, ok := by[m.named]; ok {
			out[i].named = to
		}
		if to, ok := by[m.other]; ok {
			out[i].other = to
		}
	}
	return out
}
