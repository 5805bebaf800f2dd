package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// trees DIR puts the example of trees into a folder of the script, with all of its packages.
func trees(ts *testscript.TestScript, repo, dir string) {
	example(ts, repo, "trees", dir, "rbtree")
	for _, part := range []string{"heap", "listok"} {
		from := filepath.Join(repo, "examples", "trees", part)
		ts.Check(os.CopyFS(filepath.Join(ts.MkAbs(dir), part), os.DirFS(from)))
	}
}

// pictures RUN NAME wants the pictures of the first failure in the file of a run to be those that the example of trees
// shows, NAME-before.svg and NAME-after.svg.
func pictures(ts *testscript.TestScript, repo, file, name string) {
	type picture struct{ SVG string }
	var run struct {
		Methods []struct {
			Failures []struct{ Before, After picture }
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(file)), &run))
	if len(run.Methods) != 1 || len(run.Methods[0].Failures) == 0 {
		ts.Fatalf("%s has no failure of one unit", file)
	}
	first := run.Methods[0].Failures[0]
	for end, text := range map[string]string{"before": first.Before.SVG, "after": first.After.SVG} {
		shown := filepath.Join(repo, "examples", "trees", "pictures", name+"-"+end+".svg")
		if *update {
			ts.Check(os.WriteFile(shown, []byte(text), 0o666))
		}
		if want := ts.ReadFile(shown); text != want || want == "" {
			ts.Fatalf("%s is another picture than that of the run:\n%s", shown, text)
		}
	}
}
