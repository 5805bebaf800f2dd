package korat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// vendored is a module with a type of a vendored package, which another vendored package uses.
const vendored = `
-- go.mod --
module example.com/m

go 1.22

require (
	example.com/other v1.0.0
	example.com/third v1.0.0
)
-- vendor/modules.txt --
# example.com/other v1.0.0
## explicit; go 1.22
example.com/other
example.com/other/internal/count
# example.com/third v1.0.0
## explicit; go 1.22
example.com/third
-- vendor/example.com/other/internal/count/count.go --
package count

func IsFew(n int) bool { return n < 2 }
-- vendor/example.com/other/other.go --
package other

import "example.com/other/internal/count"

type Link struct {
	next *Link
	n    int
}

func (l *Link) IsLast() bool { return l.next == nil && count.IsFew(l.n) }
-- vendor/example.com/third/third.go --
package third

import "example.com/other"

func IsLast(l *other.Link) bool { return l.IsLast() }`

// modules are modules of all kinds, each with a type Chain in a package, and how many structures it has.
var modules = []struct {
	name, pkg, tags, files, wants string
	found                         int
}{
	{"package main", ".", "", `
-- go.mod --
module example.com/m

go 1.22
-- main.go --
package main

import "fmt"

func main() { fmt.Println("not this one") }

type Chain struct{ first *link }

type link struct{ next *link }

func (c *Chain) RepOK() bool { return c.first == nil || c.first.next == nil }
`, "", 2},
	{"an old version of the language", "chain", "", `
-- go.mod --
module example.com/m

go 1.18
-- chain/chain.go --
package chain

type Chain struct{ first *link }

type link struct{ next *link }

func (c *Chain) RepOK() bool { return c.first == nil || c.first.next == nil }
`, "", 2},
	{"a language without generics", "chain", "", `
-- go.mod --
module example.com/m

go 1.17
-- chain/chain.go --
package chain

type Chain struct{ first *Chain }

func (c *Chain) RepOK() bool { return c.first == nil }
`, "go.mod says go 1.17: a search needs 1.18 or later", 0},
	{"build tags", "chain", "short", `
-- go.mod --
module example.com/m

go 1.22
-- chain/chain.go --
package chain

type Chain struct{ first *link }

type link struct{ next *link }
-- chain/long.go --
//go:build !short

package chain

func (c *Chain) RepOK() bool { return false }
-- chain/short.go --
//go:build short

package chain

func (c *Chain) RepOK() bool { return c.first == nil || c.first.next == nil }
`, "", 2},
	{"internal and other packages", "internal/chain", "", `
-- go.mod --
module example.com/m

go 1.22
-- internal/chain/chain.go --
package chain

import "example.com/m/internal/link"

type Chain struct{ first *link.Link }

func (c *Chain) RepOK() bool { return link.IsLast(c.first) }
-- internal/link/link.go --
package link

type Link struct{ Next *Link }

func IsLast(l *Link) bool { return l == nil || l.Next == nil }
`, "", 2},
	{"a vendored package", "chain", "", `
-- go.mod --
module example.com/m

go 1.22

require example.com/other v1.0.0
-- vendor/modules.txt --
# example.com/other v1.0.0
## explicit; go 1.22
example.com/other
-- vendor/example.com/other/other.go --
package other

func IsSmall(n int) bool { return n < 2 }

func Look(p *int) bool { return *p < 2 }
-- chain/chain.go --
package chain

import "example.com/other"

type Chain struct{ n int }

func (c *Chain) RepOK() bool { return other.IsSmall(c.n) && other.Look(&c.n) }
`, "", 2},
	{"a structure handed to a vendored package", "chain", "", `
-- go.mod --
module example.com/m

go 1.22

require example.com/other v1.0.0
-- vendor/modules.txt --
# example.com/other v1.0.0
## explicit; go 1.22
example.com/other
-- vendor/example.com/other/other.go --
package other

import "fmt"

func Look(p any) bool { return fmt.Sprint(p) != "" }
-- chain/chain.go --
package chain

import "example.com/other"

type Chain struct{ first *Chain }

func (c *Chain) RepOK() bool { return other.Look(c) }
`, "chain/chain.go:7:50: other.Look is handed a part of the structure", 0},
	{"a type of a vendored package", "chain", "", vendored + `
-- chain/chain.go --
package chain

import "example.com/other"

type Chain struct{ first *other.Link }

func (c *Chain) RepOK() bool { return c.first == nil || c.first.IsLast() }
`, "", 3},
	{"a type of a vendored package that another one wants", "chain", "", vendored + `
-- chain/chain.go --
package chain

import (
	"example.com/other"
	"example.com/third"
)

type Chain struct{ first *other.Link }

func (c *Chain) RepOK() bool { return third.IsLast(c.first) }
`, "chain/chain.go:10:52: third.IsLast is handed a part of the structure", 0},
	{"a syntax error", "chain", "", `
-- go.mod --
module example.com/m

go 1.22
-- chain/chain.go --
package chain

type Chain struct{ first Chain2 }
`, "undefined: Chain2", 0},
}

// TestModules: modules of all kinds are searched in, and stay as they are.
func TestModules(t *testing.T) {
	t.Parallel()
	for _, m := range modules {
		dir := t.TempDir()
		archive := txtar.Parse([]byte(m.files))
		for _, f := range archive.Files {
			path := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		all, _, err := wanted{dir: dir, pkg: m.pkg, typ: "Chain", tags: m.tags, size: 1}.enumerate()
		switch {
		case m.wants != "" && (err == nil || !strings.Contains(err.Error(), m.wants)):
			t.Errorf("%s: got %v, expected %s", m.name, err, m.wants)
		case m.wants == "" && (err != nil || len(all) != m.found):
			t.Errorf("%s: got %q, %v, expected %d", m.name, all, err, m.found)
		}
		files := 0
		filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files++
			}
			return err
		})
		if files != len(archive.Files) {
			t.Errorf("%s: the module has %d files, expected %d", m.name, files, len(archive.Files))
		}
	}
}
