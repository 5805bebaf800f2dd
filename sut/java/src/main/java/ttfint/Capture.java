package ttfint;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what a program prints by System.out and System.err, case by case, up to a limit. */
final class Capture {
    private final Kept out = new Kept(), err = new Kept();
    private final OutputStream real = new FileOutputStream(FileDescriptor.err);
    private volatile int most = Session.DEFAULT_OUTPUT;
    private volatile boolean streamed;

    /** From here on nothing of what is printed reaches the process's output. */
    Capture() {
        System.setOut(new Stream(out));
        System.setErr(new Stream(err));
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

    /** Ends a step, and gives its result what it has printed. */
    void end(Wire.Result result) {
        if (System.out == null) { // as a unit has set it
            System.setOut(new Stream(out));
        }
        if (System.err == null) {
            System.setErr(new Stream(err));
        }
        System.out.flush();
        System.err.flush();
        result.output_truncated = out.cut || err.cut;
        result.stdout = out.take();
        result.stderr = err.take();
        streamed = false;
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
