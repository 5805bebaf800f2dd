package config

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// loader reads one project.
type loader struct {
	path      string // of the project's file
	collector collector
	reader    *reader
	project   *project
	units     []*unit // sorted by name
	spec      *types.Spec
	typed     *types.Spec     // what could be checked, whatever is wrong
	read      []zed.Paragraph // what could be read of the Z, whatever is wrong
	globals   *eval.Globals
	axioms    []zed.Expr
	language  parse.Language
	lost      bool            // whether some file could not be read whole
	misformed bool            // whether what others refer to has not the form that it should have
	cut       bool            // whether cycles of uses are cut instead of reported
	only      map[string]bool // the units that are read; nil: all, and what is no unit

	calculus *schema.Calculus

	properties []spec.Property
	initial    *spec.Property
	machines   []*machine // in the order of the files
	laws       []*law     // in the order of the files
	classes    []*class   // in the order of the files
	structures []*spec.Structure
	methods    []*method
}

// Load reads the project whose file is path. Where path is "", it is the ttf-int.yaml
// of the folder dir or of the nearest parent folder that has one; where dir is "" too,
// the search starts in the working directory. Mistakes in the files are a source.Errors
// with all that could be found. A file that does not exist is another kind of error.
func Load(path, dir string) (*spec.System, error) { return load(path, dir, false) }

// LoadCut reads a project as Load does. Where units use each other, it reports no cycle
// but cuts as few uses as possible (spec.Unit.Cut).
func LoadCut(path, dir string) (*spec.System, error) { return load(path, dir, true) }

func load(path, dir string, cut bool) (*spec.System, error) {
	system, _, err := LoadFiles(path, dir, cut)
	return system, err
}

// Files are the files on which it depends what a project says.
type Files struct {
	Path, Dir string // the project's file, and its folder
	// Read has the SHA-256 in hexadecimal digits of each file that was read, by its absolute path; "" of
	// one that could not be read.
	Read     map[string]string
	Patterns []string // the absolute patterns of the names of unit files
	SUTs     map[string]*spec.SUT
}

// LoadFiles reads a project as Load does or, with cut, as LoadCut. Beside it returns the files that were
// read, as far as they are known, also where what they say is wrong; nil where there is no project.
func LoadFiles(path, dir string, cut bool) (*spec.System, *Files, error) {
	return Texts(nil).loadFiles(path, dir, cut)
}

// Locate returns the absolute path of a project's file, as Load finds it.
func Locate(path, dir string) (string, error) {
	if path == "" {
		found, err := find(dir)
		if err != nil {
			return "", err
		}
		path = found
	} else if dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Abs(path)
}

// newLoader returns what reads the project whose file is path.
func newLoader(path string, cut bool) *loader {
	return &loader{reader: newReader(filepath.Dir(path)), path: path, cut: cut}
}

// files returns the files that were read.
func (l *loader) files() *Files {
	out := &Files{Path: l.path, Dir: l.reader.dir, Read: l.reader.tried}
	if l.project == nil {
		return out
	}
	out.SUTs = l.project.suts
	for _, pattern := range l.project.specs {
		out.Patterns = append(out.Patterns, l.absolute(pattern))
	}
	out.Patterns = append(out.Patterns, failuresPattern(l.reader.dir))
	return out
}

// absolute returns a pattern of the names of unit files as one of absolute paths.
func (l *loader) absolute(pattern *node) string {
	text := filepath.FromSlash(pattern.yaml.Value)
	if filepath.IsAbs(text) {
		return text
	}
	return filepath.Join(escape(l.reader.dir), text)
}

func (l *loader) load(f *source.File) (*spec.System, error) {
	roots, lost, err := read(f)
	l.collector.errs.Add(err)
	if lost {
		return nil, l.collector.errs.Err()
	}
	l.project = l.collector.project(f, roots)
	l.readUnits()
	readFailures(l)
	l.misformed = isWrongOf(&l.collector, "unit", "sut", "suts", "uses", "structure", "spec", "init", "scope")
	l.check()
	l.checkRelations()
	held := checkQuarantines(l)
	if err := l.collector.errs.Err(); err != nil {
		return nil, err
	}
	p := l.project
	loose, about := l.findLoose()
	system := &spec.System{
		Project: p.name, Dir: l.reader.dir, Inputs: l.reader.inputs(), Files: l.filesOfUnits(),
		Spec: l.spec, Language: l.language, Calculus: l.calculus, Globals: l.globals, Constants: l.listConstants(),
		Loose: loose, About: about, Broken: l.collector.broken,
		Units: listUnits(l.units), SUTs: p.suts, Scope: p.scope, Run: p.run, Report: p.report, Executor: p.executor,
		Tactics: p.tactics, Recipes: p.recipes, Conditions: p.limit, Budget: p.budget,
		Properties: l.properties, Init: l.initial, Machines: l.listMachines(), Laws: l.listLaws(),
		Classes:    listClasses(l.classes),
		Quarantine: held,
		Structures: l.structures, Methods: methodReader{l}.listMethods(),
	}
	markUnspecified(system)
	return system, nil
}

// readUnits reads every file that a pattern of the project matches, except the
// project's own file.
func (l *loader) readUnits() {
	seen := map[string]bool{}
	for _, pattern := range l.project.specs {
		paths, err := filepath.Glob(l.absolute(pattern))
		if err != nil {
			l.collector.fail(pattern.span(), "%q is not a file pattern: %v", pattern.yaml.Value, err)
			continue
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return path == l.path })
		if len(paths) == 0 && l.only == nil {
			more := ""
			if strings.Contains(pattern.yaml.Value, "**") {
				more = ": ** stands for one folder, as * does"
			} else {
				more = l.patternHint(pattern.yaml.Value)
			}
			l.collector.fail(pattern.span(), "no file matches %q%s", pattern.yaml.Value, more)
		}
		for _, path := range paths {
			if seen[path] {
				continue
			}
			seen[path] = true
			l.readFile(path, pattern)
		}
	}
	sort.SliceStable(l.units, func(i, j int) bool { return l.units[i].Name < l.units[j].Name })
}

// patternHint returns the end of a message about a pattern that nothing matches: a pattern that something does, where
// one is near.
func (l *loader) patternHint(pattern string) string {
	var known []string
	for _, ending := range []string{".yaml", ".yml"} {
		for _, in := range []string{"", "*/"} {
			paths, _ := filepath.Glob(filepath.Join(escape(l.reader.dir), filepath.FromSlash(in)+"*"+ending))
			for _, path := range paths {
				one := filepath.ToSlash(filepath.Join(filepath.Dir(l.reader.name(path)), "*"+ending))
				if path != l.path && !slices.Contains(known, one) {
					known = append(known, one)
				}
			}
		}
	}
	if hint := source.DidYouMean(pattern, known); hint != "" || len(known) == 0 {
		return cmp.Or(hint, "; patterns are relative to the folder of the project's file, and no folder in it has YAML files")
	}
	return "; there are files that match " + strings.Join(known, ", ")
}

// escape returns the path of the project's folder with the special characters of
// patterns escaped.
func escape(dir string) string {
	if os.PathSeparator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

func (l *loader) readFile(path string, pattern *node) {
	f, err := l.reader.readFile(path)
	if err != nil {
		if located, ok := err.(*source.Error); ok {
			l.collector.errs.Add(located)
		} else {
			l.collector.fail(pattern.span(), "%v", err)
		}
		l.lost = true
		return
	}
	roots, lost, err := read(f)
	l.collector.errs.Add(err)
	l.lost = l.lost || lost
	for _, root := range roots {
		if l.only != nil && !l.isWanted(root) {
			continue
		}
		if isMisspelt(&l.collector, root) {
			l.lost = true
			continue
		}
		if isMachine(root) {
			l.machines = append(l.machines, readMachine(&l.collector, root, path))
			continue
		}
		if isLaw(root) {
			l.laws = append(l.laws, readLaw(&l.collector, root))
			continue
		}
		if isClass(root) {
			l.classes = append(l.classes, readClass(&l.collector, root, path))
			continue
		}
		if isStructure(root) {
			l.structures = append(l.structures, readStructure(&l.collector, root))
			continue
		}
		if isMethod(root) {
			l.methods = append(l.methods, readMethod(&l.collector, root, path))
			continue
		}
		u := l.collector.unit(root, path, l.project.scope)
		// What names a unit without a name would only be reported as unknown.
		if u == nil || u.Name == "" {
			l.lost = true
			continue
		}
		l.units = append(l.units, u)
	}
}

// check checks all that can be checked before units are related to each other: that
// names are unique and known, and that the Z of all units together is well-typed.
func (l *loader) check() {
	subjects := len(l.units) + len(l.laws) + len(l.machines) + len(l.classes) + len(l.methods)
	if subjects == 0 && len(l.collector.errs) == 0 {
		l.collector.fail(l.project.at,
			"the project has no units: expected a YAML document with a unit in the files that specs names")
	}
	texts := newSources(l.reader)
	first, twice := map[string]*unit{}, false
	var suts []string
	for name := range l.project.suts {
		suts = append(suts, name)
	}
	sort.Strings(suts)
	if !l.misformed { // what is not read seems to be missing elsewhere
		l.relateLaws(suts)
		classReader{loader: l}.relateClasses(suts)
		methodReader{l}.relateMethods()
		methodReader{l}.relateBefore()
	}
	for _, u := range l.units {
		if before := first[u.Name]; before != nil && u.Name != "" {
			twice = true
			l.collector.errs = append(l.collector.errs, source.Errorf(u.At, "the unit %q is specified twice",
				u.Name).WithPlace(before.At, "first specified here"))
		} else {
			first[u.Name] = u
		}
		if u.sut != nil && !l.misformed && !slices.Contains(suts, u.SUT) {
			failUnknown(&l.collector, u.sut, "the project has no system under test %q%s", u.SUT, hintAt(u.SUT, suts))
		}
		if u.z != nil {
			texts.add(&l.collector, u.z, filepath.Dir(u.path))
		}
	}
	for _, m := range l.machines {
		if m.z != nil {
			texts.add(&l.collector, m.z, filepath.Dir(m.path))
		}
	}
	for _, m := range l.methods {
		if m.z != nil {
			texts.add(&l.collector, m.z, filepath.Dir(m.path))
		}
	}
	doc, syntax := parseAll(l.reader, texts.texts())
	l.collector.errs.Add(syntax)
	l.read = doc.Paragraphs
	classReader{loader: l}.takeClasses()
	// What is missing would only be reported as undeclared.
	if !l.lost {
		l.collector.checkNames(l.units, twice)
	}
	if l.lost || len(texts.failed) > 0 {
		return
	}
	s, err := doc.check()
	l.typed = s
	if syntax == nil && err == nil && len(l.collector.errs) == 0 {
		s, err = l.enrich(doc, s)
		l.setRefinements()
	}
	l.collector.errs.Add(err)
	if syntax == nil && err == nil {
		l.spec, l.language = s, parse.LanguageOf(doc.Paragraphs)
	}
}

// resolve finds the schema of each unit, checks the declared relations against the
// schemas, and reads all values by the declared types.
func (l *loader) resolve() {
	elements := l.project.scope.Given
	bySchema := map[string][]*unit{}
	byName := map[string]*unit{}
	var schemas []string
	lost := map[string]bool{} // the units without a schema, whose callers seem to use their callees
	for _, u := range l.units {
		elements = max(elements, u.Scope.Given)
		if l.hasSchema(u) {
			schemas = append(schemas, u.Schema)
			bySchema[u.Schema] = append(bySchema[u.Schema], u)
		} else {
			lost[u.Name] = true
		}
		if byName[u.Name] == nil {
			byName[u.Name] = u
		}
	}
	l.globals = carriers(l.spec, elements)
	l.axioms = l.collector.constants(l.project.constants, l.spec, l.globals)
	l.calculus = schema.New(l.spec)
	units := l.calculus.Units(schemas)
	for _, u := range l.units {
		u.misnamed = u.misnamed || slices.ContainsFunc(slices.Concat(u.uses, u.calls), func(n *node) bool {
			return lost[n.yaml.Value]
		})
		if len(bySchema[u.Schema]) == 0 {
			continue
		}
		op, err := l.calculus.Operation(u.Schema, units)
		if err != nil {
			l.reportOperationError(u, err)
			continue
		}
		u.Op = op
		l.collector.relate(u, bySchema, byName)
	}
	for _, u := range l.units {
		if u.Op != nil {
			l.collector.readOwnCases(u, l.spec, l.globals)
			l.readStubs(u, byName)
			if !u.misnamed { // it would name what is unknown again
				l.readGreyBox(u, byName)
			}
			u.Properties = l.resolvePreserved(u.props, u.Unit)
		}
	}
	l.reportUnderived()
	l.relateMachines(byName)
	methodReader{l}.relateSchemas(units)
	classReader{loader: l}.relateClassUnits(byName)
	l.properties = l.resolvePreserved(l.project.props, nil)
	if n := l.project.init; n != nil {
		l.initial = l.resolveInitial(n)
	}
}

// reportUnderived reports the units whose schema could not be derived, where no other error
// says why.
func (l *loader) reportUnderived() {
	for _, u := range l.units {
		if u.Op == nil && len(l.collector.errs) == 0 {
			l.collector.fail(u.At,
				"no schema of %s could be derived: expected enriches with the name of a unit whose schema, and whose grey-box predicate, are complete", u.Name)
		}
	}
}

// reportOperationError reports why a unit's schema is not an operation. It does nothing where
// a more precise error stands at the same place.
func (l *loader) reportOperationError(u *unit, err error) {
	var located source.Errors
	located.Add(err)
	for _, e := range located {
		if !e.Pos.IsValid() {
			l.collector.fail(u.schema.span(), "the schema %s of %s: %s", u.Schema, u.Name, e.Msg)
			continue
		}
		l.collector.errs = append(l.collector.errs, e)
	}
}

// hasSchema tells whether a unit's schema exists, and reports one that does not exist
// or has parameters.
func (l *loader) hasSchema(u *unit) bool {
	if u.Schema == "" || u.enriches != nil && l.spec.Schemas[u.Schema] == nil {
		return false // why it was not derived is reported
	}
	s := l.schemaNamed(u.schema)
	if s == nil {
		return false
	}
	if len(s.Params) > 0 {
		l.collector.fail(u.schema.span(), "the schema %s is generic: expected an instance of it with a name of its own",
			u.Schema)
		return false
	}
	u.Schema = s.Name
	return true
}

// schemaNamed returns the schema that a node names, and reports a name that no schema
// has or that schemas of several sections have.
func (l *loader) schemaNamed(n *node) *types.Schema {
	name := n.yaml.Value
	s, several := l.spec.Schema(name)
	if len(several) > 0 {
		l.collector.fail(n.span(), "several sections have a schema %q: expected one of %s", shorten(name),
			strings.Join(several, ", "))
		return nil
	}
	if s != nil {
		return s
	}
	if generic, _, ok := strings.Cut(name, "["); ok && l.spec.Schemas[strings.TrimSpace(generic)] != nil {
		l.collector.fail(n.span(),
			"expected the name of a schema, found %s: an instance needs a name of its own, such as %sOf == %s",
			shorten(name), strings.TrimSpace(generic), shorten(name))
		return nil
	}
	var names []string
	for known := range l.spec.Schemas {
		names = append(names, known)
	}
	sort.Strings(names)
	l.collector.fail(n.span(), "there is no schema %q%s", shorten(name), source.DidYouMean(name, names))
	return nil
}
