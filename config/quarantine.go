package config

import (
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// maxRetries is how often a case that fails may be run again. What fails more often is hardly flaky.
const maxRetries = 100

// quarantine is an entry of the list of quarantines before the unit in it is looked up.
type quarantine struct {
	spec.Quarantine
	key string // unit or case
}

// readRule reads whether something makes a run fail, or is only said: fail or warn. Where nothing is said, or something
// else, it returns the usual one.
func readRule(c *collector, n *node, of, usual string) string {
	switch text := c.str(n, "fail or warn"); text {
	case "fail", "warn":
		return text
	case "":
	default:
		c.fail(n.span(), "there is no rule %q for %s: %s", shorten(text), of,
			source.FormatExpected(text, []string{"fail", "warn"}))
	}
	return usual
}

// readQuarantines reads the cases and units whose failures do not count for some time.
func readQuarantines(c *collector, n *node) []quarantine {
	var out []quarantine
	seen := map[string]bool{}
	c.readList(n, "a list of quarantines", func(m *node) {
		q := quarantine{Quarantine: spec.Quarantine{Span: m.span()}}
		known := len(c.errs)
		of := func(key string) func(*node) {
			return func(n *node) {
				if q.key != "" {
					c.fail(n.span(), "expected unit or case, found both")
					return
				}
				q.key, q.Of, q.Span = key, c.str(n, "the name of a unit or the id of a case"), n.span()
			}
		}
		c.readObject(m, "a quarantine",
			entry{"unit", of("unit")},
			entry{"case", of("case")},
			entry{"owner", func(n *node) { q.Owner = c.str(n, "who sees to it") }},
			entry{"until", func(n *node) {
				text := c.str(n, "a day, such as 2027-01-31")
				until, err := time.Parse(time.DateOnly, text)
				if err != nil && text != "" {
					c.fail(n.span(), "%q is not a day: expected one such as 2027-01-31", shorten(text))
				}
				q.Until = until
			}},
			entry{"reason", func(n *node) { q.Reason = c.str(n, "why") }},
		)
		switch {
		case len(c.errs) > known:
			return
		case q.Of == "":
			c.fail(m.span(), "a quarantine is of nothing: expected unit: or case:")
		case q.Owner == "":
			c.fail(m.span(), "the quarantine of %s has no owner: expected owner: and who sees to it", q.Of)
		case q.Until.IsZero():
			c.fail(m.span(), "the quarantine of %s has no end: expected until: and its last day, such as 2027-01-31", q.Of)
		case seen[q.Of]:
			c.fail(q.Span, "%s is in quarantine twice", q.Of)
		default:
			seen[q.Of] = true
			out = append(out, q)
		}
	})
	return out
}

// checkQuarantines returns the quarantines of a project, whose units must be there.
func checkQuarantines(l *loader) []spec.Quarantine {
	if len(l.collector.errs) > 0 {
		return nil // of units that cannot be read the names may be unknown
	}
	var names []string
	known := map[string]bool{}
	for _, u := range l.units {
		names, known[u.Name] = append(names, u.Name), true
	}
	var out []spec.Quarantine
	for _, q := range l.project.quarantine {
		unit := q.Of
		if q.key == "case" {
			if _, in, ok := strings.Cut(unit, "@"); ok {
				unit = in
			}
			unit, _, _ = strings.Cut(unit, "/")
		}
		if !known[unit] {
			l.collector.fail(q.Span, "there is no unit %q%s", shorten(unit), source.DidYouMean(unit, names))
			continue
		}
		out = append(out, q.Quarantine)
	}
	return out
}
