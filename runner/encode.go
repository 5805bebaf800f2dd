package runner

import (
	"encoding/json"
	"strconv"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// appendResult appends the JSON of a result. It writes what json.Marshal does,
// in a tenth of the time, which a run of many cases spends for the most part
// here otherwise. stubs is the JSON of the result's stubs, which many results
// share; nil where it is not at hand.
func appendResult(b []byte, r *result.Result, stubs []byte) ([]byte, error) {
	var err error
	b = field(b, '{', "case", r.Case)
	b = field(b, ',', "unit", r.Unit)
	b = field(b, ',', "leaf", r.Leaf)
	b = field(b, ',', "verdict", string(r.Verdict))
	b = append(b, `,"class":`...)
	if r.Class == nil {
		b = append(b, "null"...)
	} else {
		b = quoted(b, string(*r.Class))
	}
	b = texts(append(b, `,"blame":`...), r.Blame)
	b = strconv.AppendBool(append(b, `,"uncertain":`...), r.Uncertain)
	if r.Rejected {
		b = append(b, `,"rejected":true`...)
	}
	if r.Support {
		b = append(b, `,"support":true`...)
	}
	if b, err = values(append(b, `,"values":`...), r.Values); err != nil {
		return b, err
	}
	b = append(b, `,"stubs":`...)
	if stubs == nil {
		stubs = stubsJSON(r.Stubs)
	}
	b = append(append(b, stubs...), `,"violated":`...)
	violated := []byte("[]")
	if len(r.Violated) > 0 {
		if violated, err = json.Marshal(r.Violated); err != nil {
			return b, err
		}
	}
	b = append(b, violated...)
	b = texts(append(b, `,"findings":`...), r.Findings)
	if b, err = calls(append(b, `,"trace":`...), r.Trace); err != nil {
		return b, err
	}
	if r.Tau != "" {
		b = field(b, ',', "tau", r.Tau)
	}
	if b, err = values(append(b, `,"expected":`...), r.Expected); err != nil {
		return b, err
	}
	if b, err = values(append(b, `,"actual":`...), r.Actual); err != nil {
		return b, err
	}
	b = field(b, ',', "message", r.Message)
	b = field(b, ',', "stderr", r.Stderr)
	b = field(b, ',', "replay", r.Replay)
	b = strconv.AppendFloat(append(b, `,"seconds":`...), r.Seconds, 'f', -1, 64)
	return append(b, '}'), nil
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

func field(b []byte, before byte, name, text string) []byte {
	b = append(b, before, '"')
	b = append(append(b, name...), '"', ':')
	return quoted(b, text)
}

// plain tells of each byte whether json.Marshal writes it as it is.
func plain(c byte) bool {
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
}

// quoted appends a string as json.Marshal writes it.
func quoted(b []byte, s string) []byte {
	for i := range len(s) {
		if !plain(s[i]) {
			data, err := json.Marshal(s)
			if err != nil {
				return append(b, `""`...)
			}
			return append(b, data...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func texts(b []byte, list []string) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, s := range list {
		b = quoted(comma(b, i), s)
	}
	return append(b, ']')
}

func stubsJSON(list []result.Stub) []byte {
	b := []byte{'['}
	for i, st := range list {
		b = stub(comma(b, i), st)
	}
	return append(b, ']')
}

func stub(b []byte, s result.Stub) []byte {
	b = field(b, '{', "callee", s.Callee)
	b = strconv.AppendInt(append(b, `,"occurrence":`...), int64(s.Occurrence), 10)
	b = field(b, ',', "planned", string(s.Planned))
	b = field(b, ',', "decision", string(s.Decision))
	if s.Leaf != "" {
		b = field(b, ',', "leaf", s.Leaf)
	}
	return append(field(b, ',', "reason", s.Reason), '}')
}

func calls(b []byte, list []*result.Call) ([]byte, error) {
	if list == nil {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	var err error
	for i, c := range list {
		b = field(comma(b, i), '{', "unit", c.Unit)
		b = field(b, ',', "caller", c.Caller)
		for _, part := range []struct {
			name   string
			values spec.Values
		}{{`,"args":`, c.Args}, {`,"before":`, c.Before}, {`,"after":`, c.After}, {`,"result":`, c.Result}} {
			if b, err = values(append(b, part.name...), part.values); err != nil {
				return b, err
			}
		}
		b = field(b, ',', "decision", string(c.Decision))
		if c.Leaf != "" {
			b = field(b, ',', "leaf", c.Leaf)
		}
		b = truth(append(b, `,"pre":`...), c.Pre)
		b = truth(append(b, `,"post":`...), c.Post)
		if c.Open {
			b = append(b, `,"open":true`...)
		}
		if c.Message != "" {
			b = field(b, ',', "message", c.Message)
		}
		if b, err = evidence(b, c); err != nil {
			return b, err
		}
		if b, err = calls(append(b, `,"calls":`...), c.Calls); err != nil {
			return b, err
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

// evidence appends what is wrong with a call; most have none of it.
func evidence(b []byte, c *result.Call) ([]byte, error) {
	if len(c.Violated) > 0 {
		list, err := json.Marshal(c.Violated)
		if err != nil {
			return b, err
		}
		b = append(append(b, `,"violated":`...), list...)
	}
	if len(c.Moved) > 0 {
		b = texts(append(b, `,"moved":`...), c.Moved)
	}
	if len(c.Predicted) > 0 {
		b = texts(append(b, `,"predicted":`...), c.Predicted)
	}
	if c.Uncertified {
		b = append(b, `,"uncertified":true`...)
	}
	return b, nil
}

func truth(b []byte, t *bool) []byte {
	if t == nil {
		return append(b, "null"...)
	}
	return strconv.AppendBool(b, *t)
}

func values(b []byte, list spec.Values) ([]byte, error) {
	if list == nil {
		return append(b, "null"...), nil
	}
	b = append(b, '{')
	var err error
	for i, v := range list {
		b = append(quoted(comma(b, i), v.Name), ':')
		if b, err = appendValue(b, v.Value, v.Type); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// exact is the largest integer below which all are exact in a JSON number.
const exact = 1 << 53

// appendValue appends a value; integers and sequences of them, which most
// are, without the general way.
func appendValue(b []byte, v value.Value, t zed.Type) ([]byte, error) {
	if n, ok := v.Int(); ok && -exact < n && n < exact {
		return strconv.AppendInt(b, n, 10), nil
	}
	if v.Kind() == value.Seq && isInts(t) {
		b = append(b, '[')
		for i, e := range v.Items() {
			var err error
			if b, err = appendValue(comma(b, i), e, zed.IntType{}); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
	data, err := value.Encode(v, t)
	return append(b, data...), err
}
