package prop

// Outcome is what came of a property for one choice of values: it holds, it is violated, or its
// condition is not met, and nothing was asked (a discard). The zero Outcome is a discard.
type Outcome struct {
	truth  truth
	labels []string
}

type truth uint8

const (
	discarded truth = iota
	held
	violated
)

// Holds returns the outcome of a property that is true or false.
func Holds(is bool) Outcome {
	if is {
		return Outcome{truth: held}
	}
	return Outcome{truth: violated}
}

// Implies is the implication of logic (section 2 of the paper): where the condition is false,
// the values are discarded and counted apart; otherwise the outcome is that of then. Go
// evaluates arguments first, so that what must not be evaluated without the condition is given
// as a function.
func Implies[T bool | Outcome | func() bool | func() Outcome](condition bool, then T) Outcome {
	if !condition {
		return Outcome{}
	}
	switch then := any(then).(type) {
	case bool:
		return Holds(then)
	case Outcome:
		return then
	case func() bool:
		return Holds(then())
	case func() Outcome:
		return then()
	}
	panic("unreachable")
}

// And is violated where one of its parts is, and a discard where all of them are.
func And(parts ...Outcome) Outcome {
	var out Outcome
	for _, p := range parts {
		out.truth = max(out.truth, p.truth)
		out.labels = append(out.labels, p.labels...)
	}
	return out
}

// Label returns the outcome with a label. A result counts how many tests had each label, those
// discarded aside, which shows what values a property was tested with.
func (o Outcome) Label(label string) Outcome {
	o.labels = append(o.labels[:len(o.labels):len(o.labels)], label)
	return o
}
