"use strict";

// What a program under test prints by way of process.stdout and process.stderr, console included, step by step. What
// child processes and fs.writeSync write to the descriptors themselves is not part of it.

// Units may replace what is global.
const { Buffer, Math } = globalThis;

class Capture {
  constructor() {
    this.limit = 64 << 10;
    this.streaming = false;
    this.reset();
    this.real = process.stderr.write.bind(process.stderr);
    for (const name of ["stdout", "stderr"]) {
      // Having a stream makes its descriptor one that refuses what there is no room for at once, also of fs.writeSync,
      // which without the stream waits.
      process[name]._handle?.setBlocking?.(true);
      process[name].write = (chunk, encoding, done) => {
        this.keep(name, Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8"));
        const then = typeof encoding === "function" ? encoding : done;
        if (then) process.nextTick(then);
        return true;
      };
    }
  }

  reset() {
    this.kept = { stdout: [], stderr: [] };
    this.size = { stdout: 0, stderr: 0 };
    this.dropped = false;
  }

  keep(name, data) {
    if (this.streaming) this.real(data);
    const room = Math.max(0, this.limit - this.size[name]);
    this.dropped = this.dropped || data.length > room;
    if (room > 0) {
      const part = data.subarray(0, room);
      this.kept[name].push(part);
      this.size[name] += part.length;
    }
  }

  // take returns what was printed since it was asked last, and whether some of it was dropped.
  take() {
    const out = {
      stdout: Buffer.concat(this.kept.stdout), stderr: Buffer.concat(this.kept.stderr), outputTruncated: this.dropped,
    };
    this.reset();
    return out;
  }
}

module.exports = { Capture };
