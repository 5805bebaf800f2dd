package ttfint;

/**
 * How much of a value has been encoded, in each thread. A value that has one part in many places is small where it is
 * held, and may have no end where it is written: so what is too large to be sent is refused before it is made.
 */
final class Weight {
    /** How many elements the collections in a value have in all: more take longer to send than a case has time. */
    private static final int MAX_ELEMENTS = 1_000_000;

    /** How many characters the texts and large integers in a value have in all. A message has no room for more. */
    private static final int MAX_TEXT = 15 << 20;

    private static final ThreadLocal<Weight> OF_THREAD = ThreadLocal.withInitial(Weight::new);

    private long elements;
    private long text;

    private Weight() {}

    /** Begins a part of a value, with so many elements or characters. A value as a whole begins at depth 0. */
    static void add(int depth, long elements, long text) {
        Weight w = OF_THREAD.get();
        if (depth == 0) {
            w.elements = 0;
            w.text = 0;
        }
        w.text += text;
        more(elements);
        if (w.text > MAX_TEXT) {
            throw new Refused("its text takes " + w.text + " characters or more, and at most " + MAX_TEXT + " are sent");
        }
    }

    /** Goes on with a part of a value that has so many more elements than it has said. */
    static void more(long elements) {
        Weight w = OF_THREAD.get();
        w.elements += elements;
        if (w.elements > MAX_ELEMENTS) {
            throw new Refused("it has " + w.elements + " elements or more, and at most " + MAX_ELEMENTS + " are sent");
        }
    }
}
