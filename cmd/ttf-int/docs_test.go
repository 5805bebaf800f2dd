package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/internal/proc"
)

// unrun are commands of the documents that no script runs, with the reason.
var unrun = map[string]string{
	"go test -timeout 40m ./...":   "it is what runs the scripts",
	"go install ./cmd/ttf-int":     "it writes outside the script's folder",
	"go mod init example.com/bank": "the script has written the module's files",
	"go mod edit -require github.com/ttf-int/ttf-int@v0.0.0 -replace github.com/ttf-int/ttf-int=/path/to/the/checkout": "so too",
	"go mod tidy":                         "it may ask the network",
	"python3 -m pip install ./sut/python": "so too",
}

// session is what a fence of a document shows of a terminal: a command, and lines of
// what it writes. "..." stands for any lines.
type session struct {
	command string
	output  []string
}

// consoles are the fences of a document that show a terminal.
var consoles = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// sessions returns the commands of a document in order.
func sessions(text string) []session {
	var out []session
	for _, m := range consoles.FindAllStringSubmatch(text, -1) {
		for _, line := range strings.Split(strings.TrimRight(m[1], "\n"), "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out = append(out, session{command: command})
			} else if n := len(out); n > 0 {
				out[n-1].output = append(out[n-1].output, line)
			}
		}
	}
	return out
}

// page PAGE DIR runs all commands that a page shows, in DIR and where they go from
// there, and wants them to write what the page says.
func page(ts *testscript.TestScript, repo, name, dir string) {
	text, err := os.ReadFile(filepath.Join(repo, filepath.FromSlash(name)))
	ts.Check(err)
	all := sessions(string(text))
	if len(all) == 0 {
		ts.Fatalf("%s shows no command", name)
	}
	dir = ts.MkAbs(dir)
	for _, s := range all {
		if unrun[s.command] != "" {
			continue
		}
		if to, ok := strings.CutPrefix(s.command, "cd "); ok {
			dir = filepath.Join(dir, filepath.FromSlash(to))
			continue
		}
		command := strings.ReplaceAll(s.command, "go run ./cmd/ttf-int", "ttf-int")
		command = strings.NewReplacer("path/to/this/checkout", repo, "/path/to/the/checkout", repo).Replace(command)
		got := "0"
		if err := ts.Exec("bash", "-c", "cd '"+dir+"' && { "+command+"; } 2>&1"); err != nil {
			got = strings.TrimPrefix(err.Error(), "exit status ")
		}
		written := ts.ReadFile("stdout")
		if want := s.code(); got != want {
			ts.Fatalf("%s: %s\nthe exit code is %s, expected %s:\n%s", name, s.command, got, want, written)
		}
		if missing, ok := s.writes(written); !ok {
			ts.Fatalf("%s: %s\ndoes not write:\n%s\nit writes:\n%s", name, s.command, missing, written)
		}
	}
}

// wrong is a line about a mistake in a file.
var wrong = regexp.MustCompile(`^\S+:[0-9]+:[0-9]+: `)

// code is the exit code of a command whose output is shown so.
func (s session) code() string {
	for _, line := range s.output {
		switch {
		case strings.HasPrefix(line, "FAIL "), strings.HasPrefix(line, "  faulty  "):
			return "1"
		case wrong.MatchString(line) && !strings.Contains(line, ": warning: "):
			return "2"
		}
	}
	return "0"
}

// took is what depends on the machine.
var took = regexp.MustCompile(`\bin [0-9.]+ m?s\b|\([0-9.]+ ?s\)`)

// writes tells whether what was written has the lines shown, one after the other, but
// where "..." stands between them; the text is what is not found.
func (s session) writes(written string) (string, bool) {
	tidy := func(text string) string { return strings.TrimRight(took.ReplaceAllString(text, "in some time"), " ") }
	var lines []string
	for _, line := range strings.Split(written, "\n") {
		lines = append(lines, tidy(line))
	}
	for _, part := range parts(s.output) {
		for i := range part {
			part[i] = tidy(part[i])
		}
		at := -1
		for i := 0; i+len(part) <= len(lines) && at < 0; i++ {
			if slices.Equal(lines[i:i+len(part)], part) {
				at = i
			}
		}
		if at < 0 {
			return strings.Join(part, "\n"), false
		}
		lines = lines[at+len(part):]
	}
	return "", true
}

// parts divides lines at "...".
func parts(lines []string) [][]string {
	out := [][]string{nil}
	for _, line := range lines {
		if line == "..." {
			out = append(out, nil)
			continue
		}
		out[len(out)-1] = append(out[len(out)-1], line)
	}
	return slices.DeleteFunc(out, func(part []string) bool { return len(part) == 0 })
}

// pages returns the documents for users, with their texts.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	repo := filepath.Join("..", "..")
	found, err := filepath.Glob(filepath.Join(repo, "docs", "*.md"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, file := range append(found, filepath.Join(repo, "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(repo, file)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(name)] = string(text)
	}
	return out
}

// Every page that shows a command is run by a script, and shows it in a fence.
func TestDocumentsAreRun(t *testing.T) {
	var scripts []byte
	for _, name := range []string{"docs.txtar", "python.txtar", "node.txtar", "java.txtar"} {
		script, err := os.ReadFile(filepath.Join("testdata", "script", name))
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, script...)
	}
	bare := regexp.MustCompile(`(?m)^ {4}(\$ )?(ttf-int|go) .*$`)
	for name, text := range pages(t) {
		if len(sessions(text)) > 0 && !strings.Contains(string(scripts), "\npage "+name+" ") {
			t.Errorf("%s shows commands, and no script runs it", name)
		}
		if m := bare.FindString(text); m != "" {
			t.Errorf("%s shows a command outside a console fence, so that nothing runs it:%s", name, m)
		}
	}
}

// What the pages say of commands and options exists.
func TestDocumentsNameWhatExists(t *testing.T) {
	root := newApp(nil, nil, proc.Guard{}).root()
	commands := map[string]bool{}
	for _, c := range root.Commands() {
		commands[c.Name()] = true
	}
	var has func(c *cobra.Command, flag string) bool // the command, or one of its subcommands
	has = func(c *cobra.Command, flag string) bool {
		return c.Flags().Lookup(flag) != nil ||
			slices.ContainsFunc(c.Commands(), func(c *cobra.Command) bool { return has(c, flag) })
	}
	exists := func(flag string) bool {
		return flag == "help" || root.PersistentFlags().Lookup(flag) != nil || has(root, flag)
	}
	code := regexp.MustCompile("`[^`\n]+`")
	named := regexp.MustCompile(`ttf-int(?: -C \S+)? ([a-z]+)`)
	option := regexp.MustCompile(`--([a-z][a-z0-9-]*)`)
	for name, text := range pages(t) {
		for _, span := range code.FindAllString(text, -1) {
			if m := named.FindStringSubmatch(span); m != nil && !commands[m[1]] {
				t.Errorf("%s: %s: there is no command %q", name, span, m[1])
			}
			for _, m := range option.FindAllStringSubmatch(span, -1) {
				if !exists(m[1]) {
					t.Errorf("%s: %s: no command has the option --%s", name, span, m[1])
				}
			}
		}
		if n := strings.Count(text, "\n"); name == "README.md" && n > 120 {
			t.Errorf("README.md has %d lines, at most 120 are read", n)
		}
	}
}

// Every link of a page leads to a file, and to a heading in it where it names one.
func TestDocumentsLinkToFiles(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]*)(#[^):]*)?\)`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
	all := pages(t)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			to := path.Join(path.Dir(name), m[1])
			if m[1] == "" {
				to = name
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
			if m[2] != "" && !slices.Contains(anchors(all[to]), m[2][1:]) {
				t.Errorf("%s links to %s: there is no such heading", name, m[1]+m[2])
			}
		}
	}
}

// anchors returns the names by which links lead to the headings of a page, as GitHub
// makes them.
func anchors(text string) []string {
	var out []string
	dropped := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		out = append(out, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}
