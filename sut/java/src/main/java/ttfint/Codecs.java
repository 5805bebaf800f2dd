package ttfint;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** The codecs of types: those that the program gives, and those that follow from the type. */
final class Codecs {
    private static final Map<Class<?>, Codec<?>> SIMPLE = Map.ofEntries(Map.entry(byte.class, Codec.BYTE),
            Map.entry(Byte.class, Codec.BYTE), Map.entry(short.class, Codec.SHORT), Map.entry(Short.class, Codec.SHORT),
            Map.entry(int.class, Codec.INT), Map.entry(Integer.class, Codec.INT), Map.entry(long.class, Codec.LONG),
            Map.entry(Long.class, Codec.LONG), Map.entry(BigInteger.class, Codec.BIG),
            Map.entry(boolean.class, Codec.BOOL), Map.entry(Boolean.class, Codec.BOOL),
            Map.entry(String.class, Codec.STRING));

    private final Class<?> objects;
    private final Map<Type, Codec<?>> own = new HashMap<>();
    private final Map<String, Type> variables;

    /** The codecs of a program with instances of a class; variables says what the type variables of classes stand for. */
    Codecs(Class<?> objects, Map<String, Type> variables) {
        this.objects = objects;
        this.variables = variables;
    }

    void put(Type type, Codec<?> codec) {
        own.put(type, codec);
    }

    /** The codec of a type. It throws IllegalArgumentException for a type that has no counterpart. */
    @SuppressWarnings("unchecked")
    Codec<Object> find(Type type) {
        return (Codec<Object>) find(type, 0);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Codec<?> find(Type type, int depth) {
        if (depth > 50) {
            throw new IllegalArgumentException(type + " contains itself: give a codec for it (type)");
        }
        if (type instanceof TypeVariable<?> v && variables.containsKey(v.getName())) {
            return find(variables.get(v.getName()), depth + 1);
        }
        if (own.containsKey(type)) {
            return own.get(type);
        }
        if (type instanceof WildcardType w) {
            return find(w.getUpperBounds()[0], depth + 1);
        }
        if (type instanceof GenericArrayType a) {
            throw new IllegalArgumentException(a + " has no counterpart in Z: give a codec for it (type)");
        }
        if (type instanceof ParameterizedType p) {
            Class<?> raw = (Class<?>) p.getRawType();
            Type[] of = p.getActualTypeArguments();
            if (raw == objects) {
                return Codec.OBJECTS;
            }
            if (raw == Map.class) {
                return Codec.map((Codec) find(of[0], depth + 1), (Codec) find(of[1], depth + 1));
            }
            if (raw == Set.class) {
                return Codec.set(find(of[0], depth + 1));
            }
            if (raw == List.class || raw == Collection.class || raw == Iterable.class) {
                return Codec.list(find(of[0], depth + 1));
            }
            if (raw == Deque.class || raw == Queue.class) {
                return Codec.elements(Wire.SEQ, (Codec<Object>) find(of[0], depth + 1), ArrayDeque<Object>::new, d -> d);
            }
            if (raw == Optional.class) {
                return Codec.optionally(find(of[0], depth + 1), "none", "some");
            }
        }
        if (type instanceof Class<?> c) {
            if (c == objects) {
                return Codec.OBJECTS;
            }
            if (SIMPLE.containsKey(c)) {
                return SIMPLE.get(c);
            }
            if (c.isEnum()) {
                return Codec.constants((Class) c);
            }
            if (c.isRecord()) {
                return Codec.record(c, part -> (Codec<Object>) find(part.getGenericType(), depth + 1));
            }
            if (c.isArray()) {
                return Codec.array(c.getComponentType(), find(c.getComponentType(), depth + 1));
            }
        }
        throw new IllegalArgumentException(type.getTypeName() + " has no counterpart in Z: give a codec for it (type)");
    }
}
