package config

import (
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/source"
)

// FailuresFolder is the folder, beside the project's file, of the cases that have failed and are kept.
const FailuresFolder = "failures"

// failuresPattern is the pattern of the names of the files in that folder.
func failuresPattern(dir string) string { return filepath.Join(escape(dir), FailuresFolder, "*.yaml") }

// readFailures reads the files of failures that are kept: each document names a unit, and has cases as the unit's own
// file may have them, to which they are added.
func readFailures(l *loader) {
	paths, err := filepath.Glob(failuresPattern(l.reader.dir))
	if err != nil {
		return // the folder's name is not a pattern
	}
	for _, path := range paths {
		f, err := l.reader.readFile(path)
		if err != nil {
			l.collector.errs.Add(err)
			continue
		}
		roots, _, err := read(f)
		l.collector.errs.Add(err)
		for _, root := range roots {
			readKept(l, root)
		}
	}
}

// readKept reads one document of failures.
func readKept(l *loader, root *node) {
	c := &l.collector
	if !root.isMap() {
		c.fail(root.span(), "expected failures: UNIT and cases:, found %s", root.kind())
		return
	}
	name, at, cases := "", root.span(), []*node(nil)
	c.readObject(root, "a file of failures",
		entry{"failures", func(n *node) { name, at = c.name(n, "the name of a unit"), n.span() }},
		entry{"cases", func(n *node) {
			c.readList(n, "a list of test cases", func(m *node) { cases = append(cases, m) })
		}},
	)
	i := slices.IndexFunc(l.units, func(u *unit) bool { return u.Name == name })
	switch {
	case name == "":
		missing(c, at, "failures", "the name of the unit that failed")
	case i < 0 && l.only != nil:
	case i < 0 && !l.lost:
		var known []string
		for _, u := range l.units {
			known = append(known, u.Name)
		}
		c.fail(at, "there is no unit %q whose failures could be kept%s", name, source.DidYouMean(name, known))
	case i >= 0:
		l.units[i].kept = append(l.units[i].kept, cases...)
	}
}
