package schema

import "github.com/ttf-int/ttf-int/zed"

// FreeVars returns the names of the variables that occur free in e, sorted.
// Constants and globals are not variables. It takes time linear in the graph
// of e, however much e shares, and accepts terms that were not checked.
func FreeVars(e zed.Expr) []string { return variables().Of(e) }

// variables finds variables, inside occurrences too.
func variables() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Unresolved) }

// capturable finds what a binder could capture: variables and globals.
func capturable() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Unresolved, zed.Global) }
