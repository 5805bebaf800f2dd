"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);

  // What lies in something closed, or is filtered away, is shown before it is gone to.
  const reveal = (e) => {
    if (e.closest("[hidden]")) clear();
    for (let d = e.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
  };
  const aim = () => {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch (_) { /* as it is written */ }
    const e = name && document.getElementById(name);
    if (!e) return;
    reveal(e);
    e.scrollIntoView({ block: "start", behavior: "instant" });
    const row = e.closest("tr.decision");
    if (row) show(row);
  };

  // Printing opens what is closed, and closes it again.
  let closed = [];
  addEventListener("beforeprint", () => { closed = all("details:not([open])"); for (const d of closed) d.open = true; });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; closed = []; });

  // Times also say how long ago they are.
  for (const t of all("time[datetime]")) {
    const hours = (Date.now() - Date.parse(t.dateTime)) / 36e5;
    if (!(hours > 1)) continue;
    const n = hours < 48 ? Math.floor(hours) : Math.floor(hours / 24);
    t.after(` (${n} ${hours < 48 ? "hour" : "day"}${n > 1 ? "s" : ""} ago)`);
  }

  // A command is copied by a button beside it.
  const copy = async (text, button) => {
    try { await navigator.clipboard.writeText(text); } catch (_) {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("button.copy");
    if (!button) return;
    event.preventDefault();
    copy(button.previousElementSibling.textContent, button);
  });
  for (const c of all("code.command")) {
    if (c.nextElementSibling && c.nextElementSibling.matches("button.copy")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy: " + c.textContent);
    c.after(" ", button);
  }

  // Filters and search: an item is shown where it has one of the chosen values of each
  // group, and all of the words. Its own values and those of its rows are meant.
  const units = all("[data-unit]").map((e) => ({
    e, extra: e.hasAttribute("data-extra"), items: all("[data-item]", e).map((i) => ({ e: i, rows: all("tr.decision", i), text: null })),
  }));
  const chips = all(".tools input[type=checkbox]"), search = one(".tools input[type=search]"), said = one(".tools output");
  const has = (e, group, wanted) => (e.getAttribute("data-" + group) || "").split(" ").some((v) => wanted.has(v));
  const filter = () => {
    const groups = new Map();
    for (const c of chips) if (c.checked) groups.set(c.name, (groups.get(c.name) || new Set()).add(c.value));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const any = groups.size > 0 || words.length > 0;
    let shown = 0, decisions = 0, some = 0;
    const found = [];
    for (const u of units) {
      let left = 0;
      const name = u.e.getAttribute("data-unit").toLowerCase();
      for (const i of u.items) {
        let ok = true;
        if (words.length > 0) {
          if (i.text === null) i.text = name + " " + i.e.textContent.toLowerCase();
          ok = words.every((w) => i.text.includes(w));
        }
        const ofRows = [];
        for (const [group, wanted] of groups) {
          if (i.e.hasAttribute("data-" + group)) ok = ok && has(i.e, group, wanted); else ofRows.push([group, wanted]);
        }
        let rows = 0;
        if (ok) for (const r of i.rows) {
          const fits = ofRows.every(([group, wanted]) => has(r, group, wanted));
          if (r.hidden === fits) r.hidden = !fits;
          if (fits) rows++;
        }
        ok = ok && (ofRows.length === 0 || rows > 0);
        if (i.e.hidden === ok) i.e.hidden = !ok;
        if (ok) { left++; decisions += rows; if (any && found.length <= 20) found.push(i.e); }
      }
      const ok = left > 0 || !any || (groups.size === 0 && words.every((w) => name.includes(w)));
      if (u.e.hidden === ok) u.e.hidden = !ok;
      if (u.extra) continue; // what is shown a second time is not counted
      shown += left;
      if (ok) some++;
    }
    if (any && some <= 20) for (const u of units) if (!u.e.hidden && u.e.matches("details")) u.e.open = true;
    if (any && found.length <= 20) for (const e of found) {
      if (e.matches("details")) e.open = true;
      for (let d = e.closest("details.branch"); d; d = d.parentElement.closest("details.branch")) d.open = true;
    }
    const of = (n, total, what) => `${n} of ${total} ${what}`;
    const counted = units.filter((u) => !u.extra);
    const total = counted.reduce((n, u) => n + u.items.length, 0);
    said.textContent = one(".branch") ? of(shown, units.reduce((n, u) => n + u.items.length, 0), "leaves shown") :
      (rows.length > 0 ? of(decisions, rows.length, "decisions, ") : "") + of(shown, total, "cases, ") +
      of(some, counted.length, "units shown");
    one(".tools .clear").disabled = !any;
    count();
  };
  const clear = () => {
    for (const c of chips) c.checked = false;
    search.value = "";
    filter();
  };

  // Walking from one decision that is not accepted to the next.
  const rows = all("tr.decision"), walk = one(".walk");
  let now = null;
  const unaccepted = (r) => r.getAttribute("data-signoff") !== "accepted";
  const open = () => rows.filter((r) => unaccepted(r) && !r.classList.contains("marked") && !r.closest("[hidden]"));
  const count = () => {
    if (!walk) return;
    const left = open(), at = left.indexOf(now);
    walk.querySelector(".left").textContent = left.length === 0 ? "Nothing left to accept" :
      (at >= 0 ? `${at + 1} of ${left.length}` : `${left.length}`) + " not accepted";
    walk.querySelector(".mark").disabled = !now || !unaccepted(now);
    walk.querySelector(".at").hidden = !now || now.closest("[hidden]") !== null || marked().length > 0;
    note();
  };

  // What a reviewer marks as accepted is one command for all of it: of units, where all of theirs is marked, and
  // otherwise of cases, for each callee. Marks stay while the page is open, also where it is loaded again.
  const marked = () => rows.filter((r) => r.classList.contains("marked"));
  const note = () => {
    const all = marked(), of = new Map(), e = walk.querySelector(".chosen");
    e.hidden = all.length === 0;
    let base = "";
    const add = (callee, name) => of.set(callee, (of.get(callee) || new Set()).add(name));
    for (const r of all) {
      const words = r.closest("details.case").querySelector("code.command").textContent.split(" ");
      const name = words.pop(), unit = r.closest("[data-unit]");
      base = words.join(" ");
      const whole = rows.every((o) => o.closest("[data-unit]") !== unit || !unaccepted(o) || o.classList.contains("marked"));
      if (whole) add("", unit.getAttribute("data-unit")); else add(r.getAttribute("data-callee"), name);
    }
    e.querySelector(".count").textContent = `${all.length} marked`;
    e.querySelector(".command").textContent = [...of].map(([callee, names]) =>
      [base, ...names, ...(callee ? ["--callee", callee] : [])].join(" ")).join(" &&\n");
    try { sessionStorage.setItem(kept, all.map((r) => r.id).join(" ")); } catch (_) { /* they are not kept */ }
  };
  const kept = "marks " + location.pathname + " " + (one(".origin") ? one(".origin").textContent : "");
  const restore = () => {
    let ids = "";
    try { ids = sessionStorage.getItem(kept) || ""; } catch (_) { /* none are kept */ }
    for (const id of ids.split(" ").filter(Boolean)) {
      const r = document.getElementById(id);
      if (r && unaccepted(r)) r.classList.add("marked");
    }
  };
  const mark = () => {
    if (!now || !unaccepted(now) || now.closest("[hidden]")) return;
    const on = now.classList.toggle("marked");
    if (on && open().length > 0) step(1); else count();
  };
  const show = (row) => {
    if (now) { now.classList.remove("now"); now.removeAttribute("aria-current"); }
    now = row;
    now.classList.add("now");
    now.setAttribute("aria-current", "true");
    if (!walk) return;
    walk.querySelector(".place").textContent = row.getAttribute("data-place");
    const command = row.closest("details.case").querySelector("code.command").textContent;
    walk.querySelector(".at .command").textContent = command + " --callee " + row.getAttribute("data-callee");
    count();
  };
  const step = (by) => {
    const left = open();
    if (left.length === 0) return;
    let at = left.indexOf(now);
    if (at >= 0) at = (at + by + left.length) % left.length;
    else if (now) {
      at = left.findIndex((r) => now.compareDocumentPosition(r) & Node.DOCUMENT_POSITION_FOLLOWING);
      at = by > 0 ? Math.max(at, 0) : (at < 0 ? left.length : at) - 1;
      at = (at + left.length) % left.length;
    } else at = by > 0 ? 0 : left.length - 1;
    const row = left[at];
    reveal(row);
    history.replaceState({}, "", "#" + row.id);
    show(row);
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center", behavior: "instant" });
  };

  if (walk) restore();
  if (search) {
    one(".tools").hidden = false;
    let timer = 0;
    search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(filter, 100); });
    for (const c of chips) c.addEventListener("change", filter);
    one(".tools .clear").addEventListener("click", () => { clear(); search.focus(); });
    filter();
  }
  if (walk && rows.length > 0) {
    walk.hidden = false;
    walk.querySelector(".next").addEventListener("click", () => step(1));
    walk.querySelector(".previous").addEventListener("click", () => step(-1));
    walk.querySelector(".mark").addEventListener("click", mark);
    walk.querySelector(".unmark").addEventListener("click", () => {
      for (const r of marked()) r.classList.remove("marked");
      count();
    });
    count();
  }
  addEventListener("keydown", (event) => {
    if (search && event.target === search) {
      if (event.key === "Escape") { clear(); search.blur(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && search) { event.preventDefault(); search.focus(); search.scrollIntoView({ block: "center" }); }
    if (walk && event.key === "n") step(1);
    if (walk && event.key === "p") step(-1);
    if (walk && event.key === "a") mark();
  });
  addEventListener("hashchange", aim);
  aim();
})();
