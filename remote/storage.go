package remote

import (
	"context"
	"fmt"
	"io"
	"sync"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	// batchBytes is how many bytes of blobs go into one message: servers take 4 MB at most, some of them 2.
	batchBytes = 1 << 20
	// chunkBytes is how many bytes of a larger blob go into one message.
	chunkBytes = 256 << 10
	// batchBlobs is how many digests are asked for in one message.
	batchBlobs = 4096
)

// storage is the content-addressed storage of a cluster.
type storage struct {
	instance string
	blobs    repb.ContentAddressableStorageClient
	bytes    bytestream.ByteStreamClient
	try      func(ctx context.Context, f func(context.Context) error) error
	// sent counts the bytes that were put into the storage.
	sent func(n int64)

	mu   sync.Mutex
	have map[string]chan struct{} // the blobs that are there, or on their way where the channel is open
}

// put has blobs in the storage. Those that are there already are not sent; those that another call sends are waited
// for, and sent where that call did not succeed.
func (s *storage) put(ctx context.Context, blobs []*blob) error {
	for {
		mine, others, ways := s.claim(blobs)
		err := s.putAll(ctx, mine)
		s.settle(mine, err)
		if err != nil {
			return err
		}
		for _, there := range ways {
			select {
			case <-there:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if len(others) == 0 {
			return nil
		}
		blobs = others
	}
}

// claim returns those of the blobs that the caller is to send, and those that others are sending, with the channels
// that are closed when these end.
func (s *storage) claim(blobs []*blob) (mine, others []*blob, ways []chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range blobs {
		there, ok := s.have[b.key()]
		if !ok {
			s.have[b.key()] = make(chan struct{})
			mine = append(mine, b)
			continue
		}
		select {
		case <-there:
		default:
			others, ways = append(others, b), append(ways, there)
		}
	}
	return mine, others, ways
}

// settle notes that blobs are in the storage, or are not where there was an error.
func (s *storage) settle(mine []*blob, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range mine {
		close(s.have[b.key()])
		if err != nil {
			delete(s.have, b.key())
		}
	}
}

// forget has blobs looked for again: the storage has lost some.
func (s *storage) forget(blobs []*blob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range blobs {
		if there, ok := s.have[b.key()]; ok {
			select {
			case <-there:
				delete(s.have, b.key())
			default:
			}
		}
	}
}

func (s *storage) putAll(ctx context.Context, blobs []*blob) error {
	for len(blobs) > 0 {
		n := min(len(blobs), batchBlobs)
		missing, err := s.findMissing(ctx, blobs[:n])
		if err != nil {
			return err
		}
		if err := s.send(ctx, missing); err != nil {
			return err
		}
		blobs = blobs[n:]
	}
	return nil
}

// findMissing returns those of the blobs that the storage does not have.
func (s *storage) findMissing(ctx context.Context, blobs []*blob) ([]*blob, error) {
	ask := &repb.FindMissingBlobsRequest{InstanceName: s.instance}
	byKey := map[string]*blob{}
	for _, b := range blobs {
		if byKey[b.key()] == nil {
			byKey[b.key()] = b
			ask.BlobDigests = append(ask.BlobDigests, b.digest)
		}
	}
	var out []*blob
	return out, s.try(ctx, func(ctx context.Context) error {
		told, err := s.blobs.FindMissingBlobs(ctx, ask)
		out = nil
		for _, d := range told.GetMissingBlobDigests() {
			if b := byKey[d.GetHash()]; b != nil {
				out = append(out, b)
			}
		}
		return err
	})
}

// send sends blobs: small ones together, large ones one by one.
func (s *storage) send(ctx context.Context, blobs []*blob) error {
	batch, size := &repb.BatchUpdateBlobsRequest{InstanceName: s.instance}, int64(0)
	flush := func() error {
		if len(batch.Requests) == 0 {
			return nil
		}
		err := s.try(ctx, func(ctx context.Context) error {
			told, err := s.blobs.BatchUpdateBlobs(ctx, batch)
			for _, r := range told.GetResponses() {
				if err == nil {
					err = status.FromProto(r.GetStatus()).Err()
				}
			}
			return err
		})
		s.sent(size)
		batch.Requests, size = nil, 0
		return err
	}
	for _, b := range blobs {
		if b.data == nil || b.digest.SizeBytes > batchBytes/2 {
			if err := s.try(ctx, func(ctx context.Context) error { return s.write(ctx, b) }); err != nil {
				return err
			}
			s.sent(b.digest.SizeBytes)
			continue
		}
		if size+b.digest.SizeBytes > batchBytes || len(batch.Requests) >= batchBlobs {
			if err := flush(); err != nil {
				return err
			}
		}
		batch.Requests = append(batch.Requests, &repb.BatchUpdateBlobsRequest_Request{Digest: b.digest, Data: b.data})
		size += b.digest.SizeBytes
	}
	return flush()
}

// write sends one blob in pieces.
func (s *storage) write(ctx context.Context, b *blob) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	from, err := b.open()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := s.bytes.Write(ctx)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("uploads/%s/blobs/%s/%d", newUUID(), b.digest.Hash, b.digest.SizeBytes)
	if s.instance != "" {
		name = s.instance + "/" + name
	}
	chunk, at := make([]byte, chunkBytes), int64(0)
	for {
		n, err := io.ReadFull(from, chunk)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return err
		}
		last := at+int64(n) >= b.digest.SizeBytes || n == 0
		piece := &bytestream.WriteRequest{ResourceName: name, WriteOffset: at, FinishWrite: last, Data: chunk[:n]}
		if err := to.Send(piece); err != nil {
			break // the server has it already, or says below what is wrong
		}
		name = ""
		if at += int64(n); last {
			break
		}
	}
	told, err := to.CloseAndRecv()
	if err == nil && told.CommittedSize != b.digest.SizeBytes && told.CommittedSize != -1 {
		return status.Errorf(codes.Unavailable, "of a file of %d bytes the storage took %d", b.digest.SizeBytes,
			told.CommittedSize)
	}
	return err
}

// get returns a blob of the storage.
func (s *storage) get(ctx context.Context, d *repb.Digest) ([]byte, error) {
	if d.GetSizeBytes() == 0 {
		return nil, nil
	}
	name := fmt.Sprintf("blobs/%s/%d", d.Hash, d.SizeBytes)
	if s.instance != "" {
		name = s.instance + "/" + name
	}
	var out []byte
	err := s.try(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		from, err := s.bytes.Read(ctx, &bytestream.ReadRequest{ResourceName: name})
		if err != nil {
			return err
		}
		out = make([]byte, 0, d.SizeBytes)
		for {
			piece, err := from.Recv()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			out = append(out, piece.Data...)
		}
		if got := blobOf(out); got.key() != d.Hash {
			return status.Errorf(codes.Unavailable, "the storage has other bytes than those of %s", d.Hash)
		}
		return nil
	})
	return out, err
}
