package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// skeleton returns the skeleton of the specification: the types, a state schema for each object
// and a schema for each unit whose name known does not have, with predicates that allow
// anything. It is "" where nothing is missing.
func (p *Package) skeleton(known func(name string) bool) string {
	var b strings.Builder
	paragraph := func(format string, args ...any) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, format, args...)
	}
	if p.replies() && !known("REPLY") {
		branches := []string{"ok"}
		for _, e := range p.Errors {
			branches = append(branches, spell(e.Z))
		}
		paragraph("REPLY ::= %s\n", strings.Join(branches, " | "))
	}
	for _, t := range p.Types {
		if known(t.Name) {
			continue
		}
		if t.Some != "" {
			paragraph("%s ::= %s | %s⟨⟨%s⟩⟩\n", spell(t.Name), spell(t.None), spell(t.Some), t.Of)
			continue
		}
		if len(t.Constants) == 0 {
			paragraph("%s == [%s]\n", spell(t.Name), declarations(t.Fields))
			continue
		}
		var branches []string
		for _, c := range t.Constants {
			branches = append(branches, spell(c.Z))
		}
		paragraph("%s ::= %s\n", spell(t.Name), strings.Join(branches, " | "))
	}
	for _, o := range p.Objects {
		if len(o.State) > 0 && !known(o.Schema) {
			paragraph("%s", o.schema())
		}
	}
	clock := ""
	for _, o := range p.Objects {
		if o.clock {
			clock = o.Schema
		}
		for _, m := range o.Methods {
			if !known(m.Schema) {
				paragraph("%s", m.schema(clock))
			}
		}
	}
	return b.String()
}

// replies tells whether some unit gives an error.
func (p *Package) replies() bool {
	for _, m := range p.units() {
		for _, s := range m.Results {
			if s.Z == "REPLY" {
				return true
			}
		}
	}
	for _, t := range p.Types {
		if strings.Contains(t.Of, "REPLY") {
			return true
		}
		for _, s := range t.Fields {
			if strings.Contains(s.Z, "REPLY") {
				return true
			}
		}
	}
	return false
}

// schema returns the state schema of an object.
func (o *Object) schema() string {
	var b strings.Builder
	fmt.Fprintf(&b, "┌ %s\n", spell(o.Schema))
	var sizes []string
	for _, v := range o.State {
		fmt.Fprintf(&b, "  %s : %s\n", spell(v.Name), v.Z)
		if v.Size > 0 {
			sizes = append(sizes, fmt.Sprintf("  # %s = %d\n", spell(v.Name), v.Size))
		}
	}
	if len(sizes) > 0 {
		b.WriteString("├\n" + strings.Join(sizes, ""))
	}
	b.WriteString("└\n")
	return b.String()
}

// schema returns the schema of a unit. clock is the name of that of the clock.
func (m *Method) schema(clock string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "┌ %s\n", spell(m.Schema))
	if len(m.object.State) > 0 {
		sign := "Δ"
		if m.Observes {
			sign = "Ξ"
		}
		fmt.Fprintf(&b, "  %s%s\n", sign, m.object.Schema)
	}
	if m.Time != "" {
		fmt.Fprintf(&b, "  %s%s\n", m.Time, clock)
	}
	for _, s := range append(append([]Slot(nil), m.Params...), m.Results...) {
		for _, name := range []string{s.Name, s.Back} {
			if name != "" {
				fmt.Fprintf(&b, "  %s : %s\n", spell(name), s.Z)
			}
		}
	}
	fmt.Fprintf(&b, "├\n  %s\n└\n", cmp.Or(m.Says, "true"))
	return b.String()
}

// documents returns the documents of the units that known does not have, and of a machine
// over all units where there is a state and no unit is known. It is "" where nothing is
// missing.
func (p *Package) documents(sut, z string, known func(unit string) bool) string {
	var docs []string
	all := true
	for _, m := range p.units() {
		if known(m.Unit) {
			all = false
			continue
		}
		doc := fmt.Sprintf("unit: %s\nsut: %s\nz: %s\nschema: %s\n", m.Unit, sut, z, m.Schema)
		if m.Says != "" && m.Observes && !m.object.isSet() {
			doc += "tactics: [dnf]\n"
		}
		if len(m.Calls) > 0 {
			doc += fmt.Sprintf("calls: [%s]\n", strings.Join(m.Calls, ", "))
		}
		if stubs := p.stubs(m); len(stubs) > 0 {
			doc += fmt.Sprintf("stubs: {%s}\n", strings.Join(stubs, ", "))
		}
		docs = append(docs, doc)
	}
	if all && p.hasState() {
		docs = append(docs, fmt.Sprintf("machine: %s\n%s", machineName(sut, p), p.machineUnits()))
	}
	return strings.Join(docs, "---\n")
}

// stubs returns what stands in for the callees of a unit on whose answers it may depend: a stub that is made from the
// callee's specification, or the callee itself, where a stub could not put the state that it leaves.
func (p *Package) stubs(m *Method) []string {
	var out []string
	for _, name := range slices.Compact(slices.Sorted(slices.Values(m.Seen))) {
		i := slices.IndexFunc(p.units(), func(c *Method) bool { return c.Unit == name })
		callee := p.units()[i]
		hidden := !callee.object.isSet()
		switch {
		case callee.Observes && len(callee.Results) == 0:
		case callee.Observes || !hidden:
			out = append(out, name+": spec")
		default:
			out = append(out, name+": self")
		}
	}
	return out
}

// isSet tells whether some variable of the state of an object can be set.
func (o *Object) isSet() bool {
	return slices.ContainsFunc(o.State, func(v Variable) bool { return v.Field != "" && !v.Seen })
}

// machineUnits returns the line that says of which units a machine is: of all that do not wait on the clock of the
// machine, with which its sequences would take long. It is "" where that is all, or none.
func (p *Package) machineUnits() string {
	var quick []string
	for _, m := range p.units() {
		if !m.Waits {
			quick = append(quick, m.Unit)
		}
	}
	if len(quick) == 0 || len(quick) == len(p.units()) {
		return ""
	}
	return fmt.Sprintf("units: [%s]\n", strings.Join(quick, ", "))
}

// machineName returns a name for a machine that no unit has.
func machineName(sut string, p *Package) string {
	for _, m := range p.units() {
		if m.Unit == sut {
			return sut + "-machine"
		}
	}
	return sut
}

func (p *Package) hasState() bool {
	for _, o := range p.Objects {
		if len(o.State) > 0 {
			return true
		}
	}
	return false
}

// settings returns the project's file.
func (p *Package) settings(name string) string {
	tags := ""
	if p.Own {
		tags = "-tags, underTest, "
	}
	return fmt.Sprintf(`apiVersion: ttf-int/v1
project: %[1]s
specs: ["specs/*.yaml"]
suts:
  %[1]s:
    build:   [go, build, %[2]s-o, bin/%[1]s, ./sut]
    command: [bin/%[1]s]
    env:     []
run: {parallel: 2, timeout: 5s}
`, name, tags)
}
