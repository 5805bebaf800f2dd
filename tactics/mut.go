package tactics

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics/mutants"
)

// mut returns the tactic that asks for cases which tell mutants of the operation apart.
// It leaves conditions as they are; the cases lie in existing leaves.
func mut() Tactic {
	return Tactic{
		Name: "mut", Label: "MUT", Argument: "nothing, or kinds of mistakes: [calls, atoms, ...]", Optional: true,
		Covers: true, Disjoint: true, Keeps: true,
		Doc:  "cases that tell each mutant of the operation from it: those with one mistake in its predicate",
		Read: readMut,
	}
}

func readMut(basis *Basis, entry spec.Tactic) (Divider, error) {
	if basis.tree.Mutants != nil {
		return nil, source.Errorf(entry.Span, "the tactic mut is in the list twice")
	}
	kinds, err := kindsOfMistakes(entry)
	if err != nil {
		return nil, err
	}
	list, made := mutants.List(basis.Unit, basis.System, kinds)
	for i := range list {
		list[i].ID = basis.Unit.Name + "/MUT_" + strconv.Itoa(i+1)
	}
	if basis.tree.Mutants = list; list == nil {
		basis.tree.Mutants = []suite.Mutant{}
	}
	basis.tree.MutantsMade = made
	return divideAlways(nil), nil
}

// kindsOfMistakes reads the argument of mut. Without an argument it returns all kinds.
func kindsOfMistakes(entry spec.Tactic) ([]mutants.Kind, error) {
	if entry.Arg == nil {
		return mutants.Kinds(), nil
	}
	list := entry.Arg.List
	if entry.Arg.Scalar != nil {
		list = []*spec.Argument{entry.Arg}
	}
	var known []string
	for _, k := range mutants.Kinds() {
		known = append(known, string(k))
	}
	var wanted []mutants.Kind
	for _, a := range list {
		text, err := readScalar(entry, a, "the name of a kind of mistakes")
		if err != nil {
			return nil, err
		}
		if !slices.Contains(known, text.Value) {
			return nil, source.Errorf(text.FullSpan(), "there is no kind of mistakes %q%s", text.Value,
				source.DidYouMean(text.Value, known))
		}
		wanted = append(wanted, mutants.Kind(text.Value))
	}
	var out []mutants.Kind
	for _, k := range mutants.Kinds() {
		if slices.Contains(wanted, k) {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return nil, source.Errorf(entry.Arg.Span, "the tactic mut expects kinds of mistakes here, or no argument")
	}
	return out, nil
}
