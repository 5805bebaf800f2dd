// Package doctor looks at the machine on which ttf-int works: whether what it needs of it is there.
// It changes nothing.
package doctor
