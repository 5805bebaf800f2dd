package sut

import (
	"errors"
	"fmt"
	"testing"
)

// TestNarrowest: of two entries that match an error, the narrower one decides, in whatever order they stand, and what
// an entry's stub returns comes back as that entry.
func TestNarrowest(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	bad := fmt.Errorf("bad: %w", full)
	for _, all := range []Errors{
		{As[error]("failed"), Is(full, "full"), Is(bad, "bad")},
		{Is(bad, "bad"), Is(full, "full"), As[error]("failed")},
	} {
		for _, c := range []struct {
			err  error
			want string
		}{
			{full, "full"}, {bad, "bad"},
			{fmt.Errorf("called: %w", bad), "bad"}, {fmt.Errorf("called: %w", full), "full"},
			{errors.New("another"), "failed"},
		} {
			if e := narrowest(all, c.err); e == nil || e.name != c.want {
				t.Errorf("%v stands for %v, expected %s", c.err, e, c.want)
			}
		}
		for _, e := range all {
			if back := narrowest(all, e.value()); back == nil || back.name != e.name {
				t.Errorf("%s comes back as %v", e.name, back)
			}
		}
	}
}
