package ttfint;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ttfint.Wire.Call;
import ttfint.Wire.Event;
import ttfint.Wire.Result;
import ttfint.Wire.Value;

/** A step while it runs: the unit, and the calls that it makes. */
final class Running {
    private static final int MAX_LATES = 100;
    private static final String[] DOING = {"", "making an instance", "setting %s", "reading %s before the unit ran",
        "putting in the seam to %s", "observing a call of %s", "reading %s after the unit ran", "closing the instance"};

    /** The step is over, while its unit runs: it is thrown through the unit. */
    private static final class Over extends ThreadDeath {
        private static final long serialVersionUID = 1;
    }

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

    private final Case of;
    private final Wire.Step step;
    private final Session session;
    private final Program<?> program;
    private final Thread thread = Thread.currentThread();
    private final Session.Limits limits;
    private final Map<Long, Wire.Route> routes;
    private int phase = Wire.MAKING; // 0: the unit is at work
    private String phaseAt = "";
    private Object instance;
    private List<Value> before = new ArrayList<>();
    final List<Call> calls = new ArrayList<>();
    int made;
    private int lates, open;
    private long unwound, waited;
    private boolean beside;
    volatile boolean settled;
    private Result ended;

    Running(Case of, Wire.Step step) {
        this.of = of;
        this.step = step;
        this.session = of.session;
        this.program = session.program;
        this.limits = session.limits;
        this.routes = session.routes.get(step.routes);
    }

    /** Runs the step, and returns its result but for the calls and what was printed. */
    Result run() {
        if (of.over) {
            return new Result(Wire.SKIPPED, "an earlier step has ended its case");
        }
        if (step.end) {
            return of.begun ? new Result(Wire.RETURNED, "") : new Result(Wire.BLOCKED, "there is no case to end");
        }
        program.running = this;
        if (step.unit < 0 || step.unit >= program.units.size()) {
            return new Result(Wire.BLOCKED, "unit " + step.unit + " is not served");
        }
        Unit unit = program.units.get(step.unit);
        try {
            Result wrong = prepare(unit);
            return wrong != null ? wrong : work(unit);
        } catch (Over e) {
            return ended;
        } catch (Throwable e) {
            return broken(e);
        }
    }

    private Result broken(Throwable e) {
        String at = phaseAt.isEmpty() ? "the state" : phaseAt;
        Result out = new Result(Wire.BROKEN, String.format(DOING[phase == 0 ? Wire.OBSERVING : phase], at) + ": " + e);
        out.stack = stackOf(e);
        return out;
    }

    private static String stackOf(Throwable e) {
        StringWriter out = new StringWriter();
        e.printStackTrace(new PrintWriter(out));
        return Values.clip(out.toString());
    }

    /** Begins what is not the unit's work, so that what goes wrong in it is not charged to the unit. */
    void enter(int phase, String at) {
        this.phase = phase;
        this.phaseAt = at;
        tell(Wire.ENTERED, e -> {
            e.phase = phase;
            e.at = at;
        });
    }

    /** Tells the host what comes next, where it has asked for that, and waits until it knows. */
    private void tell(int kind, java.util.function.Consumer<Event> fill) {
        if (!step.stream) {
            return;
        }
        long began = System.nanoTime();
        Event e = new Event();
        e.step = step.id;
        e.kind = kind;
        fill.accept(e);
        session.tell(e);
        waited += System.nanoTime() - began;
    }

    /** Makes the object and sets the state. It returns a result where the unit cannot run. */
    private Result prepare(Unit unit) throws Throwable {
        if (routes == null) {
            return new Result(Wire.BLOCKED, "routes " + step.routes + " are not defined");
        }
        if (step.given.size() > unit.given.size()) {
            return new Result(Wire.BLOCKED, step.given.size() + " values are given, and " + unit.name + " has "
                    + unit.given.size());
        }
        if (step.keep != 0 && (step.keep == step.object || of.objects.containsKey(step.keep))) {
            return new Result(Wire.BLOCKED, "the case has an object " + step.keep + " already");
        }
        if (!of.objects.containsKey(step.object)) {
            if (of.objects.size() >= Case.MAX_OBJECTS) {
                return new Result(Wire.BLOCKED, "a case has at most " + Case.MAX_OBJECTS + " objects");
            }
            enter(Wire.MAKING, "");
            of.objects.put(step.object, program.make.call());
        }
        instance = of.objects.get(step.object);
        for (int i = 0; i < unit.given.size(); i++) {
            Unit.Variable v = unit.given.get(i);
            if (v.state() == null || v.state().set() == null || given(i).kind == Wire.NONE) {
                continue;
            }
            enter(Wire.SETTING, v.name());
            try {
                v.state().set().set(instance, v.codec().decode(given(i)));
            } catch (Refused e) {
                return new Result(Wire.BLOCKED, v.name() + ": " + e.getMessage());
            }
        }
        return check(unit);
    }

    private Value given(int i) {
        return i < step.given.size() ? step.given.get(i) : new Value();
    }

    /**
     * Reads the state before the unit runs, twice. What was set must read as it was set; what reading changes would be
     * charged to the unit.
     */
    private Result check(Unit unit) throws Throwable {
        Map<Integer, Value> first = new HashMap<>();
        for (int i = 0; i < unit.given.size(); i++) {
            before.add(new Value());
            Unit.Variable v = unit.given.get(i);
            if (v.state() == null) {
                continue;
            }
            enter(Wire.CHECKING, v.name());
            Value now;
            try {
                now = v.codec().encode(v.state().get().get(instance), 0);
            } catch (Refused e) {
                if (given(i).kind != Wire.NONE) {
                    return new Result(Wire.BROKEN, v.name() + " was set to " + Values.show(given(i))
                            + " and cannot be read: " + e.getMessage());
                }
                continue;
            }
            first.put(i, now);
            if (given(i).kind == Wire.NONE) {
                before.set(i, now);
            } else if (!Values.key(now).equals(Values.key(given(i)))) {
                Result wrong = new Result(Wire.BLOCKED, v.state().set() != null
                        ? v.name() + " was set to " + Values.show(given(i)) + " and reads " + Values.show(now)
                        : v.name() + ": it cannot be set from " + Values.show(now) + " to " + Values.show(given(i)));
                for (int j = 0; j <= i; j++) {
                    wrong.given.add(j == i ? now : new Value());
                }
                return wrong;
            }
        }
        for (var e : first.entrySet()) {
            Unit.Variable v = unit.given.get(e.getKey());
            phase = Wire.CHECKING;
            phaseAt = v.name();
            Value again = v.codec().encode(v.state().get().get(instance), 0);
            if (!Values.key(again).equals(Values.key(e.getValue()))) {
                return new Result(Wire.BROKEN, "reading the state changes it: " + v.name() + " reads "
                        + Values.show(e.getValue()) + " and then " + Values.show(again));
            }
        }
        return null;
    }

    /** Runs the unit. */
    private Result work(Unit unit) {
        Object[] arguments = new Object[unit.method.getParameterCount()];
        boolean[] there = new boolean[arguments.length];
        for (int i = 0; i < unit.given.size(); i++) {
            Unit.Variable v = unit.given.get(i);
            if (v.parameter() < 0) {
                continue;
            }
            enter(Wire.SETTING, v.name());
            try {
                if (given(i).kind == Wire.NONE) {
                    throw new Refused("no value is given for it");
                }
                arguments[v.parameter()] = argument(v, given(i));
                there[v.parameter()] = true;
            } catch (Refused e) {
                return new Result(Wire.BLOCKED, v.name() + ": " + e.getMessage());
            }
        }
        List<Value> left = before.stream().anyMatch(w -> w.kind != Wire.NONE) ? before : List.of();
        phase = 0;
        tell(Wire.STARTED, e -> e.given = left);
        Object out = null;
        Throwable raised = null;
        waited = 0;
        long began = System.nanoTime();
        try {
            out = unit.method.invoke(unit.onInstance ? instance : null, arguments);
        } catch (InvocationTargetException e) {
            raised = e.getCause();
        } catch (IllegalAccessException | IllegalArgumentException | NullPointerException e) {
            phase = Wire.SETTING;
            return broken(e);
        }
        long took = System.nanoTime() - began - waited;
        if (ended != null) { // also where the unit has caught what was thrown through it
            return ended;
        }
        if (raised != null && (unit.raises == null || program.constantOf(raised) == null)) {
            Result failed = new Result(Wire.PANICKED, raised.toString());
            failed.stack = stackOf(raised);
            failed.panicked_in = unwound;
            failed.given = left;
            failed.nanoseconds = Math.max(0, took);
            return failed;
        }
        phase = Wire.READING;
        tell(Wire.ENDED, e -> { });
        Set<String> dark = new HashSet<>(); // what could not be expressed before the unit ran either is not its doing
        for (int i = 0; i < before.size(); i++) {
            if (unit.given.get(i).state() != null && before.get(i).kind == Wire.NONE && given(i).kind == Wire.NONE) {
                dark.add(unit.given.get(i).name() + "'");
            }
        }
        Result result = new Result(Wire.RETURNED, "");
        result.nanoseconds = Math.max(0, took);
        result.given = left;
        List<String[]> faults = new ArrayList<>();
        result.got = read(unit.got, instance, arguments, there, out, raised, true, faults);
        for (String[] fault : faults) {
            if (!dark.contains(fault[0]) && result.status == Wire.RETURNED) {
                result.status = Wire.UNMAPPED;
                result.message = Values.clip(fault[0] + ": " + fault[1]);
            }
        }
        return result;
    }

    private Object argument(Unit.Variable v, Value wire) {
        if (wire.kind != Wire.OBJECT || !v.isObject()) {
            return v.codec().decode(wire);
        }
        if (!of.objects.containsKey((int) wire.number)) {
            throw new Refused("the case has no object " + wire.number);
        }
        return of.objects.get((int) wire.number);
    }

    /** The values of variables; those that cannot be expressed are NONE, and in faults with the reason. */
    private List<Value> read(List<Unit.Variable> variables, Object of, Object[] arguments, boolean[] there, Object out,
            Throwable raised, boolean tell, List<String[]> faults) {
        List<Value> read = new ArrayList<>();
        for (Unit.Variable v : variables) {
            if (tell) {
                enter(Wire.READING, v.name());
            }
            try {
                read.add(value(v, of, arguments, there, out, raised));
            } catch (Refused e) {
                read.add(new Value());
                faults.add(new String[] {v.name(), e.getMessage()});
            }
        }
        return read;
    }

    private Value value(Unit.Variable v, Object of, Object[] arguments, boolean[] there, Object out, Throwable raised) {
        if (v.raised()) {
            return v.codec().encode(raised, 0);
        }
        if (v.state() != null) {
            try {
                return of == null || !program.kind.isInstance(of) ? new Value()
                        : v.codec().encode(v.state().get().get(of), 0);
            } catch (Exception e) {
                throw Program.sneaky(e);
            }
        }
        if (v.parameter() >= 0) {
            boolean known = there == null ? v.parameter() < arguments.length : there[v.parameter()];
            return known ? encode(v, arguments[v.parameter()]) : new Value();
        }
        return raised != null ? new Value() : encode(v, out);
    }

    private Value encode(Unit.Variable v, Object value) {
        if (!v.isObject()) {
            return v.codec().encode(value, 0);
        }
        if (value == null) {
            throw new Refused("it gave no object");
        }
        Integer number = of.numberOf(value);
        if (number == null && v.result() && step.keep != 0 && !of.objects.containsKey(step.keep)
                && of.objects.size() < Case.MAX_OBJECTS) {
            number = step.keep;
            of.objects.put(number, value);
        }
        Value out = new Value();
        if (number != null) {
            out.kind = Wire.OBJECT;
            out.number = number;
        }
        return out;
    }

    /** Whether a call is one of the unit's or of its callees', and of a caller whose calls are seen. */
    boolean sees(int callee) {
        if (Thread.currentThread() == thread && (phase != 0 || settled)) {
            return false;
        }
        return program.seen.contains(Program.pair(caller(), callee));
    }

    private int caller() {
        List<Opened> open = around.get();
        return open.isEmpty() ? step.unit : open.get(open.size() - 1).call.callee;
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
        Unit unit = program.units.get(callee);
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
            aside = Thread.currentThread() != thread && outer.isEmpty();
            call.parent = outer.isEmpty() ? 0 : outer.get(outer.size() - 1).number;
            call.aside = aside && step.stream;
            beside = beside || aside || open > outer.size();
            unwound = 0;
            made++;
            if (Thread.currentThread() == thread && made > limits.most()) {
                Result most = new Result(Wire.PANICKED, "it made more than " + limits.most() + " calls");
                most.panicked_in = call.parent;
                throw end(most);
            }
            if (made <= limits.calls()) {
                calls.add(call);
            }
            open++;
            opened = new Opened(unit, call, made, outer, unit.onInstance ? on : instance, arguments);
            List<Opened> inner = new ArrayList<>(outer);
            inner.add(opened);
            around.set(inner);
        }
        List<String[]> faults = new ArrayList<>();
        observe(opened, () -> opened.call.given = read(unit.given, aside ? null : opened.instance, arguments, null, null,
                null, false, faults));
        if (!faults.isEmpty()) {
            opened.call.unfit = Values.clip(String.join(": ", faults.get(0)));
        }
        route(opened);
        if (opened.mode != Wire.ASK) {
            tell(Wire.OPENED, e -> e.call = opened.sent());
        }
        return opened;
    }

    /** Finds out who answers a call. */
    private void route(Opened opened) {
        Wire.Route route = routes.get(Program.pair(opened.call.caller, opened.call.callee));
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
        ask.step = step.id;
        ask.call = opened.sent();
        Wire.Answer answer = session.ask(ask);
        waited += System.nanoTime() - began;
        if (answer == null || answer.kind == Wire.REFUSE) {
            pop(opened);
            throw end(new Result(Wire.ABORTED, answer == null ? "the host has left" : answer.reason));
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
        String of = "call of " + unit.name + ": ";
        if (opened.got.size() > unit.got.size()) {
            throw end(new Result(Wire.BLOCKED, of + "the answer has " + opened.got.size() + " values, and it has "
                    + unit.got.size()));
        }
        Object[] out = {null, null};
        observe(opened, () -> {
            for (int i = 0; i < opened.got.size(); i++) {
                Unit.Variable v = unit.got.get(i);
                try {
                    if (opened.got.get(i).kind != Wire.NONE) {
                        give(opened, v, opened.got.get(i), out);
                    }
                } catch (Refused e) {
                    throw end(new Result(Wire.BLOCKED, of + v.name() + ": " + e.getMessage()));
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
        Object value = argument(v, wire);
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
        if (opened.unit.raises != null && program.constantOf(raised) != null) {
            close(opened, Wire.RUN, null, raised);
            return;
        }
        pop(opened);
        synchronized (this) {
            if (settled) {
                return;
            }
            if (opened.number <= calls.size() && unwound == 0) {
                unwound = opened.number;
            }
            opened.call.state = Wire.UNWOUND;
            opened.call.until = beside ? calls.size() : 0;
        }
        if (!(raised instanceof Over)) {
            tell(Wire.CLOSED_CALL, e -> e.call = opened.sent());
        }
    }

    /** Records what a call gave. */
    private void close(Opened opened, int by, Object out, Throwable raised) {
        List<String[]> faults = new ArrayList<>();
        List<Value> got = new ArrayList<>();
        boolean aside = Thread.currentThread() != thread && opened.outer.isEmpty();
        observe(opened, () -> got.addAll(read(opened.unit.got, aside ? null : opened.instance, opened.arguments, null, out,
                raised, false, faults)));
        pop(opened);
        synchronized (this) {
            if (settled) {
                return;
            }
            opened.call.state = Wire.CLOSED;
            opened.call.by = by;
            opened.call.got = got;
            opened.call.until = beside ? calls.size() : 0;
            if (!faults.isEmpty()) {
                opened.call.message = Values.clip(String.join(": ", faults.get(0)));
            }
            unwound = 0;
        }
        tell(Wire.CLOSED_CALL, e -> e.call = opened.sent());
    }

    private void pop(Opened opened) {
        synchronized (this) {
            open--;
        }
        around.set(opened.outer);
    }

    private void reportLate(Unit unit, Call call, Object[] arguments) {
        if (lates++ < MAX_LATES) {
            call.given = read(unit.given, null, arguments, null, null, null, false, new ArrayList<>());
            session.late(step.id, call);
        }
    }

    /** Ends the step by what is thrown, which the unit should not catch. If it does, what it gives is not looked at. */
    private Over end(Result result) {
        ended = ended == null ? result : ended;
        return new Over();
    }

    /** What may fail. */
    private interface Work {
        void run() throws Throwable;
    }

    /** Does what the unit is not charged with. */
    private void observe(Opened opened, Work what) {
        boolean mine = Thread.currentThread() == thread;
        if (mine) {
            phase = Wire.OBSERVING;
            phaseAt = opened.unit.name;
        }
        Call c = new Call();
        c.id = opened.number;
        c.parent = opened.call.parent;
        c.caller = opened.call.caller;
        c.callee = opened.call.callee;
        c.aside = opened.call.aside;
        tell(Wire.ENTERED, e -> {
            e.phase = Wire.OBSERVING;
            e.at = opened.unit.name;
            e.call = c;
        });
        try {
            what.run();
        } catch (Over e) {
            throw e;
        } catch (Throwable e) {
            throw end(broken(e));
        } finally {
            if (mine) {
                phase = 0;
            }
        }
    }
}
