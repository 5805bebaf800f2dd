package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/source"
)

const acceptHelp = `Accept records that you reviewed the decisions that ` + "`ttf-int stubs`" + ` shows, all or those that
are named, in stubs.accepted.json beside ttf-int.yaml: for each who accepted it, when, and a
hash of the case's condition and values, the decision, and the leaf that it rests on. A name
is that of a unit, of a case, or of a condition, which stands for all cases below it;
--callee leaves out the decisions about others. Commit the file. A decision that is another
one later, or whose case is, is not accepted any more: ` + "`ttf-int run --require-accepted`" + ` ends
with 4 then. Those that were accepted before keep who accepted them.

The reviewer is --reviewer, or who git says that you are.`

func acceptCommand(a *app) *cobra.Command {
	r := &review{app: a}
	var scope signoff.Scope
	var reviewer string
	var list bool
	c := &cobra.Command{
		Use: "accept [UNIT|CONDITION|CASE...]", Short: "record that stub decisions were reviewed", Long: acceptHelp,
		Example: "  ttf-int stubs accept\n  ttf-int stubs accept insert --reviewer 'Ann Lee'\n" +
			"  ttf-int stubs accept insert/DNF_1/SP_1 --callee sort\n  ttf-int stubs accept --list",
	}
	c.Flags().StringVar(&reviewer, "reviewer", "", "the `NAME` of who accepts them (default: who git says that you are)")
	c.Flags().StringSliceVar(&scope.Callees, "callee", nil, "only the decisions about the callee `NAME`, as often as you like")
	c.Flags().BoolVar(&list, "list", false, "show what is not accepted, and record nothing")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		scope.Names = args
		find := func(pl *planner.Planned) error { return findScope(pl, scope) }
		return a.planning.show(cmd.Context(), true, find, func(pl *planner.Planned) error {
			if list {
				return r.listOpen(pl, scope)
			}
			return r.accept(cmd.Context(), pl, scope, reviewer)
		})
	}
	return a.planning.flag(c)
}

// findScope returns an error where a name of a scope is none of what a plan has or was accepted.
func findScope(pl *planner.Planned, scope signoff.Scope) error {
	accepted, _, err := signoff.Read(pl.System.Dir)
	if err != nil {
		return err
	}
	var names, callees []string
	below := map[string]bool{} // the names of conditions
	add := func(testCase string) {
		names = append(names, testCase)
		for i, r := range testCase {
			below[testCase[:i]] = below[testCase[:i]] || strings.ContainsRune("/~#", r)
		}
	}
	for _, u := range pl.Units {
		names = append(names, u.Name)
		callees = append(append(callees, u.Uses...), u.Calls...)
		for _, c := range u.Cases {
			add(c.ID)
		}
	}
	for _, e := range accepted.Entries() { // those that are gone too
		names, callees = append(names, e.Unit), append(callees, e.Callee)
		add(e.Case)
	}
	for _, name := range scope.Names {
		if !below[name] && !slices.Contains(names, name) {
			return fmt.Errorf("there is no unit, condition or case %q%s", name, source.DidYouMean(name, names))
		}
	}
	for _, name := range scope.Callees {
		if !slices.Contains(callees, name) {
			return fmt.Errorf("no unit uses or calls %q%s", name, source.DidYouMean(name, callees))
		}
	}
	return nil
}

// nameReviewer returns the name that git has for whoever works here.
func nameReviewer(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "git", "config", "user.name").Output()
	name := strings.TrimSpace(string(out))
	if err != nil || name == "" {
		return "", errors.New("git does not say who you are: expected --reviewer NAME")
	}
	return name, nil
}

// listDecisions returns all decisions as they are now.
func (r *review) listDecisions(pl *planner.Planned) ([]signoff.Decision, error) {
	run, from, err := r.planning.readLatest(pl)
	if err != nil {
		return nil, err
	}
	return report.Stubs(pl.Plan, run, nil, from).ListDecisions()
}

// accept records the decisions of a scope as accepted.
func (r *review) accept(ctx context.Context, pl *planner.Planned, scope signoff.Scope, reviewer string) (err error) {
	if pl.Unfinished != nil {
		return nil // how planning ended is said
	}
	if reviewer = strings.TrimSpace(reviewer); reviewer == "" {
		if reviewer, err = nameReviewer(ctx); err != nil {
			return err
		}
	}
	decisions, err := r.listDecisions(pl)
	if err != nil {
		return err
	}
	accepted, _, err := signoff.Read(pl.System.Dir)
	if err != nil {
		return err
	}
	done := accepted.Accept(scope, decisions, reviewer, time.Now())
	if err := accepted.Write(pl.System.Dir); err != nil {
		return blameMachinery(err)
	}
	return r.console.write(func(w io.Writer) error {
		if r.console.json {
			return report.WriteDocument(w, done)
		}
		_, err := fmt.Fprintf(w, "%s accepted %s: %d new, %d changed; %d were accepted before, %d are gone (%s)\n",
			reviewer, count(done.New+done.Changed, "decision"), done.New, done.Changed, done.Kept, done.Gone,
			signoff.FileName)
		return err
	})
}

// listOpen shows the decisions of a scope that are not accepted.
func (r *review) listOpen(pl *planner.Planned, scope signoff.Scope) error {
	decisions, err := r.listDecisions(pl)
	if err != nil {
		return err
	}
	decisions = slices.DeleteFunc(decisions,
		func(d signoff.Decision) bool { return !scope.Covers(d.Unit, d.Case, d.Callee) })
	open, err := findOpen(pl.System.Dir, decisions)
	if err != nil {
		return err
	}
	return r.console.write(func(w io.Writer) error {
		if r.console.json {
			return report.WriteDocument(w, map[string]any{"open": open})
		}
		for _, o := range open {
			if _, err := fmt.Fprintln(w, o); err != nil {
				return err
			}
		}
		return nil
	})
}

// openDecision is a decision that is not accepted.
type openDecision struct {
	Unit     string           `json:"unit"`
	Case     string           `json:"case"`
	Callee   string           `json:"callee"`
	Decision string           `json:"decision"`
	Standing signoff.Standing `json:"standing"`
}

func (o openDecision) String() string {
	return fmt.Sprintf("%-7s  %s  %s: %s", o.Standing, o.Case, o.Callee, o.Decision)
}

// findOpen returns those decisions that are not accepted in the project of a folder.
func findOpen(folder string, decisions []signoff.Decision) ([]openDecision, error) {
	accepted, _, err := signoff.Read(folder)
	if err != nil {
		return nil, err
	}
	out := []openDecision{}
	for _, d := range decisions {
		if standing, _ := accepted.Of(d); standing != signoff.Agreed {
			out = append(out, openDecision{d.Unit, d.Case, d.CalleeName(), d.Decision, standing})
		}
	}
	return out, nil
}

// maxOpenSaid is how many decisions that are not accepted a run names.
const maxOpenSaid = 10

// requireAccepted says which decisions of the cases that a run ran are not accepted, and tells whether
// there are none.
func (r *testRun) requireAccepted(pl *planner.Planned, run *result.Run) (bool, error) {
	decisions, err := report.Stubs(pl.Plan, run, nil, report.Source{}).ListDecisions()
	if err != nil {
		return false, err
	}
	decisions = slices.DeleteFunc(decisions, func(d signoff.Decision) bool { return run.ResultOf(d.Case) == nil })
	open, err := findOpen(pl.System.Dir, decisions)
	if err != nil || len(open) == 0 {
		return err == nil, err
	}
	r.console.say("%s not accepted; `%s stubs accept` records a review:", countAre(len(open), "stub decision"),
		r.project.command())
	for _, o := range open[:min(len(open), maxOpenSaid)] {
		r.console.say("  %s", o)
	}
	if more := len(open) - maxOpenSaid; more > 0 {
		r.console.say("  and %d more, which `%s stubs accept --list` shows", more, r.project.command())
	}
	return false, nil
}

func countAre(n int, what string) string {
	if n == 1 {
		return count(n, what) + " is"
	}
	return count(n, what) + " are"
}
