package config

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// takeClasses takes the classes out of what units say that they use: their specifications are not schemas, so that
// nothing of what the paper asks of a callee is asked of them. A unit that has the name of a class is what is meant.
func (l classReader) takeClasses() {
	isUnit := func(name string) bool {
		return slices.ContainsFunc(l.loader.units, func(u *unit) bool { return u.Name == name })
	}
	for _, u := range l.loader.units {
		isClass := func(n *node) bool {
			return !isUnit(n.yaml.Value) && slices.ContainsFunc(l.loader.classes, func(k *class) bool {
				return k.Name == n.yaml.Value
			})
		}
		for _, n := range u.uses {
			if isClass(n) {
				u.ofClasses = append(u.ofClasses, n)
			}
		}
		if len(u.ofClasses) == 0 {
			continue
		}
		u.uses = slices.DeleteFunc(slices.Clone(u.uses), isClass)
		u.declared = len(u.uses) > 0 // which units it uses, it does not say then
		u.Classes = sortTexts(u.ofClasses)
	}
}

// unitCall is a unit with the inputs that stand for the parameters of an operation, such as put(key?, value?).
var unitCall = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9_.-]*)\s*(?:\(([^()]*)\))?\s*$`)

// relateClassUnits finds the units that operations of classes are. The units' schemas must have been read before.
func (l classReader) relateClassUnits(byName map[string]*unit) {
	for _, k := range l.loader.classes {
		if k.Algebra == nil {
			continue
		}
		for _, f := range k.units {
			one, ok := l.operationUnit(k, f, byName)
			if !ok {
				continue
			}
			k.Operations = append(k.Operations, one)
			if !slices.Contains(k.Uses, one.Unit) {
				k.Uses = append(k.Uses, one.Unit)
			}
		}
		slices.SortFunc(k.Operations, func(a, b spec.OperationUnit) int {
			return cmp.Compare(a.Operation, b.Operation)
		})
		slices.Sort(k.Uses)
	}
}

// operationUnit reads the unit that an operation of a class is. It is false where that is wrong, which it reports.
func (l classReader) operationUnit(k *class, f field, byName map[string]*unit) (one spec.OperationUnit, ok bool) {
	c, name := &l.loader.collector, f.key.yaml.Value
	o := k.Algebra.Find(name)
	if o == nil || name == language.Create {
		var names []string
		for _, o := range k.Algebra.Operations {
			if o.Name.Text != language.Create {
				names = append(names, o.Name.Text)
			}
		}
		c.fail(f.key.span(), "%q is not an operation of %s: %s", shorten(name), k.Name,
			source.FormatExpected(name, names))
		return one, false
	}
	m := unitCall.FindStringSubmatch(c.str(f.value, "the unit that the operation is"))
	if m == nil {
		c.fail(f.value.span(), "expected a unit, with the inputs that the parameters of %s stand for where there are "+
			"several, such as put(key?, value?)", name)
		return one, false
	}
	u := byName[m[1]]
	switch {
	case u == nil:
		c.fail(f.value.span(), "there is no unit %q%s", m[1], source.DidYouMean(m[1], keysOf(byName)))
		return one, false
	case u.Op == nil:
		return one, false // its schema is reported
	case u.SUT != k.SUT:
		c.fail(f.value.span(), "%s is not of the system under test of %s: its schema cannot judge what that does", u.Name,
			k.Name)
		return one, false
	}
	one = spec.OperationUnit{Operation: name, Unit: u.Name}
	if m[2] != "" {
		for _, input := range strings.Split(m[2], ",") {
			one.Inputs = append(one.Inputs, strings.TrimSpace(input))
		}
	} else if len(u.Op.Input.Vars) == 1 {
		one.Inputs = []string{u.Op.Input.Vars[0].Name}
	}
	return one, l.checkInputs(f.value, o, u, one.Inputs)
}

// checkInputs tells whether the inputs of a unit are what the parameters of an operation are, and reports where they
// are not.
func (l classReader) checkInputs(at *node, o *language.Operation, u *unit, inputs []string) bool {
	if len(inputs) != len(o.Params) || len(inputs) != len(u.Op.Input.Vars) {
		l.loader.collector.fail(at.span(), "%s has %d parameters and %s has %d inputs: expected %s with its inputs, in "+
			"the order of the parameters", o.Name.Text, len(o.Params), u.Name, len(u.Op.Input.Vars), u.Name)
		return false
	}
	for i, name := range inputs {
		j := slices.IndexFunc(u.Op.Input.Vars, func(v zed.Var) bool { return v.Name == name })
		if j < 0 || slices.Index(inputs, name) < i {
			l.loader.collector.fail(at.span(), "%s is not an input of %s, or is there twice", name, u.Name)
			return false
		}
		sort := ""
		switch u.Op.Input.Vars[j].Type.(type) {
		case zed.IntType:
			sort = language.Integer
		case zed.StrType:
			sort = language.String
		}
		if sort != o.Params[i].Sort.Text {
			l.loader.collector.fail(at.span(), "%s is of type %s, and the parameter of %s of sort %s: Integer stands for "+
				"ℤ, and String for strings", name, u.Op.Input.Vars[j].Type, o.Name.Text, o.Params[i].Sort.Text)
			return false
		}
	}
	return true
}

// checkMixedCycles reports a cycle of the uses relation that goes through units and classes. Cycles of units alone, or
// of classes alone, are reported elsewhere.
func (l classReader) checkMixedCycles() {
	relation, place := map[string][]string{}, map[graph.Edge]source.Span{}
	for _, u := range l.loader.units {
		relation[u.Name] = append(relation[u.Name], u.Uses...)
		for _, n := range u.ofClasses {
			to := graph.NodeOfClass(n.yaml.Value)
			relation[u.Name] = append(relation[u.Name], to)
			place[graph.Edge{Unit: u.Name, Uses: to}] = n.span()
		}
	}
	if len(place) == 0 {
		return
	}
	for _, k := range l.loader.classes {
		from := graph.NodeOfClass(k.Name)
		for _, name := range k.Uses {
			to := name
			if slices.ContainsFunc(l.loader.classes, func(o *class) bool { return o.Name == name }) {
				to = graph.NodeOfClass(name)
			}
			relation[from] = append(relation[from], to)
		}
	}
	_, err := graph.New(relation).Layers()
	var cycle *graph.CycleError
	if !errors.As(err, &cycle) {
		return
	}
	var located *source.Error
	for _, e := range cycle.Edges() {
		at, is := place[e]
		switch {
		case !is:
		case located == nil:
			located = source.Errorf(at, "the uses relation has a cycle: %s", err)
		default:
			located = located.WithPlace(at, "%s", e)
		}
	}
	if located != nil {
		l.loader.collector.errs = append(l.loader.collector.errs, located)
	}
}
