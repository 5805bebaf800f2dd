package host

import (
	"slices"
	"strings"
	"testing"
)

// TestOmitCommit: the go command is told to leave the commit out, where nobody has said whether it does.
func TestOmitCommit(t *testing.T) {
	for command, want := range map[string]string{
		"go build -o bin ./sut":            "go build -buildvcs=false -o bin ./sut",
		"/usr/local/go/bin/go build":       "/usr/local/go/bin/go build -buildvcs=false",
		"go build -buildvcs=auto -o bin .": "go build -buildvcs=auto -o bin .",
		"go generate ./...":                "go generate ./...",
		"go":                               "go",
		"make build":                       "make build",
	} {
		given := strings.Fields(command)
		if got := strings.Join(omitCommit(given), " "); got != want || !slices.Equal(given, strings.Fields(command)) {
			t.Errorf("%s is run as %s", command, got)
		}
	}
	t.Setenv("GOFLAGS", "-mod=mod -buildvcs=true")
	if got := omitCommit([]string{"go", "build"}); len(got) != 2 {
		t.Errorf("with GOFLAGS that say so: %v", got)
	}
}
