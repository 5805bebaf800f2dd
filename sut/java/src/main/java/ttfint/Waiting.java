package ttfint;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Waiting that an interrupt does not end: a unit may interrupt any thread, and those of the SDK go on. An interrupt of
 * the thread that runs units is not kept, since what follows is not what it was meant for.
 */
final class Waiting {
    private Waiting() {}

    /** Takes the next element of a queue. */
    static <T> T take(BlockingQueue<T> queue) {
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                // it waits on
            }
        }
    }

    /** Waits until a thread has ended, for so many milliseconds at most. */
    static void join(Thread thread, long most) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(most);
        for (long left = most; left > 0 && thread.isAlive();
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            try {
                thread.join(left);
            } catch (InterruptedException e) {
                // it waits on
            }
        }
    }

    /** Waits for a notification of an object whose lock is held, for so many milliseconds at most; 0: without an end. */
    static void await(Object lock, long most) {
        try {
            lock.wait(most);
        } catch (InterruptedException e) {
            // whoever waits looks again whether it is over
        }
    }

    /** Lets time pass, some of it at least. */
    static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            // it is over sooner
        }
    }
}
