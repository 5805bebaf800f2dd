package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
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
	"github.com/spf13/pflag"

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

With --from it writes a project for a Go package that exists, as ` + "`ttf-int driver`" + ` does: the
table, adapters, a skeleton of the specification, and ttf-int.yaml. The package may be
one of the folder's module (./pkg), of the standard library, or of any other module,
which it then requires. Where the folder belongs to no module yet, go.mod is written
too; else it is left alone. A second run adds what is new, and overwrites nothing.

With --sdk the program is built against a checkout of ttf-int on this machine:
the module gets a replace directive, and the same versions of what a program links.
Without it, run ` + "`go mod tidy`" + ` in the new folder before the first run.

Without arguments and flags, on a terminal, it asks.`

func initCommand(a *app) *cobra.Command {
	o := &newProject{}
	c := &cobra.Command{
		Use: "init [DIR]", Short: "write a small project that works", Long: initHelp, Args: arguments(0, 1, "a folder"),
		Example: "  ttf-int init demo --sdk ../ttf-int\n  cd demo && ttf-int run\n  ttf-int init --from ./stack.Stack\n" +
			"  ttf-int init demo --from github.com/gammazero/deque.Deque",
	}
	flags := c.Flags()
	flags.StringVar(&o.sdk, "sdk", "", "build against the checkout of ttf-int in `DIR`")
	flags.StringVar(&o.module, "module", "", "the `PATH` of the new Go module (default example.com/account, or that folder)")
	flags.StringVar(&o.name, "name", "", "the `NAME` of the project (default account, or the package's)")
	flags.StringVar(&o.from, "from", "", "write a project for the Go package `PACKAGE[.TYPE]`")
	flags.StringVar(&o.types, "type-args", "", "with --from, give generic types the arguments `T,...` instead of int; what is held as any is of the first")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			o.dir = args[0]
		}
		given := false
		flags.VisitAll(func(f *pflag.Flag) { given = given || f.Changed })
		if len(args) == 0 && !given && terminal(os.Stdin) {
			if err := o.ask(os.Stdin, a.console.stderr); err != nil {
				return err
			}
		}
		return o.write(cmd.Context(), a)
	}
	return c
}

// newProject is one call of init.
type newProject struct {
	dir    string // "": the working directory
	name   string // of the project; "": by its package
	module string // the path of its Go module; "": example.com and a name
	sdk    string // the folder of a checkout of ttf-int, or ""
	from   string // the package and type that it is for; "": it is a small example
	types  string // the type arguments of generic types, or ""
}

// ask asks for what is not known.
func (o *newProject) ask(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for _, q := range []struct {
		text string
		to   *string
	}{
		{"Folder of the project (empty: this one)", &o.dir},
		{"Go package to test, such as ./stack or example.com/list.List (empty: write an example)", &o.from},
		{"Name of the project (empty: that of the package)", &o.name},
		{"Folder of a checkout of ttf-int (empty: build against the released version)", &o.sdk},
	} {
		fmt.Fprintf(out, "%s: ", q.text)
		line, err := lines.ReadString('\n')
		if err != nil {
			return fmt.Errorf("init was not told everything: %w; flags can say it, see `ttf-int init --help`", err)
		}
		*q.to = strings.TrimSpace(line)
	}
	return nil
}

// write writes the project.
func (o *newProject) write(ctx context.Context, a *app) error {
	o.dir = cmp.Or(o.dir, ".")
	if o.module != "" && !modulePath.MatchString(o.module) {
		return fmt.Errorf("--module %q: expected a module path such as example.com/account", o.module)
	}
	if o.name != "" && !programName.MatchString(o.name) {
		return fmt.Errorf("--name %q: expected a letter, and letters, digits, - and _ behind it", o.name)
	}
	if o.from != "" {
		return o.writeFrom(ctx, a)
	}
	if o.types != "" {
		return errors.New("--type-args is for --from")
	}
	files, err := projectFiles(o.dir, cmp.Or(o.module, "example.com/account"), o.sdk)
	if err != nil {
		return err
	}
	if o.name != "" {
		for i, f := range files {
			if f.path == "ttf-int.yaml" {
				files[i].data = bytes.Replace(f.data, []byte("project: account"), []byte("project: "+o.name), 1)
			}
		}
	}
	if err := create(o.dir, files); err != nil {
		return err
	}
	return sayCreated(a.console, o.dir, files, o.sdk)
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
