package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// form is what an element of a JUnit file may have by both schemas of Jenkins,
// jenkins-junit.xsd and junit-10.xsd of the xunit plugin.
type form struct {
	required, optional string         // attributes
	children           string         // in this order
	once               string         // of the children, those that are there once at most
	time               *regexp.Regexp // of the attribute time
	text               bool
}

// shortTime is what junit-10.xsd allows as the time of suites.
var shortTime = regexp.MustCompile(`^[0-9]*(\.[0-9]{0,3})?$`)

// forms are the elements that are written.
var forms = map[string]form{
	"testsuites": {optional: "name time tests failures errors", children: "testsuite", time: shortTime},
	"testsuite": {required: "name tests", optional: "failures errors time skipped timestamp hostname id package",
		children: "properties testcase system-out system-err", once: "properties system-out system-err",
		time: shortTime},
	"properties": {children: "property"},
	"property":   {required: "name value"},
	"testcase": {required: "name classname", optional: "time",
		children: "skipped error failure rerunFailure flakyFailure system-out system-err", once: "skipped"},
	"skipped":      {text: true},
	"error":        {optional: "message type", text: true},
	"failure":      {optional: "message type", text: true},
	"rerunFailure": {required: "type", optional: "message", children: "stackTrace system-out system-err"},
	"flakyFailure": {required: "type", optional: "message", children: "stackTrace system-out system-err"},
	"stackTrace":   {text: true},
	"system-out":   {text: true},
	"system-err":   {text: true},
}

// checkValid holds a JUnit file against the schemas.
func checkValid(t *testing.T, data []byte) {
	t.Helper()
	type open struct {
		name string
		seen []string // children
	}
	stack := []open{{}}
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		top := &stack[len(stack)-1]
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			f, known := forms[name]
			if !known || len(stack) == 1 && name != "testsuites" {
				t.Fatalf("an element %s in %q", name, top.name)
			}
			if len(stack) > 1 {
				order := strings.Fields(forms[top.name].children)
				at := slices.Index(order, name)
				if at < 0 || len(top.seen) > 0 && slices.Index(order, top.seen[len(top.seen)-1]) > at {
					t.Errorf("%s in %s, after %v", name, top.name, top.seen)
				}
				if slices.Contains(strings.Fields(forms[top.name].once), name) && slices.Contains(top.seen, name) {
					t.Errorf("%s twice in %s", name, top.name)
				}
			}
			top.seen = append(top.seen, name)
			attributes := []string{}
			for _, a := range e.Attr {
				attributes = append(attributes, a.Name.Local)
				if a.Name.Local == "time" && f.time != nil && !f.time.MatchString(a.Value) {
					t.Errorf("the time %s of %s", a.Value, name)
				}
				if !slices.Contains(strings.Fields(f.required+" "+f.optional), a.Name.Local) {
					t.Errorf("the attribute %s of %s", a.Name.Local, name)
				}
			}
			for _, r := range strings.Fields(f.required) {
				if !slices.Contains(attributes, r) {
					t.Errorf("%s has no %s", name, r)
				}
			}
			stack = append(stack, open{name: name})
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if strings.TrimSpace(string(e)) != "" && !forms[top.name].text {
				t.Errorf("text in %s: %q", top.name, e)
			}
		}
	}
}

// TestJUnitIsValid: what is written is valid by the schemas of Jenkins, and has what
// a unit printed and where its schema is.
func TestJUnitIsValid(t *testing.T) {
	t.Parallel()
	pl := planSortedList(t)
	run := someRun(pl)
	run.Machinery, run.Interrupted = []string{"it was not built"}, true
	run.OpenLeaves = []result.OpenLeaf{{Leaf: "sort/DNF_8", Reason: "none with limit = 1"}}
	var b bytes.Buffer
	if err := writeJUnit(&b, run, pl); err != nil {
		t.Fatal(err)
	}
	checkValid(t, b.Bytes())
	for _, want := range []string{`<property name="file" value="specs/list.zed">`, `<property name="line" value="5">`,
		"<system-out>it · says ]]&gt; &lt;hello&gt;", "<skipped>none in scope: none with limit = 1</skipped>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the file lacks %s", want)
		}
	}
	b.Reset()
	if err := writeJUnit(&b, &result.Run{}, &plan.Plan{}); err != nil {
		t.Fatal(err)
	}
	checkValid(t, b.Bytes())
}
