package korat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/scratch"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/rewrite"
	"github.com/ttf-int/ttf-int/korat/search"
)

// The names of what is added to the module for a build. No file of it is written there.
const (
	hooksFolder  = "ttfintkorat/search"
	mainFolder   = "ttfintkoratmain"
	subjectFile  = "ttfint_korat_subject.go"
	subjectFunc  = "TtfintKoratSubject"
	assemblyFile = "ttfint_korat_resume_amd64.s"
)

// resumable is the machine on which runs can go on from snapshots.
const resumable = "amd64"

// minGo is the version of the language that a module must have: hooks are generic functions.
const minGo = "go1.18"

// Program is a program that makes the searches of some subjects, which are of one package.
type Program struct {
	subject *Subject // the first of them
	scratch *scratch.Folder
	folder  string // where it was built
	path    string
	files   []string // the texts that hooks were put into
	texts   []byte   // all that was compiled of the predicate
	fast    bool     // whether runs of the predicate go on from snapshots
	slow    string   // why they do not, where they were to
}

// Slow returns why a program that was to be fast is not, with a place where there is one; or "".
func (p *Program) Slow() string { return p.slow }

// Close removes the program.
func (p *Program) Close() error { return p.scratch.Remove() }

// Wanted is a subject with its bounds.
type Wanted struct {
	*Subject
	Bounds *bounds.Bounds
}

// Build rewrites what the predicate calls, and builds a program that has the search in it. Lines at which a
// read could not be seen are errors with their places.
func (s *Subject) Build(ctx context.Context, b *bounds.Bounds) (*Program, error) {
	return buildProgram(ctx, []Wanted{{s, b}}, false, "")
}

// BuildFast does the same for a search that finds the same structures in the same order without asking the predicate
// from its beginning each time. Where that is not possible, the program makes a search like any other.
func (s *Subject) BuildFast(ctx context.Context, b *bounds.Bounds) (*Program, error) {
	switch {
	case runtime.GOARCH != resumable:
		return buildProgram(ctx, []Wanted{{s, b}}, false, "runs go on from snapshots on "+resumable+" alone")
	case s.usesC():
		return buildProgram(ctx, []Wanted{{s, b}}, false, "the package uses cgo, beside which there can be no assembly")
	}
	return buildProgram(ctx, []Wanted{{s, b}}, true, "")
}

// usesC tells whether a file of the package imports "C".
func (s *Subject) usesC() bool {
	return slices.ContainsFunc(s.pkg.GoFiles, func(name string) bool {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		isC := func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` }
		return err == nil && slices.ContainsFunc(file.Imports, isC)
	})
}

// Build builds one program for some subjects of one package.
func Build(ctx context.Context, all []Wanted) (*Program, error) {
	return buildProgram(ctx, all, false, "")
}

// buildProgram builds either. slow is why it is not fast.
func buildProgram(ctx context.Context, all []Wanted, fast bool, slow string) (*Program, error) {
	s := all[0].Subject
	linked, err := checkFlags(ctx, s.options.Dir)
	if err != nil {
		return nil, err
	}
	if v := s.pkg.Module.GoVersion; v != "" && version.Compare("go"+v, minGo) < 0 {
		return nil, fmt.Errorf("go.mod says go %s: a search needs %s or later", v, strings.TrimPrefix(minGo, "go"))
	}
	rewritten, err := rewriteFor(all, fast)
	if err != nil {
		return nil, err
	}
	if len(rewritten.Slow) > 0 {
		p := rewritten.Slow[0]
		why := fmt.Sprintf("%s:%d: %s", s.relative(p.Place.Filename), p.Place.Line, p.Text)
		return buildProgram(ctx, all, false, why)
	}
	folder, err := scratch.Make("ttf-int-korat")
	if err != nil {
		return nil, err
	}
	p := &Program{subject: s, fast: fast, slow: slow, scratch: folder, folder: folder.Path}
	p.path = filepath.Join(p.folder, "search")
	for name := range rewritten.Files {
		p.files = append(p.files, name)
	}
	slices.Sort(p.files)
	if err := s.build(ctx, p, rewritten.Files, all, linked); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// checkFlags refuses flags of the go command under which the rewritten texts would not be compiled. It tells whether
// there are flags for the linker, which are to be kept.
func checkFlags(ctx context.Context, dir string) (linked bool, err error) {
	flags, err := runGo(ctx, dir, "env", "GOFLAGS")
	if err != nil {
		return false, err
	}
	for _, f := range strings.Fields(flags) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if strings.HasPrefix(name, "cover") || name == "overlay" || name == "toolexec" {
			return false, fmt.Errorf("GOFLAGS has -%s, with which the go command does not compile the texts that a search "+
				"needs: unset it", name)
		}
		linked = linked || name == "ldflags"
	}
	return linked, nil
}

// runGo runs the go command and returns what it writes.
func runGo(ctx context.Context, dir string, args ...string) (string, error) {
	var out, errs bytes.Buffer
	exit, err := proc.Run(ctx, proc.Command{Path: "go", Args: args, Dir: dir, Env: os.Environ(), Stdout: &out,
		Stderr: &errs})
	if err != nil {
		return "", err
	}
	if !exit.IsSuccess() {
		return "", fmt.Errorf("go %s %s:\n%s", args[0], exit, strings.TrimSpace(errs.String()))
	}
	return out.String(), nil
}

// rewriteFor puts hooks into what the predicates call.
func rewriteFor(all []Wanted, fast bool) (*rewrite.Result, error) {
	s := all[0].Subject
	in := rewrite.Input{Packages: s.all, Hooks: s.hooks(), Read: s.text, Resume: fast}
	for _, w := range all {
		in.Roots = append(in.Roots, w.roots()...)
		in.Types = append(in.Types, w.root)
		for _, t := range w.Bounds.Types {
			in.Types = append(in.Types, t)
		}
	}
	in.Renamed = map[*types.Func]string{}
	if main, is := s.pkg.Types.Scope().Lookup("main").(*types.Func); is && s.pkg.Name == "main" {
		in.Renamed[main] = "ttfintFormerMain"
	}
	for _, f := range listWatched(all) {
		in.Renamed[watched(f[0])] = watchedName(watched(f[0]))
	}
	out, err := rewrite.Rewrite(in)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, p := range out.Problems {
		at := p.Place
		errs = append(errs, fmt.Errorf("%s:%d:%d: %s", s.relative(at.Filename), at.Line, at.Column, p.Text))
	}
	return out, errors.Join(errs...)
}

// relative returns a file's name as it is seen from where the command runs.
func (s *Subject) relative(file string) string {
	if rel, err := filepath.Rel(s.options.Dir, file); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return file
}

func (s *Subject) hooks() string { return s.pkg.Module.Path + "/" + hooksFolder }

// build writes the texts into a folder of their own, and has the go command take them for the module's. linked says
// that the environment has flags for the linker.
func (s *Subject) build(ctx context.Context, p *Program, files map[string][]byte, all []Wanted, linked bool) error {
	overlay := map[string]string{}
	n := 0
	add := func(name string, text []byte) error {
		n++
		to := filepath.Join(p.folder, fmt.Sprintf("text%d%s", n, filepath.Ext(name)))
		overlay[name] = to
		return os.WriteFile(to, text, 0o600)
	}
	for _, name := range p.files {
		p.texts = append(p.texts, files[name]...)
		if err := add(name, files[name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.loaded.texts)) {
		if _, is := files[name]; is {
			continue
		}
		if err := add(name, s.loaded.texts[name]); err != nil {
			return err
		}
	}
	err := fs.WalkDir(search.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := search.Files.ReadFile(name)
		if err != nil {
			return err
		}
		return add(filepath.Join(s.pkg.Module.Dir, filepath.FromSlash(hooksFolder), name),
			constrain(text))
	})
	if err != nil {
		return err
	}
	if p.fast {
		if err := add(filepath.Join(s.folder(), assemblyFile), search.Assembly); err != nil {
			return err
		}
	}
	target := s.pkg.PkgPath
	if err := add(filepath.Join(s.folder(), subjectFile), s.subjectsText(all, p.fast)); err != nil {
		return err
	}
	if s.pkg.Name != "main" {
		target += "/" + mainFolder
		if err := add(filepath.Join(s.folder(), mainFolder, "main.go"), s.mainText()); err != nil {
			return err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	table := filepath.Join(p.folder, "overlay.json")
	if err := os.WriteFile(table, data, 0o600); err != nil {
		return err
	}
	return s.compile(ctx, p, table, target, linked)
}

// compile has the go command build a package with the texts of an overlay.
func (s *Subject) compile(ctx context.Context, p *Program, overlay, target string, linked bool) error {
	args := []string{"build", "-overlay", overlay, "-o", p.path}
	if !linked { // no debugger reads the program
		args = append(args, "-ldflags=-w")
	}
	if s.options.Tags != "" {
		args = append(args, "-tags", s.options.Tags)
	}
	if _, err := runGo(ctx, s.options.Dir, append(args, target)...); err != nil {
		return fmt.Errorf("the search cannot be built: %w", err)
	}
	return nil
}

// languageVersion is the version of the language in which the search is written.
const languageVersion = "go1.24"

// constrain has a text be compiled in a version of the language that the module need not have, on the systems for
// which it is.
func constrain(text []byte) []byte {
	old, system := []byte("//go:build "), ""
	if rest, is := bytes.CutPrefix(text, old); is {
		line, more, _ := bytes.Cut(rest, []byte("\n"))
		system, text = " && "+string(line), more
	}
	return append([]byte("//go:build "+languageVersion+system+"\n\n"), text...)
}

// subjectsText returns the file that is added to the subjects' package, for a fast search or another one.
func (s *Subject) subjectsText(all []Wanted, fast bool) []byte {
	var out bytes.Buffer
	imports := map[*types.Package]string{}
	qualify := func(p *types.Package) string {
		if p == s.pkg.Types {
			return ""
		}
		if imports[p] == "" {
			imports[p] = fmt.Sprintf("ttfint%d", len(imports))
		}
		return imports[p]
	}
	var body bytes.Buffer
	for _, w := range all {
		body.WriteString(w.typesText(qualify))
	}
	for _, f := range listWatched(all) {
		body.WriteString(watchedText(f, qualify))
	}
	fmt.Fprintf(&body, "// %s returns what the search needs.\nfunc %s() map[string]ttfsearch.Subject {\n", subjectFunc,
		subjectFunc)
	body.WriteString("\treturn map[string]ttfsearch.Subject{\n")
	for _, w := range all {
		body.WriteString(w.subjectText(w.Bounds, qualify, fast))
	}
	body.WriteString("\t}\n}\n")
	if fast {
		body.WriteString(resumeText)
	}
	if s.pkg.Name == "main" {
		fmt.Fprintf(&body, "\nfunc main() { ttfos.Exit(ttfsearch.Serve(%s())) }\n", subjectFunc)
	}
	fmt.Fprintf(&out, "package %s\n\nimport (\n\tttfreflect \"reflect\"\n\tttfunsafe \"unsafe\"\n\tttfsearch %q\n", s.pkg.Name,
		s.hooks())
	if s.pkg.Name == "main" {
		fmt.Fprintf(&out, "\tttfos \"os\"\n")
	}
	for p, name := range imports {
		fmt.Fprintf(&out, "\t%s %q\n", name, p.Path())
	}
	fmt.Fprintf(&out, ")\n\n%s", body.String())
	return out.Bytes()
}

// resumeText declares what goes on from snapshots of runs.
const resumeText = `
func ttfintAsk() { ttfsearch.Ask() }

//go:noescape
func ttfintEnter(high, snapshot ttfunsafe.Pointer) bool

//go:noescape
func ttfintCapture(snapshot ttfunsafe.Pointer) bool

//go:noescape
func ttfintJump(snapshot ttfunsafe.Pointer)
`

// typesText returns the types that are declared for a subject.
func (s *Subject) typesText(qualify types.Qualifier) string {
	switch {
	case s.method != nil:
		return structText(s.inputName(), s.method.inputs, qualify) +
			structText(s.resultsName(), s.method.results, qualify)
	case s.root != s.typ:
		return fmt.Sprintf("type %s %s\n\n", s.inputName(), types.TypeString(s.root.Underlying(), qualify))
	}
	return ""
}

// subjectText returns the entry of a subject.
func (s *Subject) subjectText(b *bounds.Bounds, qualify types.Qualifier, fast bool) string {
	root := types.TypeString(s.root, qualify)
	var out strings.Builder
	fmt.Fprintf(&out, "\t%q: {Root: ttfreflect.TypeFor[%s](), Types: []ttfreflect.Type{\n", s.key(), root)
	for _, t := range b.Types {
		if t.Obj().Pkg() == s.pkg.Types && t != s.root && t.Obj().Parent() == s.pkg.Types.Scope() {
			fmt.Fprintf(&out, "\t\tttfreflect.TypeFor[%s](),\n", types.TypeString(t, qualify))
		}
	}
	check, more := "ttfsearch.End("+knownText(s, qualify)+s.callText()+")", ""
	switch {
	case s.method != nil:
		check, more = knownText(s, qualify)+s.checkText(), ", Method: "+s.methodText()+apartText(s)
	case fast:
		more = ",\n\t\tResume: &ttfsearch.Resuming{Enter: ttfintEnter, Capture: ttfintCapture, Jump: ttfintJump}"
	}
	fmt.Fprintf(&out, "\t}, Check: func(p ttfunsafe.Pointer) bool {\n\t\tx := (*%s)(p)\n", root)
	fmt.Fprintf(&out, "\t\treturn %s\n\t}%s},\n", check, more)
	return out.String()
}

// key is the name by which a program knows a subject.
func (s *Subject) key() string { return s.root.Obj().Name() }

// callText returns the call of the predicate on the root object x.
func (s *Subject) callText() string {
	sig := s.predicate.Signature()
	end := ""
	if _, is := sig.Results().At(0).Type().Underlying().(*types.Basic); !is {
		end = " == nil"
	}
	if s.root == s.typ {
		if _, is := sig.Recv().Type().Underlying().(*types.Pointer); is || sig.Recv().Type() != s.typ {
			return "x." + s.predicate.Name() + "()" + end
		}
		return "ttfsearch.GetAll(x)." + s.predicate.Name() + "()" + end
	}
	var args []string
	u := s.root.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		args = append(args, fmt.Sprintf("ttfsearch.GetAll(&x.%s)", u.Field(i).Name()))
	}
	if sig.Recv() == nil {
		return s.predicate.Name() + "(" + strings.Join(args, ", ") + ")" + end
	}
	return args[0] + "." + s.predicate.Name() + "(" + strings.Join(args[1:], ", ") + ")" + end
}

// mainText returns the package main of the program.
func (s *Subject) mainText() []byte {
	return []byte(fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n\n\tttfsearch %q\n\tttfsubject %q\n)\n\n"+
		"func main() { os.Exit(ttfsearch.Serve(ttfsubject.%s())) }\n", s.hooks(), s.pkg.PkgPath, subjectFunc))
}

// Bounds resolves the bounds of the subject's structures.
func (s *Subject) Bounds(settings []bounds.Setting, size int) (*bounds.Bounds, error) {
	settings = append(knownBounds(s, settings), settings...)
	if s.method != nil {
		return bounds.ResolveMethod(s.root, s.typ, s.method.spec.Independent, s.structs(), settings, size)
	}
	return bounds.Resolve(s.root, s.structs(), settings, size)
}
