package korat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// outside is a module whose predicates are written outside the packages of their types: of the standard library, of
// another module, and of its own.
const outside = `
-- go.mod --
module example.com/m

go 1.22

require example.com/other v0.0.0

replace example.com/other => ./other
-- m.go --
package m

import _ "example.com/other"

import _ "example.com/other/deep"
-- other/go.mod --
module example.com/other

go 1.22
-- other/other.go --
package other

type Chain struct{ first *link }

type link struct{ next *link }
-- other/deep/deep.go --
package deep

import "example.com/other/internal/part"

type Chain struct{ first *part.Link }
-- other/internal/part/part.go --
package part

type Link struct{ Next *Link }
-- own/chain.go --
package own

type Chain struct{ first *link }

type link struct{ next *link }
-- own/made.go --
//line made.y:7
package own

func (c *Chain) short() bool { return c.first == nil || c.first.next == nil }
-- ok/other.go --
//go:build ignore

package other

func (c *Chain) RepOK() bool { return c.first == nil || c.first.next == nil }
-- ok/own.go --
package own

func (c *Chain) RepOK() bool { return c.short() }
-- ok/ring.go --
//go:build never

package ring

func (r *Ring) RepOK() bool { return r.next == r && r.prev == r && r.Value == nil }
-- ok/clock.go --
package ring

import "time"

func (r *Ring) RepOK() bool { return r.next == nil && time.Now().IsZero() }
-- ok/false.go --
package ring

func (r *Ring) RepOK() bool { return r.nxt == nil }
`

// TestOutside: a predicate may be in a file that is compiled with the package of its type, which may be a copy of one
// of another module; places are those of the files on the disk.
func TestOutside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(outside)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, path, string(f.Data))
	}
	for _, c := range []struct {
		pkg, typ, file, wants string
		found                 int
	}{
		{"example.com/other", "Chain", "ok/other.go", "", 2},
		{"./own", "Chain", "ok/own.go", "", 2},
		{"container/ring", "Ring", "ok/ring.go", "", 1},
		{"container/ring", "Ring", "ok/clock.go", "ok/clock.go:5:60: time.Now makes the predicate depend on a clock", 0},
		{"container/ring", "Ring", "ok/false.go", "ok/false.go:3:40: r.nxt undefined", 0},
		{"container/ring", "Ring", "ok/none.go", "no such file", 0},
		{"container/ring", "Ring", "", "Ring has no method and no function RepOK", 0},
		{"example.com/other/deep", "Chain", "ok/other.go", "imports example.com/other/internal/part", 0},
		{"sync/atomic", "Value", "ok/other.go", "which is not Go", 0},
	} {
		w := wanted{dir: dir, path: c.pkg, typ: c.typ, size: 1}
		if c.file != "" {
			w.files = []string{c.file}
		}
		found, _, err := w.enumerate()
		switch {
		case c.wants != "" && (err == nil || !strings.Contains(err.Error(), c.wants)):
			t.Errorf("%s, %s: got %v, expected %s", c.pkg, c.file, err, c.wants)
		case c.wants == "" && (err != nil || len(found) != c.found):
			t.Errorf("%s, %s: got %q, %v, expected %d", c.pkg, c.file, found, err, c.found)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ttfintkorat")); !os.IsNotExist(err) {
		t.Errorf("the module has a folder of copies: %v", err)
	}
}
