//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package scratch

import (
	"errors"
	"os"
)

// noFollow has a link not be opened, where a system knows that.
const noFollow = 0

// lock does nothing where there are no such locks: what is left by processes that died is not removed.
func lock(_ *os.File, wait bool) error {
	if wait {
		return nil
	}
	return errors.ErrUnsupported
}
