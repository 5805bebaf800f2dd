package ttfint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import ttfint.Wire.Value;

/**
 * Values of the protocol: what they are as text, and which of them are equal. A value is read by the declared type of
 * its variable, so that some have more than one form: a name may come as a string, a sequence as a set of pairs.
 */
final class Values {
    /** How deeply values may nest: one that nests deeper contains itself, or is of no use in a test case. */
    static final int MAX_DEPTH = 200;

    private static final int MAX_SHOWN = 200, MAX_MESSAGE_TEXT = 4000;

    private Values() {}

    static Value of(int kind) {
        Value out = new Value();
        out.kind = kind;
        return out;
    }

    static Value integer(long n) {
        Value out = of(Wire.INT);
        out.number = n;
        return out;
    }

    static Value text(int kind, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c) && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new Refused(showHeld(text) + " is not Unicode");
            }
        }
        Value out = of(kind);
        out.text = text;
        return out;
    }

    /** A sequence, set or tuple of elements, in the packed form where all are integers of 64 bits. */
    static Value list(int kind, List<Value> elems) {
        Value out = of(kind);
        if (!elems.isEmpty() && elems.stream().allMatch(e -> e.kind == Wire.INT)) {
            elems.forEach(e -> out.ints.add(e.number));
        } else {
            out.elems = elems;
        }
        return out;
    }

    static List<Value> elements(Value v) {
        if (v.ints.isEmpty()) {
            return v.elems;
        }
        List<Value> out = new ArrayList<>();
        v.ints.forEach(n -> out.add(integer(n)));
        return out;
    }

    /** The elements of a sequence, also of one that is sent as the set of its pairs; null where it is not one. */
    static List<Value> sequence(Value v) {
        if (v.kind == Wire.SEQ) {
            return elements(v);
        }
        if (v.kind != Wire.SET) {
            return null;
        }
        TreeMap<Long, Value> at = new TreeMap<>();
        List<Value> pairs = elements(v);
        for (Value pair : pairs) {
            List<Value> parts = elements(pair);
            if (pair.kind != Wire.TUPLE || parts.size() != 2 || parts.get(0).kind != Wire.INT) {
                return null;
            }
            at.put(parts.get(0).number, parts.get(1));
        }
        boolean whole = at.size() == pairs.size() && (at.isEmpty() || at.firstKey() == 1 && at.lastKey() == at.size());
        return whole ? new ArrayList<>(at.values()) : null;
    }

    /** A text that is the same for equal values, in whatever form they were sent. */
    static String key(Value v) {
        switch (v.kind) {
            case Wire.INT:
                return Long.toString(v.number);
            case Wire.BIG:
                return v.text;
            case Wire.STRING, Wire.ATOM:
                return '"' + v.text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            case Wire.SEQ, Wire.SET:
                List<Value> sequence = sequence(v);
                return sequence != null ? join("⟨", keys(sequence), "⟩")
                        : join("{", new TreeSet<>(keys(elements(v))), "}");
            case Wire.TUPLE:
                return join("(", keys(elements(v)), ")");
            case Wire.CTOR:
                return v.text + join("(", keys(elements(v)), ")");
            case Wire.BINDING:
                TreeSet<String> parts = new TreeSet<>();
                List<Value> elems = elements(v);
                for (int i = 0; i < Math.min(elems.size(), v.names.size()); i++) {
                    parts.add(v.names.get(i) + " == " + key(elems.get(i)));
                }
                return join("⦉", parts, "⦊");
            case Wire.OBJECT:
                return "object " + v.number;
            default:
                return "nothing";
        }
    }

    private static List<String> keys(List<Value> list) {
        return list.stream().map(Values::key).toList();
    }

    private static String join(String opening, Collection<String> parts, String closing) {
        return opening + String.join(", ", parts) + closing;
    }

    /** A value as text for a message. */
    static String show(Value v) {
        return cut(key(v), MAX_SHOWN);
    }

    /** A value of Java as text for a message, without what is another one in each run. */
    static String showHeld(Object held) {
        try {
            return cut(String.valueOf(held).replaceAll("@[0-9a-f]+\\b", ""), MAX_SHOWN);
        } catch (RuntimeException | StackOverflowError e) {
            return "a " + held.getClass().getName() + " (its toString threw " + e + ")";
        }
    }

    /** A message as it is sent. */
    static String clip(String text) {
        return cut(new String(text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.nio.charset.StandardCharsets.UTF_8), MAX_MESSAGE_TEXT);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
