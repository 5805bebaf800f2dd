package terms

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// primaries reads what operators are applied to, and what stands behind it: names and
// literals, what brackets hold, selections, renamings and parameters.
type primaries struct {
	in         *Cursor
	names      *names
	texts      *texts
	operations *operations // for the terms in the brackets of primaries
}

// terms reads terms with commas between them, and the bracket behind them.
func (p *primaries) terms(closer string) []zed.Expr {
	var out []zed.Expr
	for {
		out = append(out, p.operations.joinedBy(closer == ")"))
		if !p.in.accept(",") {
			break
		}
	}
	p.in.expect(closer)
	p.operations.noteClosed()
	return out
}

func (p *primaries) primary() zed.Expr {
	t := p.in.peek()
	switch t.Kind {
	case tokens.Name:
		p.in.next()
		return &zed.Ref{Info: p.in.info(t), Name: t.Text}
	case tokens.Number:
		p.in.next()
		n, _ := new(big.Int).SetString(t.Text, 10)
		return &zed.Num{Info: p.in.info(t), Value: n}
	case tokens.Str:
		p.in.next()
		s, err := strconv.Unquote(t.Text)
		if err != nil {
			p.in.fail(t, "the string has an escape that is not known")
		}
		return &zed.Str{Info: p.in.info(t), Value: s}
	case tokens.Symbol:
		return p.bracket(t)
	}
	p.in.failExpecting("an expression")
	return p.in.errorTerm()
}

// bracket reads a primary that begins with a symbol.
func (p *primaries) bracket(t tokens.Token) zed.Expr {
	if f, ok := p.in.ops.Around[t.Text]; ok {
		args := p.operations.operands(f, nil, 0)
		return f.Apply(p.in.info(t), args)
	}
	switch t.Text {
	case "ℤ", "ℕ", "ℕ₁", "𝕊":
		p.in.next()
		return &zed.Ref{Info: p.in.info(t), Name: t.Text}
	case "true", "false":
		p.in.next()
		return &zed.Truth{Info: p.in.info(t), Value: t.Text == "true"}
	case "∅":
		p.in.next()
		return p.empty(t)
	case "(":
		return p.readParentheses()
	case "{":
		return p.readSet()
	case "⟨":
		p.in.next()
		var elems []zed.Expr
		if !p.in.accept("⟩") {
			elems = p.terms("⟩")
		}
		return &zed.SeqExt{Info: p.in.info(t), Elems: elems}
	case "⦉":
		return p.binding()
	case "[":
		p.in.next()
		text := p.texts.schemaText()
		p.in.expect("]")
		p.operations.noteClosed()
		return &zed.Schema{Info: p.in.info(t), Text: text}
	case "θ":
		return p.theta()
	}
	if t.Text == "⟦" {
		p.in.next()
		var elems []zed.Expr
		if !p.in.accept("⟧") {
			elems = p.terms("⟧")
		}
		return &zed.Op{Info: p.in.info(t), Op: zed.BagExt, Args: elems}
	}
	p.in.failExpecting("an expression")
	return p.in.errorTerm()
}

// empty returns ∅, or ∅[X]: the empty set of a type.
func (p *primaries) empty(start tokens.Token) zed.Expr {
	if p.in.ops.Words["∅"] {
		return &zed.Ref{Info: p.in.info(start), Name: "∅"}
	}
	if !p.in.isAt("[") || p.in.peekAt(1).Kind == tokens.Name && p.in.peekAt(2).Is("/") || p.schemaAhead() {
		return &zed.Op{Info: p.in.info(start), Op: zed.EmptySet}
	}
	p.in.next()
	element := p.operations.parse(zed.LevelBinder)
	p.in.expect("]")
	info := p.in.info(start)
	x := zed.Ident{Name: "x", Span: p.in.span(start)}
	return &zed.Comp{Info: info, Op: zed.SetComp,
		Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{x}, Type: element}}, Pred: &zed.Truth{Info: info}}}
}

func (p *primaries) readParentheses() zed.Expr {
	start := p.in.next()
	if id, ok := p.names.operatorName(")"); ok {
		p.in.expect(")")
		return p.operatorValue(p.in.info(start), id.Name)
	}
	elems := p.terms(")")
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Info: p.in.info(start), Elems: elems}
}

func (p *primaries) binding() zed.Expr {
	start := p.in.next()
	var names []string
	var values []zed.Expr
	if !p.in.isAt("⦊") {
		for {
			n, v := p.texts.equation()
			names, values = append(names, n), append(values, v)
			if !p.in.accept(",") {
				break
			}
		}
	}
	p.in.expect("⦊")
	p.operations.noteClosed()
	return &zed.Binding{Info: p.in.info(start), Names: names, Values: values}
}

// equation reads x == e.
func (p *texts) equation() (string, zed.Expr) {
	for p.in.peek().Kind == tokens.Newline {
		p.in.next()
	}
	n := p.names.ident().Name
	p.in.expect("==")
	return n, p.operations.parse(zed.LevelIff)
}

// theta reads θS, θS' or θ(S)'.
func (p *primaries) theta() zed.Expr {
	start := p.in.next()
	t := p.in.peek()
	var x zed.Expr
	decoration := ""
	switch {
	case t.Kind == tokens.Name:
		p.in.next()
		base := zed.BaseName(t.Text)
		decoration = t.Text[len(base):]
		ref := &zed.Ref{Info: p.in.info(t), Name: base}
		x = ref
		if p.in.isAt("[") && !p.in.peekAt(2).Is("/") && !p.substitutionAhead() {
			p.in.next()
			ref.Args = p.terms("]")
			ref.Info = p.in.info(t)
		}
	case t.Is("(") && operators.OperatorAt(p.in.toks, p.in.i+1) > 0:
		x = p.readParentheses()
	case t.Is("("):
		p.in.next()
		x = p.inBrackets(")")
	default:
		p.in.failExpecting("a schema")
		return p.in.errorTerm()
	}
	if m := p.in.peek(); m.Kind == tokens.Mark && decoration == "" {
		p.in.next()
		decoration = m.Text
	}
	return &zed.Theta{Info: p.in.info(start), X: x, Mark: decoration}
}

// inBrackets reads a term and the bracket that closes it.
func (p *primaries) inBrackets(closer string) zed.Expr {
	e := p.operations.lines()
	p.in.expect(closer)
	p.operations.noteClosed()
	return e
}

// readSelection reads .x or .1 behind e.
func (p *primaries) readSelection(start tokens.Token, e zed.Expr) zed.Expr {
	p.in.next()
	t := p.in.peek()
	if t.Kind == tokens.Number {
		n, err := strconv.Atoi(t.Text)
		if err != nil || n < 1 || n > maxDepth {
			p.in.fail(t, "the components of a tuple are counted from 1 to %d", maxDepth)
			return e
		}
		p.in.next()
		return &zed.TupleSelect{Info: p.in.info(start), X: e, Index: n}
	}
	if t.Kind != tokens.Name {
		p.in.failExpecting("the name or number of a component")
		return e
	}
	p.in.next()
	return &zed.Select{Info: p.in.info(start), X: e, Name: t.Text}
}

// readRenaming reads a renaming, S[new/old], or actual parameters, S[X, Y].
func (p *primaries) readRenaming(start tokens.Token, e zed.Expr) zed.Expr {
	if p.substitutionAhead() {
		return p.readSubstitution(start, e)
	}
	if p.schemaAhead() {
		arg := p.primary()
		return &zed.Apply{Info: p.in.info(start), Fn: e, Arg: arg}
	}
	if p.in.peekAt(1).Kind == tokens.Name && p.in.peekAt(2).Is("/") {
		p.in.next()
		var fresh, old []string
		for {
			fresh = append(fresh, p.names.ident().Name)
			p.in.expect("/")
			old = append(old, p.names.ident().Name)
			if !p.in.accept(",") {
				break
			}
		}
		p.in.expect("]")
		return &zed.Rename{Info: p.in.info(start), X: e, New: fresh, Old: old}
	}
	if op, ok := e.(*zed.OpRef); ok {
		p.in.next()
		return instance(p.in.info(start), op, p.terms("]"))
	}
	r, ok := e.(*zed.Ref)
	if !ok || r.Args != nil || p.in.toks[p.in.i-1].Is(")") && !strings.Contains(r.Name, "_ ") &&
		!strings.Contains(r.Name, " _") {
		p.in.next()
		p.in.failExpecting("a renaming such as [new/old]")
		return e
	}
	p.in.next()
	args := p.terms("]")
	return &zed.Ref{Info: p.in.info(start), Name: r.Name, Args: args}
}

// substitutionAhead tells whether [x := is next.
func (p *primaries) substitutionAhead() bool {
	return p.in.isAt("[") && p.in.peekAt(1).Kind == tokens.Name && p.in.peekAt(2).Is(":") && p.in.peekAt(3).Is("=") &&
		p.in.peekAt(2).End == p.in.peekAt(3).Start
}

// readSubstitution reads E[x := e] of Z/EVES.
func (p *primaries) readSubstitution(start tokens.Token, e zed.Expr) zed.Expr {
	p.in.next()
	var names []string
	var values []zed.Expr
	for {
		names = append(names, p.names.ident().Name)
		p.in.expect(":")
		p.in.expect("=")
		values = append(values, p.operations.parse(zed.LevelIff))
		if !p.in.accept(",") {
			break
		}
	}
	p.in.expect("]")
	return &zed.Let{Info: p.in.info(start), Names: names, Values: values, Body: e, Replaces: true}
}

// schemaAhead tells whether the bracket that is next holds a schema text, and
// not a renaming or parameters.
func (p *primaries) schemaAhead() bool {
	depth, pending := 0, 0 // brackets, and binders without a body yet
	for i := p.in.i; i < min(len(p.in.toks), p.in.i+maxSchemaAhead); i++ {
		t := p.in.toks[i]
		switch {
		case t.Kind != tokens.Symbol && !(t.Kind == tokens.Newline && depth == 1):
		case tokens.Openers.Has(t.Text):
			depth++
		case tokens.Closers.Has(t.Text):
			if depth--; depth == 0 {
				return false
			}
		case depth == 1 && tokens.Binders.Has(t.Text) && t.Text != "if":
			pending++
		case depth == 1 && t.Text == "•" && pending > 0:
			pending--
		case depth == 1 && pending == 0 && (t.Kind == tokens.Newline || t.Text == ":" || t.Text == "==" ||
			t.Text == ";" || t.Text == "|"):
			return true
		case t.Text == "•":
			return false
		}
	}
	return false
}

// maxSchemaAhead is how many tokens of an argument in brackets are looked at
// to tell what it is.
const maxSchemaAhead = 100

// instance returns an operator of the toolkit with actual parameters. Those of
// functions and relations follow from their arguments; those of a set
// constructor are its arguments.
func instance(info zed.Info, op *zed.OpRef, args []zed.Expr) zed.Expr {
	f, _ := zed.FormOf(op.Op)
	if u, ok := operators.ToolkitForms[f.Template()]; ok && u.Category == zed.GenericTemplate {
		return &zed.Op{Info: info, Op: op.Op, Args: args}
	}
	return op
}

// operatorValue returns an operator in the place of a value.
func (p *primaries) operatorValue(info zed.Info, template string) zed.Expr {
	for _, u := range p.in.ops.Forms {
		if u.Name == template {
			return &zed.Ref{Info: info, Name: template}
		}
	}
	if op, ok := zed.OperatorOf(template); ok {
		return &zed.OpRef{Info: info, Op: op}
	}
	if function := strings.TrimSuffix(template, " _"); function != template {
		if _, ok := zed.FunctionOf(function); ok {
			return &zed.Ref{Info: info, Name: function}
		}
	}
	return &zed.Ref{Info: info, Name: template}
}

// readSet reads a set: its elements, or a comprehension.
func (p *primaries) readSet() zed.Expr {
	start := p.in.next()
	if p.in.accept("}") {
		return p.empty(start)
	}
	e := p.setContents(start)
	p.operations.noteClosed()
	return e
}

func (p *primaries) setContents(start tokens.Token) zed.Expr {
	for p.in.peek().Kind == tokens.Newline {
		p.in.next()
	}
	if p.names.declares() || p.in.isAt("|") || p.in.isAt("•") || p.in.peek().Kind == tokens.Name &&
		p.in.peekAt(1).Is("==") {
		return p.setComp(start, p.texts.decls())
	}
	first := p.operations.lines()
	if p.in.isAt("|") || p.in.isAt("•") || p.in.isAt(";") {
		decls := []zed.Decl{{Type: first}}
		if p.in.separators() {
			decls = append(decls, p.texts.decls()...)
		}
		return p.setComp(start, decls)
	}
	elems := []zed.Expr{first}
	for p.in.accept(",") {
		elems = append(elems, p.operations.lines())
	}
	p.in.expect("}")
	return &zed.SetExt{Info: p.in.info(start), Elems: elems}
}

// setComp reads a set comprehension behind its declarations.
func (p *primaries) setComp(start tokens.Token, decls []zed.Decl) zed.Expr {
	t := zed.Text{Decls: decls}
	if p.in.accept("|") {
		t.Pred = p.operations.conjunction()
	}
	var body zed.Expr
	if p.in.accept("•") {
		body = p.operations.parse(zed.LevelBinder)
	}
	p.in.expect("}")
	return &zed.Comp{Info: p.in.info(start), Op: zed.SetComp, Text: t, Body: body}
}
