"""The messages of the protocol, made from sut/ttfint.proto."""
