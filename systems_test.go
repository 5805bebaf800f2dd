package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestOtherSystems holds that what users install is Go for the other systems too: every package that the command and
// the SDK need has its types checked with the files that are built there. Of other modules only the declarations are
// read. Compiling the same would take minutes, most of them for the database.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"windows/amd64", "darwin/arm64"} {
		t.Run(system, func(t *testing.T) {
			goos, arch, _ := strings.Cut(system, "/")
			load := &packages.Config{
				Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
					packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedModule,
				Env:       append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
				ParseFile: declarations,
			}
			found, err := packages.Load(load, "./...")
			if err != nil {
				t.Fatal(err)
			}
			checked := 0
			packages.Visit(found, nil, func(p *packages.Package) {
				own := p.Module != nil && p.Module.Main
				if own {
					checked++
				}
				for _, err := range p.Errors {
					// An import is used by no declaration where what used it is not read.
					if own || err.Kind != packages.TypeError {
						t.Errorf("%s: %s", p.PkgPath, err)
					}
				}
			})
			if checked < 50 {
				t.Errorf("only %d packages were checked", checked)
			}
		})
	}
}

// checkout is the folder of this module.
var checkout, _ = os.Getwd()

// declarations parses a file; of one that is not of this module without what its functions do.
func declarations(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil || strings.HasPrefix(name, checkout) {
		return file, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
	return file, nil
}
