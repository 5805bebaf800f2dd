"use strict";

// Cases and their steps: each runs one unit on one object, and records the calls that it makes.

const fs = require("node:fs");
const { AsyncLocalStorage } = require("node:async_hooks");
const { Refused } = require("./codecs");
const { isObject } = require("./program");
const v = require("./values");
// Units may replace what is global.
const { Array, Map, Number, Object, Promise, setImmediate } = globalThis;

// What a case may have, how many calls are reported that come after their step, and how long a message may be.
const MAX_OBJECTS = 1000, MAX_LATES = 100, MAX_TEXT = 4000;
// MAX_SHOWING is how many functions are named that were at work when what was left could not be read.
const MAX_SHOWING = 16;

const RETURNED = 1, PANICKED = 2, UNMAPPED = 3, BLOCKED = 4, ABORTED = 5, BROKEN = 6, SKIPPED = 7;
const RUN = 0, TABLE = 1, ASK = 2;
const OPEN = 0, CLOSED = 1, UNWOUND = 2;
const STARTED = 0, OPENED = 1, CLOSED_CALL = 2, ENDED = 3, ENTERED = 4;
const MAKING = 1, SETTING = 2, CHECKING = 3, OBSERVING = 5, READING = 6, CLOSING = 7;
const REAL = 1, REFUSE = 2;

const DOING = {
  [MAKING]: "making an instance", [SETTING]: "setting {}", [CHECKING]: "reading {} before the unit ran",
  [OBSERVING]: "observing a call of {}", [READING]: "reading {} after the unit ran", [CLOSING]: "closing the instance",
};

// openCalls has the calls that are open where the code is, the innermost last, and the step that they belong to.
const openCalls = new AsyncLocalStorage();

// marks is the descriptor of the file in which the host finds the step that was begun last; null where it asks for none.
const marks = openMark();

function openMark() {
  try {
    return process.env.TTF_INT_MARK ? fs.openSync(process.env.TTF_INT_MARK, "r+") : null;
  } catch {
    return null;
  }
}

// mark says that a step begins.
function mark(step) {
  if (marks === null) return;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(step));
  fs.writeSync(marks, bytes, 0, 8, 0);
}

// Unreadable is thrown where what a program holds, and could be read, throws when it is read.
class Unreadable extends Error {
  constructor(raised) {
    super();
    this.raised = raised;
  }
}

// shown gives what a function gives that asks what the program holds, with nothing of an adapter between.
function shown(ask) {
  try {
    return ask();
  } catch (e) {
    throw e instanceof Refused ? e : new Unreadable(e);
  }
}

// atWork gives the functions of the program that were at work when something was thrown, the innermost first, as far as
// its stack says. What is below those is the SDK.
function atWork(raised) {
  const out = [];
  for (const line of stackOf(raised).split("\n")) {
    const at = /^\s+at (?:async |new )?(.+?)(?: \[as .+?\])? \((.+)\)$/.exec(line);
    if (line.includes(__dirname)) break;
    if (at && !at[2].startsWith("node:")) out.push(at[1]);
  }
  return out;
}

// Over is thrown through a unit whose step is over.
class Over {
  constructor(result) { this.result = result; }
}

const clip = (text) => v.clip(String(text), MAX_TEXT);
const blocked = (message) => ({ status: BLOCKED, message: clip(message) });
// tryTo gives what a function gives, or something else where that throws, as what was thrown may when it is asked.
const tryTo = (f, otherwise) => { try { return f(); } catch { return otherwise; } };
const describe = (raised) => tryTo(() => (raised instanceof Error ? `${raised.name}: ${raised.message}` : v.showHeld(raised)),
  "an error whose text cannot be read");
// stackOf gives the stack of what was thrown; of what has none, that it was thrown.
const stackOf = (raised) => tryTo(() => (raised instanceof Error && raised.stack ? clip(raised.stack) : ""), "")
  || `thrown: ${describe(raised)}`;
// raisedAt gives what was thrown, and where, as far as its stack says.
const raisedAt = (raised) => {
  const at = /^\s+at .*$/m.exec(stackOf(raised));
  return describe(raised) + (at ? ` (${at[0].trim()})` : "");
};
function broken(doing, raised) {
  if (raised instanceof Unreadable) raised = raised.raised;
  return { status: BROKEN, message: clip(`${doing}: ${describe(raised)}`), stack: stackOf(raised) };
}
const isPromise = (value) => value !== null && typeof value === "object" && typeof value.then === "function";

// runningStep gives the step whose code runs, also what it has left behind, and the calls that are open there.
const runningStep = () => openCalls.getStore();

// findStep returns the step whose code runs, where its call of a callee is seen: it is one of the unit's or of its
// callees', not of the SDK or of an adapter, and of a caller whose calls are seen. Of a step that is over it is late.
function findStep(callee) {
  const at = openCalls.getStore();
  if (!at || (at.step.phase !== null && !at.step.settled)) return null;
  const caller = at.calls.length > 0 ? at.calls[at.calls.length - 1].callee : at.step.step.unit;
  return at.step.program.seen.has(`${caller} ${callee}`) ? at.step : null;
}

// Case is a case: its objects, which its steps share.
class Case {
  constructor(session) {
    this.session = session;
    this.objects = new Map();
    this.begun = this.over = false;
  }

  // run runs a step, and returns its result.
  async run(step) {
    const running = new Running(this, step);
    const capture = this.session.capture;
    capture.streaming = step.stream;
    const result = await running.run();
    this.begun = true;
    running.settled = true;
    result.id = step.id;
    result.calls = running.calls;
    result.callsTruncated = running.made > running.calls.length;
    if ((result.status !== RETURNED && result.status !== UNMAPPED) || !step.more || step.end) {
      running.tell(ENTERED, { phase: CLOSING });
      await this.close(result);
    }
    Object.assign(result, capture.take());
    capture.streaming = false;
    return result;
  }

  // close closes the objects. Where that fails, a step that has gone well fails too.
  async close(result) {
    if (this.over) return;
    this.over = true;
    const { close } = this.session.program;
    for (const instance of close ? this.objects.values() : []) {
      try {
        await close(instance);
      } catch (e) {
        if (result.status === RETURNED || result.status === UNMAPPED) Object.assign(result, broken(DOING[CLOSING], e));
      }
    }
  }

  numberOf(instance) {
    for (const [number, other] of this.objects) if (other === instance) return number;
    return undefined;
  }
}

// Running is a step while it runs.
class Running {
  constructor(of, step) {
    Object.assign(this, { case: of, step, session: of.session, program: of.session.program, limits: of.session.limits });
    this.routes = this.session.routes.get(step.routes);
    this.phase = [MAKING, ""]; // null: the unit is at work
    this.calls = [];
    this.made = this.lates = this.unwound = this.open = 0;
    this.beside = false; // whether calls have overlapped
    this.returned = false; // whether the unit has
    this.settled = false;
    this.ended = null;
    this.cut = null; // ends the wait for a unit that gives a promise
    this.left = false; // whether the unit has begun what goes on beside it
    this.waited = 0n;
  }

  async run() {
    if (this.case.over) return { status: SKIPPED, message: "an earlier step has ended its case" };
    if (this.step.end) return this.case.begun ? { status: RETURNED } : blocked("there is no case to end");
    mark(this.step.id);
    const unit = this.program.units[this.step.unit];
    if (!unit || this.step.class) return blocked(`unit ${this.step.unit} is not served`);
    try {
      return (await this.prepare(unit)) || (await this.runUnit(unit));
    } catch (e) {
      if (e instanceof Over) return e.result;
      const [phase, at] = this.phase || [OBSERVING, ""];
      return broken(DOING[phase].replace("{}", at || "the state"), e);
    }
  }

  // enter begins what is not the unit's work, so that what goes wrong in it is not charged to the unit.
  enter(phase, at = "") {
    this.phase = [phase, at];
    this.tell(ENTERED, { phase, at });
  }

  // tell tells the host what comes next, where it has asked for that, and waits until it knows.
  tell(kind, fields = {}) {
    if (!this.step.stream) return;
    const began = process.hrtime.bigint();
    this.session.ask("events", { step: this.step.id, kind, ...fields });
    this.waited += process.hrtime.bigint() - began;
  }

  // prepare makes the object and sets the state. It returns a result where the unit cannot run.
  async prepare(unit) {
    const { step } = this, { objects } = this.case;
    if (!this.routes) return blocked(`routes ${step.routes} are not defined`);
    if (step.given.length > unit.given.length) {
      return blocked(`${step.given.length} values are given, and ${unit.name} has ${unit.given.length}`);
    }
    if (step.keep && (step.keep === step.object || objects.has(step.keep))) {
      return blocked(`the case has an object ${step.keep} already`);
    }
    if (!objects.has(step.object)) {
      if (objects.size >= MAX_OBJECTS) return blocked(`a case has at most ${MAX_OBJECTS} objects`);
      this.enter(MAKING);
      objects.set(step.object, await this.program.make());
    }
    this.instance = objects.get(step.object);
    for (const [i, x] of unit.given.entries()) {
      if (!x.state || !x.state.set || !this.isGiven(i)) continue;
      this.enter(SETTING, x.name);
      try {
        x.state.set(this.instance, x.codec.decode(step.given[i]));
      } catch (e) {
        if (e instanceof Refused) return blocked(`${x.name}: ${e.message}`);
        throw e;
      }
    }
    return this.check(unit);
  }

  isGiven(i) { return i < this.step.given.length && this.step.given[i].kind !== v.NONE; }

  // check reads the state before the unit runs, twice: what was set must read as it was set, and what a getter changes
  // would be charged to the unit.
  check(unit) {
    this.before = unit.given.map(v.nothing);
    const first = new Map();
    for (const [i, x] of unit.given.entries()) {
      if (!x.state) continue;
      this.enter(CHECKING, x.name);
      let now;
      try {
        now = x.codec.encode(x.state.get(this.instance), 0);
      } catch (e) {
        if (!(e instanceof Refused)) throw e;
        if (!this.isGiven(i)) continue;
        return { status: BROKEN, message: clip(`${x.name} was set to ${v.show(this.step.given[i])} and cannot be read: ${e.message}`) };
      }
      first.set(x, now);
      if (!this.isGiven(i)) {
        this.before[i] = now;
        continue;
      }
      const wanted = this.step.given[i];
      if (v.keyOf(now) === v.keyOf(wanted)) continue;
      const wrong = blocked(x.state.set ? `${x.name} was set to ${v.show(wanted)} and reads ${v.show(now)}`
        : `${x.name}: it cannot be set from ${v.show(now)} to ${v.show(wanted)}`);
      wrong.given = unit.given.map((_, j) => (j === i ? now : v.nothing()));
      return wrong;
    }
    for (const [x, was] of first) {
      this.phase = [CHECKING, x.name];
      const again = x.codec.encode(x.state.get(this.instance), 0);
      if (v.keyOf(again) !== v.keyOf(was)) {
        return { status: BROKEN, message: clip(`reading the state changes it: ${x.name} reads ${v.show(was)} and then ${v.show(again)}`) };
      }
    }
    return null;
  }

  // runUnit runs the unit.
  async runUnit(unit) {
    const values = [];
    for (const [i, x] of unit.given.entries()) {
      if (x.parameter === undefined || !this.isGiven(i)) continue;
      this.enter(SETTING, x.name);
      try {
        values[x.parameter] = this.argument(x, this.step.given[i]);
      } catch (e) {
        if (e instanceof Refused) return blocked(`${x.name}: ${e.message}`);
        throw e;
      }
    }
    const given = this.before.some((w) => w.kind !== v.NONE) ? this.before : [];
    this.phase = null;
    this.tell(STARTED, { given });
    this.waited = 0n;
    const began = process.hrtime.bigint();
    const time = () => String(process.hrtime.bigint() - began - this.waited);
    let out, raised;
    try {
      out = openCalls.run({ step: this, calls: [] }, () => unit.run.apply(this.instance, values));
      if (isPromise(out)) out = await Promise.race([out, new Promise((_, cut) => { this.cut = cut; })]);
    } catch (e) {
      if (this.ended) return this.ended;
      if (unit.raises === undefined || this.program.findError(e) === undefined) {
        return {
          status: PANICKED, message: clip(describe(e)), stack: stackOf(e), panickedIn: this.unwound, given, nanoseconds: time(),
        };
      }
      raised = e;
    }
    if (this.ended) return this.ended; // the unit has caught what was thrown through it
    const nanoseconds = time();
    this.returned = true;
    this.phase = [READING, ""];
    this.tell(ENDED);
    let read, faults;
    try {
      ({ read, faults } = this.read(unit.got, this.instance, values, out, raised, true));
    } catch (e) {
      const unreadable = this.unreadable(e, READING, 0);
      if (!unreadable) throw e;
      return { ...unreadable, given };
    }
    const result = { status: RETURNED, nanoseconds, given, got: read };
    // What could not be expressed before the unit ran either is not its doing.
    const dark = new Set(unit.given.filter((x, i) => x.state && this.before[i].kind === v.NONE && !this.isGiven(i))
      .map((x) => x.name + "'"));
    const fault = faults.find(([name]) => !dark.has(name));
    if (fault) Object.assign(result, { status: UNMAPPED, message: clip(fault.join(": ")) });
    if (this.left) {
      // What the unit has put off until the end of this turn is its own.
      this.phase = null;
      this.tell(STARTED, { given });
      await new Promise((done) => setImmediate(done));
    }
    return this.ended || result;
  }

  // unreadable is the result of a step whose unit, or a callee in it, has left what cannot be read; null where it is the
  // adapter that failed: neither was it what the program holds that threw, nor a unit's function, by its name.
  unreadable(thrown, phase, call) {
    const own = thrown instanceof Unreadable;
    const raised = own ? thrown.raised : thrown;
    if (raised instanceof Refused || raised instanceof Over) return null;
    const functions = atWork(raised);
    if (!own) functions.pop(); // the adapter's function that the SDK has called
    const nameOf = (f) => f.slice(Math.max(f.lastIndexOf("."), f.lastIndexOf(" ")) + 1);
    const units = [];
    for (const f of functions) {
      const unit = this.program.units.findIndex((u) => u.run.name !== "" && u.run.name === nameOf(f));
      if (unit >= 0 && !units.includes(unit)) units.push(unit);
    }
    if (!own && units.length === 0) return null;
    return {
      status: PANICKED, message: clip(`${DOING[phase].replace("{}", this.phase[1])}: ${describe(raised)}`), stack: stackOf(raised),
      panickedIn: call,
      showing: { variable: this.shown, units, functions: [...new Set(functions)].slice(0, MAX_SHOWING).map(clip) },
    };
  }

  // raiseLate takes an error that nobody has handled, of what this step has begun. It is the result of the step where
  // there is none yet; else the host is told. Where the error came in a call, that is the innermost of these.
  raiseLate(raised, calls) {
    const { number, callee } = calls.length > 0 ? calls[calls.length - 1] : { number: 0, callee: this.step.unit };
    if (this.settled) {
      if (this.lates++ < MAX_LATES) {
        this.session.send({ lates: [{ step: this.step.id, raised: clip(raisedAt(raised)), unit: callee }] });
      }
      return;
    }
    this.ended = this.ended || {
      status: PANICKED, message: clip(describe(raised)), stack: stackOf(raised), panickedIn: number,
      given: this.before && this.before.some((w) => w.kind !== v.NONE) ? this.before : [],
    };
    if (this.cut) this.cut(raised);
  }

  argument(x, wire) {
    if (!isObject(x) || wire.kind !== v.OBJECT) return x.codec.decode(wire);
    const number = Number(wire.int);
    if (!this.case.objects.has(number)) throw new Refused(`the case has no object ${number}`);
    return this.case.objects.get(number);
  }

  // read returns the values of variables, and those that cannot be expressed, which are NONE.
  read(variables, instance, values, out, raised, tell = false) {
    const read = [], faults = [];
    const several = variables.filter((x) => x.result !== undefined).length > 1;
    for (const x of variables) {
      this.shown = x.name;
      if (tell) this.enter(READING, x.name);
      try {
        read.push(this.value(x, instance, values, out, raised, several));
      } catch (e) {
        if (!(e instanceof Refused)) throw e;
        read.push(v.nothing());
        faults.push([x.name, e.message]);
      }
    }
    return { read, faults };
  }

  value(x, instance, values, out, raised, several) {
    if (x.raised) return x.codec.encode(raised);
    if (x.state) {
      if (instance === undefined) return v.nothing();
      const held = x.state.own ? shown(() => x.state.get(instance)) : x.state.get(instance);
      return shown(() => x.codec.encode(held, 0));
    }
    if (x.parameter !== undefined) return x.parameter in values ? this.encode(x, values[x.parameter]) : v.nothing();
    if (raised !== undefined) return v.nothing();
    if (several && !Array.isArray(out)) throw new Refused(`it gave ${v.showHeld(out)}, which is not an array of its results`);
    return this.encode(x, several ? out[x.result] : out);
  }

  encode(x, value) {
    if (!isObject(x)) return shown(() => x.codec.encode(value, 0));
    if (value === undefined || value === null) throw new Refused("it gave no object");
    const { objects } = this.case, { keep } = this.step;
    let number = this.case.numberOf(value);
    if (number === undefined && x.result !== undefined && keep && !objects.has(keep) && objects.size < MAX_OBJECTS) {
      objects.set(keep, value);
      number = keep;
    }
    return number === undefined ? v.nothing() : { kind: v.OBJECT, int: String(number) };
  }

  // around returns the open calls of this step, as the running code has them.
  around() {
    const at = openCalls.getStore();
    return at && at.step === this ? at.calls : [];
  }

  // intercept handles a call: it records it, and has the callee or a stub answer it.
  intercept(callee, instance, real, args) {
    const outer = this.around(), unit = this.program.units[callee];
    const caller = outer.length > 0 ? outer[outer.length - 1].callee : this.step.unit;
    const call = { caller, callee, parent: outer.length > 0 ? outer[outer.length - 1].number : 0, state: OPEN };
    if (this.returned || this.settled) return this.reportLate(unit, call, args, real);
    this.beside = this.beside || this.open > outer.length;
    this.unwound = 0;
    this.made++;
    if (this.made > this.limits.most) {
      this.end({ status: PANICKED, message: `it made more than ${this.limits.most} calls`, panickedIn: call.parent });
    }
    if (this.made <= this.limits.calls) this.calls.push(call);
    this.open++;
    const opened = { unit, call, number: this.made, instance, args, mode: RUN, got: [] };
    this.observing(opened, () => {
      const { read, faults } = this.read(unit.given, instance, args);
      call.given = read;
      if (faults.length > 0) call.unfit = clip(faults[0].join(": "));
    });
    this.route(opened);
    if (opened.mode !== ASK) this.tell(OPENED, { call: this.sent(opened) });
    if (opened.mode !== RUN) return this.answer(opened);
    const inner = { step: this, calls: [...outer, { number: opened.number, callee }] };
    let out;
    try {
      out = openCalls.run(inner, () => real(...args));
    } catch (e) {
      this.leave(opened, e);
      throw e;
    }
    if (isPromise(out)) {
      return out.then((x) => {
        this.close(opened, RUN, x);
        return x;
      }, (e) => {
        this.leave(opened, e);
        throw e;
      });
    }
    this.close(opened, RUN, out);
    return out;
  }

  // route finds out who answers a call.
  route(opened) {
    const { call } = opened, route = this.routes.get(`${call.caller} ${call.callee}`);
    let mode = route ? route.mode : RUN;
    if (mode === TABLE) {
      const row = route.table.find((r) => r.given.every((w, i) => w.kind === v.NONE || v.keyOf(w) === v.keyOf(call.given[i])));
      if (row) opened.got = row.got;
      else mode = route.otherwise;
    }
    if (mode === ASK) {
      const began = process.hrtime.bigint();
      const answer = this.session.ask("asks", { step: this.step.id, call: this.sent(opened) });
      this.waited += process.hrtime.bigint() - began;
      if (!answer || answer.kind === REFUSE) {
        this.open--;
        this.end({ status: ABORTED, message: answer ? answer.reason : "the host has left" });
      }
      if (answer.kind === REAL) mode = RUN;
      else opened.got = answer.got;
    }
    opened.mode = mode;
  }

  // answer answers a call in the place of its callee.
  answer(opened) {
    const { unit } = opened, results = [];
    let raised;
    const cannot = (why) => this.end(blocked(`call of ${unit.name}: ${why}`));
    if (opened.got.length > unit.got.length) {
      cannot(`the answer has ${opened.got.length} values, and it has ${unit.got.length}`);
    }
    this.observing(opened, () => {
      for (const [i, wire] of opened.got.entries()) {
        const x = unit.got[i];
        if (wire.kind === v.NONE) continue;
        try {
          const value = this.argument(x, wire);
          if (x.raised) raised = value;
          else if (x.state) this.writeState(opened, x, value, wire);
          else if (x.result !== undefined) results[x.result] = value;
          else writeBack(opened.args[x.parameter], value);
        } catch (e) {
          if (!(e instanceof Refused)) throw e;
          cannot(`${x.name}: ${e.message}`);
        }
      }
    });
    const out = unit.results.length > 1 ? Array.from({ length: unit.results.length }, (_, i) => results[i]) : results[0];
    this.close(opened, opened.mode, out, raised);
    if (raised !== undefined) throw raised;
    return out;
  }

  writeState(opened, x, value, wire) {
    if (!x.state.set) throw new Refused("the program can show it but not set it");
    x.state.set(opened.instance, value);
    const now = x.codec.encode(x.state.get(opened.instance), 0);
    if (!this.beside && v.keyOf(now) !== v.keyOf(wire)) {
      throw new Refused(`its stub set it to ${v.show(wire)} and it reads ${v.show(now)}`);
    }
  }

  // leave records that an error leaves a call.
  leave(opened, raised) {
    if (opened.unit.raises !== undefined && this.program.findError(raised) !== undefined) {
      this.close(opened, RUN, undefined, raised);
      return;
    }
    this.open--;
    if (this.settled) return;
    if (opened.number <= this.calls.length) this.unwound = this.unwound || opened.number;
    opened.call.state = UNWOUND;
    opened.call.until = this.beside ? this.calls.length : 0;
    if (!(raised instanceof Over)) this.tell(CLOSED_CALL, { call: this.sent(opened) });
  }

  // close records what a call gave.
  close(opened, by, out, raised) {
    const { call } = opened;
    this.open--;
    if (this.settled) return;
    if (by === RUN) call.state = CLOSED; // what cannot be read is its doing
    this.observing(opened, () => {
      const { read, faults } = this.read(opened.unit.got, opened.instance, opened.args, out, raised);
      call.got = read;
      if (faults.length > 0) call.message = clip(faults[0].join(": "));
    });
    Object.assign(call, { state: CLOSED, by, until: this.beside ? this.calls.length : 0 });
    this.unwound = 0;
    this.tell(CLOSED_CALL, { call: this.sent(opened) });
  }

  reportLate(unit, call, args, real) {
    if (this.lates++ < MAX_LATES) {
      call.given = this.read(unit.given, undefined, args).read;
      this.session.send({ lates: [{ step: this.step.id, call }] });
    }
    return real(...args);
  }

  // end ends the step by what is thrown, which the unit should not catch. If it does, what it gives is not looked at.
  end(result) {
    this.ended = this.ended || result;
    throw new Over(this.ended);
  }

  // observing does what the unit is not charged with.
  observing(opened, what) {
    const at = opened.unit.name, { call } = opened;
    this.phase = [OBSERVING, at];
    this.tell(ENTERED, { phase: OBSERVING, at, call: { id: opened.number, parent: call.parent, caller: call.caller, callee: call.callee } });
    try {
      what();
    } catch (e) {
      if (e instanceof Over) throw e;
      const unreadable = opened.call.state === CLOSED ? this.unreadable(e, OBSERVING, opened.number) : null;
      if (unreadable) this.end(unreadable);
      this.end(broken(DOING[OBSERVING].replace("{}", at), e));
    } finally {
      this.phase = null;
    }
  }

  sent(opened) { return { ...opened.call, id: opened.number }; }
}

// writeBack changes what an argument refers to.
function writeBack(held, value) {
  if (Array.isArray(held)) {
    held.splice(0, held.length, ...value);
  } else if (held instanceof Set || held instanceof Map) {
    held.clear();
    for (const one of value) held instanceof Set ? held.add(one) : held.set(...one);
  } else {
    throw new Refused(`an argument ${v.showHeld(held)} cannot be changed`);
  }
}

module.exports = { Case, findStep, runningStep, stackOf };
