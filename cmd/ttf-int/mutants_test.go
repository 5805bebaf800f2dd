package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ttf-int/ttf-int/internal/proc"
)

// More mutants of whole projects, and others, are tried with
//
//	go test ./cmd/ttf-int -run TestMutatedProjects -mutants 20000 -mutant-seed 1 -timeout 10h
var (
	mutants    = flag.Int("mutants", 60, "how many mutated projects are tried")
	mutantSeed = flag.Uint64("mutant-seed", 1, "of the first mutated project")
	mutantRun  = flag.Bool("mutant-run", false,
		"build the programs under test, so that mutated projects are run as well")
)

// mutantTime is how long a command may take; mutantHang is when it is said to
// hang, since it ought to have ended as interrupted.
const (
	mutantTime = 4 * time.Second
	mutantHang = 5 * time.Minute
)

// TestMutatedProjects changes whole projects, and wants every command to end as
// commands do: no input is the occasion of a mistake in ttf-int, nor of a
// panic, nor of a command that does not end.
func TestMutatedProjects(t *testing.T) {
	projects := subjects(t)
	at, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(at)
	ends := map[exitCode]int{}
	for i := range *mutants {
		seed := *mutantSeed + uint64(i)
		tryMutant(t, projects, seed, ends)
	}
	t.Logf("%d mutants, commands by exit code: %v", *mutants, ends)
	if *mutants >= 60 && (ends[exitOK] == 0 || ends[exitWrong] == 0) {
		t.Errorf("the mutants end in %v: expected some that are well formed and some that are not", ends)
	}
}

// FuzzMutatedProjects takes the seeds of mutants from the fuzzer.
func FuzzMutatedProjects(f *testing.F) {
	f.Add(uint64(1_000_001))
	f.Add(uint64(1_000_002))
	at, err := os.Getwd()
	if err != nil {
		f.Fatal(err)
	}
	defer os.Chdir(at)
	projects := subjects(f)
	f.Fuzz(func(t *testing.T, seed uint64) { tryMutant(t, projects, seed, map[exitCode]int{}) })
}

// tryMutant writes the mutant of a seed down and tries commands on it.
func tryMutant(t *testing.T, projects []files, seed uint64, ends map[exitCode]int) {
	t.Helper()
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	m := newMutator(projects, seed)
	mutant := m.mutate(projects[m.rand.IntN(len(projects))])
	for path, text := range mutant {
		at := filepath.Join(dir, filepath.FromSlash(path))
		if os.MkdirAll(filepath.Dir(at), 0o777) == nil {
			_ = os.WriteFile(at, []byte(text), 0o666)
		}
	}
	for i, args := range m.commands(mutant) {
		code, said := runInFolder(t, seed, dir, args)
		ends[code]++
		if bad := strings.Contains(said, mistakeFound) || code == exitMachinery && args[0] != "run"; bad {
			t.Errorf("mutant %d, ttf-int %s: exit code %d\n%s\nagain: go test ./cmd/ttf-int -run TestMutatedProjects -mutants 1 -mutant-seed %d", seed, strings.Join(args, " "), code, said, seed)
		}
		if i == 0 && code != exitOK && m.rand.IntN(8) > 0 {
			return // all other commands read the project as validate does
		}
	}
}

// commands returns validate, and others.
func (m *mutator) commands(p files) [][]string {
	var units []string
	for _, path := range paths(p) {
		for _, u := range regexp.MustCompile(`(?m)^unit: *(\S+)`).FindAllStringSubmatch(p[path], -1) {
			units = append(units, u[1])
		}
	}
	unit := m.pick(units)
	others := [][]string{
		{"plan"}, {"plan", "--format", "dot"}, {"plan", "--json"}, {"tree", unit}, {"tree", unit, "--json"},
		{"cases", unit}, {"cases", unit, "--format", "z"}, {"cases", unit, "--format", "latex"},
		{"cases", unit, "--format", "yaml"},
		{"stubs"}, {"stubs", "--format", "html"}, {"stubs", unit, "--json"}, {"explain", unit + "/DNF_1"},
		{"explain", unit + "/DNF_2", "--json"},
		{"graph"}, {"graph", "--format", "mermaid"}, {"validate", "--json", "--check-conjectures"},
		{"run"}, {"run", "--json"}, {"run", "--unit", unit},
	}
	m.rand.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return slices.Concat([][]string{{"validate"}}, others[:2])
}

// runInFolder runs a command in a folder, and returns its exit code and what it said.
func runInFolder(t *testing.T, seed uint64, dir string, args []string) (exitCode, string) {
	t.Helper()
	out, err := os.Create(filepath.Join(dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	ctx, stop := context.WithTimeout(context.Background(), mutantTime)
	defer stop()
	hang := time.AfterFunc(mutantHang, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("mutant %d, ttf-int %s: it does not end", seed, strings.Join(args, " ")))
	})
	defer hang.Stop()
	code := newApp(null, out, proc.OwnGuard()).runLine(ctx,
		append([]string{"-C", dir, "--no-cache", "--memory", "400"},
			args...))
	said, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(said)
}

// subjects returns the examples and the projects of the scripts. Their programs
// are built beforehand, or end at once.
func subjects(t testing.TB) []files {
	t.Helper()
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	var out []files
	for _, name := range []string{"sortedlist", "bank", "coffee", "eater", "filestore", "depot"} {
		p := files{}
		dir := filepath.Join(repo, "examples", name)
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".yaml", ".zed", ".tex"}, filepath.Ext(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(dir, path)
			p[filepath.ToSlash(rel)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		p["ttf-int.yaml"] = usePrebuilt(t, dir, p["ttf-int.yaml"])
		out = append(out, p)
	}
	scripts, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts {
		a, err := txtar.ParseFile(s)
		if err != nil {
			t.Fatal(err)
		}
		p := files{}
		for _, f := range a.Files {
			if slices.Contains([]string{".yaml", ".zed", ".tex"}, filepath.Ext(f.Name)) {
				p[f.Name] = string(f.Data)
			}
		}
		if config, ok := p["ttf-int.yaml"]; ok {
			p["ttf-int.yaml"] = replaceProgram(config, "/bin/true")
			out = append(out, p)
		}
	}
	return out
}

// usePrebuilt returns a configuration whose program is built already, where
// programs are wanted, and is one that ends at once where not.
func usePrebuilt(t testing.TB, dir, config string) string {
	t.Helper()
	program := "/bin/true"
	if *mutantRun {
		program = filepath.Join(t.TempDir(), "program")
		cmd := exec.Command("go", "build", "-tags", "underTest", "-o", program, "./sut")
		cmd.Dir = dir
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	return replaceProgram(config, program)
}

// replaceProgram returns a configuration with another program under test, which
// need not be built.
func replaceProgram(config, program string) string {
	config = regexp.MustCompile(`(?m)^ +build:.*\n`).ReplaceAllString(config, "")
	return regexp.MustCompile(`(?m)^( +command:).*$`).ReplaceAllString(config, "$1 ["+program+"]")
}
