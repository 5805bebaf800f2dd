package ttfint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import ttfint.Wire.Call;
import ttfint.Wire.Result;
import ttfint.Wire.Value;

/** The calls that the unit of a step makes, which are recorded, and which stubs may answer. */
final class Calls {
    private static final int MAX_LATES = 100;

    /** What is called in the place of which a stub may answer. */
    interface Real {
        Object call() throws Throwable;
    }

    /** A call that has begun. */
    private static final class Opened {
        final Unit unit;
        final Call call;
        final int number;
        final List<Opened> outer;
        final Object instance;
        final Object[] arguments;
        int mode = Wire.RUN;
        List<Value> got = List.of();

        Opened(Unit unit, Call call, int number, List<Opened> outer, Object instance, Object[] arguments) {
            this.unit = unit;
            this.call = call;
            this.number = number;
            this.outer = outer;
            this.instance = instance;
            this.arguments = arguments;
        }

        /** The call as events and asks have it: with its id. */
        Call sent() {
            Call out = Wire.read(Call.class, Wire.write(call));
            out.id = number;
            return out;
        }
    }

    /** The calls that are open where the code is, the innermost last. Each thread has calls of its own. */
    private final ThreadLocal<List<Opened>> around = ThreadLocal.withInitial(List::of);

    /** The threads that run calls. */
    final Set<Thread> atWork = ConcurrentHashMap.newKeySet();

    private final Running of;
    private final List<Call> recorded = new ArrayList<>();
    private int made, lates, open;
    long unwound; // the call that an error has left last, while it goes on
    private boolean beside;
    private volatile boolean settled;

    Calls(Running of) {
        this.of = of;
    }

    /** What comes from now on is late, and no more of what is recorded changes; it is added to the result. */
    void settle(Result result) {
        synchronized (this) {
            settled = true;
        }
        result.calls = recorded;
        result.calls_truncated = made > recorded.size();
    }

    /** The innermost open call of the code that runs; 0: the unit. */
    long innermost() {
        List<Opened> open = around.get();
        return open.isEmpty() ? 0 : open.get(open.size() - 1).number;
    }

    /** Whether a call is one of the unit's or of its callees', and of a caller whose calls are seen. */
    boolean sees(int callee) {
        if (Thread.currentThread() == of.thread && (of.phase != 0 || settled)) {
            return false;
        }
        return of.program.seen.contains(Program.pair(caller(), callee));
    }

    private int caller() {
        List<Opened> open = around.get();
        return open.isEmpty() ? of.step.unit : open.get(open.size() - 1).call.callee;
    }

    /** Handles a call: records it, and has the callee or a stub answer it. */
    Object intercept(int callee, Object on, Real real, Object[] arguments) throws Throwable {
        Opened opened = open(callee, on, arguments);
        if (opened == null) {
            return real.call();
        }
        if (opened.mode != Wire.RUN) {
            return answer(opened);
        }
        Object out;
        try {
            out = real.call();
        } catch (Throwable e) {
            leave(opened, e);
            throw e;
        }
        close(opened, Wire.RUN, out, null);
        return out;
    }

    /** Records that a call begins, and finds out who is to answer it; null where the call is late. */
    private Opened open(int callee, Object on, Object[] arguments) {
        Unit unit = of.program.units.get(callee);
        Opened opened;
        boolean aside;
        synchronized (this) {
            Call call = new Call();
            call.caller = caller();
            call.callee = callee;
            if (settled) {
                reportLate(unit, call, arguments);
                return null;
            }
            List<Opened> outer = around.get();
            aside = Thread.currentThread() != of.thread && outer.isEmpty();
            call.parent = outer.isEmpty() ? 0 : outer.get(outer.size() - 1).number;
            call.aside = aside && of.step.stream;
            beside = beside || aside || open > outer.size();
            unwound = 0;
            made++;
            if (Thread.currentThread() == of.thread && made > of.limits.most()) {
                Result most = new Result(Wire.PANICKED, "it made more than " + of.limits.most() + " calls");
                most.panicked_in = call.parent;
                throw of.end(most);
            }
            if (made <= of.limits.calls()) {
                recorded.add(call);
            }
            open++;
            opened = new Opened(unit, call, made, outer, unit.onInstance ? on : of.instance, arguments);
            List<Opened> inner = new ArrayList<>(outer);
            inner.add(opened);
            around.set(inner);
            atWork.add(Thread.currentThread());
        }
        List<String[]> faults = new ArrayList<>();
        Object instance = aside ? null : opened.instance;
        observe(opened, false, () -> opened.call.given = of.read(unit.given, instance, arguments, null, null, null, false, faults));
        if (!faults.isEmpty()) {
            opened.call.unfit = Values.clip(String.join(": ", faults.get(0)));
        }
        route(opened);
        if (opened.mode != Wire.ASK) {
            of.tell(Wire.OPENED, e -> e.call = opened.sent());
        }
        return opened;
    }

    /** Finds out who answers a call. */
    private void route(Opened opened) {
        Wire.Route route = of.routes.get(Program.pair(opened.call.caller, opened.call.callee));
        opened.mode = route == null ? Wire.RUN : route.mode;
        if (opened.mode == Wire.TABLE) {
            Wire.Row row = route.table.stream().filter(r -> matches(r, opened.call)).findFirst().orElse(null);
            opened.mode = row == null ? route.otherwise : Wire.TABLE;
            opened.got = row == null ? List.of() : row.got;
        }
        if (opened.mode != Wire.ASK) {
            return;
        }
        long began = System.nanoTime();
        Wire.Ask ask = new Wire.Ask();
        ask.step = of.step.id;
        ask.call = opened.sent();
        Wire.Answer answer = of.session.ask(ask);
        of.waitedSince(began);
        if (answer == null || answer.kind == Wire.REFUSE) {
            pop(opened);
            throw of.end(new Result(Wire.ABORTED, answer == null ? "the host has left" : answer.reason));
        }
        if (answer.kind == Wire.REAL) {
            opened.mode = Wire.RUN;
        }
        opened.got = answer.got;
    }

    private static boolean matches(Wire.Row row, Call call) {
        for (int i = 0; i < Math.min(row.given.size(), call.given.size()); i++) {
            Value want = row.given.get(i);
            if (want.kind != Wire.NONE && !Values.key(want).equals(Values.key(call.given.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** Answers a call in the place of its callee. */
    private Object answer(Opened opened) throws Throwable {
        Unit unit = opened.unit;
        String what = "call of " + unit.name + ": ";
        if (opened.got.size() > unit.got.size()) {
            throw of.end(new Result(Wire.BLOCKED, what + "the answer has " + opened.got.size() + " values, and it has "
                    + unit.got.size()));
        }
        Object[] out = {null, null};
        observe(opened, false, () -> {
            for (int i = 0; i < opened.got.size(); i++) {
                Unit.Variable v = unit.got.get(i);
                try {
                    if (opened.got.get(i).kind != Wire.NONE) {
                        give(opened, v, opened.got.get(i), out);
                    }
                } catch (Refused e) {
                    throw of.end(new Result(Wire.BLOCKED, what + v.name() + ": " + e.getMessage()));
                }
            }
        });
        Class<?> type = unit.method.getReturnType();
        if (out[0] == null && type.isPrimitive() && type != void.class) {
            out[0] = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
        }
        close(opened, opened.mode, out[0], (Throwable) out[1]);
        if (out[1] != null) {
            throw (Throwable) out[1];
        }
        return out[0];
    }

    /** Gives one value of an answer: to the state, to an argument, or as what the call gives or throws. */
    private void give(Opened opened, Unit.Variable v, Value wire, Object[] out) throws Exception {
        Object value = of.argument(v, wire);
        if (v.raised()) {
            out[1] = value;
        } else if (v.result()) {
            out[0] = value;
        } else if (v.parameter() >= 0) {
            writeBack(opened.arguments[v.parameter()], value);
        } else if (v.state().set() == null) {
            throw new Refused("the program can show it but not set it");
        } else {
            v.state().set().set(opened.instance, value);
            Value now = v.codec().encode(v.state().get().get(opened.instance), 0);
            if (!beside && !Values.key(now).equals(Values.key(wire))) {
                throw new Refused("its stub set it to " + Values.show(wire) + " and it reads " + Values.show(now));
            }
        }
    }

    /** Changes what an argument refers to. */
    @SuppressWarnings("unchecked")
    private static void writeBack(Object held, Object value) {
        if (held instanceof Collection<?> c) {
            c.clear();
            ((Collection<Object>) c).addAll((Collection<Object>) value);
        } else if (held instanceof Map<?, ?> m) {
            m.clear();
            ((Map<Object, Object>) m).putAll((Map<Object, Object>) value);
        } else {
            throw new Refused("an argument " + Values.showHeld(held) + " cannot be changed");
        }
    }

    /** Records that an error leaves a call. */
    private void leave(Opened opened, Throwable raised) {
        if (opened.unit.raises != null && of.program.constantOf(raised) != null) {
            close(opened, Wire.RUN, null, raised);
            return;
        }
        of.look(new Wire.Event());
        pop(opened);
        synchronized (this) {
            if (settled) {
                return;
            }
            if (opened.number <= recorded.size() && unwound == 0) {
                unwound = opened.number;
            }
            opened.call.state = Wire.UNWOUND;
            opened.call.until = beside ? recorded.size() : 0;
        }
        if (!(raised instanceof Running.Over)) {
            of.tell(Wire.CLOSED_CALL, e -> e.call = opened.sent());
        }
    }

    /** Records what a call gave. */
    private void close(Opened opened, int by, Object out, Throwable raised) {
        List<String[]> faults = new ArrayList<>();
        List<Value> got = new ArrayList<>();
        boolean aside = Thread.currentThread() != of.thread && opened.outer.isEmpty();
        Object instance = aside ? null : opened.instance;
        observe(opened, by == Wire.RUN, () -> got.addAll(
                of.read(opened.unit.got, instance, opened.arguments, null, out, raised, false, faults)));
        pop(opened);
        synchronized (this) {
            if (settled) {
                return;
            }
            opened.call.state = Wire.CLOSED;
            opened.call.by = by;
            opened.call.got = got;
            opened.call.until = beside ? recorded.size() : 0;
            if (!faults.isEmpty()) {
                opened.call.message = Values.clip(String.join(": ", faults.get(0)));
            }
            unwound = 0;
        }
        of.tell(Wire.CLOSED_CALL, e -> e.call = opened.sent());
    }

    private void pop(Opened opened) {
        synchronized (this) {
            open--;
        }
        around.set(opened.outer);
        if (opened.outer.isEmpty()) {
            atWork.remove(Thread.currentThread());
        }
    }

    private void reportLate(Unit unit, Call call, Object[] arguments) {
        if (lates++ < MAX_LATES) {
            call.given = of.read(unit.given, null, arguments, null, null, null, false, new ArrayList<>());
            of.session.late(of.step.id, call);
        }
    }

    /** What may fail. */
    private interface Work {
        void run() throws Throwable;
    }

    /**
     * Does what the unit is not charged with. A callee that has run is charged with what it has left and cannot be
     * read.
     */
    private void observe(Opened opened, boolean ran, Work what) {
        boolean mine = Thread.currentThread() == of.thread;
        if (mine) {
            of.phase = Wire.OBSERVING;
            of.phaseAt = opened.unit.name;
        }
        Call c = new Call();
        c.id = opened.number;
        c.parent = opened.call.parent;
        c.caller = opened.call.caller;
        c.callee = opened.call.callee;
        c.aside = opened.call.aside;
        of.tell(Wire.ENTERED, e -> {
            e.phase = Wire.OBSERVING;
            e.at = opened.unit.name;
            e.call = c;
        });
        try {
            what.run();
        } catch (Running.Over e) {
            throw e;
        } catch (Throwable e) {
            Result failed = of.broken(e);
            if (ran && of.markUnreadable(failed, e)) {
                failed.panicked_in = opened.number;
            }
            throw of.end(failed);
        } finally {
            if (mine) {
                of.phase = 0;
            }
        }
    }
}
