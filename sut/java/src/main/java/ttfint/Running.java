package ttfint;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ttfint.Wire.Event;
import ttfint.Wire.Result;
import ttfint.Wire.Value;

/** A step while it runs: its state is set, its unit runs, and its state is read. */
final class Running {
    private static final String[] DOING = {"", "making an instance", "setting %s", "reading %s before the unit ran",
        "putting in the seam to %s", "observing a call of %s", "reading %s after the unit ran", "closing the instance"};

    /** What the program holds, and could be read, throws when it is read. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unreadable(Throwable raised) {
            super(raised);
        }
    }

    /** The step is over, while its unit runs: it is thrown through the unit. */
    static final class Over extends ThreadDeath {
        private static final long serialVersionUID = 1;
    }

    final Case of;
    final Wire.Step step;
    final Session session;
    final Program<?> program;
    final Thread thread = Thread.currentThread();
    final Session.Limits limits;
    final Map<Long, Wire.Route> routes;
    int phase = Wire.MAKING; // 0: the unit is at work
    String phaseAt = "";
    private static final int MAX_SHOWING = 16;
    private String shown = ""; // the variable that is read
    Object instance;
    private List<Value> before = new ArrayList<>();
    final Calls calls = new Calls(this);
    private final Bystanders bystanders;
    private long waited;
    private Result ended;

    Running(Case of, Wire.Step step) {
        this.of = of;
        this.step = step;
        this.session = of.session;
        this.program = session.program;
        this.limits = session.limits;
        this.routes = session.routes.get(step.routes);
        this.bystanders = new Bystanders(step.stream ? session.threads : null);
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
        Mark.write(step.id);
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

    Result broken(Throwable e) {
        if (e instanceof Unreadable) {
            e = e.getCause();
        }
        String at = phaseAt.isEmpty() ? "the state" : phaseAt;
        Result out = new Result(Wire.BROKEN, String.format(DOING[phase == 0 ? Wire.OBSERVING : phase], at) + ": " + textOf(e));
        out.stack = stackOf(e);
        return out;
    }

    /** What was thrown as text: its class, and what it says of itself, if it can. */
    private static String textOf(Throwable e) {
        try {
            return e.toString();
        } catch (Throwable other) {
            return e.getClass().getName() + " (its toString threw " + other.getClass().getName() + ")";
        }
    }

    private static String stackOf(Throwable e) {
        StringWriter out = new StringWriter();
        try {
            e.printStackTrace(new PrintWriter(out));
        } catch (Throwable other) {
            for (StackTraceElement at : e.getStackTrace()) {
                out.write("\tat " + at + "\n");
            }
        }
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
    void tell(int kind, java.util.function.Consumer<Event> fill) {
        if (!step.stream) {
            return;
        }
        long began = System.nanoTime();
        Event e = new Event();
        e.step = step.id;
        e.kind = kind;
        fill.accept(e);
        if (kind != Wire.ENTERED || phase == Wire.OBSERVING || phase == Wire.READING) {
            look(e);
        }
        session.tell(e);
        waited += System.nanoTime() - began;
    }

    /** Has an event say what goes on beside the unit and its calls. */
    void look(Event e) {
        bystanders.look(e, calls.innermost(), calls.atWork);
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
        Thread.interrupted(); // whom the unit has interrupted is not to know of it after its return
        if (ended != null) { // also where the unit has caught what was thrown through it
            return ended;
        }
        if (raised != null && (unit.raises == null || program.constantOf(raised) == null)) {
            Result failed = new Result(Wire.PANICKED, textOf(raised));
            failed.stack = stackOf(raised);
            failed.panicked_in = calls.unwound;
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
        try {
            result.got = read(unit.got, instance, arguments, there, out, raised, true, faults);
        } catch (Throwable e) {
            Result failed = broken(e);
            if (!markUnreadable(failed, e)) {
                throw Program.sneaky(e);
            }
            failed.given = left;
            return failed;
        }
        for (String[] fault : faults) {
            if (!dark.contains(fault[0]) && result.status == Wire.RETURNED) {
                result.status = Wire.UNMAPPED;
                result.message = Values.clip(fault[0] + ": " + fault[1]);
            }
        }
        return result;
    }

    /**
     * Makes the result of a failure that of a step whose unit, or a callee in it, has left what cannot be read. Returns
     * false where it is the adapter that failed: neither was it what the program holds that threw, nor a unit's method.
     */
    boolean markUnreadable(Result failed, Throwable thrown) {
        Throwable raised = thrown instanceof Unreadable ? thrown.getCause() : thrown;
        Wire.Showing showing = new Wire.Showing();
        showing.variable = shown;
        for (StackTraceElement at : raised.getStackTrace()) {
            if (at.getClassName().equals(Running.class.getName())) {
                break;
            }
            for (int i = 0; i < program.units.size(); i++) {
                Method of = program.units.get(i).method;
                if (of.getName().equals(at.getMethodName()) && of.getDeclaringClass().getName().equals(at.getClassName())
                        && !showing.units.contains((long) i)) {
                    showing.units.add((long) i);
                }
            }
            String name = at.getClassName() + "." + at.getMethodName();
            if (!name.startsWith("java.") && !name.startsWith("jdk.") && !at.getMethodName().startsWith("lambda$")
                    && !showing.functions.contains(name) && showing.functions.size() < MAX_SHOWING) {
                showing.functions.add(name);
            }
        }
        if (!(thrown instanceof Unreadable) && showing.units.isEmpty()) {
            return false;
        }
        failed.status = Wire.PANICKED;
        failed.showing = showing;
        return true;
    }

    Object argument(Unit.Variable v, Value wire) {
        if (wire.kind != Wire.OBJECT || !v.isObject()) {
            return v.codec().decode(wire);
        }
        if (!of.objects.containsKey((int) wire.number)) {
            throw new Refused("the case has no object " + wire.number);
        }
        return of.objects.get((int) wire.number);
    }

    /** Adds to the time that is not the unit's. */
    void waitedSince(long began) {
        waited += System.nanoTime() - began;
    }

    /** A value of the program as it is sent. What goes wrong then is what the program holds. */
    private static Value shown(Unit.Variable v, Object held) {
        try {
            return v.codec().encode(held, 0);
        } catch (Refused e) {
            throw e;
        } catch (Throwable e) {
            throw new Unreadable(e);
        }
    }

    /** The values of variables; those that cannot be expressed are NONE, and in faults with the reason. */
    List<Value> read(List<Unit.Variable> variables, Object of, Object[] arguments, boolean[] there, Object out,
            Throwable raised, boolean tell, List<String[]> faults) {
        List<Value> read = new ArrayList<>();
        for (Unit.Variable v : variables) {
            shown = v.name();
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
            Object held;
            try {
                if (of == null || !program.kind.isInstance(of)) {
                    return new Value();
                }
                held = v.state().get().get(of);
            } catch (Exception e) {
                throw Program.sneaky(e);
            }
            return shown(v, held);
        }
        if (v.parameter() >= 0) {
            boolean known = there == null ? v.parameter() < arguments.length : there[v.parameter()];
            return known ? encode(v, arguments[v.parameter()]) : new Value();
        }
        return raised != null ? new Value() : encode(v, out);
    }

    private Value encode(Unit.Variable v, Object value) {
        if (!v.isObject()) {
            return shown(v, value);
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

    /** Ends the step by what is thrown, which the unit should not catch. If it does, what it gives is not looked at. */
    Over end(Result result) {
        ended = ended == null ? result : ended;
        return new Over();
    }
}
