package plan

import (
	"strings"
	"testing"
)

// TestRead: what is not a plan is refused at the place that is wrong.
func TestRead(t *testing.T) {
	t.Parallel()
	const whole = `{"apiVersion": "ttf-int/v1", "kind": "Plan",
 "inputs": [{"path": "a.zed", "sha256": "00"},
  {"path": "b.zed", "sha256": "11"}]}`
	if _, err := Read("plan.json", []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, now, want string }{
		{`"Plan"`, `"Run"`, "plan.json:1:38: kind: a plan was expected"},
		{`"ttf-int/v1"`, `"ttf-int/v9"`, "plan.json:1:16: apiVersion: expected a plan of apiVersion"},
		{`"path": "b.zed"`, `"path": ""`, "plan.json:3:12: inputs[1].path: expected the path of a file"},
		{`"path": "b.zed", `, ``, "plan.json:3:3: inputs[1].path: expected the path of a file"},
		{`"path": "b.zed"`, `"path": 1`, "plan.json:3:12: the plan cannot be read"},
		{`"sha256": "11"`, `"path": "c.zed"`, "plan.json:3:21: path stands here twice"},
		{`]}`, `]`, "plan.json:3:"},
	} {
		text := strings.Replace(whole, test.old, test.now, 1)
		if _, err := Read("plan.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s in the place of %s: got %v, want %s", test.now, test.old, err, test.want)
		}
	}
}
