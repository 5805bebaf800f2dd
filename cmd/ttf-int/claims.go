package main

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// remark is what validate says of specifications that are well-formed.
type remark struct {
	parse.Note
	Severity severity
}

// severity says how much a remark matters.
type severity string

const (
	note    severity = "note"
	warning severity = "warning"
)

// remarks returns what a person wants to know of claims: each that was refuted,
// each that could not be decided, and what became of every property.
func remarks(claims []oracle.Claim) []remark {
	var out []remark
	for _, c := range claims {
		r := remark{parse.Note{Span: c.At, Text: sentence(c)}, note}
		switch c.Outcome {
		case oracle.IsViolated, oracle.IsUndefined:
			r.Severity = warning
			if c.Chosen != "" {
				r.Text += "; with " + c.Chosen + ", which was chosen"
			}
		case oracle.IsUndecided:
		default:
			if c.Kind != oracle.Preserves && c.Kind != oracle.Establishes {
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// sentence says what became of a claim, its counterexample with it.
func sentence(c oracle.Claim) string {
	if c.Outcome != oracle.IsViolated {
		text := asserted(c) + " " + string(c.Outcome)
		switch c.Outcome {
		case oracle.IsUndefined:
			text = asserted(c) + " is undefined for " + c.Values.String() + ": " + c.Reason
		case oracle.IsUndecided, oracle.NotFound, oracle.HoldsInScope:
			text = asserted(c) + " is " + string(c.Outcome) + ": " + c.Reason
			if c.Outcome == oracle.HoldsInScope {
				text = asserted(c) + " " + string(c.Outcome) + ": " + c.Reason
			}
		}
		return text
	}
	switch c.Kind {
	case oracle.Preserves:
		return fmt.Sprintf("%s does not preserve %s: for %s it allows %s, where %s is false", c.Unit, c.Schema, some(c.Values), some(c.After), places(c.Conjuncts))
	case oracle.Establishes:
		return fmt.Sprintf("the state at first need not have the property %s: for %s, %s is false", c.Schema, some(c.Values), places(c.Conjuncts))
	case oracle.Possible:
		return fmt.Sprintf("%s allows no state at first", c.Schema)
	case oracle.Stated:
		return fmt.Sprintf("%s refuses %s only because of the invariant of its after-state: nothing else in %s demands a precondition there; it would lead to %s, where %s is false",
			c.Unit, some(c.Values), c.Schema, some(c.After), places(c.Conjuncts))
	}
	earlier := ""
	for _, e := range c.Earlier {
		earlier += fmt.Sprintf(", after %s, called with %s, answered %s", e.Unit, some(e.Call), some(e.Answer))
	}
	return fmt.Sprintf("specification conflict: for %s%s, %s may call %s with %s, which may answer %s, and that leaves %s no allowed result",
		some(c.Values), earlier, c.Unit, c.Schema, some(c.Call), some(c.Answer), c.Unit)
}

// asserted says what a claim is.
func asserted(c oracle.Claim) string {
	switch c.Kind {
	case oracle.Preserves:
		return fmt.Sprintf("that %s preserves %s", c.Unit, c.Schema)
	case oracle.Establishes:
		return fmt.Sprintf("that the state at first has the property %s", c.Schema)
	case oracle.Possible:
		return fmt.Sprintf("that %s allows a state at first", c.Schema)
	case oracle.Stated:
		return fmt.Sprintf("that the precondition of %s is written down, and not left to the invariant of its after-state,", c.Unit)
	}
	return fmt.Sprintf("that %s has an allowed result whatever %s answers", c.Unit, c.Schema)
}

// some returns values as people read them.
func some(vs spec.Values) string {
	if len(vs) == 0 {
		return "no values"
	}
	return vs.String()
}

// places lists conjuncts, each with where it was written.
func places(conjuncts []zed.Expr) string {
	var parts []string
	for _, e := range conjuncts {
		text := zed.Print(e, zed.Unicode)
		if e.At().Valid() {
			text += " (" + e.At().Pos().String() + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " and ")
}

// claimDocument is a claim as JSON has it.
type claimDocument struct {
	Kind      oracle.Kind    `json:"kind"`
	Outcome   oracle.Outcome `json:"outcome"`
	Unit      string         `json:"unit,omitempty"`
	Schema    string         `json:"schema"`
	At        string         `json:"at"`
	Conjuncts []string       `json:"conjuncts"`
	Values    spec.Values    `json:"values"`
	After     spec.Values    `json:"after"`
	Call      spec.Values    `json:"call"`
	Answer    spec.Values    `json:"answer"`
	// Earlier are calls before that one, with what they were answered.
	Earlier []oracle.Exchange `json:"earlier,omitempty"`
	Reason  string            `json:"reason,omitempty"`
	// Chosen lists constants whose values were chosen.
	Chosen string `json:"chosen,omitempty"`
}

func claimDocuments(claims []oracle.Claim) []claimDocument {
	out := []claimDocument{}
	for _, c := range claims {
		d := claimDocument{c.Kind, c.Outcome, c.Unit, c.Schema, place(c.At), []string{}, c.Values, c.After, c.Call, c.Answer, c.Earlier, c.Reason, c.Chosen}
		for _, e := range c.Conjuncts {
			d.Conjuncts = append(d.Conjuncts, zed.Print(e, zed.Unicode))
		}
		out = append(out, d)
	}
	return out
}

func place(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	return s.Pos().String()
}
