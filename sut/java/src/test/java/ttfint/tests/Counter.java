package ttfint.tests;

import static ttfint.Binding.params;
import static ttfint.Binding.raises;
import static ttfint.Binding.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import ttfint.Program;

/** The counter of the conformance kit (sut/conformance), served by the SDK for Java. */
public class Counter {
    static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    int value;
    private final CyclicBarrier meeting = new CyclicBarrier(2);

    int add(int n) {
        if (value + n > 100) {
            throw new Overflow();
        }
        value += n;
        return value;
    }

    void twice(int n) {
        add(n);
        add(n);
    }

    void many(int n) {
        for (int i = 0; i < n; i++) {
            add(0);
        }
    }

    void swallow(int n) {
        try {
            add(n);
        } catch (Throwable e) {
            // whatever it is
        }
    }

    int relay(int n) {
        return add(n);
    }

    void nest(int n) {
        twice(n);
    }

    void collapse() {
        fail();
    }

    void fail() {
        throw new IllegalStateException("as it is to");
    }

    void leave() {
        System.exit(3);
    }

    void say(String text) {
        System.out.print(text + "\n");
        System.err.print("!" + text + "\n");
    }

    void child(String text) throws IOException, InterruptedException {
        new ProcessBuilder("echo", text).inheritIO().start().waitFor();
    }

    static List<Integer> reverse(List<Integer> list) {
        List<Integer> out = new ArrayList<>(list);
        Collections.reverse(out);
        return out;
    }

    static String name(String name) {
        return name;
    }

    static boolean flip(boolean flag) {
        return !flag;
    }

    static Map<String, Integer> table(Map<String, Integer> table) {
        return table;
    }

    static List<List<Integer>> square(int n) {
        return Collections.nCopies(n, IntStream.rangeClosed(1, n).boxed().toList());
    }

    static List<String> repeat(String name, int n) {
        return Collections.nCopies(n, name);
    }

    void late(int n) {
        new Thread(() -> {
            pause(300);
            add(n);
        }).start();
    }

    void abandon() {
        Thread left = new Thread(() -> pause(Integer.MAX_VALUE));
        left.setDaemon(true);
        left.start();
    }

    static void pause(int n) {
        try {
            Thread.sleep(n);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void meet() {
        try {
            meeting.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    void both() throws InterruptedException {
        List<Thread> callers = List.of(new Thread(this::meet), new Thread(this::meet));
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
    }

    Counter copy() {
        Counter made = new Counter();
        made.value = value;
        return made;
    }

    Counter larger(Counter other) {
        return other.value > value ? other : this;
    }

    void drain(Counter other) {
        value += other.value;
        other.value = 0;
    }

    private boolean spoilt;

    void spoil() {
        spoilt = true;
    }

    int show() {
        if (spoilt) {
            throw new IllegalStateException("it cannot be shown");
        }
        return value;
    }

    /** Serves it. */
    public static void main(String[] args) {
        Program<Counter> p = new Program<>(Counter.class);
        p.make(() -> new Counter() {
            @Override
            int add(int n) {
                return p.call("add", this, () -> super.add(n), n);
            }

            @Override
            void twice(int n) {
                p.call("twice", this, () -> {
                    super.twice(n);
                    return null;
                }, n);
            }

            @Override
            void meet() {
                p.call("meet", this, () -> {
                    super.meet();
                    return null;
                });
            }

            @Override
            void fail() {
                p.call("fail", this, () -> {
                    super.fail();
                    return null;
                });
            }
        }).error(Overflow.class, "overflow")
                .unit("add", "add", params("n?"), result("sum!"), raises("r!")).unit("twice", "twice", params("n?"))
                .unit("many", "many", params("n?")).unit("swallow", "swallow", params("n?")).unit("fail", "fail")
                .unit("relay", "relay", params("n?"), result("sum!"), raises("r!")).unit("nest", "nest", params("n?"))
                .unit("collapse", "collapse").unit("leave", "leave").unit("say", "say", params("text?"))
                .unit("child", "child", params("text?"))
                .unit("reverse", "reverse", params("list?"), result("list!"))
                .unit("name", "name", params("name?"), result("name!"))
                .unit("flip", "flip", params("flag?"), result("flag!"))
                .unit("table", "table", params("table?"), result("table!"))
                .unit("square", "square", params("n?"), result("rows!"))
                .unit("repeat", "repeat", params("name?", "n?"), result("names!")).unit("copy", "copy", result("copy!"))
                .unit("larger", "larger", params("other?"), result("larger!")).unit("drain", "drain", params("other?"))
                .unit("late", "late", params("n?")).unit("abandon", "abandon").unit("pause", "pause", params("n?"))
                .unit("both", "both").unit("meet", "meet")
                .intercept("add", "twice", "many", "swallow", "relay", "late").intercept("twice", "nest")
                .intercept("fail", "collapse").intercept("meet", "both");
        if ("rounds".equals(System.getenv("TTF_INT_COUNTER"))) {
            p.state("value", int.class, c -> c.value, (Counter c, Integer n) -> c.value = n - n % 2);
        } else if ("shown".equals(System.getenv("TTF_INT_COUNTER"))) {
            p.state("value", int.class, c -> c.show(), (Counter c, Integer n) -> c.value = n);
            p.unit("spoil", "spoil").unit("show", "show", result("value!"));
        } else {
            p.state("value", "value");
        }
        if ("wrong".equals(System.getenv("TTF_INT_COUNTER"))) {
            p.unit("add", "twice", params("n?"));
        }
        p.serve();
    }
}
