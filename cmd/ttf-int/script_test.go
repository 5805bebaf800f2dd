package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ttf-int/ttf-int/remote/remotetest"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect of cmp")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ttf-int": main, "go": goOnce})
}

// TestScript runs every command in a process of its own, as users do.
func TestScript(t *testing.T) {
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	cluster := remotetest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			env.Setenv("EXECUTOR", cluster.Address)
			env.Setenv(keptBuilds, filepath.Join(env.WorkDir, ".tmp", "builds"))
			env.Values[watchKey{}] = new(*watching)
			// The program under test is built with the caches of this machine.
			for _, name := range []string{"HOME", "GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "NODE_PATH",
				"CLASSPATH", "GOTOOLCHAIN"} {
				if v, ok := os.LookupEnv(name); ok {
					env.Setenv(name, v)
				}
			}
			return nil
		},
		Condition: func(name string) (bool, error) {
			if is, known := isThere(name); known {
				return is, nil
			}
			return false, fmt.Errorf("there is no condition %q", name)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"debugged":    attachDebugger,
			"code":        code,
			"field":       field,
			"interrupted": runInterrupted,
			"stopped":     runStopped,
			"results":     results,
			"builds":      builds,
			"watching":    startWatching,
			"seen":        seen,
			"unwatch":     endWatching,
			"replace":     replace,
			"running":     running,
			"resumed":     resumed,
			"release":     publish,
			"shown": func(ts *testscript.TestScript, neg bool, args []string) {
				shown(ts, repo, args[0], args[1])
			},
			"page": func(ts *testscript.TestScript, neg bool, args []string) {
				page(ts, repo, args[0],
					args[1])
			},
			"checkout": func(ts *testscript.TestScript, neg bool, args []string) {
				for name, program := range map[string]string{"bank": "bank", "coffee": "coffee", "depot": "depot",
					"eater": "eater", "filestore": "store", "priorityqueue": "heap", "sortedlist": "list",
					"sortedlist23": "tree"} {
					example(ts, repo, name, filepath.Join(args[0], "examples", name), program)
				}
			},
			"trees": func(ts *testscript.TestScript, neg bool, args []string) { trees(ts, repo, args[0]) },
			"pictures": func(ts *testscript.TestScript, neg bool, args []string) {
				pictures(ts, repo, args[0], args[1])
			},
			"sortedlist": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "sortedlist", "list", "list")
			},
			"priorityqueue": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "priorityqueue", "queue", "heap")
			},
			"sortedlist23": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "sortedlist23", "list", "tree")
			},
			"coffee": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "coffee", "bar", "coffee")
			},
			"bank": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "bank", "money",
					"bank")
			},
			"eater": func(ts *testscript.TestScript, neg bool, args []string) {
				example(ts, repo, "eater", "eater",
					"eater")
			},
		},
	})
}

// isThere tells whether a program under test in another language can run here.
func isThere(language string) (is, known bool) {
	switch language {
	case "python":
		return exec.Command("python3", "-c", "import grpc, google.protobuf, cachetools").Run() == nil, true
	case "node":
		needs := `require("@grpc/grpc-js"); require("@grpc/proto-loader"); require("denque"); require("ttfint")`
		return exec.Command("node", "-e", needs).Run() == nil, true
	case "java":
		needs := []string{"ttfint.Program", "org.apache.commons.lang3.BitField", "io.grpc.stub.ServerCalls"}
		found := exec.Command("javap", needs...).Run() == nil
		return found && exec.Command("javac", "-version").Run() == nil, true
	}
	return false, false
}

// code N COMMAND… runs a command and wants exactly this exit code.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND ARG...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("the exit code is %s, expected %s", got, args[0])
	}
}

// runInterrupted is the command interrupted DIR CODE of scripts: it runs the project in DIR, interrupts it when the
// first failure was said, and wants the exit code.
func runInterrupted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: interrupted DIR CODE")
	}
	// The shell starts background jobs deaf to interrupts, unless it has job
	// control.
	script := "set -m; ttf-int -C " + args[0] + " run --parallel 1 2>err & pid=$!; " +
		"while ! grep -q 'error sort' err && kill -0 $pid; do sleep 0.1; done; kill -INT $pid; wait $pid"
	code(ts, false, []string{args[1], "bash", "-c", script})
}

// runStopped is the command stopped SIGNAL CODE COMMAND… of scripts: it sends a signal to ttf-int once it plans, which
// keeps its cache from then on, and wants the exit code.
func runStopped(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: stopped SIGNAL CODE ARG...")
	}
	script := `signal=$1; shift; set -m; rm -rf .ttf-int; ttf-int "$@" & pid=$!; ` +
		`i=0; while [ ! -d .ttf-int ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done; sleep 0.3; kill -$signal $pid; wait $pid`
	code(ts, false, append([]string{args[1], "bash", "-c", script, "bash", args[0]}, args[2:]...))
}

// builds FILE N wants a file to have N lines, one for each time that a program was built.
func builds(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: builds FILE N")
	}
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); strconv.Itoa(got) != args[1] {
		ts.Fatalf("it was built %d times, expected %s", got, args[1])
	}
}

// field FILE PATH JSON wants a JSON document to have a value at a path of names
// and indices, joined by "|".
func field(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: field FILE PATH JSON")
	}
	var got, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &got))
	ts.Check(json.Unmarshal([]byte(args[2]), &want))
	for _, step := range strings.Split(args[1], "|") {
		switch x := got.(type) {
		case map[string]any:
			got = x[step]
		case []any:
			i := -1
			if _, err := fmt.Sscan(step, &i); err != nil || i < 0 || i >= len(x) {
				ts.Fatalf("%s: there is no element %s", args[1], step)
			}
			got = x[i]
		default:
			ts.Fatalf("%s: nothing has a field %s", args[1], step)
		}
	}
	if reflect.DeepEqual(got, want) == neg {
		text, err := json.Marshal(got)
		ts.Check(err)
		ts.Fatalf("%s is %s, and %s is given", args[1], text, args[2])
	}
}

// results FILE OUT writes one line for each result of a run: its verdict, unit,
// class, blame and the decisions for its callees.
func results(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: results FILE OUT")
	}
	var doc struct {
		Results []struct {
			Case, Unit, Verdict string
			Class               *string
			Blame               []string
			Stubs               []struct{ Callee, Decision string }
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	var b strings.Builder
	for _, r := range doc.Results {
		class := "-"
		if r.Class != nil {
			class = *r.Class
		}
		fmt.Fprintf(&b, "%s %s %s blame=%s", r.Verdict, r.Case, class, strings.Join(r.Blame, ","))
		for _, s := range r.Stubs {
			fmt.Fprintf(&b, " %s=%s", s.Callee, s.Decision)
		}
		b.WriteByte('\n')
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o666))
}

// example puts an example into a folder of the script, as a module of its own:
// the files of a run go there, and scripts do not meet.
func example(ts *testscript.TestScript, repo, name, folder, program string) {
	from, dir := filepath.Join(repo, "examples", name), ts.MkAbs(folder)
	for _, part := range []string{program, "specs", "sut"} {
		ts.Check(os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(from, part))))
	}
	data, err := os.ReadFile(filepath.Join(from, "ttf-int.yaml"))
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "ttf-int.yaml"), data, 0o666))
	module := "example.com/" + name
	main := filepath.Join(dir, "sut", "main.go")
	data, err = os.ReadFile(main)
	ts.Check(err)
	ts.Check(os.WriteFile(main, []byte(strings.ReplaceAll(string(data), sdkModule+"/examples/"+name, module)), 0o666))
	files, err := moduleFiles(dir, module, repo)
	ts.Check(err)
	ts.Check(create(dir, files))
}

// shownFile is a file that a page shows: its path, and its text in a fence.
var shownFile = regexp.MustCompile("(?m)^`([^`\n]+)`:\n\n```[a-z]*\n((?s:.*?))^```$")

// shown PAGE DIR writes the files that a page shows into DIR, as those of a module that
// has the name of this folder.
func shown(ts *testscript.TestScript, repo, page, dir string) {
	text, err := os.ReadFile(filepath.Join(repo, filepath.FromSlash(page)))
	ts.Check(err)
	var files []newFile
	for _, m := range shownFile.FindAllSubmatch(text, -1) {
		files = append(files, newFile{string(m[1]), m[2]})
	}
	if len(files) == 0 {
		ts.Fatalf("%s shows no file", page)
	}
	mod, err := moduleFiles(ts.MkAbs(dir), "example.com/"+filepath.Base(dir), repo)
	ts.Check(err)
	ts.Check(create(ts.MkAbs(dir), append(files, mod...)))
}
