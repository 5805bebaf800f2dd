package wire_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// nested returns a message that holds another in the field of each of the
// numbers, the last of them as often as is said, one within the other.
func nested(path []protowire.Number, times int) []byte {
	path = append(slices.Clone(path), slices.Repeat(path[len(path)-1:], times-1)...)
	b := make([]byte, 16*len(path))
	at := len(b)
	for _, n := range slices.Backward(path) {
		head := protowire.AppendVarint(protowire.AppendTag(nil, n, protowire.BytesType), uint64(len(b)-at))
		at -= len(head)
		copy(b[at:], head)
	}
	return b[at:]
}

// paths returns for each message of the protocol the ways to fields that hold
// messages of their own kind, as numbers.
func paths(m protoreflect.MessageDescriptor, seen []protoreflect.FullName) (out [][]protowire.Number) {
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		switch {
		case f.Message() == nil:
		case f.Message().FullName() == m.FullName():
			out = append(out, []protowire.Number{f.Number()})
		case !slices.Contains(seen, f.Message().FullName()):
			for _, p := range paths(f.Message(), append(seen, m.FullName())) {
				out = append(out, append([]protowire.Number{f.Number()}, p...))
			}
		}
	}
	return out
}

func unmarshal(data []byte, m proto.Message) error {
	return wire.Codec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, m)
}

// TestNested: no message of the protocol, however deeply its bytes nest and in
// whatever field, costs who reads it the stack.
func TestNested(t *testing.T) {
	tried := 0
	list := wire.File_ttfint_proto.Messages()
	for i := range list.Len() {
		kind, err := protoregistry.GlobalTypes.FindMessageByName(list.Get(i).FullName())
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths(list.Get(i), nil) {
			times := 50_000
			if tried == 0 {
				times = 2_000_000 // as many as a message has room for
			}
			tried++
			data := nested(path, times)
			if len(data) > 16<<20 {
				t.Fatalf("%d bytes", len(data))
			}
			// What is not looked at first may stand in front, and behind.
			for _, m := range [][]byte{data, append([]byte{0x98, 0x06, 1}, data...),
				append(bytes.Clone(data), 0x98, 0x06, 1)} {
				if err := unmarshal(m, kind.New().Interface()); err == nil ||
					!strings.Contains(err.Error(), "messages nest more than 4096 deep") {
					t.Errorf("%s %v: %v", list.Get(i).FullName(), path, err)
				}
			}
			if err := unmarshal(nested(path, 2000), kind.New().Interface()); err != nil {
				t.Errorf("%s %v: %v", list.Get(i).FullName(), path, err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d fields tried", tried)
	}
	for name, data := range map[string][]byte{
		"holds a group": bytes.Repeat([]byte{0x9b, 0x06}, 8<<20),
		"others":        nestedFlat(8 << 20),
		"malformed":     {0x22, 0x7f},
	} {
		if err := unmarshal(data, &wire.Value{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// nestedFlat returns a value of that many empty elements.
func nestedFlat(n int) []byte { return bytes.Repeat([]byte{0x2a, 0}, n) }

// FuzzUnmarshal: whatever the bytes, they are read as gRPC's own codec reads them,
// or refused.
func FuzzUnmarshal(f *testing.F) {
	seed, err := proto.Marshal(&wire.SutMessage{
		Results: []*wire.Result{{Id: 1, Got: []*wire.Value{{Kind: wire.Kind_SEQ, Ints: []int64{1, -1}},
			{Kind: wire.Kind_SET, Elems: []*wire.Value{{Text: "x"}}}}}},
		Asks: []*wire.Ask{{Seq: 1, Call: &wire.Call{Given: []*wire.Value{{}}}}}})
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range [][]byte{seed, nested([]protowire.Number{3, 4, 5}, 5000), {0x0b, 0x0c}, {0x9b, 0x06, 0x9c, 0x06},
		{0x1a, 0xff}} {
		f.Add(b)
	}
	theirs := encoding.GetCodecV2("proto")
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, fresh := range []func() proto.Message{
			func() proto.Message { return &wire.SutMessage{} }, func() proto.Message { return &wire.HostMessage{} },
			func() proto.Message { return &wire.Description{} }, func() proto.Message { return &wire.Value{} },
		} {
			ours, reference := fresh(), fresh()
			if unmarshal(data, ours) != nil {
				continue
			}
			if err := theirs.Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, reference); err != nil {
				continue // texts that are not UTF-8, which are let pass
			}
			if a, b := encoded(t, ours), encoded(t, reference); !bytes.Equal(a, b) {
				t.Errorf("%x is %v, and %v to gRPC's own codec", data, ours, reference)
			}
		}
	})
}

// encoded returns a message in its one form.
func encoded(t *testing.T, m proto.Message) []byte {
	t.Helper()
	data, err := proto.MarshalOptions{Deterministic: true, AllowPartial: true}.Marshal(m)
	if err != nil {
		return nil
	}
	return data
}
