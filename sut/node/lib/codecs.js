"use strict";

// How values of JavaScript are sent. JavaScript has no types to take this from, so that a table names a codec for each
// variable:
//
//   int                       a number that is a safe integer    ℤ
//   bigint                    a bigint                           ℤ, of any size
//   bool                      true, false                        the constants true and false
//   string                    a string                           strings, elements of given and free types
//   constants("a", "b")       one of these strings               constants of a free type
//   list(T)                   an array                           seq T
//   set(T)                    a Set                              ℙ T
//   map(K, V)                 a Map                              K ⇸ V
//   tuple(A, B)               an array of that length            A × B
//   record({a: A})            an object with these properties    a binding
//   optional(T, {none, some}) undefined, null or a value         none | some⟨⟨T⟩⟩
//   custom(form, {to, back})  anything: to makes a value that the codec form sends, back makes one of it
//   object                    an instance of the program         an object of the case
//   any                       what it is when it is sent
//
// A codec is an object: shape as the protocol has it, encode(value, depth) and decode(wire). Both throw Refused for what
// has no counterpart.

const v = require("./values");
// Units may replace what is global.
const { Array, BigInt, Map, Number, Object, Set } = globalThis;

// Refused is thrown for a value that cannot be expressed in the protocol, or that the program cannot hold.
class Refused extends Error {}

const LEAST = -(1n << 63n), MOST = (1n << 63n) - 1n;

// weight is how much of a value has been encoded.
const weight = { elements: 0, text: 0 };

// weigh begins a part of a value, with so many elements or characters of text. It refuses a value that is too large to
// be sent as a whole, which begins at depth 0, so that this is known before all of it is encoded.
function weigh(depth, elements, text = 0) {
  if (depth > v.MAX_DEPTH) throw new Refused("it nests too deeply, or contains itself");
  if (depth === 0) weight.elements = weight.text = 0;
  add(elements, text);
}

function add(elements, text = 0) {
  weight.elements += elements;
  weight.text += text;
  if (weight.elements > v.MAX_ELEMENTS) {
    throw new Refused(`it has ${weight.elements} elements or more, and at most ${v.MAX_ELEMENTS} are sent`);
  }
  if (weight.text > v.MAX_TEXT) {
    throw new Refused(`its text takes ${weight.text} characters or more, and at most ${v.MAX_TEXT} are sent`);
  }
}

// runThrough gives the elements of a collection that says its size. One of a class of its own may have more, or no end,
// and say a size that is not a number.
function runThrough(collection, size, depth) {
  weigh(depth, 0);
  if (size > v.MAX_ELEMENTS) add(size);
  const out = [];
  for (const e of collection) {
    add(1);
    out.push(e);
  }
  return out;
}

function fromInteger(big, depth) {
  if (big >= LEAST && big <= MOST) return { kind: v.INT, int: String(big) };
  weigh(depth, 0, big.toString(16).length);
  return { kind: v.BIG, text: String(big) };
}

function toInteger(wire) {
  if (wire.kind === v.INT) return BigInt(wire.int);
  if (wire.kind === v.BIG) return BigInt(wire.text);
  throw new Refused(`${v.show(wire)} is not an integer`);
}

const int = {
  shape: { kind: v.INT, min: String(Number.MIN_SAFE_INTEGER), max: String(Number.MAX_SAFE_INTEGER) },
  encode(value) {
    if (!Number.isSafeInteger(value)) throw new Refused(`${v.showHeld(value)} is not an integer`);
    return { kind: v.INT, int: String(value) };
  },
  decode(wire) {
    const n = Number(toInteger(wire));
    if (!Number.isSafeInteger(n)) throw new Refused(`${v.show(wire)} does not fit a number`);
    return n;
  },
};

const bigint = {
  shape: { kind: v.INT },
  encode(value, depth = 0) {
    if (typeof value !== "bigint") throw new Refused(`${v.showHeld(value)} is not a bigint`);
    return fromInteger(value, depth);
  },
  decode: toInteger,
};

const string = {
  shape: { kind: v.STRING },
  encode(value, depth = 0) {
    if (typeof value !== "string") throw new Refused(`${v.showHeld(value)} is not a string`);
    weigh(depth, 0, value.length);
    if (!isWellFormed(value)) throw new Refused(`${v.showHeld(value)} has half of a pair of surrogates`);
    return { kind: v.STRING, text: value };
  },
  decode(wire) {
    if (wire.kind !== v.STRING && wire.kind !== v.ATOM) throw new Refused(`${v.show(wire)} is not a string`);
    return wire.text;
  },
};

// isWellFormed tells whether a string can be written in UTF-8.
const isWellFormed = (text) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

// named is the codec of values that stand for constants of a free type: pairs of a name and a value.
function named(pairs, what) {
  return {
    shape: { kind: v.ATOM, names: pairs.map(([name]) => name).sort() },
    encode(value) {
      const found = pairs.find(([, held]) => held === value);
      if (!found) throw new Refused(`${v.showHeld(value)} of ${what} stands for no constant`);
      return { kind: v.ATOM, text: found[0] };
    },
    decode(wire) {
      const found = (wire.kind === v.ATOM || wire.kind === v.STRING) && pairs.find(([name]) => name === wire.text);
      if (!found) throw new Refused(`${v.show(wire)} is none of ${pairs.map(([name]) => name).join(", ")}`);
      return found[1];
    },
  };
}

const bool = named([["true", true], ["false", false]], "bool");
const constants = (...names) => named(names.map((n) => [n, n]), "constants");

const list = (inner) => ({
  shape: { kind: v.SEQ, parts: [inner.shape] },
  encode(value, depth = 0) {
    if (!Array.isArray(value)) throw new Refused(`${v.showHeld(value)} is not a sequence`);
    return v.sequenceOf(v.SEQ, runThrough(value, value.length, depth).map((e) => inner.encode(e, depth + 1)));
  },
  decode(wire) {
    const parts = v.asSequence(wire);
    if (!parts) throw new Refused(`${v.show(wire)} is not a sequence`);
    return parts.map((p) => inner.decode(p));
  },
});

function elementsOfSet(wire) {
  if (wire.kind === v.SET) return v.elements(wire);
  if (wire.kind !== v.SEQ) throw new Refused(`${v.show(wire)} is not a set`);
  return v.elements(wire).map((e, i) => ({ kind: v.TUPLE, elems: [{ kind: v.INT, int: String(i + 1) }, e] }));
}

const set = (inner) => ({
  shape: { kind: v.SET, parts: [inner.shape] },
  encode(value, depth = 0) {
    if (!(value instanceof Set)) throw new Refused(`${v.showHeld(value)} is not a set`);
    return v.sequenceOf(v.SET, runThrough(value, value.size, depth).map((e) => inner.encode(e, depth + 1)));
  },
  decode: (wire) => new Set(elementsOfSet(wire).map((e) => inner.decode(e))),
});

const map = (keys, values) => ({
  shape: { kind: v.SET, parts: [{ kind: v.TUPLE, parts: [keys.shape, values.shape] }] },
  encode(value, depth = 0) {
    if (!(value instanceof Map)) throw new Refused(`${v.showHeld(value)} is not a map`);
    const pair = ([k, x]) => v.sequenceOf(v.TUPLE, [keys.encode(k, depth + 1), values.encode(x, depth + 1)]);
    return { kind: v.SET, elems: runThrough(value, value.size, depth).map(pair) };
  },
  decode(wire) {
    const out = new Map();
    for (const pair of elementsOfSet(wire)) {
      const parts = v.elements(pair);
      if (pair.kind !== v.TUPLE || parts.length !== 2) throw new Refused(`${v.show(wire)} is not a function`);
      const key = keys.decode(parts[0]);
      if (out.has(key)) throw new Refused(`${v.show(wire)} has two values for one key`);
      out.set(key, values.decode(parts[1]));
    }
    return out;
  },
});

const tuple = (...inner) => ({
  shape: { kind: v.TUPLE, parts: inner.map((c) => c.shape) },
  encode(value, depth = 0) {
    weigh(depth, inner.length);
    if (!Array.isArray(value) || value.length !== inner.length) {
      throw new Refused(`${v.showHeld(value)} does not have ${inner.length} components`);
    }
    return v.sequenceOf(v.TUPLE, inner.map((c, i) => c.encode(value[i], depth + 1)));
  },
  decode(wire) {
    const parts = v.elements(wire);
    if (wire.kind !== v.TUPLE || parts.length !== inner.length) {
      throw new Refused(`${v.show(wire)} does not have ${inner.length} components`);
    }
    return inner.map((c, i) => c.decode(parts[i]));
  },
});

function record(fields) {
  const names = Object.keys(fields).sort();
  return {
    shape: { kind: v.BINDING, names, parts: names.map((n) => fields[n].shape) },
    encode(value, depth = 0) {
      weigh(depth, names.length);
      if (value === null || typeof value !== "object") throw new Refused(`${v.showHeld(value)} is not an object`);
      return { kind: v.BINDING, names, elems: names.map((n) => fields[n].encode(value[n], depth + 1)) };
    },
    decode(wire) {
      const parts = v.elements(wire);
      if (wire.kind !== v.BINDING || parts.length !== names.length) throw new Refused(`${v.show(wire)} is not a binding`);
      return Object.fromEntries(names.map((n) => {
        const i = wire.names.indexOf(n);
        if (i < 0) throw new Refused(`${v.show(wire)} has no component ${n}`);
        return [n, fields[n].decode(parts[i])];
      }));
    },
  };
}

const optional = (inner, { none = "none", some = "some" } = {}) => ({
  shape: { kind: v.CTOR, names: [some, none], parts: [inner.shape] },
  encode(value, depth = 0) {
    weigh(depth, 1);
    if (value === undefined || value === null) return { kind: v.ATOM, text: none };
    return { kind: v.CTOR, text: some, elems: [inner.encode(value, depth + 1)] };
  },
  decode(wire) {
    if ((wire.kind === v.ATOM || wire.kind === v.STRING) && wire.text === none) return undefined;
    const parts = v.elements(wire);
    if (wire.kind === v.CTOR && wire.text === some && parts.length === 1) return inner.decode(parts[0]);
    throw new Refused(`${v.show(wire)} is neither ${none} nor ${some} of a value`);
  },
});

const custom = (form, { to, back }) => ({
  shape: form.shape,
  encode: (value, depth = 0) => form.encode(to(value), depth),
  decode: (wire) => back(form.decode(wire)),
});

// any sends a value as what it is. What it is sent is a number or a bigint, a string, an array, a Set or a Map.
const any = {
  shape: { kind: v.NONE },
  encode(value, depth = 0) {
    switch (typeof value) {
      case "number": return int.encode(value);
      case "bigint": return bigint.encode(value, depth);
      case "boolean": return bool.encode(value);
      case "string": return string.encode(value, depth);
    }
    if (Array.isArray(value)) return list(any).encode(value, depth);
    if (value instanceof Set) return set(any).encode(value, depth);
    if (value instanceof Map) return map(any, any).encode(value, depth);
    throw new Refused(`${v.showHeld(value)} has no counterpart in Z: name a codec for it`);
  },
  decode(wire) {
    switch (wire.kind) {
      case v.INT: case v.BIG: {
        const n = toInteger(wire);
        return Number.isSafeInteger(Number(n)) ? Number(n) : n;
      }
      case v.STRING: case v.ATOM: return wire.text === "true" ? true : wire.text === "false" ? false : wire.text;
      case v.SEQ: case v.TUPLE: return v.elements(wire).map((e) => any.decode(e));
      case v.SET: return new Set(v.elements(wire).map((e) => any.decode(e)));
    }
    throw new Refused(`${v.show(wire)} has no counterpart in JavaScript: name a codec for it`);
  },
};

// object marks variables that hold instances of the program: steps.js converts them.
const object = {
  shape: { kind: v.OBJECT },
  encode() { throw new Refused("an instance stands where a value was expected"); },
  decode(wire) { throw new Refused(`${v.show(wire)} is not an object of the case`); },
};

module.exports = {
  Refused, any, bigint, bool, constants, custom, int, list, map, named, object, optional, record, set, string, tuple,
};
