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
)

const acceptHelp = `Accept records that you reviewed the decisions that ` + "`ttf-int stubs`" + ` shows, of the units
that are named or of all, in stubs.accepted.json beside ttf-int.yaml: for each who accepted
it, when, and a hash of the case's condition and values, the decision, and the leaf that it
rests on. Commit the file. A decision that is another one later, or whose case is, is not
accepted any more: ` + "`ttf-int run --require-accepted`" + ` ends with 4 then. Those that were
accepted before keep who accepted them.

The reviewer is --reviewer, or who git says that you are.`

func acceptCommand(a *app) *cobra.Command {
	r := &review{app: a}
	var reviewer string
	var list bool
	c := &cobra.Command{
		Use: "accept [UNIT...]", Short: "record that stub decisions were reviewed", Long: acceptHelp,
		Example: "  ttf-int stubs accept\n  ttf-int stubs accept insert --reviewer 'Ann Lee'\n  ttf-int stubs accept --list",
	}
	c.Flags().StringVar(&reviewer, "reviewer", "", "the `NAME` of who accepts them (default: who git says that you are)")
	c.Flags().BoolVar(&list, "list", false, "show what is not accepted, and record nothing")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		r.units = args
		find := func(pl *planner.Planned) error { return findUnits(pl, args) }
		return a.planning.show(cmd.Context(), true, find, func(pl *planner.Planned) error {
			if list {
				return r.listOpen(pl)
			}
			return r.accept(cmd.Context(), pl, reviewer)
		})
	}
	return a.planning.flag(c)
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

// listDecisions returns the decisions of the units that are shown, as they are now.
func (r *review) listDecisions(pl *planner.Planned) ([]signoff.Decision, error) {
	run, from, err := r.planning.readLatest(pl)
	if err != nil {
		return nil, err
	}
	return report.Stubs(pl.Plan, run, nil, from, r.units...).ListDecisions()
}

// accept records the decisions of the units that are shown as accepted.
func (r *review) accept(ctx context.Context, pl *planner.Planned, reviewer string) (err error) {
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
	units := r.units
	if len(units) == 0 {
		for _, u := range pl.Units {
			units = append(units, u.Name)
		}
		units = append(units, accepted.ListUnits()...) // those that are gone too
	}
	done := accepted.Accept(units, decisions, reviewer, time.Now())
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

// listOpen shows the decisions that are not accepted.
func (r *review) listOpen(pl *planner.Planned) error {
	decisions, err := r.listDecisions(pl)
	if err != nil {
		return err
	}
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
