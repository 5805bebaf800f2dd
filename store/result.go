package store

import (
	"encoding/json"
	"strconv"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// appendResult appends the JSON of a result. It writes what json.Marshal writes, in a
// tenth of the time; otherwise a run of many cases would spend most of its time there.
// stubs is as in Journal.Add.
func appendResult(b []byte, r *result.Result, stubs []byte) []byte {
	b = field(b, '{', "case", r.Case)
	b = field(b, ',', "unit", r.Unit)
	b = field(b, ',', "leaf", r.Leaf)
	b = field(b, ',', "verdict", string(r.Verdict))
	b = class(append(b, `,"class":`...), r.Class)
	b = texts(append(b, `,"blame":`...), r.Blame)
	b = strconv.AppendBool(append(b, `,"uncertain":`...), r.Uncertain)
	if r.Rejected {
		b = append(b, `,"rejected":true`...)
	}
	if r.Drawn != nil {
		b = strconv.AppendInt(append(b, `,"drawn":{"seed":`...), r.Drawn.Seed, 10)
		if r.Drawn.Values != nil {
			b = values(append(b, `,"values":`...), r.Drawn.Values)
		}
		b = append(strconv.AppendInt(append(b, `,"steps":`...), int64(r.Drawn.Steps), 10), '}')
	}
	if r.Support {
		b = append(b, `,"support":true`...)
	}
	if len(r.Attempts) > 0 {
		b = attempts(append(b, `,"attempts":`...), r.Attempts)
	}
	if r.Quarantine != nil {
		b = quarantine(append(b, `,"quarantine":`...), r.Quarantine)
	}
	if r.From != "" {
		b = field(b, ',', "from", r.From)
	}
	if r.Digest != "" {
		b = field(b, ',', "digest", r.Digest)
	}
	b = values(append(b, `,"values":`...), r.Values)
	if len(r.Sizes) > 0 {
		b = sizes(append(b, `,"sizes":`...), r.Sizes)
	}
	if len(r.Way) > 0 {
		b = way(append(b, `,"way":`...), r.Way)
	}
	if r.Instead {
		b = append(b, `,"instead":true`...)
	}
	if r.Structures != nil {
		b = structures(append(b, `,"structures":`...), r.Structures)
	}
	b = append(b, `,"stubs":`...)
	if stubs == nil {
		stubs = StubsJSON(r.Stubs)
	}
	b = append(append(b, stubs...), `,"violated":`...)
	b = violations(b, r.Violated)
	b = texts(append(b, `,"findings":`...), r.Findings)
	b = calls(append(b, `,"trace":`...), r.Trace)
	if r.Tau != "" {
		b = field(b, ',', "tau", r.Tau)
	}
	b = values(append(b, `,"expected":`...), r.Expected)
	b = values(append(b, `,"actual":`...), r.Actual)
	b = field(b, ',', "message", r.Message)
	b = field(b, ',', "stdout", r.Stdout)
	b = field(b, ',', "stderr", r.Stderr)
	b = field(b, ',', "replay", r.Replay)
	b = strconv.AppendFloat(append(b, `,"seconds":`...), r.Seconds, 'f', -1, 64)
	return append(b, '}')
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
	return appendQuoted(b, text)
}

// isPlain tells whether json.Marshal writes a byte unchanged.
func isPlain(c byte) bool {
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
}

// appendQuoted appends a string as json.Marshal writes it.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if !isPlain(s[i]) {
			data, err := json.Marshal(s)
			if err != nil {
				return append(b, `""`...)
			}
			return append(b, data...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func class(b []byte, of *result.Class) []byte {
	if of == nil {
		return append(b, "null"...)
	}
	return appendQuoted(b, string(*of))
}

func attempts(b []byte, list []result.Attempt) []byte {
	b = append(b, '[')
	for i, a := range list {
		b = field(comma(b, i), '{', "verdict", string(a.Verdict))
		b = class(append(b, `,"class":`...), a.Class)
		b = texts(append(b, `,"blame":`...), a.Blame)
		b = field(b, ',', "message", a.Message)
		b = append(strconv.AppendFloat(append(b, `,"seconds":`...), a.Seconds, 'f', -1, 64), '}')
	}
	return append(b, ']')
}

func quarantine(b []byte, q *result.Quarantine) []byte {
	b = field(b, '{', "owner", q.Owner)
	b = field(b, ',', "until", q.Until)
	if q.Reason != "" {
		b = field(b, ',', "reason", q.Reason)
	}
	if q.Expired {
		b = append(b, `,"expired":true`...)
	}
	return append(b, '}')
}

func way(b []byte, steps []result.WayStep) []byte {
	b = append(b, '[')
	for i, s := range steps {
		b = field(comma(b, i), '{', "unit", s.Unit)
		b = append(values(append(b, `,"inputs":`...), s.Inputs), '}')
	}
	return append(b, ']')
}

func sizes(b []byte, of value.Sizes) []byte {
	b = append(b, '{')
	for i, name := range of.Names() {
		b = append(appendQuoted(comma(b, i), name), ':')
		b = strconv.AppendInt(b, int64(of[name]), 10)
	}
	return append(b, '}')
}

func texts(b []byte, list []string) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, s := range list {
		b = appendQuoted(comma(b, i), s)
	}
	return append(b, ']')
}

// StubsJSON returns the JSON of the stubs in results.
func StubsJSON(list []result.Stub) []byte {
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

func calls(b []byte, list []*result.Call) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, c := range list {
		b = field(comma(b, i), '{', "unit", c.Unit)
		b = field(b, ',', "caller", c.Caller)
		for _, part := range []struct {
			name   string
			values spec.Values
		}{{`,"args":`, c.Args}, {`,"before":`, c.Before}, {`,"after":`, c.After}, {`,"result":`, c.Result}} {
			b = values(append(b, part.name...), part.values)
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
		b = calls(append(evidence(b, c), `,"calls":`...), c.Calls)
		b = append(b, '}')
	}
	return append(b, ']')
}

// violations appends a list of violations. Most lists are empty.
func violations(b []byte, list []result.Violation) []byte {
	b = append(b, '[')
	for i, v := range list {
		b = field(comma(b, i), '{', "predicate", v.Predicate)
		if v.At != "" {
			b = field(b, ',', "at", v.At)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

// evidence appends what is wrong with a call. For most calls nothing is.
func evidence(b []byte, c *result.Call) []byte {
	if len(c.Violated) > 0 {
		b = violations(append(b, `,"violated":`...), c.Violated)
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
	if c.LeftOut {
		b = append(b, `,"leftOut":true`...)
	}
	if c.Cut > 0 {
		b = strconv.AppendInt(append(b, `,"cut":`...), int64(c.Cut), 10)
	}
	return b
}

func truth(b []byte, t *bool) []byte {
	if t == nil {
		return append(b, "null"...)
	}
	return strconv.AppendBool(b, *t)
}

func values(b []byte, list spec.Values) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	for i, v := range list {
		b = append(appendQuoted(comma(b, i), v.Name), ':')
		b = v.AppendJSON(b)
	}
	return append(b, '}')
}

func structures(b []byte, s *result.Structures) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // the objects are JSON
	}
	return append(b, data...)
}
