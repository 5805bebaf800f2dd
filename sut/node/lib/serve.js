"use strict";

// Serves a table as hashicorp/go-plugin wants it. The program's own thread is this one: it runs units, also those that
// wait for an answer of the host in the midst of a call.

const fs = require("node:fs");
const path = require("node:path");
const { Worker, receiveMessageOnPort, MessageChannel } = require("node:worker_threads");
const { Refused } = require("./codecs");
const { WrongTable } = require("./program");
const { Capture } = require("./capture");
const { Left } = require("./left");
const { Session } = require("./session");
const { show } = require("./values");
// Units may replace what is global.
const { Atomics: { load, wait }, Int32Array } = globalThis;

// What ttf-int puts into the environment of a program that it starts.
const COOKIE = "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981";

// EX_CONFIG is the exit code of a program whose table is wrong in itself.
const EX_CONFIG = 78;

function fail(why, code = 1) {
  fs.writeSync(2, why + "\n");
  process.exit(code);
}

// serve serves the program. It ends the process with a message where the table is wrong, with code 78, or where a person
// has started the program, with code 1.
function serve(program) {
  let description;
  try {
    description = program.describe();
  } catch (e) {
    if (!(e instanceof WrongTable)) throw e;
    fail(e.message, EX_CONFIG);
  }
  if (process.env.TTF_INT_SUT !== COOKIE) {
    fail("this program serves its units to ttf-int, which starts it: see `ttf-int run`");
  }
  new Line(program, description);
}

// Line is the line between the two threads: what comes by it is handled in order, also while a unit stands still.
class Line {
  constructor(program, description) {
    this.program = program;
    this.session = null;
    this.capture = null;
    this.signal = new Int32Array(new SharedArrayBuffer(4));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const worker = new Worker(path.join(__dirname, "worker.js"), {
      workerData: { description, signal: this.signal.buffer, port: port2 }, transferList: [port2],
    });
    worker.on("error", (e) => fail(`ttfint: ${e.stack}`));
    port1.on("message", (m) => this.handle(m));
  }

  post(message) { this.port.postMessage(message); }

  handle(m) {
    switch (m.kind) {
      case "listening":
        fs.writeSync(1, `1|1|tcp|127.0.0.1:${m.port}|grpc\n`);
        this.capture = new Capture();
        this.left = new Left();
        break;
      case "begin":
        this.session = new Session(this.program, this, this.capture);
        break;
      case "host":
        if (this.session) this.session.take(m.message);
        break;
      case "end":
        if (this.session) this.session.end();
        break;
      case "left":
        if (this.session) this.session.leave();
        break;
      case "shutdown":
        process.exit(); // what waits for "exit" runs
        break;
      case "convert":
        this.post({ kind: "converted", number: m.number, ...convert(this.program, m.request) });
    }
  }

  // wait handles what comes until a condition holds. Nothing else runs in this thread meanwhile.
  wait(until) {
    while (!until()) {
      const seen = load(this.signal, 0);
      const m = receiveMessageOnPort(this.port);
      if (m) this.handle(m.message);
      else wait(this.signal, 0, seen, 1000);
    }
  }
}

// convert tells what becomes of values that are sent to the program and back.
function convert(program, request) {
  const unit = program.units[request.unit];
  if (!unit) return { why: `there is no unit ${request.unit}` };
  const variable = (request.got ? unit.got : unit.given)[request.variable];
  if (!variable) return { why: `there is no variable ${request.variable}` };
  return { reply: { attempts: request.values.map((value) => attempt(variable.codec, value)) } };
}

function attempt(codec, value) {
  let held;
  try {
    held = codec.decode(value);
  } catch (e) {
    return e instanceof Refused ? { refused: e.message } : { broken: `${show(value)} threw ${e}` };
  }
  try {
    return { value: codec.encode(held, 0) };
  } catch (e) {
    return e instanceof Refused ? { mute: e.message } : { broken: `what it holds of ${show(value)} threw ${e}` };
  }
}

module.exports = { serve };
