local common = import 'common.libsonnet';
local folder = common.state + '/' + std.extVar('WORKER');

{
  buildDirectoryPath: folder + '/build',
  global: {},
  grpcServers: [{ listenPaths: [folder + '/runner'], authenticationPolicy: { allow: {} } }],
}
