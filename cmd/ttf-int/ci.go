package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/report/ci"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const ciHelp = `Ci writes the file with which a CI system begins to run ttf-int on this project every
night: its specifications are checked, everything is run, and the system is given the
reports that it shows. The file is written where the system looks for it, in the
folder of the repository (of Bazel, in that of the project), and never over a file
that is there already. It is yours from then on.

Systems:
  `

func ciCommand(a *app) *cobra.Command {
	var names, lines []string
	for _, s := range ci.Systems {
		names = append(names, s.Name)
		lines = append(lines, fmt.Sprintf("%-8s  %s", s.Name, s.Is))
	}
	c := &cobra.Command{
		Use: "ci SYSTEM", Short: "write a starting file for a CI system", Long: ciHelp + strings.Join(lines, "\n  "),
		Args: arguments(1, 1, "a CI system: "+source.List(names)), ValidArgs: names,
		Example: "  ttf-int ci github\n  ttf-int -C examples/depot ci gitlab --print",
	}
	show := c.Flags().Bool("print", false, "write to stdout instead")
	c.RunE = func(_ *cobra.Command, args []string) error {
		for _, s := range ci.Systems {
			if s.Name == args[0] {
				return a.startCI(s, *show)
			}
		}
		return fmt.Errorf("there is no CI system %q: %s", args[0], source.FormatExpected(args[0], names))
	}
	return c
}

// startCI writes the starting files of a CI system, or shows them.
func (a *app) startCI(s ci.System, show bool) error {
	system, err := a.project.load(false)
	if err != nil {
		return err
	}
	root, folder := findRepository(system.Dir)
	files, err := s.Start(folder, "v"+release)
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(root, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(path); !show && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already; --print shows what ttf-int would write", path)
		}
	}
	for _, f := range files {
		write := func(w io.Writer) error { _, err := io.WriteString(w, f.Text); return err }
		if show {
			if err := a.console.write(write); err != nil {
				return err
			}
			continue
		}
		path := filepath.Join(root, filepath.FromSlash(f.Path))
		if err := writeFile(path, write); err != nil {
			return err
		}
		if f.Program {
			if err := os.Chmod(path, 0o755); err != nil {
				return blameMachinery(err)
			}
		}
		a.console.say("%s is in %s", s.Is, path)
	}
	return nil
}

// findRepository returns the root of the repository that a project's folder lies in, and the folder relative to it,
// with slashes and one at its end, "" for the root itself. Of a project in no repository these are its own folder.
func findRepository(dir string) (root, folder string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir, ""
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			rel, err := filepath.Rel(at, abs)
			if err != nil || rel == "." {
				return at, ""
			}
			return at, filepath.ToSlash(rel) + "/"
		}
		if at == filepath.Dir(at) {
			return abs, ""
		}
	}
}

// feed tells CI systems of a run while it goes on, and when it has ended.
type feed struct {
	console *console
	jsonl   string // the file of --jsonl
	github  bool   // --github
	stream  *ci.Stream
	file    *os.File // that the stream is written to
}

// open begins the stream that --jsonl asks for, where it does.
func (d *feed) open(system *spec.System) error {
	if d.jsonl == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(d.jsonl), 0o777); err != nil {
		return blameMachinery(err)
	}
	f, err := os.Create(d.jsonl)
	if err != nil {
		return blameMachinery(err)
	}
	d.stream, d.file = ci.NewStream(f, version(), system.Project), f
	return nil
}

// add tells of a result.
func (d *feed) add(r *result.Result) {
	if d.stream != nil {
		d.stream.Add(r)
	}
}

// finish ends the stream with what the run found, also where it did not begin.
func (d *feed) finish(f *report.Finished) error {
	if d.stream == nil {
		if err := d.open(f.Plan.System); err != nil || d.stream == nil {
			return err
		}
	}
	return blameMachinery(errors.Join(d.stream.Finish(f.Run), d.file.Close()))
}

// summaryVariable names the file to which a step of a workflow of GitHub appends its summary.
const summaryVariable = "GITHUB_STEP_SUMMARY"

// tellGitHub writes annotations to stderr, and appends the summary to the file that GitHub has named.
func (d *feed) tellGitHub(f *report.Finished) error {
	if !d.github {
		return nil
	}
	if err := ci.WriteAnnotations(d.console.stderr, f); err != nil {
		return blameMachinery(err)
	}
	path := os.Getenv(summaryVariable)
	if path == "" {
		d.console.note("--github: there is no summary, since %s does not name a file", summaryVariable)
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return blameMachinery(err)
	}
	left := ci.MostSummary
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		left -= int(info.Size())
	}
	text := ci.Summary(f, left)
	if text == "" {
		d.console.note("--github: there is no summary, since what %s has already leaves no place for it", path)
	}
	_, err = io.WriteString(file, text)
	return blameMachinery(errors.Join(err, file.Close()))
}
