//go:build underTest

package rbtree

import "github.com/ttf-int/ttf-int/sut"

// Serve serves the tree as a set of integers, which can be shown and not be set: operations lead to it, or structures
// have it.
func Serve() {
	key := sut.Names{"key?"}
	sut.Serve(sut.Program[Tree]{
		New:   func() *Tree { return &Tree{} },
		State: []sut.Var[Tree]{sut.Structured("set", func(t *Tree) *Tree { return t }, (*Tree).Set)},
		Units: []sut.Unit[Tree]{
			{Name: "set.insert", Func: (*Tree).Insert, Params: key, Results: sut.Names{"new!"}},
			{Name: "set.remove", Func: (*Tree).Remove, Params: key, Results: sut.Names{"was!"}},
			{Name: "set.contains", Func: (*Tree).Contains, Params: key, Results: sut.Names{"is!"}},
			{Name: "tree.insert", Func: (*Tree).Insert, Params: key, Results: sut.Names{"new!"}},
			{Name: "tree.remove", Func: (*Tree).Remove, Params: key, Results: sut.Names{"was!"}},
		},
	})
}
