local common = import 'common.libsonnet';
local folder = common.state + '/' + std.extVar('WORKER');

{
  blobstore: common.blobstore,
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  scheduler: { address: common.port(2) },
  global: {},
  buildDirectories: [{
    native: {
      buildDirectoryPath: folder + '/build',
      cacheDirectoryPath: folder + '/cache',
      maximumCacheFileCount: 10000,
      maximumCacheSizeBytes: 1024 * 1024 * 1024,
      cacheReplacementPolicy: 'LEAST_RECENTLY_USED',
    },
    runners: [{
      endpoint: { address: 'unix:' + folder + '/runner' },
      concurrency: 1,
      maximumFilePoolFileCount: 10000,
      maximumFilePoolSizeBytes: 256 * 1024 * 1024,
      platform: {},
      workerId: { worker: std.extVar('WORKER') },
    }],
  }],
  filePool: { blockDevice: { file: { path: folder + '/pool', sizeBytes: 256 * 1024 * 1024 } } },
  inputDownloadConcurrency: 4,
  outputUploadConcurrency: 4,
  directoryCache: {
    maximumCount: 1000,
    maximumSizeBytes: 1000 * 1024,
    cacheReplacementPolicy: 'LEAST_RECENTLY_USED',
  },
}
