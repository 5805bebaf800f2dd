package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/internal/proc"
)

// writeFrom writes a project for a Go package that exists.
func (o *newProject) writeFrom(ctx context.Context, a *app) (err error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return blameMachinery(err)
	}
	var patterns []string
	for one := range strings.SplitSeq(o.from, ",") {
		pattern, err := patternFrom(dir, one)
		if err != nil {
			return blameMachinery(err)
		}
		patterns = append(patterns, pattern)
	}
	var made []driver.File
	var undo []string
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		undo = append(undo, dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return blameMachinery(err)
	}
	defer func() { // a folder without a project has no go.mod of ours either
		for _, path := range slices.Backward(undo) {
			if err != nil {
				_ = os.Remove(path) // a folder only where nothing is in it
			}
		}
	}()
	alone := findModule(dir) == ""
	if alone {
		for _, name := range []string{"go.mod", "go.sum"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
				undo = append(undo, filepath.Join(dir, name))
			}
		}
		if err := o.makeModule(ctx, a.guard, dir, patterns); err != nil {
			return err
		}
		made = append(made, driver.File{Path: "go.mod", State: driver.Written})
	}
	d := driving{dir: dir, patterns: patterns, name: o.name, types: o.types}
	if err := d.read(ctx); err != nil {
		return err
	}
	ignored, err := writeIgnored(dir)
	if err != nil {
		return blameMachinery(err)
	}
	if ignored {
		made = append(made, driver.File{Path: ".gitignore", State: driver.Written})
	}
	var first []string
	if o.dir != "." {
		first = append(first, "cd "+shellWord(o.dir))
	}
	switch mod, err := os.ReadFile(filepath.Join(findModule(dir), "go.mod")); {
	case err != nil:
		return blameMachinery(err)
	case !strings.Contains(string(mod), sdkModule) && o.sdk != "":
		sdk, err := relativeSDK(findModule(dir), o.sdk)
		if err != nil {
			return err
		}
		first = append(first, fmt.Sprintf("go mod edit -require %s@v0.0.0 -replace %s=%s && go mod tidy", sdkModule, sdkModule,
			sdk))
	case !strings.Contains(string(mod), sdkModule), alone && o.sdk == "":
		first = append(first, "go mod tidy")
	}
	return d.write(a.console, made, first)
}

// patternFrom returns the name of a package as it is from another folder: a path relative to the working directory is
// one relative to that.
func patternFrom(dir, pattern string) (string, error) {
	if !strings.HasPrefix(pattern, ".") {
		return pattern, nil
	}
	here, err := os.Getwd()
	if err != nil || here == dir {
		return pattern, err
	}
	rel, err := filepath.Rel(dir, filepath.Join(here, filepath.FromSlash(pattern)))
	if err != nil {
		return "", err
	}
	if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	return rel, nil
}

// makeModule writes go.mod into a folder that belongs to no module. Other modules that the packages belong to are
// required.
func (o *newProject) makeModule(ctx context.Context, guard proc.Guard, dir string, patterns []string) error {
	module := cmp.Or(o.module, "example.com/"+moduleName(filepath.Base(dir)))
	files, err := moduleFiles(dir, module, o.sdk)
	if err != nil {
		return err
	}
	var foreign []string
	for _, pattern := range patterns {
		path, _ := driver.SplitPattern(pattern)
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !strings.HasPrefix(path, ".") {
			foreign = append(foreign, path)
		}
	}
	ours := files[0].data
	if len(foreign) > 0 && o.sdk == "" { // until the SDK is there, nothing else could be found beside it
		files[0].data = fmt.Appendf(nil, "module %s\n\ngo %s\n", module, goVersion)
	}
	if err := create(dir, files); err != nil {
		return err
	}
	for _, path := range foreign {
		if err := requirePackage(ctx, guard, dir, path); err != nil {
			return err
		}
	}
	for _, path := range foreign {
		if err := requireDirectly(filepath.Join(dir, "go.mod"), path); err != nil {
			return blameMachinery(err)
		}
	}
	if len(foreign) == 0 || o.sdk != "" {
		return nil
	}
	_, requires, _ := strings.Cut(string(ours), "require")
	mod := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(mod)
	if err == nil {
		err = os.WriteFile(mod, append(data, "\nrequire"+requires...), 0o666)
	}
	return blameMachinery(err)
}

// requireDirectly has a module file say that the module of a package is required by the program itself, as the
// program that is written next does: the go command did not know that yet.
func requireDirectly(mod, pkg string) error {
	data, err := os.ReadFile(mod)
	if err != nil {
		return err
	}
	f, err := modfile.Parse(mod, data, nil)
	if err != nil {
		return err
	}
	var of *modfile.Require // the module with the longest path that the package's begins with
	for _, r := range f.Require {
		if (pkg == r.Mod.Path || strings.HasPrefix(pkg, r.Mod.Path+"/")) &&
			(of == nil || len(r.Mod.Path) > len(of.Mod.Path)) {
			of = r
		}
	}
	if of == nil || !of.Indirect {
		return nil
	}
	of.Indirect = false
	f.SetRequireSeparateIndirect(f.Require)
	f.Cleanup()
	if data, err = f.Format(); err != nil {
		return err
	}
	return os.WriteFile(mod, data, 0o666)
}

// moduleName returns a folder's name as a part of the path of a module.
func moduleName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 128 && modulePath.MatchString("x"+string(r)) && r != '/' {
			return r
		}
		return '-'
	}, name)
	if !modulePath.MatchString(name) {
		return "tested"
	}
	return name
}

// goOutput is how much of what the go command says is kept.
const goOutput = 4 << 10

// requirePackage has the go command require the module of a package: the newest version that it finds or, where it
// finds none, the newest of those on this machine.
func requirePackage(ctx context.Context, guard proc.Guard, dir, path string) error {
	env := append(os.Environ(), "PWD="+dir)
	run := func(env []string, args ...string) (string, error) {
		out := proc.NewCapture(goOutput)
		exit, err := proc.Run(ctx, proc.Command{Path: "go", Args: args, Dir: dir, Env: env, Stdout: out, Stderr: out,
			Guard: guard})
		if err == nil && !exit.IsSuccess() {
			err = errors.New(strings.TrimSpace(out.String()))
		}
		return strings.TrimSpace(out.String()), err
	}
	_, asked := run(env, "get", path)
	if asked == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	cache, err := run(env, "env", "GOMODCACHE")
	if err != nil {
		return blameMachinery(err)
	}
	kept := "file://" + filepath.ToSlash(filepath.Join(cache, "cache", "download"))
	if _, err := run(slices.Concat(env, []string{"GOPROXY=" + kept, "GONOSUMDB=*"}), "get", path); err != nil {
		return fmt.Errorf("%s cannot be had: `go get %s` says\n  %s", path, path,
			strings.ReplaceAll(asked.Error(), "\n", "\n  "))
	}
	return nil
}

// writeIgnored writes the .gitignore of a new project, unless there is one.
func writeIgnored(dir string) (bool, error) {
	path := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(path); err == nil {
		return false, nil
	}
	data, err := skeleton.ReadFile("project/gitignore.txt")
	if err == nil {
		err = os.WriteFile(path, data, 0o666)
	}
	return err == nil, err
}
