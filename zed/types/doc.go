// Package types checks Z: it takes the paragraphs of a specification and returns typed
// ones, in which every name is resolved, abbreviations are expanded and generic
// operators are instantiated, or all type errors at once.
//
// It does not unfold schemas, which package schema does.
//
// # The parts
//
// A checker consists of parts with state of their own, of which each calls only those
// before it:
//
//   - mistakes: the errors, and where variables were declared, which messages show;
//   - globals: what names stand for in the section that is being checked;
//   - gaps: paragraphs that were not read, or have an error;
//   - inference: types that are inferred later, and the checks that wait for them;
//   - operator names: which names stand for operators of the toolkit;
//   - definitions: what names are defined as, each checked once;
//   - texts: declarations, and what is made of their variables;
//   - schemas: the schema calculus;
//   - operators: those of the toolkit, by their rows;
//   - references: uses of names, and generic instantiation;
//   - expressions: any expression, by its kind;
//   - paragraphs: the paragraphs of a specification.
//
// Since any expression may contain any other, the parts before expressions get it as
// recursion, and call nothing else of later parts. What the axioms define is computed
// after all is checked (define.go, members.go).
//
// It is large because it has the type rules of the whole language, and generic
// instantiation.
package types
