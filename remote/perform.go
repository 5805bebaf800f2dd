package remote

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"

	"github.com/ttf-int/ttf-int/runner"
)

const (
	// minTries is how often at least something is tried that a cluster may do if asked again.
	minTries = 6
	// maxLost is how often at most an action is given to a worker that is lost then: it may be the action that loses
	// it, or a storage that is away for a minute or two.
	maxLost = 20
	// maxTries is how often at most something is tried, whatever else the cluster does.
	maxTries = 60
	// firstPause is how long the first pause between two tries is; each is twice as long as the one before, up to
	// maxDoublings times.
	firstPause   = 250 * time.Millisecond
	maxDoublings = 5
	// patience is how long nothing need come of the cluster until what it could not do because a part of it was not
	// there is given up: long enough to start it again.
	patience = 5 * time.Minute
	// maxReads is how often an action is executed whose files are lost before they are read.
	maxReads = 3
)

// performed is what came of an action.
type performed struct {
	result *repb.ActionResult
	known  bool
}

// perform has an action executed, unless what came of it is known.
func (e *Executor) perform(ctx context.Context, a *action, fresh bool) (*performed, error) {
	if !fresh {
		if r := e.find(ctx, a); r != nil {
			return r, nil
		}
	}
	var out *performed
	err := e.try(ctx, func(ctx context.Context) error {
		a.at(runner.Queued)
		if err := e.storage.put(ctx, a.blobs); err != nil {
			return err
		}
		var err error
		out, err = e.execute(ctx, a, fresh)
		if err == nil {
			e.heard()
		}
		if status.Code(err) == codes.FailedPrecondition {
			e.storage.forget(a.blobs) // the storage has lost a file that was there
		}
		return err
	})
	return out, err
}

// find looks for what came of an action earlier; nil where that is not known.
func (e *Executor) find(ctx context.Context, a *action) *performed {
	r, err := e.actions.GetActionResult(ctx, &repb.GetActionResultRequest{InstanceName: e.address.Instance,
		ActionDigest: a.digest})
	if err != nil || r.ExitCode != AllPassed {
		return nil
	}
	return &performed{result: r, known: true}
}

// execute submits an action and waits for its end. Where the connection is lost it goes on waiting for the same
// execution.
func (e *Executor) execute(ctx context.Context, a *action, fresh bool) (*performed, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := e.run.Execute(ctx, &repb.ExecuteRequest{InstanceName: e.address.Instance, ActionDigest: a.digest,
		SkipCacheLookup: fresh})
	if err != nil {
		return nil, err
	}
	name, at := "", runner.Queued
	note := func(to runner.Stage) {
		at = to
		a.at(to)
	}
	for lost := 0; ; lost++ {
		op, err := follow(stream, &name, note)
		if err == nil {
			done, err := finish(op)
			if status.Code(err) == codes.Unavailable && at == runner.Running {
				err = &lostError{err}
			}
			return done, err
		}
		if name != "" && status.Code(err) == codes.NotFound {
			return nil, status.Error(codes.Aborted, "the cluster has forgotten the execution")
		}
		if name == "" || lost >= minTries || !isPassing(err) || e.pause(ctx, lost) != nil {
			return nil, err
		}
		if stream, err = e.run.WaitExecution(ctx, &repb.WaitExecutionRequest{Name: name}); err != nil {
			return nil, err
		}
	}
}

// follow reads what is told of an execution until it is done, and notes its name and its stages.
func follow(stream grpc.ServerStreamingClient[longrunningpb.Operation], name *string,
	at func(runner.Stage)) (*longrunningpb.Operation, error) {
	for {
		op, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil, status.Error(codes.Unavailable, "the cluster ended the execution without a result")
		case err != nil:
			return nil, err
		case op.Done:
			return op, nil
		}
		*name = op.Name
		told := &repb.ExecuteOperationMetadata{}
		if op.Metadata != nil && op.Metadata.UnmarshalTo(told) == nil {
			switch told.Stage {
			case repb.ExecutionStage_EXECUTING:
				at(runner.Running)
			case repb.ExecutionStage_QUEUED:
				at(runner.Queued)
			}
		}
	}
}

// finish returns what came of an execution that is done.
func finish(op *longrunningpb.Operation) (*performed, error) {
	if err := op.GetError(); err != nil {
		return nil, &toldError{status.FromProto(err).Err()}
	}
	var told repb.ExecuteResponse
	if op.GetResponse() == nil {
		return nil, status.Error(codes.Internal, "the cluster ended the execution without a response")
	}
	if err := op.GetResponse().UnmarshalTo(&told); err != nil {
		return nil, err
	}
	if err := status.FromProto(told.Status).Err(); err != nil {
		return nil, &toldError{err}
	}
	if told.Result == nil {
		return nil, status.Error(codes.Internal, "the cluster says nothing of what came of the action")
	}
	return &performed{result: told.Result, known: told.CachedResult}, nil
}

// toldError is an error that the cluster told of an action: what was not there is a part of the cluster, and not the
// cluster.
type toldError struct{ err error }

func (t *toldError) Error() string { return t.err.Error() }

func (t *toldError) Unwrap() error { return t.err }

// lostError is the error of an action that a worker had.
type lostError struct{ err error }

func (l *lostError) Error() string { return l.err.Error() }

func (l *lostError) Unwrap() error { return l.err }

// outages are the codes of what may go well when a part of the cluster is there again, or has room: the storage, which
// may have lost its files, the scheduler, or a worker.
var outages = []codes.Code{codes.Unavailable, codes.ResourceExhausted, codes.Aborted, codes.FailedPrecondition,
	codes.Canceled}

// isPassing tells whether something may go well if it is tried again.
func isPassing(err error) bool { return isOutage(err) || status.Code(err) == codes.Internal }

func isOutage(err error) bool { return slices.Contains(outages, status.Code(err)) }

// try calls f until it returns nil, an error that will not pass, or has been called often enough: where a part of the
// cluster is not there, until nothing has come of the cluster for some minutes, or nothing ever has.
func (e *Executor) try(ctx context.Context, f func(context.Context) error) error {
	lost := 0
	for n := 0; ; n++ {
		err := f(ctx)
		if errors.As(err, new(*triedError)) {
			return err
		}
		if err == nil || ctx.Err() != nil || !isPassing(err) {
			return err
		}
		if errors.As(err, new(*lostError)) {
			lost++
		}
		mayPass := isOutage(err) && lost < maxLost && n+1 < maxTries && e.isAlive()
		if n+1 >= minTries && !mayPass {
			return &triedError{err, n + 1}
		}
		if wrong := e.pause(ctx, n); wrong != nil {
			return wrong
		}
	}
}

// isAlive tells whether something came of the cluster in the last minutes.
func (e *Executor) isAlive() bool {
	last := e.answered.Load()
	return last > 0 && time.Since(e.opened)-time.Duration(last) < cmp.Or(e.options.Patience, patience)
}

// heard notes that something came of the cluster.
func (e *Executor) heard() { e.answered.Store(max(1, int64(time.Since(e.opened)))) }

// triedError is the error of what was tried often enough.
type triedError struct {
	err   error
	times int
}

func (t *triedError) Error() string {
	return fmt.Sprintf("%v (tried %d times)", explain(t.err), t.times)
}

func (t *triedError) Unwrap() error { return t.err }

// pause waits before the n-th further try.
func (e *Executor) pause(ctx context.Context, n int) error {
	first := cmp.Or(e.options.Pause, firstPause)
	select {
	case <-time.After(first << min(n, maxDoublings)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// giveUp notes where an error says that the cluster cannot be reached, so that no other batch waits for it, and returns
// what is said of all batches then; nil for other errors.
func (e *Executor) giveUp(err error) error {
	if status.Code(err) != codes.Unavailable || !errors.As(err, new(*triedError)) || errors.As(err, new(*toldError)) {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.down == nil {
		e.down = fmt.Errorf("%s is not there: %w", e.address.Target, explain(err))
	}
	return e.down
}

func (e *Executor) givenUp() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.down
}

// explain returns an error of the protocol in words.
func explain(err error) error {
	if errors.As(err, new(*triedError)) {
		return err
	}
	s, ok := status.FromError(err)
	if told := (*toldError)(nil); errors.As(err, &told) {
		s, ok = status.FromError(told.err)
	}
	if !ok || s.Code() == codes.OK {
		return err
	}
	what := map[codes.Code]string{
		codes.Unavailable:        "the cluster or its worker was not there",
		codes.ResourceExhausted:  "the cluster has no room",
		codes.DeadlineExceeded:   "it took longer than an action may",
		codes.FailedPrecondition: "the storage lacks a file",
		codes.PermissionDenied:   "the cluster does not allow it",
		codes.Unauthenticated:    "the cluster does not know us",
	}[s.Code()]
	if what == "" {
		what = "the cluster says " + s.Code().String()
	}
	return fmt.Errorf("%s: %s", what, s.Message())
}

// newUUID returns a random name for an upload.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
