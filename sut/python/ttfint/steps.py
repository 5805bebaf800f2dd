"""Cases and their steps: each runs one unit on one object, and records the calls that it makes."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import inspect
import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .codecs import Refused
from .program import Unit, Variable
from .values import key, show, show_python, show_raised
from .wire import ttfint_pb2 as pb

if TYPE_CHECKING:
    from .seams import Seams
    from .session import Session

#: How many objects a case may have.
#: How many functions are named that were at work when what was left could not be read.
MAX_SHOWING = 16
MAX_OBJECTS = 1000

#: How many calls are reported that come after their step has ended.
MAX_LATES = 100

#: How many characters of a message are sent, and of a stack.
MAX_MESSAGE_TEXT, MAX_STACK = 4000, 64 << 10

_DOING = {
    pb.MAKING: "making an instance",
    pb.SETTING: "setting {}",
    pb.CHECKING: "reading {} before the unit ran",
    pb.HOOKING: "putting in the seam to {}",
    pb.OBSERVING: "observing a call of {}",
    pb.READING: "reading {} after the unit ran",
    pb.CLOSING: "closing the instance",
}


def _open_mark() -> int | None:
    """Returns the descriptor of the file in which the host finds the step that was begun last, if it asks for that."""
    try:
        return os.open(os.environ["TTF_INT_MARK"], os.O_WRONLY)
    except (KeyError, OSError):
        return None


_marks = _open_mark()


def _mark(step: int) -> None:
    """Says that a step begins."""
    if _marks is not None:
        os.pwrite(_marks, step.to_bytes(8, "little"), 0)


class _Around(NamedTuple):
    """An open call: its id, and the number of its callee."""

    number: int
    callee: int


#: The calls that are open where the code is, the innermost last, and the step that they belong to. Each thread has
#: calls of its own, and each task, which begins with those of the one that made it.
_open_calls: contextvars.ContextVar[tuple[Running, tuple[_Around, ...]] | None] = contextvars.ContextVar(
    "ttfint_open_calls", default=None
)


class _Unreadable(Exception):
    """What the program holds, and could be read, raises when it is read."""

    def __init__(self, raised: BaseException):
        super().__init__()
        self.raised = raised


@contextlib.contextmanager
def _showing() -> Iterator[None]:
    """What is done between asks what the program holds, with nothing of an adapter in between."""
    try:
        yield
    except (Refused, _Ended):
        raise
    except BaseException as e:
        raise _Unreadable(e) from None


class _Ended(BaseException):
    """The step is over, while its unit runs: it is raised through the unit."""

    def __init__(self, result: pb.Result):
        super().__init__(result.message)
        self.result = result


class Case:
    """A case: its objects, which its steps share."""

    def __init__(self, session: Session, seams: Seams):
        self.session, self.seams = session, seams
        self.objects: dict[int, Any] = {}
        self.managers: list[contextlib.AbstractContextManager[Any]] = []
        self.begun = self.over = False

    def run(self, step: pb.Step) -> None:
        """Runs a step, and hands in its result."""
        running = Running(self, step)
        capture = self.session.capture
        if step.stream:
            capture.stream(True)
        result = running.run()
        self.begun = True
        running.settled = True
        result.id = step.id
        result.calls.extend(running.calls)
        result.calls_truncated = running.made > len(running.calls)
        if result.status not in (pb.RETURNED, pb.UNMAPPED) or not step.more or step.end:
            running.tell(pb.ENTERED, phase=pb.CLOSING)
            self.close(result)
        result.stdout, result.stderr, result.output_truncated = capture.take()
        if step.stream:
            capture.stream(False)
        self.session.hand_in(result)

    def close(self, result: pb.Result) -> None:
        """Closes the objects. Where that fails, a step that has gone well fails too."""
        if self.over:
            return
        self.over = True
        close = self.session.program.close
        closing: list[Callable[[], Any]] = [lambda m=m: m.__exit__(None, None, None) for m in self.managers]
        if close is not None:
            closing += [lambda i=i: close(i) for i in self.objects.values()]
        for call in closing:
            try:
                call()
            except BaseException as e:
                if result.status in (pb.RETURNED, pb.UNMAPPED):
                    broken = _broken(_DOING[pb.CLOSING], e)
                    result.status, result.message, result.stack = broken.status, broken.message, broken.stack

    def number_of(self, instance: Any) -> int | None:
        """The number of an object of the case."""
        for number, other in self.objects.items():
            if other is instance:
                return number
        return None


class Running:
    """A step while it runs."""

    def __init__(self, case: Case, step: pb.Step):
        self.case, self.step, self.session = case, step, case.session
        self.program = case.session.program
        self.limits, self.routes = self.session.limits, self.session.routes.get(step.routes)
        self.thread = threading.get_ident()
        self.phase: tuple[int, str] | None = (pb.MAKING, "")  # None: the unit is at work
        self.instance: Any = None
        self.before: list[pb.Value] = []
        self.calls: list[pb.Call] = []
        self.made = 0
        self.lates = 0
        self.unwound = 0  # the innermost call that an exception is leaving
        self.open = 0  # how many calls are open, in all threads and tasks
        self.beside = False  # whether calls of several threads or tasks have overlapped
        self.settled = False
        self.shown = ""  # the variable that is read
        self.ended: pb.Result | None = None
        self.waited = 0.0
        self.lock = threading.RLock()
        self.at_work: set[int] = set()  # the threads beside its own that run calls
        self.earlier = frozenset(threading.enumerate()) if step.stream else frozenset()
        self.started: dict[threading.Thread, int] = {}  # by what was started since: the calls, 0 for the unit

    # The step.

    def run(self) -> pb.Result:
        """Runs the step, and returns its result but for the calls and what was printed."""
        if self.case.over:
            return pb.Result(status=pb.SKIPPED, message="an earlier step has ended its case")
        if self.step.end:
            return pb.Result(status=pb.RETURNED) if self.case.begun else _blocked("there is no case to end")
        self.case.seams.running = self
        _mark(self.step.id)
        if self.step.unit >= len(self.program.units):
            return _blocked(f"unit {self.step.unit} is not served")
        unit = self.program.units[self.step.unit]
        try:
            return self._prepare(unit) or self._run(unit)
        except _Ended as e:
            return e.result
        except BaseException as e:
            return _broken(self._doing(), e)

    def _doing(self) -> str:
        phase, at = self.phase or (pb.OBSERVING, "")
        return _DOING[phase].format(at or "the state")

    def enter(self, phase: int, at: str = "") -> None:
        """Begins what is not the unit's work, so that what goes wrong in it is not charged to the unit."""
        self.phase = (phase, at)
        self.tell(pb.ENTERED, phase=phase, at=at)

    def tell(self, kind: int, **fields: Any) -> None:
        """Tells the host what comes next, where it has asked for that, and waits until it knows."""
        if not self.step.stream:
            return
        began = time.perf_counter()
        event = pb.Event(step=self.step.id, kind=kind, **fields)
        if kind != pb.ENTERED or fields.get("phase") in (pb.OBSERVING, pb.READING):
            self._look(event)
        self.session.wait_for("events", event)
        self.waited += time.perf_counter() - began

    def _look(self, event: pb.Event) -> None:
        """Has an event say which calls have started threads that go on beside those at work. Those that are new since
        the last look are of the innermost call that is open."""
        around = self._around()
        with self.lock:
            for thread in threading.enumerate():
                known = thread in self.session.threads or thread.name.startswith(("ttfint-", "ThreadPool"))
                if known or thread.ident in (self.thread, *self.at_work):
                    continue
                if thread in self.earlier:
                    event.foreign = True
                else:
                    self.started.setdefault(thread, around[-1].number if around else 0)
            event.others.extend(sorted({n for t, n in self.started.items() if t.is_alive()}))

    def _prepare(self, unit: Unit) -> pb.Result | None:
        """Makes the object and sets the state. It returns a result where the unit cannot run."""
        step = self.step
        if self.routes is None:
            return _blocked(f"routes {step.routes} are not defined")
        if len(step.given) > len(unit.given):
            return _blocked(f"{len(step.given)} values are given, and {unit.name} has {len(unit.given)}")
        given = {v.name: w for v, w in zip(unit.given, step.given) if w.kind != pb.NONE}
        if step.keep and (step.keep == step.object or step.keep in self.case.objects):
            return _blocked(f"the case has an object {step.keep} already")
        if step.object not in self.case.objects:
            if len(self.case.objects) >= MAX_OBJECTS:
                return _blocked(f"a case has at most {MAX_OBJECTS} objects")
            self.enter(pb.MAKING)
            self.case.objects[step.object] = self._make(unit, given)
        self.instance = self.case.objects[step.object]
        for v in unit.given:
            if v.state is not None and v.name in given and v.state.set is not None:
                self.enter(pb.SETTING, v.name)
                try:
                    v.state.set(self.instance, v.codec.decode(given[v.name]))
                except Refused as e:
                    return _blocked(f"{v.name}: {e}")
        return self._check(unit, given)

    def _make(self, unit: Unit, given: Mapping[str, pb.Value]) -> Any:
        settings = {}
        for v in unit.given:
            if v.name in self.program.setup and v.name in given:
                try:
                    settings[v.name] = v.codec.decode(given[v.name])
                except Refused as e:
                    raise _Ended(_blocked(f"{v.name}: {e}")) from None
        made = self.program.new(**settings)
        if not isinstance(self.program.new, type) and isinstance(made, contextlib.AbstractContextManager):
            self.case.managers.append(made)
            return made.__enter__()
        return made

    def _check(self, unit: Unit, given: Mapping[str, pb.Value]) -> pb.Result | None:
        """Reads the state before the unit runs, twice. What was set must read as it was set; what a getter changes
        would be charged to the unit."""
        self.before = [pb.Value() for _ in unit.given]
        first: dict[str, pb.Value] = {}
        for i, v in enumerate(unit.given):
            if v.state is None:
                continue
            self.enter(pb.CHECKING, v.name)
            try:
                now = v.codec.encode(v.state.get(self.instance), 0)
            except Refused as e:
                if v.name in given:
                    return pb.Result(
                        status=pb.BROKEN,
                        message=_clip(f"{v.name} was set to {show(given[v.name])} and cannot be read: {e}"),
                    )
                continue
            first[v.name] = now
            if v.name not in given:
                self.before[i].CopyFrom(now)
            elif key(now) != key(given[v.name]):
                wrong = _blocked(
                    f"{v.name} was set to {show(given[v.name])} and reads {show(now)}"
                    if v.state.set is not None or v.name in self.program.setup
                    else f"{v.name}: it cannot be set from {show(now)} to {show(given[v.name])}"
                )
                wrong.given.extend(now if j == i else pb.Value() for j in range(i + 1))
                return wrong
        for v in unit.given:
            if v.name in first:
                self.phase = (pb.CHECKING, v.name)
                again = v.codec.encode(v.state.get(self.instance), 0)
                if key(again) != key(first[v.name]):
                    return pb.Result(
                        status=pb.BROKEN,
                        message=_clip(
                            f"reading the state changes it: {v.name} reads {show(first[v.name])} and then {show(again)}"
                        ),
                    )
        return None

    def _run(self, unit: Unit) -> pb.Result:
        """Runs the unit."""
        values: dict[str, Any] = {}
        for v, wire in zip(unit.given, self.step.given):
            if v.parameter is None or wire.kind == pb.NONE:
                continue
            self.enter(pb.SETTING, v.name)
            try:
                values[v.parameter] = self._argument(v, wire)
            except Refused as e:
                return _blocked(f"{v.name}: {e}")
        before = self.before if any(w.kind != pb.NONE for w in self.before) else []
        self.phase = None
        self.tell(pb.STARTED, given=before)
        positional = [self.instance] if unit.on_instance else []
        began, raised, out = time.perf_counter(), None, None
        self.waited = 0.0
        try:
            out = _call(unit, positional, values)
            if inspect.iscoroutine(out):
                out = asyncio.run(_awaited(out))
        except _Ended as e:
            return self.ended or e.result
        except BaseException as e:
            if unit.raises is None or self.program.find_error(e) is None:
                return self._panicked(unit, e, began, before)
            raised = e
        if self.ended is not None:  # the unit has caught what was raised through it
            return self.ended
        took = time.perf_counter() - began - self.waited
        self.phase = (pb.READING, "")
        self.tell(pb.ENDED)
        try:
            got, faults = self._read(unit.got, self.instance, values, out, raised, tell=True)
        except BaseException as e:
            unreadable = self._unreadable(e, self._doing())
            if unreadable is None:
                raise
            unreadable.given.extend(before)
            return unreadable
        result = pb.Result(status=pb.RETURNED, nanoseconds=max(0, int(took * 1e9)), given=before, got=got)
        # What could not be expressed before the unit ran either is not its doing.
        sent = {v.name for v, w in zip(unit.given, self.step.given) if w.kind != pb.NONE}
        dark = {
            v.name
            for v, w in zip(unit.given, self.before)
            if v.state is not None and w.kind == pb.NONE and v.name not in sent
        }
        for name, why in faults:
            if name.rstrip("'") not in dark or name.endswith("!"):
                result.status, result.message = pb.UNMAPPED, _clip(f"{name}: {why}")
                break
        return result

    def _unreadable(self, raised: BaseException, doing: str) -> pb.Result | None:
        """The result of a step whose unit, or a callee in it, has left what cannot be read; None where it is the
        adapter that failed: neither was it what the program holds that raised, nor a unit's function."""
        own = isinstance(raised, _Unreadable)
        at = raised.raised if isinstance(raised, _Unreadable) else raised
        units, functions = self.program.at_work(at)
        if not (own or units):
            return None
        return pb.Result(
            status=pb.PANICKED,
            message=_clip(f"{doing}: {show_raised(at)}"),
            stack=_stack(at),
            showing=pb.Showing(variable=self.shown, units=units, functions=[_clip(f) for f in functions[:MAX_SHOWING]]),
        )

    def _panicked(self, unit: Unit, raised: BaseException, began: float, before: list[pb.Value]) -> pb.Result:
        message = show_raised(raised)
        if isinstance(raised, SystemExit):
            message = f"it ended the program, with the code {raised.code}"
        return pb.Result(
            status=pb.PANICKED,
            message=_clip(message),
            stack=_stack(raised),
            panicked_in=self.unwound,
            given=before,
            nanoseconds=max(0, int((time.perf_counter() - began - self.waited) * 1e9)),
        )

    def _argument(self, v: Variable, wire: pb.Value) -> Any:
        if wire.kind == pb.OBJECT and v.object:
            if wire.int not in self.case.objects:
                raise Refused(f"the case has no object {wire.int}")
            return self.case.objects[wire.int]
        return v.codec.decode(wire)

    def _read(
        self,
        variables: Sequence[Variable],
        instance: Any,
        values: Mapping[str, Any],
        out: Any,
        raised: BaseException | None,
        tell: bool = False,
    ) -> tuple[list[pb.Value], list[tuple[str, str]]]:
        """The values of variables, and those that cannot be expressed, which are NONE."""
        read: list[pb.Value] = []
        faults: list[tuple[str, str]] = []
        several = sum(v.result is not None for v in variables) > 1
        for v in variables:
            self.shown = v.name
            if tell:
                self.enter(pb.READING, v.name)
            try:
                read.append(self._value(v, instance, values, out, raised, several))
            except Refused as e:
                read.append(pb.Value())
                faults.append((v.name, str(e)))
        return read, faults

    def _value(
        self,
        v: Variable,
        instance: Any,
        values: Mapping[str, Any],
        out: Any,
        raised: BaseException | None,
        several: bool,
    ) -> pb.Value:
        if v.raised:
            return v.codec.encode(raised, 0)
        if v.state is not None:
            if instance is None:
                return pb.Value()
            with _showing() if v.state.own else contextlib.nullcontext():
                held = v.state.get(instance)
            with _showing():
                return v.codec.encode(held, 0)
        if v.parameter is not None:
            return self._encode(v, values[v.parameter]) if v.parameter in values else pb.Value()
        if raised is not None:
            return pb.Value()
        if several:
            if not isinstance(out, tuple) or v.result >= len(out):
                raise Refused(f"it returned {show_python(out)}, which has no part {v.result + 1}")
            out = out[v.result]
        return self._encode(v, out)

    def _encode(self, v: Variable, value: Any) -> pb.Value:
        if not v.object:
            with _showing():
                return v.codec.encode(value, 0)
        if value is None:
            raise Refused("it gave no object")
        number = self.case.number_of(value)
        if (
            number is None
            and v.result is not None
            and self.step.keep
            and self.step.keep not in self.case.objects
            and len(self.case.objects) < MAX_OBJECTS
        ):
            number = self.step.keep
            self.case.objects[number] = value
        return pb.Value() if number is None else pb.Value(kind=pb.OBJECT, int=number)

    # Calls.

    def sees(self, callee: int) -> bool:
        """Whether a call is one of the unit's or of its callees': not of the SDK or of an adapter, and of a caller
        whose calls are seen."""
        if threading.get_ident() == self.thread and (self.phase is not None or self.settled):
            return False
        return (self._caller(), callee) in self.program.seen

    def _caller(self) -> int:
        around = self._around()
        return around[-1].callee if around else self.step.unit

    def _around(self) -> tuple[_Around, ...]:
        """The open calls of this step, as the running code has them."""
        made_by, calls = _open_calls.get() or (None, ())
        return calls if made_by is self else ()

    def intercept(
        self, callee: int, real: Callable[..., Any], arguments: tuple[Any, ...], named: Mapping[str, Any]
    ) -> Any:
        """Handles a call: records it, and has the callee or a stub answer it."""
        opened = self._open(callee, arguments, named)
        if opened is None:
            return real(*arguments, **named)
        if opened.stubbed:
            return self._answer(opened)
        try:
            out = real(*arguments, **named)
        except BaseException as e:
            self._leave(opened, e)
            raise
        self._close(opened, pb.RUN, out, None)
        return out

    async def intercept_later(
        self, callee: int, real: Callable[..., Any], arguments: tuple[Any, ...], named: Mapping[str, Any]
    ) -> Any:
        """The same for a coroutine function."""
        opened = self._open(callee, arguments, named)
        if opened is None:
            return await real(*arguments, **named)
        if opened.stubbed:
            return self._answer(opened)
        try:
            out = await real(*arguments, **named)
        except BaseException as e:
            self._leave(opened, e)
            raise
        self._close(opened, pb.RUN, out, None)
        return out

    def _open(self, callee: int, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> _Opened | None:
        """Records that a call begins, and finds out who is to answer it; None where the call is late."""
        unit = self.program.units[callee]
        instance, values = unit.take_apart(arguments, named)
        if not unit.on_instance:
            instance = self.instance
        call = pb.Call(caller=self._caller(), callee=callee)
        with self.lock:
            if self.settled:
                self._report_late(unit, call, values)
                return None
            ident = threading.get_ident()
            outer = self._around()
            aside = ident != self.thread and not outer
            call.parent, call.aside = (outer[-1].number if outer else 0), aside and self.step.stream
            self.beside = self.beside or aside or self.open > len(outer)
            self.unwound = 0
            self.made += 1
            if ident == self.thread and self.made > self.limits.most:
                self._end(
                    pb.Result(
                        status=pb.PANICKED,
                        message=f"it made more than {self.limits.most} calls",
                        panicked_in=call.parent,
                    )
                )
            if self.made <= self.limits.calls:
                self.calls.append(call)
            self.open += 1
            opened = _Opened(unit, call, self.made, outer, instance, values)
            self.at_work.add(threading.get_ident())
            _open_calls.set((self, (*outer, _Around(opened.number, callee))))
        with self._observing(opened):
            given, faults = self._read(unit.given, None if aside else instance, values, None, None)
        call.given.extend(given)
        if faults:
            call.unfit = _clip(": ".join(faults[0]))
        self._route(opened)
        if self.step.stream and opened.mode != pb.ASK:
            self.tell(pb.OPENED, call=opened.sent())
        return opened

    def _route(self, opened: _Opened) -> None:
        """Finds out who answers a call."""
        call = opened.call
        route = self.routes.by_edge.get((call.caller, call.callee))
        mode = route.mode if route else pb.RUN
        if mode == pb.TABLE:
            for row in route.table:
                if all(w.kind == pb.NONE or key(w) == key(g) for w, g in zip(row.given, call.given)):
                    opened.got = list(row.got)
                    break
            else:
                mode = route.otherwise
        if mode == pb.ASK:
            began = time.perf_counter()
            answer = self.session.wait_for("asks", pb.Ask(step=self.step.id, call=opened.sent()))
            self.waited += time.perf_counter() - began
            if answer is None or answer.kind == pb.REFUSE:
                self._pop(opened)
                self._end(pb.Result(status=pb.ABORTED, message=answer.reason if answer else "the host has left"))
            if answer.kind == pb.REAL:
                mode, opened.asked = pb.RUN, True
            else:
                opened.got = list(answer.got)
        opened.mode = mode

    def _answer(self, opened: _Opened) -> Any:
        """Answers a call in the place of its callee."""
        unit, results, raised = opened.unit, {}, None
        if len(opened.got) > len(unit.got):
            self._end(
                _blocked(f"call of {unit.name}: the answer has {len(opened.got)} values, and it has {len(unit.got)}")
            )
        with self._observing(opened):
            for v, wire in zip(unit.got, opened.got):
                if wire.kind == pb.NONE:
                    continue
                try:
                    value = self._argument(v, wire)
                    if v.raised:
                        raised = value
                    elif v.state is not None:
                        if v.state.set is None:
                            raise Refused("the program can show it but not set it")
                        v.state.set(opened.instance, value)
                        now = v.codec.encode(v.state.get(opened.instance), 0)
                        if not self.beside and key(now) != key(wire):
                            raise Refused(f"its stub set it to {show(wire)} and it reads {show(now)}")
                    elif v.result is not None:
                        results[v.result] = value
                    else:
                        _write_back(opened.values[v.parameter], value)
                except Refused as e:
                    self._end(_blocked(f"call of {unit.name}: {v.name}: {e}"))
        count = len(unit.results)
        out = tuple(results.get(i) for i in range(count)) if count > 1 else results.get(0)
        self._close(opened, opened.mode, out, raised)
        if raised is not None:
            raise raised
        return out

    def _leave(self, opened: _Opened, raised: BaseException) -> None:
        """Records that an exception leaves a call."""
        if opened.unit.raises is not None and self.program.find_error(raised) is not None:
            self._close(opened, pb.RUN, None, raised)
            return
        if self.step.stream:
            self._look(pb.Event())
        with self.lock:
            self._pop(opened)
            if self.settled:
                return
            if opened.number <= len(self.calls):
                self.unwound = self.unwound or opened.number
            opened.call.state = pb.UNWOUND
            opened.call.until = len(self.calls) if self.beside else 0
        if not isinstance(raised, _Ended):
            self.tell(pb.CLOSED_CALL, call=opened.sent())

    def _close(self, opened: _Opened, by: int, out: Any, raised: BaseException | None) -> None:
        """Records what a call gave."""
        call = opened.call
        with self._observing(opened, ran=by == pb.RUN):
            got, faults = self._read(
                opened.unit.got, None if call.aside else opened.instance, opened.values, out, raised
            )
        with self.lock:
            self._pop(opened)
            if self.settled:
                return
            call.state, call.by = pb.CLOSED, by
            call.got.extend(got)
            call.until = len(self.calls) if self.beside else 0
            if faults:
                call.message = _clip(": ".join(faults[0]))
            self.unwound = 0
        self.tell(pb.CLOSED_CALL, call=opened.sent())

    def _pop(self, opened: _Opened) -> None:
        with self.lock:
            self.open -= 1
            if not opened.outer:
                self.at_work.discard(threading.get_ident())
        _open_calls.set((self, opened.outer))

    def _report_late(self, unit: Unit, call: pb.Call, values: Mapping[str, Any]) -> None:
        if self.lates >= MAX_LATES:
            return
        self.lates += 1
        call.given.extend(self._read(unit.given, None, values, None, None)[0])
        self.session.send("lates", pb.Late(step=self.step.id, call=call))

    def _end(self, result: pb.Result) -> None:
        """Ends the step by an exception, which the unit should not catch. If it does, what it returns is not
        looked at."""
        self.ended = self.ended or result
        raise _Ended(self.ended)

    @contextlib.contextmanager
    def _observing(self, opened: _Opened, ran: bool = False) -> Iterator[None]:
        """What is done between, the unit is not charged with. ran says that the callee has run, which is charged with
        what it has left and cannot be read."""
        at = opened.unit.name
        mine = threading.get_ident() == self.thread
        if mine:
            self.phase = (pb.OBSERVING, at)
        self.tell(pb.ENTERED, phase=pb.OBSERVING, at=at, call=opened.brief())
        try:
            yield
        except _Ended:
            raise
        except BaseException as e:
            doing = _DOING[pb.OBSERVING].format(at)
            broken = self._unreadable(e, doing) if ran else None
            if broken is not None:
                broken.panicked_in = opened.number
            self._end(broken or _broken(doing, e))
        finally:
            if mine:
                self.phase = None


class _Opened:
    """A call that has begun."""

    def __init__(
        self,
        unit: Unit,
        call: pb.Call,
        number: int,
        outer: tuple[_Around, ...],
        instance: Any,
        values: dict[str, Any],
    ):
        self.unit, self.call, self.instance, self.values = unit, call, instance, values
        self.number, self.outer = number, outer  # its id, and the calls around it
        self.mode = pb.RUN
        self.asked = False  # whether the host was asked, and had the callee run
        self.got: list[pb.Value] = []

    @property
    def stubbed(self) -> bool:
        return self.mode != pb.RUN

    def sent(self) -> pb.Call:
        """The call as events and asks have it: with its id."""
        out = pb.Call()
        out.CopyFrom(self.call)
        out.id = self.number
        return out

    def brief(self) -> pb.Call:
        c = self.call
        return pb.Call(id=self.number, parent=c.parent, caller=c.caller, callee=c.callee, aside=c.aside)


def _call(unit: Unit, positional: list[Any], values: dict[str, Any]) -> Any:
    """Calls a unit's function with the arguments that a step gives: by position, and by name from the first one
    that it does not give."""
    named: dict[str, Any] = {}
    for p in unit.parameters[unit.on_instance :]:
        if p.name not in values:
            continue
        if p.kind == p.KEYWORD_ONLY or len(positional) != unit.parameters.index(p):
            named[p.name] = values[p.name]
        else:
            positional.append(values[p.name])
    return unit.function(*positional, **named)


async def _awaited(coroutine: Any) -> Any:
    return await coroutine


def _write_back(held: Any, value: Any) -> None:
    """Changes what an argument refers to."""
    if isinstance(held, list):
        held[:] = value
    elif isinstance(held, (dict, set)):
        held.clear()
        held.update(value)
    else:
        raise Refused(f"an argument of type {type(held).__name__} cannot be changed")


def _blocked(message: str) -> pb.Result:
    return pb.Result(status=pb.BLOCKED, message=_clip(message))


def _broken(doing: str, raised: BaseException) -> pb.Result:
    if isinstance(raised, _Unreadable):
        raised = raised.raised
    return pb.Result(
        status=pb.BROKEN, message=_clip(f"{doing}: {show_raised(raised)}"), stack=_stack(raised)
    )


def _stack(raised: BaseException) -> str:
    return _clip("".join(traceback.format_exception(raised)), MAX_STACK)


def _clip(text: str, most: int = MAX_MESSAGE_TEXT) -> str:
    text = text[: most + 1].encode(errors="replace").decode()
    return text if len(text) <= most else text[:most] + "…"
