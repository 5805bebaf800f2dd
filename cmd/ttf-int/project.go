package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// project is the project that a command is about, as the flags say.
type project struct {
	dir         string // -C
	config      string // --config
	breakCycles bool   // --break-cycles
}

// load reads the project. With kept, the command runs a plan from a file, which may
// have been made with --break-cycles: cycles are cut and not reported.
func (p *project) load(kept bool) (*spec.System, error) {
	if p.breakCycles || kept {
		return config.LoadCut(p.config, "")
	}
	return config.Load(p.config, "")
}

// command returns the words that call this program on the same project again, for
// messages.
func (p *project) command() string {
	out := "ttf-int"
	if p.dir != "" {
		out += " -C " + shellWord(p.dir)
	}
	if p.config != "" {
		out += " --config " + shellWord(p.config)
	}
	return out
}

// plainWord matches words that no shell treats specially.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./+:@%,-]+$`)

// shellWord returns a word as it is typed in a shell, quoted where that is necessary.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// findUnit returns the plan of the unit named on the command line.
func findUnit(pl *planner.Planned, name string) (*plan.Unit, error) {
	if u := pl.Unit(name); u != nil {
		return u, nil
	}
	if m := findMethod(pl.System, name); m != nil {
		return nil, fmt.Errorf("%s is a unit on structures, which has neither a tree nor a list of cases: %s is called on "+
			"every %s within the bounds, by `ttf-int run --unit %s`; `ttf-int explain %s` shows what came of it", name,
			m.Function, m.Structure.Type, name, name)
	}
	var names []string
	for _, u := range pl.Units {
		names = append(names, u.Name)
	}
	return nil, missingUnit(name, names)
}

// missingUnit returns the error that the name on the command line is none of the given ones.
func missingUnit(name string, names []string) error {
	return fmt.Errorf("there is no unit %q%s", name, source.DidYouMean(name, names))
}

// findUnits returns an error where a name is not that of a unit.
func findUnits(pl *planner.Planned, names []string) error {
	for _, name := range names {
		if _, err := findUnit(pl, name); err != nil {
			return err
		}
	}
	return nil
}

// findCase returns the case with the given id, and its unit.
func findCase(pl *planner.Planned, id string) (*plan.Unit, *plan.Case, error) {
	var ids []string
	for _, u := range pl.Units {
		for _, c := range u.Cases {
			if c.ID == id {
				return u, c, nil
			}
			ids = append(ids, c.ID)
		}
		if l := u.Leaf(id); l != nil {
			return nil, nil, fmt.Errorf("the leaf %s has no case: %s: %s", id, l.Status, l.Why().Reason)
		}
	}
	return nil, nil, fmt.Errorf("there is no case %q%s; `ttf-int cases UNIT` lists them", id,
		source.DidYouMean(id, ids))
}

// splitDrawn splits the id of a case that was drawn at random, leaf~number, where the
// number says the how-manieth drawn case of the leaf it is. It is false for other ids.
func splitDrawn(id string) (leaf, number string, ok bool) { return strings.Cut(id, "~") }

// count returns "1 unit" or "2 units".
func count(n int, what string) string {
	switch {
	case n != 1 && strings.HasSuffix(what, "s"):
		what += "es"
	case n != 1:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
