package smt

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
)

// BenchmarkTranslate writes the problems of TestAgree as formulas, and asks nobody.
func BenchmarkTranslate(b *testing.B) {
	all := make([]solve.Problem, len(problems))
	for i, c := range problems {
		all[i] = problemOf(b, c.text)
	}
	for b.Loop() {
		for _, p := range all {
			translate(p)
		}
	}
}
