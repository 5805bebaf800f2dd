package conformance

import (
	"cmp"
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Kit runs the checks on the counter that an SDK serves.
type Kit struct {
	Command []string // that starts the counter
	Dir     string   // in which folder; "": the one of this process
	Env     []string // NAME=value; the process sees these variables and TTF_INT_SUT
	// Patience is how long an answer is waited for; 0: 30 seconds.
	Patience time.Duration

	// spoil, where it is not nil, changes what comes from the program, as a program that is wrong would.
	spoil func(*wire.SutMessage)
	// end likewise changes the code with which the program ends a session.
	end func(codes.Code) codes.Code
}

// Outcome is what came of a check.
type Outcome struct {
	Check string `json:"check"`
	About string `json:"about"`           // what it holds the program to, in a sentence
	Wrong string `json:"wrong,omitempty"` // "": it passed, or Lacks is not ""
	// Lacks says what the SDK does not serve, of what the protocol lets it leave out.
	Lacks string `json:"lacks,omitempty"`
}

// Check is one thing that is asked of an SDK.
type Check struct {
	Name, About string
	// one of them: within a session of a process that other checks use too, or with whatever process it likes
	within func(*session) error
	alone  func(context.Context, *Kit) error
}

// Run runs all checks in order. It returns an outcome for each, also where the program cannot be started, which each
// of them says then.
func (k *Kit) Run(ctx context.Context) []Outcome {
	var p *program
	defer func() {
		if p != nil {
			p.stop()
		}
	}()
	var out []Outcome
	for _, c := range Checks {
		err := ctx.Err()
		if err == nil && c.alone != nil {
			err = c.alone(ctx, k)
		} else if err == nil {
			if p == nil {
				p, err = k.start(ctx)
			}
			if err == nil {
				if err = runWithin(ctx, p, c); err != nil && !isLacking(err) || p.hasEnded() {
					p.stop()
					p = nil
				}
			}
		}
		one := Outcome{Check: c.Name, About: c.About}
		switch {
		case isLacking(err):
			one.Lacks = err.Error()
		case err != nil:
			one.Wrong = err.Error()
		}
		out = append(out, one)
	}
	return out
}

// isLacking tells whether an error says that something is not served which need not be.
func isLacking(err error) bool {
	var l lacks
	return errors.As(err, &l)
}

// runWithin runs a check in a session of its own, which it ends.
func runWithin(ctx context.Context, p *program, c Check) error {
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	if err := c.within(s); isLacking(err) {
		return cmp.Or(s.finish(), err)
	} else if err != nil {
		if p.hasEnded() {
			err = errors.Join(err, errors.New("the process has ended"+p.printed()))
		}
		return err
	}
	return s.finish()
}

func (k *Kit) patience() time.Duration {
	if k.Patience > 0 {
		return k.Patience
	}
	return 30 * time.Second
}
