package sut

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Version is the version of this SDK.
const Version = "0.1.0"

// protocolVersion is the version of the protocol in ttfint.proto.
const protocolVersion = 1

// PluginName is the name under which the host dispenses the program.
const PluginName = "program"

// Handshake returns what go-plugin's two sides compare when a program starts.
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

// programPlugin is both sides of the protocol; the host's has no server.
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

// maxLine bounds a line of what a program prints before its handshake.
const maxLine = 64 << 10

// SkipToHandshake returns what a program writes to its standard output from the
// handshake line on. A program may print before it calls Serve, and go-plugin
// takes the first line for the handshake. What comes earlier is written to log.
func SkipToHandshake(stdout io.Reader, log io.Writer) io.Reader {
	return &skipper{from: bufio.NewReaderSize(stdout, maxLine), log: log}
}

type skipper struct {
	from *bufio.Reader
	log  io.Writer
	line []byte // the handshake, as far as it was not read
	done bool
}

// Read implements io.Reader.
func (s *skipper) Read(p []byte) (int, error) {
	for !s.done {
		line, err := s.from.ReadSlice('\n')
		// What was printed without a line break stands before the handshake.
		if i := handshakeAt(line); i >= 0 {
			_, _ = s.log.Write(line[:i])
			s.line, s.done = bytes.Clone(line[i:]), true
			break
		}
		_, _ = s.log.Write(line)
		if err != nil && err != bufio.ErrBufferFull {
			return 0, err
		}
	}
	if len(s.line) > 0 {
		n := copy(p, s.line)
		s.line = s.line[n:]
		return n, nil
	}
	return s.from.Read(p)
}

// handshakeAt returns where in a line a handshake begins, or -1.
func handshakeAt(line []byte) int {
	for _, network := range []string{"1|1|unix|", "1|1|tcp|"} {
		if i := bytes.LastIndex(line, []byte(network)); i >= 0 && strings.Contains(string(line[i:]), "|grpc") {
			return i
		}
	}
	return -1
}
