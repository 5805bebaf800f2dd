"use strict";

// What units leave behind: errors that nobody handles, and what keeps the process alive.

const { createHook } = require("node:async_hooks");
const fs = require("node:fs");
const { runningStep, stackOf } = require("./steps");
// Units may replace what is global.
const { Map, Promise, Set, setTimeout } = globalThis;

// What an operation of JavaScript itself begins, which ends by itself.
const OWN = new Set(["PROMISE", "TickObject", "Microtask"]);

// How often it is looked, after the last case, whether what units have begun has ended, and the time between two looks
// in milliseconds.
const LOOKS = 15, POLL = 20;

// countActive gives how many resources of each kind keep the process alive, by their names in capitals.
function countActive() {
  const out = new Map();
  for (const kind of process.getActiveResourcesInfo()) {
    out.set(kind.toUpperCase(), (out.get(kind.toUpperCase()) || 0) + 1);
  }
  return out;
}

// Exit is thrown through what has ended the program after its unit had returned.
class Exit extends Error {}

// end ends the process as Node.js does where nothing handles an error.
function end(raised) {
  fs.writeSync(2, `Uncaught ${stackOf(raised)}\n`);
  process.reallyExit(1);
}

// placeIn gives the first place of a stack, as file:line, that is neither of Node.js nor of this package.
function placeIn(stack) {
  const line = String(stack).split("\n").slice(1).find((at) => !at.includes("node:") && !at.includes(__dirname));
  const found = /\(?([^\s(]+:\d+):\d+\)?$/.exec(line || "");
  return found ? found[1] : "code that is not known";
}

// Left knows what units have begun that has not ended.
class Left {
  constructor() {
    this.begun = new Map(); // unit and kind of each resource, by its number
    this.before = countActive();
    createHook({
      init: (id, kind, _, resource) => {
        const at = runningStep();
        if (!at) return;
        at.step.left = true;
        if (!OWN.has(kind)) {
          const { stack } = new Error();
          this.begun.set(id, { unit: at.step.step.unit, kind: kind.toUpperCase(), resource, stack });
        }
      },
      destroy: (id) => this.begun.delete(id),
    }).enable();
    process.on("uncaughtException", (e) => {
      const at = runningStep();
      if (e instanceof Exit || process.listenerCount("uncaughtException") > 1) return; // the program handles it
      if (at && !at.step.session.over) at.step.raiseLate(e, at.calls);
      else end(e);
    });
    const exit = process.exit;
    process.exit = (code) => {
      const at = runningStep();
      if (!at || !at.step.settled || at.step.session.over) exit.call(process, code);
      at.step.raiseLate(new Error(`it ended the program, with the code ${code === undefined ? process.exitCode || 0 : code}`), at.calls);
      throw new Exit();
    };
  }

  // count gives the leaks that there are, a message for each unit.
  count() {
    const active = countActive(), byUnit = new Map();
    for (const { unit, kind, resource, stack } of this.begun.values()) {
      const more = (active.get(kind) || 0) - (this.before.get(kind) || 0);
      if (kind === "WORKER" ? !resource.hasRef() : more <= 0) continue; // threads are not among what is active
      active.set(kind, more - 1 + (this.before.get(kind) || 0));
      const leak = byUnit.get(unit) || { unit, goroutines: 0, at: `${placeIn(stack)} (${kind.toLowerCase().replace("wrap", "")})` };
      leak.goroutines++;
      byUnit.set(unit, leak);
    }
    return [...byUnit.values()];
  }

  // list gives what units have left behind, after giving it time to end.
  async list() {
    for (let looks = 1; ; looks++) {
      const leaks = this.count();
      if (leaks.length === 0 || looks === LOOKS) return leaks;
      await new Promise((done) => setTimeout(done, POLL));
    }
  }
}

module.exports = { Left };
