package ttfint;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The threads of a step that go on beside those which run its unit and the open calls. */
final class Bystanders {
    private final Set<Thread> before; // those that the program had before the first step; null: nobody looks
    private final Set<Thread> earlier; // those that were there when the step began
    private final Map<Thread, Long> started = new HashMap<>(); // by the calls that have started them, 0 for the unit

    Bystanders(Set<Thread> before) {
        this.before = before;
        this.earlier = before == null ? Set.of() : Set.of(list());
    }

    /** Whether a thread is of the SDK, of gRPC or of the machine. */
    static boolean isOurs(Thread t) {
        String name = t.getName();
        return name.startsWith("ttfint-") || name.startsWith("grpc-") || name.startsWith("process reaper")
                || t.getThreadGroup() == null || t.getThreadGroup().getName().equals("system");
    }

    private static Thread[] list() {
        Thread[] all = new Thread[Thread.activeCount() + 16];
        return java.util.Arrays.copyOf(all, Thread.enumerate(all));
    }

    /**
     * Has an event say which calls have started threads that go on. Those that are new since the last look are of the
     * innermost call that is open.
     */
    synchronized void look(Wire.Event e, long innermost, Set<Thread> atWork) {
        if (before == null) {
            return;
        }
        Set<Long> others = new TreeSet<>();
        for (Thread t : list()) {
            if (before.contains(t) || t == Thread.currentThread() || atWork.contains(t) || isOurs(t)) {
                continue;
            }
            if (earlier.contains(t)) {
                e.foreign = true;
            } else {
                others.add(started.computeIfAbsent(t, one -> innermost));
            }
        }
        e.others.addAll(others);
    }
}
