package host

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
)

// Identify finds the file of a program, which must be built, and its hashes. Nothing is started.
func Identify(p *Program) (spec.Locked, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.err
	if err == nil {
		if err = p.identify(); err != nil {
			err = fmt.Errorf("the system under test %s: %w", p.spec.Name, err)
		}
	}
	return spec.Locked{SHA256: p.hash, Reads: p.reads, Arguments: p.arguments}, err
}

// checkLocked compares the hashes of what was opened with those that a lock file demands, and says what differs.
func checkLocked(p *Program) error {
	of := p.spec.Locked
	if of == nil {
		return nil
	}
	var wrong []string
	for _, x := range []struct{ what, is, wanted string }{
		{"its program " + p.spec.Command[0], p.hash, of.SHA256},
		{"what it declares to read (reads:)", p.reads, of.Reads},
		{"its arguments that are files", p.arguments, of.Arguments},
	} {
		if x.is != x.wanted {
			wrong = append(wrong, fmt.Sprintf("%s: sha256 is %s, and %s is wanted", x.what, orNone(x.is),
				orNone(x.wanted)))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("it is not the one that is locked: %s", strings.Join(wrong, "; "))
}

// orNone returns a hash, or "none".
func orNone(hash string) string {
	if hash == "" {
		return "none"
	}
	return hash
}
