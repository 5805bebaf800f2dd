package schema

import "github.com/ttf-int/ttf-int/zed"

// FreeVars returns the names of the variables that occur free in e, sorted.
// Constants and globals are not variables. It takes time linear in the graph
// of e, however much e shares, and accepts terms that were not checked.
func FreeVars(e zed.Expr) []string { return variables().NamesOf(e) }

// variables returns a finder of variables, also within occurrences.
func variables() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Unresolved) }

// newCapturable returns a finder of the names that a binder could capture: variables and
// globals.
func newCapturable() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Unresolved, zed.Global) }
