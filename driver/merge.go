package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// adapterFile returns the file with the table: a new one, or the one that exists with the
// units and variables that it lacks.
func (p *Package) adapterFile(path string) (File, error) {
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err := p.table()
		return File{Path: path, State: Written, data: data}, err
	}
	if err != nil {
		return File{}, err
	}
	return p.extendTable(path, old)
}

// insertion is a text to be put into a file.
type insertion struct {
	at   int
	text string
}

// extendTable adds what a table lacks to the ends of its lists of units and variables.
func (p *Package) extendTable(path string, old []byte) (File, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, old, parser.ParseComments)
	if err != nil {
		return File{}, fmt.Errorf("%w: mend it, and what the table lacks is added", err)
	}
	w := &tableWriter{pkg: p, imports: map[string]string{}}
	units, variables := listOf(file, "Units"), listOf(file, "State")
	if units == nil {
		return File{}, fmt.Errorf("%s has no list Units of a sut.Program: expected a table; -C DIR writes into another folder", path)
	}
	var todo []insertion
	var added []string
	known := stringsIn(units)
	for _, m := range p.units() {
		if !slices.Contains(known, m.Unit) {
			todo = append(todo, insertion{set.Position(units.Rbrace).Offset, w.unit(m)})
			added = append(added, m.Unit)
		}
	}
	if variables != nil {
		known := stringsIn(variables)
		for _, o := range p.Objects {
			for _, v := range o.State {
				if !slices.Contains(known, v.Name) {
					todo = append(todo, insertion{set.Position(variables.Rbrace).Offset, w.variable(o, v)})
					added = append(added, v.Name)
				}
			}
		}
	}
	if len(todo) == 0 {
		return File{Path: path, State: Kept}, nil
	}
	slices.SortStableFunc(todo, func(a, b insertion) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, i := range todo {
		held := string(old[from:i.at])
		b.WriteString(held)
		if end := strings.TrimRight(held, " \t\n"); from != i.at && strings.TrimRight(end, ",{") == end {
			b.WriteString(",\n")
		}
		b.WriteString(i.text)
		from = i.at
	}
	b.Write(old[from:])
	data, err := format.Source([]byte(b.String()))
	return File{Path: path, State: Extended, Added: added, data: data}, err
}

// listOf returns the value of a key of a composite literal, where it is one too.
func listOf(file *ast.File, key string) *ast.CompositeLit {
	var found *ast.CompositeLit
	ast.Inspect(file, func(n ast.Node) bool {
		kv, ok := n.(*ast.KeyValueExpr)
		if !ok || found != nil {
			return found == nil
		}
		name, ok := kv.Key.(*ast.Ident)
		if lit, composite := kv.Value.(*ast.CompositeLit); ok && composite && name.Name == key {
			found = lit
		}
		return true
	})
	return found
}

// stringsIn returns the texts in quotes below a node.
func stringsIn(n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}
