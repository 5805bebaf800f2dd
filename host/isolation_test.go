package host

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/spec"
)

// TestEnvironment: what every program sees is what the project grants, and else the same on each machine.
func TestEnvironment(t *testing.T) {
	t.Setenv("TZ", "Europe/Berlin")
	t.Setenv("LC_ALL", "de_DE")
	t.Setenv("SECRET", "s3cret")
	for granted, want := range map[string]string{
		"":                 "TZ=UTC LANG=C.UTF-8",
		"TZ SECRET":        "TZ=Europe/Berlin SECRET=s3cret LANG=C.UTF-8",
		"TZ= LANG=x":       "TZ= LANG=x",
		"LC_ALL TZNAME=no": "LC_ALL=de_DE TZNAME=no TZ=UTC",
	} {
		p := NewProgram(&spec.SUT{Env: strings.Fields(granted)}, &spec.System{}, &Options{})
		p.command.Env = environment(p.spec.Env)
		if got := strings.Join(p.command.Env, " "); got != want {
			t.Errorf("%q grants %s, want %s", granted, got, want)
		}
		if said := strings.Join(IsolationOf(p).Environment, " "); strings.Contains(said, "s3cret") {
			t.Errorf("%q: what is granted is told: %s", granted, said)
		}
	}
}

// TestConfine: what the project asks for and the system cannot do is an error, and what is not limited is said.
func TestConfine(t *testing.T) {
	for name, c := range map[string]struct {
		run    spec.Run
		debug  bool
		says   string
		misses string
	}{
		"defaults":    {misses: "processes that it leaves behind are not found"},
		"files":       {run: spec.Run{Files: 1 << 29}, says: "run: {files: 536870912} cannot be had"},
		"debug":       {run: spec.Run{Files: 1 << 29}, debug: true, misses: "nothing is limited under --debug"},
		"some limits": {run: spec.Run{Files: 20, Processes: 3, Memory: 1 << 20}, misses: "guards need Linux"},
	} {
		p := NewProgram(&spec.SUT{}, &spec.System{Run: c.run}, &Options{Debug: c.debug})
		err := confine(p, &p.command)
		switch {
		case !proc.CanLimit && c.run != (spec.Run{}) && !c.debug:
			if err == nil {
				t.Errorf("%s: no error, on a system that limits nothing", name)
			}
		case (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says):
			t.Errorf("%s: %v, want %q", name, err, c.says)
		case err == nil:
			missing := IsolationOf(p).Missing
			if !slices.ContainsFunc(missing, func(m string) bool { return strings.Contains(m, c.misses) }) {
				t.Errorf("%s: missing is %q, want %q", name, missing, c.misses)
			}
		}
	}
}
