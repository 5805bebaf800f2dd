package sut

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/prop"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// progressAfter is the time between two messages that say how far tests have come.
const progressAfter = 100 * time.Millisecond

// Explore implements the protocol.
func (s *server) Explore(stream wire.Program_ExploreServer) error {
	e, err := stream.Recv()
	if err != nil {
		return err
	}
	p, is := s.table.properties[e.Property]
	if !is {
		return status.Errorf(codes.NotFound, "there is no property %q", e.Property)
	}
	if !s.busy.CompareAndSwap(false, true) {
		return status.Error(codes.FailedPrecondition, "this process serves a session or tests a property already")
	}
	defer s.busy.Store(false)
	s.capture.begin()
	s.capture.stream(true)
	last, tests := time.Now(), uint64(0)
	options := []prop.Option{prop.Seed(e.Seed), prop.Before(func(show func() []string) {
		m := &wire.Progress{Tests: tests}
		tests++
		if e.Announce && m.Tests >= e.Silent {
			m.Trying = clipAll(show())
		} else if now := time.Now(); now.Sub(last) < progressAfter {
			return
		} else {
			last = now
		}
		// The process ends when its host is gone.
		if err := stream.Send(m); err == nil && m.Trying != nil {
			_, _ = stream.Recv()
		}
	})}
	if e.Tests > 0 {
		options = append(options, prop.Tests(int(e.Tests)))
	}
	if e.Discards > 0 {
		options = append(options, prop.Discards(int(e.Discards)))
	}
	outcome := &wire.Explored{Reason: endedGoroutine}
	done := make(chan struct{})
	go func() { // a property may end the goroutine that it runs on
		defer close(done)
		outcome = convertExplored(p.Run(options...))
	}()
	<-done
	return stream.Send(&wire.Progress{Tests: tests, Explored: outcome})
}

// propertyVerdicts are the verdicts of properties on the wire.
var propertyVerdicts = map[prop.Verdict]wire.PropertyVerdict{
	prop.Proof: wire.PropertyVerdict_PROOF, prop.Pass: wire.PropertyVerdict_PASS,
	prop.Counterexample: wire.PropertyVerdict_COUNTEREXAMPLE, prop.Undecided: wire.PropertyVerdict_UNDECIDED,
}

// convertExplored returns what came of a property as the protocol has it.
func convertExplored(r prop.Result, err error) *wire.Explored {
	if err != nil {
		return &wire.Explored{Reason: err.Error()}
	}
	out := &wire.Explored{
		Verdict: propertyVerdicts[r.Verdict], Tests: uint64(r.Tests), Discards: uint64(r.Discards),
		Values: clipAll(r.Shown), First: clipAll(r.First), Reason: r.Reason, Stack: clip(r.Stack),
	}
	if r.Panic != nil {
		out.Panic = clip(strings.ToValidUTF8(fmt.Sprint(r.Panic), "\uFFFD"))
	}
	for _, l := range slices.Sorted(maps.Keys(r.Labels)) {
		if len(out.Labels) == maxLabels {
			break
		}
		out.Labels = append(out.Labels, &wire.Label{Name: clip(l), Tests: uint64(r.Labels[l])})
	}
	return out
}

// maxLabels is how many labels are sent.
const maxLabels = 100

// clipAll clips texts.
func clipAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = clip(t)
	}
	return out
}

// checkProperties checks the properties of a program.
func checkProperties(properties map[string]prop.Property) error {
	for _, name := range slices.SortedFunc(maps.Keys(properties), cmp.Compare) {
		if name == "" {
			return fmt.Errorf("a property needs a name")
		}
		if err := properties[name].Wrong(); err != nil {
			return fmt.Errorf("property %s: %w", name, err)
		}
	}
	return nil
}
