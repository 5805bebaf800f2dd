// Command ttf-int tests the units of a program in the order in which they use
// each other, with test cases and stubs that it derives from their formal
// specifications. The commands are one file each; they turn flags into calls of
// the stages, say on a line what each stage did, and turn what came out into an
// exit code. What the stages do is not decided here.
//
// The package is longer than others because it has all commands, with the help of each,
// which is part of its file.
package main
