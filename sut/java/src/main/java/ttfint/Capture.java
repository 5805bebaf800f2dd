package ttfint;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what a program prints by System.out and System.err, case by case, up to a limit. */
final class Capture {
    /** How long what a unit has put into the place of System.out has to pass on what it holds, in milliseconds. */
    private static final long FLUSH_TIME = 200;

    private final Kept out = new Kept(), err = new Kept();
    private final Stream toOut = new Stream(out), toErr = new Stream(err);
    private final OutputStream real = new FileOutputStream(FileDescriptor.err);
    private volatile int most = Session.DEFAULT_OUTPUT;
    private volatile boolean streamed;

    /** From here on nothing of what is printed reaches the process's output. */
    Capture() {
        System.setOut(toOut);
        System.setErr(toErr);
    }

    /** What a unit prints to: that it closes it is not for those that run after it. */
    private static final class Stream extends PrintStream {
        Stream(OutputStream to) {
            super(to, true, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            flush();
        }
    }

    void limit(int bytes) {
        most = bytes;
    }

    /** Begins a step. What one prints that is streamed goes to the process's standard error. */
    void begin(boolean stream) {
        streamed = stream;
        out.take();
        err.take();
    }

    /**
     * Ends a step, and gives its result what it has printed. The lock of a stream is not taken, since a thread that the
     * unit has left may hold it for ever: our own streams keep nothing back.
     */
    void end(Wire.Result result) {
        if (System.out != toOut) {
            flush(System.out);
            System.setOut(toOut);
        }
        if (System.err != toErr) {
            flush(System.err);
            System.setErr(toErr);
        }
        result.output_truncated = out.cut || err.cut;
        result.stdout = out.take();
        result.stderr = err.take();
        streamed = false;
    }

    /** Has a stream of the unit's pass on what it holds, in a thread of its own, as it may throw or never return. */
    private static void flush(PrintStream of) {
        if (of == null) {
            return;
        }
        Thread flushing = new Thread(() -> {
            try {
                of.flush();
            } catch (Throwable e) {
                // what it holds is not printed
            }
        }, "ttfint-flush");
        flushing.setDaemon(true);
        flushing.start();
        Waiting.join(flushing, FLUSH_TIME);
    }

    private final class Kept extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean cut;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] from, int at, int size) {
            int room = Math.max(0, Math.min(size, most - bytes.size()));
            cut = cut || room < size;
            bytes.write(from, at, room);
            if (streamed) {
                try {
                    real.write(from, at, size);
                    real.flush();
                } catch (java.io.IOException e) {
                    streamed = false;
                }
            }
        }

        synchronized byte[] take() {
            byte[] out = bytes.toByteArray();
            bytes.reset();
            cut = false;
            return out;
        }
    }
}
