package solvetest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// KeepFigures holds that a page has a table of one row whose first line begins with head, with as many columns as row
// has. Where write says so, and the test has not failed, it writes the row there.
func KeepFigures(t *testing.T, page, head, row string, write bool) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?m)^(` + regexp.QuoteMeta(head) + `.*\n\|---.*\n)(\|.*\n)?`)
	found := table.FindSubmatch(text)
	if found == nil || strings.Count(string(found[2]), "|") != strings.Count(row, "|") && !write {
		t.Errorf("%s has no table that begins with %s and has a row as this one:\n%s", page, head, row)
		return
	}
	if write && !t.Failed() {
		if err := os.WriteFile(page, table.ReplaceAll(text, append([]byte("${1}"), row...)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
