package remote

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/ttf-int/ttf-int/runner"
)

// Log is what is known of an action.
type Log struct {
	Command   []string
	Variables []string // NAME=value
	Known     bool     // whether what came of it was known
	Worker    string   // its name; "" where the cluster does not say it
	Queued    time.Duration
	Took      time.Duration // 0 where the cluster does not say it
	ExitCode  int
	Stdout    []byte
	Stderr    []byte
	Journal   []byte // nil where it wrote none
}

// NotKeptError is the error that a cluster does not keep what came of an action.
type NotKeptError struct{ Action string }

func (e *NotKeptError) Error() string {
	return fmt.Sprintf("the cluster does not keep what came of the action %s: only where all passed it is kept", e.Action)
}

// Look returns what is known of an action, which is named by its digest, HASH/SIZE. Where the cluster does not keep
// what came of it, again says that it is executed once more; otherwise the error is a NotKeptError.
func (e *Executor) Look(ctx context.Context, digest string, again bool) (*Log, error) {
	hash, size, _ := strings.Cut(digest, "/")
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil || hash == "" || n < 0 {
		return nil, fmt.Errorf("the action %q: expected its digest, HASH/SIZE, as in what is said of batches", digest)
	}
	a := &action{blob: &blob{digest: &repb.Digest{Hash: hash, SizeBytes: n}}, at: func(runner.Stage) {}}
	out := &Log{}
	if err := e.describe(ctx, a, out); err != nil {
		return nil, explain(err)
	}
	r := e.find(ctx, a)
	switch {
	case r == nil && !again:
		return nil, &NotKeptError{digest}
	case r == nil:
		if r, err = e.perform(ctx, a, false); err != nil {
			return nil, explain(err)
		}
	}
	if err := e.readLog(ctx, r, out); err != nil {
		return nil, explain(err)
	}
	return out, nil
}

// describe reads what an action consists of.
func (e *Executor) describe(ctx context.Context, a *action, out *Log) error {
	said, command := &repb.Action{}, &repb.Command{}
	read := func(d *repb.Digest, m proto.Message) error {
		data, err := e.storage.get(ctx, d)
		if status.Code(err) == codes.NotFound {
			return fmt.Errorf("the storage does not have the action %s, or not any more", a.digestText())
		}
		if err != nil {
			return err
		}
		return proto.Unmarshal(data, m)
	}
	if err := read(a.digest, said); err != nil {
		return err
	}
	if err := read(said.CommandDigest, command); err != nil {
		return err
	}
	out.Command = command.Arguments
	for _, v := range command.EnvironmentVariables {
		out.Variables = append(out.Variables, v.Name+"="+v.Value)
	}
	return nil
}

// readLog reads what came of an action.
func (e *Executor) readLog(ctx context.Context, r *performed, out *Log) (err error) {
	of := r.result
	out.Known, out.ExitCode = r.known, int(of.ExitCode)
	if m := of.ExecutionMetadata; m != nil {
		out.Worker = m.Worker
		out.Queued = between(m.QueuedTimestamp, m.WorkerStartTimestamp)
		out.Took = between(m.WorkerStartTimestamp, m.WorkerCompletedTimestamp)
	}
	if out.Stdout, err = e.output(ctx, of.StdoutRaw, of.StdoutDigest); err != nil {
		return err
	}
	if out.Stderr, err = e.output(ctx, of.StderrRaw, of.StderrDigest); err != nil {
		return err
	}
	for _, f := range of.OutputFiles {
		if strings.HasSuffix(f.Path, Folder+"/"+Journal) {
			out.Journal, err = e.output(ctx, f.Contents, f.Digest)
		}
	}
	return err
}

// between returns how long it was from one time to another of which a cluster's machines tell, by whatever clocks; 0
// where it does not say both.
func between(from, to *timestamppb.Timestamp) time.Duration {
	if from == nil || to == nil {
		return 0
	}
	return to.AsTime().Sub(from.AsTime())
}
