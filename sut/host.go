package sut

import (
	"context"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Version is the version of this SDK.
const Version = "0.1.0"

// protocolVersion is the version of the protocol in ttfint.proto.
const protocolVersion = 1

// WrongTable is the exit code of a program whose table is wrong in itself (EX_CONFIG of sysexits.h). What it has
// written to standard error then says why.
const WrongTable = 78

// PluginName is the name under which go-plugin knows the program.
const PluginName = "program"

// Handshake returns what the two sides of go-plugin compare when a program starts.
func Handshake() plugin.HandshakeConfig {
	return plugin.HandshakeConfig{
		ProtocolVersion:  protocolVersion,
		MagicCookieKey:   "TTF_INT_SUT",
		MagicCookieValue: "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981",
	}
}

// Plugins returns the host's side of the protocol for go-plugin. What it
// dispenses under PluginName is a wire.ProgramClient.
func Plugins() plugin.PluginSet { return plugin.PluginSet{PluginName: &programPlugin{}} }

// programPlugin implements both sides of the protocol for go-plugin. That of the host
// has no server.
type programPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	server wire.ProgramServer
}

// GRPCServer registers the program.
func (p *programPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	wire.RegisterProgramServer(s, p.server)
	return nil
}

// GRPCClient returns the client of the program.
func (p *programPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return wire.NewProgramClient(conn), nil
}
