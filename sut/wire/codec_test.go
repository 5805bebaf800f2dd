package wire_test

import (
	"testing"

	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/ttf-int/ttf-int/sut/wire"
)

func value(t *rapid.T, depth int) *wire.Value {
	v := &wire.Value{
		Kind:  wire.Kind(rapid.IntRange(0, 12).Draw(t, "kind")),
		Int:   rapid.Int64().Draw(t, "int"),
		Text:  rapid.String().Draw(t, "text"),
		Ints:  rapid.SliceOf(rapid.Int64()).Draw(t, "ints"),
		Names: rapid.SliceOf(rapid.String()).Draw(t, "names"),
	}
	for range rapid.IntRange(0, 3-depth).Draw(t, "elems") {
		v.Elems = append(v.Elems, value(t, depth+1))
	}
	return v
}

func call(t *rapid.T) *wire.Call {
	return &wire.Call{
		Id: rapid.Uint64().Draw(t, "id"), Caller: rapid.Uint32().Draw(t, "caller"),
		Message: rapid.String().Draw(t, "message"),
		Given:   []*wire.Value{value(t, 1)}, Got: []*wire.Value{value(t, 2), {}}, State: wire.CallState_UNWOUND,
	}
}

// TestCodec: what this codec writes gRPC's own reads, and the other way round.
func TestCodec(t *testing.T) {
	t.Parallel()
	ours, theirs := wire.Codec(), encoding.GetCodecV2("proto")
	if ours.Name() != theirs.Name() {
		t.Errorf("it is called %s", ours.Name())
	}
	passes := func(t *rapid.T, m proto.Message, empty func() proto.Message) {
		for _, pair := range [][2]encoding.CodecV2{{ours, theirs}, {theirs, ours}} {
			data, err := pair[0].Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			back := empty()
			if err := pair[1].Unmarshal(data, back); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(m, back) {
				t.Fatalf("%v became %v", m, back)
			}
			data.Free()
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		result := &wire.Result{Id: 7, Stdout: rapid.SliceOf(rapid.Byte()).Draw(t, "stdout"),
			Got: []*wire.Value{value(t, 0)}, Calls: []*wire.Call{call(t)}}
		for range rapid.IntRange(0, 300).Draw(t, "more") {
			result.Calls = append(result.Calls, &wire.Call{Id: 3})
		}
		passes(t, &wire.SutMessage{Results: []*wire.Result{result}}, func() proto.Message { return &wire.SutMessage{} })
		passes(t, &wire.HostMessage{Steps: []*wire.Step{{Id: 1, Given: []*wire.Value{value(t, 0)}, Stream: true}}},
			func() proto.Message { return &wire.HostMessage{} })
	})
	if err := ours.Unmarshal(mem.BufferSlice{mem.SliceBuffer{0xff, 0xff}}, &wire.SutMessage{}); err == nil {
		t.Error("it reads what is not a message")
	}
}
