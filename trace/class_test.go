package trace

import (
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
)

// showClasses has a case for each error class, whose calls show it.
func showClasses(t *testing.T) map[result.Class]*Case {
	called := specify(t, once)
	one := func(calls string) *Case { return called.newCase(t, "a?=2 c?=2", calls) }
	return map[result.Class]*Case{
		MFE: one("q outside a?=2"),
		ECI: one("q ok a?=2 b!=1; q ok a?=3 b!=1"),
		MIC: one(""),
		EFE: one("q ok a?=-1 b!=0"),
		WCI: one("q ok a?=3 b!=1"),
		WFE: specify(t, "Q == [n, n' : ℤ | n' = n + 1]\nP == Q ∧ [n, n' : ℤ]\n").newCase(t, "n=1", "q ok n=2 n'=3"),
	}
}

// Every error class has a name and a meaning of its own, is in the manual, and is what
// the calls of some case show, which show no other that goes before it.
func TestEveryClass(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../docs/blame.md")
	if err != nil {
		t.Fatal(err)
	}
	cases, known := showClasses(t), map[string]bool{}
	for _, c := range Classes() {
		if c.Meaning == "" || known[string(c.Name)] || known[c.Meaning] {
			t.Errorf("the class %q has no name and meaning of its own: %q", c.Name, c.Meaning)
		}
		known[string(c.Name)], known[c.Meaning] = true, true
		if Meaning(c.Name) != c.Meaning {
			t.Errorf("%s means %q", c.Name, Meaning(c.Name))
		}
		if !strings.Contains(string(manual), string(c.Name)+" ") {
			t.Errorf("docs/blame.md does not say what %s is", c.Name)
		}
		if cases[c.Name] == nil {
			t.Errorf("no case shows the class %s", c.Name)
			continue
		}
		if got, shown := (&look{Case: cases[c.Name], thorough: true}).class(); got != c.Name || c.shown == nil {
			t.Errorf("%q (%s), want %s", got, shown.why, c.Name)
		}
	}
	if got, shown := (&look{Case: specify(t, once).newCase(t, "a?=2 c?=2", "q ok a?=2 b!=1"),
		thorough: true}).class(); got != "" {
		t.Errorf("%q (%s) where every call is allowed", got, shown.why)
	}
}
