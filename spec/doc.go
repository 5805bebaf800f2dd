// Package spec holds what a specification says, as plain data: the units of a
// program, their schemas, what they use and call, and how they are to be
// tested. It is made by package config and read by every stage after it; it
// reads and decides nothing itself.
package spec
