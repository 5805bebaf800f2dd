//go:build !race

package reactive_test

const raceDetector = false
