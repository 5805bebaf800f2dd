//go:build !race

package sut_test

var raceFlag []string
