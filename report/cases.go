package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Cases writes the test cases of a unit as a table; outcomes are those of each
// case, in order.
func Cases(w io.Writer, u *plan.Unit, outcomes []plan.Outcomes, s Style) error {
	p := &printer{w: w}
	rows := [][]string{{"CASE", "VALUES", "EXPECTED"}}
	for i, c := range u.Cases {
		rows = append(rows, []string{c.ID + marks(c), values(c.Values), anyOf(outcomes[i])})
	}
	p.table("", rows)
	if len(u.Cases) == 0 {
		p.line(s.paint(yellow, u.Name+" has no test case"))
	}
	return p.err
}

// anyOf writes the outcomes of a case in one line.
func anyOf(o plan.Outcomes) string {
	all := make([]string, len(o.Known))
	for i, vs := range o.Known {
		all[i] = values(vs)
	}
	switch o.Others {
	case plan.NoOthers:
		return strings.Join(all, "  or  ")
	case plan.MoreOthers:
		return "one of more than " + itoa(len(all)) + ", such as " + all[0]
	}
	return strings.Join(all, "  or  ") + "  or others: it is not known that there are none"
}

// caseName returns the name of the n-th case of a leaf (from 1), as Fastest
// names it.
func caseName(c *plan.Case, n int) string {
	if n > 1 {
		return c.Leaf.Name + "_TCASE_" + itoa(n)
	}
	return c.Leaf.Name + "_TCASE"
}

// named calls f for every case with its name as a schema.
func named(u *plan.Unit, f func(name string, c *plan.Case)) {
	perLeaf := map[string]int{}
	for _, c := range u.Cases {
		perLeaf[c.Leaf.ID]++
		f(caseName(c, perLeaf[c.Leaf.ID]), c)
	}
}

// CasesZ writes the test cases of a unit as Z schemas, one a line, named after
// the leaf as Fastest names it.
func CasesZ(w io.Writer, u *plan.Unit) error {
	p := &printer{w: w}
	named(u, func(name string, c *plan.Case) {
		var decls, eqs []string
		for _, item := range c.Values {
			decls = append(decls, item.Name+" : "+item.Type.String())
			eqs = append(eqs, item.Name+" = "+item.Text())
		}
		body := strings.Join(decls, "; ")
		if len(eqs) > 0 {
			body += " | " + strings.Join(eqs, " ∧ ")
		}
		p.line(name, " == [", body, "]")
	})
	return p.err
}

// CasesLaTeX writes the test cases of a unit as Z schemas in LaTeX, named after
// the leaf as Fastest names it. With the specification they are one document:
// the elements of given types that they name are declared first.
func CasesLaTeX(w io.Writer, u *plan.Unit) error {
	var ps []zed.Paragraph
	for _, e := range elements(u) {
		ps = append(ps, e.axiom())
	}
	sets := map[string]zed.Expr{}
	for _, v := range u.Tree.VIS {
		sets[v.Name] = v.Decl
	}
	named(u, func(name string, c *plan.Case) {
		var t zed.Text
		var eqs []zed.Expr
		for _, item := range c.Values {
			set := sets[item.Name]
			if set == nil {
				set = zed.Carrier(item.Type)
			}
			t.Decls = append(t.Decls, zed.Decl{Names: []zed.Ident{{Name: item.Name}}, Type: set})
			eqs = append(eqs, relate(zed.Equal, &zed.Ref{Info: zed.Info{Type: item.Type}, Name: item.Name, Kind: zed.Local}, literal(item)))
		}
		if len(eqs) > 0 {
			t.Pred = schema.Conjoin(eqs)
		}
		ps = append(ps, &zed.Define{Name: zed.Ident{Name: name}, Value: &zed.Schema{Text: t}, Box: len(t.Decls) > 0})
	})
	_, err := io.WriteString(w, zed.PrintText(ps, zed.LaTeX))
	return err
}

// literal returns the value as its type writes it: a sequence in brackets
// exactly where the type is a list.
func literal(item spec.Item) zed.Expr {
	t, set := item.Type.(zed.PowerType)
	if !set {
		return value.Literal(item.Value, item.Type)
	}
	info := zed.Info{Type: item.Type}
	if t.List && item.Value.Len() == 0 {
		return &zed.SeqExt{Info: info}
	}
	if t.List || item.Value.Kind() != value.Seq {
		return value.Literal(item.Value, item.Type)
	}
	out := &zed.SetExt{Info: info}
	for _, m := range item.Value.Members() {
		out.Elems = append(out.Elems, value.Literal(m, t.Elem))
	}
	return out
}

func relate(op zed.Operator, x, y zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: op, Args: []zed.Expr{x, y}}
}

// given are the elements of a given type that cases name.
type given struct {
	of    zed.NamedType
	names []string
}

// elements returns the elements of given types in the values of a unit's cases,
// by type, sorted.
func elements(u *plan.Unit) []given {
	names := map[zed.NamedType][]string{}
	var walk func(e zed.Expr)
	walk = func(e zed.Expr) {
		if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Element {
			if t, ok := r.Type.(zed.NamedType); ok && !slices.Contains(names[t], r.Name) {
				names[t] = append(names[t], r.Name)
			}
		}
		for _, c := range zed.Children(e) {
			walk(c)
		}
	}
	for _, c := range u.Cases {
		for _, item := range c.Values {
			walk(value.Literal(item.Value, item.Type))
		}
	}
	var out []given
	for t, list := range names {
		slices.Sort(list)
		out = append(out, given{t, list})
	}
	slices.SortFunc(out, func(a, b given) int { return strings.Compare(a.of.Name, b.of.Name) })
	return out
}

// axiom declares the elements, all different.
func (g given) axiom() *zed.Axiom {
	set := zed.PowerType{Elem: g.of}
	d := zed.Decl{Type: &zed.Ref{Info: zed.Info{Type: set}, Name: g.of.Name, Kind: zed.GivenSet}}
	all := &zed.SetExt{Info: zed.Info{Type: set}}
	for _, n := range g.names {
		d.Names = append(d.Names, zed.Ident{Name: n})
		all.Elems = append(all.Elems, &zed.Ref{Info: zed.Info{Type: g.of}, Name: n, Kind: zed.Global})
	}
	axiom := &zed.Axiom{Text: zed.Text{Decls: []zed.Decl{d}}}
	if len(g.names) > 1 {
		number := zed.Info{Type: zed.IntType{}}
		axiom.Text.Pred = relate(zed.Equal, &zed.Op{Info: number, Op: zed.Card, Args: []zed.Expr{all}},
			value.Literal(value.OfInt(int64(len(g.names))), zed.IntType{}))
	}
	return axiom
}

// CasesYAML writes the test cases of a unit as the list of own cases that its
// specification may hold.
func CasesYAML(w io.Writer, u *plan.Unit) error {
	p := &printer{w: w}
	if len(u.Cases) == 0 {
		p.line("cases: []")
		return p.err
	}
	p.line("cases:")
	for _, c := range u.Cases {
		text, err := flowOf(c.Values)
		if err != nil {
			return err
		}
		p.line("  - ", text, "  # ", c.ID)
	}
	return p.err
}

// flowOf writes values as a YAML map in one line: JSON, with the quotes left
// out where a word needs none.
func flowOf(vs spec.Values) (string, error) {
	data, err := vs.MarshalJSON()
	if err != nil {
		return "", err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var b strings.Builder
	err = flow(&b, d)
	return b.String(), err
}

// flow writes the next value that d reads.
func flow(b *strings.Builder, d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, nested := token.(json.Delim)
	if !nested {
		return scalar(b, token)
	}
	b.WriteString(open.String())
	for i := 0; d.More(); i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			if err := scalar(b, name); err != nil {
				return err
			}
			b.WriteString(": ")
		}
		if err := flow(b, d); err != nil {
			return err
		}
	}
	end, err := d.Token()
	if err == nil {
		b.WriteString(fmt.Sprint(end))
	}
	return err
}

// plainWord is a word that YAML reads as the string that it is, unless it is
// one of yamlWords.
var plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*[?!']?$`)

// yamlWords are the words that some reader of YAML takes for something else
// than a string, in small letters.
var yamlWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}

func scalar(b *strings.Builder, token json.Token) error {
	word, is := token.(string)
	if is && plainWord.MatchString(word) && !slices.Contains(yamlWords, strings.ToLower(word)) {
		b.WriteString(word)
		return nil
	}
	data, err := json.Marshal(token)
	b.Write(data)
	return err
}
