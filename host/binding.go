package host

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Binding says how the variables that a program describes for a unit correspond to the
// unit's frame.
type Binding struct {
	Unit   *spec.Unit
	Served bool
	// Unset has the inputs and before-state variables that cannot be set, with the
	// reasons.
	Unset map[string]string

	// observed are the variables that can only be shown, and with whose values cases begin
	// wherever their leaves allow that.
	observed map[string]bool
	made     map[string]bool // the variables for which IsMade holds

	// passed is a state variable that the unit takes as a parameter, so that no object of
	// the program holds it, or "".
	passed string

	id    uint32
	given []slot
	got   []slot
	// frame are the state variables that the program shows and that are not in the
	// unit's signature.
	frame []pair
	// places has the places in the program's source where variables are bound, and place that where
	// the unit is, as far as the program tells.
	places map[string]string
	place  string
	// shapes say which values the program can hold for given and got.
	shapes [2][]*wire.Shape
	// doubtful are the variables, without a prime, for which the program lacks some
	// constants. Where it cannot express the value of one, that may not be its unit's
	// fault.
	doubtful map[string]bool
}

// Doubts tells whether a message is about a variable for which the program lacks some
// constants.
func (b *Binding) Doubts(message string) bool {
	name, _, found := strings.Cut(message, ": ")
	return found && b.doubtful[strings.TrimSuffix(name, "'")]
}

// slot is a variable of the program. It has the variable's index in the frame, or -1.
type slot struct {
	index int
	typ   zed.Type
	name  string
	ints  bool // it is a sequence of integers, as most variables are
	// object says that its values in the program are objects of the case.
	object bool
	sent   string // where the program says how its values are sent, for messages; "": it does not
}

// pair is a state variable outside a unit's signature, with its positions in given and
// got.
type pair struct {
	before, after int
	name          string
}

// bind compares the program's description with the specification, and binds its units.
func (p *Program) bind(d *wire.Description) error {
	p.units, p.edges, p.index = map[string]*Binding{}, map[edge]bool{}, map[string]uint32{}
	p.unitPlaces = map[string]string{}
	p.byID, p.scripts, p.properties = make([]*Binding, len(d.Units)), d.Scripts, d.Properties
	p.language, p.functions = d.Language, make([]string, len(d.Units))
	for i, u := range d.Units {
		p.functions[i] = u.Function
		if _, twice := p.index[u.Name]; twice {
			return fmt.Errorf("it describes the unit %s twice", u.Name)
		}
		if name := findRepeated(u.Given, u.Got); name != "" {
			return fmt.Errorf("it describes %s of %s twice", name, u.Name)
		}
		if why := findMiscast(u); why != "" {
			return errors.New("it describes " + why)
		}
		p.index[u.Name], p.unitPlaces[u.Name] = uint32(i), shortenPath(p.system.Dir, u.Place)
		s := p.system.Unit(u.Name)
		if s == nil {
			continue
		}
		b := bindUnit(s, u, p.system.Dir)
		b.id = uint32(i)
		p.units[u.Name], p.byID[i] = b, b
	}
	bindClasses(p, d)
	for _, e := range d.Edges {
		if int(e.Caller) >= len(d.Units) || int(e.Callee) >= len(d.Units) {
			return fmt.Errorf("it describes an edge between units %d and %d, and has only %d", e.Caller, e.Callee,
				len(d.Units))
		}
		p.edges[edge{d.Units[e.Caller].Name, d.Units[e.Callee].Name}] = true
	}
	return nil
}

// findRepeated returns the name of a variable that is in one of the lists twice, or "".
func findRepeated(lists ...[]*wire.Variable) string {
	for _, list := range lists {
		seen := map[string]bool{}
		for _, v := range list {
			if seen[v.Name] {
				return v.Name
			}
			seen[v.Name] = true
		}
	}
	return ""
}

// nameRole returns the word for variables of a role.
func nameRole(r wire.Role) string {
	switch r {
	case wire.Role_BEFORE:
		return "state before"
	case wire.Role_INPUT:
		return "an input"
	case wire.Role_AFTER:
		return "state after"
	case wire.Role_OUTPUT:
		return "an output"
	}
	return fmt.Sprintf("of role %d", r)
}

// roleOf returns the role that the decoration of a name stands for.
func roleOf(name string) wire.Role {
	switch schema.RoleOf(name) {
	case schema.Input:
		return wire.Role_INPUT
	case schema.After:
		return wire.Role_AFTER
	case schema.Output:
		return wire.Role_OUTPUT
	}
	return wire.Role_BEFORE
}

// findMiscast returns the variable that a unit describes in another role than its name has;
// "" where there is none. Where the unit does not say a role, it is that of the name.
func findMiscast(u *wire.Unit) string {
	for late, list := range [][]*wire.Variable{u.Given, u.Got} {
		for _, v := range list {
			is := roleOf(v.Name)
			switch {
			case v.Role != wire.Role_ROLE_UNKNOWN && v.Role != is:
				return fmt.Sprintf("%s of %s as %s, and it is %s", v.Name, u.Name, nameRole(v.Role), nameRole(is))
			case (is == wire.Role_AFTER || is == wire.Role_OUTPUT) != (late == 1):
				return fmt.Sprintf("%s of %s among what is %s, and it is %s", v.Name, u.Name,
					[...]string{"given", "got"}[late], nameRole(is))
			}
		}
	}
	return ""
}

// bindUnit binds a unit; dir is the project's folder.
func bindUnit(s *spec.Unit, u *wire.Unit, dir string) *Binding {
	b := &Binding{Unit: s, Served: u.Served, Unset: map[string]string{}, places: map[string]string{},
		place: shortenPath(dir, u.Place), doubtful: map[string]bool{}, observed: map[string]bool{},
		made: map[string]bool{}}
	vars := s.Op.Vars
	find := func(v *wire.Variable) slot {
		object, sent := v.Shape.GetKind() == wire.Kind_OBJECT, sentAt(dir, v.Shape)
		if i := s.Op.Find(v.Name); i >= 0 {
			return slot{i, vars[i].Type, v.Name, isInts(vars[i].Type), object, sent}
		}
		return slot{-1, nil, v.Name, false, object, sent}
	}
	for _, v := range u.Given {
		b.given, b.shapes[0] = append(b.given, find(v)), append(b.shapes[0], v.Shape)
		b.places[v.Name] = shortenPath(dir, v.Place)
		if v.Parameter {
			b.passed = cmp.Or(b.passed, v.Name)
		}
		b.made[v.Name] = v.Made
		if v.Fixed && s.Before == nil {
			b.Unset[v.Name] = onlyShown
			b.observed[v.Name] = v.Observed
		}
	}
	for _, v := range u.Got {
		if base := strings.TrimSuffix(v.Name, "'"); b.places[base] == "" {
			b.places[base] = shortenPath(dir, v.Place)
		}
		b.got, b.shapes[1] = append(b.got, find(v)), append(b.shapes[1], v.Shape)
	}
	for _, v := range s.Op.Early.Vars {
		if !slices.ContainsFunc(b.given, func(s slot) bool { return s.name == v.Name }) {
			b.Unset[v.Name] = "the program does not bind it" + cmp.Or(hintAtBound(s, u, v.Name, b.places),
				"; where it is bound by sut.Property, which shows it, operations lead to it")
		}
	}
	for i, g := range b.given {
		for j, h := range b.got {
			if h.name == g.name+"'" && h.index < 0 {
				b.frame = append(b.frame, pair{i, j, g.name})
			}
		}
	}
	return b
}

// hintAtBound returns the end of a message that a variable is not bound: the nearest of those that are bound and that
// the unit's schema does not have, with the place where the program binds it; "" where none is near.
func hintAtBound(s *spec.Unit, u *wire.Unit, name string, places map[string]string) string {
	for _, v := range u.Given {
		if s.Op.Find(v.Name) < 0 && source.DidYouMean(name, []string{v.Name}) != "" {
			return fmt.Sprintf("; %s binds %s, of which its schema says nothing", cmp.Or(places[v.Name], "it"), v.Name)
		}
	}
	return ""
}

// onlyShown is why a variable cannot be set that the program binds.
const onlyShown = "the program can show it but not set it"

// Shows tells whether the program shows a variable of the state before its unit runs, and
// Fixed whether it does and cannot set it.
func (b *Binding) Shows(name string) bool {
	return b.IsFixed(name) || b.Unset[name] == "" && slices.ContainsFunc(b.given,
		func(s slot) bool { return s.name == name })
}

// ShowsVariable tells whether the program shows a variable of the signature after its unit has run.
func (b *Binding) ShowsVariable(name string) bool {
	return slices.ContainsFunc(b.got, func(s slot) bool { return s.name == name && s.index >= 0 })
}

// IsFixed tells whether the program shows a variable of the state and cannot set it.
func (b *Binding) IsFixed(name string) bool { return b.Unset[name] == onlyShown }

// IsObserved tells whether a case begins with whatever value a variable has, wherever its leaf
// allows that.
func (b *Binding) IsObserved(name string) bool { return b.observed[name] }

// PassedVariable returns a state variable that the unit takes as a parameter, so that no object of the
// program holds it; "" where there is none.
func (b *Binding) PassedVariable() string { return b.passed }

// IsMade tells whether a variable of the state is set by the step that makes the object, and cannot be
// set after that.
func (b *Binding) IsMade(name string) bool { return b.made[name] }

// PlaceOf returns the place in the program's source where it binds a variable of the state, as
// far as the program tells it.
func (b *Binding) PlaceOf(name string) string { return b.places[name] }

// shortenPath returns a place in a file for messages: relative to the project's folder,
// or with only the last folder of its path where the file is not in the project.
func shortenPath(dir, place string) string {
	if rel, err := filepath.Rel(dir, place); err == nil && filepath.IsLocal(rel) && filepath.IsAbs(place) {
		return filepath.ToSlash(rel)
	}
	parts := strings.Split(filepath.ToSlash(place), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}

// shortenPlace returns a message with the place at its beginning shortened, as shortenPath does.
func shortenPlace(dir, message string) string {
	place, rest, found := strings.Cut(message, ": ")
	if !found || !filepath.IsAbs(place) {
		return message
	}
	return shortenPath(dir, place) + ": " + rest
}

// binding returns the binding of the program's unit with the given index; nil where the
// project has no such unit.
func (p *Program) binding(id uint32) *Binding {
	if int(id) < len(p.byID) {
		return p.byID[id]
	}
	return nil
}

// nameOf returns the name of the program's unit with the given index, for messages.
func (p *Program) nameOf(id uint32) string {
	if b := p.binding(id); b != nil {
		return b.Unit.Name
	}
	return fmt.Sprintf("unit %d", id)
}
