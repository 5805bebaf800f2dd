package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/history"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/spec"
)

// What commands show, where it takes more than one value.
type (
	// ShownPlan is a plan to be shown; All says that nothing is folded.
	ShownPlan struct {
		Plan *plan.Plan
		All  bool
	}
	// UnitTree is the testing tree of a unit of a plan, to be shown down to a depth
	// (Unfolded: whole).
	UnitTree struct {
		Plan  *plan.Plan
		Unit  *plan.Unit
		Depth int
	}
	// UnitChanges is what has changed in a unit since an earlier plan.
	UnitChanges struct {
		Unit *plan.Unit
		Diff *plan.Diff
	}
	// UnitCases are the test cases of a unit. Outcomes are those of each case, in
	// order, for formats that show them.
	UnitCases struct {
		Unit     *plan.Unit
		Outcomes []plan.Outcomes
	}
	// Finished is a run with its plan, the coverage of each unit that ran a case, and
	// the observed calls in the matrices of Theorem 2.
	Finished struct {
		Run      *result.Run
		Plan     *plan.Plan
		Coverage map[string]*plan.Coverage
		Observed map[string][]plan.Matrix
		NotBegun bool // whether there was no plan; the run says why
		// Refused says that no case was run since a program's table does not fit the specification; what the run
		// has for machinery says where.
		Refused bool
		// History has the verdicts of earlier runs that are kept, the oldest first.
		History []result.Past
		// Changes says what this run found otherwise than those; nil where it is not kept among them.
		Changes *history.Comparison
		// Accepted are the stub decisions that people accepted; nil where the project keeps none.
		Accepted *signoff.Accepted
		Command  string // the command that runs this program
		// Folder is the project's folder in its repository, with slashes and one at its end; "" where it is the
		// root of that, or in none.
		Folder string
	}
)

// PlanFormats are the formats for a plan.
var PlanFormats = Formats[ShownPlan]{
	{Name: "text", Is: "layers, units, leaves, cases and decisions, for people", Searches: true,
		Write: func(w io.Writer, p ShownPlan, s Style) error { return writePlan(w, p.Plan, p.All, s) }},
	{Name: "dot", Is: "a picture of the layers, for Graphviz", Whole: layersWhole,
		Write: func(w io.Writer, p ShownPlan, _ Style) error { return pictureOf(p.Plan).writeDOT(w) }},
	{Name: "mermaid", Is: "the same picture, for Markdown", Whole: layersWhole,
		Write: func(w io.Writer, p ShownPlan, _ Style) error { return pictureOf(p.Plan).writeMermaid(w) }},
	{Name: document, Is: "the plan as the file that run takes", Switch: true,
		Whole: "a JSON document holds the whole plan", Searches: true,
		Write: func(w io.Writer, p ShownPlan, _ Style) error { return writePlanJSON(w, p.Plan) }},
}

// GraphFormats are the formats for the uses and calls relations, and for the states of a
// machine.
var GraphFormats = Formats[Drawing]{
	{Name: "text", Is: "the layers with what each unit uses and calls, for people",
		Write: func(w io.Writer, pic Drawing, s Style) error { return pic.WriteText(w, s) }},
	{Name: "dot", Is: "a picture, for Graphviz",
		Write: func(w io.Writer, pic Drawing, _ Style) error { return pic.writeDOT(w) }},
	{Name: "mermaid", Is: "a picture, for Markdown",
		Write: func(w io.Writer, pic Drawing, _ Style) error { return pic.writeMermaid(w) }},
	{Name: "svg", Is: "a picture, for browsers",
		Write: func(w io.Writer, pic Drawing, _ Style) error { return pic.writeSVG(w) }},
	{Name: document, Is: "layers and edges as one JSON document", Switch: true,
		Write: func(w io.Writer, pic Drawing, _ Style) error { return WriteDocument(w, pic) }},
}

// layersWhole is the reason why a picture of the layers is not folded.
const layersWhole = "a picture of the layers shows no leaves"

// schemasWhole is the reason why schemas of Z are not folded.
const schemasWhole = "the schemas of leaves include those above"

// TreeFormats are the formats for a testing tree.
var TreeFormats = Formats[UnitTree]{
	{Name: "text", Is: "the conditions, indented, with what became of each leaf",
		Write: func(w io.Writer, t UnitTree, s Style) error { return writeTree(w, t.Unit, t.Depth, s) }},
	{Name: "dot", Is: "a picture, for Graphviz",
		Write: func(w io.Writer, t UnitTree, _ Style) error { return writeTreeDOT(w, t.Unit, t.Depth) }},
	{Name: "html", Is: "one page that opens where it is clicked",
		Write: func(w io.Writer, t UnitTree, _ Style) error { return writeTreeHTML(w, t) }},
	{Name: "z", Is: "a schema of Z for each condition, a line each", Whole: schemasWhole,
		Write: func(w io.Writer, t UnitTree, _ Style) error { return writeTreeZ(w, t.Unit) }},
	{Name: "latex", Is: "the same schemas in LaTeX", Whole: schemasWhole,
		Write: func(w io.Writer, t UnitTree, _ Style) error { return writeTreeLaTeX(w, t.Unit) }},
	{Name: document, Is: "one JSON document", Switch: true, Whole: "a JSON document holds the whole tree",
		Write: func(w io.Writer, t UnitTree, _ Style) error { return writeTreeJSON(w, t.Unit) }},
}

// ChangeFormats are the formats for what has changed in a unit.
var ChangeFormats = Formats[UnitChanges]{
	{Name: "text", Is: "the conditions and cases that differ, for people", Write: func(w io.Writer, c UnitChanges,
		s Style) error {
		return writeChanges(w, c.Unit, c.Diff, s)
	}},
	{Name: document, Is: "one JSON document", Switch: true, Write: func(w io.Writer, c UnitChanges,
		_ Style) error {
		return WriteDocument(w, c.Diff)
	}},
}

// CaseFormats are the formats for test cases.
var CaseFormats = Formats[UnitCases]{
	{Name: "text", Is: "a table, for people", Searches: true,
		Write: func(w io.Writer, c UnitCases, s Style) error { return writeCases(w, c.Unit, c.Outcomes, s) }},
	{Name: "yaml", Is: "own cases, as the unit's YAML file may hold them",
		Write: func(w io.Writer, c UnitCases, _ Style) error { return writeCasesYAML(w, c.Unit) }},
	{Name: "latex", Is: "schemas of Z in LaTeX, which include those of their leaves",
		Write: func(w io.Writer, c UnitCases, _ Style) error { return writeCasesLaTeX(w, c.Unit) }},
	{Name: "z", Is: "the same schemas, a line each",
		Write: func(w io.Writer, c UnitCases, _ Style) error { return writeCasesZ(w, c.Unit) }},
	{Name: document, Is: "one JSON document", Switch: true, Searches: true,
		Write: func(w io.Writer, c UnitCases, _ Style) error { return writeCasesJSON(w, c.Unit, c.Outcomes) }},
}

// StubFormats are the formats for the stub report.
var StubFormats = Formats[*StubReport]{
	{Name: "text", Is: "the decisions by unit and case, for people", Write: func(w io.Writer, rep *StubReport,
		s Style) error {
		return rep.WriteText(w, s)
	}},
	{Name: "markdown", Is: "the same, to be read in a review", Write: func(w io.Writer, rep *StubReport,
		_ Style) error {
		return rep.writeMarkdown(w)
	}},
	{Name: "html", Is: "one page with a picture to click on", Write: func(w io.Writer, rep *StubReport,
		_ Style) error {
		return rep.writeHTML(w)
	}},
	{Name: document, Is: "one JSON document, which --diff reads", Switch: true,
		Write: func(w io.Writer, rep *StubReport, _ Style) error { return WriteDocument(w, rep) }},
}

// ValidationFormats are the formats for what was found about specifications.
var ValidationFormats = Formats[Validation]{
	{Name: "text", Is: "one line where they are valid, for people",
		Write: func(w io.Writer, v Validation, _ Style) error {
			_, err := fmt.Fprintln(w, v.Said)
			return err
		}},
	{Name: "sarif", Is: "SARIF 2.1.0, for code scanning",
		Write: func(w io.Writer, v Validation, _ Style) error { return writeSARIF(w, v) }},
	{Name: document, Is: "one JSON document", Switch: true,
		Write: func(w io.Writer, v Validation, _ Style) error { return writeValidation(w, v) }},
}

// RunFormats are the formats for a finished run.
var RunFormats = Formats[*Finished]{
	{Name: "text", Is: "the failures in full, and what a pass rests on, for people",
		Write: func(w io.Writer, f *Finished, s Style) error {
			if f.NotBegun {
				return writeUnplanned(w, f.Run, s)
			}
			if f.Refused {
				return writeRefused(w, f.Run, s)
			}
			return writeRun(w, f.Run, f.Plan, f.Coverage, s)
		}},
	{Name: document, Is: "one JSON document", Switch: true,
		Write: func(w io.Writer, f *Finished, _ Style) error { return JSON(w, f.Run, f.Coverage) }},
}

// File is a report of a run that is written to a file, or to several in one folder.
type File struct {
	Flag  string // the flag of run whose value is the path of the file, or of the folder
	Usage string // the help of the flag
	// Project returns the path that the project gives; nil: the project has no such
	// entry.
	Project func(spec.Report) string
	// Searches has the same meaning as in Format.
	Searches bool
	Parts    []Part
}

// Part is one of the files of a report.
type Part struct {
	Name  string // its name in the folder; "": the flag has the path of the file
	Write func(w io.Writer, f *Finished) error
}

// Files are the reports that run writes to files.
var Files = []File{
	{
		Flag: "junit", Usage: "write JUnit XML to `FILE`",
		Project: func(r spec.Report) string { return r.JUnit },
		Parts:   []Part{{"", func(w io.Writer, f *Finished) error { return writeJUnit(w, f.Run, f.Plan) }}},
	},
	{
		Flag: "json-file", Usage: "write the JSON document to `FILE`",
		Parts: []Part{{"", func(w io.Writer, f *Finished) error { return JSON(w, f.Run, f.Coverage) }}},
	},
	{
		Flag:     "html",
		Usage:    "write the run and the stub report as pages to `DIR`/" + runFile + " and " + stubsFile,
		Project:  func(r spec.Report) string { return r.HTML },
		Searches: true,
		Parts:    []Part{{stubsFile, writeStubsOfRun}, {runFile, writeRunHTML}},
	},
}

// writeStubsOfRun writes the stub report of a run as a page that leads to the page of the run.
func writeStubsOfRun(w io.Writer, f *Finished) error {
	rep := Stubs(f.Plan, f.Run, f.Observed, Source{Run: f.Run.Started, Tool: f.Run.Tool, Command: f.Command})
	rep.machines, rep.laws, rep.runPage = f.Run.Machines, f.Run.Laws, runFile
	if f.Accepted != nil {
		if err := rep.MarkAccepted(f.Accepted); err != nil {
			return err
		}
	}
	return rep.writeHTML(w)
}

// writePlanJSON writes a plan in the form of its file.
func writePlanJSON(w io.Writer, pl *plan.Plan) error {
	data, err := pl.JSON()
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
