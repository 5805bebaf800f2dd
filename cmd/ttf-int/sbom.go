package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"runtime/debug"
	"strings"
)

// bill is what a program consists of, as a document of CycloneDX 1.5 in JSON. It has neither a serial number nor a
// time: the same program has the same bill.
type bill struct {
	BOMFormat    string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     billMetadata `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type billMetadata struct {
	Component  component  `json:"component"`
	Properties []property `json:"properties"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type component struct {
	Type    string          `json:"type"` // application or library
	Ref     string          `json:"bom-ref"`
	Name    string          `json:"name"`
	Version string          `json:"version"`
	PURL    string          `json:"purl"`
	Hashes  []componentHash `json:"hashes,omitempty"`
}

type componentHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"` // in hexadecimal digits
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// makeBill makes the bill of the program that a build made, from what the go command has written into it: each module,
// with its hash as go.sum has it, and the Go and the settings by which it was built.
func makeBill(info *debug.BuildInfo) *bill {
	main := component{Type: "application", Name: info.Main.Path, Version: "v" + version()}
	main.PURL = packageURL(main.Name, main.Version)
	main.Ref = main.PURL
	out := &bill{BOMFormat: "CycloneDX", SpecVersion: "1.5", Version: 1, Components: []component{},
		Metadata: billMetadata{Component: main, Properties: []property{{"go:version", info.GoVersion}}}}
	for _, s := range info.Settings {
		if s.Value != "" {
			out.Metadata.Properties = append(out.Metadata.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	uses := dependency{Ref: main.Ref, DependsOn: []string{}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		one := component{Type: "library", Name: m.Path, Version: m.Version, PURL: packageURL(m.Path, m.Version)}
		one.Ref = one.PURL
		if sum, ok := strings.CutPrefix(m.Sum, "h1:"); ok {
			if data, err := base64.StdEncoding.DecodeString(sum); err == nil {
				one.Hashes = []componentHash{{"SHA-256", hex.EncodeToString(data)}}
			}
		}
		out.Components = append(out.Components, one)
		uses.DependsOn = append(uses.DependsOn, one.Ref)
	}
	out.Dependencies = []dependency{uses}
	return out
}

// packageURL returns the package URL (purl) of a Go module.
func packageURL(path, version string) string {
	return "pkg:golang/" + path + "@" + url.PathEscape(version)
}

// readBill makes the bill of this program.
func readBill() (*bill, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("--sbom: this program does not say what it consists of: it was not built by the go command")
	}
	return makeBill(info), nil
}
