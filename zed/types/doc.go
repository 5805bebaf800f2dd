// Package types checks Z: it takes the paragraphs of a specification and gives
// typed ones, with every name resolved, abbreviations put in place and generic
// operators instantiated, or all type errors at once.
//
// It does not unfold schemas: that is package schema's job.
//
// # The parts
//
// A checker consists of parts that keep what they are about, each asking only those that
// stand before it:
//
//   - mistakes: what is wrong, and where variables were declared, which messages show;
//   - globals: what names stand for, in the section that is being checked;
//   - gaps: what was not read, or has an error;
//   - inference: types that are found later, and the checks that wait for them;
//   - operator names: which names stand for operators of the toolkit;
//   - definitions: what names are defined as, each checked once;
//   - texts: declarations and what is made of their variables;
//   - schemas: the schema calculus;
//   - operators: those of the toolkit, by the rows of its table;
//   - references: uses of names, and generic instantiation;
//   - expressions: any expression, by its kind;
//   - paragraphs: what a specification consists of.
//
// Since any expression may hold any other, the parts before expressions are handed it as
// recursion, and call nothing else of those that stand behind them. What the axioms define
// is looked for when all is checked (define.go, members.go).
//
// It is large because the type rules of the whole language are here, and generic instantiation.
package types
