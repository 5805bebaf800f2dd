package host

import (
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// TestHints: a variable that is bound under another name is named with its place, and so is what mends a build.
func TestHints(t *testing.T) {
	t.Parallel()
	s := &spec.Unit{Name: "take", Op: &schema.Operation{}}
	u := &wire.Unit{Given: []*wire.Variable{{Name: "elsewhere"}, {Name: "balanc"}}}
	got := hintAtBound(s, u, "balance", map[string]string{"balanc": "sut/main.go:14"})
	if want := "; sut/main.go:14 binds balanc, of which its schema says nothing"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if got := hintAtBound(s, u, "owner", nil); got != "" {
		t.Errorf("nothing is near, and %q is said", got)
	}
	got = mendBuild("go: go.mod file not found in current directory")
	if want := "\n`go mod init NAME` and `go mod tidy` make one"; got != want {
		t.Errorf("a folder without a module: %q", got)
	}
	if got := mendBuild("main.go:3: undefined: x"); got != "" {
		t.Errorf("the compiler's error is mended by %q", got)
	}
}
