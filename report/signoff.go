package report

import (
	"encoding/json"
	"fmt"

	"github.com/ttf-int/ttf-int/signoff"
)

// Acceptance says whether a person accepted a decision: as it is, or another one in its place.
type Acceptance struct {
	Standing signoff.Standing `json:"standing"`
	Reviewer string           `json:"reviewer,omitempty"`
	Date     string           `json:"date,omitempty"`
}

// text says it in a few words.
func (a *Acceptance) text() string {
	switch a.Standing {
	case signoff.Agreed:
		return fmt.Sprintf("by %s on %s", a.Reviewer, a.Date)
	case signoff.Changed:
		return fmt.Sprintf("no: it is not what %s accepted on %s", a.Reviewer, a.Date)
	}
	return "no: it is new"
}

// AcceptedCount says how many decisions of a report have each standing.
type AcceptedCount struct {
	Accepted int `json:"accepted"`
	Changed  int `json:"changed"`
	New      int `json:"new"`
}

// Text says it in a line.
func (c *AcceptedCount) Text() string {
	out := fmt.Sprintf("%d of %s accepted", c.Accepted, formatCount(c.Accepted+c.Changed+c.New, "decision"))
	if c.Changed+c.New > 0 {
		out += fmt.Sprintf(": %d changed since, %d new", c.Changed, c.New)
	}
	return out
}

// ListDecisions returns the decisions of the report as a reviewer sees them.
func (rep *StubReport) ListDecisions() ([]signoff.Decision, error) {
	var out []signoff.Decision
	for _, u := range rep.Units {
		for _, c := range u.Cases {
			for _, row := range c.Stubs {
				d, err := c.decision(u.Unit, row)
				if err != nil {
					return nil, err
				}
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// decision returns a decision as a reviewer sees it.
func (c StubCase) decision(unit string, row StubRow) (signoff.Decision, error) {
	shown, err := json.Marshal([]any{c.Condition, c.Values})
	return signoff.Decision{Unit: unit, Case: c.Case, Callee: row.Callee, Occurrence: row.Occurrence,
		Decision: string(row.Decision), Leaf: row.Leaf, Shown: string(shown)}, err
}

// MarkAccepted notes of each decision of the report whether it was accepted.
func (rep *StubReport) MarkAccepted(by *signoff.Accepted) error {
	rep.Accepted = &AcceptedCount{}
	for _, u := range rep.Units {
		for _, c := range u.Cases {
			for i, row := range c.Stubs {
				d, err := c.decision(u.Unit, row)
				if err != nil {
					return err
				}
				standing, e := by.Of(d)
				c.Stubs[i].Accepted = &Acceptance{standing, e.Reviewer, e.Date}
				switch standing {
				case signoff.Agreed:
					rep.Accepted.Accepted++
				case signoff.Changed:
					rep.Accepted.Changed++
				case signoff.New:
					rep.Accepted.New++
				}
			}
		}
	}
	return nil
}
