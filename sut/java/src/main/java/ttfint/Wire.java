package ttfint;

import java.io.ByteArrayOutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The messages of the protocol (ttfint.proto), as far as this package has to do with them, and their form in bytes. */
final class Wire {
    static final int NONE = 0, INT = 1, BIG = 2, STRING = 3, ATOM = 4, SEQ = 5, SET = 6, TUPLE = 7, BINDING = 8,
            CTOR = 9, OBJECT = 10;
    static final int BEFORE = 1, INPUT = 2, AFTER = 3, OUTPUT = 4;
    static final int RUN = 0, TABLE = 1, ASK = 2;
    static final int RETURNED = 1, PANICKED = 2, UNMAPPED = 3, BLOCKED = 4, ABORTED = 5, BROKEN = 6, SKIPPED = 7;
    static final int CLOSED = 1, UNWOUND = 2;
    static final int REAL = 1, REFUSE = 2;
    static final int STARTED = 0, OPENED = 1, CLOSED_CALL = 2, ENDED = 3, ENTERED = 4;
    static final int MAKING = 1, SETTING = 2, CHECKING = 3, HOOKING = 4, OBSERVING = 5, READING = 6, CLOSING = 7;

    private Wire() {}

    /** The number of a field, and whether its integers are signed: sint64. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Is {
        int value();

        boolean signed() default false;
    }

    /** A message: its annotated fields are those of the protocol. Of a type that can be absent, null is absent. */
    abstract static class Message {}

    static final class Value extends Message {
        @Is(1) int kind;
        @Is(value = 2, signed = true) long number;
        @Is(3) String text = "";
        @Is(value = 4, signed = true) List<Long> ints = new ArrayList<>();
        @Is(5) List<Value> elems = new ArrayList<>();
        @Is(6) List<String> names = new ArrayList<>();
    }

    static final class Shape extends Message {
        @Is(1) int kind;
        @Is(2) List<Shape> parts = new ArrayList<>();
        @Is(3) List<String> names = new ArrayList<>();
        @Is(value = 4, signed = true) Long min;
        @Is(value = 5, signed = true) Long max;
        @Is(6) Long len;
        @Is(7) String place = "";
    }

    static final class Variable extends Message {
        @Is(1) String name = "";
        @Is(2) int role;
        @Is(3) Shape shape;
        @Is(4) boolean fixed;
        @Is(5) String place = "";
        @Is(6) boolean observed;
        @Is(7) boolean parameter;
        @Is(8) boolean made;
    }

    static final class Unit extends Message {
        @Is(1) String name = "";
        @Is(2) List<Variable> given = new ArrayList<>();
        @Is(3) List<Variable> got = new ArrayList<>();
        @Is(4) boolean served;
        @Is(5) String place = "";
    }

    static final class Edge extends Message {
        @Is(1) int caller;
        @Is(2) int callee;
    }

    static final class Constant extends Message {
        @Is(1) String name = "";
        @Is(2) Value value;
        @Is(3) String place = "";
    }

    static final class DescribeRequest extends Message {}

    static final class Description extends Message {
        @Is(1) int protocol;
        @Is(2) String language = "";
        @Is(3) String sdk = "";
        @Is(4) List<Unit> units = new ArrayList<>();
        @Is(5) List<Edge> edges = new ArrayList<>();
        @Is(6) List<Constant> constants = new ArrayList<>();
        @Is(7) boolean scripts;
    }

    static final class Conversion extends Message {
        @Is(1) int unit;
        @Is(2) boolean got;
        @Is(3) int variable;
        @Is(4) List<Value> values = new ArrayList<>();
    }

    static final class Converted extends Message {
        @Is(1) List<Attempt> attempts = new ArrayList<>();
    }

    static final class Attempt extends Message {
        @Is(1) Value value;
        @Is(2) String refused = "";
        @Is(3) String mute = "";
        @Is(4) String broken = "";
    }

    static final class HostMessage extends Message {
        @Is(1) Limits limits;
        @Is(2) List<RouteSet> routes = new ArrayList<>();
        @Is(3) List<Long> acks = new ArrayList<>();
        @Is(4) List<Answer> answers = new ArrayList<>();
        @Is(5) List<Step> steps = new ArrayList<>();
    }

    static final class Limits extends Message {
        @Is(1) long output_bytes;
        @Is(2) long calls;
        @Is(3) long most_calls;
    }

    static final class RouteSet extends Message {
        @Is(1) int id;
        @Is(2) List<Route> routes = new ArrayList<>();
    }

    static final class Route extends Message {
        @Is(1) int caller;
        @Is(2) int callee;
        @Is(3) int mode;
        @Is(4) List<Row> table = new ArrayList<>();
        @Is(5) int otherwise;
    }

    static final class Row extends Message {
        @Is(1) List<Value> given = new ArrayList<>();
        @Is(2) List<Value> got = new ArrayList<>();
    }

    static final class Step extends Message {
        @Is(1) long id;
        @Is(2) int unit;
        @Is(3) int routes;
        @Is(4) List<Value> given = new ArrayList<>();
        @Is(5) boolean stream;
        @Is(6) boolean more;
        @Is(7) int object;
        @Is(8) int keep;
        @Is(9) boolean end;
    }

    static final class SutMessage extends Message {
        @Is(1) List<Event> events = new ArrayList<>();
        @Is(2) List<Ask> asks = new ArrayList<>();
        @Is(3) List<Result> results = new ArrayList<>();
        @Is(4) List<Late> lates = new ArrayList<>();
        @Is(5) List<Leak> leaks = new ArrayList<>();
    }

    static final class Result extends Message {
        @Is(1) long id;
        @Is(2) int status;
        @Is(3) String message = "";
        @Is(4) List<Value> got = new ArrayList<>();
        @Is(5) List<Call> calls = new ArrayList<>();
        @Is(6) long nanoseconds;
        @Is(7) byte[] stdout = new byte[0];
        @Is(8) byte[] stderr = new byte[0];
        @Is(9) boolean output_truncated;
        @Is(10) boolean calls_truncated;
        @Is(11) String stack = "";
        @Is(12) long panicked_in;
        @Is(13) List<Value> given = new ArrayList<>();
        @Is(18) Showing showing;

        Result() {}

        Result(int status, String message) {
            this.status = status;
            this.message = Values.clip(message);
        }
    }

    static final class Showing extends Message {
        @Is(1) String variable = "";
        @Is(2) List<Long> units = new ArrayList<>();
        @Is(3) List<String> functions = new ArrayList<>();
    }

    static final class Call extends Message {
        @Is(1) long id;
        @Is(2) long parent;
        @Is(3) int caller;
        @Is(4) int callee;
        @Is(5) List<Value> given = new ArrayList<>();
        @Is(6) List<Value> got = new ArrayList<>();
        @Is(7) int state;
        @Is(8) int by;
        @Is(9) String message = "";
        @Is(10) String unfit = "";
        @Is(11) boolean unnamed;
        @Is(12) long until;
        @Is(13) boolean aside;
    }

    static final class Ask extends Message {
        @Is(1) long seq;
        @Is(2) long step;
        @Is(3) Call call;
    }

    static final class Answer extends Message {
        @Is(1) long seq;
        @Is(2) int kind;
        @Is(3) List<Value> got = new ArrayList<>();
        @Is(4) String reason = "";
    }

    static final class Event extends Message {
        @Is(1) long seq;
        @Is(2) long step;
        @Is(3) int kind;
        @Is(4) Call call;
        @Is(5) int phase;
        @Is(6) String at = "";
        @Is(7) List<Long> others = new ArrayList<>();
        @Is(8) boolean foreign;
        @Is(9) List<Value> given = new ArrayList<>();
    }

    static final class Late extends Message {
        @Is(1) long step;
        @Is(2) Call call;
    }

    static final class Leak extends Message {
        @Is(1) int unit;
        @Is(2) long goroutines;
        @Is(3) String at = "";
    }

    /** What is known of a field. */
    private record Known(Field field, int number, boolean signed, Class<?> element) {}

    private static final ClassValue<Known[]> FIELDS = new ClassValue<>() {
        @Override
        protected Known[] computeValue(Class<?> type) {
            List<Known> out = new ArrayList<>();
            for (Field f : type.getDeclaredFields()) {
                Is is = f.getAnnotation(Is.class);
                if (is == null || Modifier.isStatic(f.getModifiers())) {
                    continue;
                }
                Class<?> element = f.getGenericType() instanceof ParameterizedType of
                        ? (Class<?>) of.getActualTypeArguments()[0] : null;
                out.add(new Known(f, is.value(), is.signed(), element));
            }
            return out.toArray(new Known[0]);
        }
    };

    private static final int VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5;

    /** The bytes of a message. */
    static byte[] write(Message m) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            for (Known k : FIELDS.get(m.getClass())) {
                writeField(out, k, k.field.get(m));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static void writeField(ByteArrayOutputStream out, Known k, Object value) {
        if (value instanceof List<?> list) {
            if (list.isEmpty()) {
                return;
            }
            if (k.element == Long.class) {
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                list.forEach(n -> writeVarint(packed, k.signed ? fold((Long) n) : (Long) n));
                writeBytes(out, k.number, packed.toByteArray());
                return;
            }
            list.forEach(one -> writeBytes(out, k.number, bytesOf(one)));
        } else if (value instanceof String || value instanceof byte[] || value instanceof Message) {
            byte[] bytes = bytesOf(value);
            if (bytes.length > 0 || value instanceof Message) {
                writeBytes(out, k.number, bytes);
            }
        } else if (value != null) {
            long n = value instanceof Boolean b ? (b ? 1 : 0) : ((Number) value).longValue();
            if (n != 0 || k.field.getType() == Long.class) {
                writeVarint(out, (long) k.number << 3 | VARINT);
                writeVarint(out, k.signed ? fold(n) : n);
            }
        }
    }

    private static byte[] bytesOf(Object value) {
        if (value instanceof Message m) {
            return write(m);
        }
        return value instanceof String s ? s.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }

    private static void writeBytes(ByteArrayOutputStream out, int number, byte[] bytes) {
        writeVarint(out, (long) number << 3 | BYTES);
        writeVarint(out, bytes.length);
        out.write(bytes, 0, bytes.length);
    }

    private static void writeVarint(ByteArrayOutputStream out, long n) {
        while ((n & ~0x7fL) != 0) {
            out.write((int) (n & 0x7f | 0x80));
            n >>>= 7;
        }
        out.write((int) n);
    }

    private static long fold(long n) {
        return n << 1 ^ n >> 63;
    }

    private static long unfold(long n) {
        return n >>> 1 ^ -(n & 1);
    }

    /** The message that bytes are; fields that are not known are passed over. */
    static <M extends Message> M read(Class<M> type, byte[] bytes) {
        return new Reader(bytes, 0, bytes.length).message(type);
    }

    /** Bytes, from one place to another. */
    private static final class Reader {
        private final byte[] bytes;
        private int at;
        private final int end;

        Reader(byte[] bytes, int at, int end) {
            this.bytes = bytes;
            this.at = at;
            this.end = end;
        }

        <M extends Message> M message(Class<M> type) {
            try {
                M out = type.getDeclaredConstructor().newInstance();
                Known[] fields = FIELDS.get(type);
                while (at < end) {
                    long tag = varint();
                    Known known = null;
                    for (Known k : fields) {
                        known = k.number == tag >>> 3 ? k : known;
                    }
                    field(out, known, (int) (tag & 7));
                }
                return out;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private void field(Message m, Known k, int form) throws IllegalAccessException {
            switch (form) {
                case VARINT -> {
                    long n = varint();
                    if (k != null) {
                        take(m, k, k.signed ? unfold(n) : n);
                    }
                }
                case BYTES -> {
                    int size = (int) varint();
                    if (size < 0 || size > end - at) {
                        throw new IllegalArgumentException("a message ends too early");
                    }
                    Reader inner = new Reader(bytes, at, at + size);
                    at += size;
                    if (k != null) {
                        take(m, k, inner);
                    }
                }
                case FIXED64 -> at += 8;
                case FIXED32 -> at += 4;
                default -> throw new IllegalArgumentException("a field has the form " + form);
            }
        }

        private static void take(Message m, Known k, long n) throws IllegalAccessException {
            Class<?> type = k.field.getType();
            if (type == boolean.class) {
                k.field.setBoolean(m, n != 0);
            } else if (type == int.class) {
                k.field.setInt(m, (int) n);
            } else if (type == List.class) {
                list(m, k).add(n);
            } else {
                k.field.set(m, n);
            }
        }

        @SuppressWarnings("unchecked")
        private static List<Object> list(Message m, Known k) throws IllegalAccessException {
            return (List<Object>) k.field.get(m);
        }

        private static void take(Message m, Known k, Reader inner) throws IllegalAccessException {
            if (k.element == Long.class) {
                while (inner.at < inner.end) {
                    long n = inner.varint();
                    list(m, k).add(k.signed ? unfold(n) : n);
                }
                return;
            }
            Object value = inner.value(k.element != null ? k.element : k.field.getType());
            if (k.element != null) {
                list(m, k).add(value);
            } else {
                k.field.set(m, value);
            }
        }

        private Object value(Class<?> type) {
            if (type == String.class) {
                return new String(bytes, at, end - at, StandardCharsets.UTF_8);
            }
            if (type == byte[].class) {
                return java.util.Arrays.copyOfRange(bytes, at, end);
            }
            return message(type.asSubclass(Message.class));
        }

        private long varint() {
            long out = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                if (at >= end) {
                    throw new IllegalArgumentException("a message ends too early");
                }
                byte b = bytes[at++];
                out |= (long) (b & 0x7f) << shift;
                if (b >= 0) {
                    return out;
                }
            }
            throw new IllegalArgumentException("an integer is too long");
        }
    }
}
