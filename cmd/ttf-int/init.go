package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
)

// skeleton is the project that init writes. Its Go files are called .go.txt because
// they are not part of this module.
//
//go:embed project
var skeleton embed.FS

// sdkModule is the path of the module with the SDK that a program under test links.
const sdkModule = "github.com/ttf-int/ttf-int"

const initHelp = `Init writes a small project that works: a Go program of two units, the table that
serves it to ttf-int, the specifications of both, and a machine that runs sequences
of them. It never overwrites a file.

With --sdk the program is built against a checkout of ttf-int on this machine:
the module gets a replace directive, and the same versions of what a program links.
Without it, run ` + "`go mod tidy`" + ` in the new folder before the first run.`

func initCommand(a *app) *cobra.Command {
	var sdk, module string
	c := &cobra.Command{
		Use: "init [DIR]", Short: "write a small project that works", Long: initHelp, Args: arguments(0, 1, "a folder"),
		Example: "  ttf-int init demo --sdk ../ttf-int\n  cd demo && ttf-int run",
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			if !modulePath.MatchString(module) {
				return fmt.Errorf("--module %q: expected a module path such as example.com/account", module)
			}
			files, err := projectFiles(dir, module, sdk)
			if err != nil {
				return err
			}
			if err := create(dir, files); err != nil {
				return err
			}
			return sayCreated(a.console, dir, files, sdk)
		},
	}
	c.Flags().StringVar(&sdk, "sdk", "", "build against the checkout of ttf-int in `DIR`")
	c.Flags().StringVar(&module, "module", "example.com/account", "the `PATH` of the new Go module")
	return c
}

var modulePath = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$`)

// newFile is a file that init is to write.
type newFile struct {
	path string // with slashes, below the project's folder
	data []byte
}

// projectFiles returns the files of a new project.
func projectFiles(dir, module, sdk string) ([]newFile, error) {
	var out []newFile
	err := fs.WalkDir(skeleton, "project", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := skeleton.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "project/"), ".txt")
		if name == "gitignore" {
			name = ".gitignore"
		}
		if strings.HasSuffix(name, ".go") {
			t, err := template.New(name).Parse(string(data))
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := t.Execute(&b, struct{ Module string }{module}); err != nil {
				return err
			}
			data = b.Bytes()
		}
		out = append(out, newFile{name, data})
		return nil
	})
	if err != nil {
		return nil, blameMachinery(err)
	}
	mod, err := moduleFiles(dir, module, sdk)
	return append(out, mod...), err
}

// create writes the files. It writes none where one of them exists already.
func create(dir string, files []newFile) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists already: init does not overwrite", path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return blameMachinery(err)
		}
		if err := os.WriteFile(path, f.data, 0o666); err != nil {
			return blameMachinery(err)
		}
	}
	return nil
}

// sayCreated says which files were written and what to do next.
func sayCreated(c *console, dir string, files []newFile, sdk string) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return c.write(func(w io.Writer) error {
		if c.json {
			return report.WriteDocument(w, struct {
				APIVersion string   `json:"apiVersion"`
				Kind       string   `json:"kind"`
				Dir        string   `json:"dir"`
				Files      []string `json:"files"`
			}{plan.APIVersion, "Init", dir, paths})
		}
		tidy := ""
		if sdk == "" {
			tidy = "  go mod tidy\n"
		}
		_, err := fmt.Fprintf(w, "wrote %s\n\nnow:\n  cd %s\n%s  ttf-int run\n", strings.Join(paths, ", "), dir, tidy)
		return err
	})
}
