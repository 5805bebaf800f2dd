package ttfint;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A unit: a method of the program, with its variables in the order of the protocol. */
final class Unit {
    /** A variable of the state. set is null where it can only be read. */
    record State(String name, Codec<Object> codec, Access get, Change set, boolean observed, String place) {}

    /** Reads a variable of an instance. */
    interface Access {
        Object get(Object instance) throws Exception;
    }

    /** Sets a variable of an instance. */
    interface Change {
        void set(Object instance, Object value) throws Exception;
    }

    /** A variable with its place: of the state, a parameter (from 0), the result, or what says which error was thrown. */
    record Variable(String name, Codec<Object> codec, State state, int parameter, boolean result, boolean raised) {
        int role() {
            return roleOf(name);
        }

        boolean isObject() {
            return codec == (Codec<?>) Codec.OBJECTS;
        }
    }

    final String name, place;
    final Method method;
    final boolean onInstance;
    private List<String> params;
    private String result;
    String raises;
    List<Variable> given = new ArrayList<>(), got = new ArrayList<>();

    Unit(String name, Class<?> owner, String method, String place, Binding... bindings) {
        this.name = name;
        this.place = place;
        List<Class<?>> types = null;
        for (Binding b : bindings) {
            if (b instanceof Binding.Params p) {
                params = p.names();
            } else if (b instanceof Binding.Result r) {
                result = r.name();
            } else if (b instanceof Binding.Raises r) {
                raises = r.name();
            } else if (b instanceof Binding.Types t) {
                types = t.types();
            }
        }
        this.method = find(owner, method, types);
        this.onInstance = !Modifier.isStatic(this.method.getModifiers());
        if (params == null) {
            params = new ArrayList<>();
            for (Parameter p : this.method.getParameters()) {
                if (!p.isNamePresent()) {
                    throw new IllegalArgumentException("the names of the parameters of " + method
                            + " are not known: name them (params), or compile it with -parameters");
                }
                params.add(p.getName() + "?");
            }
        }
        if (params.size() != this.method.getParameterCount()) {
            throw new IllegalArgumentException(method + " has " + this.method.getParameterCount()
                    + " parameters, and params names " + params.size());
        }
    }

    private static Method find(Class<?> owner, String name, List<Class<?>> types) {
        List<Method> found = new ArrayList<>();
        for (Class<?> c = owner; c != null && found.isEmpty(); c = c.getSuperclass()) {
            for (Method m : c.getDeclaredMethods()) {
                if (m.getName().equals(name) && !m.isBridge()
                        && (types == null || types.equals(Arrays.asList(m.getParameterTypes())))) {
                    found.add(m);
                }
            }
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException(owner.getName() + " has "
                    + (found.isEmpty() ? "no method " + name : found.size() + " methods " + name + ": say which (types)"));
        }
        found.get(0).setAccessible(true);
        return found.get(0);
    }

    static int roleOf(String name) {
        return switch (name.isEmpty() ? ' ' : name.charAt(name.length() - 1)) {
            case '?' -> Wire.INPUT;
            case '!' -> Wire.OUTPUT;
            case '\'' -> Wire.AFTER;
            default -> Wire.BEFORE;
        };
    }

    /** Lists the variables. It throws IllegalArgumentException for what is wrong. */
    void bind(List<State> states, Codecs codecs, Codec<Object> errors) {
        given = new ArrayList<>();
        got = new ArrayList<>();
        for (State s : states) {
            if (params.contains(s.name)) {
                continue;
            }
            given.add(new Variable(s.name, s.codec, s, -1, false, false));
            if (!(s.name + "'").equals(result)) {
                got.add(new Variable(s.name + "'", s.codec, s, -1, false, false));
            }
        }
        Type[] types = method.getGenericParameterTypes();
        for (int i = 0; i < types.length; i++) {
            String z = params.get(i);
            if (roleOf(z) != Wire.INPUT && roleOf(z) != Wire.BEFORE) {
                throw new IllegalArgumentException("the parameter " + z + " is neither an input (x?) nor a state before");
            }
            Codec<Object> codec = find(codecs, z, types[i]);
            given.add(new Variable(z, codec, null, i, false, false));
            if (roleOf(z) == Wire.BEFORE && !(z + "'").equals(result)) {
                got.add(new Variable(z + "'", codec, null, i, false, false));
            }
        }
        if (result != null) {
            if (roleOf(result) != Wire.OUTPUT && roleOf(result) != Wire.AFTER) {
                throw new IllegalArgumentException("the result " + result
                        + " is neither an output (x!) nor a state after (x')");
            }
            got.add(new Variable(result, find(codecs, result, method.getGenericReturnType()), null, -1, true, false));
        }
        if (raises != null) {
            if (roleOf(raises) != Wire.OUTPUT) {
                throw new IllegalArgumentException("raises is " + raises + ", which is not an output (x!)");
            }
            got.add(new Variable(raises, errors, null, -1, false, true));
        }
        for (List<Variable> side : List.of(given, got)) {
            Set<String> seen = new HashSet<>();
            for (Variable v : side) {
                if (!seen.add(v.name)) {
                    throw new IllegalArgumentException("the variable " + v.name + " is bound twice");
                }
            }
        }
    }

    private static Codec<Object> find(Codecs codecs, String variable, Type type) {
        try {
            return codecs.find(type);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("variable " + variable + ": " + e.getMessage());
        }
    }
}
