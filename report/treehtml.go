package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

//go:embed tree.html.tmpl
var treePage string

// treeView is a condition in the form that the page's template takes.
type treeView struct {
	*suite.Condition
	Open     bool // whether its children are shown
	Leaf     *plan.Leaf
	Counts   string   // the counts of the leaves below it
	Conflict []string // the conjuncts that the reason does not mention
	Cases    []*plan.Case
	Below    []*treeView
}

// writeTreeHTML writes the testing tree of a unit as one HTML page that loads nothing else.
// Conditions at and below the depth (Unfolded: none) are closed until a reader opens them.
func writeTreeHTML(w io.Writer, of UnitTree) error {
	u, depth := of.Unit, of.Depth
	cases := map[string][]*plan.Case{}
	for _, c := range u.Cases {
		cases[c.Leaf.ID] = append(cases[c.Leaf.ID], c)
	}
	var view func(c *suite.Condition, depth int) *treeView
	view = func(c *suite.Condition, depth int) *treeView {
		v := &treeView{Condition: c, Open: depth != 0, Leaf: u.Leaf(c.ID), Cases: cases[c.ID]}
		if v.Leaf == nil {
			v.Counts = leafCounts(leavesBelow(u, c))
		} else {
			v.Conflict = listUnsaid(v.Leaf)
		}
		below := depth
		if depth > 0 {
			below--
		}
		for _, d := range c.Children {
			v.Below = append(v.Below, view(d, below))
		}
		return v
	}
	text := textOf(&plan.Plan{System: of.Plan.System, Units: []*plan.Unit{u}})
	funcs := template.FuncMap{
		"mutant":   mutantWord,
		"marks":    marks,
		"expected": func(c *plan.Case) string { return formatExpected(c, 0) },
		"place":    func(c *suite.Condition) string { return strings.TrimSpace(place(c)) },
		"linked": func(c *suite.Condition) linked {
			at := strings.TrimSpace(place(c))
			return linked{c.Shown, at, text.linkLine("", at)}
		},
		"chips":         func() []chipGroup { return leafChips(u) },
		"specification": func() []specFile { return text.files },
		"origin": func() origin {
			return makeOrigin(of.Plan, of.Plan.System.Inputs, Source{Tool: of.Plan.Tool})
		},
	}
	page := struct {
		Unit      *plan.Unit
		Variables []string
		Summary   string
		Root      *treeView
		Rejected  *treeView // nil where there is none
		Promise   string
		Mutants   string        // "" where there are none
		Rest      []plan.Mutant // which no case tells apart
	}{Unit: u, Variables: variables(u), Summary: formatCount(len(u.Leaves), "leaf") + ": " + leafCounts(u.Leaves),
		Root:    view(u.Tree.Root, depth),
		Mutants: describeToldApart(u), Rest: append(openMutants(u), equivalentMutants(u)...)}
	if r := u.Tree.Rejected; r != nil {
		page.Rejected, page.Promise = view(r, depth), promise(u)
	}
	return writePage(w, treePage, funcs, page)
}

// leafChips returns the statuses of the leaves of a unit, by which its tree is filtered.
func leafChips(u *plan.Unit) []chipGroup {
	counts := map[string]int{}
	var order []string
	for _, l := range u.Leaves {
		if counts[string(l.Status)]++; counts[string(l.Status)] == 1 {
			order = append(order, string(l.Status))
		}
	}
	return []chipGroup{group("status", "Leaves", counts, sortNames(order)...)}
}
