package ttfint;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import ttfint.Wire.Shape;
import ttfint.Wire.Value;

/**
 * How values of a type are sent. Those of most types follow from the type, see {@link Program#type}; for others there
 * are {@link #optional}, {@link #strings} and {@link #of}.
 */
public abstract class Codec<V> {
    final Shape shape;

    Codec(Shape shape) {
        this.shape = shape;
    }

    /** The value as it is sent. It throws {@link Refused} for one that has no counterpart. */
    abstract Value encode(V value, int depth);

    /** The value that was sent. It throws {@link Refused} for one that the program cannot hold. */
    abstract V decode(Value wire);

    /** Integers of a type, between two bounds. */
    private static <N extends Number> Codec<N> integers(Class<N> type, long least, long most,
            Function<BigInteger, N> make) {
        Shape shape = shape(Wire.INT);
        if (type != BigInteger.class) {
            shape.min = least;
            shape.max = most;
        }
        return new Codec<>(shape) {
            @Override
            Value encode(N value, int depth) {
                if (value == null) {
                    throw new Refused("null is not an integer");
                }
                BigInteger n = value instanceof BigInteger big ? big : BigInteger.valueOf(value.longValue());
                if (n.bitLength() < 64) {
                    return Values.integer(n.longValue());
                }
                Weight.add(depth, 0, n.bitLength() / 4);
                return Values.text(Wire.BIG, n.toString());
            }

            @Override
            N decode(Value wire) {
                if (wire.kind != Wire.INT && wire.kind != Wire.BIG) {
                    throw new Refused(Values.show(wire) + " is not an integer");
                }
                BigInteger n = wire.kind == Wire.INT ? BigInteger.valueOf(wire.number) : new BigInteger(wire.text);
                boolean fits = type == BigInteger.class || n.compareTo(BigInteger.valueOf(least)) >= 0
                        && n.compareTo(BigInteger.valueOf(most)) <= 0;
                if (!fits) {
                    throw new Refused(Values.show(wire) + " does not fit " + type.getSimpleName());
                }
                return make.apply(n);
            }
        };
    }

    static final Codec<Byte> BYTE = integers(Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, BigInteger::byteValue);
    static final Codec<Short> SHORT = integers(Short.class, Short.MIN_VALUE, Short.MAX_VALUE, BigInteger::shortValue);
    static final Codec<Integer> INT = integers(Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE,
            BigInteger::intValue);
    static final Codec<Long> LONG = integers(Long.class, Long.MIN_VALUE, Long.MAX_VALUE, BigInteger::longValue);
    static final Codec<BigInteger> BIG = integers(BigInteger.class, 0, 0, n -> n);

    static final Codec<Boolean> BOOL = of(strings("false", "true"), String::valueOf, Boolean::valueOf);

    static final Codec<String> STRING = new Codec<>(shape(Wire.STRING)) {
        @Override
        Value encode(String value, int depth) {
            if (value == null) {
                throw new Refused("null is not a string");
            }
            Weight.add(depth, 0, value.length());
            return Values.text(Wire.STRING, value);
        }

        @Override
        String decode(Value wire) {
            if (wire.kind != Wire.STRING && wire.kind != Wire.ATOM) {
                throw new Refused(Values.show(wire) + " is not a string");
            }
            return wire.text;
        }
    };

    /** Strings that are constants of a free type. */
    public static Codec<String> strings(String... names) {
        Shape shape = shape(Wire.ATOM);
        shape.names.addAll(Arrays.asList(names));
        return new Codec<>(shape) {
            @Override
            Value encode(String value, int depth) {
                check(value);
                return Values.text(Wire.ATOM, value);
            }

            @Override
            String decode(Value wire) {
                if (wire.kind != Wire.STRING && wire.kind != Wire.ATOM) {
                    throw new Refused(Values.show(wire) + " is not one of " + shape.names);
                }
                check(wire.text);
                return wire.text;
            }

            private void check(String value) {
                if (!shape.names.contains(value)) {
                    throw new Refused(Values.showHeld(value) + " is not one of " + shape.names);
                }
            }
        };
    }

    /** What is sent as another codec has it: {@code to} makes a value of that codec, {@code back} one of it. */
    public static <F, V> Codec<V> of(Codec<F> form, Function<? super V, ? extends F> to,
            Function<? super F, ? extends V> back) {
        return new Codec<>(form.shape) {
            @Override
            Value encode(V value, int depth) {
                return form.encode(to.apply(value), depth);
            }

            @Override
            V decode(Value wire) {
                return back.apply(form.decode(wire));
            }
        };
    }

    /** The free type with the constant {@code none}, for null, and the constructor {@code some}, for all else. */
    public static <V> Codec<V> optional(Codec<V> of, String none, String some) {
        Shape shape = shape(Wire.CTOR, of.shape);
        shape.names.addAll(List.of(some, none));
        return new Codec<>(shape) {
            @Override
            Value encode(V value, int depth) {
                Weight.add(depth, 1, 0);
                if (value == null) {
                    return Values.text(Wire.ATOM, none);
                }
                Value out = Values.text(Wire.CTOR, some);
                out.elems.add(of.encode(value, deeper(depth)));
                return out;
            }

            @Override
            V decode(Value wire) {
                boolean name = wire.kind == Wire.ATOM || wire.kind == Wire.STRING;
                if (name && wire.text.equals(none)) {
                    return null;
                }
                if (wire.kind != Wire.CTOR || !wire.text.equals(some)) {
                    throw new Refused(Values.show(wire) + " is neither " + none + " nor " + some);
                }
                return of.decode(Values.elements(wire).get(0));
            }
        };
    }

    /** {@link Optional} as {@link #optional}. */
    static <V> Codec<Optional<V>> optionally(Codec<V> of, String none, String some) {
        return of(optional(of, none, some), o -> o.orElse(null), Optional::ofNullable);
    }

    /** Sequences, or sets, of elements; make makes the collection of the program. */
    static <E, C> Codec<C> elements(int kind, Codec<E> of, Function<List<E>, C> make, Function<C, Collection<E>> list) {
        return new Codec<>(shape(kind, of.shape)) {
            @Override
            Value encode(C value, int depth) {
                if (value == null) {
                    throw new Refused("null is not a collection");
                }
                Collection<E> held = list.apply(value);
                int size = held.size();
                Weight.add(depth, size, 0);
                List<Value> out = new ArrayList<>();
                for (E one : held) { // of which there may be more than it says, or no end
                    Weight.more(out.size() < size ? 0 : 1);
                    out.add(of.encode(one, deeper(depth)));
                }
                return Values.list(kind, out);
            }

            @Override
            C decode(Value wire) {
                List<Value> found = kind == Wire.SEQ ? Values.sequence(wire)
                        : wire.kind == Wire.SET || wire.kind == Wire.SEQ && Values.elements(wire).isEmpty()
                                ? Values.elements(wire) : null;
                if (found == null) {
                    throw new Refused(Values.show(wire) + " is not a " + (kind == Wire.SEQ ? "sequence" : "set"));
                }
                List<E> out = new ArrayList<>();
                found.forEach(one -> out.add(of.decode(one)));
                return make.apply(out);
            }
        };
    }

    static <E> Codec<List<E>> list(Codec<E> of) {
        return elements(Wire.SEQ, of, ArrayList::new, l -> l);
    }

    static <E> Codec<Set<E>> set(Codec<E> of) {
        return elements(Wire.SET, of, LinkedHashSet::new, s -> s);
    }

    /** Arrays of a type. */
    @SuppressWarnings("unchecked")
    static <E> Codec<Object> array(Class<?> element, Codec<E> of) {
        return elements(Wire.SEQ, of, list -> {
            Object out = Array.newInstance(element, list.size());
            for (int i = 0; i < list.size(); i++) {
                Array.set(out, i, list.get(i));
            }
            return out;
        }, held -> {
            List<E> out = new ArrayList<>();
            for (int i = 0; i < Array.getLength(held); i++) {
                out.add((E) Array.get(held, i));
            }
            return out;
        });
    }

    static <K, V> Codec<Map<K, V>> map(Codec<K> key, Codec<V> value) {
        Shape pair = shape(Wire.TUPLE, key.shape, value.shape);
        return new Codec<>(shape(Wire.SET, pair)) {
            @Override
            Value encode(Map<K, V> held, int depth) {
                if (held == null) {
                    throw new Refused("null is not a map");
                }
                int size = held.size();
                Weight.add(depth, size, 0);
                List<Value> out = new ArrayList<>();
                held.forEach((k, v) -> {
                    Weight.more(out.size() < size ? 0 : 1);
                    out.add(Values.list(Wire.TUPLE, new ArrayList<>(List.of(key.encode(k, deeper(depth)),
                            value.encode(v, deeper(depth))))));
                });
                return Values.list(Wire.SET, out);
            }

            @Override
            Map<K, V> decode(Value wire) {
                Map<K, V> out = new LinkedHashMap<>();
                List<Value> found = Values.elements(wire);
                if (wire.kind == Wire.SEQ) {
                    for (int i = 0; i < found.size(); i++) {
                        put(out, wire, Values.integer(i + 1), found.get(i));
                    }
                    return out;
                }
                for (Value one : found) {
                    List<Value> parts = Values.elements(one);
                    if (wire.kind != Wire.SET || one.kind != Wire.TUPLE || parts.size() != 2) {
                        throw new Refused(Values.show(wire) + " is not a function");
                    }
                    put(out, wire, parts.get(0), parts.get(1));
                }
                if (wire.kind != Wire.SET) {
                    throw new Refused(Values.show(wire) + " is not a function");
                }
                return out;
            }

            private void put(Map<K, V> out, Value wire, Value k, Value v) {
                K at = key.decode(k);
                if (out.containsKey(at)) {
                    throw new Refused(Values.show(wire) + " has two values for " + Values.show(k));
                }
                out.put(at, value.decode(v));
            }
        };
    }

    /** The constants of an enumeration. */
    static <E extends Enum<E>> Codec<E> constants(Class<E> type) {
        Map<String, E> by = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (E one : type.getEnumConstants()) {
            by.put(one.name(), one);
            names.add(one.name());
        }
        return of(strings(names.toArray(new String[0])), e -> e == null ? null : e.name(), by::get);
    }

    /** Records, as bindings of their components. */
    static <R> Codec<R> record(Class<R> type, Function<RecordComponent, Codec<Object>> codecs) {
        TreeMap<String, Integer> at = new TreeMap<>();
        RecordComponent[] components = type.getRecordComponents();
        List<Codec<Object>> of = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            at.put(components[i].getName(), i);
            of.add(codecs.apply(components[i]));
        }
        Shape shape = shape(Wire.BINDING, at.values().stream().map(i -> of.get(i).shape).toArray(Shape[]::new));
        shape.names.addAll(at.keySet());
        return new Codec<>(shape) {
            @Override
            Value encode(R value, int depth) {
                if (value == null) {
                    throw new Refused("null is not a " + type.getSimpleName());
                }
                Weight.add(depth, components.length, 0);
                Value out = Values.of(Wire.BINDING);
                out.names.addAll(at.keySet());
                try {
                    for (int i : at.values()) {
                        components[i].getAccessor().setAccessible(true);
                        out.elems.add(of.get(i).encode(components[i].getAccessor().invoke(value), deeper(depth)));
                    }
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
                return out;
            }

            @Override
            R decode(Value wire) {
                if (wire.kind != Wire.BINDING || !wire.names.stream().sorted().toList().equals(List.copyOf(at.keySet()))) {
                    throw new Refused(Values.show(wire) + " does not have the components of " + type.getSimpleName());
                }
                Object[] held = new Object[components.length];
                List<Value> elems = Values.elements(wire);
                for (int i = 0; i < held.length; i++) {
                    int to = at.get(wire.names.get(i));
                    held[to] = of.get(to).decode(elems.get(i));
                }
                try {
                    Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
                    Constructor<R> make = type.getDeclaredConstructor(types);
                    make.setAccessible(true);
                    return make.newInstance(held);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw new Refused(type.getSimpleName() + " takes no " + Values.show(wire) + ": " + e.getCause());
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    /** Instances of the program, which have no values: a step looks them up. */
    static final Codec<Object> OBJECTS = new Codec<>(shape(Wire.OBJECT)) {
        @Override
        Value encode(Object value, int depth) {
            return new Value();
        }

        @Override
        Object decode(Value wire) {
            throw new Refused(Values.show(wire) + " is not an object of the program");
        }
    };

    static int deeper(int depth) {
        if (depth >= Values.MAX_DEPTH) {
            throw new Refused("it nests more than " + Values.MAX_DEPTH + " deep");
        }
        return depth + 1;
    }

    static Shape shape(int kind, Shape... parts) {
        Shape out = new Shape();
        out.kind = kind;
        out.parts.addAll(Arrays.asList(parts));
        return out;
    }
}
