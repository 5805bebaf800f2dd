"use strict";

// Serves denque, a double-ended queue in a ring of slots, to ttf-int. The library is not changed.
//
// It needs the packages ttfint (sut/node of this repository) and denque. DENQUE_FAULT switches on a fault:
//
//   unshift-at-the-end  unshift adds at the wrong end
//   shift-keeps         shift does not remove what it gives where it is the only element
//   remove-inlined      remove takes one element out without removeOne

const Denque = require("denque");
const { Program, int, list, optional } = require("ttfint");

const of = Denque.prototype;

const faults = {
  "unshift-at-the-end": () => { of.unshift = of.push; },
  "shift-keeps": () => {
    const shift = of.shift;
    of.shift = function () { return this.size() === 1 ? this.peek() : shift.call(this); };
  },
  "remove-inlined": () => {
    const remove = of.remove;
    of.remove = function (index, count) {
      if (count !== 1) return remove.call(this, index, count);
      const all = this.toArray(), removed = all.splice(index, 1);
      this.clear();
      for (const x of all) this.push(x);
      return removed;
    };
  },
};
if (process.env.DENQUE_FAULT) faults[process.env.DENQUE_FAULT]();

const item = optional(int, { none: "nothing", some: "item" });
const items = {
  get: (queue) => queue.toArray(),
  set: (queue, values) => {
    queue.clear();
    for (const x of values) queue.push(x);
  },
};

new Program(() => new Denque())
  .state("items", items, list(int))
  .unit("push", of.push, { params: { "x?": int }, results: { "size!": int } })
  .unit("unshift", of.unshift, { params: { "x?": int }, results: { "size!": int } })
  .unit("shift", of.shift, { results: { "x!": item } })
  .unit("pop", of.pop, { results: { "x!": item } })
  .unit("removeOne", of.removeOne, { params: { "index?": int }, results: { "x!": item } })
  .unit("remove", of.remove, { params: { "index?": int, "count?": int }, results: { "removed!": list(int) } })
  .intercept("removeOne", of, "removeOne", ["remove"])
  .serve();
