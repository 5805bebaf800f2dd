package report

import (
	"io"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

type treeDocument struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Unit       string         `json:"unit"`
	Variables  []treeVariable `json:"variables"`
	Root       treeNode       `json:"root"`
	Rejected   *treeNode      `json:"rejected,omitempty"` // the root of rejected inputs
	Mutants    *plan.Mutants  `json:"mutants,omitempty"`
}

type treeVariable struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	Completion bool   `json:"completion,omitempty"`
}

type treeNode struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Tactic    string       `json:"tactic"`
	Predicate string       `json:"predicate"`
	At        string       `json:"at"`
	Status    suite.Status `json:"status,omitempty"` // set for a leaf
	Reason    string       `json:"reason,omitempty"`
	Conflict  []string     `json:"conflict,omitempty"`
	// Strengthens lists the cases of callers for which strengthening added a leaf.
	Strengthens []string   `json:"strengthens,omitempty"`
	Children    []treeNode `json:"children"`
}

// writeTreeJSON writes the testing tree of a unit as a JSON document.
func writeTreeJSON(w io.Writer, u *plan.Unit) error {
	doc := treeDocument{APIVersion: plan.APIVersion, Kind: "Tree", Unit: u.Name, Variables: []treeVariable{},
		Mutants: u.Mutants}
	for _, v := range u.Tree.VIS {
		doc.Variables = append(doc.Variables, treeVariable{v.Name, v.Type.String(), u.Tree.Completion[v.Name]})
	}
	var node func(c *suite.Condition) treeNode
	node = func(c *suite.Condition) treeNode {
		n := treeNode{ID: c.ID, Name: c.Name(), Tactic: c.Tactic, Predicate: c.Shown, At: c.Span.Pos().String(),
			Children: []treeNode{}}
		if l := u.Leaf(c.ID); l != nil {
			n.Status, n.Reason = l.Status, l.Why().Reason
			n.Conflict, n.Strengthens = l.Why().Conflict, l.For
		}
		for _, d := range c.Children {
			n.Children = append(n.Children, node(d))
		}
		return n
	}
	doc.Root = node(u.Tree.Root)
	if r := u.Tree.Rejected; r != nil {
		rejected := node(r)
		doc.Rejected = &rejected
	}
	return WriteDocument(w, doc)
}

type caseDocument struct {
	ID       string          `json:"id"`
	Leaf     string          `json:"leaf"`
	Own      bool            `json:"own,omitempty"`
	Rejected bool            `json:"rejected,omitempty"`
	Sizes    value.Sizes     `json:"sizes,omitempty"` // of the given types on whose sizes it rests
	Values   spec.Values     `json:"values"`
	Expected spec.Values     `json:"expected"`
	Witness  spec.Values     `json:"witness"`
	Open     bool            `json:"open,omitempty"` // no outcome is known that is allowed
	Outcomes []spec.Values   `json:"outcomes"`
	Others   plan.Others     `json:"others"` // whether there are further outcomes
	Stubs    []result.Choice `json:"stubs"`
}

func caseOf(c *plan.Case, o plan.Outcomes) caseDocument {
	return caseDocument{c.ID, c.Leaf.ID, c.Own, c.Leaf.IsRejected(), c.Rests, c.Values(), c.Expected, c.Witness, c.Open,
		fillList(o.Known), o.Others, fillList(c.Stubs)}
}

// writeCasesJSON writes the test cases of a unit as a JSON document: each as in a plan's
// file, with its outcomes.
func writeCasesJSON(w io.Writer, u *plan.Unit, outcomes []plan.Outcomes) error {
	doc := struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Unit       string         `json:"unit"`
		Cases      []caseDocument `json:"cases"`
	}{plan.APIVersion, "Cases", u.Name, []caseDocument{}}
	for i, c := range u.Cases {
		doc.Cases = append(doc.Cases, caseOf(c, outcomes[i]))
	}
	return WriteDocument(w, doc)
}

// ExplainJSON writes what Explain writes, as a JSON document. Its result is null where
// the case was not run.
func ExplainJSON(w io.Writer, u *plan.Unit, c *plan.Case, o plan.Outcomes, r *result.Result, from Source) error {
	type condition struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Predicate string `json:"predicate"`
		At        string `json:"at"`
	}
	doc := struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		From       Source         `json:"from"`
		Unit       string         `json:"unit"`
		Conditions []condition    `json:"conditions"`
		Case       caseDocument   `json:"case"`
		Result     *result.Result `json:"result"`
	}{plan.APIVersion, "Explanation", from, u.Name, []condition{}, caseOf(c, o), nil}
	for _, cond := range c.Leaf.Path() {
		doc.Conditions = append(doc.Conditions, condition{cond.ID, cond.Name(), cond.Shown, cond.Span.Pos().String()})
	}
	if r != nil {
		doc.Result = FillResult(result.Shorten(r))
	}
	return WriteDocument(w, doc)
}
