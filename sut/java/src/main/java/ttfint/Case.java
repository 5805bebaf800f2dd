package ttfint;

import java.util.LinkedHashMap;
import java.util.Map;

/** A case: its objects, which its steps share. */
final class Case {
    /** How many objects a case may have. */
    static final int MAX_OBJECTS = 1000;

    final Session session;
    final Map<Integer, Object> objects = new LinkedHashMap<>();
    boolean begun, over;

    Case(Session session) {
        this.session = session;
    }

    /** Runs a step, and hands in its result. */
    void run(Wire.Step step) {
        Running running = new Running(this, step);
        session.capture.begin(step.stream);
        Wire.Result result = running.run();
        begun = true;
        result.id = step.id;
        running.calls.settle(result);
        boolean well = result.status == Wire.RETURNED || result.status == Wire.UNMAPPED;
        if (!well || !step.more || step.end) {
            running.enter(Wire.CLOSING, "");
            close(result);
        }
        session.capture.end(result);
        session.handIn(result);
    }

    /** Closes the objects. Where that fails, a step that has gone well fails too. */
    void close(Wire.Result result) {
        if (over) {
            return;
        }
        over = true;
        for (Object one : objects.values()) {
            try {
                closeOne(session.program, one);
            } catch (Throwable e) {
                if (result.status == Wire.RETURNED || result.status == Wire.UNMAPPED) {
                    result.status = Wire.BROKEN;
                    result.message = Values.clip("closing the instance: " + e);
                }
            }
        }
    }

    private static <T> void closeOne(Program<T> program, Object one) throws Exception {
        if (program.close != null) {
            program.close.accept(program.kind.cast(one));
        }
        if (one instanceof AutoCloseable c) {
            c.close();
        }
    }

    /** The number of an object of the case; null where it is none. */
    Integer numberOf(Object instance) {
        for (var e : objects.entrySet()) {
            if (e.getValue() == instance) {
                return e.getKey();
            }
        }
        return null;
    }
}
