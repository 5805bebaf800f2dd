package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// mts returns the tactic that divides by values which a person gives (Fastest:
// mandatory test set).
func mts() Tactic {
	return Tactic{
		Name: "mts", Label: "MTS", Argument: "[expression, {v1, …, vn}]", Covers: true, Disjoint: true,
		Doc:  "one condition per given value of an expression, and one for all other values",
		Read: readMTS,
	}
}

func readMTS(b *Basis, entry spec.Tactic) (Divider, error) {
	args, err := fields(entry, "of", "values")
	if err != nil {
		return nil, err
	}
	text, err := readScalar(entry, args["of"], "an expression")
	if err != nil {
		return nil, err
	}
	_, of, err := b.Term(text)
	if err != nil {
		return nil, err
	}
	if args["values"] == nil {
		return nil, source.Errorf(entry.Span,
			"the tactic mts expects [expression, {v1, …, vn}]; the values are missing")
	}
	values, err := b.values(entry, args["values"])
	if err != nil {
		return nil, err
	}
	var parts []Part
	for _, v := range values {
		if !zed.SameType(v.Typ(), of.Typ()) {
			return nil, newTypeError(entry, text.Value, of.Typ(), v)
		}
		parts = append(parts, b.makePart(v.At(), zed.Equal, of, v))
	}
	return divideAlways(append(parts, b.makePart(text.FullSpan(), zed.NotIn, of, setOf(of.Typ(), values...)))), nil
}

// values reads a list of terms: a set extension in Z, or a list in YAML.
func (b *Basis) values(entry spec.Tactic, arg *spec.Argument) ([]zed.Expr, error) {
	var out []zed.Expr
	if arg.Scalar != nil {
		_, e, err := b.Term(arg.Scalar)
		if err != nil {
			return nil, err
		}
		set, ok := e.(*zed.SetExt)
		if !ok {
			return nil, source.Errorf(arg.Span, "the tactic %s expects the values spelled out, {v1, …, vn}, found %s",
				entry.Name, arg.Scalar.Value)
		}
		out = set.Elems
	}
	for _, a := range arg.List {
		text, err := readScalar(entry, a, "a value")
		if err != nil {
			return nil, err
		}
		_, e, err := b.Term(text)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		return nil, source.Errorf(arg.Span, "the tactic %s expects one value at least", entry.Name)
	}
	return out, reportRepeated(entry, out, arg.Span)
}

// newTypeError returns the error that a value is not of the expected type.
func newTypeError(entry spec.Tactic, what string, want zed.Type, v zed.Expr) error {
	return source.Errorf(v.At(), "the tactic %s expects values of the type of %s, %s; %s has type %s",
		entry.Name, what, want, zed.Print(v, zed.Unicode), v.Typ())
}
