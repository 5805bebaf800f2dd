package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

var update = flag.Bool("update", false, "rewrite what the golden files want")

// TestLoad loads each project of testdata and compares the errors, as the user
// sees them, or the system with what the file "want" says.
func TestLoad(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			want := -1
			for i, f := range archive.Files {
				if f.Name == "want" {
					want = i
					continue
				}
				write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			if want < 0 {
				t.Fatal("the project does not say what it wants")
			}
			got := outcome(dir)
			if *update {
				archive.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func write(t testing.TB, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func outcome(dir string) string {
	system, err := Load("", dir)
	if err != nil {
		return strings.ReplaceAll(source.Show(err, 0), dir, "DIR")
	}
	return describe(system)
}

func names(vars []zed.Var) (out []string) {
	for _, v := range vars {
		out = append(out, v.Name)
	}
	return out
}

// describe lists what was read.
func describe(s *spec.System) string {
	var b strings.Builder
	fmt.Fprintf(&b, "project %s, scope %v, run %v, report %v\n", s.Project, s.Scope, s.Run, s.Report)
	for _, in := range s.Inputs {
		fmt.Fprintf(&b, "input %s %s\n", in.Path, in.SHA256[:8])
	}
	for _, name := range []string{"list", "other"} {
		if sut := s.SUTs[name]; sut != nil {
			fmt.Fprintf(&b, "sut %s: %q %q dir %q env %q sha256 %.8q start %v\n",
				sut.Name, sut.Build, sut.Command, sut.Dir, sut.Env, sut.SHA256, sut.StartTimeout)
		}
	}
	for _, p := range s.Properties {
		fmt.Fprintf(&b, "property %s at %v of %v: %s\n", p.Schema, p.At.Pos(), names(p.Vars),
			zed.Print(p.Pred, zed.Unicode))
	}
	if p := s.Init; p != nil {
		fmt.Fprintf(&b, "init %s at %v of %v: %s\n", p.Schema, p.At.Pos(), names(p.Vars),
			zed.Print(p.Pred, zed.Unicode))
	}
	for _, l := range s.Loose {
		fmt.Fprintf(&b, "loose %s of %s at %v\n", l.Name, l.Schema, l.At.Pos())
	}
	for _, v := range s.Spec.Globals() {
		fmt.Fprintf(&b, "constant %s = %v\n", v.Name, s.Globals.Consts[v.Name])
	}
	for _, name := range s.Spec.Given {
		fmt.Fprintf(&b, "given %s: %v\n", name, s.Globals.Given[name])
	}
	for _, u := range s.Units {
		fmt.Fprintf(&b, "unit %s (%s) sut %q uses %q calls %q shares %q scope %v exact %v\n",
			u.Name, u.Schema, u.SUT, u.Uses, u.Calls, u.Shares, u.Scope, u.CallsExact)
		if u.Derived != "" {
			fmt.Fprintf(&b, "  derived %s\n", u.Derived)
		}
		for _, r := range u.Refines {
			fmt.Fprintf(&b, "  refines %s at %v\n", r.Base, r.Span.Pos())
		}
		if u.Greybox != nil {
			fmt.Fprintf(&b, "  greybox %s, of units %q and calls %q\n", zed.Print(u.Greybox.Pred, zed.Unicode),
				u.Greybox.Units, u.Greybox.Calls)
		}
		for _, t := range u.Tactics {
			fmt.Fprintf(&b, "  tactic %s at %v", t.Name, t.Span.Pos())
			if t.At != nil {
				fmt.Fprintf(&b, " below %s", t.At.Value)
			}
			if t.Arg != nil {
				fmt.Fprintf(&b, " with %s at %v", argumentText(t.Arg), t.Arg.Span.Pos())
			}
			fmt.Fprintln(&b)
		}
		for _, p := range u.Properties {
			fmt.Fprintf(&b, "  property %s at %v\n", p.Schema, p.At.Pos())
		}
		for _, p := range u.Prune {
			fmt.Fprintf(&b, "  prune %s at %v\n", p.Value, p.FullSpan().Pos())
		}
		for _, c := range u.Cases {
			fmt.Fprintf(&b, "  case %v at %v\n", c.Values, c.Span.Pos())
		}
		for _, f := range u.Stubs {
			fmt.Fprintf(&b, "  stub %s: %s\n", f.Callee, f.Decision)
			for _, a := range f.Answers {
				fmt.Fprintf(&b, "    when %v (always: %v) then %v\n", a.When, a.When == nil, a.Then)
			}
		}
	}
	return b.String()
}

func argumentText(a *spec.Argument) string {
	var parts []string
	switch {
	case a.Scalar != nil:
		return a.Scalar.Value
	case a.List != nil:
		for _, x := range a.List {
			parts = append(parts, argumentText(x))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, f := range a.Fields {
		parts = append(parts, f.Name+": "+argumentText(f.Value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

const small = "apiVersion: ttf-int/v1\nspecs: [u.yaml]\n"

func TestFindsTheProjectAbove(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, projectFile), small)
	write(t, filepath.Join(dir, "u.yaml"), "unit: a\nschema: A\nz: \"A == [x? : Z]\"\n")
	write(t, filepath.Join(dir, "deep", "er", "file"), "")
	for _, at := range [][2]string{{"", filepath.Join(dir, "deep", "er")},
		{filepath.Join("..", projectFile), filepath.Join(dir, "deep")}, {filepath.Join(dir, projectFile), ""}} {
		s, err := Load(at[0], at[1])
		if err != nil {
			t.Fatalf("%q: %v", at, err)
		}
		if s.Dir != dir || len(s.Units) != 1 {
			t.Errorf("%q: found %s with %d units", at, s.Dir, len(s.Units))
		}
	}
	_, err := Load("", t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "there is no ttf-int.yaml in ") {
		t.Errorf("no project: %v", err)
	}
	_, err = Load("gone.yaml", dir)
	if err == nil || !strings.Contains(err.Error(), "gone.yaml cannot be read: no such file or directory") {
		t.Errorf("no file: %v", err)
	}
}

// TestLimits reaches each limit once.
func TestLimits(t *testing.T) {
	bomb := "unit: a\nx0: &x0 [1, 1]\n"
	for i := range 20 {
		bomb += fmt.Sprintf("x%d: &x%d [*x%d, *x%d, *x%d, *x%d]\n", i+1, i+1, i, i, i, i)
	}
	for _, test := range []struct{ name, unit, want string }{
		{"aliases", bomb, "the aliases of this file stand for more than 10000 nodes"},
		{"an anchor in itself", "unit: a\ncases: &c [*c]\n", `the anchor "c" contains itself`},
		{"nesting", "unit: a\ncases: " + strings.Repeat("[", 100) + strings.Repeat("]", 100),
			"nested more than 64 levels deep"},
		{"absurd nesting", "unit: a\ncases: " + strings.Repeat("[", 1_000_000), "exceeded max depth"},
		{"size", "#" + strings.Repeat("x", maxFileSize), "u.yaml cannot be read: it is larger than 4194304 bytes"},
		{"encoding", "unit: a\xff\n", "u.yaml:1:8: the file is not UTF-8 text"},
		{"Z without quotes", "unit: a\nz: A == [x? : Z]\n",
			`u.yaml:2:1: the YAML cannot be read: mapping values are not allowed in this context; a text that holds ": " needs quotes, or a block behind |`},
		{"control characters", "unit: a\x01\n", "control characters are not allowed"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, projectFile), small)
		write(t, filepath.Join(dir, "u.yaml"), test.unit)
		_, err := Load("", dir)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %.300v, want %s", test.name, err, test.want)
		}
	}
}

func TestLoadZ(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.zed"), "A == [x? : Z]\n")
	write(t, filepath.Join(dir, "bad.zed"), "A == [x? : Z | ]\nB == [\n")
	s, _, err := LoadZ(filepath.Join(dir, "a.zed"))
	if err != nil || s.Schemas["A"] == nil {
		t.Errorf("a.zed: %v", err)
	}
	for _, test := range []struct{ file, want string }{
		{"bad.zed", "bad.zed:1:16: expected an expression"},
		{"gone.zed", "gone.zed cannot be read: no such file or directory"},
		{".", "it is a folder: expected a file"},
	} {
		if _, _, err := LoadZ(filepath.Join(dir, test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.file, err, test.want)
		}
	}
}

// TestCheckedBesideSyntaxErrors: a syntax error in one unit hides neither the
// type errors of others, nor is what it declares reported as undeclared there.
func TestCheckedBesideSyntaxErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, projectFile), small)
	write(t, filepath.Join(dir, "u.yaml"),
		"unit: a\nschema: A\nz: |\n  A == [x : ℤ | x >]\n---\nunit: b\nschema: B\nz: |\n  B == [A | x = #y]\n  C == [B | 1 = ∅]\n")
	_, err := Load("", dir)
	if want := "u.yaml:4:20: expected an expression, found \"]\"\nu.yaml:10:13: type mismatch: left ℤ, right ℙ _"; fmt.Sprint(err) != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	write(t, filepath.Join(dir, "z.tex"), `\input{gone} \begin{zed} A == gone \also B == \# 1 \end{zed}`)
	_, _, err = LoadZ(filepath.Join(dir, "z.tex"))
	if got := fmt.Sprint(err); strings.Contains(got, "undeclared") || !strings.Contains(got, "there is no file") ||
		!strings.Contains(got, "expected a set, found ℤ") {
		t.Errorf("got %s", got)
	}
}

// TestTextPositions finds a mark in scalars of every form, and checks that it
// is where the file has it.
func TestTextPositions(t *testing.T) {
	for _, test := range []struct {
		name, yaml string
		exact      bool
	}{
		{"plain", "z: abc @ def\n", true},
		{"plain behind a tag and an anchor", "z: !!str &a abc @\n", true},
		{"single quotes", "z: 'ab @'\n", true},
		{"double quotes", "z: \"ab @\"\n", true},
		{"double quotes behind an anchor", "z: &a \"ab @\"\n", true},
		{"quotes with an escape", "z: \"a\\tb @\"\n", false},
		{"quotes over lines", "z: \"ab\n  @\"\n", false},
		{"plain over lines", "z: ab\n  @\n", false},
		{"literal", "z: |\n  ab\n\n    c @\n  d\nx: 1\n", true},
		{"literal with indentation and chomping", "z: |2-  # note\n    ab\n   @\n\nx: 1\n", true},
		{"literal at the end", "z: |\n  ab\n  @", true},
		{"literal with carriage returns", "z: |\r\n  ab\r\n  @\r\nx: 1\r\n", true},
		{"literal with letters beyond ASCII", "é: 1\nz: |\n  ∀ ab\n  ∃ @\n", true},
		{"literal behind a byte order mark", "\ufeffz: |\n  ab @\n", true},
		{"plain behind a byte order mark", "\ufeffz: ab @\n", true},
		{"folded in one line", "z: >-\n  ab @\n", true},
		{"folded", "z: >\n  ab\n  cd @\n", false},
		{"in flow", "{é: [1, 2], z: x? ∈ @}\n", true},
		{"behind a name with a question mark", "{x?: 1, z: a@}\n", true},
	} {
		f := source.NewFile("u.yaml", test.yaml)
		roots, lost, err := read(f)
		if err != nil || lost || len(roots) != 1 {
			t.Errorf("%s: %v, %d documents", test.name, err, len(roots))
			continue
		}
		for _, field := range roots[0].fields {
			if field.key.yaml.Value != "z" {
				continue
			}
			text := field.value.text()
			i := strings.Index(text.Value, "@")
			got := text.Span(i, i+1).Pos()
			want := f.Pos(strings.Index(test.yaml, "@"))
			if !test.exact {
				want = field.value.doc.spanOf(field.value.yaml).Pos()
			}
			if got != want {
				t.Errorf("%s: got %v, want %v", test.name, got, want)
			}
		}
	}
}

// FuzzLoad reads any text as a unit specification and as a project.
func FuzzLoad(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".yaml") {
				f.Add(string(file.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("f.yaml", text)
		roots, _, err := read(file)
		source.Show(err, 0)
		var c collector
		p := c.project(file, roots)
		l := &loader{collector: c, reader: newReader(t.TempDir()), project: p}
		for _, root := range roots {
			if u := l.collector.unit(root, "f.yaml", p.scope); u != nil {
				l.units = append(l.units, u)
			}
		}
		l.check()
		l.checkRelations()
		source.Show(l.collector.errs.Err(), 0)
	})
}
