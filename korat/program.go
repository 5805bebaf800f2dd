package korat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
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

// Program is a program that makes the searches of one subject.
type Program struct {
	subject *Subject
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
func (p *Program) Close() error { return os.RemoveAll(p.folder) }

// Build rewrites what the predicate calls, and builds a program that has the search in it. Lines at which a
// read could not be seen are errors with their places.
func (s *Subject) Build(ctx context.Context, b *bounds.Bounds) (*Program, error) {
	return s.buildProgram(ctx, b, false, "")
}

// BuildFast does the same for a search that finds the same structures in the same order without asking the predicate
// from its beginning each time. Where that is not possible, the program makes a search like any other.
func (s *Subject) BuildFast(ctx context.Context, b *bounds.Bounds) (*Program, error) {
	if runtime.GOARCH != resumable {
		return s.buildProgram(ctx, b, false, "runs go on from snapshots on "+resumable+" alone")
	}
	return s.buildProgram(ctx, b, true, "")
}

// buildProgram builds either. slow is why it is not fast.
func (s *Subject) buildProgram(ctx context.Context, b *bounds.Bounds, fast bool, slow string) (*Program, error) {
	if err := checkFlags(ctx, s.options.Dir); err != nil {
		return nil, err
	}
	if v := s.pkg.Module.GoVersion; v != "" && version.Compare("go"+v, minGo) < 0 {
		return nil, fmt.Errorf("go.mod says go %s: a search needs %s or later", v, strings.TrimPrefix(minGo, "go"))
	}
	rewritten, err := s.rewrite(b, fast)
	if err != nil {
		return nil, err
	}
	if len(rewritten.Slow) > 0 {
		p := rewritten.Slow[0]
		why := fmt.Sprintf("%s:%d: %s", s.relative(p.Place.Filename), p.Place.Line, p.Text)
		return s.buildProgram(ctx, b, false, why)
	}
	folder, err := os.MkdirTemp("", "ttf-int-korat")
	if err != nil {
		return nil, err
	}
	p := &Program{subject: s, fast: fast, slow: slow, folder: folder, path: filepath.Join(folder, "search")}
	for name := range rewritten.Files {
		p.files = append(p.files, name)
	}
	slices.Sort(p.files)
	if err := s.build(ctx, p, rewritten.Files, b); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// checkFlags refuses flags of the go command under which the rewritten texts would not be compiled.
func checkFlags(ctx context.Context, dir string) error {
	flags, err := runGo(ctx, dir, "env", "GOFLAGS")
	if err != nil {
		return err
	}
	for _, f := range strings.Fields(flags) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if strings.HasPrefix(name, "cover") || name == "overlay" || name == "toolexec" {
			return fmt.Errorf("GOFLAGS has -%s, with which the go command does not compile the texts that a search needs: "+
				"unset it", name)
		}
	}
	return nil
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

// rewrite puts hooks into what the predicate calls.
func (s *Subject) rewrite(b *bounds.Bounds, fast bool) (*rewrite.Result, error) {
	in := rewrite.Input{Packages: s.all, Roots: []*types.Func{s.predicate}, Types: []types.Type{s.root},
		Hooks: s.hooks(), Read: os.ReadFile, Resume: fast}
	for _, t := range b.Types {
		in.Types = append(in.Types, t)
	}
	if s.pkg.Name == "main" {
		in.Main = s.pkg
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

// build writes the texts into a folder of their own, and has the go command take them for the module's.
func (s *Subject) build(ctx context.Context, p *Program, files map[string][]byte, b *bounds.Bounds) error {
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
	if runtime.GOARCH == resumable {
		if err := add(filepath.Join(s.folder(), assemblyFile), search.Assembly); err != nil {
			return err
		}
	}
	target := s.pkg.PkgPath
	if err := add(filepath.Join(s.folder(), subjectFile), s.subjectText(b)); err != nil {
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
	args := []string{"build", "-overlay", table, "-o", p.path}
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

// subjectText returns the file that is added to the subject's package.
func (s *Subject) subjectText(b *bounds.Bounds) []byte {
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
	root := types.TypeString(s.root, qualify)
	var body bytes.Buffer
	if s.root != s.typ {
		fmt.Fprintf(&body, "type %s %s\n\n", s.inputName(), types.TypeString(s.root.Underlying(), qualify))
	}
	fmt.Fprintf(&body, "// %s returns what the search needs.\nfunc %s() ttfsearch.Subject {\n", subjectFunc, subjectFunc)
	fmt.Fprintf(&body, "\treturn ttfsearch.Subject{Root: ttfreflect.TypeFor[%s](), Types: []ttfreflect.Type{\n", root)
	for _, t := range b.Types {
		if t.Obj().Pkg() == s.pkg.Types && t != s.root && t.Obj().Parent() == s.pkg.Types.Scope() {
			fmt.Fprintf(&body, "\t\tttfreflect.TypeFor[%s](),\n", types.TypeString(t, qualify))
		}
	}
	resume := ""
	if runtime.GOARCH == resumable {
		resume = ",\n\t\tResume: &ttfsearch.Resuming{Enter: ttfintEnter, Capture: ttfintCapture, Jump: ttfintJump}"
	}
	fmt.Fprintf(&body, "\t}, Check: func(p ttfunsafe.Pointer) bool {\n\t\tx := (*%s)(p)\n\t\treturn ttfsearch.End(%s)\n\t}%s}\n}\n", root,
		s.callText(), resume)
	if runtime.GOARCH == resumable {
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
	return bounds.Resolve(s.root, s.structs(), settings, size)
}
