package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/tactics"
)

// settingsFrom returns the settings of a project's file by their keys: the value, and the line that says it.
func settingsFrom(t *testing.T, text string) map[string][2]any {
	t.Helper()
	path := filepath.Join(t.TempDir(), projectFile)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	all, found, err := Settings(path, "")
	if err != nil || found != path {
		t.Fatalf("%s, %v", found, err)
	}
	out := map[string][2]any{}
	for _, s := range all {
		if _, twice := out[s.Key]; twice {
			t.Errorf("%s is there twice", s.Key)
		}
		out[s.Key] = [2]any{s.Value, s.At.Line}
	}
	return out
}

// TestSettings: what a file says is shown with its line, whatever form it has.
func TestSettings(t *testing.T) {
	t.Parallel()
	got := settingsFrom(t, `apiVersion: ttf-int/v1
specs: [a.yaml, "b/*.yaml"]
suts:
  two: {command: [bin/two]}
  one:
    command: [bin/one, -x]
    env: []
constants:
  limit: 5
  pairs: {set: [{tuple: [id1, 3]}]}
run:
  timeout: &t 7s
  run_timeout: *t
scope: null
recipes: {short: [dnf]}
`)
	for key, want := range map[string][2]any{
		"apiVersion":       {"ttf-int/v1", 1},
		"specs":            {[]any{"a.yaml", "b/*.yaml"}, 2},
		"suts.two.command": {[]any{"bin/two"}, 4},
		"suts.two.dir":     {".", 0},
		"suts.one.command": {[]any{"bin/one", "-x"}, 6},
		"suts.one.env":     {[]any{}, 7},
		"constants.limit":  {5, 9},
		"constants.pairs":  {map[string]any{"set": []any{map[string]any{"tuple": []any{"id1", 3}}}}, 10},
		"run.timeout":      {"7s", 12},
		"run.run_timeout":  {"7s", 12},
		"scope.set":        {3.0, 0},
		"recipes.short":    {[]any{"dnf"}, 15},
		"project":          {nil, 0},
	} {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%s:\n%s", key, diff)
		}
	}
}

// TestDefaults: the defaults that are shown are those that hold where a file says nothing.
func TestDefaults(t *testing.T) {
	t.Parallel()
	const text = "apiVersion: ttf-int/v1\nspecs: [a.yaml]\nsuts: {p: {command: [p]}}\n"
	got := settingsFrom(t, text)
	l := newLoader(filepath.Join(t.TempDir(), projectFile), false)
	if err := os.WriteFile(l.path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := l.reader.readFile(l.path)
	if err != nil {
		t.Fatal(err)
	}
	roots, _, _ := read(f)
	p := l.collector.project(f, roots)
	number := func(n int) float64 { return float64(n) }
	for key, want := range map[string]any{
		"scope.int": []any{number(int(p.scope.IntMin)), number(int(p.scope.IntMax))}, "scope.set": number(p.scope.Set),
		"scope.seq": number(p.scope.Seq), "scope.given": number(p.scope.Given), "run.parallel": number(p.run.Parallel),
		"run.calls": number(p.run.Calls), "run.cases": number(p.run.Cases), "suts.p.dir": p.suts["p"].Dir,
		"conditions": number(tactics.MaxConditions),
	} {
		if diff := cmp.Diff(want, got[key][0]); diff != "" {
			t.Errorf("%s:\n%s", key, diff)
		}
	}
	for key, want := range map[string]time.Duration{
		"run.timeout": p.run.Timeout, "run.run_timeout": p.run.RunTimeout,
		"suts.p.start_timeout": p.suts["p"].StartTimeout,
	} {
		text, _ := got[key][0].(string)
		if is, err := time.ParseDuration(text); err != nil || is != want {
			t.Errorf("%s is %q, and holds is %s", key, text, want)
		}
	}
	if text, _ := got["run.memory"][0].(string); !strings.HasSuffix(text, "GiB") || p.run.Memory != 2<<30 {
		t.Errorf("run.memory is %q, and holds is %d", text, p.run.Memory)
	}
}
