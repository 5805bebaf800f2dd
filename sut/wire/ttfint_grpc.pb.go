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

// Code generated by protoc-gen-go-grpc. DO NOT EDIT.
// versions:
// - protoc-gen-go-grpc v1.6.2
// - protoc             v7.35.1
// source: ttfint.proto

package wire

import (
	context "context"
	grpc "google.golang.org/grpc"
	codes "google.golang.org/grpc/codes"
	status "google.golang.org/grpc/status"
)

// This is a compile-time assertion to ensure that this generated file
// is compatible with the grpc package it is being compiled against.
// Requires gRPC-Go v1.64.0 or later.
const _ = grpc.SupportPackageIsVersion9

const (
	Program_Describe_FullMethodName = "/ttfint.v1.Program/Describe"
	Program_Session_FullMethodName  = "/ttfint.v1.Program/Session"
	Program_Convert_FullMethodName  = "/ttfint.v1.Program/Convert"
	Program_Explore_FullMethodName  = "/ttfint.v1.Program/Explore"
)

// ProgramClient is the client API for Program service.
//
// For semantics around ctx use and closing/ending streaming RPCs, please refer to https://pkg.go.dev/google.golang.org/grpc/?tab=doc#ClientConn.NewStream.
//
// Program is the service of a program under test.
type ProgramClient interface {
	// Describe says what the program serves. It is the same for the life of the
	// process.
	Describe(ctx context.Context, in *DescribeRequest, opts ...grpc.CallOption) (*Description, error)
	// Session runs cases, step by step.
	Session(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[HostMessage, SutMessage], error)
	// Convert takes values as a case would and shows them as a result would,
	// without an instance. The host tries a program by it before the first case;
	// a program that does not implement it is not tried.
	Convert(ctx context.Context, in *Conversion, opts ...grpc.CallOption) (*Converted, error)
	// Explore tests a property of the program with values that the program makes
	// itself. What comes last is the outcome. The host does this outside sessions,
	// and for one property at a time; a program without properties does not
	// implement it.
	Explore(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[Exploration, Progress], error)
}

type programClient struct {
	cc grpc.ClientConnInterface
}

func NewProgramClient(cc grpc.ClientConnInterface) ProgramClient {
	return &programClient{cc}
}

func (c *programClient) Describe(ctx context.Context, in *DescribeRequest, opts ...grpc.CallOption) (*Description, error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	out := new(Description)
	err := c.cc.Invoke(ctx, Program_Describe_FullMethodName, in, out, cOpts...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (c *programClient) Session(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[HostMessage, SutMessage], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Program_ServiceDesc.Streams[0], Program_Session_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[HostMessage, SutMessage]{ClientStream: stream}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Program_SessionClient = grpc.BidiStreamingClient[HostMessage, SutMessage]

func (c *programClient) Convert(ctx context.Context, in *Conversion, opts ...grpc.CallOption) (*Converted, error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	out := new(Converted)
	err := c.cc.Invoke(ctx, Program_Convert_FullMethodName, in, out, cOpts...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (c *programClient) Explore(ctx context.Context, opts ...grpc.CallOption) (grpc.BidiStreamingClient[Exploration, Progress], error) {
	cOpts := append([]grpc.CallOption{grpc.StaticMethod()}, opts...)
	stream, err := c.cc.NewStream(ctx, &Program_ServiceDesc.Streams[1], Program_Explore_FullMethodName, cOpts...)
	if err != nil {
		return nil, err
	}
	x := &grpc.GenericClientStream[Exploration, Progress]{ClientStream: stream}
	return x, nil
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Program_ExploreClient = grpc.BidiStreamingClient[Exploration, Progress]

// ProgramServer is the server API for Program service.
// All implementations must embed UnimplementedProgramServer
// for forward compatibility.
//
// Program is the service of a program under test.
type ProgramServer interface {
	// Describe says what the program serves. It is the same for the life of the
	// process.
	Describe(context.Context, *DescribeRequest) (*Description, error)
	// Session runs cases, step by step.
	Session(grpc.BidiStreamingServer[HostMessage, SutMessage]) error
	// Convert takes values as a case would and shows them as a result would,
	// without an instance. The host tries a program by it before the first case;
	// a program that does not implement it is not tried.
	Convert(context.Context, *Conversion) (*Converted, error)
	// Explore tests a property of the program with values that the program makes
	// itself. What comes last is the outcome. The host does this outside sessions,
	// and for one property at a time; a program without properties does not
	// implement it.
	Explore(grpc.BidiStreamingServer[Exploration, Progress]) error
	mustEmbedUnimplementedProgramServer()
}

// UnimplementedProgramServer must be embedded to have
// forward compatible implementations.
//
// NOTE: this should be embedded by value instead of pointer to avoid a nil
// pointer dereference when methods are called.
type UnimplementedProgramServer struct{}

func (UnimplementedProgramServer) Describe(context.Context, *DescribeRequest) (*Description, error) {
	return nil, status.Error(codes.Unimplemented, "method Describe not implemented")
}
func (UnimplementedProgramServer) Session(grpc.BidiStreamingServer[HostMessage, SutMessage]) error {
	return status.Error(codes.Unimplemented, "method Session not implemented")
}
func (UnimplementedProgramServer) Convert(context.Context, *Conversion) (*Converted, error) {
	return nil, status.Error(codes.Unimplemented, "method Convert not implemented")
}
func (UnimplementedProgramServer) Explore(grpc.BidiStreamingServer[Exploration, Progress]) error {
	return status.Error(codes.Unimplemented, "method Explore not implemented")
}
func (UnimplementedProgramServer) mustEmbedUnimplementedProgramServer() {}
func (UnimplementedProgramServer) testEmbeddedByValue()                 {}

// UnsafeProgramServer may be embedded to opt out of forward compatibility for this service.
// Use of this interface is not recommended, as added methods to ProgramServer will
// result in compilation errors.
type UnsafeProgramServer interface {
	mustEmbedUnimplementedProgramServer()
}

func RegisterProgramServer(s grpc.ServiceRegistrar, srv ProgramServer) {
	// If the following call panics, it indicates UnimplementedProgramServer was
	// embedded by pointer and is nil.  This will cause panics if an
	// unimplemented method is ever invoked, so we test this at initialization
	// time to prevent it from happening at runtime later due to I/O.
	if t, ok := srv.(interface{ testEmbeddedByValue() }); ok {
		t.testEmbeddedByValue()
	}
	s.RegisterService(&Program_ServiceDesc, srv)
}

func _Program_Describe_Handler(srv interface{}, ctx context.Context, dec func(interface{}) error, interceptor grpc.UnaryServerInterceptor) (interface{}, error) {
	in := new(DescribeRequest)
	if err := dec(in); err != nil {
		return nil, err
	}
	if interceptor == nil {
		return srv.(ProgramServer).Describe(ctx, in)
	}
	info := &grpc.UnaryServerInfo{
		Server:     srv,
		FullMethod: Program_Describe_FullMethodName,
	}
	handler := func(ctx context.Context, req interface{}) (interface{}, error) {
		return srv.(ProgramServer).Describe(ctx, req.(*DescribeRequest))
	}
	return interceptor(ctx, in, info, handler)
}

func _Program_Session_Handler(srv interface{}, stream grpc.ServerStream) error {
	return srv.(ProgramServer).Session(&grpc.GenericServerStream[HostMessage, SutMessage]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Program_SessionServer = grpc.BidiStreamingServer[HostMessage, SutMessage]

func _Program_Convert_Handler(srv interface{}, ctx context.Context, dec func(interface{}) error, interceptor grpc.UnaryServerInterceptor) (interface{}, error) {
	in := new(Conversion)
	if err := dec(in); err != nil {
		return nil, err
	}
	if interceptor == nil {
		return srv.(ProgramServer).Convert(ctx, in)
	}
	info := &grpc.UnaryServerInfo{
		Server:     srv,
		FullMethod: Program_Convert_FullMethodName,
	}
	handler := func(ctx context.Context, req interface{}) (interface{}, error) {
		return srv.(ProgramServer).Convert(ctx, req.(*Conversion))
	}
	return interceptor(ctx, in, info, handler)
}

func _Program_Explore_Handler(srv interface{}, stream grpc.ServerStream) error {
	return srv.(ProgramServer).Explore(&grpc.GenericServerStream[Exploration, Progress]{ServerStream: stream})
}

// This type alias is provided for backwards compatibility with existing code that references the prior non-generic stream type by name.
type Program_ExploreServer = grpc.BidiStreamingServer[Exploration, Progress]

// Program_ServiceDesc is the grpc.ServiceDesc for Program service.
// It's only intended for direct use with grpc.RegisterService,
// and not to be introspected or modified (even as a copy)
var Program_ServiceDesc = grpc.ServiceDesc{
	ServiceName: "ttfint.v1.Program",
	HandlerType: (*ProgramServer)(nil),
	Methods: []grpc.MethodDesc{
		{
			MethodName: "Describe",
			Handler:    _Program_Describe_Handler,
		},
		{
			MethodName: "Convert",
			Handler:    _Program_Convert_Handler,
		},
	},
	Streams: []grpc.StreamDesc{
		{
			StreamName:    "Session",
			Handler:       _Program_Session_Handler,
			ServerStreams: true,
			ClientStreams: true,
		},
		{
			StreamName:    "Explore",
			Handler:       _Program_Explore_Handler,
			ServerStreams: true,
			ClientStreams: true,
		},
	},
	Metadata: "ttfint.proto",
}
