package types

import (
	"github.com/ttf-int/ttf-int/zed"
)

// truthWord is another name of 𝔹 where a specification does not introduce it itself.
const truthWord = "bool"

// enterTruthValues enters the name of the free type 𝔹 ::= false | true and returns that
// type, unless the specification introduces the name itself.
func (s *Spec) enterTruthValues() []Free {
	name := zed.TruthType.Name
	if s.names[name] != nil {
		return nil
	}
	s.names[name] = &entry{name: name, kind: zed.FreeType, typ: power(zed.TruthType), state: 2}
	return []Free{{Name: name, Constants: []string{
		zed.TruthValue(false, zed.Info{}).Name, zed.TruthValue(true, zed.Info{}).Name}}}
}

// hasTruthValues tells whether 𝔹 is the type of truth values, and not a name that the
// specification introduces.
func (s *Spec) hasTruthValues() bool {
	e := s.names[zed.TruthType.Name]
	return e != nil && e.kind == zed.FreeType && !e.span.IsValid()
}

// isTrue returns the predicate b = true for a term b of type 𝔹.
func isTrue(b zed.Expr) zed.Expr {
	return &zed.Op{Info: info(b, zed.BoolType{}), Op: zed.Equal,
		Args: []zed.Expr{b, zed.TruthValue(true, info(b, zed.TruthType))}}
}

// hintAtTruth returns the end of a message about two terms of different types, where one
// is a truth value and the other a predicate.
func hintAtTruth(a, b zed.Type) string {
	one, other := prune(a), prune(b)
	if one == zed.Type(zed.BoolType{}) {
		one, other = other, one
	}
	if one == zed.Type(zed.TruthType) && other == zed.Type(zed.BoolType{}) {
		return "; between a truth value and a predicate stands ⇔"
	}
	return ""
}
