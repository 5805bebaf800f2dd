package suite

import (
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestValues: the values of a case are those of its last step.
func TestValues(t *testing.T) {
	t.Parallel()
	values := func(n int64) spec.Values {
		return spec.Values{spec.NewItem("x?", zed.IntType{}, value.OfInt(n))}
	}
	c := Case{ID: "u#1", Steps: MakeSteps("u", values(1))}
	if c.LastStep().Unit != "u" || c.LastStep().Object != 0 || !c.Values().Equal(values(1)) {
		t.Errorf("%+v", c)
	}
	c.Steps = append(c.Steps, Step{Unit: "v", Object: 2, Values: values(2)})
	if c.LastStep().Unit != "v" || c.LastStep().Object != 2 || !c.Values().Equal(values(2)) {
		t.Errorf("%+v", c)
	}
}
