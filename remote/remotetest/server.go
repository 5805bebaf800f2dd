package remotetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// maxMessage is how many bytes the blobs in one message may have together, as servers have it.
const maxMessage = 2 << 20

// Server is a cluster.
type Server struct {
	// Address is where it listens: grpc://HOST:PORT.
	Address string
	// Run executes a command in its working directory and returns its exit code and what it printed; nil: as a process.
	Run func(dir string, c *repb.Command) (code int, stderr []byte)
	// Fail, where it is not nil, is called before the n-th execution, from 1, and may return why it fails.
	Fail func(n int) error

	repb.UnimplementedContentAddressableStorageServer
	repb.UnimplementedActionCacheServer
	repb.UnimplementedExecutionServer
	bytestream.UnimplementedByteStreamServer

	mu       sync.Mutex
	blobs    map[string][]byte
	actions  map[string]*repb.ActionResult
	executed []string
	waiting  map[string]chan *repb.ExecuteResponse // by the name of an execution: what came of it
	headers  metadata.MD
	received int
}

// Start starts a cluster that ends with the test.
func Start(t testing.TB, options ...grpc.ServerOption) *Server {
	t.Helper()
	s := &Server{blobs: map[string][]byte{}, actions: map[string]*repb.ActionResult{},
		waiting: map[string]chan *repb.ExecuteResponse{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer(options...)
	repb.RegisterContentAddressableStorageServer(g, s)
	repb.RegisterActionCacheServer(g, s)
	repb.RegisterExecutionServer(g, s)
	bytestream.RegisterByteStreamServer(g, s)
	go func() { _ = g.Serve(l) }()
	t.Cleanup(g.Stop)
	s.Address = "grpc://" + l.Addr().String()
	return s
}

// Executed returns the digests of the actions that were executed, in the order in which they began.
func (s *Server) Executed() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.executed...)
}

// Received returns how many bytes of blobs were sent to it.
func (s *Server) Received() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.received
}

// Headers returns the headers of the last execution that was asked for.
func (s *Server) Headers() metadata.MD {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headers
}

// LoseFiles has the storage lose all that it has, and ForgetActions the cache what came of actions.
func (s *Server) LoseFiles() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blobs = map[string][]byte{}
}

// ForgetActions has the cache forget what came of actions.
func (s *Server) ForgetActions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.actions = map[string]*repb.ActionResult{}
}

func (s *Server) put(data []byte) *repb.Digest {
	sum := sha256.Sum256(data)
	d := &repb.Digest{Hash: hex.EncodeToString(sum[:]), SizeBytes: int64(len(data))}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blobs[d.Hash] = data
	return d
}

func (s *Server) get(d *repb.Digest) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.blobs[d.GetHash()]
	return data, ok || d.GetSizeBytes() == 0
}

// FindMissingBlobs says which blobs are not there.
func (s *Server) FindMissingBlobs(_ context.Context, r *repb.FindMissingBlobsRequest) (*repb.FindMissingBlobsResponse,
	error) {
	out := &repb.FindMissingBlobsResponse{}
	for _, d := range r.BlobDigests {
		if _, ok := s.get(d); !ok {
			out.MissingBlobDigests = append(out.MissingBlobDigests, d)
		}
	}
	return out, nil
}

// BatchUpdateBlobs takes small blobs.
func (s *Server) BatchUpdateBlobs(_ context.Context, r *repb.BatchUpdateBlobsRequest) (*repb.BatchUpdateBlobsResponse,
	error) {
	if n := proto.Size(r); n > maxMessage {
		return nil, status.Errorf(codes.InvalidArgument, "a message of %d bytes", n)
	}
	out := &repb.BatchUpdateBlobsResponse{}
	for _, one := range r.Requests {
		if got := s.put(one.Data); got.Hash != one.Digest.Hash || got.SizeBytes != one.Digest.SizeBytes {
			return nil, status.Errorf(codes.InvalidArgument, "the digest %v is not that of the data", one.Digest)
		}
		s.count(len(one.Data))
		out.Responses = append(out.Responses, &repb.BatchUpdateBlobsResponse_Response{Digest: one.Digest})
	}
	return out, nil
}

func (s *Server) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received += n
}

// Write takes one blob in pieces.
func (s *Server) Write(from bytestream.ByteStream_WriteServer) error {
	var data []byte
	name := ""
	for {
		piece, err := from.Recv()
		if err != nil {
			return status.Error(codes.InvalidArgument, "the stream ended before the blob did")
		}
		if name == "" {
			name = piece.ResourceName
		}
		if piece.WriteOffset != int64(len(data)) || proto.Size(piece) > maxMessage {
			return status.Errorf(codes.InvalidArgument, "a piece of %d bytes at %d", len(piece.Data), piece.WriteOffset)
		}
		data = append(data, piece.Data...)
		if piece.FinishWrite {
			break
		}
	}
	parts := strings.Split(name, "/")
	d := s.put(data)
	s.count(len(data))
	if n := len(parts); n < 4 || parts[n-2] != d.Hash || parts[n-1] != fmt.Sprint(d.SizeBytes) {
		return status.Errorf(codes.InvalidArgument, "%s is not the name of the blob %v", name, d)
	}
	return from.SendAndClose(&bytestream.WriteResponse{CommittedSize: int64(len(data))})
}

// Read gives one blob in pieces.
func (s *Server) Read(r *bytestream.ReadRequest, to bytestream.ByteStream_ReadServer) error {
	parts := strings.Split(r.ResourceName, "/")
	data, ok := s.get(&repb.Digest{Hash: parts[max(0, len(parts)-2)], SizeBytes: 1})
	if !ok {
		return status.Error(codes.NotFound, r.ResourceName)
	}
	for first := true; first || len(data) > 0; first = false {
		n := min(len(data), 1<<16)
		if err := to.Send(&bytestream.ReadResponse{Data: data[:n]}); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// GetActionResult says what came of an action.
func (s *Server) GetActionResult(_ context.Context, r *repb.GetActionResultRequest) (*repb.ActionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.actions[r.ActionDigest.Hash]; known != nil {
		return known, nil
	}
	return nil, status.Error(codes.NotFound, r.ActionDigest.Hash)
}

// Execute executes an action, which goes on if nobody waits for it any more.
func (s *Server) Execute(r *repb.ExecuteRequest, to repb.Execution_ExecuteServer) error {
	s.mu.Lock()
	s.headers, _ = metadata.FromIncomingContext(to.Context())
	s.executed = append(s.executed, r.ActionDigest.Hash)
	n, known := len(s.executed), s.actions[r.ActionDigest.Hash]
	name, came := fmt.Sprint("executions/", n), make(chan *repb.ExecuteResponse, 1)
	s.waiting[name] = came
	s.mu.Unlock()
	if known != nil && !r.SkipCacheLookup {
		return finish(to, &repb.ExecuteResponse{Result: known, CachedResult: true})
	}
	for _, stage := range []repb.ExecutionStage_Value{repb.ExecutionStage_QUEUED, repb.ExecutionStage_EXECUTING} {
		told, err := anypb.New(&repb.ExecuteOperationMetadata{Stage: stage, ActionDigest: r.ActionDigest})
		if err != nil {
			return err
		}
		if err := to.Send(&longrunningpb.Operation{Name: name, Metadata: told}); err != nil {
			return err
		}
	}
	response := s.respond(n, r.ActionDigest)
	came <- response
	return finish(to, response)
}

// WaitExecution waits for the end of an execution.
func (s *Server) WaitExecution(r *repb.WaitExecutionRequest, to repb.Execution_WaitExecutionServer) error {
	s.mu.Lock()
	came := s.waiting[r.Name]
	s.mu.Unlock()
	if came == nil {
		return status.Error(codes.NotFound, r.Name)
	}
	select {
	case response := <-came:
		came <- response
		return finish(to, response)
	case <-to.Context().Done():
		return to.Context().Err()
	}
}

// respond executes an action for the n-th time, and returns what is told of it.
func (s *Server) respond(n int, digest *repb.Digest) *repb.ExecuteResponse {
	if s.Fail != nil {
		if err := s.Fail(n); err != nil {
			return &repb.ExecuteResponse{Status: status.Convert(err).Proto()}
		}
	}
	result, err := s.perform(digest)
	if err != nil {
		return &repb.ExecuteResponse{Status: status.Convert(err).Proto()}
	}
	if result.ExitCode == 0 {
		s.mu.Lock()
		s.actions[digest.Hash] = result
		s.mu.Unlock()
	}
	return &repb.ExecuteResponse{Result: result}
}

func finish(to repb.Execution_ExecuteServer, r *repb.ExecuteResponse) error {
	told, err := anypb.New(r)
	if err != nil {
		return err
	}
	return to.Send(&longrunningpb.Operation{Done: true, Result: &longrunningpb.Operation_Response{Response: told}})
}

// perform executes an action in a new folder.
func (s *Server) perform(digest *repb.Digest) (*repb.ActionResult, error) {
	action, command := &repb.Action{}, &repb.Command{}
	if err := s.read(digest, action); err != nil {
		return nil, err
	}
	if err := s.read(action.CommandDigest, command); err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp("", "action")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	if err := s.lay(action.InputRootDigest, root); err != nil {
		return nil, err
	}
	run := s.Run
	if run == nil {
		run = runProcess
	}
	dir := filepath.Join(root, command.WorkingDirectory)
	code, said := run(dir, command)
	result := &repb.ActionResult{ExitCode: int32(code), StderrDigest: s.put(said)}
	for _, name := range command.OutputPaths {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			result.OutputFiles = append(result.OutputFiles, &repb.OutputFile{Path: name, Digest: s.put(data)})
		}
	}
	return result, nil
}

// runProcess runs a command with its environment alone.
func runProcess(dir string, c *repb.Command) (code int, stderr []byte) {
	p := exec.Command(filepath.Join(dir, c.Arguments[0]), c.Arguments[1:]...)
	p.Dir, p.Args[0], p.Env = dir, c.Arguments[0], []string{}
	for _, v := range c.EnvironmentVariables {
		p.Env = append(p.Env, v.Name+"="+v.Value)
	}
	var said strings.Builder
	p.Stderr, p.Stdout = &said, io.Discard
	if err := p.Run(); p.ProcessState == nil {
		return 127, []byte(err.Error())
	}
	return p.ProcessState.ExitCode(), []byte(said.String())
}

func (s *Server) read(d *repb.Digest, m proto.Message) error {
	data, ok := s.get(d)
	if !ok {
		return status.Errorf(codes.FailedPrecondition, "the blob %s/%d is missing", d.GetHash(), d.GetSizeBytes())
	}
	return proto.Unmarshal(data, m)
}

// lay lays a folder of an input root out.
func (s *Server) lay(digest *repb.Digest, dir string) error {
	var d repb.Directory
	if err := s.read(digest, &d); err != nil {
		return err
	}
	for _, f := range d.Files {
		data, ok := s.get(f.Digest)
		if !ok {
			return status.Errorf(codes.FailedPrecondition, "the blob of %s is missing", f.Name)
		}
		mode := os.FileMode(0o644)
		if f.IsExecutable {
			mode = 0o755
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), data, mode); err != nil {
			return err
		}
	}
	for _, inner := range d.Directories {
		to := filepath.Join(dir, inner.Name)
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
		if err := s.lay(inner.Digest, to); err != nil {
			return err
		}
	}
	return nil
}
