"use strict";

// Puts functions in front of those that units call, so that calls are seen and stubs can answer them.

// Units may replace what is global.
const { Object, Reflect } = globalThis;

class Seams {
  // find(callee) gives the step whose call of a callee is seen; null where none is.
  constructor(program, find) {
    this.program = program;
    this.find = find;
    this.before = [];
  }

  put() {
    const seams = this;
    for (const { owner, property, callee } of this.program.seams) {
      const own = Object.getOwnPropertyDescriptor(owner, property);
      const real = owner[property];
      Object.defineProperty(owner, property, {
        configurable: true, enumerable: own ? own.enumerable : false, writable: true,
        value: Object.assign(function (...args) {
          const step = seams.find(callee);
          const call = (...given) => (new.target ? Reflect.construct(real, given, new.target) : real.apply(this, given));
          return step ? step.intercept(callee, this, call, args) : call(...args);
        }, real),
      });
      this.before.push({ owner, property, own });
    }
  }

  remove() {
    for (const { owner, property, own } of this.before.reverse()) {
      if (own) Object.defineProperty(owner, property, own);
      else delete owner[property];
    }
    this.before = [];
  }
}

module.exports = { Seams };
