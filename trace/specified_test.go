package trace

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// specified is a specification of p, which uses q, r and s as far as there are such
// schemas, and what it says of calls.
type specified struct {
	system  *spec.System
	allowed *calls.Analysis
}

// specify reads paragraphs of Z of which the schemas P, Q, R and S are those of units.
func specify(t testing.TB, z string) specified {
	t.Helper()
	var units []string
	for _, name := range []string{"q", "r", "s", "p"} {
		if strings.Contains("\n"+z, "\n"+strings.ToUpper(name)+" ==") {
			units = append(units, "{unit: "+name+", z: spec.zed, schema: "+strings.ToUpper(name)+"}\n")
		}
	}
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml":   strings.Join(units, "---\n"),
		"spec.zed":     z,
	})
	system, err := config.Load("", dir)
	if err != nil {
		t.Fatalf("%v in\n%s", err, z)
	}
	p, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{Steps: 5000}),
		NoStrengthen: true})
	if err != nil {
		t.Fatalf("%v in\n%s", err, z)
	}
	return specified{p.System, p.Engine().Decider.Calls()}
}

// newCase returns a case of p on which it made calls: each is its callee, its standing (see
// call), and the values that were observed, "q ok a?=1 b!=2; r outside".
func (s specified) newCase(t testing.TB, values, made string) *Case {
	t.Helper()
	p := s.system.Unit("p")
	frame := p.Frame(numbers(t, values))
	c := &Case{Unit: p, Frame: frame, Schema: s.allowed.CaseOn(t.Context(), p, p.CallValues(frame))}
	for _, one := range strings.Split(made, "; ") {
		if fields := strings.SplitN(one, " ", 3); len(fields) > 1 {
			one := call(fields[0], "p", fields[1])
			one.Unit = s.system.Unit(fields[0])
			one.Frame = one.Unit.Frame(numbers(t, strings.Join(fields[2:], "")))
			one.At, one.Until = len(c.Calls)+1, len(c.Calls)+1
			c.Calls = append(c.Calls, one)
		}
	}
	return c
}

// numbers reads values of variables: "a?=1 s?={0,1}".
func numbers(t testing.TB, text string) map[string]value.Value {
	t.Helper()
	out := map[string]value.Value{}
	for _, one := range strings.Fields(text) {
		name, number, _ := strings.Cut(one, "=")
		elems := []value.Value{}
		for _, digits := range strings.Split(strings.Trim(number, "{}"), ",") {
			n, err := strconv.ParseInt(digits, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			elems = append(elems, value.OfInt(n))
		}
		if out[name] = elems[0]; strings.HasPrefix(number, "{") {
			out[name] = value.OfSet(elems)
		}
	}
	return out
}

// Specifications of p and its callees. Each of q and r answers 0 below 0, and 1 from 0
// on, which are leaves of their own.
const (
	signs = `Q == [a? : ℤ; b! : ℤ | (a? < 0 ∧ b! = 0) ∨ (a? ≥ 0 ∧ b! = 1)]
R == [c? : ℤ; d! : ℤ | (c? < 0 ∧ d! = 0) ∨ (c? ≥ 0 ∧ d! = 1)]
`
	// P calls q once, and may call r.
	once = signs + "P == Q ∨ (Q ∧ R)\n"
	// P may call q, and r.
	perhaps = signs + "P == [a? : ℤ; b! : ℤ; c? : ℤ; d! : ℤ | b! = 1] ∨ Q ∨ R\n"
	// P calls q and r, each once.
	both = signs + "P == Q ∧ R\n"
	// P calls q twice.
	twice = signs + "P == Q ∧ Q[e?/a?, f!/b!]\n"
	// P calls q with what is above 0.
	above = signs + "P == (Q ∧ [a? : ℤ | a? > 0]) ∨ [a? : ℤ; b! : ℤ | a? ≤ 0 ∧ b! = 0]\n"
	// P calls q with each element of a set.
	elements = signs + "P == [s? : ℙ (0 .. 3) | ∀ a? : s? • ∃ b! : {1} • Q]\n"
	// P calls q with what r answers, 3.
	chained = `Q == [a? : ℤ; b! : ℤ | (a? < 0 ∧ b! = 0) ∨ (a? ≥ 0 ∧ b! = 1)]
R == [c? : ℤ; a! : ℤ | a! = 3]
P == R ≫ Q
`
	// P adds to n with r, and then takes from it with q, which refuses to go below 0.
	changed = `Q == [n, n' : ℤ; j? : ℤ | (n < j? ∧ n' = n) ∨ (n ≥ j? ∧ n' = n - j?)]
R == [n, n' : ℤ; k? : ℤ | n' = n + k?]
P == R ⨾ Q
`
	// P needs 1 of q, which may answer 2.
	narrow = "Q == [a? : ℤ; g! : ℤ | g! ∈ {1, 2}]\nP == Q ∧ [g! : ℤ | g! = 1]\n"
)
