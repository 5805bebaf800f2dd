package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/affected"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// selectSince selects what a change since a commit (--since) can affect, and says why each is in. settled is true
// where that is nothing. Where the project as it was then cannot be read, everything is selected.
func selectSince(ctx context.Context, r *testRun, pl *planner.Planned) (settled bool, err error) {
	if r.rerun.since == "" {
		return false, nil
	}
	if r.rerun.failed || r.rerun.resume ||
		len(r.options.Units)+len(r.options.Cases)+len(r.machines.Names)+len(r.laws.Names) > 0 {
		return false, errors.New("--since with --unit, --case, --machine, --property, --failed or --resume: " +
			"expected one of them")
	}
	repo, err := openRepository(ctx, pl.System.Dir, r.rerun.since)
	if err != nil {
		return false, fmt.Errorf("--since %s: %w", r.rerun.since, err)
	}
	now, files, err := config.LoadFiles(r.project.config, "", r.project.breakCycles)
	if err != nil {
		return false, err
	}
	change := affected.Change{Now: now}
	if change.Before, err = repo.load(ctx, files, r.project.breakCycles); err != nil {
		r.console.note("the project as it was at %s cannot be read, so everything is run: %v", r.rerun.since, err)
		return false, nil
	}
	changed, err := repo.listChanged(ctx)
	if err != nil {
		return false, fmt.Errorf("--since %s: %w", r.rerun.since, err)
	}
	change.Programs, change.Code = findChangedPrograms(files, changed)
	list := change.List()
	if len(list) == 0 {
		r.console.say("nothing that has changed since %s affects a unit", r.rerun.since)
		return true, nil
	}
	r.console.say("affected by what has changed since %s:", r.rerun.since)
	selected := &result.Selection{By: []string{"--since"}, Since: r.rerun.since}
	for _, a := range list {
		r.console.say("  %s: %s", a.Name, a.Why)
		r.options.Units = append(r.options.Units, a.Name)
		selected.Reasons = append(selected.Reasons, result.Reason{Name: a.Name, Why: a.Why})
	}
	r.options.Selection = selected
	return false, nil
}

// repository is the git repository that a project is in, and a commit of it.
type repository struct {
	root, dir string // its folder, and that of the project
	commit    string
}

// openRepository finds the repository that a folder is in, and a commit by its name.
func openRepository(ctx context.Context, dir, name string) (*repository, error) {
	r := &repository{root: dir}
	top, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r.root = filepath.FromSlash(strings.TrimRight(string(top), "\r\n"))
	if r.dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	commit, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return nil, errors.New("there is no such commit here; a checkout without its history lacks older ones")
	}
	r.commit = strings.TrimSpace(string(commit))
	return r, nil
}

// git runs git in the repository, and returns what it writes.
func (r *repository) git(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", r.root}, args...)...)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		if text := strings.TrimSpace(said.String()); text != "" {
			return nil, fmt.Errorf("git %s: %s", args[0], text)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out.Bytes(), nil
}

// listChanged returns the paths of the files that are not what they were at the commit, those included that git does
// not know and does not ignore.
func (r *repository) listChanged(ctx context.Context) ([]string, error) {
	changed, err := r.git(ctx, "diff", "--name-only", "--no-renames", "-z", r.commit, "--")
	if err != nil {
		return nil, err
	}
	unknown, err := r.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range strings.Split(string(changed)+string(unknown), "\x00") {
		if name != "" {
			out = append(out, filepath.Join(r.root, filepath.FromSlash(name)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// load reads the project as it was at the commit. files are those of the project as it is: its own folder, and what it
// reads elsewhere in the repository, are taken from the commit.
func (r *repository) load(ctx context.Context, files *config.Files, cut bool) (*spec.System, error) {
	within, err := filepath.Rel(r.root, r.dir)
	if err != nil {
		return nil, err
	}
	paths := []string{filepath.ToSlash(within)}
	for _, path := range slices.Sorted(maps.Keys(files.Read)) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		rel, err := filepath.Rel(r.root, path)
		if err != nil || !filepath.IsLocal(rel) || isWithin(r.dir, path) {
			continue
		}
		if _, err := r.git(ctx, "cat-file", "-e", r.commit+":"+filepath.ToSlash(rel)); err == nil {
			paths = append(paths, filepath.ToSlash(rel))
		}
	}
	packed, err := r.git(ctx, append([]string{"archive", "--format=tar", r.commit, "--"}, paths...)...)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "ttf-int-since-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := unpack(packed, folder); err != nil {
		return nil, err
	}
	dir := filepath.Join(folder, within)
	system, _, err := config.LoadFiles(filepath.Join(dir, filepath.Base(files.Path)), dir, cut)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), ""))
	}
	return system, nil
}

// unpack writes the regular files of an archive that git made into a folder.
func unpack(packed []byte, folder string) error {
	from := tar.NewReader(bytes.NewReader(packed))
	for {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(h.Name)) {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
}

// findChangedPrograms returns, by the name of a system under test, a changed file of those that it is made from, and
// such a file of any, or a changed Go file.
func findChangedPrograms(files *config.Files, changed []string) (programs map[string]string, code string) {
	programs = map[string]string{}
	for name, one := range files.SUTs {
		alone := *files
		alone.SUTs = map[string]*spec.SUT{name: one}
		from := findSources(&alone)
		declared := one.Reads != nil && len(one.Build) == 0
		for _, path := range changed {
			_, read := files.Read[path]
			if isDeclared(files.Dir, one, path) || !read && !declared && from.has(path) {
				programs[name] = pathsIn(files.Dir, []string{path})[0]
				break
			}
		}
	}
	for _, path := range changed {
		if isGo(path) {
			return programs, pathsIn(files.Dir, []string{path})[0]
		}
	}
	return programs, ""
}

// isDeclared tells whether a file is one of those that a program declares to read, or its command names.
func isDeclared(project string, one *spec.SUT, path string) bool {
	dir := filepath.Join(project, filepath.FromSlash(one.Dir))
	for at := path; isWithin(dir, at); at = filepath.Dir(at) { // a pattern may match a folder that it is in
		for _, pattern := range one.Reads {
			if is, _ := filepath.Match(filepath.Join(escapePattern(dir), filepath.FromSlash(pattern)), at); is {
				return true
			}
		}
	}
	return one.Reads != nil && slices.ContainsFunc(one.Command, func(arg string) bool {
		return filepath.Join(dir, filepath.FromSlash(arg)) == path
	})
}

// has tells whether a file is one of these sources. Hidden files are none.
func (s *sources) has(path string) bool {
	for _, t := range s.trees {
		if isWithin(t.Dir, path) && (t.Only == nil || t.Only(path)) && !isHidden(t.Dir, path) {
			return true
		}
	}
	return slices.ContainsFunc(s.patterns, func(pattern string) bool {
		is, _ := filepath.Match(pattern, path)
		return is
	})
}

// isWithin tells whether a path is below a folder.
func isWithin(dir, path string) bool {
	return strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// isHidden tells whether a path has a hidden folder, or is a hidden file, below a folder.
func isHidden(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && slices.ContainsFunc(strings.Split(rel, string(filepath.Separator)), func(part string) bool {
		return strings.HasPrefix(part, ".")
	})
}
