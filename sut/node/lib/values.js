"use strict";

// Values of the protocol: what they are as text, and which of them are equal. A value is read by the declared type of
// its variable, so that some have more than one form: a name may come as a string, a sequence as a set of pairs.

// Units may replace what is global.
const { JSON, Set } = globalThis;

const NONE = 0, INT = 1, BIG = 2, STRING = 3, ATOM = 4, SEQ = 5, SET = 6, TUPLE = 7, BINDING = 8, CTOR = 9, OBJECT = 10;

// The largest number of characters of a value that messages show.
const MAX_SHOWN = 200;

// How deeply values may nest: one that nests deeper contains itself, or is of no use in a test case.
const MAX_DEPTH = 200;

// How many elements the collections in a value have in all, and characters its texts and large integers: more take
// longer to send than a case has time, or are no message.
const MAX_ELEMENTS = 1000000, MAX_TEXT = 15 << 20;

const nothing = () => ({ kind: NONE });

// elements returns the elements of a sequence, set or tuple, or the components of a binding.
function elements(value) {
  if (value.ints && value.ints.length > 0) return value.ints.map((int) => ({ kind: INT, int }));
  return value.elems || [];
}

// asSequence returns the elements of a sequence, also of one that is sent as the set of its pairs (1, x), (2, y); null
// where the value is not a sequence.
function asSequence(value) {
  if (value.kind === SEQ) return elements(value);
  if (value.kind !== SET) return null;
  const all = elements(value), at = new Map();
  for (const pair of all) {
    const parts = elements(pair);
    if (pair.kind !== TUPLE || parts.length !== 2 || parts[0].kind !== INT) return null;
    at.set(Number(parts[0].int), parts[1]);
  }
  const out = [];
  for (let i = 1; i <= all.length; i++) {
    if (!at.has(i)) return null;
    out.push(at.get(i));
  }
  return out;
}

// keyOf returns a text that is the same for equal values, in whatever form they were sent.
function keyOf(value) {
  const list = (opening, parts, closing) => opening + parts.join(", ") + closing;
  switch (value ? value.kind : NONE) {
    case INT: return String(value.int);
    case BIG: return value.text;
    case STRING: case ATOM: return JSON.stringify(value.text || "");
    case SEQ: case SET: {
      const sequence = asSequence(value);
      if (sequence) return list("⟨", sequence.map(keyOf), "⟩");
      return list("{", [...new Set(elements(value).map(keyOf))].sort(), "}");
    }
    case TUPLE: return list("(", elements(value).map(keyOf), ")");
    case CTOR: return value.text + list("(", elements(value).map(keyOf), ")");
    case BINDING: return list("⦉", elements(value).map((e, i) => `${value.names[i]} == ${keyOf(e)}`).sort(), "⦊");
    case OBJECT: return `object ${value.int}`;
  }
  return "nothing";
}

// show returns a value as text for a message.
const show = (value) => clip(keyOf(value), MAX_SHOWN);

// showHeld returns a value of the program as text for a message.
function showHeld(held) {
  let text;
  try {
    text = typeof held === "bigint" || typeof held === "number" ? String(held)
      : typeof held === "function" ? `function ${held.name}`
      : JSON.stringify(held) || String(held);
  } catch (e) {
    text = `${typeof held === "object" ? "an" : "a"} ${typeof held}`;
  }
  return clip(text, MAX_SHOWN);
}

const clip = (text, most) => (text.length <= most ? text : text.slice(0, most) + "…");

// sequenceOf returns a sequence, set or tuple of elements, in the packed form where all are integers of 64 bits.
function sequenceOf(kind, parts) {
  if (parts.length > 0 && parts.every((p) => p.kind === INT)) return { kind, ints: parts.map((p) => p.int) };
  return { kind, elems: parts };
}

module.exports = {
  NONE, INT, BIG, STRING, ATOM, SEQ, SET, TUPLE, BINDING, CTOR, OBJECT, MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT,
  asSequence, clip, elements, keyOf, nothing, sequenceOf, show, showHeld,
};
