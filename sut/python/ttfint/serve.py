"""Serves a table over gRPC, as hashicorp/go-plugin wants it."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from concurrent import futures
from typing import TYPE_CHECKING, NoReturn

import grpc

from .capture import Capture
from .session import MAX_MESSAGE, Session
from .values import show, show_raised
from .codecs import Refused
from .wire import ttfint_pb2 as pb

if TYPE_CHECKING:
    from .program import Program

#: What ttf-int puts into the environment of a program that it starts.
_COOKIE = ("TTF_INT_SUT", "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981")

#: The exit code of a program whose table is wrong in itself (EX_CONFIG of sysexits.h).
_WRONG_TABLE = 78

#: How often a program looks whether its host still exists, in seconds.
_PARENT_POLL = 0.5


def serve(program: Program) -> NoReturn:
    """Serves the program. It ends the process with a message where the table is wrong, with code 78, or where a
    person has started the program, with code 1."""
    try:
        description = program.bind()
    except TypeError as e:
        print(e, file=sys.stderr, flush=True)
        sys.exit(_WRONG_TABLE)
    if os.environ.get(_COOKIE[0]) != _COOKIE[1]:
        sys.exit("this program serves its units to ttf-int, which starts it: see `ttf-int run`")
    threading.Thread(target=_watch_parent, args=[os.getppid()], name="ttfint-parent", daemon=True).start()
    sessions: queue.SimpleQueue[Session | None] = queue.SimpleQueue()
    service = _Service(program, description, sessions)
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=8, thread_name_prefix="ttfint-grpc"),
        options=[
            ("grpc.max_receive_message_length", MAX_MESSAGE),
            ("grpc.max_send_message_length", 4 * MAX_MESSAGE),
            ("grpc.so_reuseport", 0),
        ],
    )
    server.add_generic_rpc_handlers([service.handlers(), _health(), _controller(sessions)])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"1|1|tcp|127.0.0.1:{port}|grpc", flush=True)
    service.capture = Capture()
    threads = set(threading.enumerate())
    while (session := sessions.get()) is not None:  # units run in the main thread, as some libraries want it
        session.work(threads)
    sys.exit()  # so that what is registered with atexit runs


class _Service:
    """The service of a program under test."""

    def __init__(self, program: Program, description: pb.Description, sessions: queue.SimpleQueue[Session | None]):
        self.program, self.description, self.sessions = program, description, sessions
        self.capture: Capture | None = None
        self.busy = threading.Lock()

    def handlers(self) -> grpc.GenericRpcHandler:
        return grpc.method_handlers_generic_handler(
            "ttfint.v1.Program",
            {
                "Describe": grpc.unary_unary_rpc_method_handler(
                    lambda request, context: self.description,
                    pb.DescribeRequest.FromString,
                    pb.Description.SerializeToString,
                ),
                "Session": grpc.stream_stream_rpc_method_handler(
                    self.session, pb.HostMessage.FromString, pb.SutMessage.SerializeToString
                ),
                "Convert": grpc.unary_unary_rpc_method_handler(
                    self.convert, pb.Conversion.FromString, pb.Converted.SerializeToString
                ),
            },
        )

    def session(self, messages, context):
        if not self.busy.acquire(blocking=False):
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "this process serves a session already")
        try:
            while self.capture is None:  # the host is faster than the handshake
                time.sleep(0.001)
            session = Session(self.program, self.capture)
            threading.Thread(target=session.receive, args=[messages], name="ttfint-receive", daemon=True).start()
            context.add_callback(session.leave)
            self.sessions.put(session)
            yield from session.messages()
            if session.wrong is not None:
                context.abort(*session.wrong)
        finally:
            self.busy.release()

    def convert(self, request: pb.Conversion, context) -> pb.Converted:
        out = pb.Converted()
        units = self.program.units
        if request.unit >= len(units):
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"there is no unit {request.unit}")
        variables = units[request.unit].got if request.got else units[request.unit].given
        if request.variable >= len(variables):
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"there is no variable {request.variable}")
        codec = variables[request.variable].codec
        for value in request.values:
            out.attempts.append(_try(codec, value))
        return out


def _try(codec, value: pb.Value) -> pb.Attempt:
    """What becomes of a value that is sent to the program and back."""
    try:
        held = codec.decode(value)
    except Refused as e:
        return pb.Attempt(refused=str(e))
    except Exception as e:
        return pb.Attempt(broken=f"{show(value)} raised {show_raised(e)}")
    try:
        return pb.Attempt(value=codec.encode(held, 0))
    except Refused as e:
        return pb.Attempt(mute=str(e))
    except Exception as e:
        return pb.Attempt(broken=f"what it holds of {show(value)} raised {show_raised(e)}")


def _health() -> grpc.GenericRpcHandler:
    """grpc.health.v1.Health, which answers SERVING. The two messages are as small as bytes."""
    serving = b"\x08\x01"
    return grpc.method_handlers_generic_handler(
        "grpc.health.v1.Health",
        {
            "Check": grpc.unary_unary_rpc_method_handler(lambda request, context: serving),
        },
    )


def _controller(sessions: queue.SimpleQueue[Session | None]) -> grpc.GenericRpcHandler:
    """plugin.GRPCController, by which the host says that the process is to end when its unit has. Both messages are
    empty."""

    def shutdown(request: bytes, context: grpc.ServicerContext) -> bytes:
        sessions.put(None)
        return b""

    return grpc.method_handlers_generic_handler(
        "plugin.GRPCController", {"Shutdown": grpc.unary_unary_rpc_method_handler(shutdown)}
    )


def _watch_parent(parent: int) -> None:
    """Ends the process when its host has ended, which may not have been able to say so."""
    while os.getppid() == parent:
        time.sleep(_PARENT_POLL)
    os._exit(1)
