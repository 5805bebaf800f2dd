package classes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// verdict is what came of a trial.
type verdict struct {
	verdict  result.Verdict
	message  string
	compared []result.Comparison
	disagree string  // that ways to compare the objects disagree; "" where they do not
	changed  []probe // side effects that were seen
	dead     bool    // the process ended or hung
	hung     bool
	// step and ran say which operation did not return: the step of the case, and how many of its operations
	// were over; step is -1 where all returned.
	step, ran int
	stack     string
}

// judge compares what the steps of a trial gave.
func (r *run) judge(t *trial, reply *host.Reply) verdict {
	v := verdict{verdict: result.Pass, step: -1}
	n := len(t.c.Steps)
	if reply.Status != host.Returned || len(reply.Earlier) != n-1 {
		return v.end(t, reply)
	}
	answers := make([]host.Answers, n)
	for i := range answers {
		one := reply
		if i < n-1 {
			one = &reply.Earlier[i]
		}
		var err error
		if answers[i], err = one.Answers(t.c.Steps[i].Operations); err != nil {
			return verdict{verdict: result.Blocked, message: err.Error(), step: -1}
		}
	}
	value := func(l look) string {
		switch {
		case l.step < 0:
			return t.want
		case l.value < 0 && answers[l.step].Failed:
			return result.ErrorValue
		case l.value < 0:
			return anObject
		}
		return answers[l.step].Values[l.value]
	}
	v.seeChanges(t, value)
	v.compared = r.compareAnswers(t, answers, value)
	v.decide(t)
	return v
}

// seeChanges notes the objects that have changed. Where observers change them, nothing is said of what else may.
func (v *verdict) seeChanges(t *trial, value func(look) string) {
	least := passed
	for _, p := range t.probes {
		if value(p.at[0]) == value(p.at[1]) {
			continue
		}
		p.values = [2]string{value(p.at[0]), value(p.at[1])}
		v.changed = append(v.changed, p)
		least = min(least, p.cause)
	}
	if least == observed {
		v.changed = slices.DeleteFunc(v.changed, func(p probe) bool { return p.cause != observed })
	}
}

// anObject stands for the object that a step makes where that could be an error.
const anObject = "an object"

// compareAnswers returns what each way to compare the two says.
func (r *run) compareAnswers(t *trial, answers []host.Answers, value func(look) string) (out []result.Comparison) {
	if a, b := t.objects[0], t.objects[1]; a != b {
		failed := [2]bool{answers[a].Failed, t.want == result.ErrorValue}
		if b >= 0 {
			failed[1] = answers[b].Failed
		}
		if failed[0] || failed[1] {
			names := map[bool]string{true: result.ErrorValue, false: anObject}
			return []result.Comparison{{Equal: failed[0] == failed[1], Sent: "", Values: [2]string{names[failed[0]],
				names[failed[1]]}}}
		}
		if t.want != "" {
			return []result.Comparison{{Values: [2]string{anObject, t.want}}}
		}
	}
	for _, at := range t.answers {
		said := value(at)
		one := result.Comparison{By: spec.ByEqn, Equal: said == "true"}
		if said != "true" && said != "false" {
			one.Sent = spec.Eqn + " gave " + said
		}
		out = append(out, one)
	}
	for _, c := range t.same {
		x, y := value(c.at[0]), c.want
		if y == "" {
			y = value(c.at[1])
		}
		i := slices.IndexFunc(out, func(o result.Comparison) bool { return o.By == c.by })
		if i < 0 {
			out = append(out, result.Comparison{By: c.by, Equal: true})
			i = len(out) - 1
		}
		if x != y && out[i].Equal {
			out[i] = result.Comparison{By: c.by, Sent: c.sent, Values: [2]string{x, y}, ByAxioms: c.want != ""}
		}
	}
	order := func(e spec.Equality) int { return slices.Index(r.equalities(), e) }
	slices.SortStableFunc(out, func(a, b result.Comparison) int { return order(a.By) - order(b.By) })
	return out
}

// decide finds whether the pair is right: each way to compare the two says what the tag says.
func (v *verdict) decide(t *trial) {
	var equal, different []string
	for _, c := range v.compared {
		if c.Equal {
			equal = append(equal, string(c.By))
		} else {
			different = append(different, string(c.By))
		}
		if c.Equal != t.pair.Equivalent && v.verdict == result.Pass {
			v.verdict, v.message = result.Fail, explain(t, c)
		}
	}
	if len(equal) > 0 && len(different) > 0 {
		v.disagree = fmt.Sprintf("by %s the two are equal, and by %s they are not", strings.Join(equal, " and "),
			strings.Join(different, " and "))
	}
}

// explain says what is wrong with a pair.
func explain(t *trial, c result.Comparison) string {
	by := ""
	if c.By != "" {
		by = " by " + string(c.By)
	}
	switch {
	case t.want != "" && !t.pair.Equivalent:
		return fmt.Sprintf("it is %s, and another value by the axioms", t.want)
	case t.want != "":
		return fmt.Sprintf("it is %s, and %s by the axioms", c.Values[0], c.Values[1])
	case c.ByAxioms:
		return fmt.Sprintf("%s is %s, and %s by the axioms", strings.TrimPrefix(c.Sent, "."), c.Values[0], c.Values[1])
	case t.pair.Equivalent && c.Sent != "" && c.Values != [2]string{}:
		return fmt.Sprintf("they are to be equal, and differ%s: %s is %s of the first and %s of the second", by,
			strings.TrimPrefix(c.Sent, "."), c.Values[0], c.Values[1])
	case t.pair.Equivalent && c.Values != [2]string{}:
		return fmt.Sprintf("they are to be equal, and are %s and %s", c.Values[0], c.Values[1])
	case t.pair.Equivalent:
		return fmt.Sprintf("they are to be equal, and are not%s", by)
	case t.pair.Experiment != "":
		return fmt.Sprintf("they are to differ, since %s has the values %s and %s by the axioms, and are equal%s",
			strings.TrimPrefix(t.pair.Experiment, "."), t.pair.Values[0], t.pair.Values[1], by)
	}
	return fmt.Sprintf("they are to differ, and are equal%s", by)
}

// end returns the verdict of a trial of which not all steps returned.
func (v *verdict) end(t *trial, reply *host.Reply) verdict {
	out := verdict{verdict: result.Error, message: reply.Message, step: len(reply.Earlier), stack: reply.Stderr}
	answers, err := reply.Answers(t.c.Steps[out.step].Operations)
	switch {
	case reply.Status == host.Blocked, reply.Status == host.Broken, reply.Status == host.Refused,
		reply.Status == host.Strange, reply.Status == host.Unmapped, reply.HasFailedBeside():
		return verdict{verdict: result.Blocked, message: reply.Message, step: -1}
	case reply.Status == host.Returned || err != nil:
		return verdict{verdict: result.Blocked, message: "not all of its steps were answered", step: -1}
	case reply.Status == host.Panicked:
		out.ran = answers.Ran
		out.message = "it panicked: " + reply.Message
	default:
		out.dead, out.hung = true, reply.Status == host.Hung
	}
	return out
}
