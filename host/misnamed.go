package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
)

// findMisnamed finds an input or output that the program binds and the unit's schema does not have, where the
// schema has another one that the program does not bind: one of the two names is wrong. So it is for a variable of the
// state that no schema has, and whose name is near to one that is not bound. What the program shows besides is
// nobody's mistake, unless the schema has a variable of the state that no case can set, and no schema has the one that
// the program binds.
func (t *trial) findMisnamed(u *plan.Unit, b *Binding) {
	for _, part := range []struct {
		bound []slot
		vars  []zed.Var
		mark  string
	}{{b.given, b.Unit.Op.Input.Vars, "?"}, {b.got, b.Unit.Op.Output.Vars, "!"}, {b.given, b.Unit.Op.Early.Vars, ""}} {
		var missing []string
		for _, v := range part.vars {
			isBound := slices.ContainsFunc(part.bound, func(s slot) bool { return s.name == v.Name })
			if !isBound && (part.mark != "" || roleOf(v.Name) == wire.Role_BEFORE) &&
				(u.Tree == nil || !u.Tree.Completion[v.Name]) {
				missing = append(missing, v.Name)
			}
		}
		for _, s := range part.bound {
			if s.index >= 0 || s.object || !strings.HasSuffix(s.name, part.mark) || len(missing) == 0 {
				continue
			}
			if part.mark == "" && (roleOf(s.name) != wire.Role_BEFORE || t.isKnown(s.name)) {
				continue
			}
			near := source.DidYouMean(s.name, missing)
			if near == "" {
				near = ": one of the two names is wrong"
			}
			lacks := fmt.Sprintf("the schema %s has no %s", b.Unit.Schema, s.name)
			if part.mark == "" {
				lacks = "no schema has " + s.name // which is said once, whatever units have the state
			}
			t.noteWrong(b, s, nil, fmt.Sprintf("%s, and the program does not bind %s%s", lacks, source.List(missing),
				near))
		}
	}
}

// isKnown tells whether the schema of any unit has a variable.
func (t *trial) isKnown(name string) bool {
	return slices.ContainsFunc(t.program.system.Units, func(u *spec.Unit) bool {
		return u.Op != nil && u.Op.Find(name) >= 0
	})
}

// findMisnamedUnit finds a unit that the program has under a name that is near to that of one of its units in the
// project, and that is not one of these.
func (t *trial) findMisnamedUnit(u *plan.Unit) {
	if u.SUT != t.program.spec.Name {
		return
	}
	for _, name := range t.program.Units() {
		if t.program.units[name] == nil && source.DidYouMean(u.Name, []string{name}) != "" {
			t.program.mistakes = append(t.program.mistakes, placed(t.program.unitPlaces[name], fmt.Sprintf(
				"the system under test %s has the unit %s, which the project does not have: did you mean %q?",
				t.program.spec.Name, name, u.Name)))
		}
	}
}
