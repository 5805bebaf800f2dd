// Package wire holds the Go code that protoc makes from ttfint.proto, where the
// protocol is described: its messages, their order and their limits. Both sides
// of a session send and receive these types, encoded by Codec.
//
// It is large because all but the codec was written by protoc.
package wire
