// Package pieces is what a text is taken apart into before anything is parsed: chunks of
// tokens, directives, notes on what is not read, and commands that take paragraphs back.
//
// What is a paragraph, and whether it has an error, is found later.
package pieces
