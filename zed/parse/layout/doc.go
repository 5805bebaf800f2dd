// Package layout arranges tokens: it cuts them into paragraphs, so that what is wrong with
// one cannot reach the next, drops the newlines that mean nothing, and tells apart what < and
// > stand for.
//
// It looks at the form of tokens, and reports no errors.
package layout
