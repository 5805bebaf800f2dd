package guard

import (
	"errors"
	"os"
	"time"
)

// KillTime is how long a killed process may take to be gone before it is given up: a process that sleeps in the
// kernel cannot be waited for.
const KillTime = 5 * time.Second

// UnwrapPath leaves out the path that the caller's message names already.
func UnwrapPath(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
