package adequacy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/mutation"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// listed is a package in the go command's output.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles                       []string
	DepOnly                       bool
	Module                        *struct{ GoVersion string }
	Error                         *struct{ Err string }
}

// maxListed is how many bytes the go command's output about packages may have.
const maxListed = 256 << 20

// makeMutants reads the package and makes mutants of it.
func (m *measurement) makeMutants(ctx context.Context) (*mutation.Made, error) {
	_, end := m.beginStage("making mutants")
	defer end()
	all, err := m.list(ctx)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var named []listed
	for _, p := range all {
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			named = append(named, p)
		}
	}
	if len(named) != 1 {
		return nil, fmt.Errorf("%s names %d packages: expected one", m.options.Package, len(named))
	}
	p := named[0]
	switch {
	case p.Error != nil:
		return nil, fmt.Errorf("the package %s: %s", m.options.Package, p.Error.Err)
	case len(p.GoFiles) == 0:
		return nil, fmt.Errorf("the package %s has no Go files without build tags; --tags names some",
			m.options.Package)
	}
	pkg := &mutation.Package{Path: p.ImportPath, Dir: p.Dir}
	if p.Module != nil && p.Module.GoVersion != "" {
		pkg.Version = "go" + p.Module.GoVersion
	}
	pkg.Importer = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if file := exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("%s was not compiled", path)
	})
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		pkg.Files = append(pkg.Files, mutation.File{Path: path, Text: text})
	}
	adapters, err := goFiles(m.planned.System.Dir)
	if err != nil {
		return nil, err
	}
	return mutation.Make(pkg, m.options.Mutants, m.options.Seed, mutation.Bindings(adapters))
}

// list returns the package and all packages that it imports, compiled.
func (m *measurement) list(ctx context.Context) ([]listed, error) {
	args := []string{"list", "-e", "-export", "-deps", "-json=ImportPath,Dir,Name,Export,GoFiles,DepOnly,Module,Error"}
	if m.options.Tags != "" {
		args = append(args, "-tags", m.options.Tags)
	}
	out, said := proc.NewCapture(maxListed), proc.NewCapture(1<<16)
	exit, err := proc.Run(ctx, proc.Command{
		Path: "go", Args: append(args, "--", m.options.Package), Env: os.Environ(), Stdout: out, Stderr: said,
		Guard: m.options.Guard,
	})
	if err != nil {
		return nil, fmt.Errorf("the go command: %w", err)
	}
	if !exit.IsSuccess() {
		return nil, fmt.Errorf("the package %s: %s", m.options.Package, strings.TrimSpace(said.String()))
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader([]byte(out.String()))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("the go command: %w", err)
		}
		all = append(all, p)
	}
}

// goFiles returns the Go files in a folder and below it, without those that the go
// command ignores.
func goFiles(dir string) ([]mutation.File, error) {
	var out []mutation.File
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
			if path != dir && (hidden || slices.Contains([]string{"testdata", "vendor", "node_modules"}, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		out = append(out, mutation.File{Path: path, Text: text})
		return err
	})
	return out, err
}

// programs are the programs under test with all mutants in them, by system under test.
type programs struct {
	files map[string]string
	seen  string // the file in which the original program records the places that it reaches
}

// reachedPlaces returns the places that the original program has reached.
func (p *programs) reachedPlaces() (map[int]bool, error) {
	out := map[int]bool{}
	data, err := os.ReadFile(p.seen)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, word := range strings.Fields(string(data)) {
		if n, err := strconv.Atoi(word); err == nil {
			out[n] = true
		}
	}
	return out, nil
}

// systemFor returns the system whose programs run a mutant; 0 is the original program.
func (p *programs) systemFor(system *spec.System, mutant int) *spec.System {
	out := *system
	out.SUTs = map[string]*spec.SUT{}
	for name, sut := range system.SUTs {
		if file := p.files[name]; file != "" {
			changed := *sut
			changed.Build, changed.SHA256 = nil, ""
			changed.Command = append([]string{file}, sut.Command[1:]...)
			changed.Env = append(slices.Clone(sut.Env), fmt.Sprintf("%s=%d", mutation.Variable, mutant))
			if mutant == 0 {
				changed.Env = append(changed.Env, mutation.Reached+"="+p.seen)
			}
			sut = &changed
		}
		out.SUTs[name] = sut
	}
	return &out
}

// Unbuilt is the error that the program with mutants in it cannot be built.
type Unbuilt struct{ Reason error }

func (u *Unbuilt) Error() string { return "with mutants in it, " + u.Reason.Error() }

// Unwrap returns the reason.
func (u *Unbuilt) Unwrap() error { return u.Reason }

// build builds the programs with mutants in them and moves them to a folder, so that
// the project keeps the programs that it had.
func (m *measurement) build(ctx context.Context, dir string, overlay map[string][]byte) (_ *programs, err error) {
	_, end := m.beginStage("building")
	defer end()
	flags, err := m.flags(ctx, dir, overlay)
	if err != nil {
		return nil, err
	}
	system := m.planned.System
	out := &programs{files: map[string]string{}, seen: filepath.Join(dir, "reached")}
	var moves []*move
	for name, sut := range system.SUTs {
		if len(sut.Build) == 0 || len(sut.Command) == 0 {
			continue
		}
		if !strings.ContainsAny(sut.Command[0], `/\`) {
			return nil, fmt.Errorf(
				"the command of the system under test %s is %s, which is not a path: what is built is not known to be it",
				name, sut.Command[0])
		}
		out.files[name] = filepath.Join(dir, fmt.Sprintf("program%d", len(moves))+filepath.Ext(sut.Command[0]))
		at := sut.Command[0]
		if !filepath.IsAbs(at) {
			at = filepath.Join(system.Dir, filepath.FromSlash(sut.Dir), filepath.FromSlash(at))
		}
		kept := filepath.Join(dir, fmt.Sprintf("kept%d", len(moves)))
		moves = append(moves, &move{from: at, to: out.files[name], kept: kept})
	}
	if len(moves) == 0 {
		return nil, errors.New(
			"no system under test has a build command, with which a program with mutants in it could be built")
	}
	for _, mv := range moves {
		if err := mv.keep(); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, mv.restore()) }()
	}
	env := []string{"GOFLAGS=" + flags}
	builds, err := runner.Build(ctx, system, runner.Options{Keep: true, Guard: m.options.Guard, BuildEnv: env})
	if err != nil {
		return nil, &Unbuilt{err}
	}
	defer builds.Release()
	for _, mv := range moves {
		if err := copyFile(mv.from, mv.to); err != nil {
			return nil, &Unbuilt{fmt.Errorf("what the build command made was not found: %w", err)}
		}
	}
	return out, nil
}

// flags writes the overlay to files, and returns flags of the go command that use it.
func (m *measurement) flags(ctx context.Context, dir string, overlay map[string][]byte) (string, error) {
	replace := map[string]string{}
	for path, text := range overlay {
		file := filepath.Join(dir, fmt.Sprintf("mutated%d.go", len(replace)))
		replace[path] = file
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return "", err
	}
	out := proc.NewCapture(1 << 16)
	known := proc.Command{Path: "go", Args: []string{"env", "GOFLAGS"}, Env: os.Environ(), Stdout: out,
		Guard: m.options.Guard}
	if _, err := proc.Run(ctx, known); err != nil {
		return "", fmt.Errorf("the go command: %w", err)
	}
	flag := "-overlay=" + file
	if strings.ContainsAny(flag, " \t") {
		flag = `"` + flag + `"`
	}
	return strings.TrimSpace(out.String() + " " + flag), nil
}

// move moves a built program away from where it is built, and restores the file that
// was there.
type move struct {
	from, to, kept string
	was            bool
}

func (m *move) keep() error {
	err := copyFile(m.from, m.kept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	m.was = err == nil
	return err
}

func (m *move) restore() error {
	if err := os.Remove(m.from); err != nil && !errors.Is(err, fs.ErrNotExist) || !m.was {
		return err
	}
	return copyFile(m.kept, m.from)
}

// copyFile copies a file with its mode and modification time.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return err
	}
	if _, err = io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
