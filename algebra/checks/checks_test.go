package checks_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/checks"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

func check(t *testing.T, text string) (errors, warnings []string) {
	t.Helper()
	classes, err := language.Parse(source.NewFile("q", text).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return checkClasses(classes)
}

func checkClasses(classes []*language.Class) (errors, warnings []string) {
	found := checks.Check(classes, conditions.New(context.Background(), embedded.New(solve.Options{})))
	for _, e := range found.Errors {
		errors = append(errors, e.Msg)
	}
	for _, e := range found.Warnings {
		warnings = append(warnings, e.Text)
	}
	return errors, warnings
}

const (
	stack = `class S export create, push, pop, top, depth
constructor create; push (x: Integer)
transformer pop
observer top: Integer; depth: Integer
var A: S, x, y: Integer
axiom `
	set = `class T export create, in, out, has
constructor create; in (x: Integer)
transformer out (x: Integer)
observer has (x: Integer): Boolean
var A: T, x, y: Integer
axiom `
	wholeStack = `1: create.pop -> error; 2: A.push(x).pop -> A; 3: create.top -> error; 4: A.push(x).top -> x;
5: create.depth -> 0; 6: A.push(x).depth -> A.depth + 1`
	wholeSet = `1: create.out(x) -> create; 2: A.in(y).out(x) -> if x = y then A.out(x) else A.out(x).in(y);
3: create.has(x) -> false; 4: A.in(y).has(x) -> x = y or A.has(x)`
)

// TestDrawnInstances: a difference that shows for two objects in one alone, which have different values, is found.
func TestDrawnInstances(t *testing.T) {
	text, err := os.ReadFile("testdata/transfer.lobas")
	if err != nil {
		t.Fatal(err)
	}
	errors, _ := check(t, string(text))
	compare(t, "transfer", errors, "axioms 6 and 7 differ for create.account(0, Purse.create.amount(1))."+
		"account(1, Purse.create).move(0, 1, 1): create.account(0, Purse.create).account(1, Purse.create.amount(1)) and "+
		"error")
}

// TestFound: what is wrong with a specification is shown by a term, and nothing else is.
func TestFound(t *testing.T) {
	for _, c := range []struct{ name, text, errors, warnings string }{
		{"stack", stack + wholeStack + " end", "", ""},
		{"set", set + wholeSet + " end", "", ""},
		{"hole", stack + strings.Replace(wholeStack, "1: create.pop -> error;", "", 1) + " end",
			"S is not sufficiently complete: no axiom covers create.pop", ""},
		{"hole behind", stack + wholeStack + "; A.push(x).push(3).top -> 3 end", "", "axiom #7 is never applied: " +
			"the axioms before it cover A.push(x).push(3).top"},
		{"two deep", stack + strings.Replace(wholeStack, "A.push(x).top -> x", "A.push(x).push(y).top -> y", 1) +
			" end",
			"S is not sufficiently complete: no axiom covers create.push(x3).top", ""},
		{"values", stack +
			strings.Replace(wholeStack, "A.push(x).top -> x", "A.push(3).top -> 3; A.push(4).top -> 4", 1) +
			" end", "S is not sufficiently complete: no axiom covers S2.push(x3).top with x3 ≠ 3 and x3 ≠ 4", ""},
		{"twice the same", set +
			strings.Replace(wholeSet, "A.in(y).has(x) -> x = y or A.has(x)", "A.in(x).has(x) -> true", 1) + " end",
			"T is not sufficiently complete: no axiom covers T3.in(x4).has(x2) with x4 ≠ x2", ""},
		{"contradiction", stack + wholeStack + "; 7: A.push(1).depth -> 7 end",
			"axioms 6 and 7 differ for create.push(1).depth: 1 and 7; axiom 7 is never applied", ""},
		{"set twice", set + wholeSet + "; 5: A.in(x).in(x) -> A.in(x) end", "", ""},
		{"bag", set + wholeSet + "; 5: A.in(x).in(x) -> A end",
			"axioms 5 and 4 differ for create.in(0).in(0).has(0): false and true", ""},
		{"no end", stack + wholeStack + "; 7: A.push(x).push(y) -> A.push(y).push(x) end",
			"axiom 7 does not terminate: create.push(0).push(0) is rewritten to what has it again", ""},
		{"in turns", "class Q export create, a, b constructor create transformer a; b var A: Q axiom " +
			"A.a -> A.b; A.b -> A.a end",
			"axiom #2 does not terminate: create.b is rewritten to what has it again", ""},
		{"grows", stack + wholeStack + "; 7: A.push(x).push(y) -> A.push(y + 1).push(x) end", "",
			"axiom 7 is not shown to terminate: no path order was found in which its right side is smaller; for " +
				"create.push(0).push(0), rewriting goes on for more than 5000 steps"},
		{"more general, and first", stack + "0: A.depth -> 0; " + wholeStack + " end", "axioms 0 and 6 differ for " +
			"create.push(0).depth: 0 and 1; axioms 5 and 6 are never applied", ""},
		{"more general, and last", stack + wholeStack + "; 7: A.top -> 7 end",
			"axioms 3 and 7 differ for create.top: error and 7; axioms 4 and 7 for create.push(0).top: 0 and 7; axiom 7 is never applied", ""},
		{"two holes of one", stack + strings.Replace(wholeStack, "A.push(x).top -> x", "A.push(x).push(y).push(2).top "+
			"-> y", 1) + " end", "no axiom covers create.push(x3).top, nor create.push(x5).push(x3).top, nor S6", ""},
		{"goes on, and is never applied", stack + wholeStack + "; 7: A.push(x).depth -> A.push(x).depth end", "",
			"axiom 7 is never applied"},
		{"inside", stack + wholeStack + "; 7: A.pop.depth -> 1 end",
			"axioms 2 and 7 for create.push(0).pop.depth: 0 and 1; axiom 7 is never applied", ""},
		{"no create", "class Q export make constructor make observer q: Integer var A: Q axiom A.q -> 1 end",
			"the class Q has no constructor create", ""},
		{"observed inside", "class Q export create, is, big constructor create observer is: Integer; big (n: Integer): " +
			"Boolean var A: Q axiom create.is -> 0; A.big(A.is) -> true end", "the observer is is inside the left side", ""},
		{"hidden", "class Q export q constructor create observer q: Integer axiom create.q -> 1 end",
			"create is not exported", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			errors, warnings := check(t, c.text)
			if strings.Contains(strings.Join(errors, ""), "nil") {
				t.Errorf("an error has a value that is none: %q", errors)
			}
			compare(t, "errors", errors, c.errors)
			compare(t, "warnings", warnings, c.warnings)
			if len(errors) > 1 || len(warnings) > 1 {
				t.Errorf("one mistake is said more than once:\n%s", strings.Join(slices.Concat(errors, warnings), "\n"))
			}
		})
	}
}

// compare holds what was found against what is to be: nothing, or something that contains want.
func compare(t *testing.T, what string, got []string, want string) {
	t.Helper()
	if want == "" && len(got) > 0 || want != "" && !strings.Contains(strings.Join(got, "\n"), want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), want)
	}
}

// TestOrders: axioms for which one needs equal operations, arguments that are compared from the right, or as multisets,
// are shown to end; and by what that is shown is said.
func TestOrders(t *testing.T) {
	const head = "class Q export create, put, a, b, is constructor create; put (x: Integer) " +
		"transformer a (P: Q); b (P: Q) observer is: Boolean var A, P: Q, x, y: Integer axiom create.is -> true; " +
		"A.put(x).is -> false; "
	for _, c := range []struct{ name, axioms, want string }{
		{"parts", "A.a(P) -> A; A.b(P) -> P", ""},
		{"precedence", "A.a(P) -> A.b(P).put(1); A.b(P) -> A", "a > put, b"},
		{"equal ones", "create.a(P) -> P; A.put(x).a(P) -> A.b(P); create.b(P) -> P; A.put(x).b(P) -> A.a(P)", "a = b"},
		{"from the right", "A.a(create) -> A; A.a(P.put(x)) -> A.put(x).a(P); A.b(P) -> A", "a (from the right) > put"},
		{"multisets", "create.a(P) -> P; A.put(x).a(P) -> P.a(A).put(x); A.b(P) -> A", "a (as multisets) > put"},
		{"no end", "create.a(P) -> P; A.put(x).a(P) -> P.put(x).a(A); A.b(P) -> A", "none"},
		{"grows", "create.a(P) -> P; A.put(x).a(P) -> A.put(x + 1).a(P); A.b(P) -> A", "none"},
	} {
		classes, err := language.Parse(source.NewFile("q", head+c.axioms+" end").Whole())
		if err != nil {
			t.Fatal(source.Show(err, 20))
		}
		found := checks.Check(classes, conditions.New(context.Background(), embedded.New(solve.Options{})))
		if !strings.Contains(found.Order, c.want) && c.want != "none" || found.Ends == (c.want == "none") {
			t.Errorf("%s: shown to end: %t, by %q; want %q", c.name, found.Ends, found.Order, c.want)
		}
	}
}

// TestQueue: of the queue of the figure all is shown, but that its eqn ends.
func TestQueue(t *testing.T) {
	data, err := os.ReadFile("../language/testdata/queue.lobas")
	if err != nil {
		t.Fatal(err)
	}
	errors, warnings := check(t, string(data))
	compare(t, "errors", errors, "")
	compare(t, "warnings", warnings, "axiom 7 is not shown to terminate")
	if len(warnings) != 1 {
		t.Errorf("%d warnings: %q", len(warnings), warnings)
	}
}
