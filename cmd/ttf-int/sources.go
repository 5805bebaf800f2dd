package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ttf-int/ttf-int/changes"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/spec"
)

// sources are the files of programs under test.
type sources struct {
	trees    []changes.Tree
	patterns []string
	// certain are those of the trees whose files no build and no run writes.
	certain []string
}

// findSources returns the files that programs are made from: of a Go program those of its module, and of
// the modules that stand beside it (go.work, replace); of any other all that is in its folder.
func findSources(files *config.Files) *sources {
	s := &sources{}
	for _, one := range files.SUTs {
		dir := filepath.Join(files.Dir, filepath.FromSlash(one.Dir))
		root := findModule(dir)
		if isBuiltByGo(one) && root != "" {
			s.addModule(root, map[string]bool{})
			continue
		}
		s.trees = append(s.trees, changes.Tree{Dir: dir, Only: isSource(dir, one)})
	}
	return s
}

// isBuiltByGo tells whether the go command builds a program.
func isBuiltByGo(one *spec.SUT) bool {
	return len(one.Build) > 0 && strings.TrimSuffix(filepath.Base(one.Build[0]), ".exe") == "go"
}

// isSource returns what tells the files of a program's folder from the program that is built there.
func isSource(dir string, one *spec.SUT) func(path string) bool {
	built := ""
	if len(one.Build) > 0 && len(one.Command) > 0 {
		built = filepath.Join(dir, filepath.FromSlash(one.Command[0]))
	}
	return func(path string) bool { return path != built }
}

// findModule returns the folder of the Go module that a folder belongs to; "" where there is none.
func findModule(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// addModule adds a Go module, and those that stand beside it on this machine.
func (s *sources) addModule(root string, seen map[string]bool) {
	if seen[root] {
		return
	}
	seen[root] = true
	s.trees = append(s.trees, changes.Tree{Dir: root, Only: isGo})
	s.certain = append(s.certain, root)
	s.addEmbedded(root)
	mod := filepath.Join(root, "go.mod")
	if data, err := os.ReadFile(mod); err == nil {
		if f, err := modfile.Parse(mod, data, nil); err == nil {
			for _, r := range f.Replace {
				s.addBeside(root, r.New.Path, r.New.Version, seen)
			}
		}
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		work := filepath.Join(dir, "go.work")
		if data, err := os.ReadFile(work); err == nil {
			s.patterns = append(s.patterns, escapePattern(work))
			if f, err := modfile.ParseWork(work, data, nil); err == nil {
				for _, u := range f.Use {
					s.addBeside(dir, u.Path, "", seen)
				}
				for _, r := range f.Replace {
					s.addBeside(dir, r.New.Path, r.New.Version, seen)
				}
			}
			return
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// addBeside adds the module in a folder that a file in dir names; a version says that it is not a folder.
func (s *sources) addBeside(dir, path, version string, seen map[string]bool) {
	if version != "" || path == "" {
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, filepath.FromSlash(path))
	}
	s.addModule(filepath.Clean(path), seen)
}

// goSources are the endings of the files that the go command compiles.
var goSources = []string{".go", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".s", ".S", ".m", ".syso"}

// isGo tells whether a file is one that a Go program is built from, tests left out.
func isGo(path string) bool {
	name := filepath.Base(path)
	return slices.Contains(goSources, filepath.Ext(name)) && !strings.HasSuffix(name, "_test.go") ||
		name == "go.mod" || name == "go.sum"
}

// embedding is the line with which a Go file embeds files.
var embedding = regexp.MustCompile(`(?m)^//go:embed[ \t]+(.+)$`)

// addEmbedded adds the files that the Go files of a module embed.
func (s *sources) addEmbedded(root string) {
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		for _, line := range embedding.FindAllStringSubmatch(string(data), -1) {
			for _, name := range strings.Fields(line[1]) {
				name = strings.TrimPrefix(strings.Trim(name, "\"`"), "all:")
				at := filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
				if info, err := os.Stat(at); err == nil && info.IsDir() {
					s.trees = append(s.trees, changes.Tree{Dir: at})
					continue
				}
				dir := escapePattern(filepath.Dir(path))
				s.patterns = append(s.patterns, filepath.Join(dir, filepath.FromSlash(name)))
			}
		}
		return nil
	})
}

// escapePattern returns the pattern that matches a path alone.
func escapePattern(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// isCertain tells whether a file is one that nobody but a person writes: it is none that a build or a run
// may have made.
func (s *sources) isCertain(path string) bool {
	for _, root := range s.certain {
		if isGo(path) && strings.HasPrefix(path, root+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
