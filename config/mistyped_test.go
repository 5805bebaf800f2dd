package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ttf-int/ttf-int/source"
)

// mistype returns the texts of a YAML file with one mistake each, in a key or a value, with the line of the mistake:
// a key that is misspelt, and a value that is of another type than it should be.
func mistype(text string) map[string]int {
	out := map[string]int{}
	lines := strings.SplitAfter(text, "\n")
	at := 0
	var starts []int
	for _, l := range lines {
		starts = append(starts, at)
		at += len(l)
	}
	dec := yaml.NewDecoder(strings.NewReader(text))
	for {
		var doc yaml.Node
		if dec.Decode(&doc) != nil {
			return out
		}
		var walk func(n *yaml.Node)
		replace := func(n *yaml.Node, by string) {
			begin := starts[n.Line-1] + n.Column - 1
			end := begin + len(n.Value)
			if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
				end += 2
			}
			if end <= len(text) && strings.Contains(text[begin:end], n.Value) {
				out[text[:begin]+by+text[end:]] = n.Line
			}
		}
		walk = func(n *yaml.Node) {
			if n.Kind == yaml.MappingNode {
				for i := 0; i < len(n.Content); i += 2 {
					k, v := n.Content[i], n.Content[i+1]
					replace(k, k.Value+"q")
					walk(v)
				}
				return
			}
			if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
				for _, by := range []string{"[[1]]"} {
					replace(n, by)
				}
			}
			for _, c := range n.Content {
				walk(c)
			}
		}
		walk(&doc)
	}
}

// TestMistyped: a key that is misspelt, and a value that is of another type than it should be, is one mistake, which
// is said once, with its place, wherever it is in the files of a project, and whatever else depends on it.
func TestMistyped(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sortedlist", "trees"} {
		dir := filepath.Join(t.TempDir(), name)
		for _, part := range []string{"specs", "ttf-int.yaml"} {
			copyPart(t, filepath.Join("..", "examples", name, part), filepath.Join(dir, part))
		}
		paths, _ := filepath.Glob(filepath.Join(dir, "specs", "*.yaml"))
		for _, path := range append(paths, filepath.Join(dir, "ttf-int.yaml")) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for text, line := range mistype(string(data)) {
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				_, err := Load("", dir)
				var list source.Errors
				one := (*source.Error)(nil)
				if !errors.As(err, &list) && errors.As(err, &one) {
					list = source.Errors{one}
				}
				place := fmt.Sprintf("%s:%d:", filepath.Base(path), line)
				wrong := strings.Split(text, "\n")[line-1]
				// What the name of a system under test should be, its units say.
				named := strings.HasPrefix(wrong, "  ") && strings.HasSuffix(wrong, "q:")
				elsewhere := len(list) == 1 && !named && !strings.Contains(list[0].Error(), place)
				if len(list) > 1 || elsewhere {
					t.Errorf("%s %s\n%s", place, wrong, source.Show(err, 0))
				}
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// copyPart copies a file, or a folder of files.
func copyPart(t *testing.T, from, to string) {
	t.Helper()
	if info, err := os.Stat(from); err == nil && info.IsDir() {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
