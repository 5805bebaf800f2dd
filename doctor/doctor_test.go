package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/doctor"
)

// find returns the finding about one thing.
func find(t *testing.T, all []doctor.Finding, name string) doctor.Finding {
	t.Helper()
	for _, f := range all {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("nothing is said of %s: %v", name, all)
	return doctor.Finding{}
}

// script writes a program that prints something, and ends with a code.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestCheck: what is there, what is not, and what does not work are told apart, each with what to do.
func TestCheck(t *testing.T) {
	bin, project := t.TempDir(), t.TempDir()
	t.Chdir(project)
	t.Setenv("PATH", bin)
	all := doctor.Check(t.Context(), doctor.Options{Version: "1.2.3"})
	for name, want := range map[string]doctor.State{"ttf-int": doctor.OK, "go": doctor.Without, "z3": doctor.Without,
		"cvc5": doctor.Without, "guard": doctor.Without, "project": doctor.Without} {
		if f := find(t, all, name); f.State != want || f.State != doctor.OK && f.Next == "" {
			t.Errorf("%+v, expected %s", f, want)
		}
	}
	if f := find(t, all, "ttf-int"); !strings.HasPrefix(f.Text, "1.2.3, built with go") || !doctor.IsWell(all) {
		t.Errorf("%+v", all)
	}
	script(t, bin, "go", "echo go9.9")
	script(t, bin, "z3", "exit 3")
	other := script(t, project, "solver", "echo version 7")
	if err := os.WriteFile("ttf-int.yaml", []byte("apiVersion: ttf-int/v1\nspec: [a.yaml]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	all = doctor.Check(t.Context(), doctor.Options{Solvers: map[string]string{"cvc5": other}})
	for name, want := range map[string]string{"go": "go9.9, " + bin, "z3": "does not say its version: exit status 3",
		"cvc5": "version 7, " + other, "project": "spec"} {
		f := find(t, all, name)
		if good := name == "go" || name == "cvc5"; !strings.Contains(f.Text, want) || (f.State == doctor.OK) != good {
			t.Errorf("%+v, expected %q", f, want)
		}
	}
	if doctor.IsWell(all) {
		t.Error("something is wrong, and all is said to be well")
	}
}
