package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// publish is the command release of scripts: it has the go command find this checkout of ttf-int as the version that is
// released, and all other modules as they are on this machine, in a cache of the script's own. What this machine does
// not have, such as the go.mod of a module that only a smaller project looks at, comes from where the go command gets
// it.
func publish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: release")
	}
	settings, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	ts.Check(err)
	cache, upstream, _ := strings.Cut(strings.TrimSpace(string(settings)), "\n")
	repo, proxy := ts.Getenv("REPO"), ts.MkAbs("proxy")
	at := filepath.Join(proxy, filepath.FromSlash(sdkModule), "@v")
	ts.Check(os.MkdirAll(at, 0o777))
	v := module.Version{Path: sdkModule, Version: "v" + release}
	packed, err := os.Create(filepath.Join(at, v.Version+".zip"))
	ts.Check(err)
	defer packed.Close()
	ts.Check(zip.CreateFromDir(packed, v, repo))
	mod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	ts.Check(err)
	for name, text := range map[string]string{v.Version + ".mod": string(mod), "list": v.Version + "\n",
		v.Version + ".info": `{"Version": "` + v.Version + `"}`} {
		ts.Check(os.WriteFile(filepath.Join(at, name), []byte(text), 0o666))
	}
	kept := filepath.Join(cache, "cache", "download")
	ts.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(kept)+","+upstream)
	ts.Setenv("GONOSUMDB", "*")
	ts.Setenv("GOFLAGS", "-modcacherw")
	ts.Setenv("GOMODCACHE", ts.MkAbs("modules"))
}
