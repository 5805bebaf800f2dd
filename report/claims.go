package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// Remark is a statement about specifications that are well-formed.
type Remark struct {
	parse.Note
	Severity Severity
}

// Severity says how much a remark matters.
type Severity string

// The severities of remarks.
const (
	Info    Severity = "note"
	Warning Severity = "warning"
)

// Remarks returns the notes as remarks, followed by the claims that a person wants to
// know about: each that was refuted or not decided, and all about properties.
func Remarks(notes []parse.Note, claims []oracle.Claim) []Remark {
	var out []Remark
	for _, n := range notes {
		out = append(out, Remark{n, Info})
	}
	for _, c := range claims {
		r := Remark{parse.Note{Span: c.At, Text: sentenceOn(c)}, Info}
		switch c.Outcome {
		case oracle.IsViolated, oracle.IsUndefined:
			r.Severity = Warning
			if c.Chosen != "" {
				r.Text += "; with " + c.Chosen + ", chosen by the solver"
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

// sentenceOn returns the sentence about the result for a claim, with its
// counterexample.
func sentenceOn(c oracle.Claim) string {
	if c.Outcome != oracle.IsViolated {
		text := assert(c) + " " + string(c.Outcome)
		switch c.Outcome {
		case oracle.IsUndefined:
			text = assert(c) + " is undefined for " + c.Values.String() + ": " + c.Reason
		case oracle.IsUndecided, oracle.NotFound, oracle.HoldsInScope:
			text = assert(c) + " is " + string(c.Outcome) + ": " + c.Reason
			if c.Outcome == oracle.HoldsInScope {
				text = assert(c) + " " + string(c.Outcome) + ": " + c.Reason
			}
		}
		return text
	}
	switch c.Kind {
	case oracle.Preserves:
		return fmt.Sprintf("%s does not preserve %s: for %s it allows %s, where %s is false", c.Unit, c.Schema,
			valuesText(c.Values), valuesText(c.After), conjunctsText(c.Conjuncts))
	case oracle.Establishes:
		return fmt.Sprintf("the state at first need not have the property %s: for %s, %s is false", c.Schema,
			valuesText(c.Values), conjunctsText(c.Conjuncts))
	case oracle.Possible:
		return fmt.Sprintf("%s allows no state at first", c.Schema)
	case oracle.Stated:
		return fmt.Sprintf("%s refuses %s only because of the invariant of its after-state: nothing else in %s demands a precondition there; it would lead to %s, where %s is false",
			c.Unit, valuesText(c.Values), c.Schema, valuesText(c.After), conjunctsText(c.Conjuncts))
	}
	earlier := ""
	for _, e := range c.Earlier {
		earlier += fmt.Sprintf(", after %s, called with %s, answered %s", e.Unit, valuesText(e.Call),
			valuesText(e.Answer))
	}
	return fmt.Sprintf("specification conflict: for %s%s, %s may call %s with %s, which may answer %s, and that leaves %s no allowed result",
		valuesText(c.Values), earlier, c.Unit, c.Schema, valuesText(c.Call), valuesText(c.Answer), c.Unit)
}

// assert returns what a claim states, as the subject of a sentence.
func assert(c oracle.Claim) string {
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

// valuesText returns values as people read them.
func valuesText(vs spec.Values) string {
	if len(vs) == 0 {
		return "no values"
	}
	return vs.String()
}

// conjunctsText lists conjuncts, each with its place.
func conjunctsText(conjuncts []zed.Expr) string {
	var parts []string
	for _, e := range conjuncts {
		text := zed.Print(e, zed.Unicode)
		if e.At().IsValid() {
			text += " (" + e.At().Pos().String() + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " and ")
}

// claimDocument is the JSON form of a claim.
type claimDocument struct {
	Kind      oracle.Kind         `json:"kind"`
	Outcome   oracle.ClaimOutcome `json:"outcome"`
	Unit      string              `json:"unit,omitempty"`
	Schema    string              `json:"schema"`
	At        string              `json:"at"`
	Conjuncts []string            `json:"conjuncts"`
	Values    spec.Values         `json:"values"`
	After     spec.Values         `json:"after"`
	Call      spec.Values         `json:"call"`
	Answer    spec.Values         `json:"answer"`
	// Earlier are the calls before that one, with the answers to them.
	Earlier []oracle.Exchange `json:"earlier,omitempty"`
	Reason  string            `json:"reason,omitempty"`
	// Chosen lists the constants with chosen values.
	Chosen string `json:"chosen,omitempty"`
}

func claimsJSON(claims []oracle.Claim) []claimDocument {
	out := []claimDocument{}
	for _, c := range claims {
		d := claimDocument{c.Kind, c.Outcome, c.Unit, c.Schema, positionText(c.At), []string{}, c.Values, c.After,
			c.Call, c.Answer, c.Earlier, c.Reason, c.Chosen}
		for _, e := range c.Conjuncts {
			d.Conjuncts = append(d.Conjuncts, zed.Print(e, zed.Unicode))
		}
		out = append(out, d)
	}
	return out
}

func positionText(s source.Span) string {
	if !s.IsValid() {
		return ""
	}
	return s.Pos().String()
}

// remarkPlace is a place in a file with a remark or an error.
type remarkPlace struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	// Severity is that of a remark, and "" of an error.
	Severity Severity `json:"severity,omitempty"`
}

// Validation is what was found about specifications.
type Validation struct {
	Found  error // their errors
	Notes  []parse.Note
	Claims []oracle.Claim
	Said   string // that they are valid
	Tool   string // the version of ttf-int
	Folder string // the folder that names of files are relative to, in its repository; "" or with a slash at its end
}

// writeValidation writes the JSON document about specifications: whether they are valid, the
// errors, the remarks, and the results for the claims.
func writeValidation(w io.Writer, v Validation) error {
	found, remarks, claims := v.Found, Remarks(v.Notes, v.Claims), v.Claims
	doc := struct {
		APIVersion string        `json:"apiVersion"`
		Kind       string        `json:"kind"`
		Valid      bool          `json:"valid"`
		Errors     []remarkPlace `json:"errors"`
		Notes      []remarkPlace `json:"notes"`
		// Claims are what was asked of the specification, each with its outcome.
		Claims []claimDocument `json:"claims"`
	}{plan.APIVersion, "Validation", found == nil, []remarkPlace{}, []remarkPlace{}, claimsJSON(claims)}
	for _, r := range remarks {
		at := r.Span.Pos()
		doc.Notes = append(doc.Notes, remarkPlace{at.File.Name, at.Line, at.Column, r.Text, r.Severity})
	}
	var errs source.Errors
	errs.Add(found)
	for _, e := range errs {
		at := remarkPlace{Line: e.Pos.Line, Column: e.Pos.Column, Message: e.Msg}
		if e.Pos.File != nil {
			at.File = e.Pos.File.Name
		}
		doc.Errors = append(doc.Errors, at)
	}
	return WriteDocument(w, doc)
}
