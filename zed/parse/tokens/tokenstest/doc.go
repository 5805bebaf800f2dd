// Package tokenstest shows tokens as text, for the tests of what makes tokens or arranges
// them, and checks that they lie in the text that they come from.
//
// It is for tests alone.
package tokenstest
