// What the programs of the cluster have in common. STATE is the folder in which they keep what they have, PORT the first
// of three ports of loopback.
{
  port(n): '127.0.0.1:%d' % (std.parseInt(std.extVar('PORT')) + n),
  state: std.extVar('STATE'),
  maximumMessageSizeBytes: 4 * 1024 * 1024,
  storage: { grpc: { client: { address: $.port(0) } } },
  blobstore: {
    contentAddressableStorage: $.storage,
    actionCache: $.storage,
  },
  open(n): [{ listenAddresses: [$.port(n)], authenticationPolicy: { allow: {} } }],
}
