package wire

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// The bounds of a message that is decoded. The code that decodes calls itself for
// every message within a message, and makes each of them anew: a few bytes on the
// wire can stand for a stack, or a memory, that no process has.
const (
	// maxNested is how deeply messages nest: the values of the Go SDK reach about
	// half of it.
	maxNested = 4096
	// maxMessages is how many messages there are within one: as many as a
	// sequence of texts has that fills a message of the protocol.
	maxMessages = 1 << 22
)

// What is wrong with a message that cannot be looked through. The protocol has no
// groups, and where one ends would have to be searched for.
var (
	errMalformed = errors.New("the message is malformed")
	errGroup     = errors.New("the message holds a group, and the protocol has none")
)

// fields says of the fields of a message, by number, which are messages.
type fields map[protowire.Number]fields

// tables returns the fields of all messages of the protocol, by name.
func tables() map[protoreflect.FullName]fields {
	out := map[protoreflect.FullName]fields{}
	list := File_ttfint_proto.Messages()
	for i := range list.Len() {
		out[list.Get(i).FullName()] = fields{}
	}
	for i := range list.Len() {
		of := list.Get(i).Fields()
		for j := range of.Len() {
			if f := of.Get(j); f.Message() != nil {
				out[list.Get(i).FullName()][f.Number()] = out[f.Message().FullName()]
			}
		}
	}
	return out
}

// inside is a message that is being looked through.
type inside struct {
	end int // where it ends
	of  fields
}

// check reports a message that would nest too deeply, or hold too many others, when
// it is decoded, or that cannot be told. It looks at lengths alone, and needs no stack
// of its own.
func check(b []byte, of fields) error {
	var room [16]inside
	open := append(room[:0], inside{len(b), of})
	messages := 0
	for at := 0; len(open) > 0; {
		in := open[len(open)-1]
		if at >= in.end {
			open = open[:len(open)-1]
			continue
		}
		n, kind, size := protowire.ConsumeTag(b[at:in.end])
		if size < 0 {
			return errMalformed
		}
		at += size
		sub, isMessage := in.of[n]
		if kind != protowire.BytesType || !isMessage {
			if kind == protowire.StartGroupType {
				return errGroup
			}
			if size = protowire.ConsumeFieldValue(n, kind, b[at:in.end]); size < 0 {
				return errMalformed
			}
			at += size
			continue
		}
		length, size := protowire.ConsumeVarint(b[at:in.end])
		if size < 0 || length > uint64(in.end-at-size) {
			return errMalformed
		}
		at += size
		if messages++; messages > maxMessages {
			return fmt.Errorf("a message holds more than %d others", maxMessages)
		}
		if len(open) > maxNested {
			return fmt.Errorf("messages nest more than %d deep", maxNested)
		}
		open = append(open, inside{at + int(length), sub})
	}
	return nil
}
