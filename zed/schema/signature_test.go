package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// TestSignature holds the parts of signatures, with their variables in every order,
// against what decorations mean.
func TestSignature(t *testing.T) {
	t.Parallel()
	names := []string{"x", "y", "x'", "y'", "i?", "o!", "x₁'"}
	for turn := range names {
		var vars []zed.Var
		for i := range names {
			vars = append(vars, zed.Var{Name: names[(turn+i*3)%len(names)], Type: zed.IntType{}})
		}
		s := schema.NewSignature(vars)
		for _, p := range []struct {
			what  string
			part  schema.Part
			marks string // of which one is the decoration; - for none
		}{
			{"before", s.Before, "-"}, {"after", s.After, "'"}, {"input", s.Input, "?"}, {"output", s.Output, "!"},
			{"state", s.State, "-'"}, {"early", s.Early, "-?"}, {"late", s.Late, "'!"},
		} {
			var at []int
			for i, v := range vars {
				mark := v.Name[len(v.Name)-1:]
				if !strings.Contains("'?!", mark) {
					mark = "-"
				}
				if strings.Contains(p.marks, mark) {
					at = append(at, i)
				}
				if has := strings.Contains(p.marks, mark); p.part.Has(v.Name) != has {
					t.Errorf("%s in %s: %v", v.Name, p.what, !has)
				}
			}
			if !slices.Equal(p.part.At, at) {
				t.Errorf("%s of %v is at %v; want %v", p.what, vars, p.part.At, at)
			}
			for k, i := range p.part.At {
				if v := p.part.Vars[k]; v.Name != vars[i].Name || s.Find(v.Name) != i {
					t.Errorf("%s stands at %d, and is found at %d", v.Name, i, s.Find(v.Name))
				}
			}
		}
		if s.Find("z") >= 0 || s.State.Has("z") {
			t.Error("a variable is found that the signature does not have")
		}
	}
}
