package korat

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// listWatched returns the methods whose calls can be judged within calls of others: those that another one uses. Each
// entry is all that is specified of one function.
func listWatched(all []Wanted) [][]*Subject {
	var out [][]*Subject
	for _, w := range all {
		if w.method == nil || !CanWatch(w.Subject) || !slices.ContainsFunc(all, func(o Wanted) bool {
			return o.method != nil && slices.Contains(o.method.spec.Uses, w.method.spec.Label)
		}) {
			continue
		}
		i := slices.IndexFunc(out, func(of []*Subject) bool { return watched(of[0]) == watched(w.Subject) })
		if i < 0 {
			i, out = len(out), append(out, nil)
		}
		out[i] = append(out[i], w.Subject)
	}
	return out
}

// watched returns the function of a method as it is declared.
func watched(s *Subject) *types.Func { return s.method.function.Origin() }

// CanWatch tells whether calls of a method can be judged within calls of others: another function can be put in its
// place where it is declared in the package of the type, and is not a function with type parameters of its own.
func CanWatch(s *Subject) bool {
	f := s.method.function
	if f.Pkg() != s.pkg.Types || s.generic[f] != nil {
		return false
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Signature().TypeParams().Len() == 0
	}
	t := recv.Type()
	if p, is := t.(*types.Pointer); is {
		t = p.Elem()
	}
	return types.Identical(t, s.typ)
}

// watchedName is the name that a function gets in whose place another one is put.
func watchedName(f *types.Func) string { return "ttfintWatched" + f.Name() }

// watchedText returns the function that is put in the place of one that methods are specified for. That of a type with
// parameters tells of calls on the instance that is tested.
func watchedText(of []*Subject, qualify types.Qualifier) string {
	m := of[0].method
	sig := watched(of[0]).Signature()
	var params, args, results, outs, entries []string
	name := func(v *types.Var, to string) string { return to + " " + types.TypeString(v.Type(), qualify) }
	for i := range sig.Params().Len() {
		args = append(args, fmt.Sprintf("ttfa%d", i))
		params = append(params, name(sig.Params().At(i), args[i]))
	}
	for i := range sig.Results().Len() {
		outs = append(outs, fmt.Sprintf("ttfo%d", i))
		results = append(results, name(sig.Results().At(i), outs[i]))
	}
	inputs, recv, call, silent := args, "", watchedName(m.function), "!ttfsearch.IsListening()"
	if r := sig.Recv(); r != nil {
		self := "ttfr"
		if _, is := r.Type().(*types.Pointer); !is {
			self = "&ttfr"
		}
		inputs, recv, call = append([]string{self}, args...), "("+name(r, "ttfr")+") ", "ttfr."+call
	}
	call += "(" + strings.Join(args, ", ") + ")"
	if len(outs) > 0 {
		call = strings.Join(outs, ", ") + " = " + call
	}
	if of[0].typ.TypeArgs().Len() > 0 {
		self := types.TypeString(m.inputs[0].typ, qualify)
		silent += fmt.Sprintf(" || ttfsearch.As[%s](%s) == nil", self, inputs[0])
		inputs, outs = instances(inputs, m.inputs, qualify), instances(outs, m.results, qualify)
	}
	for _, s := range of {
		entries = append(entries, fmt.Sprintf("ttfsearch.Watched{%q, ttfunsafe.Pointer(&%s{%s})}", s.key(),
			s.inputName(), strings.Join(inputs, ", ")))
	}
	return fmt.Sprintf("func %s%s(%s) (%s) {\n\tif %s {\n\t\t%s\n\t\treturn\n\t}\n"+
		"\tttfcall := ttfsearch.Enter(%s)\n\t%s\n\tttfcall.Leave(ttfunsafe.Pointer(&%s{%s}))\n\treturn\n}\n\n",
		recv, m.function.Name(), strings.Join(params, ", "), strings.Join(results, ", "), silent, call,
		strings.Join(entries, ", "), call, of[0].resultsName(), strings.Join(outs, ", "))
}

// instances returns expressions of types with parameters as those of the instance that is tested.
func instances(exprs []string, of []argument, qualify types.Qualifier) []string {
	out := make([]string, len(exprs))
	for i, e := range exprs {
		out[i] = fmt.Sprintf("ttfsearch.As[%s](%s)", types.TypeString(of[i].typ, qualify), e)
	}
	return out
}
