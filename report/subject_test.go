package report_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/spec"
)

// TestDescribeSubjects: what a system has none of is left out, and one that has nothing at all has no units.
func TestDescribeSubjects(t *testing.T) {
	t.Parallel()
	methods, classes, laws := []*spec.Method{{}, {}}, []*spec.Class{{}}, []*spec.Law{{}, {}}
	for _, c := range []struct {
		system spec.System
		units  int
		want   string
	}{
		{spec.System{}, 0, "0 units"},
		{spec.System{}, 1, "1 unit in 2 layers"},
		{spec.System{Methods: methods}, 0, "2 units on structures"},
		{spec.System{Classes: classes, Machines: []*spec.Machine{{}}, Laws: laws}, 3,
			"3 units in 2 layers, 1 class, 1 machine, 2 properties"},
	} {
		if got := report.DescribeSubjects(&c.system, c.units, 2); got != c.want {
			t.Errorf("got %q, expected %q", got, c.want)
		}
	}
}
