package report

import (
	"maps"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/result"
)

// listTaken says from which earlier runs how many results were taken over, and how old these runs are.
func listTaken(run *result.Run) []string {
	from := map[string]int{}
	for r := range run.All() {
		if r.From != "" {
			from[r.From]++
		}
	}
	var out []string
	for _, started := range slices.Sorted(maps.Keys(from)) {
		out = append(out, formatCount(from[started], "result")+" of "+describeOrigin(started, run.Started)+
			", which had the same program, case and stubs")
	}
	return out
}

// describeOrigin names an earlier run, and says how old it is.
func describeOrigin(started, now string) string {
	return "the run of " + cleanText(moment(started), false) + sayAge(started, now)
}

// writeTaken writes from which earlier runs results were taken over.
func writeTaken(p *printer, run *result.Run) {
	for _, line := range listTaken(run) {
		p.writeLine("  taken over  ", line)
	}
}

// sayAge says how long before another run one began; "" where that is not known. Both times are in RFC 3339.
func sayAge(started, now string) string {
	from, err := time.Parse(time.RFC3339Nano, started)
	to, otherErr := time.Parse(time.RFC3339Nano, now)
	if err != nil || otherErr != nil || to.Before(from) {
		return ""
	}
	switch age := to.Sub(from); {
	case age >= 48*time.Hour:
		return " (" + formatCount(int(age.Hours()/24), "day") + " before)"
	case age >= 2*time.Hour:
		return " (" + formatCount(int(age.Hours()), "hour") + " before)"
	case age >= 2*time.Minute:
		return " (" + formatCount(int(age.Minutes()), "minute") + " before)"
	default:
		return " (" + formatCount(int(age.Seconds()), "second") + " before)"
	}
}
