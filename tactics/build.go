package tactics

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// MaxConditions is the default for the number of conditions that a tree may have. It is
// more than a person will ever read, and takes seconds to build.
const MaxConditions = 20_000

// builder builds a tree.
type builder struct {
	basis  *Basis
	known  []Tactic                    // the tactics in All, and those of the project
	counts map[string]int              // the number of conditions by the label of their tactic
	beside map[*suite.Condition]Tactic // conditions that stand beside others, with their tactics
	parts  map[sharedPart]*suite.Part
}

// Build returns the testing tree of a unit, with at most `limit` conditions (0: as many
// as the project allows, or MaxConditions). Errors are about the unit's tactics, and
// located in its specification.
func Build(system *spec.System, unit *spec.Unit, limit int) (*suite.Tree, error) {
	return build(system, unit, limit, All())
}

// Conditions is Build without what tactics add to a tree beside its conditions, for whoever asks
// about leaves alone: the mutants of a large operation take most of the time.
func Conditions(system *spec.System, unit *spec.Unit, limit int) (*suite.Tree, error) {
	known := All()
	for i := range known {
		if known[i].Keeps {
			known[i].Read = func(*Basis, spec.Tactic) (Divider, error) { return divideAlways(nil), nil }
		}
	}
	return build(system, unit, limit, known)
}

// build does the work of Build with the given tactics.
func build(system *spec.System, unit *spec.Unit, limit int, known []Tactic) (*suite.Tree, error) {
	if limit <= 0 {
		limit = system.Conditions
	}
	if limit <= 0 {
		limit = MaxConditions
	}
	b := &builder{basis: newBasis(system, unit), known: known, counts: map[string]int{},
		beside: map[*suite.Condition]Tactic{}, parts: map[sharedPart]*suite.Part{}}
	for _, t := range system.Tactics {
		b.known = append(b.known, makeOwn(t))
	}
	b.basis.limit = limit
	b.basis.tree.Root = &suite.Condition{ID: unit.Name, Part: &suite.Part{
		Stem: unit.Schema + "_VIS", Tactic: "vis", Kind: suite.Enabled,
		Pred: &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: true}, Shown: "pre " + unit.Schema, Span: unit.At,
	}}
	b.basis.size = 1
	var errs source.Errors
	errs.Add(b.clashes())
	entries, err := b.entries()
	errs.Add(err)
	for _, entry := range entries {
		errs.Add(b.apply(entry))
		if b.basis.size > b.basis.limit {
			break // what follows would only say so again
		}
	}
	if b.basis.Unit.Rejects != nil && b.basis.tree.Rejected == nil && len(errs) == 0 {
		errs.Add(source.Errorf(b.basis.Unit.Rejects.FullSpan(),
			"rejects is what the tactic rj expects of %s; its list of tactics has no rj", b.basis.Unit.Name))
	}
	errs.Add(b.keepRest(b.basis.tree.Root))
	errs.Add(b.prune())
	if err := errs.Err(); err != nil {
		return nil, err
	}
	return b.basis.tree, nil
}

// entries returns the steps for the unit's list of tactics, where recipes are expanded.
// Tactics with First come once, at the front unless the list names them. Where a unit names no
// tactic and nothing is specified of it, there are no others: nothing that it does could be wrong.
func (b *builder) entries() ([]step, error) {
	list := b.basis.Unit.Tactics
	if len(list) == 0 && !b.basis.Unit.Unspecified {
		list = []spec.Tactic{{Name: standardRecipe, Span: b.basis.Unit.At}}
	}
	all, err := b.expand(list, nil)
	first, named := b.firstSteps(b.basis.Unit.At), map[string]bool{}
	out := slices.DeleteFunc(all, func(s step) bool {
		if !slices.ContainsFunc(first, func(f step) bool { return f.Name == s.Name }) {
			return false
		}
		again := named[s.Name]
		named[s.Name] = true
		return again
	})
	unnamed := slices.DeleteFunc(first, func(f step) bool { return named[f.Name] })
	return append(unnamed, out...), err
}

// firstSteps returns the steps of the tactics with First, which divide every unit.
func (b *builder) firstSteps(at source.Span) []step {
	var out []step
	for _, t := range b.known {
		if t.First {
			out = append(out, step{Tactic: spec.Tactic{Name: t.Name, Span: at}})
		}
	}
	return out
}

// find returns the tactic that an entry names, one of All or of the project.
func (b *builder) find(entry spec.Tactic) (Tactic, error) {
	var names []string
	for _, t := range b.known {
		if t.Name == entry.Name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	for _, r := range Recipes() {
		names = append(names, r.Name)
	}
	for _, r := range b.basis.System.Recipes {
		names = append(names, r.Name)
	}
	return Tactic{}, source.Errorf(entry.Span, "there is no tactic or recipe %q%s", entry.Name,
		source.DidYouMean(entry.Name, names))
}

// clashes reports tactics and recipes of the project that have the name of another one.
func (b *builder) clashes() error {
	var errs source.Errors
	taken := map[string]string{}
	for _, t := range All() {
		taken[t.Name] = "a tactic of the tool"
	}
	for _, r := range Recipes() {
		taken[r.Name] = "a recipe of the tool"
	}
	claim := func(name, what string, at source.Span) {
		if other := taken[name]; other != "" {
			errs.Add(source.Errorf(at, "the name %q is taken: it is %s", name, other))
		}
		taken[name] = what
	}
	for _, t := range b.basis.System.Tactics {
		claim(t.Name, "a tactic of the project", t.Span)
	}
	for _, r := range b.basis.System.Recipes {
		claim(r.Name, "a recipe of the project", r.Span)
	}
	return errs.Err()
}

// step is one application of a tactic to a tree.
type step struct {
	spec.Tactic
	divide Divider // nil: Read of the tactic returns it, from the entry's argument
	group  *group  // nil: the step divides the conditions that earlier steps left
}

// group is a set of steps that divide the same conditions, side by side, so that the
// numbers of their conditions add up instead of multiplying.
type group struct{ leaves []*suite.Condition }

func (b *builder) apply(s step) error {
	entry := s.Tactic
	tactic, err := b.find(entry)
	if err != nil {
		return err
	}
	if tactic.Argument == "" && entry.Arg != nil {
		return source.Errorf(entry.Arg.Span, "the tactic %s takes no argument", entry.Name)
	}
	if tactic.Argument != "" && !tactic.Optional && entry.Arg == nil && s.divide == nil {
		return source.Errorf(entry.Span, "the tactic %s needs an argument: %s", entry.Name, tactic.Argument)
	}
	below, err := b.findBelow(entry)
	if err != nil {
		return err
	}
	divide := s.divide
	if divide == nil {
		if divide, err = tactic.Read(b.basis, entry); err != nil {
			return err
		}
	}
	leaves := b.leavesBelow(below)
	if s.group != nil && s.group.leaves == nil {
		s.group.leaves = leaves
	} else if s.group != nil {
		leaves = s.group.leaves
	}
	for _, leaf := range leaves {
		parts, err := divide(leaf)
		if err != nil {
			return err
		}
		if b.basis.size += len(parts); b.basis.size > b.basis.limit {
			return b.basis.newTooMany(entry.Span, b.basis.size)
		}
		b.grow(leaf, tactic, parts)
	}
	return nil
}

// findBelow returns the condition below which an entry applies.
func (b *builder) findBelow(entry spec.Tactic) (*suite.Condition, error) {
	if entry.At == nil {
		return b.basis.tree.Root, nil
	}
	return b.condition(entry.At, false)
}

// condition returns the condition with an id or a name; with `refused` also one on
// rejected inputs.
func (b *builder) condition(id spec.Located, refused bool) (*suite.Condition, error) {
	var found *suite.Condition
	var ids []string
	look := func(c *suite.Condition) {
		if c.ID == id.Value || c.Name() == id.Value {
			found = c
		}
		ids = append(ids, c.ID)
	}
	b.basis.tree.Walk(look)
	if refused {
		(&suite.Tree{Root: b.basis.tree.Rejected}).Walk(look)
	}
	if found == nil {
		return nil, source.Errorf(id.FullSpan(), "the testing tree has no condition %q here%s", id.Value,
			source.DidYouMean(id.Value, ids))
	}
	return found, nil
}

// leavesBelow returns the conditions below c that are to be divided: those that have no
// conditions below them, apart from conditions that stand beside others.
func (b *builder) leavesBelow(c *suite.Condition) []*suite.Condition {
	var out []*suite.Condition
	for _, child := range c.Children {
		if _, beside := b.beside[child]; !beside {
			out = append(out, b.leavesBelow(child)...)
		}
	}
	if len(out) == 0 {
		return []*suite.Condition{c}
	}
	return out
}

// keepRest adds to each condition that has only conditions of tactics with Beside below
// it one further condition, which holds where none of these does.
func (b *builder) keepRest(c *suite.Condition) error {
	var others []zed.Expr
	for _, child := range c.Children {
		if err := b.keepRest(child); err != nil {
			return err
		}
		if _, beside := b.beside[child]; beside {
			others = append(others, negate(child.Pred))
		}
	}
	if len(others) == 0 || len(others) < len(c.Children) {
		return nil
	}
	last := c.Children[len(c.Children)-1]
	if err := b.basis.Room(last.Span, 1); err != nil {
		return err
	}
	b.basis.size++
	b.grow(c, b.beside[last], []Part{{Pred: schema.Conjoin(others), Span: last.Span}})
	return nil
}

// grow adds conditions below a leaf, behind those of another tactic in the same group.
func (b *builder) grow(leaf *suite.Condition, tactic Tactic, parts []Part) {
	before := 0
	for _, c := range leaf.Children {
		if c.Tactic == tactic.Name {
			before++
		}
	}
	for i, p := range parts {
		b.counts[tactic.Label]++
		child := &suite.Condition{
			ID: leaf.ID + "/" + tactic.Label + "_" + strconv.Itoa(before+i+1), Parent: leaf,
			Number: b.counts[tactic.Label], Part: b.share(tactic, p, max(leaf.Disjunct, p.Disjunct)),
		}
		if leaf.Children = append(leaf.Children, child); tactic.Beside {
			b.beside[child] = tactic
		}
	}
}

// sharedPart identifies what conditions have in common: what one entry adds below each of several conditions.
type sharedPart struct {
	tactic   string
	pred     zed.Expr // a pointer
	shown    string
	span     source.Span
	disjunct int
}

// share returns what a condition says that a tactic makes, as another one has it where that says the same.
func (b *builder) share(tactic Tactic, p Part, disjunct int) *suite.Part {
	key := sharedPart{tactic.Name, p.Pred, p.Shown, p.Span, disjunct}
	if known := b.parts[key]; known != nil {
		return known
	}
	out := &suite.Part{Stem: b.basis.Unit.Schema + "_" + tactic.Label, Tactic: tactic.Name, Kind: tactic.Kind,
		Row: tactic.Rows, Pred: p.Pred, Shown: p.Shown, Span: p.Span, Disjunct: disjunct}
	if out.Shown == "" {
		out.Shown = zed.Print(p.Pred, zed.Unicode)
	}
	b.parts[key] = out
	return out
}

// prune marks the conditions that the specification rules out.
func (b *builder) prune() error {
	var errs source.Errors
	for _, id := range b.basis.Unit.Prune {
		c, err := b.condition(id, b.basis.tree.Rejected != nil)
		if err != nil {
			errs.Add(err)
			continue
		}
		(&suite.Tree{Root: c}).Walk(func(d *suite.Condition) {
			d.Pruned = "ruled out by hand in the specification, at " + id.FullSpan().Pos().String()
		})
	}
	return errs.Err()
}

// readScalar returns the argument of a tactic as text, or an error that says how it is
// written.
func readScalar(entry spec.Tactic, arg *spec.Argument, what string) (*source.Text, error) {
	if arg == nil || arg.Scalar == nil {
		span := entry.Span
		if arg != nil {
			span = arg.Span
		}
		return nil, source.Errorf(span, "the tactic %s expects %s here", entry.Name, what)
	}
	return arg.Scalar, nil
}

// fields returns the arguments of a tactic by name. They are written as a map, as a
// list in the order of the names, or as a scalar, which is the first of them.
func fields(entry spec.Tactic, names ...string) (map[string]*spec.Argument, error) {
	out := map[string]*spec.Argument{}
	arg := entry.Arg
	switch {
	case arg.Scalar != nil:
		out[names[0]] = arg
	case arg.Fields != nil:
		for _, f := range arg.Fields {
			known := false
			for _, n := range names {
				known = known || n == f.Name
			}
			if !known {
				return nil, source.Errorf(f.Span, "the tactic %s has no argument %q%s", entry.Name, f.Name,
					source.DidYouMean(f.Name, names))
			}
			out[f.Name] = f.Value
		}
	default:
		if len(arg.List) > len(names) {
			return nil, source.Errorf(arg.List[len(names)].Span, "the tactic %s takes %d arguments, not %d", entry.Name,
				len(names), len(arg.List))
		}
		for i, a := range arg.List {
			out[names[i]] = a
		}
	}
	return out, nil
}

func mentions(e zed.Expr, name string) bool {
	for _, v := range schema.FreeVars(e) {
		if v == name {
			return true
		}
	}
	return false
}
