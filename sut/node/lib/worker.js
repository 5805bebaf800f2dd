"use strict";

// The thread that speaks gRPC. The program's own thread runs units, and may stand still in the midst of one until the
// host has answered; this one goes on meanwhile. It passes messages on, and knows nothing of what they say.

const path = require("node:path");
const { workerData } = require("node:worker_threads");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

// The largest message of the protocol, in bytes.
const MAX_MESSAGE = 16 << 20;

const signal = new Int32Array(workerData.signal);
const port = workerData.port;

// tell passes a message to the program's thread, and wakes it where it waits for one.
function tell(message) {
  port.postMessage(message);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

const proto = grpc.loadPackageDefinition(loader.loadSync(path.join(__dirname, "..", "ttfint.proto"), {
  longs: String, enums: Number, bytes: Buffer, defaults: true, arrays: true,
}));

let session = null; // the call of the session that there is
const conversions = new Map();
let nextConversion = 1;

const service = {
  describe: (call, done) => done(null, workerData.description),
  session(call) {
    if (session) {
      call.emit("error", { code: grpc.status.FAILED_PRECONDITION, details: "this process serves a session already" });
      return;
    }
    session = call;
    tell({ kind: "begin" });
    call.on("data", (message) => tell({ kind: "host", message }));
    call.on("end", () => tell({ kind: "end" }));
    call.on("cancelled", () => {
      session = session === call ? null : session;
      tell({ kind: "left" });
    });
    call.on("error", () => {});
  },
  convert(call, done) {
    conversions.set(nextConversion, done);
    tell({ kind: "convert", number: nextConversion++, request: call.request });
  },
  explore(call) {
    call.emit("error", { code: grpc.status.UNIMPLEMENTED, details: "properties are not served from Node.js" });
  },
};

port.on("message", (m) => {
  switch (m.kind) {
    case "sut":
      if (session) session.write(m.message);
      break;
    case "over":
      if (session) {
        const call = session;
        session = null;
        if (m.code === undefined) call.end();
        else call.emit("error", { code: grpc.status[m.code], details: m.why });
      }
      break;
    case "converted": {
      const done = conversions.get(m.number);
      conversions.delete(m.number);
      if (m.why) done({ code: grpc.status.INVALID_ARGUMENT, details: m.why });
      else done(null, m.reply);
    }
  }
});

const server = new grpc.Server({
  "grpc.max_receive_message_length": MAX_MESSAGE, "grpc.max_send_message_length": 4 * MAX_MESSAGE,
});
server.addService(proto.ttfint.v1.Program.service, service);

// plain is a service of one method, whose messages are as small as bytes.
function plain(name, method, answer) {
  server.addService({
    [method]: {
      path: `/${name}/${method}`, requestStream: false, responseStream: false,
      requestDeserialize: (bytes) => bytes, requestSerialize: (bytes) => bytes,
      responseDeserialize: (bytes) => bytes, responseSerialize: (bytes) => bytes,
    },
  }, { [method]: (call, done) => done(null, answer()) });
}
plain("grpc.health.v1.Health", "Check", () => Buffer.from([8, 1]));
// The host says that the process is to end, when its unit has.
plain("plugin.GRPCController", "Shutdown", () => {
  tell({ kind: "shutdown" });
  return Buffer.alloc(0);
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, number) => {
  if (error) throw error;
  tell({ kind: "listening", port: number });
});

// The host may have been killed, and not have been able to say so.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 500).unref();
