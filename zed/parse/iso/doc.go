// Package iso takes texts apart whose paragraphs are delimited by the characters of
// ISO 13568. The tokens between these are those of package plain.
package iso
