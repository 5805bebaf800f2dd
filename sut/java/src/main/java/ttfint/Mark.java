package ttfint;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/** The file in which the host finds the step that was begun last, however the process ends. */
final class Mark {
    private static final MappedByteBuffer BYTES = open();

    private Mark() {
    }

    private static MappedByteBuffer open() {
        String path = System.getenv("TTF_INT_MARK");
        if (path == null) {
            return null;
        }
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            MappedByteBuffer out = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8);
            out.order(ByteOrder.LITTLE_ENDIAN);
            return out;
        } catch (IOException e) {
            return null;
        }
    }

    /** Says that a step begins. */
    static void write(long step) {
        if (BYTES != null) {
            BYTES.putLong(0, step);
        }
    }
}
