local common = import 'common.libsonnet';

{
  clientGrpcServers: common.open(1),
  workerGrpcServers: common.open(2),
  contentAddressableStorage: common.storage,
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  global: {},
  executeAuthorizer: { allow: {} },
  modifyDrainsAuthorizer: { allow: {} },
  killOperationsAuthorizer: { allow: {} },
  synchronizeAuthorizer: { allow: {} },
  actionRouter: {
    simple: {
      platformKeyExtractor: { action: {} },
      invocationKeyExtractors: [],
      initialSizeClassAnalyzer: {
        defaultExecutionTimeout: '1800s',
        maximumExecutionTimeout: '7200s',
      },
    },
  },
  platformQueueWithNoWorkersTimeout: '60s',
}
