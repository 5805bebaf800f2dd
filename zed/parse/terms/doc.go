// Package terms reads paragraphs and terms: a Pratt parser over the table of operators. Its
// parts read one kind of thing each: names, texts that bind variables, primaries, operations,
// paragraphs. After its first error a parser stands at the end.
//
// It knows no types: whether S' is a variable or a decorated schema is said later.
package terms
