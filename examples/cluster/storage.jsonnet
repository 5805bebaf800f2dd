local common = import 'common.libsonnet';

// Files in blocks: 4 GB of contents, and what came of actions.
local kept(name, block, fresh, keys) = {
  'local': {
    keyLocationMapInMemory: { entries: keys },
    keyLocationMapMaximumGetAttempts: 16,
    keyLocationMapMaximumPutAttempts: 64,
    oldBlocks: 8,
    currentBlocks: 16,
    newBlocks: fresh,
    blocksOnBlockDevice: {
      source: { file: { path: common.state + '/' + name, sizeBytes: block * 30 } },
      spareBlocks: 3,
    },
  },
};
local contents = kept('contents', 128 * 1024 * 1024, 3, 1000 * 1000);

{
  grpcServers: common.open(0),
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  global: {},
  contentAddressableStorage: {
    backend: contents,
    getAuthorizer: { allow: {} },
    putAuthorizer: { allow: {} },
    findMissingAuthorizer: { allow: {} },
  },
  actionCache: {
    backend: kept('actions', 1024 * 1024, 1, 100 * 1000),
    getAuthorizer: { allow: {} },
    putAuthorizer: { allow: {} },
  },
  schedulers: { '': { endpoint: { address: common.port(1) } } },
  executeAuthorizer: { allow: {} },
}
