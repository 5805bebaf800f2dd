// Package house holds the tests that keep the repository in order: who may
// import whom, and the style that a program can check.
package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ttf-int/ttf-int"

// row says what the packages of a folder may import, the standard library
// aside. "zed" stands for the package and all below it, "=solve" for that package alone:
// who only asks a solver is given one.
type row struct {
	folder string
	ours   string // folders
	theirs string // modules
}

// table is the import table of the design. The first row whose folder holds a
// package is its own.
var table = []row{
	{"source", "", ""},
	{"zed/toolkit", "zed", ""},
	{"zed/value", "source zed", ""},
	{"zed/parse/tokens/tokenstest", "source zed", ""},
	{"zed/parse/tokens", "source zed", ""},
	{"zed/parse/pieces", "source zed", ""},
	{"zed/parse/plain", "source zed", ""},
	{"zed/parse/operators", "source zed", ""},
	{"zed/parse/tex", "source zed", ""},
	{"zed/parse/iso", "source zed", ""},
	{"zed/parse/layout", "source zed", ""},
	{"zed/parse/terms", "source zed", ""},
	{"zed/parse", "source zed", ""},
	{"zed/types", "source zed", ""},
	{"zed/schema", "source zed", ""},
	{"zed/meaning", "source zed", ""},
	{"zed/eval/machine", "source zed", ""},
	{"zed/eval/functions", "source zed", ""},
	{"zed/eval/scope", "source zed", ""},
	{"zed/eval/guards", "source zed", ""},
	{"zed/eval/texts", "source zed", ""},
	{"zed/eval/relations", "source zed", ""},
	{"zed/eval/sets", "source zed", ""},
	{"zed/eval/evaltest", "source zed config", ""},
	{"zed/eval", "source zed", ""},
	{"zed", "source", ""},
	{"spec", "source algebra/language zed", ""},
	{"config/configtest", "spec config", ""},
	{"config", "source algebra/language zed spec graph", "gopkg.in/yaml.v3"},
	{"graph", "source spec", "gonum.org/v1/gonum"},
	{"solve/smt", "source zed =solve solve/embedded solve/partial internal/proc", ""},
	{"solve/tableau", "source zed solve/linear", ""},
	{"solve/partial", "source zed =solve", ""},
	{"solve/search", "source zed =solve solve/linear solve/tableau solve/partial", ""},
	{"solve/embedded", "source zed =solve solve/search solve/partial", ""},
	{"solve/backend", "source =solve solve/embedded solve/smt internal/proc", ""},
	{"solve/linear", "", ""},
	{"solve/solvetest", "source zed", ""},
	{"solve", "source zed", ""},
	{"oracle", "source zed spec =solve solve/partial", ""},
	{"suite", "source algebra/language zed spec", ""},
	{"tactics/mutants", "source zed spec suite", ""},
	{"tactics", "source zed spec suite tactics/mutants", ""},
	{"machine/fsm", "", ""},
	{"machine/states", "", ""},
	{"machine/reactive", "source zed spec machine/fsm machine/states", ""},
	{"machine", "source zed spec =solve oracle suite machine/fsm machine/states", ""},
	{"korat/search", "", ""},
	{"korat/bounds", "source korat/search", ""},
	{"korat/rewrite", "", "golang.org/x/tools"},
	{"korat/structure", "korat/search", ""},
	{"korat", "source korat internal/proc internal/scratch internal/workers", "golang.org/x/tools"},
	{"result", "source zed spec suite", ""},
	{"calls", "source zed spec =solve oracle suite result", ""},
	{"trace", "source zed spec oracle result calls", ""},
	{"stubs", "source zed spec graph =solve oracle suite result calls", ""},
	{"audit", "source algebra/language algebra/checks algebra/conditions zed spec graph =solve oracle suite tactics stubs planner internal/workers", ""},
	{"planner/fingerprint", "source zed", ""},
	{"planner", "source algebra/language algebra/cases zed spec graph =solve oracle suite tactics machine calls stubs result plan planner/fingerprint internal/workers", ""},
	{"plan", "source zed spec suite result", ""},
	{"sut/prop", "", ""},
	// What holds any SDK against the protocol knows none of them.
	{"sut/conformance", "sut/wire", "google.golang.org/grpc google.golang.org/protobuf"},
	// What a program under test links. The logger is go-plugin's own.
	{"sut", "sut", "github.com/hashicorp/go-plugin github.com/hashicorp/go-hclog google.golang.org/grpc google.golang.org/protobuf github.com/planetscale/vtprotobuf golang.org/x/sys"},
	{"store", "source zed spec plan result", "modernc.org/sqlite"},
	{"host", "source algebra/language zed spec suite plan sut result internal/proc internal/arena internal/scratch",
		"github.com/hashicorp/go-plugin github.com/hashicorp/go-hclog google.golang.org/grpc google.golang.org/protobuf"},
	{"runner/classes", "source algebra/language algebra/cases spec suite plan result host internal/workers", ""},
	{"runner", "runner/classes source algebra/language zed spec =solve suite machine plan calls stubs trace oracle result host store korat internal/proc internal/arena internal/scratch internal/workers", ""},
	{"remote/remotetest", "", "cloud.google.com/go/longrunning github.com/bazelbuild/remote-apis google.golang.org/genproto/googleapis/bytestream google.golang.org/grpc google.golang.org/protobuf"},
	{"remote", "spec runner store", "cloud.google.com/go/longrunning github.com/bazelbuild/remote-apis google.golang.org/genproto/googleapis/bytestream google.golang.org/grpc google.golang.org/protobuf"},
	{"report/ci", "source plan result =report", ""},
	{"report", "source algebra/language algebra/rewriting algebra/pairs zed spec graph oracle suite machine/reactive plan result trace adequacy fidelity driver doctor signoff history sut/conformance", ""},
	{"mutation", "", ""},
	{"signoff", "", ""},
	{"history", "spec plan result", ""},
	{"affected", "source spec =config planner result", ""},
	{"changes", "", "github.com/fsnotify/fsnotify"},
	{"lsp", "source algebra/language algebra/checks algebra/conditions zed config =solve solve/embedded tactics", "go.lsp.dev/jsonrpc2 go.lsp.dev/protocol go.lsp.dev/uri"},
	{"doctor", "source spec =config =host =solve/backend =store internal/proc", ""},
	{"driver", "source algebra/language zed spec", "golang.org/x/mod golang.org/x/tools"},
	{"adequacy", "source zed spec =solve suite plan planner result runner mutation internal/proc internal/scratch internal/workers", ""},
	{"fidelity", "spec plan planner result runner stubs internal/proc", ""},
	{"internal/arena", "", ""},
	{"internal/guard", "", ""},
	{"internal/proc", "internal/guard", "golang.org/x/sys"},
	{"internal/scratch", "", ""},
	{"internal/workers", "", ""},
	{"algebra/language", "source", ""},
	{"algebra/rewriting", "source algebra/language", ""},
	{"algebra/algebratest", "source algebra/language", ""},
	{"algebra/checks", "source algebra/language algebra/rewriting algebra/conditions", ""},
	{"algebra/ground", "algebra/language", ""},
	{"algebra/mutants", "algebra/language", ""},
	{"algebra/pairs", "source algebra/language algebra/rewriting algebra/ground algebra/conditions algebra/mutants internal/workers =solve", ""},
	{"algebra/cases", "source algebra/language algebra/ground algebra/conditions algebra/pairs spec suite =solve", ""},
	{"algebra/conditions", "source algebra/language algebra/rewriting zed =solve", ""},
	{"cmd/ttf-int", "source algebra zed spec config graph solve oracle suite tactics machine korat result trace calls stubs plan planner audit sut store history runner remote report mutation adequacy fidelity driver doctor signoff affected changes lsp internal cmd",
		"golang.org/x/mod github.com/spf13/cobra github.com/spf13/pflag github.com/vbauerster/mpb/v8 github.com/mattn/go-isatty"},
	{"examples/casestudies/figures", "examples", "gonum.org/v1/plot"},
	{"examples/casestudies", "examples algebra source =solve solve/embedded", ""},
	{"examples", "sut examples", ""},
}

// inner gives the subpackages of zed what they may import of zed.
var inner = map[string]string{
	"zed/toolkit":                 "zed",
	"zed/value":                   "zed",
	"zed/parse/tokens":            "zed",
	"zed/parse/tokens/tokenstest": "zed/parse/tokens",
	"zed/parse/pieces":            "zed zed/parse/tokens",
	"zed/parse/plain":             "zed zed/parse/tokens",
	"zed/parse/operators":         "zed zed/parse/tokens zed/parse/pieces",
	"zed/parse/tex":               "zed zed/parse/tokens zed/parse/pieces zed/parse/plain zed/parse/operators",
	"zed/parse/iso":               "zed zed/parse/tokens zed/parse/pieces zed/parse/plain",
	"zed/parse/layout":            "zed zed/parse/tokens zed/parse/operators",
	"zed/parse/terms":             "zed zed/parse/tokens zed/parse/operators zed/parse/tex zed/parse/layout",
	"zed/parse":                   "zed zed/parse/tokens zed/parse/pieces zed/parse/plain zed/parse/operators zed/parse/tex zed/parse/iso zed/parse/layout zed/parse/terms",
	"zed/types":                   "zed zed/toolkit",
	"zed/schema":                  "zed zed/types zed/toolkit",
	"zed/meaning":                 "zed zed/parse zed/types zed/schema zed/toolkit",
	"zed/eval/machine":            "zed zed/value",
	"zed/eval/functions":          "zed zed/value zed/toolkit zed/eval/machine",
	"zed/eval/scope":              "zed zed/value zed/toolkit zed/eval/machine zed/eval/functions",
	"zed/eval/guards":             "zed zed/toolkit zed/eval/scope",
	"zed/eval/texts":              "zed zed/value zed/toolkit zed/eval/machine zed/eval/scope zed/eval/guards",
	"zed/eval/relations":          "zed zed/value zed/toolkit zed/eval/machine zed/eval/scope zed/eval/texts zed/meaning",
	"zed/eval/sets":               "zed zed/value zed/toolkit zed/eval/machine zed/eval/scope zed/eval/texts zed/eval/relations",
	"zed/eval":                    "zed zed/value zed/toolkit zed/eval/machine zed/eval/functions zed/eval/scope zed/eval/guards zed/eval/texts zed/eval/relations zed/eval/sets zed/meaning",
}

// tests is what tests of every package may import beside its own row: what
// reads the projects and problems that they test on, and the libraries for tests.
var tests = row{
	ours: "source zed spec config =solve solve/solvetest solve/embedded algebra/algebratest algebra/rewriting tactics planner audit result driver cmd",
	theirs: "github.com/google/go-cmp github.com/rogpeppe/go-internal github.com/santhosh-tekuri/jsonschema/v6 " +
		"pgregory.net/rapid google.golang.org/grpc google.golang.org/protobuf",
}

func TestImports(t *testing.T) {
	for _, f := range goFiles(t) {
		if path.Dir(f) == "." {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if !isAllowed(f, imported) {
				t.Errorf("%s must not import %s", f, imported)
			}
		}
	}
}

// TestTableIsOfPackages: every folder in the import table is one that there is, so that the
// table says nothing of packages that are gone.
func TestTableIsOfPackages(t *testing.T) {
	rows := append(slices.Clone(table), tests)
	for folder, list := range inner {
		rows = append(rows, row{folder, list, ""})
	}
	for _, r := range rows {
		for _, folder := range append(strings.Fields(r.ours), r.folder) {
			if _, err := os.Stat(filepath.FromSlash("./" + strings.TrimPrefix(folder, "="))); err != nil {
				t.Errorf("the row of %q names a folder that does not exist: %v", r.folder, err)
			}
		}
	}
}

// isAllowed tells whether a file may import a package.
func isAllowed(file, imported string) bool {
	folder := path.Dir(file)
	if strings.Contains(folder, "/testdata/") {
		return true // a program of its own, that some test builds
	}
	i := slices.IndexFunc(table, func(r row) bool { return isWithin(folder, r.folder) })
	if i < 0 {
		return false
	}
	r, test := table[i], strings.HasSuffix(file, "_test.go")
	if rest, ours := strings.CutPrefix(imported, module+"/"); ours {
		if test && (isWithin(folder, rest) || isWithin(rest, folder) || holdsPackage(tests.ours, rest)) {
			return true
		}
		if list, is := inner[r.folder]; is && isWithin(rest, "zed") {
			return slices.Contains(strings.Fields(list), rest)
		}
		return holdsPackage(r.ours, rest)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	return holdsPackage(r.theirs, imported) || test && holdsPackage(tests.theirs, imported)
}

// holdsPackage tells whether one of the folders or modules of a list holds a package.
func holdsPackage(list, pkg string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(l string) bool {
		alone, only := strings.CutPrefix(l, "=")
		return only && pkg == alone || !only && isWithin(pkg, l)
	})
}

// isWithin tells whether a package is a folder's or lies below it.
func isWithin(pkg, folder string) bool {
	return pkg == folder || strings.HasPrefix(pkg, folder+"/")
}

// goFiles returns all Go files, with slashes.
func goFiles(t *testing.T) []string { return files(t, ".go") }

func files(t *testing.T, endings ...string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".ci" ||
			slices.Contains([]string{"bin", "out", "rapid", "fuzz"}, d.Name())) {
			return fs.SkipDir
		}
		if !d.IsDir() && slices.Contains(endings, filepath.Ext(p)) {
			out = append(out, filepath.ToSlash(p))
		}
		return nil
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("no files: %v", err)
	}
	return out
}

func TestAllowed(t *testing.T) {
	for _, test := range []struct {
		file, imported string
		want           bool
	}{
		{"graph/graph.go", "gonum.org/v1/gonum/graph/topo", true},
		{"planner/make.go", "gonum.org/v1/gonum/graph", false},
		{"spec/system.go", module + "/zed/eval", true},
		{"spec/system.go", module + "/config", false},
		{"zed/parse/lex.go", module + "/zed", true},
		{"zed/parse/lex.go", module + "/zed/types", false},
		{"zed/tree.go", module + "/zed/value", false},
		{"config/load.go", module + "/solve", false},
		{"config/load.go", "os", true},
		{"solve/smt/smt.go", module + "/internal/proc", true},
		{"solve/solve.go", module + "/internal/proc", false},
		{"calls/calls.go", module + "/solve", true},
		{"calls/calls.go", module + "/solve/embedded", false},
		{"sut/serve.go", module + "/source", false},
		{"host/session.go", module + "/sut/wire", true},
		{"host/session.go", module + "/trace", false},
		{"host/session.go", module + "/store", false},
		{"runner/judge.go", module + "/sut/wire", false},
		{"runner/judge.go", "google.golang.org/grpc", false},
		{"mutation/make.go", module + "/internal/proc", false},
		{"adequacy/measure.go", module + "/report", false},
		{"graph/graph_test.go", "pgregory.net/rapid", true},
		{"graph/graph.go", "pgregory.net/rapid", false},
		{"elsewhere/x.go", "gopkg.in/yaml.v3", false},
	} {
		if got := isAllowed(test.file, test.imported); got != test.want {
			t.Errorf("%s importing %s: got %v", test.file, test.imported, got)
		}
	}
}
