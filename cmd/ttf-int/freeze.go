package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/spec"
)

// freeze writes tables of the answers that stubs made from specifications give, each to
// a file of its own in the folder.
func freeze(c *console, pl *planner.Planned, tables []plan.Table, folder string) error {
	for _, t := range tables {
		path := filepath.Join(folder, t.Caller+"-"+t.Callee+".yaml")
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return blameMachinery(err)
		}
		if err := writeFile(path, func(w io.Writer) error { return report.WriteTableYAML(w, t) }); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout,
			"%s: %s; once it is reviewed, in the specification of %s:\n  stubs: {%s: {decision: manual, table: %s}}\n",
			path, count(len(t.Rows), "answer"), t.Caller, t.Callee, relativeTo(pl.System, pl.Unit(t.Caller).Unit, path))
	}
	if len(tables) == 0 {
		fmt.Fprintln(c.stdout,
			"no callee is replaced by a stub made from its specification: there is nothing to freeze")
	}
	return nil
}

// relativeTo returns a path relative to the folder of the unit's file, as that file may name
// it.
func relativeTo(s *spec.System, u *spec.Unit, path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	file := u.At.Pos().File.Name
	if !filepath.IsAbs(file) {
		file = filepath.Join(s.Dir, filepath.FromSlash(file))
	}
	rel, err := filepath.Rel(filepath.Dir(file), full)
	if err != nil {
		return full
	}
	return filepath.ToSlash(rel)
}
