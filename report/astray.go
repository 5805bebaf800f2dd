package report

import (
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// unreached is what stands for the messages of cases to whose states no way was found, which are written
// together where there are many: each names its own state.
const unreached = "no way to their states was found: of the first, "

// maxInstead is how many cases that began in another state than planned have a line each: of more, one line says
// which they are.
const maxInstead = 3

// isUnreached tells whether a case was blocked since no way to its state was found.
func isUnreached(r *result.Result) bool {
	return strings.HasPrefix(r.Message, "the state ") && strings.Contains(r.Message, " is not reached: no sequence")
}
