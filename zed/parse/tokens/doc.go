// Package tokens is what texts in all notations are made of once they are lexed: tokens,
// whose symbols are spelled in Unicode whatever the notation was, and the classes of symbols
// that say where a term goes on. It also scans for what all lexers look for: words, string
// literals, the starts of lines.
//
// It knows no notation.
package tokens
