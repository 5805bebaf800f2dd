package trace

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

const promotedZ = `[ID]
Acc == [bal : ℤ]
Bank == [accs : ID ⇸ Acc]
Group == [banks : ID ⇸ Bank; log : ℤ]
Add == [ΔAcc | bal' = bal + 1]
Look == [ΞAcc; n! : ℤ | n! = bal]
ΦBank == [ΔBank; ΔAcc; id? : ID | id? ∈ dom accs ∧ θAcc = accs id? ∧ accs' = accs ⊕ {id? ↦ θAcc'}]
Deposit == ∃ ΔAcc • ΦBank ∧ Add
Show == ∃ ΔAcc • ΦBank ∧ Look
ΦGroup == [ΔGroup; ΔBank; at? : ID | at? ∈ dom banks ∧ θBank = banks at? ∧ banks' = banks ⊕ {at? ↦ θBank'} ∧ log' = log]
Everywhere == ∃ ΔBank • ΦGroup ∧ Deposit
Twice == Deposit ⨾ Deposit
`

// loadPromoted loads units of which some hide the state of others.
func loadPromoted(t *testing.T) *spec.System {
	t.Helper()
	var units []string
	for _, name := range []string{"Add", "Look", "Deposit", "Show", "Everywhere", "Twice"} {
		units = append(units, "unit: "+strings.ToLower(name)+"\nz: spec.zed\nschema: "+name+"\n")
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\n",
		"units.yaml":   strings.Join(units, "---\n"),
		"spec.zed":     promotedZ,
	})
	return system
}

// What moves with the state of a promoted callee, because a program holds the part
// in the whole, is nobody's fault; what moves beside it is.
func TestPromoted(t *testing.T) {
	t.Parallel()
	system := loadPromoted(t)
	// made is a call of a unit that changes its first state variable or not.
	made := func(unit string, change bool, moved string, inner ...*Call) *Call {
		u := system.Unit(unit)
		c := &Call{Unit: u, Frame: make([]value.Value, len(u.Op.Vars)), Moved: strings.Fields(moved), Calls: inner}
		for i, v := range u.Op.Vars {
			c.Frame[i] = value.OfInt(1)
			if change && strings.HasSuffix(v.Name, "'") {
				c.Frame[i] = value.OfInt(2)
			}
		}
		return c
	}
	for _, test := range []struct {
		name, unit, moved string
		calls             []*Call
		want              string // what still moved: of the unit, and of each call, outermost first
	}{
		{"the whole moves with the part", "deposit", "", []*Call{made("add", true, "accs")}, "|"},
		{"the part is shown where it lies", "deposit", "bal", []*Call{made("add", true, "accs")}, "|"},
		{"a part that did not change moves nothing", "show", "", []*Call{made("look", false, "accs")}, "|accs"},
		{"what is not part of the caller's", "deposit", "", []*Call{made("add", true, "accs log banks")}, "|log banks"},
		{"what nobody called hides", "deposit", "log bal", nil, "log bal"},
		{"what the caller has too is the callee's to leave alone", "twice", "", []*Call{made("deposit", true, "log")},
			"|log"},
		{"a caller that hides nothing", "twice", "bal",
			[]*Call{made("deposit", true, "bal", made("add", true, "accs"))}, "||"},
		{"parts of parts", "everywhere", "accs bal",
			[]*Call{made("deposit", true, "banks bal", made("add", true, "accs banks"))}, "||"},
		{"beside parts of parts", "everywhere", "accs other",
			[]*Call{made("deposit", true, "banks other", made("add", true, "accs other"))}, "other|other|other"},
		{"the state of one whose own is whole", "deposit", "", []*Call{made("add", true, "banks")}, "|banks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := &Case{Unit: system.Unit(test.unit), Moved: strings.Fields(test.moved), Calls: test.calls}
			excuse(c)
			got := []string{strings.Join(c.Moved, " ")}
			for list := c.Calls; len(list) > 0; list = list[0].Calls {
				got = append(got, strings.Join(list[0].Moved, " "))
			}
			if text := strings.Join(got, "|"); text != test.want {
				t.Errorf("left %q, want %q", text, test.want)
			}
		})
	}
}
