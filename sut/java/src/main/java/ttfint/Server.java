package ttfint;

import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves a table over gRPC, as hashicorp/go-plugin wants it. */
final class Server {
    /** What ttf-int puts into the environment of a program that it starts. */
    private static final String COOKIE = "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981";
    /** The exit code of a program whose table is wrong in itself (EX_CONFIG of sysexits.h). */
    private static final int WRONG_TABLE = 78;
    private static final long PARENT_POLL = 500;

    private final Program<?> program;
    private final Wire.Description description;
    private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private Capture capture;

    private Server(Program<?> program, Wire.Description description) {
        this.program = program;
        this.description = description;
    }

    /**
     * Serves the program. It ends the process with a message where the table is wrong, with code 78, or where a person
     * has started the program, with code 1.
     */
    static void serve(Program<?> program) {
        try {
            Wire.Description description = program.describe();
            if (!COOKIE.equals(System.getenv("TTF_INT_SUT"))) {
                System.err.println("this program serves its units to ttf-int, which starts it: see `ttf-int run`");
                System.exit(1);
            }
            new Server(program, description).run();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_TABLE);
        } catch (IOException e) {
            System.err.println("serving the program: " + e);
            System.exit(1);
        }
    }

    private void run() throws IOException {
        Logger quiet = Logger.getLogger("io.grpc"); // what it says would be taken for the unit's
        quiet.setLevel(Level.OFF);
        watchParent();
        var server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .maxInboundMessageSize(Session.MAX_MESSAGE).addService(service()).addService(health())
                .addService(controller()).build().start();
        System.out.print("1|1|tcp|127.0.0.1:" + server.getPort() + "|grpc\n");
        System.out.flush();
        synchronized (this) {
            capture = new Capture();
            notifyAll();
        }
        Set<Thread> threads = Set.copyOf(Thread.getAllStackTraces().keySet());
        while (quiet.getLevel() == Level.OFF) { // it is kept from the garbage collector
            Waiting.take(sessions).work(threads); // units run in the thread of main
        }
    }

    private ServerServiceDefinition service() {
        String name = "ttfint.v1.Program";
        return ServerServiceDefinition.builder(name)
                .addMethod(method(name, "Describe", MethodDescriptor.MethodType.UNARY, Wire.DescribeRequest.class,
                        Wire.Description.class), ServerCalls.asyncUnaryCall((request, out) -> {
                            out.onNext(description);
                            out.onCompleted();
                        }))
                .addMethod(method(name, "Convert", MethodDescriptor.MethodType.UNARY, Wire.Conversion.class,
                        Wire.Converted.class), ServerCalls.asyncUnaryCall(this::convert))
                .addMethod(method(name, "Session", MethodDescriptor.MethodType.BIDI_STREAMING, Wire.HostMessage.class,
                        Wire.SutMessage.class), ServerCalls.asyncBidiStreamingCall(this::open))
                .build();
    }

    /** Opens a session, where there is none. */
    private StreamObserver<Wire.HostMessage> open(StreamObserver<Wire.SutMessage> out) {
        if (!busy.compareAndSet(false, true)) {
            out.onError(Status.FAILED_PRECONDITION.withDescription("this process serves a session already")
                    .asRuntimeException());
            return new Ignored<>();
        }
        Session session;
        synchronized (this) {
            while (capture == null) { // the host is faster than the handshake
                Waiting.await(this, 0);
            }
            session = new Session(program, capture, out, () -> busy.set(false));
        }
        sessions.add(session);
        return new StreamObserver<>() {
            @Override
            public void onNext(Wire.HostMessage m) {
                session.take(m);
            }

            @Override
            public void onError(Throwable e) {
                session.leave();
            }

            @Override
            public void onCompleted() {
                session.end();
            }
        };
    }

    /** Takes what nobody wants. */
    private static final class Ignored<M> implements StreamObserver<M> {
        @Override
        public void onNext(M m) {}

        @Override
        public void onError(Throwable e) {}

        @Override
        public void onCompleted() {}
    }

    private void convert(Wire.Conversion request, StreamObserver<Wire.Converted> out) {
        if (request.unit >= program.units.size()) {
            out.onError(Status.INVALID_ARGUMENT.withDescription("there is no unit " + request.unit).asRuntimeException());
            return;
        }
        Unit unit = program.units.get(request.unit);
        List<Unit.Variable> variables = request.got ? unit.got : unit.given;
        if (request.variable >= variables.size()) {
            out.onError(Status.INVALID_ARGUMENT.withDescription("there is no variable " + request.variable)
                    .asRuntimeException());
            return;
        }
        Wire.Converted converted = new Wire.Converted();
        request.values.forEach(v -> converted.attempts.add(attempt(variables.get(request.variable).codec(), v)));
        out.onNext(converted);
        out.onCompleted();
    }

    /** What becomes of a value that is sent to the program and back. */
    private static Wire.Attempt attempt(Codec<Object> codec, Wire.Value value) {
        Wire.Attempt out = new Wire.Attempt();
        Object held;
        try {
            held = codec.decode(value);
        } catch (Refused e) {
            out.refused = e.getMessage();
            return out;
        } catch (RuntimeException | StackOverflowError e) {
            out.broken = Values.show(value) + " threw " + e;
            return out;
        }
        try {
            out.value = codec.encode(held, 0);
        } catch (Refused e) {
            out.mute = e.getMessage();
        } catch (RuntimeException | StackOverflowError e) {
            out.broken = "what it holds of " + Values.show(value) + " threw " + e;
        }
        return out;
    }

    /** grpc.health.v1.Health, which answers SERVING. */
    private static ServerServiceDefinition health() {
        String name = "grpc.health.v1.Health";
        return ServerServiceDefinition.builder(name)
                .addMethod(bytes(name, "Check"), ServerCalls.asyncUnaryCall((request, out) -> {
                    out.onNext(new byte[] {8, 1});
                    out.onCompleted();
                })).build();
    }

    /** plugin.GRPCController, by which go-plugin asks a process to end. */
    private static ServerServiceDefinition controller() {
        String name = "plugin.GRPCController";
        return ServerServiceDefinition.builder(name)
                .addMethod(bytes(name, "Shutdown"), ServerCalls.asyncUnaryCall((request, out) -> {
                    out.onNext(new byte[0]);
                    out.onCompleted();
                    new Thread(() -> System.exit(0), "ttfint-exit").start();
                })).build();
    }

    private static <I extends Wire.Message, O extends Wire.Message> MethodDescriptor<I, O> method(String service,
            String name, MethodDescriptor.MethodType type, Class<I> in, Class<O> out) {
        return MethodDescriptor.<I, O>newBuilder().setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(marshaller(Wire::write, b -> Wire.read(in, b)))
                .setResponseMarshaller(marshaller(Wire::write, b -> Wire.read(out, b))).build();
    }

    private static MethodDescriptor<byte[], byte[]> bytes(String service, String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder().setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(marshaller(b -> b, b -> b)).setResponseMarshaller(marshaller(b -> b, b -> b)).build();
    }

    private static <M> MethodDescriptor.Marshaller<M> marshaller(Function<M, byte[]> write, Function<byte[], M> read) {
        return new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(M m) {
                return new ByteArrayInputStream(write.apply(m));
            }

            @Override
            public M parse(InputStream in) {
                try {
                    return read.apply(in.readAllBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /** Ends the process when its host has ended, which may not have been able to say so. */
    private static void watchParent() {
        long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
        Thread watch = new Thread(() -> {
            while (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) == parent) {
                Waiting.sleep(PARENT_POLL);
            }
            Runtime.getRuntime().halt(1);
        }, "ttfint-parent");
        watch.setDaemon(true);
        watch.start();
    }
}
