"use strict";

const { Refused, any, object } = require("./codecs");

const BEFORE = 1, INPUT = 2, AFTER = 3, OUTPUT = 4;

// roleOf returns what a variable is by the decoration of its name.
function roleOf(name) {
  return { "?": INPUT, "!": OUTPUT, "'": AFTER }[name.slice(-1)] || BEFORE;
}

// Program is a program under test: the table of its units.
//
// make makes an instance, once for each object of a test case. close, where it is given, is called with it when the case
// is over. errors lists classes of errors with the constants of a free type for which they stand; the first entry that
// an error is an instance of decides, and noError is the constant of a call that throws none. constants says what the
// program takes constants of the specification for.
class Program {
  constructor(make, { close, errors = [], noError = "ok", constants = {} } = {}) {
    Object.assign(this, { make, close, errors, noError, constants });
    this.states = [];
    this.units = [];
    this.seams = [];
    this.edges = [];
    this.errorCodec = {
      shape: { kind: 4, names: [...new Set([...errors.map(([, name]) => name), noError])].sort() },
      encode: (raised) => ({ kind: 4, text: raised === undefined ? noError : this.findError(raised) }),
      decode: (wire) => {
        if (wire.text === noError) return undefined;
        const found = errors.find(([, name]) => name === wire.text);
        if (!found) throw new Refused(`${wire.text} stands for no error`);
        return new found[0]();
      },
    };
  }

  // state binds a variable of the state: to a property of instances, which may lead through others ("queue.items"), or
  // to {get(instance), set(instance, value)}; one without set is led to by operations of the program. A variable that is
  // observed begins a case with whatever value it has.
  state(name, where, codec = any, { observed = false } = {}) {
    if (!name || roleOf(name) !== BEFORE) {
      throw new TypeError(`state ${name}: expected the name of the state before, without a decoration; it stands for both`);
    }
    let access = where;
    if (typeof where === "string") {
      const path = where.split("."), last = path.pop();
      const owner = (instance) => path.reduce((at, step) => at[step], instance);
      access = { get: (i) => owner(i)[last], set: (i, value) => { owner(i)[last] = value; } };
    }
    if (typeof access.get !== "function") throw new TypeError(`state ${name}: expected a property, or {get, set}`);
    this.states.push({ name, codec, observed, get: access.get, set: access.set });
    return this;
  }

  // unit says which function a unit is: it is called with the instance as this, and the inputs as arguments. params has
  // the codecs of its parameters by the names of their variables, in order: inputs (x?), or the state before; results
  // those of its results, outputs (x!) or the state after: where there are several, it gives an array. raises names the
  // output that says which of the program's errors it threw. What gives a promise is waited for.
  unit(name, run, { params = {}, results = {}, raises } = {}) {
    if (!name || this.units.some((u) => u.name === name)) throw new TypeError(`unit ${name}: it needs a name of its own`);
    if (typeof run !== "function") throw new TypeError(`unit ${name}: ${run} is not a function`);
    this.units.push({ name, run, params: Object.entries(params), results: Object.entries(results), raises });
    return this;
  }

  // intercept says that the calls of owner[property] by the units in callers are calls of a unit, which are recorded,
  // and answered by stubs where a test case has one. owner is a prototype, a class, or what a module exports. While the
  // program serves, a function stands in its place, for all who look it up there.
  intercept(unit, owner, property, callers) {
    for (const caller of callers) this.edges.push([caller, unit]);
    this.seams.push({ unit, owner, property });
    return this;
  }

  // serve serves the program to ttf-int: it is the last thing that a program under test does.
  serve() {
    require("./serve").serve(this);
  }

  findUnit(name) {
    const i = this.units.findIndex((u) => u.name === name);
    if (i < 0) throw new TypeError(`there is no unit ${name}`);
    return i;
  }

  // findError returns the constant for which an error stands; undefined for none.
  findError(raised) {
    const found = this.errors.find(([kind]) => raised instanceof kind);
    return found && found[1];
  }

  // describe checks the table, and returns what the program serves. It throws TypeError for what is wrong.
  describe() {
    for (const u of this.units) this._bind(u);
    const edges = this.edges.map(([a, b]) => ({ caller: this.findUnit(a), callee: this.findUnit(b) }));
    this.seen = new Set(edges.map((e) => `${e.caller} ${e.callee}`));
    for (const s of this.seams) {
      s.callee = this.findUnit(s.unit);
      if (typeof s.owner[s.property] !== "function") {
        throw new TypeError(`${s.unit} cannot be intercepted: ${s.property} is not a function there`);
      }
    }
    return {
      protocol: 1, language: "node", sdk: require("../package.json").version, scripts: true, edges,
      units: this.units.map((u) => ({
        name: u.name, served: true, given: u.given.map((x) => describeVariable(x)), got: u.got.map((x) => describeVariable(x)),
      })),
      constants: Object.entries(this.constants).map(([name, value]) => ({ name, value: any.encode(value) })),
    };
  }

  // _bind lists the variables of a unit in the order of the protocol.
  _bind(u) {
    u.given = [];
    u.got = [];
    const named = new Set([...u.params, ...u.results].map(([name]) => name));
    for (const s of this.states) {
      if (named.has(s.name)) continue;
      u.given.push({ name: s.name, role: BEFORE, codec: s.codec, state: s });
      if (!named.has(s.name + "'")) u.got.push({ name: s.name + "'", role: AFTER, codec: s.codec, state: s });
    }
    u.params.forEach(([name, codec], parameter) => {
      const role = roleOf(name);
      if (role !== INPUT && role !== BEFORE) throw new TypeError(`unit ${u.name}: the parameter ${name} is not an input (x?)`);
      u.given.push({ name, role, codec, parameter });
      if (role === BEFORE && !named.has(name + "'")) u.got.push({ name: name + "'", role: AFTER, codec, parameter });
    });
    u.results.forEach(([name, codec], result) => {
      const role = roleOf(name);
      if (role !== OUTPUT && role !== AFTER) throw new TypeError(`unit ${u.name}: the result ${name} is not an output (x!)`);
      u.got.push({ name, role, codec, result });
    });
    if (u.raises !== undefined) u.got.push({ name: u.raises, role: roleOf(u.raises), codec: this.errorCodec, raised: true });
    for (const x of [...u.given, ...u.got]) {
      if (!x.codec || !x.codec.shape) throw new TypeError(`unit ${u.name}: variable ${x.name}: ${x.codec} is not a codec`);
    }
  }
}

function describeVariable(x) {
  const fixed = x.role === BEFORE && x.state !== undefined && x.state.set === undefined;
  return {
    name: x.name, role: x.role, shape: x.codec.shape, fixed, observed: fixed && x.state.observed,
    parameter: x.state === undefined && (x.role === BEFORE || x.role === AFTER),
  };
}

module.exports = { Program, isObject: (x) => x.codec === object };
