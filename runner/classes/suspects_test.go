package classes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/result"
)

// TestAgree: failures begin with the suspect that most of them have for the same reason, with the one that is the first
// of most where that tells nothing, and stay as they are where both tell nothing; one operation alone is blamed as
// before.
func TestAgree(t *testing.T) {
	read := func(texts []string) (out []*reported) {
		for _, text := range texts {
			f := &reported{PairFailure: &result.PairFailure{}}
			for _, s := range strings.Fields(text) {
				r, name, _ := strings.Cut(s, ":")
				f.suspects = append(f.suspects, suspect{role: role(strings.Index("lsg", r)), name: name, in: s})
			}
			accuse(f.PairFailure, f.suspects)
			out = append(out, f)
		}
		return out
	}
	for _, c := range []struct{ failures, want []string }{
		{[]string{"s:put l:take g:front", "s:take l:put g:front"},
			[]string{"front or put or take", "front or take or put"}},
		{[]string{"s:take l:put", "l:take", "s:take l:put"}, []string{"take or put", "take", "take or put"}},
		{[]string{"g:rank l:put", "l:take g:rank"}, []string{"rank or put", "rank or take"}},
		{[]string{"l:take g:rank", "l:take g:rank", "g:rank l:take"},
			[]string{"take or rank", "take or rank", "take or rank"}},
		{[]string{"l:take g:rank"}, []string{"take or rank"}},
		{[]string{"l:size g:"}, []string{"size or"}}, // an observer, or what is before it
		{[]string{"l:take", ""}, []string{"take", ""}},
	} {
		all := read(c.failures)
		agree(all)
		for i, f := range all {
			got := f.Blame
			if f.Uncertain {
				got = strings.TrimSpace(got + " or " + f.Or)
			}
			if got != c.want[i] || len(f.suspects) > 0 && f.In != f.suspects[0].in {
				t.Errorf("%q: %q in %q, want %q", c.failures, got, f.In, c.want[i])
			}
		}
	}
}

// TestThrough: an operation is suspect where all that shows what is wrong is sent after it, and nothing is wrong
// before it.
func TestThrough(t *testing.T) {
	at := beginning{chain: language.Chain(sequence("Integer", "1")), count: 1}
	for _, c := range []struct {
		direct, later, parting, want string
	}{
		{"", ".take.front", "", "take, operation 2 of create.add(1).take"},
		{"", ".take.front .take.size .take.put.front", "", "take, operation 2 of create.add(1).take"},
		{"", ".take.front .put.front", "", ""},
		{"", ".put.take.front .take.take.front", "", "take, operation 3 of create.add(1).put.take"},
		{".front", ".take.front", "", ""},
		{"", ".take.front", ".take.front", "take, operation 2 of create.add(1).take"},
		{"", ".take.front", ".front", ""},
		{"", "", "", ""},
	} {
		read := func(text string) (out []*witness) {
			for _, sent := range strings.Fields(text) {
				w := &witness{at: at, sent: sent, observer: observerIn(sent)}
				all := operationsSent(sent)
				for _, name := range all[:len(all)-1] {
					w.context = append(w.context, observation{name: name, text: "." + name})
				}
				out = append(out, w)
			}
			return out
		}
		parting := map[string]string{}
		if c.parting != "" {
			parting["front"] = c.parting
		}
		got := ""
		if s := through(parting, read(c.direct), read(c.later)); s != nil {
			got = fmt.Sprintf("%s, operation %d of %s", s.name, s.step, strings.ReplaceAll(s.in, "Queue.", ""))
		}
		if got != c.want {
			t.Errorf("%q, %q and %q: %q, want %q", c.direct, c.later, c.parting, got, c.want)
		}
	}
}
