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
    Object.assign(this, { make, close, noError, constants, at: placeOfCaller() });
    this.wrong = []; // what is wrong with the table, each with its place
    this.states = [];
    this.units = [];
    this.seams = [];
    this.errors = errors.filter(([kind, name]) => {
      if (typeof kind === "function" && typeof name === "string") return true;
      this._refuse(this.at, `errors: ${String(kind)}, ${String(name)} is not a class of errors and its constant`);
      return false;
    });
    this.errorCodec = {
      shape: { kind: 4, names: [...new Set([...this.errors.map(([, name]) => name), noError])].sort() },
      encode: (raised) => ({ kind: 4, text: raised === undefined ? noError : this.findError(raised) }),
      decode: (wire) => {
        if (wire.text === noError) return undefined;
        const found = this.errors.find(([, name]) => name === wire.text);
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
      this._refuse(placeOfCaller(),
        `state ${name}: expected the name of the state before, without a decoration; it stands for both`);
      return this;
    }
    let access = where;
    if (typeof where === "string") {
      const path = where.split("."), last = path.pop();
      const owner = (instance) => path.reduce((at, step) => at[step], instance);
      access = { own: true, get: (i) => owner(i)[last], set: (i, value) => { owner(i)[last] = value; } };
    }
    const at = placeOfCaller();
    if (!access || typeof access.get !== "function") this._refuse(at, `state ${name}: expected a property, or {get, set}`);
    else if (!codec || !codec.shape) this._refuse(at, `state ${name}: ${String(codec)} is not a codec`);
    else this.states.push({ name, codec, observed, own: access.own === true, get: access.get, set: access.set, at });
    return this;
  }

  // unit says which function a unit is: it is called with the instance as this, and the inputs as arguments. params has
  // the codecs of its parameters by the names of their variables, in order: inputs (x?), or the state before; results
  // those of its results, outputs (x!) or the state after: where there are several, it gives an array. raises names the
  // output that says which of the program's errors it threw. What gives a promise is waited for.
  unit(name, run, { params = {}, results = {}, raises } = {}) {
    const at = placeOfCaller();
    if (!name || this.units.some((u) => u.name === name)) this._refuse(at, `unit ${name}: it needs a name of its own`);
    else if (typeof run !== "function") this._refuse(at, `unit ${name}: ${String(run)} is not a function`);
    else this.units.push({ name, run, params: Object.entries(params), results: Object.entries(results), raises, at });
    return this;
  }

  // intercept says that the calls of owner[property] by the units in callers are calls of a unit, which are recorded,
  // and answered by stubs where a test case has one. owner is a prototype, a class, or what a module exports. While the
  // program serves, a function stands in its place, for all who look it up there.
  intercept(unit, owner, property, callers) {
    this.seams.push({ unit, owner, property, callers, at: placeOfCaller() });
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

  // describe checks the table, and returns what the program serves. It throws WrongTable with all that is wrong with it,
  // a line for each, with its place.
  describe() {
    const known = this.wrong.length;
    for (const u of this.units) this._check(u.at, () => this._bind(u));
    const edges = [];
    for (const s of this.seams) {
      this._check(s.at, () => {
        s.callee = this.findUnit(s.unit);
        if (!s.owner || typeof s.owner[s.property] !== "function") {
          throw new TypeError(`${s.unit} cannot be intercepted: ${String(s.property)} is not a function there`);
        }
        edges.push(...s.callers.map((caller) => ({ caller: this.findUnit(caller), callee: s.callee })));
      });
    }
    this.seen = new Set(edges.map((e) => `${e.caller} ${e.callee}`));
    const constants = [];
    for (const [name, value] of Object.entries(this.constants)) {
      this._check(this.at, () => constants.push({ name, value: any.encode(value), place: this.at }), `constant ${name}: `);
    }
    const found = [...new Set(this.wrong)];
    this.wrong.length = known;
    if (found.length > 0) throw new WrongTable(found.join("\n"));
    return {
      protocol: 1, language: "node", sdk: require("../package.json").version, scripts: true, edges, constants,
      units: this.units.map((u) => ({
        name: u.name, served: true, place: u.at,
        given: u.given.map((x) => describeVariable(x, u)), got: u.got.map((x) => describeVariable(x, u)),
      })),
    };
  }

  // _refuse notes what is wrong with the table, which is said with all else that is when the program is served.
  _refuse(place, why) { this.wrong.push(`${place}: ${why}`); }

  // _check notes what a part of the table is refused for, at its place.
  _check(place, part, about = "") {
    try {
      part();
    } catch (e) {
      if (!(e instanceof TypeError) && !(e instanceof Refused)) throw e;
      this._refuse(place, about + e.message);
    }
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
    if (u.raises !== undefined && roleOf(String(u.raises)) !== OUTPUT) {
      throw new TypeError(`unit ${u.name}: raises is ${String(u.raises)}, which is not an output (x!)`);
    }
    if (u.raises !== undefined) u.got.push({ name: u.raises, role: roleOf(u.raises), codec: this.errorCodec, raised: true });
    for (const side of [u.given, u.got]) {
      const twice = side.find((x, i) => side.findIndex((y) => y.name === x.name) < i);
      if (twice) throw new TypeError(`unit ${u.name}: the variable ${twice.name} is bound twice`);
    }
    for (const x of [...u.given, ...u.got]) {
      if (!x.codec || !x.codec.shape) throw new TypeError(`unit ${u.name}: variable ${x.name}: ${x.codec} is not a codec`);
    }
  }
}

// WrongTable says what is wrong with a table.
class WrongTable extends Error {}

// placeOfCaller returns where the program calls this package, as file:line; "" where that is not known.
function placeOfCaller() {
  const lines = (new Error().stack || "").split("\n").slice(1).filter((line) => !line.includes(__dirname));
  const at = /((?:[A-Za-z]:)?[^\s(:][^(:]*:\d+):\d+\)?$/.exec(lines[0] || "");
  return at ? at[1] : "";
}

function describeVariable(x, u) {
  const fixed = x.role === BEFORE && x.state !== undefined && x.state.set === undefined;
  return {
    name: x.name, role: x.role, shape: x.codec.shape, fixed, observed: fixed && x.state.observed,
    place: x.state === undefined ? u.at : x.state.at, parameter: x.state === undefined && (x.role === BEFORE || x.role === AFTER),
  };
}

module.exports = { Program, WrongTable, isObject: (x) => x.codec === object };
