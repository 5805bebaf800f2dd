"use strict";

// The counter of the conformance kit (sut/conformance), served by the SDK for Node.js.

const { Program, bool, int, list, map, object, string } = require("..");

const { execFileSync } = require("node:child_process");

class Overflow extends Error {}

class Counter {
  value = 0;

  add(n) {
    if (this.value + n > 100) throw new Overflow("more than 100");
    this.value += n;
    return this.value;
  }

  twice(n) {
    this.add(n);
    this.add(n);
  }

  many(n) {
    for (let i = 0; i < n; i++) this.add(0);
  }

  swallow(n) {
    try {
      this.add(n);
    } catch {
      // whatever it is
    }
  }

  relay(n) { return this.add(n); }

  nest(n) { this.twice(n); }

  collapse() { this.fail(); }

  fail() { throw new Error("as it is to"); }

  leave() { process.exit(3); }

  say(text) {
    console.log(text);
    console.error("!" + text);
  }

  child(text) { execFileSync("echo", [text], { stdio: "inherit" }); }

  late(n) { setTimeout(() => this.add(n), 300); }

  abandon() { setInterval(() => {}, 1 << 30); }

  pause(n) { return new Promise((done) => setTimeout(done, n)); }

  // meet returns when it was called twice.
  meet() {
    return new Promise((done) => {
      if (!this.waiting) this.waiting = done;
      else [this.waiting, done].forEach((go) => go());
    });
  }

  both() { return Promise.all([this.meet(), this.meet()]).then(() => {}); }

  copy() {
    const made = new Counter();
    made.value = this.value;
    return made;
  }

  larger(other) { return other.value > this.value ? other : this; }

  drain(other) {
    this.value += other.value;
    other.value = 0;
  }

  spoil() { this.spoilt = true; }

  show() {
    if (this.spoilt) throw new Error("it cannot be shown");
    return this.value;
  }
}

const of = Counter.prototype;
const counter = new Program(() => new Counter(), { errors: [[Overflow, "overflow"]] });
if (process.env.TTF_INT_COUNTER === "wrong") counter.unit("add", of.twice);
if (process.env.TTF_INT_COUNTER === "shown") {
  counter.unit("spoil", of.spoil).unit("show", of.show, { results: { "value!": int } });
}
const ways = {
  rounds: { get: (c) => c.value, set: (c, n) => { c.value = n - n % 2; } },
  shown: { get: (c) => c.show(), set: (c, n) => { c.value = n; } },
};
counter
  .state("value", ways[process.env.TTF_INT_COUNTER] || "value", int)
  .unit("add", of.add, { params: { "n?": int }, results: { "sum!": int }, raises: "r!" })
  .unit("twice", of.twice, { params: { "n?": int } })
  .unit("many", of.many, { params: { "n?": int } })
  .unit("swallow", of.swallow, { params: { "n?": int } })
  .unit("relay", of.relay, { params: { "n?": int }, results: { "sum!": int }, raises: "r!" })
  .unit("nest", of.nest, { params: { "n?": int } })
  .unit("collapse", of.collapse)
  .unit("fail", of.fail)
  .unit("leave", of.leave)
  .unit("say", of.say, { params: { "text?": string } })
  .unit("reverse", (l) => [...l].reverse(), { params: { "list?": list(int) }, results: { "list!": list(int) } })
  .unit("name", (name) => name, { params: { "name?": string }, results: { "name!": string } })
  .unit("flip", (flag) => !flag, { params: { "flag?": bool }, results: { "flag!": bool } })
  .unit("table", (t) => t, { params: { "table?": map(string, int) }, results: { "table!": map(string, int) } })
  .unit("square", (n) => Array(n).fill(Array.from({ length: n }, (_, i) => i + 1)),
    { params: { "n?": int }, results: { "rows!": list(list(int)) } })
  .unit("repeat", (name, n) => Array(n).fill(name),
    { params: { "name?": string, "n?": int }, results: { "names!": list(string) } })
  .unit("child", of.child, { params: { "text?": string } })
  .unit("late", of.late, { params: { "n?": int } })
  .unit("abandon", of.abandon)
  .unit("pause", of.pause, { params: { "n?": int } })
  .unit("both", of.both)
  .unit("meet", of.meet)
  .unit("copy", of.copy, { results: { "copy!": object } })
  .unit("larger", of.larger, { params: { "other?": object }, results: { "larger!": object } })
  .unit("drain", of.drain, { params: { "other?": object } })
  .intercept("add", of, "add", ["twice", "many", "swallow", "relay", "late"])
  .intercept("meet", of, "meet", ["both"])
  .intercept("twice", of, "twice", ["nest"])
  .intercept("fail", of, "fail", ["collapse"])
  .serve();
