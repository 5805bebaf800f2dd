package main

import (
	"encoding/json"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBill: each module is in the bill once, with its hash, in the place of what it replaces.
func TestBill(t *testing.T) {
	t.Parallel()
	got, err := json.MarshalIndent(makeBill(&debug.BuildInfo{GoVersion: "go1.99",
		Main:     debug.Module{Path: "example.com/tool", Version: "(devel)"},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "plan9"}, {Key: "-ldflags"}},
		Deps: []*debug.Module{
			{Path: "example.com/a", Version: "v1.2.0+incompatible",
				Sum: "h1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},
			{Path: "example.com/b", Version: "v2.0.0",
				Replace: &debug.Module{Path: "example.com/c", Version: "v0.1.0"}},
		}}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
 "bomFormat": "CycloneDX",
 "specVersion": "1.5",
 "version": 1,
 "metadata": {
  "component": {
   "type": "application",
   "bom-ref": "pkg:golang/example.com/tool@v0.1.0",
   "name": "example.com/tool",
   "version": "v0.1.0",
   "purl": "pkg:golang/example.com/tool@v0.1.0"
  },
  "properties": [
   {
    "name": "go:version",
    "value": "go1.99"
   },
   {
    "name": "go:build:GOOS",
    "value": "plan9"
   }
  ]
 },
 "components": [
  {
   "type": "library",
   "bom-ref": "pkg:golang/example.com/a@v1.2.0+incompatible",
   "name": "example.com/a",
   "version": "v1.2.0+incompatible",
   "purl": "pkg:golang/example.com/a@v1.2.0+incompatible",
   "hashes": [
    {
     "alg": "SHA-256",
     "content": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    }
   ]
  },
  {
   "type": "library",
   "bom-ref": "pkg:golang/example.com/c@v0.1.0",
   "name": "example.com/c",
   "version": "v0.1.0",
   "purl": "pkg:golang/example.com/c@v0.1.0"
  }
 ],
 "dependencies": [
  {
   "ref": "pkg:golang/example.com/tool@v0.1.0",
   "dependsOn": [
    "pkg:golang/example.com/a@v1.2.0+incompatible",
    "pkg:golang/example.com/c@v0.1.0"
   ]
  }
 ]
}`
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}
