package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// goVersion is the language version of a new module.
const goVersion = "1.26"

// linked are the modules that a program under test links with the SDK: what else ttf-int itself requires is
// nothing to it. TestLinked holds them against what the go command says.
var linked = []string{
	"github.com/fatih/color",
	"github.com/golang/protobuf",
	"github.com/hashicorp/go-hclog",
	"github.com/hashicorp/go-plugin",
	"github.com/hashicorp/yamux",
	"github.com/mattn/go-colorable",
	"github.com/mattn/go-isatty",
	"github.com/oklog/run",
	"github.com/planetscale/vtprotobuf",
	"golang.org/x/net",
	"golang.org/x/sys",
	"golang.org/x/text",
	"google.golang.org/genproto/googleapis/rpc",
	"google.golang.org/grpc",
	"google.golang.org/protobuf",
}

// moduleFiles returns go.mod and, where sdk names a checkout of ttf-int, go.sum.
func moduleFiles(dir, module, sdk string) ([]newFile, error) {
	if sdk == "" {
		mod := fmt.Sprintf("module %s\n\ngo %s\n\nrequire %s v%s\n", module, goVersion, sdkModule, release)
		return []newFile{{"go.mod", []byte(mod)}}, nil
	}
	data, err := os.ReadFile(filepath.Join(sdk, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("--sdk: %w", err)
	}
	lines := strings.Split(string(data), "\n")
	if strings.TrimSpace(lines[0]) != "module "+sdkModule {
		return nil, fmt.Errorf("--sdk %s: expected the module %s, found %q", sdk, sdkModule,
			strings.TrimSpace(lines[0]))
	}
	sums, err := os.ReadFile(filepath.Join(sdk, "go.sum"))
	if err != nil {
		return nil, fmt.Errorf("--sdk: %w", err)
	}
	to, err := relativeSDK(dir, sdk)
	if err != nil {
		return nil, err
	}
	language := goVersion
	var needs []string
	for _, line := range lines {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		switch {
		case len(fields) == 2 && fields[0] == "go":
			language = fields[1]
		case len(fields) >= 2 && slices.Contains(linked, fields[0]):
			needs = append(needs, fmt.Sprintf("\t%s %s // indirect\n", fields[0], fields[1]))
		}
	}
	slices.Sort(needs) // as the go command writes them
	mod := fmt.Sprintf("module %s\n\ngo %s\n\nrequire %s v0.0.0\n\nrequire (\n%s)\n\nreplace %s => %s\n",
		module, language, sdkModule, strings.Join(needs, ""), sdkModule, to)
	return []newFile{{"go.mod", []byte(mod)}, {"go.sum", sums}}, nil
}

// relativeSDK returns the path from the new project's folder to the checkout, as go.mod
// writes it; the absolute path where there is no relative one.
func relativeSDK(dir, sdk string) (string, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", blameMachinery(err)
	}
	to, err := filepath.Abs(sdk)
	if err != nil {
		return "", blameMachinery(err)
	}
	path := to
	if rel, err := filepath.Rel(from, to); err == nil {
		path = filepath.ToSlash(rel)
		if !strings.HasPrefix(path, "..") {
			path = "./" + path
		}
	}
	if strings.ContainsAny(path, " \t\"'`") {
		path = `"` + path + `"`
	}
	return path, nil
}
