"""Puts functions in front of those that units call, so that calls are seen and stubs can answer them."""

from __future__ import annotations

import functools
import inspect
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .program import Program
    from .steps import Running


class Seams:
    """The seams of a program while it serves a session: a context manager, which puts back what was there."""

    def __init__(self, program: Program):
        self.program = program
        self.running: Running | None = None  # the step that runs, or the last one that did
        self.left: dict[int, tuple[threading.Thread, Running]] = {}  # by their idents, threads of earlier steps
        self._before: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> Seams:
        for owner, attribute, unit, _, _ in self.program.seams:
            there = vars(owner).get(attribute, _missing)
            found = inspect.getattr_static(owner, attribute)
            setattr(owner, attribute, self._wrap(found, self.program.find_unit(unit)))
            self._before.append((owner, attribute, there))
        return self

    def __exit__(self, *_: object) -> None:
        for owner, attribute, there in reversed(self._before):
            if there is _missing:
                delattr(owner, attribute)
            else:
                setattr(owner, attribute, there)
        self._before.clear()

    def _step_of(self, arguments: tuple[Any, ...]) -> Running | None:
        """The step that a call is of: an earlier one where a thread that this has left behind makes it, on an object of
        its case. Threads of a pool may be older than the step for which they work."""
        _, earlier = self.left.get(threading.get_ident(), (None, None))
        if earlier is None or not arguments or earlier.case.number_of(arguments[0]) is None:
            return self.running
        return self.running if self.running is not None and self.running.case is earlier.case else earlier

    def _wrap(self, found: Any, callee: int) -> Any:
        """The function that takes the place of one: of a static or class method it is one too."""
        if isinstance(found, (staticmethod, classmethod)):
            return type(found)(self._wrap(found.__func__, callee))

        @functools.wraps(found)
        def intercepted(*arguments: Any, **named: Any) -> Any:
            running = self._step_of(arguments)
            if running is None or not running.sees(callee):
                return found(*arguments, **named)
            return running.intercept(callee, found, arguments, named)

        if not inspect.iscoroutinefunction(found):
            return intercepted

        @functools.wraps(found)
        async def awaited(*arguments: Any, **named: Any) -> Any:
            running = self._step_of(arguments)
            if running is None or not running.sees(callee):
                return await found(*arguments, **named)
            return await running.intercept_later(callee, found, arguments, named)

        return awaited


def check_seam(owner: Any, attribute: str, unit: str) -> None:
    """Raises TypeError where a seam cannot be put in: there is no such function, or it belongs to a type written in
    C."""
    named = getattr(owner, "__name__", repr(owner))
    try:
        found = inspect.getattr_static(owner, attribute)
    except AttributeError:
        raise TypeError(f"{unit} cannot be intercepted: {named} has no attribute {attribute!r}") from None
    if not callable(getattr(found, "__func__", found)):
        raise TypeError(f"{unit} cannot be intercepted: {named}.{attribute} is {found!r}, which is not a function")
    inherited = attribute not in vars(owner)
    try:
        setattr(owner, attribute, found)
    except (TypeError, AttributeError) as e:
        raise TypeError(
            f"{unit} cannot be intercepted: {e}; intercept it on a class of your own, or in the module that calls it"
        ) from None
    if inherited:
        delattr(owner, attribute)


_missing = object()
