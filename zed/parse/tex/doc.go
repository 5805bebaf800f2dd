// Package tex takes LaTeX documents apart, in the dialects in use: their environments,
// directives, macros that they define, and the commands of Z/EVES between paragraphs.
//
// TeX is not run: a macro that is not known stays a token of its own.
package tex
