package smt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// names has the values that names stand for: variables of the problem and bound
// variables. It also distinguishes the values of one term under different values of its
// variables.
type names struct {
	assumed *assumptions
	free    *zed.FreeNames
	problem variables
}

// variables returns the values of the problem's free variables. They are made when a
// term first mentions them, and may be defined by terms.
type variables interface {
	variable(name string, t zed.Type) (*sym, bool)
}

// env has the values of bound variables. A variable that is a witness of the whole
// problem has no value here; it stands for a variable of the problem.
type env struct {
	name    string
	v       *sym
	witness string
	outer   *env
}

func (in *env) with(name string, v *sym) *env { return &env{name: name, v: v, outer: in} }

// resolve returns the binding of a name, or the name of the problem's variable
// that it stands for.
func (in *env) resolve(name string) (*sym, string) {
	for ; in != nil; in = in.outer {
		if in.name == name {
			return in.v, in.witness
		}
	}
	return nil, name
}

// mentions tells whether a term has one of some names free.
func (ns *names) mentions(x zed.Expr, names []string) bool {
	for _, n := range ns.free.NamesOf(x) {
		if slices.Contains(names, n) {
			return true
		}
	}
	return false
}

// lookup returns the value of a name.
func (ns *names) lookup(name string, t zed.Type, in *env) (*sym, bool) {
	v, top := in.resolve(name)
	if v != nil {
		return v, true
	}
	return ns.problem.variable(top, t)
}

// key returns a text that identifies a term under the values of its variables, and what
// is asked of it.
func (ns *names) key(x zed.Expr, in *env, mark string) string {
	var b strings.Builder
	// Bounds that are leaned on are noted while a term is written: once for each
	// owner.
	fmt.Fprintf(&b, "%p%s%s", x, mark, ns.assumed.owner)
	if in == nil {
		return b.String()
	}
	for _, name := range ns.free.NamesOf(x) {
		v, top := in.resolve(name)
		if v != nil {
			top = strconv.Itoa(v.id)
		}
		b.WriteString(" " + name + "=" + top)
	}
	return b.String()
}
