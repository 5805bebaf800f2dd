package runner

import "testing"

// TestRerun: what fails is run again until an attempt is another, or as often as is asked for; with Repeat it is run as
// often whatever comes.
func TestRerun(t *testing.T) {
	for _, c := range []struct {
		retries, repeat int
		failed          bool
		came            []outcome // of the further attempts; there are no more than these
		flaky           bool
	}{
		{0, 0, true, nil, false},
		{0, 1, true, nil, false},
		{2, 0, false, nil, false},
		{2, 0, true, []outcome{right}, true},
		{2, 0, true, []outcome{another}, true},
		{2, 0, true, []outcome{same, right}, true},
		{2, 0, true, []outcome{same, same}, false},
		{2, 0, true, []outcome{unjudged, same}, false},
		{1, 0, true, []outcome{unjudged}, false},
		{0, 3, false, []outcome{right, right}, false},
		{0, 3, false, []outcome{right, another}, true},
		{0, 3, false, []outcome{another, right}, true},
		{0, 3, true, []outcome{same, right}, true},
		{0, 4, true, []outcome{right, same, same}, true},
		{0, 3, false, []outcome{unjudged, unjudged}, false},
	} {
		o, next := &Options{Retries: c.retries, Repeat: c.repeat}, 0
		flaky := o.rerun(c.failed, func() outcome {
			next++
			return c.came[next-1]
		})
		if flaky != c.flaky || next != len(c.came) {
			t.Errorf("%+v: flaky %v after %d further attempts", c, flaky, next)
		}
	}
}
