// Package lsp serves editors: a language server for Z documents and for the files of
// projects, over the Language Server Protocol 3.16. It shows what is wrong, as validate does
// without a search, while a person types, where names are declared, and of which types terms
// are; it completes names, the words for symbols of Z, and the keys and tactics of YAML files.
// What it knows it asks config for, with the texts that the editor has in the place of the
// files.
package lsp
