package ttfint;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A program under test: the table of its units, which are methods, and of the state of its instances, which are of the
 * class T. What is wrong with the table is said all at once when it is served.
 */
public final class Program<T> {
    final Class<T> kind;
    Callable<? extends T> make;
    Consumer<? super T> close;
    final List<Unit> units = new ArrayList<>();
    final List<Unit.State> states = new ArrayList<>();
    final Map<Class<? extends Throwable>, String> errors = new LinkedHashMap<>();
    String noError = "ok";
    Set<Long> seen = Set.of(); // pairs of caller and callee
    volatile Running running; // the step that runs, or the last one that did
    volatile Map<Thread, Running> left = Map.of(); // threads of earlier steps
    private final Map<String, Object> constants = new LinkedHashMap<>();
    private final Map<String, List<String>> callers = new LinkedHashMap<>();
    private final Map<String, String> intercepted = new HashMap<>(); // where that is said
    private final Map<String, Type> variables = new HashMap<>();
    private final Codecs codecs;
    private final List<String> wrong = new ArrayList<>();
    private final String at = placeOfCaller();

    /** Begins a table. Instances are made by the constructor without parameters, unless {@link #make} says how. */
    public Program(Class<T> kind) {
        this.kind = kind;
        this.codecs = new Codecs(kind, variables);
        this.make = () -> {
            var constructor = kind.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        };
    }

    /** Says how instances are made: one for each object of a test case. */
    public Program<T> make(Callable<? extends T> how) {
        make = how;
        return this;
    }

    /** Says what is called with an instance when its case is over. AutoCloseable instances are closed anyway. */
    public Program<T> close(Consumer<? super T> how) {
        close = how;
        return this;
    }

    /** Says for which constant an error stands; the first entry that one is an instance of decides. */
    public Program<T> error(Class<? extends Throwable> error, String constant) {
        errors.putIfAbsent(error, constant);
        return this;
    }

    /** Says which constant stands for no error: "ok", if nothing is said. */
    public Program<T> noError(String constant) {
        noError = constant;
        return this;
    }

    /** Says what the program takes a constant of the specification for. */
    public Program<T> constant(String name, Object value) {
        constants.put(name, value);
        return this;
    }

    /** Says how values of a type are sent, where that does not follow from the type. */
    public <V> Program<T> type(Class<V> type, Codec<? super V> codec) {
        codecs.put(type, codec);
        return this;
    }

    /** Says what a type variable of generic classes stands for: {@code variable("E", Integer.class)}. */
    public Program<T> variable(String name, Type type) {
        variables.put(name, type);
        return this;
    }

    /** Binds a variable of the state to a field of instances. */
    public Program<T> state(String name, String field) {
        String place = placeOfCaller();
        for (Class<?> c = kind; c != null; c = c.getSuperclass()) {
            try {
                Field f = c.getDeclaredField(field);
                f.setAccessible(true);
                return add(name, f.getGenericType(), f::get, f::set, false, place);
            } catch (NoSuchFieldException e) {
                continue;
            } catch (RuntimeException e) {
                return refuse(place, "state " + name + ": " + e.getMessage());
            }
        }
        return refuse(place, "state " + name + ": " + kind.getName() + " has no field " + field);
    }

    /** Binds a variable of the state, of a type, to what reads and what sets it. */
    public <V> Program<T> state(String name, Type type, Function<? super T, ?> get, BiConsumer<? super T, V> set) {
        return add(name, type, i -> get.apply(kind.cast(i)), (i, v) -> set.accept(kind.cast(i), cast(v)), false,
                placeOfCaller());
    }

    /** Binds a variable of the state that can only be read: operations lead to the states that cases begin in. */
    public Program<T> state(String name, Type type, Function<? super T, ?> get) {
        return add(name, type, i -> get.apply(kind.cast(i)), null, false, placeOfCaller());
    }

    /** Binds a variable of the state that can only be read, and with whose value, whatever it is, a case begins. */
    public Program<T> observed(String name, Type type, Function<? super T, ?> get) {
        return add(name, type, i -> get.apply(kind.cast(i)), null, true, placeOfCaller());
    }

    private Program<T> add(String name, Type type, Unit.Access get, Unit.Change set, boolean observed, String place) {
        if (name.isEmpty() || Unit.roleOf(name) != Wire.BEFORE) {
            return refuse(place, "state " + name
                    + ": expected the name of the state before, without a decoration; it stands for both");
        }
        try {
            states.add(new Unit.State(name, codecs.find(type), get, set, observed, place));
        } catch (IllegalArgumentException e) {
            refuse(place, "state " + name + ": " + e.getMessage());
        }
        return this;
    }

    @SuppressWarnings("unchecked")
    private static <V> V cast(Object value) {
        return (V) value;
    }

    /** Says which method of instances a unit is. */
    public Program<T> unit(String name, String method, Binding... bindings) {
        return add(name, kind, method, placeOfCaller(), bindings);
    }

    /** Says which method of a class a unit is: a static one, or one of instances. */
    public Program<T> unit(String name, Class<?> owner, String method, Binding... bindings) {
        return add(name, owner, method, placeOfCaller(), bindings);
    }

    private Program<T> add(String name, Class<?> owner, String method, String place, Binding... bindings) {
        if (name.isEmpty() || units.stream().anyMatch(u -> u.name.equals(name))) {
            return refuse(place, "unit " + name + ": it needs a name of its own");
        }
        try {
            units.add(new Unit(name, owner, method, place, bindings));
        } catch (RuntimeException e) {
            refuse(place, "unit " + name + ": " + e.getMessage());
        }
        return this;
    }

    /**
     * Says that calls of a unit by other units are seen: they are recorded, and stubs can answer them. They have to go by
     * {@link #call}, or by what {@link #seam} gives.
     */
    public Program<T> intercept(String unit, String... by) {
        callers.computeIfAbsent(unit, u -> new ArrayList<>()).addAll(List.of(by));
        intercepted.putIfAbsent(unit, placeOfCaller());
        return this;
    }

    /**
     * Makes a call of a unit that is intercepted, as a subclass of what is tested does that overrides the method:
     * {@code return program.call("add", this, () -> super.add(n), n)}.
     */
    public <R> R call(String unit, Object instance, Callable<R> real, Object... arguments) {
        Running step = stepOf(instance);
        int callee = index(unit);
        try {
            return cast(step == null || callee < 0 || !step.calls.sees(callee) ? real.call()
                    : step.calls.intercept(callee, instance, real::call, arguments));
        } catch (Throwable e) {
            throw sneaky(e);
        }
    }

    /**
     * The step that a call on an instance is of: an earlier one where a thread that this has left behind makes it, on an
     * object of its case. Threads of a pool may be older than the step for which they work.
     */
    private Running stepOf(Object instance) {
        Running earlier = left.get(Thread.currentThread()), now = running;
        return earlier == null || earlier.of == now.of || earlier.of.numberOf(instance) == null ? now : earlier;
    }

    /**
     * Returns an object of an interface, by which calls of units go that are intercepted: those of the interface's methods
     * that are the methods of the named units. It passes on all calls to the real one.
     */
    public <I> I seam(Class<I> type, I real, String... names) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
            Object[] arguments = given == null ? new Object[0] : given;
            Callable<Object> on = () -> {
                try {
                    method.setAccessible(true);
                    return method.invoke(real, arguments);
                } catch (InvocationTargetException e) {
                    throw sneaky(e.getCause());
                }
            };
            for (String name : names) {
                int callee = index(name);
                if (callee >= 0 && units.get(callee).method.getName().equals(method.getName())
                        && units.get(callee).method.getParameterCount() == arguments.length) {
                    return call(name, real, on, arguments);
                }
            }
            return on.call();
        }));
    }

    /** Serves the program to ttf-int, and does not return: the last thing that main does. */
    public void serve() {
        Server.serve(this);
    }

    private Program<T> refuse(String place, String why) {
        wrong.add(place.isEmpty() ? why : place + ": " + why);
        return this;
    }

    int index(String unit) {
        for (int i = 0; i < units.size(); i++) {
            if (units.get(i).name.equals(unit)) {
                return i;
            }
        }
        return -1;
    }

    static long pair(int caller, int callee) {
        return (long) caller << 32 | callee;
    }

    /** The constant that an error stands for; null for none. */
    String constantOf(Throwable raised) {
        for (var e : errors.entrySet()) {
            if (e.getKey().isInstance(raised)) {
                return e.getValue();
            }
        }
        return null;
    }

    /** Checks the table, and returns what the program serves. It throws IllegalArgumentException for all that is wrong. */
    Wire.Description describe() {
        Wire.Description out = new Wire.Description();
        out.protocol = 1;
        out.language = "java";
        out.sdk = "0.1.0";
        out.scripts = true;
        Codec<Object> errorCodec = errorCodec();
        for (Unit u : units) {
            try {
                u.bind(states, codecs, errorCodec);
            } catch (IllegalArgumentException e) {
                refuse(u.place, "unit " + u.name + ": " + e.getMessage());
            }
        }
        seen = new HashSet<>();
        callers.forEach((callee, by) -> by.forEach(caller -> {
            for (String name : List.of(callee, caller)) {
                if (index(name) < 0) {
                    refuse(intercepted.get(callee), "intercept " + callee + ": there is no unit " + name);
                    return;
                }
            }
            if (seen.add(pair(index(caller), index(callee)))) {
                Wire.Edge edge = new Wire.Edge();
                edge.caller = index(caller);
                edge.callee = index(callee);
                out.edges.add(edge);
            }
        }));
        constants.forEach((name, value) -> {
            try {
                Wire.Constant c = new Wire.Constant();
                c.name = name;
                c.place = at;
                c.value = codecs.find(value.getClass()).encode(value, 0);
                out.constants.add(c);
            } catch (IllegalArgumentException | Refused e) {
                refuse(at, "constant " + name + ": " + e.getMessage());
            }
        });
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", new LinkedHashSet<>(wrong)));
        }
        units.forEach(u -> out.units.add(describe(u)));
        return out;
    }

    private static Wire.Unit describe(Unit u) {
        Wire.Unit out = new Wire.Unit();
        out.name = u.name;
        out.served = true;
        out.place = u.place;
        u.given.forEach(v -> out.given.add(describe(u, v)));
        u.got.forEach(v -> out.got.add(describe(u, v)));
        return out;
    }

    private static Wire.Variable describe(Unit u, Unit.Variable v) {
        Wire.Variable out = new Wire.Variable();
        out.name = v.name();
        out.role = v.role();
        out.shape = v.codec().shape;
        out.place = v.state() == null ? u.place : v.state().place();
        out.parameter = v.state() == null && (out.role == Wire.BEFORE || out.role == Wire.AFTER);
        out.fixed = out.role == Wire.BEFORE && v.state() != null && v.state().set() == null;
        out.observed = out.fixed && v.state().observed();
        return out;
    }

    /** Errors, and null for none, as constants. */
    private Codec<Object> errorCodec() {
        Set<String> names = new TreeSet<>(errors.values());
        names.add(noError);
        return Codec.of(Codec.strings(names.toArray(new String[0])),
                raised -> raised == null ? noError : constantOf((Throwable) raised), name -> {
                    if (name.equals(noError)) {
                        return null;
                    }
                    for (var e : errors.entrySet()) {
                        if (e.getValue().equals(name)) {
                            return raise(e.getKey());
                        }
                    }
                    throw new Refused(name + " stands for no error");
                });
    }

    /** An error of a class, by the constructor that wants to be told least. */
    private static Throwable raise(Class<? extends Throwable> kind) {
        for (Class<?>[] types : new Class<?>[][] {{}, {String.class}, {Throwable.class}, {String.class, Throwable.class}}) {
            try {
                var constructor = kind.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return constructor.newInstance(new Object[types.length]);
            } catch (ReflectiveOperationException | RuntimeException e) {
                continue;
            }
        }
        throw new Refused(kind.getName() + " has no constructor by which a stub could throw it");
    }

    /** Throws whatever it is, also where the compiler knows nothing of it. */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
        throw (E) e;
    }

    private static String placeOfCaller() {
        return StackWalker.getInstance().walk(frames -> frames
                .filter(f -> !f.getClassName().startsWith("ttfint.") || f.getClassName().startsWith("ttfint.tests."))
                .findFirst().map(f -> f.getFileName() + ":" + f.getLineNumber()).orElse(""));
    }
}
