"use strict";

// A session with a host: its steps come in, and what became of them goes out.

const { Case, findStep } = require("./steps");
const { Seams } = require("./seams");
// Units may replace what is global.
const { Map, Math, Number, setImmediate } = globalThis;

// The limits of the protocol.
const MAX_UNANSWERED = 16384, MAX_OUTPUT = 4 << 20;
const DEFAULT_OUTPUT = 64 << 10, DEFAULT_CALLS = 10000, DEFAULT_MOST = 100000;

class Session {
  constructor(program, line, capture) {
    Object.assign(this, { program, line, capture });
    this.setLimits({});
    this.routes = new Map([[0, new Map()]]);
    this.steps = [];
    this.unanswered = 0; // steps, with the one that runs
    this.answers = new Map(); // by the numbers of asks and events that are waited for
    this.next = 1;
    this.ended = this.gone = this.running = this.closing = false;
    this.case = null;
    this.seams = new Seams(program, findStep);
  }

  setLimits(sent) {
    const most = Number(sent.mostCalls) || DEFAULT_MOST;
    this.limits = { most, calls: Math.min(Number(sent.calls) || DEFAULT_CALLS, most) };
    this.capture.limit = Math.min(Number(sent.outputBytes) || DEFAULT_OUTPUT, MAX_OUTPUT);
  }

  // take takes a message of the host.
  take(m) {
    if (m.limits) this.setLimits(m.limits);
    for (const set of m.routes) {
      const wrong = set.routes.find((r) => Math.max(r.caller, r.callee) >= this.program.units.length);
      if (wrong) {
        this.finish("INVALID_ARGUMENT", `routes ${set.id}: there is no unit ${Math.max(wrong.caller, wrong.callee)}`);
        return;
      }
      this.routes.set(set.id, new Map(set.routes.map((r) => [`${r.caller} ${r.callee}`, r])));
    }
    for (const seq of m.acks) this.answers.set(String(seq), {});
    for (const a of m.answers) this.answers.set(String(a.seq), a);
    this.unanswered += m.steps.length;
    if (this.unanswered > MAX_UNANSWERED) {
      this.finish("RESOURCE_EXHAUSTED", `more than ${MAX_UNANSWERED} steps are unanswered`);
      return;
    }
    this.steps.push(...m.steps);
    if (!this.running) setImmediate(() => this.work());
  }

  // end notes that the host has closed its side; leave, that it has gone, so that nobody is answered any more.
  end() {
    this.ended = true;
    if (!this.running) setImmediate(() => this.work());
  }

  leave() {
    this.gone = true;
    this.steps.length = 0;
    this.end();
  }

  // work runs the steps that there are.
  async work() {
    if (this.running || this.over) return;
    this.running = true;
    if (!this.begun) this.seams.put();
    this.begun = true;
    while (this.steps.length > 0) {
      const step = this.steps.shift();
      this.case = this.case || new Case(this);
      const of = this.case;
      const result = await of.run(step);
      this.unanswered--;
      if (!step.more || step.end) this.case = null;
      if (!this.gone) this.send({ results: [result] });
    }
    this.running = false;
    if (this.ended && !this.closing) {
      this.closing = true;
      if (this.case) await this.case.close({});
      const leaks = this.gone ? [] : await this.line.left.list();
      if (leaks.length > 0) this.send({ leaks });
      this.finish();
    }
  }

  finish(code, why) {
    if (this.over) return;
    this.over = true;
    this.seams.remove();
    this.gone = this.gone || code !== undefined;
    this.line.session = null;
    this.line.post({ kind: "over", code, why });
  }

  send(message) { this.line.post({ kind: "sut", message }); }

  // ask sends an ask or an event, and waits for what answers it; null where the host has left. This thread stands still
  // meanwhile.
  ask(field, message) {
    if (this.gone) return null;
    const seq = String(this.next++);
    this.send({ [field]: [{ ...message, seq }] });
    this.line.wait(() => this.answers.has(seq) || this.gone);
    const answer = this.answers.get(seq) || null;
    this.answers.delete(seq);
    return answer;
  }
}

module.exports = { Session };
