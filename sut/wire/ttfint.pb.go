// The protocol between ttf-int (the host) and a program under test (the SUT).
//
// A SUT is a hashicorp/go-plugin plugin that speaks gRPC. Written without the
// Go SDK, it needs a gRPC library and three things of go-plugin:
//
//   1. The environment variable TTF_INT_SUT is
//      "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981"; a process that does not see it was
//      started by a person, and should say so on stderr and exit.
//   2. It listens on a Unix socket or on a loopback TCP port, and writes one
//      line to its standard output and flushes it:
//      "1|1|unix|/path/of/socket|grpc" or "1|1|tcp|127.0.0.1:1234|grpc".
//      The first 1 is go-plugin's protocol, the second is this one. Lines that
//      come before it are ignored; nothing may follow it that a person wants
//      to read.
//   3. It serves grpc.health.v1.Health, and answers SERVING for the service
//      "plugin".
//
// Where what it was told to serve is wrong in itself, such as a function with other
// parameters than those that were named, it writes why to its standard error,
// with the place, and exits with 78.
//
// It should exit by itself, with the code 0, when the host calls Shutdown of
// go-plugin's service plugin.GRPCController, whose messages are empty: what does
// not is ended. It should exit too when its parent process changes, for a host
// that was killed cannot tell it to.
//
// Where the environment has TTF_INT_MARK, the path of a file of eight bytes, the SUT
// writes into it the id of each step before that begins, with the least byte first,
// so that the host knows which of the steps that it has not answered was at work
// when the process ends. It may leave that out; then all of them are suspected.
//
// # Order
//
// The host calls Describe once, then opens one Session. A process serves one
// Session at a time, and refuses a second with FAILED_PRECONDITION. A session
// runs one step of a case at a time, in the order in which steps were sent;
// results come in the same order, one for each step, but in batches of the SUT's
// choosing: no result waits longer than 10 ms for others. Steps may be sent
// while earlier ones run. The host closes its side to end the session; the SUT
// answers what it was sent, closes what a case that was not ended has left open,
// and closes the stream.
//
// Within one HostMessage: limits, then routes, then acks and answers, then
// steps.
//
// # Cases
//
// A case is a script of steps, which follow each other: each but the last says
// that there are more. A step runs one unit on one of the case's objects, which
// are instances of the program with numbers that the host chooses. An object
// that no step before has named is made, and what is given of the state is set,
// so that a case of one step sets a state and runs one unit. Later steps find
// the objects as earlier ones left them, and may set their state anew. When the
// last step has run, its objects are closed, and they are gone.
//
// The host sends the steps of a case together, or one at a time, each chosen by
// what the last one gave. It need not know then which is the last: it ends the
// case with a step that has end set.
//
// A step that does not end as RETURNED or UNMAPPED ends the case: its objects
// are closed, and the steps that follow in it are SKIPPED.
//
// A program that runs cases of more than one step says so by Description.scripts.
// To others the host sends steps that are cases of their own, on the object 0.
//
// A step may run operations of a class in the place of a unit: on an object that
// its first operation makes, or that an earlier step has made so.
//
// # Limits
//
// A message has at most 16 MiB, and a HostMessage at most 4,096 steps. The host
// keeps at most 16,384 steps unanswered; a program ends a session in which there are more
// with RESOURCE_EXHAUSTED. A case has any number of steps, and at
// most 1,000 objects. A value that a unit leaves and that is larger than a message is
// UNMAPPED; a program looks at how large it is before it makes all of it, since what has
// one part in many places may be small where it is held. What a unit prints is kept up to
// Limits.output_bytes per step and stream, and the calls it makes up to
// Limits.calls; the rest is dropped and the result says so. A step that makes
// more than Limits.most_calls in the thread that runs its unit is ended, and
// PANICKED in whoever made the last; a program may let it make twice as many.
// Calls of other threads do not keep the unit from returning: the time of the
// step is their limit.
//
// Nothing but a result gives the host to understand that a step goes on: calls
// and events do not extend its time, and a message that says nothing is a fault
// where it stands for a result.
//
// # Calls at the same time
//
// A unit may make calls from several threads. Two calls overlap where one was
// opened while the other was open, and neither made the other, or what made it.
// Call.until tells the host which do; in events their order does. What such a
// call changed cannot be told from what the other changed: so the host judges it
// by inputs and outputs alone where the other may change state that it has too,
// and the state before and after it may be left out (NONE). A call that is
// answered in the place of its callee needs the state before it, and what it
// writes may undo what others change: a program answers such calls one at a time,
// each between what is read for it and what is written, where it can.
//
// Where a process ends or does not answer, and calls of several threads were
// going on, the host blames no one of them for certain. A program that can say
// which call a panic unwinds does so, by CLOSED_CALL with UNWOUND, before its
// process ends.
//
// Fields may be added; a receiver ignores those that it does not know.

// Code generated by protoc-gen-go. DO NOT EDIT.
// versions:
// 	protoc-gen-go v1.36.12
// 	protoc        v7.35.1
// source: ttfint.proto

package wire

import (
	protoreflect "google.golang.org/protobuf/reflect/protoreflect"
	protoimpl "google.golang.org/protobuf/runtime/protoimpl"
	reflect "reflect"
	sync "sync"
	unsafe "unsafe"
)

const (
	// Verify that this generated code is sufficiently up-to-date.
	_ = protoimpl.EnforceVersion(20 - protoimpl.MinVersion)
	// Verify that runtime/protoimpl is sufficiently up-to-date.
	_ = protoimpl.EnforceVersion(protoimpl.MaxVersion - 20)
)

type OperationKind int32

const (
	OperationKind_METHOD OperationKind = 0
	OperationKind_MAKES  OperationKind = 1 // it makes an object, and is the first operation of its step
	OperationKind_COPIES OperationKind = 2 // likewise, of the object that is its argument
	OperationKind_SHOWS  OperationKind = 3 // it gives the state of the object as a value
)

// Enum value maps for OperationKind.
var (
	OperationKind_name = map[int32]string{
		0: "METHOD",
		1: "MAKES",
		2: "COPIES",
		3: "SHOWS",
	}
	OperationKind_value = map[string]int32{
		"METHOD": 0,
		"MAKES":  1,
		"COPIES": 2,
		"SHOWS":  3,
	}
)

func (x OperationKind) Enum() *OperationKind {
	p := new(OperationKind)
	*p = x
	return p
}

func (x OperationKind) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (OperationKind) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[0].Descriptor()
}

func (OperationKind) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[0]
}

func (x OperationKind) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use OperationKind.Descriptor instead.
func (OperationKind) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{0}
}

type PropertyVerdict int32

const (
	PropertyVerdict_UNTESTED       PropertyVerdict = 0 // reason says why
	PropertyVerdict_PROOF          PropertyVerdict = 1 // it holds for all values there are
	PropertyVerdict_PASS           PropertyVerdict = 2 // it holds for all values that were tried
	PropertyVerdict_COUNTEREXAMPLE PropertyVerdict = 3 // it does not hold
	PropertyVerdict_UNDECIDED      PropertyVerdict = 4 // its condition was met too rarely
)

// Enum value maps for PropertyVerdict.
var (
	PropertyVerdict_name = map[int32]string{
		0: "UNTESTED",
		1: "PROOF",
		2: "PASS",
		3: "COUNTEREXAMPLE",
		4: "UNDECIDED",
	}
	PropertyVerdict_value = map[string]int32{
		"UNTESTED":       0,
		"PROOF":          1,
		"PASS":           2,
		"COUNTEREXAMPLE": 3,
		"UNDECIDED":      4,
	}
)

func (x PropertyVerdict) Enum() *PropertyVerdict {
	p := new(PropertyVerdict)
	*p = x
	return p
}

func (x PropertyVerdict) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (PropertyVerdict) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[1].Descriptor()
}

func (PropertyVerdict) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[1]
}

func (x PropertyVerdict) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use PropertyVerdict.Descriptor instead.
func (PropertyVerdict) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{1}
}

type Role int32

const (
	Role_ROLE_UNKNOWN Role = 0
	Role_BEFORE       Role = 1
	Role_INPUT        Role = 2
	Role_AFTER        Role = 3
	Role_OUTPUT       Role = 4
)

// Enum value maps for Role.
var (
	Role_name = map[int32]string{
		0: "ROLE_UNKNOWN",
		1: "BEFORE",
		2: "INPUT",
		3: "AFTER",
		4: "OUTPUT",
	}
	Role_value = map[string]int32{
		"ROLE_UNKNOWN": 0,
		"BEFORE":       1,
		"INPUT":        2,
		"AFTER":        3,
		"OUTPUT":       4,
	}
)

func (x Role) Enum() *Role {
	p := new(Role)
	*p = x
	return p
}

func (x Role) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Role) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[2].Descriptor()
}

func (Role) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[2]
}

func (x Role) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Role.Descriptor instead.
func (Role) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{2}
}

type Kind int32

const (
	Kind_NONE    Kind = 0 // no value: not given, not known, not wanted
	Kind_INT     Kind = 1 // an integer that fits 64 bits
	Kind_BIG     Kind = 2 // an integer that does not
	Kind_STRING  Kind = 3
	Kind_ATOM    Kind = 4 // a constant of a free type, or an element of a given type
	Kind_SEQ     Kind = 5
	Kind_SET     Kind = 6 // no element twice, in any order; relations and functions are sets of TUPLEs
	Kind_TUPLE   Kind = 7
	Kind_BINDING Kind = 8
	Kind_CTOR    Kind = 9 // a constructor of a free type applied to an argument
	// OBJECT stands for an object of the case, whose number is in int. It is no
	// part of another value. As the Shape of a variable it says that the variable
	// holds objects and nothing else; one of another Shape may hold both.
	Kind_OBJECT Kind = 10
)

// Enum value maps for Kind.
var (
	Kind_name = map[int32]string{
		0:  "NONE",
		1:  "INT",
		2:  "BIG",
		3:  "STRING",
		4:  "ATOM",
		5:  "SEQ",
		6:  "SET",
		7:  "TUPLE",
		8:  "BINDING",
		9:  "CTOR",
		10: "OBJECT",
	}
	Kind_value = map[string]int32{
		"NONE":    0,
		"INT":     1,
		"BIG":     2,
		"STRING":  3,
		"ATOM":    4,
		"SEQ":     5,
		"SET":     6,
		"TUPLE":   7,
		"BINDING": 8,
		"CTOR":    9,
		"OBJECT":  10,
	}
)

func (x Kind) Enum() *Kind {
	p := new(Kind)
	*p = x
	return p
}

func (x Kind) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Kind) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[3].Descriptor()
}

func (Kind) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[3]
}

func (x Kind) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Kind.Descriptor instead.
func (Kind) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{3}
}

type Mode int32

const (
	Mode_RUN   Mode = 0 // the real callee runs; the call is recorded
	Mode_TABLE Mode = 1 // the call is answered from the table, and recorded
	Mode_ASK   Mode = 2 // the host is asked, and the call is recorded
)

// Enum value maps for Mode.
var (
	Mode_name = map[int32]string{
		0: "RUN",
		1: "TABLE",
		2: "ASK",
	}
	Mode_value = map[string]int32{
		"RUN":   0,
		"TABLE": 1,
		"ASK":   2,
	}
)

func (x Mode) Enum() *Mode {
	p := new(Mode)
	*p = x
	return p
}

func (x Mode) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Mode) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[4].Descriptor()
}

func (Mode) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[4]
}

func (x Mode) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Mode.Descriptor instead.
func (Mode) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{4}
}

type Status int32

const (
	Status_STATUS_UNKNOWN Status = 0
	Status_RETURNED       Status = 1
	Status_PANICKED       Status = 2 // or it ended its goroutine, or made too many calls
	// It returned, and a value that it gave cannot be expressed: an error that
	// stands for no constant, a string that is not UTF-8.
	Status_UNMAPPED Status = 3
	// The program cannot hold a value that it was sent, reads another than it was
	// sent, or does not know the unit or the object.
	Status_BLOCKED Status = 4
	Status_ABORTED Status = 5 // the host refused to answer an ask; the unit was unwound
	// What stands between the unit and the host failed: no instance could be made
	// or closed, a value could not be set or read, the SDK was used wrongly.
	Status_BROKEN  Status = 6
	Status_SKIPPED Status = 7 // an earlier step has ended the case
)

// Enum value maps for Status.
var (
	Status_name = map[int32]string{
		0: "STATUS_UNKNOWN",
		1: "RETURNED",
		2: "PANICKED",
		3: "UNMAPPED",
		4: "BLOCKED",
		5: "ABORTED",
		6: "BROKEN",
		7: "SKIPPED",
	}
	Status_value = map[string]int32{
		"STATUS_UNKNOWN": 0,
		"RETURNED":       1,
		"PANICKED":       2,
		"UNMAPPED":       3,
		"BLOCKED":        4,
		"ABORTED":        5,
		"BROKEN":         6,
		"SKIPPED":        7,
	}
)

func (x Status) Enum() *Status {
	p := new(Status)
	*p = x
	return p
}

func (x Status) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Status) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[5].Descriptor()
}

func (Status) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[5]
}

func (x Status) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Status.Descriptor instead.
func (Status) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{5}
}

type CallState int32

const (
	CallState_OPEN    CallState = 0 // it had not returned when the step ended
	CallState_CLOSED  CallState = 1
	CallState_UNWOUND CallState = 2 // by a panic, or the end of its goroutine
)

// Enum value maps for CallState.
var (
	CallState_name = map[int32]string{
		0: "OPEN",
		1: "CLOSED",
		2: "UNWOUND",
	}
	CallState_value = map[string]int32{
		"OPEN":    0,
		"CLOSED":  1,
		"UNWOUND": 2,
	}
)

func (x CallState) Enum() *CallState {
	p := new(CallState)
	*p = x
	return p
}

func (x CallState) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (CallState) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[6].Descriptor()
}

func (CallState) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[6]
}

func (x CallState) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use CallState.Descriptor instead.
func (CallState) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{6}
}

type AnswerKind int32

const (
	AnswerKind_ANSWER AnswerKind = 0
	AnswerKind_REAL   AnswerKind = 1 // the real callee is to run
	AnswerKind_REFUSE AnswerKind = 2 // there is no answer: the case is ABORTED
)

// Enum value maps for AnswerKind.
var (
	AnswerKind_name = map[int32]string{
		0: "ANSWER",
		1: "REAL",
		2: "REFUSE",
	}
	AnswerKind_value = map[string]int32{
		"ANSWER": 0,
		"REAL":   1,
		"REFUSE": 2,
	}
)

func (x AnswerKind) Enum() *AnswerKind {
	p := new(AnswerKind)
	*p = x
	return p
}

func (x AnswerKind) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (AnswerKind) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[7].Descriptor()
}

func (AnswerKind) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[7]
}

func (x AnswerKind) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use AnswerKind.Descriptor instead.
func (AnswerKind) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{7}
}

type EventKind int32

const (
	EventKind_STARTED     EventKind = 0 // the object is there and its state set; the unit runs next
	EventKind_OPENED      EventKind = 1
	EventKind_CLOSED_CALL EventKind = 2
	EventKind_ENDED       EventKind = 3 // the unit returned; its after-state is read next
	EventKind_ENTERED     EventKind = 4 // a phase begins that is not the unit's
)

// Enum value maps for EventKind.
var (
	EventKind_name = map[int32]string{
		0: "STARTED",
		1: "OPENED",
		2: "CLOSED_CALL",
		3: "ENDED",
		4: "ENTERED",
	}
	EventKind_value = map[string]int32{
		"STARTED":     0,
		"OPENED":      1,
		"CLOSED_CALL": 2,
		"ENDED":       3,
		"ENTERED":     4,
	}
)

func (x EventKind) Enum() *EventKind {
	p := new(EventKind)
	*p = x
	return p
}

func (x EventKind) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (EventKind) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[8].Descriptor()
}

func (EventKind) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[8]
}

func (x EventKind) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use EventKind.Descriptor instead.
func (EventKind) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{8}
}

// Phase is what a program does for a step beside running the unit.
type Phase int32

const (
	Phase_PHASE_UNKNOWN Phase = 0
	Phase_MAKING        Phase = 1 // an instance is made
	Phase_SETTING       Phase = 2 // a variable is set
	Phase_CHECKING      Phase = 3 // a variable of the state before is read
	Phase_HOOKING       Phase = 4 // a seam is put in
	Phase_OBSERVING     Phase = 5 // the values of a call are read, or an answer is written
	Phase_READING       Phase = 6 // a variable of the outcome is read
	Phase_CLOSING       Phase = 7 // the instances are released
)

// Enum value maps for Phase.
var (
	Phase_name = map[int32]string{
		0: "PHASE_UNKNOWN",
		1: "MAKING",
		2: "SETTING",
		3: "CHECKING",
		4: "HOOKING",
		5: "OBSERVING",
		6: "READING",
		7: "CLOSING",
	}
	Phase_value = map[string]int32{
		"PHASE_UNKNOWN": 0,
		"MAKING":        1,
		"SETTING":       2,
		"CHECKING":      3,
		"HOOKING":       4,
		"OBSERVING":     5,
		"READING":       6,
		"CLOSING":       7,
	}
)

func (x Phase) Enum() *Phase {
	p := new(Phase)
	*p = x
	return p
}

func (x Phase) String() string {
	return protoimpl.X.EnumStringOf(x.Descriptor(), protoreflect.EnumNumber(x))
}

func (Phase) Descriptor() protoreflect.EnumDescriptor {
	return file_ttfint_proto_enumTypes[9].Descriptor()
}

func (Phase) Type() protoreflect.EnumType {
	return &file_ttfint_proto_enumTypes[9]
}

func (x Phase) Number() protoreflect.EnumNumber {
	return protoreflect.EnumNumber(x)
}

// Deprecated: Use Phase.Descriptor instead.
func (Phase) EnumDescriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{9}
}

type DescribeRequest struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *DescribeRequest) Reset() {
	*x = DescribeRequest{}
	mi := &file_ttfint_proto_msgTypes[0]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *DescribeRequest) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*DescribeRequest) ProtoMessage() {}

func (x *DescribeRequest) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[0]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use DescribeRequest.ProtoReflect.Descriptor instead.
func (*DescribeRequest) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{0}
}

// Description is what a program serves. Units are referred to by their index in
// units, from 0, in all other messages.
type Description struct {
	state    protoimpl.MessageState `protogen:"open.v1"`
	Protocol uint32                 `protobuf:"varint,1,opt,name=protocol,proto3" json:"protocol,omitempty"` // 1
	Language string                 `protobuf:"bytes,2,opt,name=language,proto3" json:"language,omitempty"`  // of the SDK: "go"
	Sdk      string                 `protobuf:"bytes,3,opt,name=sdk,proto3" json:"sdk,omitempty"`            // its version
	Units    []*Unit                `protobuf:"bytes,4,rep,name=units,proto3" json:"units,omitempty"`
	Edges    []*Edge                `protobuf:"bytes,5,rep,name=edges,proto3" json:"edges,omitempty"` // what is intercepted
	// What the program takes constants of the specification for: variables of
	// axiomatic descriptions that their axioms leave open, such as a buffer's size.
	// The host plans with these values. It refuses the program where the
	// specification has no such constant, the value is not of its type or breaks
	// an axiom, or ttf-int.yaml or another program says another one.
	Constants []*Constant `protobuf:"bytes,6,rep,name=constants,proto3" json:"constants,omitempty"`
	// scripts says that the program runs cases of more than one step, on objects
	// of any number.
	Scripts bool `protobuf:"varint,7,opt,name=scripts,proto3" json:"scripts,omitempty"`
	// properties are the names of what Explore tests.
	Properties []string `protobuf:"bytes,8,rep,name=properties,proto3" json:"properties,omitempty"`
	// classes are those whose operations are run in sequences, on objects of their own.
	Classes       []*Class `protobuf:"bytes,9,rep,name=classes,proto3" json:"classes,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Description) Reset() {
	*x = Description{}
	mi := &file_ttfint_proto_msgTypes[1]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Description) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Description) ProtoMessage() {}

func (x *Description) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[1]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Description.ProtoReflect.Descriptor instead.
func (*Description) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{1}
}

func (x *Description) GetProtocol() uint32 {
	if x != nil {
		return x.Protocol
	}
	return 0
}

func (x *Description) GetLanguage() string {
	if x != nil {
		return x.Language
	}
	return ""
}

func (x *Description) GetSdk() string {
	if x != nil {
		return x.Sdk
	}
	return ""
}

func (x *Description) GetUnits() []*Unit {
	if x != nil {
		return x.Units
	}
	return nil
}

func (x *Description) GetEdges() []*Edge {
	if x != nil {
		return x.Edges
	}
	return nil
}

func (x *Description) GetConstants() []*Constant {
	if x != nil {
		return x.Constants
	}
	return nil
}

func (x *Description) GetScripts() bool {
	if x != nil {
		return x.Scripts
	}
	return false
}

func (x *Description) GetProperties() []string {
	if x != nil {
		return x.Properties
	}
	return nil
}

func (x *Description) GetClasses() []*Class {
	if x != nil {
		return x.Classes
	}
	return nil
}

// Class is a class of the program. Classes, and the operations of one, are referred to by
// their index, from 0.
type Class struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Operations    []*Operation           `protobuf:"bytes,2,rep,name=operations,proto3" json:"operations,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Class) Reset() {
	*x = Class{}
	mi := &file_ttfint_proto_msgTypes[2]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Class) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Class) ProtoMessage() {}

func (x *Class) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[2]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Class.ProtoReflect.Descriptor instead.
func (*Class) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{2}
}

func (x *Class) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Class) GetOperations() []*Operation {
	if x != nil {
		return x.Operations
	}
	return nil
}

// Operation is an operation of a class.
type Operation struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"` // as the program has it
	Kind          OperationKind          `protobuf:"varint,2,opt,name=kind,proto3,enum=ttfint.v1.OperationKind" json:"kind,omitempty"`
	Params        []*Shape               `protobuf:"bytes,3,rep,name=params,proto3" json:"params,omitempty"` // an OBJECT has the name of its class in names
	Gives         *Shape                 `protobuf:"bytes,4,opt,name=gives,proto3" json:"gives,omitempty"`   // what it gives beside its object; left out where it gives nothing
	Unfit         string                 `protobuf:"bytes,5,opt,name=unfit,proto3" json:"unfit,omitempty"`   // why it cannot be run; "" where it can
	Place         string                 `protobuf:"bytes,6,opt,name=place,proto3" json:"place,omitempty"`   // where it is, as file:line, for messages; "": not known
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Operation) Reset() {
	*x = Operation{}
	mi := &file_ttfint_proto_msgTypes[3]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Operation) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Operation) ProtoMessage() {}

func (x *Operation) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[3]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Operation.ProtoReflect.Descriptor instead.
func (*Operation) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{3}
}

func (x *Operation) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Operation) GetKind() OperationKind {
	if x != nil {
		return x.Kind
	}
	return OperationKind_METHOD
}

func (x *Operation) GetParams() []*Shape {
	if x != nil {
		return x.Params
	}
	return nil
}

func (x *Operation) GetGives() *Shape {
	if x != nil {
		return x.Gives
	}
	return nil
}

func (x *Operation) GetUnfit() string {
	if x != nil {
		return x.Unfit
	}
	return ""
}

func (x *Operation) GetPlace() string {
	if x != nil {
		return x.Place
	}
	return ""
}

// Exploration asks for the tests of a property. Each that follows the first is
// empty: it allows the test that was announced.
type Exploration struct {
	state    protoimpl.MessageState `protogen:"open.v1"`
	Property string                 `protobuf:"bytes,1,opt,name=property,proto3" json:"property,omitempty"`
	Seed     uint64                 `protobuf:"varint,2,opt,name=seed,proto3" json:"seed,omitempty"`         // the same seed gives the same tests
	Tests    uint64                 `protobuf:"varint,3,opt,name=tests,proto3" json:"tests,omitempty"`       // at most; 0: as the program likes
	Discards uint64                 `protobuf:"varint,4,opt,name=discards,proto3" json:"discards,omitempty"` // at most; 0: as the program likes
	// announce asks for a Progress with trying before each test, after as many as
	// silent says. The program makes an announced test when it has got another
	// Exploration. The host asks for this when a process has ended or hung, to
	// know the values on which it does.
	Announce      bool   `protobuf:"varint,5,opt,name=announce,proto3" json:"announce,omitempty"`
	Silent        uint64 `protobuf:"varint,6,opt,name=silent,proto3" json:"silent,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Exploration) Reset() {
	*x = Exploration{}
	mi := &file_ttfint_proto_msgTypes[4]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Exploration) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Exploration) ProtoMessage() {}

func (x *Exploration) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[4]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Exploration.ProtoReflect.Descriptor instead.
func (*Exploration) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{4}
}

func (x *Exploration) GetProperty() string {
	if x != nil {
		return x.Property
	}
	return ""
}

func (x *Exploration) GetSeed() uint64 {
	if x != nil {
		return x.Seed
	}
	return 0
}

func (x *Exploration) GetTests() uint64 {
	if x != nil {
		return x.Tests
	}
	return 0
}

func (x *Exploration) GetDiscards() uint64 {
	if x != nil {
		return x.Discards
	}
	return 0
}

func (x *Exploration) GetAnnounce() bool {
	if x != nil {
		return x.Announce
	}
	return false
}

func (x *Exploration) GetSilent() uint64 {
	if x != nil {
		return x.Silent
	}
	return 0
}

// Progress is sent about ten times a second while tests are made: a program that
// sends none in the time of a case has failed to return from a test.
type Progress struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Tests         uint64                 `protobuf:"varint,1,opt,name=tests,proto3" json:"tests,omitempty"`      // so far
	Trying        []string               `protobuf:"bytes,2,rep,name=trying,proto3" json:"trying,omitempty"`     // the values of the next test, where that was asked for
	Explored      *Explored              `protobuf:"bytes,3,opt,name=explored,proto3" json:"explored,omitempty"` // the outcome; it is the last message
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Progress) Reset() {
	*x = Progress{}
	mi := &file_ttfint_proto_msgTypes[5]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Progress) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Progress) ProtoMessage() {}

func (x *Progress) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[5]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Progress.ProtoReflect.Descriptor instead.
func (*Progress) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{5}
}

func (x *Progress) GetTests() uint64 {
	if x != nil {
		return x.Tests
	}
	return 0
}

func (x *Progress) GetTrying() []string {
	if x != nil {
		return x.Trying
	}
	return nil
}

func (x *Progress) GetExplored() *Explored {
	if x != nil {
		return x.Explored
	}
	return nil
}

// Explored is the outcome of an exploration.
type Explored struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Verdict       PropertyVerdict        `protobuf:"varint,1,opt,name=verdict,proto3,enum=ttfint.v1.PropertyVerdict" json:"verdict,omitempty"`
	Tests         uint64                 `protobuf:"varint,2,opt,name=tests,proto3" json:"tests,omitempty"`
	Discards      uint64                 `protobuf:"varint,3,opt,name=discards,proto3" json:"discards,omitempty"` // values that do not meet the property's condition
	Values        []string               `protobuf:"bytes,4,rep,name=values,proto3" json:"values,omitempty"`      // the counterexample, one for each parameter
	First         []string               `protobuf:"bytes,5,rep,name=first,proto3" json:"first,omitempty"`        // the one found first, where values are smaller
	Reason        string                 `protobuf:"bytes,6,opt,name=reason,proto3" json:"reason,omitempty"`      // why it is undecided, or cannot be tested
	Panic         string                 `protobuf:"bytes,7,opt,name=panic,proto3" json:"panic,omitempty"`        // what the property panicked with
	Stack         string                 `protobuf:"bytes,8,opt,name=stack,proto3" json:"stack,omitempty"`        // and where
	Labels        []*Label               `protobuf:"bytes,9,rep,name=labels,proto3" json:"labels,omitempty"`      // sorted by name
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Explored) Reset() {
	*x = Explored{}
	mi := &file_ttfint_proto_msgTypes[6]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Explored) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Explored) ProtoMessage() {}

func (x *Explored) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[6]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Explored.ProtoReflect.Descriptor instead.
func (*Explored) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{6}
}

func (x *Explored) GetVerdict() PropertyVerdict {
	if x != nil {
		return x.Verdict
	}
	return PropertyVerdict_UNTESTED
}

func (x *Explored) GetTests() uint64 {
	if x != nil {
		return x.Tests
	}
	return 0
}

func (x *Explored) GetDiscards() uint64 {
	if x != nil {
		return x.Discards
	}
	return 0
}

func (x *Explored) GetValues() []string {
	if x != nil {
		return x.Values
	}
	return nil
}

func (x *Explored) GetFirst() []string {
	if x != nil {
		return x.First
	}
	return nil
}

func (x *Explored) GetReason() string {
	if x != nil {
		return x.Reason
	}
	return ""
}

func (x *Explored) GetPanic() string {
	if x != nil {
		return x.Panic
	}
	return ""
}

func (x *Explored) GetStack() string {
	if x != nil {
		return x.Stack
	}
	return ""
}

func (x *Explored) GetLabels() []*Label {
	if x != nil {
		return x.Labels
	}
	return nil
}

// Label counts the tests that the property gave a label.
type Label struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Tests         uint64                 `protobuf:"varint,2,opt,name=tests,proto3" json:"tests,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Label) Reset() {
	*x = Label{}
	mi := &file_ttfint_proto_msgTypes[7]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Label) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Label) ProtoMessage() {}

func (x *Label) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[7]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Label.ProtoReflect.Descriptor instead.
func (*Label) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{7}
}

func (x *Label) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Label) GetTests() uint64 {
	if x != nil {
		return x.Tests
	}
	return 0
}

// Constant is a constant of the specification with its value in the program. Each
// is named once.
type Constant struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`   // as in Z
	Value         *Value                 `protobuf:"bytes,2,opt,name=value,proto3" json:"value,omitempty"` // not NONE
	Place         string                 `protobuf:"bytes,3,opt,name=place,proto3" json:"place,omitempty"` // where the program says it, as file:line, for messages; "": not known
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Constant) Reset() {
	*x = Constant{}
	mi := &file_ttfint_proto_msgTypes[8]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Constant) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Constant) ProtoMessage() {}

func (x *Constant) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[8]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Constant.ProtoReflect.Descriptor instead.
func (*Constant) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{8}
}

func (x *Constant) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Constant) GetValue() *Value {
	if x != nil {
		return x.Value
	}
	return nil
}

func (x *Constant) GetPlace() string {
	if x != nil {
		return x.Place
	}
	return ""
}

// Unit is a unit of the program. Values of a unit's variables are sent by
// position: "given" values as listed in given, "got" values as listed in got.
type Unit struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Name          string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"`
	Given         []*Variable            `protobuf:"bytes,2,rep,name=given,proto3" json:"given,omitempty"`       // before-state and inputs
	Got           []*Variable            `protobuf:"bytes,3,rep,name=got,proto3" json:"got,omitempty"`           // after-state and outputs
	Served        bool                   `protobuf:"varint,4,opt,name=served,proto3" json:"served,omitempty"`    // cases of it can be run; otherwise it is only intercepted
	Place         string                 `protobuf:"bytes,5,opt,name=place,proto3" json:"place,omitempty"`       // where the program names it, as file:line, for messages; "": not known
	Function      string                 `protobuf:"bytes,6,opt,name=function,proto3" json:"function,omitempty"` // its function as the stack of a process that a failure ended names it; "": not known
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Unit) Reset() {
	*x = Unit{}
	mi := &file_ttfint_proto_msgTypes[9]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Unit) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Unit) ProtoMessage() {}

func (x *Unit) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[9]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Unit.ProtoReflect.Descriptor instead.
func (*Unit) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{9}
}

func (x *Unit) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Unit) GetGiven() []*Variable {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Unit) GetGot() []*Variable {
	if x != nil {
		return x.Got
	}
	return nil
}

func (x *Unit) GetServed() bool {
	if x != nil {
		return x.Served
	}
	return false
}

func (x *Unit) GetPlace() string {
	if x != nil {
		return x.Place
	}
	return ""
}

func (x *Unit) GetFunction() string {
	if x != nil {
		return x.Function
	}
	return ""
}

// Variable is a variable of a unit's schema.
type Variable struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	Name  string                 `protobuf:"bytes,1,opt,name=name,proto3" json:"name,omitempty"` // as in Z, with its decoration: list, list', x?, r!
	Role  Role                   `protobuf:"varint,2,opt,name=role,proto3,enum=ttfint.v1.Role" json:"role,omitempty"`
	Shape *Shape                 `protobuf:"bytes,3,opt,name=shape,proto3" json:"shape,omitempty"`
	Fixed bool                   `protobuf:"varint,4,opt,name=fixed,proto3" json:"fixed,omitempty"` // of a before-state: it can be read but not set
	Place string                 `protobuf:"bytes,5,opt,name=place,proto3" json:"place,omitempty"`  // where the program binds it, as file:line, for messages; "": not known
	// of a before-state that is fixed: a case begins with the value that it has, wherever its leaf allows that
	Observed  bool `protobuf:"varint,6,opt,name=observed,proto3" json:"observed,omitempty"`
	Parameter bool `protobuf:"varint,7,opt,name=parameter,proto3" json:"parameter,omitempty"` // of a state: it is a parameter or a result of the unit, and no object holds it
	// of a before-state: it is set by the step that makes the object, and can be read but not set after that
	Made          bool `protobuf:"varint,8,opt,name=made,proto3" json:"made,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Variable) Reset() {
	*x = Variable{}
	mi := &file_ttfint_proto_msgTypes[10]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Variable) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Variable) ProtoMessage() {}

func (x *Variable) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[10]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Variable.ProtoReflect.Descriptor instead.
func (*Variable) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{10}
}

func (x *Variable) GetName() string {
	if x != nil {
		return x.Name
	}
	return ""
}

func (x *Variable) GetRole() Role {
	if x != nil {
		return x.Role
	}
	return Role_ROLE_UNKNOWN
}

func (x *Variable) GetShape() *Shape {
	if x != nil {
		return x.Shape
	}
	return nil
}

func (x *Variable) GetFixed() bool {
	if x != nil {
		return x.Fixed
	}
	return false
}

func (x *Variable) GetPlace() string {
	if x != nil {
		return x.Place
	}
	return ""
}

func (x *Variable) GetObserved() bool {
	if x != nil {
		return x.Observed
	}
	return false
}

func (x *Variable) GetParameter() bool {
	if x != nil {
		return x.Parameter
	}
	return false
}

func (x *Variable) GetMade() bool {
	if x != nil {
		return x.Made
	}
	return false
}

// Shape says what values a variable of the program can hold.
type Shape struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	Kind  Kind                   `protobuf:"varint,1,opt,name=kind,proto3,enum=ttfint.v1.Kind" json:"kind,omitempty"` // NONE: anything; the program has its own codec
	// Of SEQ and SET one; of TUPLE and BINDING one each; of CTOR those of the arguments of
	// constructors, one each.
	Parts []*Shape `protobuf:"bytes,2,rep,name=parts,proto3" json:"parts,omitempty"`
	// Of ATOM the constants, where known; of BINDING the components; of CTOR, where known,
	// the constructors, one for each of parts, and then constants.
	Names []string `protobuf:"bytes,3,rep,name=names,proto3" json:"names,omitempty"`
	Min   *int64   `protobuf:"zigzag64,4,opt,name=min,proto3,oneof" json:"min,omitempty"` // of INT
	Max   *int64   `protobuf:"zigzag64,5,opt,name=max,proto3,oneof" json:"max,omitempty"` // of INT
	Len   *uint64  `protobuf:"varint,6,opt,name=len,proto3,oneof" json:"len,omitempty"`   // of SEQ: it holds exactly that many
	// Where the program says how such values are sent, as file:line, for messages; "": not known.
	Place         string `protobuf:"bytes,7,opt,name=place,proto3" json:"place,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Shape) Reset() {
	*x = Shape{}
	mi := &file_ttfint_proto_msgTypes[11]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Shape) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Shape) ProtoMessage() {}

func (x *Shape) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[11]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Shape.ProtoReflect.Descriptor instead.
func (*Shape) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{11}
}

func (x *Shape) GetKind() Kind {
	if x != nil {
		return x.Kind
	}
	return Kind_NONE
}

func (x *Shape) GetParts() []*Shape {
	if x != nil {
		return x.Parts
	}
	return nil
}

func (x *Shape) GetNames() []string {
	if x != nil {
		return x.Names
	}
	return nil
}

func (x *Shape) GetMin() int64 {
	if x != nil && x.Min != nil {
		return *x.Min
	}
	return 0
}

func (x *Shape) GetMax() int64 {
	if x != nil && x.Max != nil {
		return *x.Max
	}
	return 0
}

func (x *Shape) GetLen() uint64 {
	if x != nil && x.Len != nil {
		return *x.Len
	}
	return 0
}

func (x *Shape) GetPlace() string {
	if x != nil {
		return x.Place
	}
	return ""
}

// Edge is a pair of units such that the program observes the calls of callee
// that caller makes.
type Edge struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Caller        uint32                 `protobuf:"varint,1,opt,name=caller,proto3" json:"caller,omitempty"`
	Callee        uint32                 `protobuf:"varint,2,opt,name=callee,proto3" json:"callee,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Edge) Reset() {
	*x = Edge{}
	mi := &file_ttfint_proto_msgTypes[12]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Edge) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Edge) ProtoMessage() {}

func (x *Edge) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[12]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Edge.ProtoReflect.Descriptor instead.
func (*Edge) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{12}
}

func (x *Edge) GetCaller() uint32 {
	if x != nil {
		return x.Caller
	}
	return 0
}

func (x *Edge) GetCallee() uint32 {
	if x != nil {
		return x.Callee
	}
	return 0
}

// Value is a value of Z. It describes itself, but is read by the declared type
// of its variable: a STRING where a given type or a free type is declared is the
// element of that name; a SEQ is the function from 1 upward; the empty SEQ and
// the empty SET are the same.
type Value struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Kind          Kind                   `protobuf:"varint,1,opt,name=kind,proto3,enum=ttfint.v1.Kind" json:"kind,omitempty"`
	Int           int64                  `protobuf:"zigzag64,2,opt,name=int,proto3" json:"int,omitempty"`          // INT
	Text          string                 `protobuf:"bytes,3,opt,name=text,proto3" json:"text,omitempty"`           // STRING; ATOM and CTOR: the name; BIG: decimal digits with an optional "-"
	Ints          []int64                `protobuf:"zigzag64,4,rep,packed,name=ints,proto3" json:"ints,omitempty"` // SEQ, SET, TUPLE: the elements where all are INT; then elems is empty
	Elems         []*Value               `protobuf:"bytes,5,rep,name=elems,proto3" json:"elems,omitempty"`         // SEQ, SET, TUPLE: the elements; BINDING: the components; CTOR: the one argument
	Names         []string               `protobuf:"bytes,6,rep,name=names,proto3" json:"names,omitempty"`         // BINDING: the names of the components, sorted
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Value) Reset() {
	*x = Value{}
	mi := &file_ttfint_proto_msgTypes[13]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Value) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Value) ProtoMessage() {}

func (x *Value) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[13]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Value.ProtoReflect.Descriptor instead.
func (*Value) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{13}
}

func (x *Value) GetKind() Kind {
	if x != nil {
		return x.Kind
	}
	return Kind_NONE
}

func (x *Value) GetInt() int64 {
	if x != nil {
		return x.Int
	}
	return 0
}

func (x *Value) GetText() string {
	if x != nil {
		return x.Text
	}
	return ""
}

func (x *Value) GetInts() []int64 {
	if x != nil {
		return x.Ints
	}
	return nil
}

func (x *Value) GetElems() []*Value {
	if x != nil {
		return x.Elems
	}
	return nil
}

func (x *Value) GetNames() []string {
	if x != nil {
		return x.Names
	}
	return nil
}

// Conversion asks for conversions of values of one variable.
type Conversion struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Unit          uint32                 `protobuf:"varint,1,opt,name=unit,proto3" json:"unit,omitempty"`
	Got           bool                   `protobuf:"varint,2,opt,name=got,proto3" json:"got,omitempty"` // variable is a position in got, not in given
	Variable      uint32                 `protobuf:"varint,3,opt,name=variable,proto3" json:"variable,omitempty"`
	Values        []*Value               `protobuf:"bytes,4,rep,name=values,proto3" json:"values,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Conversion) Reset() {
	*x = Conversion{}
	mi := &file_ttfint_proto_msgTypes[14]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Conversion) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Conversion) ProtoMessage() {}

func (x *Conversion) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[14]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Conversion.ProtoReflect.Descriptor instead.
func (*Conversion) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{14}
}

func (x *Conversion) GetUnit() uint32 {
	if x != nil {
		return x.Unit
	}
	return 0
}

func (x *Conversion) GetGot() bool {
	if x != nil {
		return x.Got
	}
	return false
}

func (x *Conversion) GetVariable() uint32 {
	if x != nil {
		return x.Variable
	}
	return 0
}

func (x *Conversion) GetValues() []*Value {
	if x != nil {
		return x.Values
	}
	return nil
}

type Converted struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Attempts      []*Attempt             `protobuf:"bytes,1,rep,name=attempts,proto3" json:"attempts,omitempty"` // one for each of Conversion.values
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Converted) Reset() {
	*x = Converted{}
	mi := &file_ttfint_proto_msgTypes[15]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Converted) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Converted) ProtoMessage() {}

func (x *Converted) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[15]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Converted.ProtoReflect.Descriptor instead.
func (*Converted) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{15}
}

func (x *Converted) GetAttempts() []*Attempt {
	if x != nil {
		return x.Attempts
	}
	return nil
}

// Attempt is what became of a value.
type Attempt struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Value         *Value                 `protobuf:"bytes,1,opt,name=value,proto3" json:"value,omitempty"`     // as it is shown, where both conversions went well
	Refused       string                 `protobuf:"bytes,2,opt,name=refused,proto3" json:"refused,omitempty"` // why the program cannot hold it
	Mute          string                 `protobuf:"bytes,3,opt,name=mute,proto3" json:"mute,omitempty"`       // why what it holds then cannot be shown
	Broken        string                 `protobuf:"bytes,4,opt,name=broken,proto3" json:"broken,omitempty"`   // how the conversion failed otherwise: it panicked
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Attempt) Reset() {
	*x = Attempt{}
	mi := &file_ttfint_proto_msgTypes[16]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Attempt) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Attempt) ProtoMessage() {}

func (x *Attempt) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[16]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Attempt.ProtoReflect.Descriptor instead.
func (*Attempt) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{16}
}

func (x *Attempt) GetValue() *Value {
	if x != nil {
		return x.Value
	}
	return nil
}

func (x *Attempt) GetRefused() string {
	if x != nil {
		return x.Refused
	}
	return ""
}

func (x *Attempt) GetMute() string {
	if x != nil {
		return x.Mute
	}
	return ""
}

func (x *Attempt) GetBroken() string {
	if x != nil {
		return x.Broken
	}
	return ""
}

// HostMessage is what the host sends in a session. Any of its fields may be
// absent.
type HostMessage struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Limits        *Limits                `protobuf:"bytes,1,opt,name=limits,proto3" json:"limits,omitempty"`     // from here on
	Routes        []*RouteSet            `protobuf:"bytes,2,rep,name=routes,proto3" json:"routes,omitempty"`     // definitions, kept for the session
	Acks          []uint64               `protobuf:"varint,3,rep,packed,name=acks,proto3" json:"acks,omitempty"` // Event.seq
	Answers       []*Answer              `protobuf:"bytes,4,rep,name=answers,proto3" json:"answers,omitempty"`
	Steps         []*Step                `protobuf:"bytes,5,rep,name=steps,proto3" json:"steps,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *HostMessage) Reset() {
	*x = HostMessage{}
	mi := &file_ttfint_proto_msgTypes[17]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *HostMessage) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*HostMessage) ProtoMessage() {}

func (x *HostMessage) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[17]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use HostMessage.ProtoReflect.Descriptor instead.
func (*HostMessage) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{17}
}

func (x *HostMessage) GetLimits() *Limits {
	if x != nil {
		return x.Limits
	}
	return nil
}

func (x *HostMessage) GetRoutes() []*RouteSet {
	if x != nil {
		return x.Routes
	}
	return nil
}

func (x *HostMessage) GetAcks() []uint64 {
	if x != nil {
		return x.Acks
	}
	return nil
}

func (x *HostMessage) GetAnswers() []*Answer {
	if x != nil {
		return x.Answers
	}
	return nil
}

func (x *HostMessage) GetSteps() []*Step {
	if x != nil {
		return x.Steps
	}
	return nil
}

type Limits struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	OutputBytes   uint64                 `protobuf:"varint,1,opt,name=output_bytes,json=outputBytes,proto3" json:"output_bytes,omitempty"` // per step, of each of stdout and stderr; 0: 65,536
	Calls         uint64                 `protobuf:"varint,2,opt,name=calls,proto3" json:"calls,omitempty"`                                // recorded per step; 0: 10,000
	MostCalls     uint64                 `protobuf:"varint,3,opt,name=most_calls,json=mostCalls,proto3" json:"most_calls,omitempty"`       // that a step may make in the thread of its unit; 0: 100,000
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Limits) Reset() {
	*x = Limits{}
	mi := &file_ttfint_proto_msgTypes[18]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Limits) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Limits) ProtoMessage() {}

func (x *Limits) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[18]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Limits.ProtoReflect.Descriptor instead.
func (*Limits) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{18}
}

func (x *Limits) GetOutputBytes() uint64 {
	if x != nil {
		return x.OutputBytes
	}
	return 0
}

func (x *Limits) GetCalls() uint64 {
	if x != nil {
		return x.Calls
	}
	return 0
}

func (x *Limits) GetMostCalls() uint64 {
	if x != nil {
		return x.MostCalls
	}
	return 0
}

// RouteSet says for every edge what happens to its calls. Edges that are not
// named RUN. A session in which a route names a unit that there is not ends with
// INVALID_ARGUMENT; a route of two units between which nothing is intercepted is
// not looked at.
type RouteSet struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Id            uint32                 `protobuf:"varint,1,opt,name=id,proto3" json:"id,omitempty"` // from 1; 0 is the empty set, which need not be sent
	Routes        []*Route               `protobuf:"bytes,2,rep,name=routes,proto3" json:"routes,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *RouteSet) Reset() {
	*x = RouteSet{}
	mi := &file_ttfint_proto_msgTypes[19]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *RouteSet) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*RouteSet) ProtoMessage() {}

func (x *RouteSet) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[19]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use RouteSet.ProtoReflect.Descriptor instead.
func (*RouteSet) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{19}
}

func (x *RouteSet) GetId() uint32 {
	if x != nil {
		return x.Id
	}
	return 0
}

func (x *RouteSet) GetRoutes() []*Route {
	if x != nil {
		return x.Routes
	}
	return nil
}

type Route struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Caller        uint32                 `protobuf:"varint,1,opt,name=caller,proto3" json:"caller,omitempty"`
	Callee        uint32                 `protobuf:"varint,2,opt,name=callee,proto3" json:"callee,omitempty"`
	Mode          Mode                   `protobuf:"varint,3,opt,name=mode,proto3,enum=ttfint.v1.Mode" json:"mode,omitempty"`
	Table         []*Row                 `protobuf:"bytes,4,rep,name=table,proto3" json:"table,omitempty"`                              // of TABLE; the first that matches
	Otherwise     Mode                   `protobuf:"varint,5,opt,name=otherwise,proto3,enum=ttfint.v1.Mode" json:"otherwise,omitempty"` // of TABLE: where none matches; RUN or ASK
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Route) Reset() {
	*x = Route{}
	mi := &file_ttfint_proto_msgTypes[20]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Route) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Route) ProtoMessage() {}

func (x *Route) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[20]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Route.ProtoReflect.Descriptor instead.
func (*Route) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{20}
}

func (x *Route) GetCaller() uint32 {
	if x != nil {
		return x.Caller
	}
	return 0
}

func (x *Route) GetCallee() uint32 {
	if x != nil {
		return x.Callee
	}
	return 0
}

func (x *Route) GetMode() Mode {
	if x != nil {
		return x.Mode
	}
	return Mode_RUN
}

func (x *Route) GetTable() []*Row {
	if x != nil {
		return x.Table
	}
	return nil
}

func (x *Route) GetOtherwise() Mode {
	if x != nil {
		return x.Otherwise
	}
	return Mode_RUN
}

// Row is an answer to a call.
type Row struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Given         []*Value               `protobuf:"bytes,1,rep,name=given,proto3" json:"given,omitempty"` // matches a call with equal values; NONE matches any; empty: all NONE
	Got           []*Value               `protobuf:"bytes,2,rep,name=got,proto3" json:"got,omitempty"`     // as in Answer.got
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Row) Reset() {
	*x = Row{}
	mi := &file_ttfint_proto_msgTypes[21]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Row) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Row) ProtoMessage() {}

func (x *Row) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[21]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Row.ProtoReflect.Descriptor instead.
func (*Row) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{21}
}

func (x *Row) GetGiven() []*Value {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Row) GetGot() []*Value {
	if x != nil {
		return x.Got
	}
	return nil
}

// Step is a step of a case: the object is made where it is not there, its state
// set to what is given of it, and the unit run on the inputs. All that a step
// leaves at 0 makes it a case of its own: one unit on a new instance.
type Step struct {
	state  protoimpl.MessageState `protogen:"open.v1"`
	Id     uint64                 `protobuf:"varint,1,opt,name=id,proto3" json:"id,omitempty"` // unique in the session
	Unit   uint32                 `protobuf:"varint,2,opt,name=unit,proto3" json:"unit,omitempty"`
	Routes uint32                 `protobuf:"varint,3,opt,name=routes,proto3" json:"routes,omitempty"` // RouteSet.id
	Given  []*Value               `protobuf:"bytes,4,rep,name=given,proto3" json:"given,omitempty"`    // NONE: left as the object has it; an input may be an OBJECT
	// stream: for the case that crashed a process. Events are sent as calls open
	// and close, the SUT waits for the ack of each, and what the unit prints goes
	// to the process's standard error.
	Stream bool   `protobuf:"varint,5,opt,name=stream,proto3" json:"stream,omitempty"`
	More   bool   `protobuf:"varint,6,opt,name=more,proto3" json:"more,omitempty"`     // the next step is of the same case
	Object uint32 `protobuf:"varint,7,opt,name=object,proto3" json:"object,omitempty"` // the number of the object that the unit runs on
	// keep is the number by which later steps know an object that the unit gives,
	// where that is new to the case; 0: it is not kept. No object has the number
	// yet.
	Keep uint32 `protobuf:"varint,8,opt,name=keep,proto3" json:"keep,omitempty"`
	// end: no unit is run. The case that the step before was of is over: RETURNED,
	// or BROKEN where its objects could not be closed. BLOCKED where no case is open.
	End bool `protobuf:"varint,9,opt,name=end,proto3" json:"end,omitempty"`
	// class, where it is not 0, is 1 more than the index of a class, and the step runs
	// operations of that class on its object in the place of a unit, one after the other.
	Class uint32 `protobuf:"varint,10,opt,name=class,proto3" json:"class,omitempty"`
	// operations are twice the indices of operations, and 1 more where the value is wanted
	// that one gives.
	Operations []uint32 `protobuf:"varint,11,rep,packed,name=operations,proto3" json:"operations,omitempty"`
	Arguments  *Value   `protobuf:"bytes,12,opt,name=arguments,proto3" json:"arguments,omitempty"` // a SEQ of the arguments of all operations, one after the other
	// structure says with which of the structures that have the values of the step it begins,
	// where the program makes its state of one that the host has listed: by its place, from 0,
	// in an order that the program chooses for these values, and that begins with those that
	// differ most.
	Structure     uint32 `protobuf:"varint,13,opt,name=structure,proto3" json:"structure,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Step) Reset() {
	*x = Step{}
	mi := &file_ttfint_proto_msgTypes[22]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Step) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Step) ProtoMessage() {}

func (x *Step) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[22]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Step.ProtoReflect.Descriptor instead.
func (*Step) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{22}
}

func (x *Step) GetId() uint64 {
	if x != nil {
		return x.Id
	}
	return 0
}

func (x *Step) GetUnit() uint32 {
	if x != nil {
		return x.Unit
	}
	return 0
}

func (x *Step) GetRoutes() uint32 {
	if x != nil {
		return x.Routes
	}
	return 0
}

func (x *Step) GetGiven() []*Value {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Step) GetStream() bool {
	if x != nil {
		return x.Stream
	}
	return false
}

func (x *Step) GetMore() bool {
	if x != nil {
		return x.More
	}
	return false
}

func (x *Step) GetObject() uint32 {
	if x != nil {
		return x.Object
	}
	return 0
}

func (x *Step) GetKeep() uint32 {
	if x != nil {
		return x.Keep
	}
	return 0
}

func (x *Step) GetEnd() bool {
	if x != nil {
		return x.End
	}
	return false
}

func (x *Step) GetClass() uint32 {
	if x != nil {
		return x.Class
	}
	return 0
}

func (x *Step) GetOperations() []uint32 {
	if x != nil {
		return x.Operations
	}
	return nil
}

func (x *Step) GetArguments() *Value {
	if x != nil {
		return x.Arguments
	}
	return nil
}

func (x *Step) GetStructure() uint32 {
	if x != nil {
		return x.Structure
	}
	return 0
}

// Structures says with which structure a step began, and what it has left.
type Structures struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Fitting       uint32                 `protobuf:"varint,1,opt,name=fitting,proto3" json:"fitting,omitempty"` // how many of those that the host has listed have the values of the step
	Before        string                 `protobuf:"bytes,2,opt,name=before,proto3" json:"before,omitempty"`    // the one with which it began: its line in the listing
	After         string                 `protobuf:"bytes,3,opt,name=after,proto3" json:"after,omitempty"`      // what it was after the unit, in the same form; "": not known
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Structures) Reset() {
	*x = Structures{}
	mi := &file_ttfint_proto_msgTypes[23]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Structures) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Structures) ProtoMessage() {}

func (x *Structures) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[23]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Structures.ProtoReflect.Descriptor instead.
func (*Structures) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{23}
}

func (x *Structures) GetFitting() uint32 {
	if x != nil {
		return x.Fitting
	}
	return 0
}

func (x *Structures) GetBefore() string {
	if x != nil {
		return x.Before
	}
	return ""
}

func (x *Structures) GetAfter() string {
	if x != nil {
		return x.After
	}
	return ""
}

// SutMessage is what the SUT sends in a session. Any of its fields may be
// absent.
type SutMessage struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Events        []*Event               `protobuf:"bytes,1,rep,name=events,proto3" json:"events,omitempty"`
	Asks          []*Ask                 `protobuf:"bytes,2,rep,name=asks,proto3" json:"asks,omitempty"`
	Results       []*Result              `protobuf:"bytes,3,rep,name=results,proto3" json:"results,omitempty"`
	Lates         []*Late                `protobuf:"bytes,4,rep,name=lates,proto3" json:"lates,omitempty"`
	Leaks         []*Leak                `protobuf:"bytes,5,rep,name=leaks,proto3" json:"leaks,omitempty"` // at the end of the session
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *SutMessage) Reset() {
	*x = SutMessage{}
	mi := &file_ttfint_proto_msgTypes[24]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *SutMessage) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*SutMessage) ProtoMessage() {}

func (x *SutMessage) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[24]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use SutMessage.ProtoReflect.Descriptor instead.
func (*SutMessage) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{24}
}

func (x *SutMessage) GetEvents() []*Event {
	if x != nil {
		return x.Events
	}
	return nil
}

func (x *SutMessage) GetAsks() []*Ask {
	if x != nil {
		return x.Asks
	}
	return nil
}

func (x *SutMessage) GetResults() []*Result {
	if x != nil {
		return x.Results
	}
	return nil
}

func (x *SutMessage) GetLates() []*Late {
	if x != nil {
		return x.Lates
	}
	return nil
}

func (x *SutMessage) GetLeaks() []*Leak {
	if x != nil {
		return x.Leaks
	}
	return nil
}

// Result is the outcome of a step.
type Result struct {
	state   protoimpl.MessageState `protogen:"open.v1"`
	Id      uint64                 `protobuf:"varint,1,opt,name=id,proto3" json:"id,omitempty"` // of the step
	Status  Status                 `protobuf:"varint,2,opt,name=status,proto3,enum=ttfint.v1.Status" json:"status,omitempty"`
	Message string                 `protobuf:"bytes,3,opt,name=message,proto3" json:"message,omitempty"` // says why, where status is not RETURNED
	// RETURNED and UNMAPPED: after-state and outputs; NONE: not known. An output
	// that is an object of the case is an OBJECT, also where the step has kept it.
	Got             []*Value `protobuf:"bytes,4,rep,name=got,proto3" json:"got,omitempty"`
	Calls           []*Call  `protobuf:"bytes,5,rep,name=calls,proto3" json:"calls,omitempty"`              // in the order in which they opened
	Nanoseconds     uint64   `protobuf:"varint,6,opt,name=nanoseconds,proto3" json:"nanoseconds,omitempty"` // that the unit ran, without waiting for answers and acks
	Stdout          []byte   `protobuf:"bytes,7,opt,name=stdout,proto3" json:"stdout,omitempty"`
	Stderr          []byte   `protobuf:"bytes,8,opt,name=stderr,proto3" json:"stderr,omitempty"`
	OutputTruncated bool     `protobuf:"varint,9,opt,name=output_truncated,json=outputTruncated,proto3" json:"output_truncated,omitempty"`
	CallsTruncated  bool     `protobuf:"varint,10,opt,name=calls_truncated,json=callsTruncated,proto3" json:"calls_truncated,omitempty"`
	Stack           string   `protobuf:"bytes,11,opt,name=stack,proto3" json:"stack,omitempty"`                              // PANICKED
	PanickedIn      uint64   `protobuf:"varint,12,opt,name=panicked_in,json=panickedIn,proto3" json:"panicked_in,omitempty"` // PANICKED: the id of the innermost call that the panic unwound; 0: the unit itself
	// given is what state variables were before the unit ran, by the positions of
	// Step.given: RETURNED: those that the step left open, by which the host sees
	// that a unit keeps what is not its own; and any that the step set, which the
	// host compares with what was set. PANICKED: those that the step left open.
	// BLOCKED: those that the step set and that
	// read otherwise, so that the unit was not run. NONE elsewhere, and left out
	// where there are none.
	Given []*Value `protobuf:"bytes,13,rep,name=given,proto3" json:"given,omitempty"`
	// unnamed says, with UNMAPPED, that the value is an error that the program's
	// table of errors has no constant for.
	Unnamed bool `protobuf:"varint,14,opt,name=unnamed,proto3" json:"unnamed,omitempty"`
	// Of a step of operations, got has the values that were wanted, in order. An operation
	// that gives an error has the ATOM error as its value; where no value is wanted of it, its
	// object is an error from then on: all that is done with it is an error, and runs nothing.
	// failed says that the object is an error after the step, and ran how many operations
	// were over when the step ended.
	Failed bool   `protobuf:"varint,15,opt,name=failed,proto3" json:"failed,omitempty"`
	Ran    uint64 `protobuf:"varint,16,opt,name=ran,proto3" json:"ran,omitempty"`
	// structures is set where the step began with a structure that the host has listed: of
	// the first of its variables, where they are of several.
	Structures *Structures `protobuf:"bytes,17,opt,name=structures,proto3" json:"structures,omitempty"`
	// showing is set, with PANICKED, where the unit, or the call panicked_in, had returned, and what
	// it has left could not be shown, though what was there before could.
	Showing       *Showing `protobuf:"bytes,18,opt,name=showing,proto3" json:"showing,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Result) Reset() {
	*x = Result{}
	mi := &file_ttfint_proto_msgTypes[25]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Result) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Result) ProtoMessage() {}

func (x *Result) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[25]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Result.ProtoReflect.Descriptor instead.
func (*Result) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{25}
}

func (x *Result) GetId() uint64 {
	if x != nil {
		return x.Id
	}
	return 0
}

func (x *Result) GetStatus() Status {
	if x != nil {
		return x.Status
	}
	return Status_STATUS_UNKNOWN
}

func (x *Result) GetMessage() string {
	if x != nil {
		return x.Message
	}
	return ""
}

func (x *Result) GetGot() []*Value {
	if x != nil {
		return x.Got
	}
	return nil
}

func (x *Result) GetCalls() []*Call {
	if x != nil {
		return x.Calls
	}
	return nil
}

func (x *Result) GetNanoseconds() uint64 {
	if x != nil {
		return x.Nanoseconds
	}
	return 0
}

func (x *Result) GetStdout() []byte {
	if x != nil {
		return x.Stdout
	}
	return nil
}

func (x *Result) GetStderr() []byte {
	if x != nil {
		return x.Stderr
	}
	return nil
}

func (x *Result) GetOutputTruncated() bool {
	if x != nil {
		return x.OutputTruncated
	}
	return false
}

func (x *Result) GetCallsTruncated() bool {
	if x != nil {
		return x.CallsTruncated
	}
	return false
}

func (x *Result) GetStack() string {
	if x != nil {
		return x.Stack
	}
	return ""
}

func (x *Result) GetPanickedIn() uint64 {
	if x != nil {
		return x.PanickedIn
	}
	return 0
}

func (x *Result) GetGiven() []*Value {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Result) GetUnnamed() bool {
	if x != nil {
		return x.Unnamed
	}
	return false
}

func (x *Result) GetFailed() bool {
	if x != nil {
		return x.Failed
	}
	return false
}

func (x *Result) GetRan() uint64 {
	if x != nil {
		return x.Ran
	}
	return 0
}

func (x *Result) GetStructures() *Structures {
	if x != nil {
		return x.Structures
	}
	return nil
}

func (x *Result) GetShowing() *Showing {
	if x != nil {
		return x.Showing
	}
	return nil
}

// Showing says what was at work when a state could not be shown. What a program does not know
// it leaves out.
type Showing struct {
	state    protoimpl.MessageState `protogen:"open.v1"`
	Variable string                 `protobuf:"bytes,1,opt,name=variable,proto3" json:"variable,omitempty"` // with its decoration
	// units are those of whose functions one was at work, the innermost first.
	Units []uint32 `protobuf:"varint,2,rep,packed,name=units,proto3" json:"units,omitempty"`
	// functions of the program that were at work, the innermost first, as its language names them:
	// at most 16.
	Functions     []string `protobuf:"bytes,3,rep,name=functions,proto3" json:"functions,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Showing) Reset() {
	*x = Showing{}
	mi := &file_ttfint_proto_msgTypes[26]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Showing) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Showing) ProtoMessage() {}

func (x *Showing) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[26]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Showing.ProtoReflect.Descriptor instead.
func (*Showing) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{26}
}

func (x *Showing) GetVariable() string {
	if x != nil {
		return x.Variable
	}
	return ""
}

func (x *Showing) GetUnits() []uint32 {
	if x != nil {
		return x.Units
	}
	return nil
}

func (x *Showing) GetFunctions() []string {
	if x != nil {
		return x.Functions
	}
	return nil
}

// Call is a recorded call. Its id is its position in Result.calls, from 1.
type Call struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	// id counts the calls of the step from 1, those that are not recorded too. It is
	// in Event and Ask only; 0 in Result and Late.
	Id uint64 `protobuf:"varint,1,opt,name=id,proto3" json:"id,omitempty"`
	// parent is the id of the call that made it; 0: the unit under test. Of a call
	// above Limits.calls it may be that of the innermost recorded call that led to it.
	Parent  uint64    `protobuf:"varint,2,opt,name=parent,proto3" json:"parent,omitempty"`
	Caller  uint32    `protobuf:"varint,3,opt,name=caller,proto3" json:"caller,omitempty"`
	Callee  uint32    `protobuf:"varint,4,opt,name=callee,proto3" json:"callee,omitempty"`
	Given   []*Value  `protobuf:"bytes,5,rep,name=given,proto3" json:"given,omitempty"`
	Got     []*Value  `protobuf:"bytes,6,rep,name=got,proto3" json:"got,omitempty"` // RETURNED
	State   CallState `protobuf:"varint,7,opt,name=state,proto3,enum=ttfint.v1.CallState" json:"state,omitempty"`
	By      Mode      `protobuf:"varint,8,opt,name=by,proto3,enum=ttfint.v1.Mode" json:"by,omitempty"` // who answered: RUN: the callee itself
	Message string    `protobuf:"bytes,9,opt,name=message,proto3" json:"message,omitempty"`            // CLOSED: why a value of got cannot be expressed, as for UNMAPPED; that value is NONE
	Unfit   string    `protobuf:"bytes,10,opt,name=unfit,proto3" json:"unfit,omitempty"`               // why a value of given cannot be expressed; that value is NONE
	Unnamed bool      `protobuf:"varint,11,opt,name=unnamed,proto3" json:"unnamed,omitempty"`          // with message: as in Result
	// until is, in Result, the id of the last call that was opened before this one
	// ended: its own where none was. 0: this one ended before any other was opened
	// but by it, as it does in a program of one thread. Of a call that is OPEN it
	// is not looked at.
	Until uint64 `protobuf:"varint,12,opt,name=until,proto3" json:"until,omitempty"`
	// aside says, in Event and Ask, that another thread makes the call than that
	// which runs its caller, so that the caller goes on meanwhile.
	Aside         bool `protobuf:"varint,13,opt,name=aside,proto3" json:"aside,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Call) Reset() {
	*x = Call{}
	mi := &file_ttfint_proto_msgTypes[27]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Call) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Call) ProtoMessage() {}

func (x *Call) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[27]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Call.ProtoReflect.Descriptor instead.
func (*Call) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{27}
}

func (x *Call) GetId() uint64 {
	if x != nil {
		return x.Id
	}
	return 0
}

func (x *Call) GetParent() uint64 {
	if x != nil {
		return x.Parent
	}
	return 0
}

func (x *Call) GetCaller() uint32 {
	if x != nil {
		return x.Caller
	}
	return 0
}

func (x *Call) GetCallee() uint32 {
	if x != nil {
		return x.Callee
	}
	return 0
}

func (x *Call) GetGiven() []*Value {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Call) GetGot() []*Value {
	if x != nil {
		return x.Got
	}
	return nil
}

func (x *Call) GetState() CallState {
	if x != nil {
		return x.State
	}
	return CallState_OPEN
}

func (x *Call) GetBy() Mode {
	if x != nil {
		return x.By
	}
	return Mode_RUN
}

func (x *Call) GetMessage() string {
	if x != nil {
		return x.Message
	}
	return ""
}

func (x *Call) GetUnfit() string {
	if x != nil {
		return x.Unfit
	}
	return ""
}

func (x *Call) GetUnnamed() bool {
	if x != nil {
		return x.Unnamed
	}
	return false
}

func (x *Call) GetUntil() uint64 {
	if x != nil {
		return x.Until
	}
	return 0
}

func (x *Call) GetAside() bool {
	if x != nil {
		return x.Aside
	}
	return false
}

// Ask asks the host for the answer to a call whose route is ASK. Other calls
// may go on meanwhile.
type Ask struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Seq           uint64                 `protobuf:"varint,1,opt,name=seq,proto3" json:"seq,omitempty"`   // unique in the session
	Step          uint64                 `protobuf:"varint,2,opt,name=step,proto3" json:"step,omitempty"` // Step.id
	Call          *Call                  `protobuf:"bytes,3,opt,name=call,proto3" json:"call,omitempty"`
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Ask) Reset() {
	*x = Ask{}
	mi := &file_ttfint_proto_msgTypes[28]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Ask) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Ask) ProtoMessage() {}

func (x *Ask) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[28]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Ask.ProtoReflect.Descriptor instead.
func (*Ask) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{28}
}

func (x *Ask) GetSeq() uint64 {
	if x != nil {
		return x.Seq
	}
	return 0
}

func (x *Ask) GetStep() uint64 {
	if x != nil {
		return x.Step
	}
	return 0
}

func (x *Ask) GetCall() *Call {
	if x != nil {
		return x.Call
	}
	return nil
}

type Answer struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Seq           uint64                 `protobuf:"varint,1,opt,name=seq,proto3" json:"seq,omitempty"` // Ask.seq
	Kind          AnswerKind             `protobuf:"varint,2,opt,name=kind,proto3,enum=ttfint.v1.AnswerKind" json:"kind,omitempty"`
	Got           []*Value               `protobuf:"bytes,3,rep,name=got,proto3" json:"got,omitempty"`       // ANSWER; NONE, or left out at the end: the state is unchanged, the output is any
	Reason        string                 `protobuf:"bytes,4,opt,name=reason,proto3" json:"reason,omitempty"` // REFUSE
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Answer) Reset() {
	*x = Answer{}
	mi := &file_ttfint_proto_msgTypes[29]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Answer) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Answer) ProtoMessage() {}

func (x *Answer) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[29]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Answer.ProtoReflect.Descriptor instead.
func (*Answer) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{29}
}

func (x *Answer) GetSeq() uint64 {
	if x != nil {
		return x.Seq
	}
	return 0
}

func (x *Answer) GetKind() AnswerKind {
	if x != nil {
		return x.Kind
	}
	return AnswerKind_ANSWER
}

func (x *Answer) GetGot() []*Value {
	if x != nil {
		return x.Got
	}
	return nil
}

func (x *Answer) GetReason() string {
	if x != nil {
		return x.Reason
	}
	return ""
}

// Event is sent for a step with stream set. An Ask takes the place of OPENED.
//
// By the last event the host knows what was going on when a process ended or
// did not answer. Only from STARTED to ENDED is the unit at work, and of that
// time not from ENTERED with OBSERVING to the OPENED, Ask or CLOSED_CALL that
// follows. A program that sends no STARTED does not let its units be blamed for
// its end.
type Event struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	Seq   uint64                 `protobuf:"varint,1,opt,name=seq,proto3" json:"seq,omitempty"`   // unique in the session, over events and asks
	Step  uint64                 `protobuf:"varint,2,opt,name=step,proto3" json:"step,omitempty"` // Step.id
	Kind  EventKind              `protobuf:"varint,3,opt,name=kind,proto3,enum=ttfint.v1.EventKind" json:"kind,omitempty"`
	Call  *Call                  `protobuf:"bytes,4,opt,name=call,proto3" json:"call,omitempty"`                         // OPENED, CLOSED_CALL; of ENTERED with OBSERVING, id to callee and aside are set
	Phase Phase                  `protobuf:"varint,5,opt,name=phase,proto3,enum=ttfint.v1.Phase" json:"phase,omitempty"` // ENTERED
	At    string                 `protobuf:"bytes,6,opt,name=at,proto3" json:"at,omitempty"`                             // ENTERED: the variable; of OBSERVING and HOOKING the callee; "": none in particular
	// others says, while the unit is at work, which calls have started threads that go on
	// beside those which run the unit and its open calls: their ids, 0 for the unit
	// itself. Any of these may be why the process ends.
	Others []uint64 `protobuf:"varint,7,rep,packed,name=others,proto3" json:"others,omitempty"`
	// foreign says that such threads were started otherwise, or it is not known by what.
	Foreign bool `protobuf:"varint,8,opt,name=foreign,proto3" json:"foreign,omitempty"`
	// given, of STARTED, is what the state variables that the step left open are before the
	// unit runs, as in Result.given.
	Given         []*Value    `protobuf:"bytes,9,rep,name=given,proto3" json:"given,omitempty"`
	Structures    *Structures `protobuf:"bytes,10,opt,name=structures,proto3" json:"structures,omitempty"` // STARTED: as in Result, without what is after the unit
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Event) Reset() {
	*x = Event{}
	mi := &file_ttfint_proto_msgTypes[30]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Event) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Event) ProtoMessage() {}

func (x *Event) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[30]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Event.ProtoReflect.Descriptor instead.
func (*Event) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{30}
}

func (x *Event) GetSeq() uint64 {
	if x != nil {
		return x.Seq
	}
	return 0
}

func (x *Event) GetStep() uint64 {
	if x != nil {
		return x.Step
	}
	return 0
}

func (x *Event) GetKind() EventKind {
	if x != nil {
		return x.Kind
	}
	return EventKind_STARTED
}

func (x *Event) GetCall() *Call {
	if x != nil {
		return x.Call
	}
	return nil
}

func (x *Event) GetPhase() Phase {
	if x != nil {
		return x.Phase
	}
	return Phase_PHASE_UNKNOWN
}

func (x *Event) GetAt() string {
	if x != nil {
		return x.At
	}
	return ""
}

func (x *Event) GetOthers() []uint64 {
	if x != nil {
		return x.Others
	}
	return nil
}

func (x *Event) GetForeign() bool {
	if x != nil {
		return x.Foreign
	}
	return false
}

func (x *Event) GetGiven() []*Value {
	if x != nil {
		return x.Given
	}
	return nil
}

func (x *Event) GetStructures() *Structures {
	if x != nil {
		return x.Structures
	}
	return nil
}

// Late is what comes of a step after its unit has returned, also when other steps run: a call, which ran the real callee,
// or an error that nobody handled.
type Late struct {
	state protoimpl.MessageState `protogen:"open.v1"`
	Step  uint64                 `protobuf:"varint,1,opt,name=step,proto3" json:"step,omitempty"` // Step.id
	Call  *Call                  `protobuf:"bytes,2,opt,name=call,proto3" json:"call,omitempty"`  // parent is 0, and of given only the inputs are set
	// raised, in the place of call, is what was raised and not handled in what the unit, or a
	// callee, has left behind, such as a timer, where that ends a program of this language. The
	// SDK tells it and goes on.
	Raised        string `protobuf:"bytes,3,opt,name=raised,proto3" json:"raised,omitempty"`
	Unit          uint32 `protobuf:"varint,4,opt,name=unit,proto3" json:"unit,omitempty"` // with raised: the unit, or the callee, that has left it behind
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Late) Reset() {
	*x = Late{}
	mi := &file_ttfint_proto_msgTypes[31]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Late) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Late) ProtoMessage() {}

func (x *Late) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[31]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Late.ProtoReflect.Descriptor instead.
func (*Late) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{31}
}

func (x *Late) GetStep() uint64 {
	if x != nil {
		return x.Step
	}
	return 0
}

func (x *Late) GetCall() *Call {
	if x != nil {
		return x.Call
	}
	return nil
}

func (x *Late) GetRaised() string {
	if x != nil {
		return x.Raised
	}
	return ""
}

func (x *Late) GetUnit() uint32 {
	if x != nil {
		return x.Unit
	}
	return 0
}

// Leak says what cases have left behind in the process.
type Leak struct {
	state         protoimpl.MessageState `protogen:"open.v1"`
	Unit          uint32                 `protobuf:"varint,1,opt,name=unit,proto3" json:"unit,omitempty"`
	Goroutines    uint64                 `protobuf:"varint,2,opt,name=goroutines,proto3" json:"goroutines,omitempty"` // or threads, or handles of an event loop, in other languages
	At            string                 `protobuf:"bytes,3,opt,name=at,proto3" json:"at,omitempty"`                  // where most of them are: a function and a place
	unknownFields protoimpl.UnknownFields
	sizeCache     protoimpl.SizeCache
}

func (x *Leak) Reset() {
	*x = Leak{}
	mi := &file_ttfint_proto_msgTypes[32]
	ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
	ms.StoreMessageInfo(mi)
}

func (x *Leak) String() string {
	return protoimpl.X.MessageStringOf(x)
}

func (*Leak) ProtoMessage() {}

func (x *Leak) ProtoReflect() protoreflect.Message {
	mi := &file_ttfint_proto_msgTypes[32]
	if x != nil {
		ms := protoimpl.X.MessageStateOf(protoimpl.Pointer(x))
		if ms.LoadMessageInfo() == nil {
			ms.StoreMessageInfo(mi)
		}
		return ms
	}
	return mi.MessageOf(x)
}

// Deprecated: Use Leak.ProtoReflect.Descriptor instead.
func (*Leak) Descriptor() ([]byte, []int) {
	return file_ttfint_proto_rawDescGZIP(), []int{32}
}

func (x *Leak) GetUnit() uint32 {
	if x != nil {
		return x.Unit
	}
	return 0
}

func (x *Leak) GetGoroutines() uint64 {
	if x != nil {
		return x.Goroutines
	}
	return 0
}

func (x *Leak) GetAt() string {
	if x != nil {
		return x.At
	}
	return ""
}

var File_ttfint_proto protoreflect.FileDescriptor

const file_ttfint_proto_rawDesc = "" +
	"\n" +
	"\fttfint.proto\x12\tttfint.v1\"\x11\n" +
	"\x0fDescribeRequest\"\xbe\x02\n" +
	"\vDescription\x12\x1a\n" +
	"\bprotocol\x18\x01 \x01(\rR\bprotocol\x12\x1a\n" +
	"\blanguage\x18\x02 \x01(\tR\blanguage\x12\x10\n" +
	"\x03sdk\x18\x03 \x01(\tR\x03sdk\x12%\n" +
	"\x05units\x18\x04 \x03(\v2\x0f.ttfint.v1.UnitR\x05units\x12%\n" +
	"\x05edges\x18\x05 \x03(\v2\x0f.ttfint.v1.EdgeR\x05edges\x121\n" +
	"\tconstants\x18\x06 \x03(\v2\x13.ttfint.v1.ConstantR\tconstants\x12\x18\n" +
	"\ascripts\x18\a \x01(\bR\ascripts\x12\x1e\n" +
	"\n" +
	"properties\x18\b \x03(\tR\n" +
	"properties\x12*\n" +
	"\aclasses\x18\t \x03(\v2\x10.ttfint.v1.ClassR\aclasses\"Q\n" +
	"\x05Class\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x124\n" +
	"\n" +
	"operations\x18\x02 \x03(\v2\x14.ttfint.v1.OperationR\n" +
	"operations\"\xcb\x01\n" +
	"\tOperation\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12,\n" +
	"\x04kind\x18\x02 \x01(\x0e2\x18.ttfint.v1.OperationKindR\x04kind\x12(\n" +
	"\x06params\x18\x03 \x03(\v2\x10.ttfint.v1.ShapeR\x06params\x12&\n" +
	"\x05gives\x18\x04 \x01(\v2\x10.ttfint.v1.ShapeR\x05gives\x12\x14\n" +
	"\x05unfit\x18\x05 \x01(\tR\x05unfit\x12\x14\n" +
	"\x05place\x18\x06 \x01(\tR\x05place\"\xa3\x01\n" +
	"\vExploration\x12\x1a\n" +
	"\bproperty\x18\x01 \x01(\tR\bproperty\x12\x12\n" +
	"\x04seed\x18\x02 \x01(\x04R\x04seed\x12\x14\n" +
	"\x05tests\x18\x03 \x01(\x04R\x05tests\x12\x1a\n" +
	"\bdiscards\x18\x04 \x01(\x04R\bdiscards\x12\x1a\n" +
	"\bannounce\x18\x05 \x01(\bR\bannounce\x12\x16\n" +
	"\x06silent\x18\x06 \x01(\x04R\x06silent\"i\n" +
	"\bProgress\x12\x14\n" +
	"\x05tests\x18\x01 \x01(\x04R\x05tests\x12\x16\n" +
	"\x06trying\x18\x02 \x03(\tR\x06trying\x12/\n" +
	"\bexplored\x18\x03 \x01(\v2\x13.ttfint.v1.ExploredR\bexplored\"\x8e\x02\n" +
	"\bExplored\x124\n" +
	"\averdict\x18\x01 \x01(\x0e2\x1a.ttfint.v1.PropertyVerdictR\averdict\x12\x14\n" +
	"\x05tests\x18\x02 \x01(\x04R\x05tests\x12\x1a\n" +
	"\bdiscards\x18\x03 \x01(\x04R\bdiscards\x12\x16\n" +
	"\x06values\x18\x04 \x03(\tR\x06values\x12\x14\n" +
	"\x05first\x18\x05 \x03(\tR\x05first\x12\x16\n" +
	"\x06reason\x18\x06 \x01(\tR\x06reason\x12\x14\n" +
	"\x05panic\x18\a \x01(\tR\x05panic\x12\x14\n" +
	"\x05stack\x18\b \x01(\tR\x05stack\x12(\n" +
	"\x06labels\x18\t \x03(\v2\x10.ttfint.v1.LabelR\x06labels\"1\n" +
	"\x05Label\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12\x14\n" +
	"\x05tests\x18\x02 \x01(\x04R\x05tests\"\\\n" +
	"\bConstant\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12&\n" +
	"\x05value\x18\x02 \x01(\v2\x10.ttfint.v1.ValueR\x05value\x12\x14\n" +
	"\x05place\x18\x03 \x01(\tR\x05place\"\xb6\x01\n" +
	"\x04Unit\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12)\n" +
	"\x05given\x18\x02 \x03(\v2\x13.ttfint.v1.VariableR\x05given\x12%\n" +
	"\x03got\x18\x03 \x03(\v2\x13.ttfint.v1.VariableR\x03got\x12\x16\n" +
	"\x06served\x18\x04 \x01(\bR\x06served\x12\x14\n" +
	"\x05place\x18\x05 \x01(\tR\x05place\x12\x1a\n" +
	"\bfunction\x18\x06 \x01(\tR\bfunction\"\xe5\x01\n" +
	"\bVariable\x12\x12\n" +
	"\x04name\x18\x01 \x01(\tR\x04name\x12#\n" +
	"\x04role\x18\x02 \x01(\x0e2\x0f.ttfint.v1.RoleR\x04role\x12&\n" +
	"\x05shape\x18\x03 \x01(\v2\x10.ttfint.v1.ShapeR\x05shape\x12\x14\n" +
	"\x05fixed\x18\x04 \x01(\bR\x05fixed\x12\x14\n" +
	"\x05place\x18\x05 \x01(\tR\x05place\x12\x1a\n" +
	"\bobserved\x18\x06 \x01(\bR\bobserved\x12\x1c\n" +
	"\tparameter\x18\a \x01(\bR\tparameter\x12\x12\n" +
	"\x04made\x18\b \x01(\bR\x04made\"\xdd\x01\n" +
	"\x05Shape\x12#\n" +
	"\x04kind\x18\x01 \x01(\x0e2\x0f.ttfint.v1.KindR\x04kind\x12&\n" +
	"\x05parts\x18\x02 \x03(\v2\x10.ttfint.v1.ShapeR\x05parts\x12\x14\n" +
	"\x05names\x18\x03 \x03(\tR\x05names\x12\x15\n" +
	"\x03min\x18\x04 \x01(\x12H\x00R\x03min\x88\x01\x01\x12\x15\n" +
	"\x03max\x18\x05 \x01(\x12H\x01R\x03max\x88\x01\x01\x12\x15\n" +
	"\x03len\x18\x06 \x01(\x04H\x02R\x03len\x88\x01\x01\x12\x14\n" +
	"\x05place\x18\a \x01(\tR\x05placeB\x06\n" +
	"\x04_minB\x06\n" +
	"\x04_maxB\x06\n" +
	"\x04_len\"6\n" +
	"\x04Edge\x12\x16\n" +
	"\x06caller\x18\x01 \x01(\rR\x06caller\x12\x16\n" +
	"\x06callee\x18\x02 \x01(\rR\x06callee\"\xa4\x01\n" +
	"\x05Value\x12#\n" +
	"\x04kind\x18\x01 \x01(\x0e2\x0f.ttfint.v1.KindR\x04kind\x12\x10\n" +
	"\x03int\x18\x02 \x01(\x12R\x03int\x12\x12\n" +
	"\x04text\x18\x03 \x01(\tR\x04text\x12\x12\n" +
	"\x04ints\x18\x04 \x03(\x12R\x04ints\x12&\n" +
	"\x05elems\x18\x05 \x03(\v2\x10.ttfint.v1.ValueR\x05elems\x12\x14\n" +
	"\x05names\x18\x06 \x03(\tR\x05names\"x\n" +
	"\n" +
	"Conversion\x12\x12\n" +
	"\x04unit\x18\x01 \x01(\rR\x04unit\x12\x10\n" +
	"\x03got\x18\x02 \x01(\bR\x03got\x12\x1a\n" +
	"\bvariable\x18\x03 \x01(\rR\bvariable\x12(\n" +
	"\x06values\x18\x04 \x03(\v2\x10.ttfint.v1.ValueR\x06values\";\n" +
	"\tConverted\x12.\n" +
	"\battempts\x18\x01 \x03(\v2\x12.ttfint.v1.AttemptR\battempts\"w\n" +
	"\aAttempt\x12&\n" +
	"\x05value\x18\x01 \x01(\v2\x10.ttfint.v1.ValueR\x05value\x12\x18\n" +
	"\arefused\x18\x02 \x01(\tR\arefused\x12\x12\n" +
	"\x04mute\x18\x03 \x01(\tR\x04mute\x12\x16\n" +
	"\x06broken\x18\x04 \x01(\tR\x06broken\"\xcd\x01\n" +
	"\vHostMessage\x12)\n" +
	"\x06limits\x18\x01 \x01(\v2\x11.ttfint.v1.LimitsR\x06limits\x12+\n" +
	"\x06routes\x18\x02 \x03(\v2\x13.ttfint.v1.RouteSetR\x06routes\x12\x12\n" +
	"\x04acks\x18\x03 \x03(\x04R\x04acks\x12+\n" +
	"\aanswers\x18\x04 \x03(\v2\x11.ttfint.v1.AnswerR\aanswers\x12%\n" +
	"\x05steps\x18\x05 \x03(\v2\x0f.ttfint.v1.StepR\x05steps\"`\n" +
	"\x06Limits\x12!\n" +
	"\foutput_bytes\x18\x01 \x01(\x04R\voutputBytes\x12\x14\n" +
	"\x05calls\x18\x02 \x01(\x04R\x05calls\x12\x1d\n" +
	"\n" +
	"most_calls\x18\x03 \x01(\x04R\tmostCalls\"D\n" +
	"\bRouteSet\x12\x0e\n" +
	"\x02id\x18\x01 \x01(\rR\x02id\x12(\n" +
	"\x06routes\x18\x02 \x03(\v2\x10.ttfint.v1.RouteR\x06routes\"\xb1\x01\n" +
	"\x05Route\x12\x16\n" +
	"\x06caller\x18\x01 \x01(\rR\x06caller\x12\x16\n" +
	"\x06callee\x18\x02 \x01(\rR\x06callee\x12#\n" +
	"\x04mode\x18\x03 \x01(\x0e2\x0f.ttfint.v1.ModeR\x04mode\x12$\n" +
	"\x05table\x18\x04 \x03(\v2\x0e.ttfint.v1.RowR\x05table\x12-\n" +
	"\totherwise\x18\x05 \x01(\x0e2\x0f.ttfint.v1.ModeR\totherwise\"Q\n" +
	"\x03Row\x12&\n" +
	"\x05given\x18\x01 \x03(\v2\x10.ttfint.v1.ValueR\x05given\x12\"\n" +
	"\x03got\x18\x02 \x03(\v2\x10.ttfint.v1.ValueR\x03got\"\xd8\x02\n" +
	"\x04Step\x12\x0e\n" +
	"\x02id\x18\x01 \x01(\x04R\x02id\x12\x12\n" +
	"\x04unit\x18\x02 \x01(\rR\x04unit\x12\x16\n" +
	"\x06routes\x18\x03 \x01(\rR\x06routes\x12&\n" +
	"\x05given\x18\x04 \x03(\v2\x10.ttfint.v1.ValueR\x05given\x12\x16\n" +
	"\x06stream\x18\x05 \x01(\bR\x06stream\x12\x12\n" +
	"\x04more\x18\x06 \x01(\bR\x04more\x12\x16\n" +
	"\x06object\x18\a \x01(\rR\x06object\x12\x12\n" +
	"\x04keep\x18\b \x01(\rR\x04keep\x12\x10\n" +
	"\x03end\x18\t \x01(\bR\x03end\x12\x14\n" +
	"\x05class\x18\n" +
	" \x01(\rR\x05class\x12\x1e\n" +
	"\n" +
	"operations\x18\v \x03(\rR\n" +
	"operations\x12.\n" +
	"\targuments\x18\f \x01(\v2\x10.ttfint.v1.ValueR\targuments\x12\x1c\n" +
	"\tstructure\x18\r \x01(\rR\tstructure\"T\n" +
	"\n" +
	"Structures\x12\x18\n" +
	"\afitting\x18\x01 \x01(\rR\afitting\x12\x16\n" +
	"\x06before\x18\x02 \x01(\tR\x06before\x12\x14\n" +
	"\x05after\x18\x03 \x01(\tR\x05after\"\xd5\x01\n" +
	"\n" +
	"SutMessage\x12(\n" +
	"\x06events\x18\x01 \x03(\v2\x10.ttfint.v1.EventR\x06events\x12\"\n" +
	"\x04asks\x18\x02 \x03(\v2\x0e.ttfint.v1.AskR\x04asks\x12+\n" +
	"\aresults\x18\x03 \x03(\v2\x11.ttfint.v1.ResultR\aresults\x12%\n" +
	"\x05lates\x18\x04 \x03(\v2\x0f.ttfint.v1.LateR\x05lates\x12%\n" +
	"\x05leaks\x18\x05 \x03(\v2\x0f.ttfint.v1.LeakR\x05leaks\"\xd6\x04\n" +
	"\x06Result\x12\x0e\n" +
	"\x02id\x18\x01 \x01(\x04R\x02id\x12)\n" +
	"\x06status\x18\x02 \x01(\x0e2\x11.ttfint.v1.StatusR\x06status\x12\x18\n" +
	"\amessage\x18\x03 \x01(\tR\amessage\x12\"\n" +
	"\x03got\x18\x04 \x03(\v2\x10.ttfint.v1.ValueR\x03got\x12%\n" +
	"\x05calls\x18\x05 \x03(\v2\x0f.ttfint.v1.CallR\x05calls\x12 \n" +
	"\vnanoseconds\x18\x06 \x01(\x04R\vnanoseconds\x12\x16\n" +
	"\x06stdout\x18\a \x01(\fR\x06stdout\x12\x16\n" +
	"\x06stderr\x18\b \x01(\fR\x06stderr\x12)\n" +
	"\x10output_truncated\x18\t \x01(\bR\x0foutputTruncated\x12'\n" +
	"\x0fcalls_truncated\x18\n" +
	" \x01(\bR\x0ecallsTruncated\x12\x14\n" +
	"\x05stack\x18\v \x01(\tR\x05stack\x12\x1f\n" +
	"\vpanicked_in\x18\f \x01(\x04R\n" +
	"panickedIn\x12&\n" +
	"\x05given\x18\r \x03(\v2\x10.ttfint.v1.ValueR\x05given\x12\x18\n" +
	"\aunnamed\x18\x0e \x01(\bR\aunnamed\x12\x16\n" +
	"\x06failed\x18\x0f \x01(\bR\x06failed\x12\x10\n" +
	"\x03ran\x18\x10 \x01(\x04R\x03ran\x125\n" +
	"\n" +
	"structures\x18\x11 \x01(\v2\x15.ttfint.v1.StructuresR\n" +
	"structures\x12,\n" +
	"\ashowing\x18\x12 \x01(\v2\x12.ttfint.v1.ShowingR\ashowing\"Y\n" +
	"\aShowing\x12\x1a\n" +
	"\bvariable\x18\x01 \x01(\tR\bvariable\x12\x14\n" +
	"\x05units\x18\x02 \x03(\rR\x05units\x12\x1c\n" +
	"\tfunctions\x18\x03 \x03(\tR\tfunctions\"\xed\x02\n" +
	"\x04Call\x12\x0e\n" +
	"\x02id\x18\x01 \x01(\x04R\x02id\x12\x16\n" +
	"\x06parent\x18\x02 \x01(\x04R\x06parent\x12\x16\n" +
	"\x06caller\x18\x03 \x01(\rR\x06caller\x12\x16\n" +
	"\x06callee\x18\x04 \x01(\rR\x06callee\x12&\n" +
	"\x05given\x18\x05 \x03(\v2\x10.ttfint.v1.ValueR\x05given\x12\"\n" +
	"\x03got\x18\x06 \x03(\v2\x10.ttfint.v1.ValueR\x03got\x12*\n" +
	"\x05state\x18\a \x01(\x0e2\x14.ttfint.v1.CallStateR\x05state\x12\x1f\n" +
	"\x02by\x18\b \x01(\x0e2\x0f.ttfint.v1.ModeR\x02by\x12\x18\n" +
	"\amessage\x18\t \x01(\tR\amessage\x12\x14\n" +
	"\x05unfit\x18\n" +
	" \x01(\tR\x05unfit\x12\x18\n" +
	"\aunnamed\x18\v \x01(\bR\aunnamed\x12\x14\n" +
	"\x05until\x18\f \x01(\x04R\x05until\x12\x14\n" +
	"\x05aside\x18\r \x01(\bR\x05aside\"P\n" +
	"\x03Ask\x12\x10\n" +
	"\x03seq\x18\x01 \x01(\x04R\x03seq\x12\x12\n" +
	"\x04step\x18\x02 \x01(\x04R\x04step\x12#\n" +
	"\x04call\x18\x03 \x01(\v2\x0f.ttfint.v1.CallR\x04call\"\x81\x01\n" +
	"\x06Answer\x12\x10\n" +
	"\x03seq\x18\x01 \x01(\x04R\x03seq\x12)\n" +
	"\x04kind\x18\x02 \x01(\x0e2\x15.ttfint.v1.AnswerKindR\x04kind\x12\"\n" +
	"\x03got\x18\x03 \x03(\v2\x10.ttfint.v1.ValueR\x03got\x12\x16\n" +
	"\x06reason\x18\x04 \x01(\tR\x06reason\"\xc5\x02\n" +
	"\x05Event\x12\x10\n" +
	"\x03seq\x18\x01 \x01(\x04R\x03seq\x12\x12\n" +
	"\x04step\x18\x02 \x01(\x04R\x04step\x12(\n" +
	"\x04kind\x18\x03 \x01(\x0e2\x14.ttfint.v1.EventKindR\x04kind\x12#\n" +
	"\x04call\x18\x04 \x01(\v2\x0f.ttfint.v1.CallR\x04call\x12&\n" +
	"\x05phase\x18\x05 \x01(\x0e2\x10.ttfint.v1.PhaseR\x05phase\x12\x0e\n" +
	"\x02at\x18\x06 \x01(\tR\x02at\x12\x16\n" +
	"\x06others\x18\a \x03(\x04R\x06others\x12\x18\n" +
	"\aforeign\x18\b \x01(\bR\aforeign\x12&\n" +
	"\x05given\x18\t \x03(\v2\x10.ttfint.v1.ValueR\x05given\x125\n" +
	"\n" +
	"structures\x18\n" +
	" \x01(\v2\x15.ttfint.v1.StructuresR\n" +
	"structures\"k\n" +
	"\x04Late\x12\x12\n" +
	"\x04step\x18\x01 \x01(\x04R\x04step\x12#\n" +
	"\x04call\x18\x02 \x01(\v2\x0f.ttfint.v1.CallR\x04call\x12\x16\n" +
	"\x06raised\x18\x03 \x01(\tR\x06raised\x12\x12\n" +
	"\x04unit\x18\x04 \x01(\rR\x04unit\"J\n" +
	"\x04Leak\x12\x12\n" +
	"\x04unit\x18\x01 \x01(\rR\x04unit\x12\x1e\n" +
	"\n" +
	"goroutines\x18\x02 \x01(\x04R\n" +
	"goroutines\x12\x0e\n" +
	"\x02at\x18\x03 \x01(\tR\x02at*=\n" +
	"\rOperationKind\x12\n" +
	"\n" +
	"\x06METHOD\x10\x00\x12\t\n" +
	"\x05MAKES\x10\x01\x12\n" +
	"\n" +
	"\x06COPIES\x10\x02\x12\t\n" +
	"\x05SHOWS\x10\x03*W\n" +
	"\x0fPropertyVerdict\x12\f\n" +
	"\bUNTESTED\x10\x00\x12\t\n" +
	"\x05PROOF\x10\x01\x12\b\n" +
	"\x04PASS\x10\x02\x12\x12\n" +
	"\x0eCOUNTEREXAMPLE\x10\x03\x12\r\n" +
	"\tUNDECIDED\x10\x04*F\n" +
	"\x04Role\x12\x10\n" +
	"\fROLE_UNKNOWN\x10\x00\x12\n" +
	"\n" +
	"\x06BEFORE\x10\x01\x12\t\n" +
	"\x05INPUT\x10\x02\x12\t\n" +
	"\x05AFTER\x10\x03\x12\n" +
	"\n" +
	"\x06OUTPUT\x10\x04*x\n" +
	"\x04Kind\x12\b\n" +
	"\x04NONE\x10\x00\x12\a\n" +
	"\x03INT\x10\x01\x12\a\n" +
	"\x03BIG\x10\x02\x12\n" +
	"\n" +
	"\x06STRING\x10\x03\x12\b\n" +
	"\x04ATOM\x10\x04\x12\a\n" +
	"\x03SEQ\x10\x05\x12\a\n" +
	"\x03SET\x10\x06\x12\t\n" +
	"\x05TUPLE\x10\a\x12\v\n" +
	"\aBINDING\x10\b\x12\b\n" +
	"\x04CTOR\x10\t\x12\n" +
	"\n" +
	"\x06OBJECT\x10\n" +
	"*#\n" +
	"\x04Mode\x12\a\n" +
	"\x03RUN\x10\x00\x12\t\n" +
	"\x05TABLE\x10\x01\x12\a\n" +
	"\x03ASK\x10\x02*y\n" +
	"\x06Status\x12\x12\n" +
	"\x0eSTATUS_UNKNOWN\x10\x00\x12\f\n" +
	"\bRETURNED\x10\x01\x12\f\n" +
	"\bPANICKED\x10\x02\x12\f\n" +
	"\bUNMAPPED\x10\x03\x12\v\n" +
	"\aBLOCKED\x10\x04\x12\v\n" +
	"\aABORTED\x10\x05\x12\n" +
	"\n" +
	"\x06BROKEN\x10\x06\x12\v\n" +
	"\aSKIPPED\x10\a*.\n" +
	"\tCallState\x12\b\n" +
	"\x04OPEN\x10\x00\x12\n" +
	"\n" +
	"\x06CLOSED\x10\x01\x12\v\n" +
	"\aUNWOUND\x10\x02*.\n" +
	"\n" +
	"AnswerKind\x12\n" +
	"\n" +
	"\x06ANSWER\x10\x00\x12\b\n" +
	"\x04REAL\x10\x01\x12\n" +
	"\n" +
	"\x06REFUSE\x10\x02*M\n" +
	"\tEventKind\x12\v\n" +
	"\aSTARTED\x10\x00\x12\n" +
	"\n" +
	"\x06OPENED\x10\x01\x12\x0f\n" +
	"\vCLOSED_CALL\x10\x02\x12\t\n" +
	"\x05ENDED\x10\x03\x12\v\n" +
	"\aENTERED\x10\x04*w\n" +
	"\x05Phase\x12\x11\n" +
	"\rPHASE_UNKNOWN\x10\x00\x12\n" +
	"\n" +
	"\x06MAKING\x10\x01\x12\v\n" +
	"\aSETTING\x10\x02\x12\f\n" +
	"\bCHECKING\x10\x03\x12\v\n" +
	"\aHOOKING\x10\x04\x12\r\n" +
	"\tOBSERVING\x10\x05\x12\v\n" +
	"\aREADING\x10\x06\x12\v\n" +
	"\aCLOSING\x10\a2\xfb\x01\n" +
	"\aProgram\x12>\n" +
	"\bDescribe\x12\x1a.ttfint.v1.DescribeRequest\x1a\x16.ttfint.v1.Description\x12<\n" +
	"\aSession\x12\x16.ttfint.v1.HostMessage\x1a\x15.ttfint.v1.SutMessage(\x010\x01\x126\n" +
	"\aConvert\x12\x15.ttfint.v1.Conversion\x1a\x14.ttfint.v1.Converted\x12:\n" +
	"\aExplore\x12\x16.ttfint.v1.Exploration\x1a\x13.ttfint.v1.Progress(\x010\x01B%Z#github.com/ttf-int/ttf-int/sut/wireb\x06proto3"

var (
	file_ttfint_proto_rawDescOnce sync.Once
	file_ttfint_proto_rawDescData []byte
)

func file_ttfint_proto_rawDescGZIP() []byte {
	file_ttfint_proto_rawDescOnce.Do(func() {
		file_ttfint_proto_rawDescData = protoimpl.X.CompressGZIP(unsafe.Slice(unsafe.StringData(file_ttfint_proto_rawDesc), len(file_ttfint_proto_rawDesc)))
	})
	return file_ttfint_proto_rawDescData
}

var file_ttfint_proto_enumTypes = make([]protoimpl.EnumInfo, 10)
var file_ttfint_proto_msgTypes = make([]protoimpl.MessageInfo, 33)
var file_ttfint_proto_goTypes = []any{
	(OperationKind)(0),      // 0: ttfint.v1.OperationKind
	(PropertyVerdict)(0),    // 1: ttfint.v1.PropertyVerdict
	(Role)(0),               // 2: ttfint.v1.Role
	(Kind)(0),               // 3: ttfint.v1.Kind
	(Mode)(0),               // 4: ttfint.v1.Mode
	(Status)(0),             // 5: ttfint.v1.Status
	(CallState)(0),          // 6: ttfint.v1.CallState
	(AnswerKind)(0),         // 7: ttfint.v1.AnswerKind
	(EventKind)(0),          // 8: ttfint.v1.EventKind
	(Phase)(0),              // 9: ttfint.v1.Phase
	(*DescribeRequest)(nil), // 10: ttfint.v1.DescribeRequest
	(*Description)(nil),     // 11: ttfint.v1.Description
	(*Class)(nil),           // 12: ttfint.v1.Class
	(*Operation)(nil),       // 13: ttfint.v1.Operation
	(*Exploration)(nil),     // 14: ttfint.v1.Exploration
	(*Progress)(nil),        // 15: ttfint.v1.Progress
	(*Explored)(nil),        // 16: ttfint.v1.Explored
	(*Label)(nil),           // 17: ttfint.v1.Label
	(*Constant)(nil),        // 18: ttfint.v1.Constant
	(*Unit)(nil),            // 19: ttfint.v1.Unit
	(*Variable)(nil),        // 20: ttfint.v1.Variable
	(*Shape)(nil),           // 21: ttfint.v1.Shape
	(*Edge)(nil),            // 22: ttfint.v1.Edge
	(*Value)(nil),           // 23: ttfint.v1.Value
	(*Conversion)(nil),      // 24: ttfint.v1.Conversion
	(*Converted)(nil),       // 25: ttfint.v1.Converted
	(*Attempt)(nil),         // 26: ttfint.v1.Attempt
	(*HostMessage)(nil),     // 27: ttfint.v1.HostMessage
	(*Limits)(nil),          // 28: ttfint.v1.Limits
	(*RouteSet)(nil),        // 29: ttfint.v1.RouteSet
	(*Route)(nil),           // 30: ttfint.v1.Route
	(*Row)(nil),             // 31: ttfint.v1.Row
	(*Step)(nil),            // 32: ttfint.v1.Step
	(*Structures)(nil),      // 33: ttfint.v1.Structures
	(*SutMessage)(nil),      // 34: ttfint.v1.SutMessage
	(*Result)(nil),          // 35: ttfint.v1.Result
	(*Showing)(nil),         // 36: ttfint.v1.Showing
	(*Call)(nil),            // 37: ttfint.v1.Call
	(*Ask)(nil),             // 38: ttfint.v1.Ask
	(*Answer)(nil),          // 39: ttfint.v1.Answer
	(*Event)(nil),           // 40: ttfint.v1.Event
	(*Late)(nil),            // 41: ttfint.v1.Late
	(*Leak)(nil),            // 42: ttfint.v1.Leak
}
var file_ttfint_proto_depIdxs = []int32{
	19, // 0: ttfint.v1.Description.units:type_name -> ttfint.v1.Unit
	22, // 1: ttfint.v1.Description.edges:type_name -> ttfint.v1.Edge
	18, // 2: ttfint.v1.Description.constants:type_name -> ttfint.v1.Constant
	12, // 3: ttfint.v1.Description.classes:type_name -> ttfint.v1.Class
	13, // 4: ttfint.v1.Class.operations:type_name -> ttfint.v1.Operation
	0,  // 5: ttfint.v1.Operation.kind:type_name -> ttfint.v1.OperationKind
	21, // 6: ttfint.v1.Operation.params:type_name -> ttfint.v1.Shape
	21, // 7: ttfint.v1.Operation.gives:type_name -> ttfint.v1.Shape
	16, // 8: ttfint.v1.Progress.explored:type_name -> ttfint.v1.Explored
	1,  // 9: ttfint.v1.Explored.verdict:type_name -> ttfint.v1.PropertyVerdict
	17, // 10: ttfint.v1.Explored.labels:type_name -> ttfint.v1.Label
	23, // 11: ttfint.v1.Constant.value:type_name -> ttfint.v1.Value
	20, // 12: ttfint.v1.Unit.given:type_name -> ttfint.v1.Variable
	20, // 13: ttfint.v1.Unit.got:type_name -> ttfint.v1.Variable
	2,  // 14: ttfint.v1.Variable.role:type_name -> ttfint.v1.Role
	21, // 15: ttfint.v1.Variable.shape:type_name -> ttfint.v1.Shape
	3,  // 16: ttfint.v1.Shape.kind:type_name -> ttfint.v1.Kind
	21, // 17: ttfint.v1.Shape.parts:type_name -> ttfint.v1.Shape
	3,  // 18: ttfint.v1.Value.kind:type_name -> ttfint.v1.Kind
	23, // 19: ttfint.v1.Value.elems:type_name -> ttfint.v1.Value
	23, // 20: ttfint.v1.Conversion.values:type_name -> ttfint.v1.Value
	26, // 21: ttfint.v1.Converted.attempts:type_name -> ttfint.v1.Attempt
	23, // 22: ttfint.v1.Attempt.value:type_name -> ttfint.v1.Value
	28, // 23: ttfint.v1.HostMessage.limits:type_name -> ttfint.v1.Limits
	29, // 24: ttfint.v1.HostMessage.routes:type_name -> ttfint.v1.RouteSet
	39, // 25: ttfint.v1.HostMessage.answers:type_name -> ttfint.v1.Answer
	32, // 26: ttfint.v1.HostMessage.steps:type_name -> ttfint.v1.Step
	30, // 27: ttfint.v1.RouteSet.routes:type_name -> ttfint.v1.Route
	4,  // 28: ttfint.v1.Route.mode:type_name -> ttfint.v1.Mode
	31, // 29: ttfint.v1.Route.table:type_name -> ttfint.v1.Row
	4,  // 30: ttfint.v1.Route.otherwise:type_name -> ttfint.v1.Mode
	23, // 31: ttfint.v1.Row.given:type_name -> ttfint.v1.Value
	23, // 32: ttfint.v1.Row.got:type_name -> ttfint.v1.Value
	23, // 33: ttfint.v1.Step.given:type_name -> ttfint.v1.Value
	23, // 34: ttfint.v1.Step.arguments:type_name -> ttfint.v1.Value
	40, // 35: ttfint.v1.SutMessage.events:type_name -> ttfint.v1.Event
	38, // 36: ttfint.v1.SutMessage.asks:type_name -> ttfint.v1.Ask
	35, // 37: ttfint.v1.SutMessage.results:type_name -> ttfint.v1.Result
	41, // 38: ttfint.v1.SutMessage.lates:type_name -> ttfint.v1.Late
	42, // 39: ttfint.v1.SutMessage.leaks:type_name -> ttfint.v1.Leak
	5,  // 40: ttfint.v1.Result.status:type_name -> ttfint.v1.Status
	23, // 41: ttfint.v1.Result.got:type_name -> ttfint.v1.Value
	37, // 42: ttfint.v1.Result.calls:type_name -> ttfint.v1.Call
	23, // 43: ttfint.v1.Result.given:type_name -> ttfint.v1.Value
	33, // 44: ttfint.v1.Result.structures:type_name -> ttfint.v1.Structures
	36, // 45: ttfint.v1.Result.showing:type_name -> ttfint.v1.Showing
	23, // 46: ttfint.v1.Call.given:type_name -> ttfint.v1.Value
	23, // 47: ttfint.v1.Call.got:type_name -> ttfint.v1.Value
	6,  // 48: ttfint.v1.Call.state:type_name -> ttfint.v1.CallState
	4,  // 49: ttfint.v1.Call.by:type_name -> ttfint.v1.Mode
	37, // 50: ttfint.v1.Ask.call:type_name -> ttfint.v1.Call
	7,  // 51: ttfint.v1.Answer.kind:type_name -> ttfint.v1.AnswerKind
	23, // 52: ttfint.v1.Answer.got:type_name -> ttfint.v1.Value
	8,  // 53: ttfint.v1.Event.kind:type_name -> ttfint.v1.EventKind
	37, // 54: ttfint.v1.Event.call:type_name -> ttfint.v1.Call
	9,  // 55: ttfint.v1.Event.phase:type_name -> ttfint.v1.Phase
	23, // 56: ttfint.v1.Event.given:type_name -> ttfint.v1.Value
	33, // 57: ttfint.v1.Event.structures:type_name -> ttfint.v1.Structures
	37, // 58: ttfint.v1.Late.call:type_name -> ttfint.v1.Call
	10, // 59: ttfint.v1.Program.Describe:input_type -> ttfint.v1.DescribeRequest
	27, // 60: ttfint.v1.Program.Session:input_type -> ttfint.v1.HostMessage
	24, // 61: ttfint.v1.Program.Convert:input_type -> ttfint.v1.Conversion
	14, // 62: ttfint.v1.Program.Explore:input_type -> ttfint.v1.Exploration
	11, // 63: ttfint.v1.Program.Describe:output_type -> ttfint.v1.Description
	34, // 64: ttfint.v1.Program.Session:output_type -> ttfint.v1.SutMessage
	25, // 65: ttfint.v1.Program.Convert:output_type -> ttfint.v1.Converted
	15, // 66: ttfint.v1.Program.Explore:output_type -> ttfint.v1.Progress
	63, // [63:67] is the sub-list for method output_type
	59, // [59:63] is the sub-list for method input_type
	59, // [59:59] is the sub-list for extension type_name
	59, // [59:59] is the sub-list for extension extendee
	0,  // [0:59] is the sub-list for field type_name
}

func init() { file_ttfint_proto_init() }
func file_ttfint_proto_init() {
	if File_ttfint_proto != nil {
		return
	}
	file_ttfint_proto_msgTypes[11].OneofWrappers = []any{}
	type x struct{}
	out := protoimpl.TypeBuilder{
		File: protoimpl.DescBuilder{
			GoPackagePath: reflect.TypeOf(x{}).PkgPath(),
			RawDescriptor: unsafe.Slice(unsafe.StringData(file_ttfint_proto_rawDesc), len(file_ttfint_proto_rawDesc)),
			NumEnums:      10,
			NumMessages:   33,
			NumExtensions: 0,
			NumServices:   1,
		},
		GoTypes:           file_ttfint_proto_goTypes,
		DependencyIndexes: file_ttfint_proto_depIdxs,
		EnumInfos:         file_ttfint_proto_enumTypes,
		MessageInfos:      file_ttfint_proto_msgTypes,
	}.Build()
	File_ttfint_proto = out.File
	file_ttfint_proto_goTypes = nil
	file_ttfint_proto_depIdxs = nil
}
