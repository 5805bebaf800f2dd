package ttfint;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session with a host: its steps come in, and what became of them goes out. The threads of gRPC take messages, one
 * sends them, and that of main runs the steps.
 */
final class Session {
    static final int MAX_MESSAGE = 16 << 20, DEFAULT_OUTPUT = 64 << 10;
    private static final int MAX_UNANSWERED = 16384, MAX_OUTPUT = 4 << 20, FLUSH_RESULTS = 256, FLUSH_BYTES = 1 << 20;
    private static final long FLUSH_AFTER = 10;

    /** What holds for a step: calls that are recorded, and calls that it may make. */
    record Limits(long calls, long most) {}

    final Program<?> program;
    final Capture capture;
    volatile Limits limits = new Limits(10_000, 100_000);
    final Map<Integer, Map<Long, Wire.Route>> routes = new ConcurrentHashMap<>(Map.of(0, Map.of()));
    private final StreamObserver<Wire.SutMessage> out;
    private final Runnable whenOver;
    private final BlockingQueue<Object> steps = new LinkedBlockingQueue<>();
    private final Deque<Wire.Message> pending = new ArrayDeque<>();
    private final Map<Long, CompletableFuture<Wire.Answer>> waiting = new HashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private boolean urgent, over, left;
    private int unanswered;
    Set<Thread> threads = Set.of(); // those that the program had before the first step
    private Status wrong;

    /** A session, which says by {@code whenOver} that it is over, before the host knows. */
    Session(Program<?> program, Capture capture, StreamObserver<Wire.SutMessage> out, Runnable whenOver) {
        this.program = program;
        this.capture = capture;
        this.out = out;
        this.whenOver = whenOver;
    }

    /** Takes a message of the host. */
    void take(Wire.HostMessage m) {
        if (m.limits != null) {
            long most = m.limits.most_calls == 0 ? 100_000 : m.limits.most_calls;
            limits = new Limits(Math.min(most, m.limits.calls == 0 ? 10_000 : m.limits.calls), most);
            long bytes = m.limits.output_bytes;
            capture.limit(bytes == 0 ? DEFAULT_OUTPUT : (int) Math.min(Math.max(bytes, 0), MAX_OUTPUT));
        }
        for (Wire.RouteSet set : m.routes) {
            Map<Long, Wire.Route> by = new HashMap<>();
            for (Wire.Route r : set.routes) {
                int unit = Math.max(r.caller, r.callee);
                if (unit >= program.units.size()) {
                    refuse(Status.INVALID_ARGUMENT.withDescription("routes " + set.id + ": there is no unit " + unit));
                    return;
                }
                by.put(Program.pair(r.caller, r.callee), r);
            }
            routes.put(set.id, by);
        }
        synchronized (this) {
            m.acks.forEach(seq -> answer(seq, new Wire.Answer()));
            m.answers.forEach(a -> answer(a.seq, a));
            unanswered += m.steps.size();
            if (unanswered > MAX_UNANSWERED) {
                refuse(Status.RESOURCE_EXHAUSTED.withDescription("more than " + MAX_UNANSWERED + " steps are unanswered"));
                return;
            }
        }
        steps.addAll(m.steps);
    }

    private void answer(long seq, Wire.Answer a) {
        CompletableFuture<Wire.Answer> one = waiting.remove(seq);
        if (one != null) {
            one.complete(a);
        }
    }

    private void refuse(Status why) {
        wrong = why;
        leave();
    }

    /** The host closes its side. */
    void end() {
        steps.add(this);
    }

    /** The host has left: nobody is answered any more. */
    synchronized void leave() {
        left = true;
        over = true;
        waiting.values().forEach(one -> one.complete(null));
        waiting.clear();
        notifyAll();
        steps.clear();
        steps.add(this);
    }

    /** Runs the steps until there are no more. The threads are those that there were before. */
    void work(Set<Thread> threads) {
        this.threads = threads;
        Thread sender = new Thread(this::sendAll, "ttfint-send");
        sender.setDaemon(true);
        sender.start();
        Case now = null;
        int unit = 0;
        Map<Thread, Integer> starters = Map.of(); // in steps of which units threads were started
        while (Waiting.take(steps) instanceof Wire.Step step) {
            now = now == null ? new Case(this) : now;
            unit = step.unit;
            now.run(step);
            starters = startersOf(starters, unit);
            Map<Thread, Running> left = new HashMap<>();
            starters.keySet().stream().filter(t -> !threads.contains(t) && !Bystanders.isOurs(t))
                    .forEach(t -> left.put(t, program.left.getOrDefault(t, program.running)));
            program.left = left;
            if (!step.more || step.end) {
                now = null;
            }
        }
        if (now != null) {
            now.close(new Wire.Result());
        }
        tellLeaks(threads, starters, unit);
        synchronized (this) {
            over = true;
            notifyAll();
        }
        while (sender.isAlive()) {
            Waiting.join(sender, 1000);
        }
    }

    /** The threads that there are, each with the unit in whose step it was there first. */
    private static Map<Thread, Integer> startersOf(Map<Thread, Integer> before, int unit) {
        Thread[] all = new Thread[Thread.activeCount() + 16];
        Map<Thread, Integer> out = new HashMap<>();
        for (int i = Thread.enumerate(all) - 1; i >= 0; i--) {
            out.put(all[i], before.getOrDefault(all[i], unit));
        }
        return out;
    }

    /** Says which threads are there that were not there before. Those of which nothing is known are of the last unit. */
    private void tellLeaks(Set<Thread> threads, Map<Thread, Integer> starters, int last) {
        Map<Integer, Wire.Leak> leaks = new TreeMap<>();
        for (var e : Thread.getAllStackTraces().entrySet()) {
            Thread t = e.getKey();
            if (threads.contains(t) || t == Thread.currentThread() || Bystanders.isOurs(t)) {
                continue;
            }
            Wire.Leak leak = leaks.computeIfAbsent(starters.getOrDefault(t, last), unit -> new Wire.Leak());
            leak.goroutines++;
            for (StackTraceElement at : e.getValue()) {
                if (leak.at.isEmpty() && at.getFileName() != null && !at.getClassName().startsWith("java.") && !at.getClassName().startsWith("jdk.")) {
                    leak.at = at.getClassName() + "." + at.getMethodName() + " in " + at.getFileName() + ":"
                            + at.getLineNumber();
                }
            }
        }
        leaks.forEach((unit, leak) -> {
            if (unit < program.units.size()) {
                leak.unit = unit;
                send(leak, false);
            }
        });
    }

    /** Sends what there is to send, until the session is over. */
    private void sendAll() {
        try {
            for (Wire.SutMessage m = next(); m != null; m = next()) {
                out.onNext(m);
            }
            whenOver.run();
            synchronized (this) {
                if (wrong != null) {
                    out.onError(wrong.asRuntimeException());
                } else if (!left) {
                    out.onCompleted();
                }
            }
        } catch (RuntimeException e) {
            leave(); // the stream has ended
            whenOver.run();
        }
    }

    /**
     * The next message: results, late calls and leaks together, in order, and what is waited for alone; null where the
     * session is over.
     */
    private synchronized Wire.SutMessage next() {
        while (pending.isEmpty() && !over) {
            Waiting.await(this, 0);
        }
        if (pending.isEmpty() || left) {
            return null;
        }
        if (!urgent && !over && pending.size() < FLUSH_RESULTS) {
            Waiting.await(this, FLUSH_AFTER);
        }
        Wire.SutMessage m = new Wire.SutMessage();
        int size = 0;
        while (!pending.isEmpty() && size < FLUSH_BYTES && m.results.size() < FLUSH_RESULTS) {
            Wire.Message one = pending.peek();
            boolean alone = one instanceof Wire.Event || one instanceof Wire.Ask;
            if (alone && size > 0) {
                break;
            }
            pending.remove();
            add(m, one);
            size += Wire.write(one).length + 1;
            if (alone) {
                break;
            }
        }
        urgent = urgent && !pending.isEmpty();
        return m;
    }

    private static void add(Wire.SutMessage m, Wire.Message one) {
        if (one instanceof Wire.Event e) {
            m.events.add(e);
        } else if (one instanceof Wire.Ask a) {
            m.asks.add(a);
        } else if (one instanceof Wire.Result r) {
            m.results.add(r);
        } else if (one instanceof Wire.Late l) {
            m.lates.add(l);
        } else if (one instanceof Wire.Leak l) {
            m.leaks.add(l);
        }
    }

    private synchronized void send(Wire.Message one, boolean atOnce) {
        pending.add(one);
        urgent = urgent || atOnce;
        notifyAll();
    }

    /** Sends an event, and waits until the host knows it. */
    void tell(Wire.Event e) {
        e.seq = numbers.incrementAndGet();
        await(e.seq, e);
    }

    /** Sends an ask, and returns the answer; null where the host has left. */
    Wire.Answer ask(Wire.Ask a) {
        a.seq = numbers.incrementAndGet();
        return await(a.seq, a);
    }

    private Wire.Answer await(long seq, Wire.Message m) {
        CompletableFuture<Wire.Answer> one = new CompletableFuture<>();
        synchronized (this) {
            if (left) {
                return null;
            }
            waiting.put(seq, one);
            send(m, true);
        }
        return one.join();
    }

    void late(long step, Wire.Call call) {
        Wire.Late late = new Wire.Late();
        late.step = step;
        late.call = call;
        send(late, false);
    }

    /** Sends the result of a step. */
    void handIn(Wire.Result result) {
        int size = Wire.write(result).length;
        if (size > MAX_MESSAGE - FLUSH_BYTES && result.status == Wire.RETURNED) {
            // What the unit gave is too much, unless it is the calls.
            result.status = Wire.UNMAPPED;
            result.message = "what it gave takes " + size + " bytes, and a message has at most " + MAX_MESSAGE;
            result.got = new java.util.ArrayList<>(result.got);
            result.got.replaceAll(value -> new Wire.Value());
            size = Wire.write(result).length;
        }
        if (size > MAX_MESSAGE - FLUSH_BYTES) {
            long id = result.id;
            result = new Wire.Result(Wire.BROKEN, "its result takes " + size + " bytes, and a message has at most "
                    + MAX_MESSAGE);
            result.id = id;
        }
        synchronized (this) {
            unanswered--;
        }
        send(result, steps.isEmpty());
    }
}
