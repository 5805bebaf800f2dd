package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// The files of an action beside those of the project, in its folder Folder.
const (
	Folder  = ".ttf-int-batch" // in the project's folder
	Tool    = "ttf-int"
	Plan    = "plan.json"
	Batch   = "batch.json"
	Part    = "part.json"     // which units the project and the plan have; not there where these are whole
	Journal = "journal.jsonl" // what the worker writes
	Facts   = "facts.json"    // the certificates after the batch, which the worker writes
)

// Codes with which a worker ends that has written a journal. Clusters keep what came of an action that ended with 0,
// and nothing else.
const (
	AllPassed = 0 // nothing but passes
	NotPassed = 1 // something else, so that it runs again the next time
	Unfit     = 5 // nothing: a part of the project is not what it is in the whole
)

// Options say what actions consist of.
type Options struct {
	System *spec.System
	Config string // the file of the project, relative to its folder; "": the usual one
	Tool   string // the path of the program of ttf-int
	// Slice returns what is needed of the project and the plan for the named units; for nil all of it.
	Slice func(units []string) (*Slice, error)
	// Timeout is how long an action may take; 0: an hour.
	Timeout time.Duration
	// Note, where it is not nil, is called with each batch that has an action, its digest as HASH/SIZE, whether what
	// came of it was known, and why it was not run. It is called from several goroutines.
	Note func(b *runner.Batch, digest string, known bool, err error)
	// Env returns an environment variable of ours.
	Env func(name string) string
	// Pause is how long the first pause is before something is tried again; 0: a quarter of a second. Patience is how
	// long at least something is tried for which a part of the cluster was not there; 0: five minutes.
	Pause, Patience time.Duration
	// Silence is for how long nothing need come of a connection until it is tried whether anybody is there: a machine
	// that is gone says nothing. 0: six minutes; less than ten seconds counts as ten.
	Silence time.Duration
}

// Slice is a part of a project and its plan, or the whole.
type Slice struct {
	Inputs []string // the files of the project, by their absolute paths
	Plan   []byte   // the file of the plan
	Part   []byte   // the file Part; nil for the whole
}

// Counts says what became of batches so far.
type Counts struct {
	Known, Done int64 // those whose outcome was known, and all that have one
	Sent        int64 // bytes put into the storage
}

// Executor has batches run on a cluster.
type Executor struct {
	address *Address
	options Options
	conn    *grpc.ClientConn
	storage *storage
	actions repb.ActionCacheClient
	run     repb.ExecutionClient

	known, done, sent atomic.Int64
	opened            time.Time
	answered          atomic.Int64 // when something last came of the cluster, in ns after opened; 0: never

	mu    sync.Mutex
	files map[string]hashed
	down  error // why the cluster is given up
}

// hashed is a file whose digest is known, with what tells whether it has changed.
type hashed struct {
	*blob
	executable bool
	size       int64
	changed    time.Time
}

// defaultTimeout is how long an action may take: less than what clusters allow at most, and far more than a batch.
const defaultTimeout = time.Hour

const (
	// silence is how long a connection may be silent: longer than the five minutes within which servers of gRPC allow
	// one try unless they are told otherwise.
	silence = 6 * time.Minute
	// answerTime is how long an answer may take then.
	answerTime = 20 * time.Second
)

// Open prepares to run batches on a cluster. It asks for nothing yet.
func Open(a *Address, o Options) (*Executor, error) {
	with, err := a.credentials()
	if err != nil {
		return nil, err
	}
	e := &Executor{address: a, options: o, files: map[string]hashed{}, opened: time.Now()}
	send := func(ctx context.Context, method string, in, out any, conn *grpc.ClientConn, call grpc.UnaryInvoker,
		opts ...grpc.CallOption) error {
		err := call(e.outgoing(ctx), method, in, out, conn, opts...)
		if status.Code(err) != codes.Unavailable {
			e.heard()
		}
		return err
	}
	stream := func(ctx context.Context, d *grpc.StreamDesc, conn *grpc.ClientConn, method string, open grpc.Streamer,
		opts ...grpc.CallOption) (grpc.ClientStream, error) {
		return open(e.outgoing(ctx), d, conn, method, opts...)
	}
	quiet := cmp.Or(o.Silence, silence)
	e.conn, err = grpc.NewClient(a.Target, grpc.WithTransportCredentials(with), grpc.WithUnaryInterceptor(send),
		grpc.WithStreamInterceptor(stream), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: quiet, Timeout: min(quiet, answerTime)}))
	if err != nil {
		return nil, err
	}
	e.storage = &storage{instance: a.Instance, blobs: repb.NewContentAddressableStorageClient(e.conn),
		bytes: bytestream.NewByteStreamClient(e.conn), try: e.try, sent: func(n int64) { e.sent.Add(n) },
		have: map[string]chan struct{}{}}
	e.actions, e.run = repb.NewActionCacheClient(e.conn), repb.NewExecutionClient(e.conn)
	return e, nil
}

// outgoing adds our headers to a call.
func (e *Executor) outgoing(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, e.address.Headers...)
}

// Close ends the connection.
func (e *Executor) Close() error { return e.conn.Close() }

// Counts returns what became of batches so far.
func (e *Executor) Counts() Counts {
	return Counts{Known: e.known.Load(), Done: e.done.Load(), Sent: e.sent.Load()}
}

// Execute has a batch run. The error names the action by its digest, where there was one.
func (e *Executor) Execute(ctx context.Context, b *runner.Batch) (*runner.Outcome, error) {
	if err := e.givenUp(); err != nil {
		return nil, err
	}
	a, out, err := e.perhaps(ctx, b, b.Units)
	if errors.Is(err, errUnfit) {
		a, out, err = e.perhaps(ctx, b, nil)
	}
	if a == nil {
		return nil, fmt.Errorf("a batch of %s cannot be run elsewhere: %w", b.Unit, err)
	}
	if e.options.Note != nil {
		e.options.Note(b, a.digestText(), out != nil && out.Known, err)
	}
	if err == nil {
		if e.done.Add(1); out.Known {
			e.known.Add(1)
		}
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if down := e.giveUp(err); down != nil {
		return nil, down
	}
	return nil, fmt.Errorf("a batch of %s was not run by %s (action %s): %w", b.Unit, e.address.Target, a.digestText(),
		explain(err))
}

// errUnfit is the error that a part of a project is not what it is in the whole.
var errUnfit = errors.New("the worker does not find in a part of the project what the whole says")

// perhaps has a batch run with what is needed for the named units. The action is nil where there is none.
func (e *Executor) perhaps(ctx context.Context, b *runner.Batch, units []string) (*action, *runner.Outcome, error) {
	a, err := e.action(b, units)
	if err != nil {
		return nil, nil, err
	}
	out, err := e.obtain(ctx, a, b.Fresh)
	return a, out, err
}

// obtain returns what came of an action. Where its files are not there any more, it is executed again.
func (e *Executor) obtain(ctx context.Context, a *action, fresh bool) (*runner.Outcome, error) {
	for n := 0; ; n++ {
		r, err := e.perform(ctx, a, fresh || n > 0)
		if err != nil {
			return nil, err
		}
		out, err := e.read(ctx, r)
		lost := r.known || status.Code(err) == codes.NotFound
		if err == nil || !lost || n+1 >= maxReads || ctx.Err() != nil {
			return out, err
		}
	}
}

// action is what is submitted for a batch.
type action struct {
	*blob
	blobs []*blob            // all that must be in the storage
	at    func(runner.Stage) // is told whether a worker has it
}

func (a *action) digestText() string { return fmt.Sprintf("%s/%d", a.digest.Hash, a.digest.SizeBytes) }

// action returns the action of a batch. It depends on the contents of files and where they lie relative to each other,
// and on nothing else of this machine.
func (e *Executor) action(b *runner.Batch, units []string) (*action, error) {
	slice, err := e.options.Slice(units)
	if err != nil {
		return nil, err
	}
	files := slices.Concat(slice.Inputs, b.Files)
	dir, err := filepath.Abs(e.options.System.Dir)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			return nil, err
		}
	}
	base := commonFolder(dir, files)
	at, err := filepath.Rel(base, dir)
	if err != nil {
		return nil, err
	}
	within := filepath.ToSlash(at)
	root := newTree()
	for _, path := range files {
		of, err := e.hash(path)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(base, path)
		if err != nil {
			return nil, err
		}
		if err := root.add(filepath.ToSlash(rel), of.blob, of.executable); err != nil {
			return nil, err
		}
	}
	if err := e.addOwn(root, within, slice, b); err != nil {
		return nil, err
	}
	return e.seal(root, within, b)
}

// addOwn adds to an input root what is not of the project: ttf-int, the plan and the batch.
func (e *Executor) addOwn(root *tree, within string, slice *Slice, b *runner.Batch) error {
	tool, err := e.hash(e.options.Tool)
	if err != nil {
		return err
	}
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	own := map[string]*blob{Tool: tool.blob, Plan: blobOf(slice.Plan), Batch: blobOf(data)}
	if slice.Part != nil {
		own[Part] = blobOf(slice.Part)
	}
	for name, of := range own {
		if err := root.add(join(within, Folder+"/"+name), of, name == Tool); err != nil {
			return err
		}
	}
	return nil
}

// join joins paths with slashes; "." is the root.
func join(folder, path string) string {
	if folder == "." {
		return path
	}
	return folder + "/" + path
}

// seal makes an action of its input root, in whose folder `within` the project is.
func (e *Executor) seal(root *tree, within string, b *runner.Batch) (*action, error) {
	a := &action{at: b.At}
	if a.at == nil {
		a.at = func(runner.Stage) {}
	}
	need := func(b *blob) { a.blobs = append(a.blobs, b) }
	top, err := root.seal(need)
	if err != nil {
		return nil, err
	}
	command := &repb.Command{Arguments: []string{Folder + "/" + Tool, "worker", Folder},
		OutputPaths: []string{Folder + "/" + Facts, Folder + "/" + Journal}}
	if within != "." {
		command.WorkingDirectory = within
	}
	if e.options.Config != "" {
		command.Arguments = append(command.Arguments, "--config", e.options.Config)
	}
	for _, name := range e.environment(b) {
		command.EnvironmentVariables = append(command.EnvironmentVariables,
			&repb.Command_EnvironmentVariable{Name: name[0], Value: name[1]})
	}
	said, err := messageBlob(command)
	if err != nil {
		return nil, err
	}
	need(said)
	a.blob, err = messageBlob(&repb.Action{CommandDigest: said.digest, InputRootDigest: top.digest,
		Timeout: durationpb.New(cmp.Or(e.options.Timeout, defaultTimeout)), Platform: e.platform()})
	need(a.blob)
	return a, err
}

// platform returns the properties that a worker must have; nil for none.
func (e *Executor) platform() *repb.Platform {
	if len(e.address.Platform) == 0 {
		return nil
	}
	p := &repb.Platform{}
	for _, name := range sortedKeys(e.address.Platform) {
		p.Properties = append(p.Properties, &repb.Platform_Property{Name: name, Value: e.address.Platform[name]})
	}
	return p
}

// usualPath is where a worker looks for programs that commands name without a folder.
const usualPath = "/usr/local/bin:/usr/bin:/bin"

// environment returns the variables of an action: those of ours that the unit's program may see.
func (e *Executor) environment(b *runner.Batch) [][2]string {
	vars := map[string]string{"PATH": usualPath}
	if u := e.options.System.Unit(b.Unit); u != nil && e.options.System.SUTs[u.SUT] != nil {
		for _, name := range e.options.System.SUTs[u.SUT].Env {
			if value := e.options.Env(name); !strings.Contains(name, "=") && value != "" {
				vars[name] = value
			}
		}
	}
	var out [][2]string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		out = append(out, [2]string{name, vars[name]})
	}
	return out
}

// hash returns the blob of a file; it reads the file once, unless it changes.
func (e *Executor) hash(path string) (hashed, error) {
	info, err := os.Stat(path)
	if err != nil {
		return hashed{}, err
	}
	if !info.Mode().IsRegular() {
		return hashed{}, fmt.Errorf("%s is not a regular file", path)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	of, known := e.files[path]
	if known && of.size == info.Size() && of.changed.Equal(info.ModTime()) {
		return of, nil
	}
	b, err := fileBlob(path)
	of = hashed{blob: b, executable: info.Mode()&0o111 != 0, size: info.Size(), changed: info.ModTime()}
	if err == nil {
		e.files[path] = of
	}
	return of, err
}

// read reads what came of an action.
func (e *Executor) read(ctx context.Context, r *performed) (*runner.Outcome, error) {
	if r.result.ExitCode == Unfit {
		return nil, errUnfit
	}
	if code := r.result.ExitCode; code != AllPassed && code != NotPassed {
		said, err := e.output(ctx, r.result.StderrRaw, r.result.StderrDigest)
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the worker ended with %d: %s", code, lastLines(said))
	}
	journal, err := e.file(ctx, r, Journal)
	if err != nil {
		return nil, err
	}
	facts, err := e.file(ctx, r, Facts)
	if err != nil {
		return nil, err
	}
	out := &runner.Outcome{Known: r.known}
	if out.Run, err = store.ReadDocument(bytes.NewReader(journal), e.options.System, nil); err != nil {
		return nil, fmt.Errorf("the journal of the worker: %w", err)
	}
	if err := json.Unmarshal(facts, &out.Facts); err != nil {
		return nil, fmt.Errorf("the certificates of the worker: %w", err)
	}
	return out, nil
}

// errNoOutput is the error that an action did not write what it should.
var errNoOutput = errors.New("the worker has not written what it should")

// file returns the contents of a file that an action wrote.
func (e *Executor) file(ctx context.Context, r *performed, name string) ([]byte, error) {
	for _, f := range r.result.OutputFiles {
		if strings.HasSuffix(f.Path, Folder+"/"+name) {
			return e.output(ctx, f.Contents, f.Digest)
		}
	}
	return nil, fmt.Errorf("%w: %s", errNoOutput, name)
}

func (e *Executor) output(ctx context.Context, inline []byte, d *repb.Digest) ([]byte, error) {
	if len(inline) > 0 || d == nil {
		return inline, nil
	}
	return e.storage.get(ctx, d)
}

// lastLines returns the end of what a worker printed.
func lastLines(said []byte) string {
	text := strings.TrimSpace(string(said))
	if most := 2000; len(text) > most {
		text = "…" + strings.ToValidUTF8(text[len(text)-most:], "")
	}
	return cmp.Or(text, "it printed nothing")
}
