package mutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// Operator is a kind of mistake.
type Operator struct {
	Name string
	Doc  string // what it does, for people
	find func(s *site)
}

// Operators are the kinds of mistakes, in the order in which they are tried at a place.
var Operators = []Operator{
	{"condition", "the condition of an if, a for or a case is negated", mutateConditions},
	{"boundary", "< and ≤ are exchanged, and > and ≥", mutateBinary(boundaries)},
	{"comparison", "a comparison is the opposite one", mutateBinary(opposites)},
	{"connector", "&& and || are exchanged", mutateBinary(connectors)},
	{"negation", "a ! is left out", mutateNegations},
	{"arithmetic", "+ and - are exchanged, * and /, and other operators of numbers", mutateArithmetic},
	{"constant", "a number is one more or one less, true is false", mutateConstants},
	{"assignment", "an assignment is left out", mutateAssignments},
	{"call", "a call whose result nobody wants is left out", mutateCalls},
	{"branch", "break and continue are exchanged", mutateBranches},
	{"result", "a function returns something else", mutateResults},
	{"arguments", "two arguments of one type are exchanged", mutateArguments},
}

// site is a node at which mutants are looked for.
type site struct {
	*source
	fn   *function
	node ast.Node
	// negated are the conditions that are negated as a whole.
	negated map[ast.Expr]bool
	// returns are the results of the function that the node lies in.
	returns *ast.FuncType
	add     func(edit)
}

// edit says what stands in the place of a part of the text.
type edit struct {
	from, to token.Pos
	now      string
	// at and was are the part that people are shown, as what it was.
	at       ast.Node
	was, new string
}

// replace adds the mutant in which a text stands in the place of a node.
func (s *site) replace(n ast.Node, now string) {
	s.add(edit{n.Pos(), n.End(), now, n, s.text(s.fn.file, n), now})
}

// drop adds the mutant without a statement.
func (s *site) drop(n ast.Node) {
	s.add(edit{n.Pos(), n.End(), "", n, s.text(s.fn.file, n), ""})
}

func mutateConditions(s *site) {
	negate := func(e ast.Expr) {
		if e != nil {
			s.negated[ast.Unparen(e)] = true
			s.replace(e, "!("+s.text(s.fn.file, e)+")")
		}
	}
	switch n := s.node.(type) {
	case *ast.IfStmt:
		negate(n.Cond)
	case *ast.ForStmt:
		negate(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return
		}
		for _, c := range n.Body.List {
			if list := c.(*ast.CaseClause).List; len(list) == 1 {
				negate(list[0])
			}
		}
	}
}

// boundaries returns the comparison with the other answer where its operands are equal.
func boundaries(op token.Token) token.Token {
	return exchange(op, token.LSS, token.LEQ, token.GTR, token.GEQ)
}

// opposites returns the comparison that is true where op is false.
func opposites(op token.Token) token.Token {
	return exchange(op, token.LSS, token.GEQ, token.GTR, token.LEQ, token.EQL, token.NEQ)
}

// connectors returns the other one of && and ||.
func connectors(op token.Token) token.Token { return exchange(op, token.LAND, token.LOR) }

func operations(op token.Token) token.Token {
	return exchange(op,
		token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.MUL, token.AND, token.OR, token.SHL, token.SHR,
		token.XOR, token.AND,
		token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.QUO_ASSIGN, token.REM_ASSIGN, token.MUL_ASSIGN,
		token.AND_ASSIGN, token.OR_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN, token.INC, token.DEC)
}

// exchange returns the partner of an operator in pairs of them; ILLEGAL where it has none.
func exchange(op token.Token, pairs ...token.Token) token.Token {
	for i := 0; i < len(pairs); i += 2 {
		switch op {
		case pairs[i]:
			return pairs[i+1]
		case pairs[i+1]:
			return pairs[i]
		}
	}
	return token.ILLEGAL
}

// mutateBinary mutates binary operators as a table says. A comparison that is negated as a
// condition is not made the opposite one as well.
func mutateBinary(table func(token.Token) token.Token) func(*site) {
	return func(s *site) {
		n, is := s.node.(*ast.BinaryExpr)
		if !is || s.negated[n] && opposites(n.Op) == table(n.Op) {
			return
		}
		s.replaceOperator(n, n.OpPos, n.Op, table(n.Op))
	}
}

// replaceOperator adds the mutant in which a node has another operator, unless that is ILLEGAL.
func (s *site) replaceOperator(n ast.Node, at token.Pos, op, now token.Token) {
	if now == token.ILLEGAL {
		return
	}
	text, from := s.text(s.fn.file, n), s.offset(at)-s.offset(n.Pos())
	until := from + len(op.String())
	s.add(edit{at, at + token.Pos(until-from), now.String(), n, text, text[:from] + now.String() + text[until:]})
}

func mutateNegations(s *site) {
	if n, is := s.node.(*ast.UnaryExpr); is && n.Op == token.NOT && !s.negated[n] {
		s.replace(n, s.text(s.fn.file, n.X))
	}
}

func mutateArithmetic(s *site) {
	switch n := s.node.(type) {
	case *ast.BinaryExpr:
		s.replaceOperator(n, n.OpPos, n.Op, operations(n.Op))
	case *ast.AssignStmt:
		s.replaceOperator(n, n.TokPos, n.Tok, operations(n.Tok))
	case *ast.IncDecStmt:
		s.replaceOperator(n, n.TokPos, n.Tok, operations(n.Tok))
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			s.replace(n, s.text(s.fn.file, n.X))
		}
	}
}

func mutateConstants(s *site) {
	switch n := s.node.(type) {
	case *ast.BasicLit:
		if i, err := strconv.ParseInt(n.Value, 0, 32); err == nil && n.Kind == token.INT {
			s.replace(n, strconv.FormatInt(i+1, 10))
			s.replace(n, strconv.FormatInt(i-1, 10))
		}
	case *ast.Ident:
		if c, is := s.info.Uses[n].(*types.Const); is && c.Parent() == types.Universe {
			switch n.Name {
			case "true":
				s.replace(n, "false")
			case "false":
				s.replace(n, "true")
			}
		}
	}
}

func mutateAssignments(s *site) {
	switch n := s.node.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			s.drop(n)
		}
	case *ast.IncDecStmt, *ast.SendStmt:
		s.drop(n)
	}
}

func mutateCalls(s *site) {
	switch n := s.node.(type) {
	case *ast.ExprStmt:
		if call, is := n.X.(*ast.CallExpr); is && !s.panics(call) {
			s.drop(n)
		}
	case *ast.DeferStmt, *ast.GoStmt:
		s.drop(n)
	}
}

// panics tells whether a call is one of panic.
func (s *site) panics(call *ast.CallExpr) bool {
	id, is := call.Fun.(*ast.Ident)
	return is && id.Name == "panic"
}

func mutateBranches(s *site) {
	if n, is := s.node.(*ast.BranchStmt); is && n.Label == nil {
		if now := exchange(n.Tok, token.BREAK, token.CONTINUE); now != token.ILLEGAL {
			s.replace(n, now.String())
		}
	}
}

func mutateResults(s *site) {
	n, is := s.node.(*ast.ReturnStmt)
	if !is || s.returns == nil || s.returns.Results == nil || len(n.Results) != s.returns.Results.NumFields() {
		return
	}
	for _, e := range n.Results {
		if now := s.otherValue(e); now != "" && now != s.text(s.fn.file, e) {
			s.replace(e, now)
		}
	}
}

// otherValue returns an expression of the same type that has another value, as a rule;
// "" where there is none that is short.
func (s *site) otherValue(e ast.Expr) string {
	of := s.info.Types[e]
	if of.Type == nil {
		return ""
	}
	text := s.text(s.fn.file, e)
	switch t := of.Type.Underlying().(type) {
	case *types.Basic:
		switch {
		case of.Value != nil && (text == "true" || text == "false"):
			return "" // a constant of its own
		case t.Info()&types.IsBoolean != 0:
			return "!(" + text + ")"
		case t.Info()&types.IsNumeric != 0:
			if _, literal := e.(*ast.BasicLit); literal {
				return ""
			}
			return "0"
		case t.Info()&types.IsString != 0:
			return `""`
		}
		return ""
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Signature, *types.Chan:
		return "nil"
	case *types.Struct, *types.Array:
		qualify := func(p *types.Package) string {
			if p == s.types {
				return ""
			}
			return p.Name()
		}
		return types.TypeString(of.Type, qualify) + "{}"
	}
	return ""
}

func mutateArguments(s *site) {
	n, is := s.node.(*ast.CallExpr)
	if !is || s.info.Types[n.Fun].IsType() {
		return
	}
	for i := range n.Args {
		for j := i + 1; j < len(n.Args); j++ {
			a, b := n.Args[i], n.Args[j]
			one, other := s.text(s.fn.file, a), s.text(s.fn.file, b)
			of, like := s.info.Types[a].Type, s.info.Types[b].Type
			if of == nil || like == nil || one == other || !types.Identical(of, like) {
				continue
			}
			text, begin := s.text(s.fn.file, n), s.offset(n.Pos())
			from, until := s.offset(a.Pos())-begin, s.offset(b.End())-begin
			between := text[s.offset(a.End())-begin : s.offset(b.Pos())-begin]
			now := other + between + one
			s.add(edit{a.Pos(), b.End(), now, n, text, text[:from] + now + text[until:]})
		}
	}
}
