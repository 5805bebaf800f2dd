"""A session with a host: its steps come in, and what became of them goes out."""

from __future__ import annotations

import collections
import itertools
import os
import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import grpc

from .capture import Capture
from .seams import Seams
from .wire import ttfint_pb2 as pb

if TYPE_CHECKING:
    from .program import Program

# The limits of the protocol.
MAX_MESSAGE = 16 << 20
MAX_UNANSWERED = 16384
DEFAULT_OUTPUT = 64 << 10
MAX_OUTPUT = 4 << 20
DEFAULT_CALLS = 10_000
DEFAULT_MOST = 100_000

#: How long a result waits for others, in seconds, and how many make a message.
FLUSH_AFTER = 0.01
FLUSH_RESULTS = 256
FLUSH_BYTES = 1 << 20


class Limits:
    """What holds for a step: bytes of output, calls that are recorded, and calls that it may make."""

    def __init__(self, sent: pb.Limits | None = None):
        sent = sent or pb.Limits()
        self.output = min(sent.output_bytes or DEFAULT_OUTPUT, MAX_OUTPUT)
        self.most = sent.most_calls or DEFAULT_MOST
        self.calls = min(sent.calls or DEFAULT_CALLS, self.most)


class Routes:
    """What happens to the calls of each edge: a route by caller and callee."""

    def __init__(self, sent: pb.RouteSet | None = None):
        self.by_edge = {(r.caller, r.callee): r for r in sent.routes} if sent else {}


class Session:
    """One session. Three threads have part in it: one receives messages, one sends them, and the
    main thread runs the steps."""

    def __init__(self, program: Program, capture: Capture):
        self.program, self.capture = program, capture
        self.limits = Limits()
        self.routes = {0: Routes()}
        self.wrong: tuple[grpc.StatusCode, str] | None = None  # why the session ended in another way
        self._steps: queue.SimpleQueue[pb.Step | None] = queue.SimpleQueue()
        self._condition = threading.Condition()
        self._pending: collections.deque[tuple[str, Any]] = collections.deque()  # field of SutMessage, message
        self._urgent = self._over = self._left = False
        self._unanswered = 0
        self._waiting: dict[int, queue.SimpleQueue[pb.Answer | None]] = {}
        self._numbers = itertools.count(1)
        self.threads: set[threading.Thread] = set()  # those that the program had before the first step

    def receive(self, messages: Iterable[pb.HostMessage]) -> None:
        """Takes the host's messages until it closes its side."""
        try:
            for m in messages:
                self._take(m)
                if self.wrong is not None:
                    break
        except Exception:  # the stream has ended
            self.leave()
        self._steps.put(None)

    def _take(self, m: pb.HostMessage) -> None:
        if m.HasField("limits"):
            self.limits = Limits(m.limits)
            self.capture.limit(self.limits.output)
        for sent in m.routes:
            for r in sent.routes:
                if max(r.caller, r.callee) >= len(self.program.units):
                    self._refuse(
                        grpc.StatusCode.INVALID_ARGUMENT,
                        f"routes {sent.id}: there is no unit {max(r.caller, r.callee)}",
                    )
            self.routes[sent.id] = Routes(sent)
        with self._condition:
            for seq in m.acks:
                self._answer(pb.Answer(seq=seq))
            for a in m.answers:
                self._answer(a)
            self._unanswered += len(m.steps)
            many = self._unanswered > MAX_UNANSWERED
        if many:
            self._refuse(grpc.StatusCode.RESOURCE_EXHAUSTED, f"more than {MAX_UNANSWERED} steps are unanswered")
            return
        for step in m.steps:
            self._steps.put(step)

    def _refuse(self, code: grpc.StatusCode, why: str) -> None:
        self.wrong = (code, why)
        self.leave()

    def _answer(self, a: pb.Answer) -> None:
        if waiting := self._waiting.pop(a.seq, None):
            waiting.put(a)

    def leave(self) -> None:
        """The host has left: nobody is answered any more."""
        with self._condition:
            self._left = self._over = True
            for waiting in self._waiting.values():
                waiting.put(None)
            self._waiting.clear()
            self._condition.notify_all()
        self._steps.put(None)

    def messages(self) -> Iterator[pb.SutMessage]:
        """What is sent to the host, until the session is over."""
        while True:
            with self._condition:
                while not self._pending and not self._over:
                    self._condition.wait()
                if not self._pending or self._left:
                    return
                if not self._urgent and not self._over and len(self._pending) < FLUSH_RESULTS:
                    self._condition.wait(FLUSH_AFTER)
                message = self._next()
            yield message

    def _next(self) -> pb.SutMessage:
        """The next message: results and late calls together, in order, and what is waited for alone."""
        out, size = pb.SutMessage(), 0
        while self._pending and size < FLUSH_BYTES:
            field, message = self._pending[0]
            alone = field in ("asks", "events")
            if alone and size > 0:
                break
            self._pending.popleft()
            getattr(out, field).append(message)
            size += message.ByteSize() + 1
            if alone or len(out.results) >= FLUSH_RESULTS:
                break
        if not self._pending:
            self._urgent = False
        return out

    def send(self, field: str, message: Any, *, urgent: bool = False) -> None:
        """Sends a message, soon or at once."""
        with self._condition:
            self._pending.append((field, message))
            self._urgent = self._urgent or urgent
            if urgent or len(self._pending) in (1, FLUSH_RESULTS):
                self._condition.notify_all()

    def wait_for(self, field: str, message: pb.Ask | pb.Event) -> pb.Answer | None:
        """Sends an ask or an event, and returns the answer to it; None where the host has left."""
        waiting: queue.SimpleQueue[pb.Answer | None] = queue.SimpleQueue()
        with self._condition:
            if self._left:
                return None
            message.seq = next(self._numbers)
            self._waiting[message.seq] = waiting
        self.send(field, message, urgent=True)
        return waiting.get()

    def hand_in(self, result: pb.Result) -> None:
        """Sends the result of a step."""
        size = result.ByteSize()
        if size > MAX_MESSAGE - FLUSH_BYTES and result.status == pb.RETURNED:
            # What the unit gave is too much, unless it is the calls.
            result.status = pb.UNMAPPED
            result.message = f"what it gave takes {size} bytes, and a message has at most {MAX_MESSAGE}"
            for value in result.got:
                value.Clear()
        if result.ByteSize() > MAX_MESSAGE - FLUSH_BYTES:
            result = pb.Result(
                id=result.id,
                status=pb.BROKEN,
                message=f"its result takes {size} bytes, and a message has at most {MAX_MESSAGE}",
            )
        with self._condition:
            self._unanswered -= 1
        self.send("results", result, urgent=self._steps.empty())

    def work(self, threads: set[threading.Thread]) -> None:
        """Runs the steps, in the main thread, until there are no more. threads are those that the program had
        before."""
        from .steps import Case  # it needs sessions, as these need it

        self.threads = threads
        process, case, unit = os.getpid(), None, 0
        starters: dict[threading.Thread, int] = {}  # in steps of which units threads were started
        with Seams(self.program) as seams:
            while True:
                step = self._steps.get()
                if step is None:
                    break
                if case is None:
                    case = Case(self, seams)
                unit = step.unit
                case.run(step)
                there = [t for t in threading.enumerate() if t not in threads]
                starters = {t: starters.get(t, unit) for t in there}
                before = {t: of for t, of in seams.left.values()}
                running = seams.running
                seams.left = {t.ident: (t, before.get(t, running)) for t in there if t.ident and running}
                if os.getpid() != process:
                    os._exit(0)  # a child that the unit has forked came back from it
                if not step.more or step.end:
                    case = None
            if case is not None:
                case.close(pb.Result())
        left = [
            t for t in threading.enumerate() if t not in threads and not t.name.startswith(("ttfint-", "ThreadPool"))
        ]
        for unit in sorted({starters.get(t, unit) for t in left}):
            if unit < len(self.program.units):
                its = [t for t in left if starters.get(t, unit) == unit]
                self.send("leaks", pb.Leak(unit=unit, goroutines=len(its), at=_place_of(its[0])))
        with self._condition:
            self._over = True
            self._condition.notify_all()


def _place_of(thread: threading.Thread) -> str:
    """Where a thread is: the innermost function of its that is not of the library for threads."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None and frame.f_code.co_filename == threading.__file__:
        frame = frame.f_back
    if frame is None:
        return thread.name
    code = frame.f_code
    return f"{getattr(code, 'co_qualname', code.co_name)} in {code.co_filename}:{frame.f_lineno}"
