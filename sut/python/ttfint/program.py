"""The table of a program under test: its units, and where in the program their variables are."""

from __future__ import annotations

import inspect
import os
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .codecs import Codec, Codecs, Converter, Refused
from .seams import check_seam
from .values import show, show_raised
from .wire import ttfint_pb2 as pb


def role_of(name: str) -> int:
    """The role of a variable by its decoration; an undecorated name stands for the state before."""
    return {"?": pb.INPUT, "!": pb.OUTPUT, "'": pb.AFTER}.get(name[-1:], pb.BEFORE)


class State:
    """A variable of the state, made by :meth:`Program.state`."""

    def __init__(self, name: str, get: Callable[[Any], Any], hint: Any, place: str, observed: bool):
        self.name, self.get, self.hint, self.place, self.observed = name, get, hint, place, observed
        self.set: Callable[[Any, Any], None] | None = None
        self.own = False  # whether no function of an adapter reads it
        self.codec: Converter | None = None

    def setter(self, function: Callable[[Any, Any], None]) -> State:
        """Says how the variable is set; a decorator. Without one it can be read only, and
        operations of the program lead to the states that test cases begin in."""
        self.set = function
        return self


class Variable:
    """A variable of a unit, with its place: a variable of the state, a parameter or a result."""

    def __init__(
        self,
        name: str,
        *,
        state: State | None = None,
        parameter: str | None = None,
        result: int | None = None,
        raised: bool = False,
    ):
        self.name, self.role = name, role_of(name)
        self.state, self.parameter, self.result, self.raised = state, parameter, result, raised
        self.codec: Converter | None = None
        self.object = False  # whether it is an object of the case


class Unit:
    """A unit: a function or method of the program, with its variables in the order of the protocol."""

    def __init__(
        self,
        program: Program,
        name: str,
        function: Callable[..., Any],
        params: Sequence[str] | None,
        results: Sequence[str],
        raises: str | None,
    ):
        self.program, self.name, self.function, self.raises = program, name, function, raises
        self.results = list(results)
        self.place = _place_of(function)
        self.at = _caller()
        try:
            found = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):  # a function written in C
            if params is None:
                raise TypeError(
                    f"unit {name}: the parameters of {_name_of(function)} are not known: name them in params"
                ) from None
            found = [inspect.Parameter(p, inspect.Parameter.POSITIONAL_ONLY) for p in ["self", *params]]
        fixed = [p for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        if params is None:
            params = [p.name + "?" for p in fixed[1:] if p.default is p.empty]

        def fits(first: int) -> bool:  # what is not bound has a default
            return len(fixed) >= first + len(params) and all(
                p.default is not p.empty for p in fixed[first + len(params) :]
            )

        self.on_instance = bool(fixed) and fits(1)
        if not self.on_instance and (not fits(0) or fixed and fixed[0].name == "self"):
            raise TypeError(
                f"unit {name}: {_name_of(function)} has the parameters {', '.join(p.name for p in fixed)}, of which "
                f"the first may be the instance, and params names {len(params)}"
            )
        self.parameters = fixed
        self.named = {p.name: z for p, z in zip(fixed[self.on_instance :], params)}
        self.given: list[Variable] = []
        self.got: list[Variable] = []

    def bind(self) -> None:
        """Lists the variables, and finds their codecs."""
        for s in self.program.states:
            if s.name not in self.named.values():
                self.given.append(Variable(s.name, state=s))
                if s.name + "'" not in self.results:
                    self.got.append(Variable(s.name + "'", state=s))
        for parameter, z in self.named.items():
            if role_of(z) not in (pb.INPUT, pb.BEFORE):
                raise TypeError(
                    f"unit {self.name}: the parameter {parameter} is bound to {z}, which is neither an input "
                    "(x?) nor a state before"
                )
            self.given.append(Variable(z, parameter=parameter))
            if role_of(z) == pb.BEFORE and z + "'" not in self.results:
                self.got.append(Variable(z + "'", parameter=parameter))
        for i, z in enumerate(self.results):
            if role_of(z) not in (pb.OUTPUT, pb.AFTER):
                raise TypeError(f"unit {self.name}: the result {z} is neither an output (x!) nor a state after (x')")
            self.got.append(Variable(z, result=i))
        if self.raises is not None:
            if role_of(self.raises) != pb.OUTPUT:
                raise TypeError(f"unit {self.name}: raises is {self.raises}, which is not an output (x!)")
            self.got.append(Variable(self.raises, raised=True))
        for variables in (self.given, self.got):
            names = [v.name for v in variables]
            for n in names:
                if names.count(n) > 1:
                    raise TypeError(f"unit {self.name}: the variable {n} is bound twice")
        self._find_codecs()

    def _find_codecs(self) -> None:
        hints = _hints_of(self.function)
        returned = hints.get("return", Any)
        for v in self.given + self.got:
            if v.state is not None:
                v.codec = v.state.codec
                continue
            if v.raised:
                v.codec = self.program.errors_codec
                continue
            if v.parameter is not None:
                hint = hints.get(v.parameter, Any)
            elif len(self.results) == 1:
                hint = returned
            else:
                parts = typing.get_args(returned)
                hint = parts[v.result] if len(parts) == len(self.results) else Any
            try:
                v.codec, v.object = self.program.find_codec(hint)
            except TypeError as e:
                raise TypeError(f"unit {self.name}: variable {v.name}: {e}") from None

    def take_apart(self, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The instance and the arguments by the names of their parameters, of a call."""
        values: dict[str, Any] = {}
        for p, a in zip(self.parameters, arguments):
            values[p.name] = a
        values.update((p.name, named[p.name]) for p in self.parameters if p.name in named)
        for p in self.parameters:
            if p.name not in values and p.default is not p.empty:
                values[p.name] = p.default
        instance = values.pop(self.parameters[0].name, None) if self.on_instance else None
        return instance, values


class Program:
    """A program under test.

    ``new`` makes an instance, once for each object of a test case: a class, or a function without
    parameters. An instance that is a context manager is entered, and left at the end of its case; otherwise
    ``close`` is called with it, where it is given. ``setup`` names variables of the state with which
    ``new`` is called instead, as keywords. ``errors`` says for which constants of a free type the
    exceptions of the program stand; the first entry that an exception is an instance of decides, and
    ``no_error`` is the constant of a call that raises none. ``types`` says how values of types are sent that
    have no counterpart in Z (see :class:`Codec`), and ``constants`` what the program takes constants of
    the specification for.
    """

    def __init__(
        self,
        new: Callable[..., Any],
        *,
        close: Callable[[Any], None] | None = None,
        setup: Sequence[str] = (),
        errors: Mapping[type[BaseException], str] | None = None,
        no_error: str = "ok",
        types: Mapping[Any, Codec] | None = None,
        constants: Mapping[str, Any] | None = None,
    ):
        self.new, self.close, self.setup = new, close, tuple(setup)
        self.wrong: list[str] = []  # what is wrong with the table, each with its place
        self.at = _caller()
        self.errors, self.no_error = self._check_errors(errors or {}), no_error
        self.codecs = Codecs(dict(types or {}))
        self.constants = dict(constants or {})
        self.states: list[State] = []
        self.units: list[Unit] = []
        self.seen: set[tuple[int, int]] = set()  # the edges, by the numbers of caller and callee
        # an owner, the name of its attribute, the unit that this is, the units whose calls of it are meant, and where
        # that is said
        self.seams: list[tuple[Any, str, str, Sequence[str], str]] = []
        names = sorted({*self.errors.values(), no_error})
        self.errors_codec = Converter(pb.Shape(kind=pb.ATOM, names=names), self._encode_error, self._decode_error)

    def _check_errors(self, errors: Mapping[type[BaseException], str]) -> dict[type[BaseException], str]:
        """The errors that are right."""
        out = {}
        for kind, name in errors.items():
            if isinstance(kind, type) and issubclass(kind, BaseException) and isinstance(name, str):
                out[kind] = name
            else:
                self.refuse(self.at, f"errors: {kind!r}: {name!r} is not a class of exceptions and its constant")
        return out

    def refuse(self, place: str, why: object) -> None:
        """Notes what is wrong with the table, which is said with all else that is when the program is served."""
        self.wrong.append(f"{place}: {why}" if place else str(why))

    def state(self, name: str, attribute: str | None = None, *, type: Any = None, observed: bool = False) -> Any:
        """Binds a variable of the state.

        With the name of an ``attribute`` of instances, which may lead through others ("queue.items"), it is read
        and set there. Otherwise it is a decorator of the function that reads it, whose annotation gives the type::

            @program.state("items")
            def items(stack) -> list[int]: ...

            @items.setter
            def _(stack, values): ...

        ``observed`` says of a variable without a setter that a test case begins with whatever value it has.
        """
        if not name or role_of(name) != pb.BEFORE:
            why = f"state {name!r}: expected the name of the state before, without a decoration; it stands for both"
            self.refuse(_caller(), why)
        if attribute is None:

            def decorate(function: Callable[[Any], Any]) -> State:
                hint = type if type is not None else _hints_of(function).get("return", Any)
                made = State(name, function, hint, _place_of(function), observed)
                self.states.append(made)
                return made

            return decorate
        *path, last = attribute.split(".")

        def owner(instance: Any) -> Any:
            for step in path:
                instance = getattr(instance, step)
            return instance

        made = State(name, lambda i: getattr(owner(i), last), type, _caller(), observed)
        made.set, made.own = (lambda i, value: setattr(owner(i), last, value)), True
        self.states.append(made)
        return made

    def unit(
        self,
        name: str,
        function: Callable[..., Any] | None = None,
        *,
        params: Sequence[str] | None = None,
        results: Sequence[str] = (),
        raises: str | None = None,
    ) -> Any:
        """Says which function or method a unit is; a decorator where no function is given.

        ``params`` names the variables to which its parameters are bound, in order, the instance aside: inputs, or
        the state before, which is read back after the call. The default is an input for each that has no default, of
        the parameter's name: ``x`` is ``x?``. ``results`` names those to which its results are bound: outputs, or the
        state after; more than one where it returns a tuple. ``raises`` names the output that says which of the
        program's errors it raised. Types are taken from annotations; one that is not annotated is what it is when
        it is sent. A coroutine function is run to its end.
        """
        if function is None:

            def decorate(decorated: Callable[..., Any]) -> Callable[..., Any]:
                self.unit(name, decorated, params=params, results=results, raises=raises)
                return decorated

            return decorate
        if not name or any(u.name == name for u in self.units):
            self.refuse(_caller(), f"unit {name!r}: it needs a name of its own")
            return function
        try:
            self.units.append(Unit(self, name, function, params, results, raises))
        except TypeError as e:
            self.refuse(_caller(), e)
        return function

    def at_work(self, raised: BaseException) -> tuple[list[int], list[str]]:
        """Of whose units a function was at work when something was raised, and which functions of the program were, the
        innermost first. What is around the outermost function of a unit is an adapter's, and left out."""
        codes = {_code_of(u.function): i for i, u in enumerate(self.units)}
        units: list[int] = []
        functions: list[str] = []
        at = raised.__traceback__
        while at is not None:
            code = at.tb_frame.f_code
            unit = codes.get(code)
            if unit is not None and not units:
                functions.clear()
            if unit is not None and unit not in units:
                units.insert(0, unit)
            name = getattr(code, "co_qualname", code.co_name)
            if os.path.dirname(code.co_filename) != os.path.dirname(__file__) and name not in functions:
                functions.insert(0, name)
            at = at.tb_next
        return units, functions

    def intercept(self, unit: str, owner: Any, attribute: str | None = None, *, callers: Sequence[str]) -> None:
        """Says that the calls of ``owner.attribute`` by the units in ``callers`` are calls of a unit, which are
        recorded, and answered by stubs where a test case has one. The owner is a class or a module; the attribute is
        the unit's name by default. The function is replaced while the program serves, for all who look it up there."""
        self.seams.append((owner, attribute or unit, unit, callers, _caller()))

    def serve(self) -> typing.NoReturn:
        """Serves the program to ttf-int, and does not return: the last thing that a program under test does."""
        from .serve import serve  # it needs gRPC, which the table does not

        serve(self)

    def find_unit(self, name: str) -> int:
        for i, u in enumerate(self.units):
            if u.name == name:
                return i
        raise TypeError(f"there is no unit {name!r}")

    def find_codec(self, hint: Any) -> tuple[Converter, bool]:
        """The codec of a type, and whether its values are objects of the case."""
        if hint is not Any and hint is self.new and hint not in self.codecs.own:
            return _objects, True
        return self.codecs.find(hint), False

    def bind(self) -> pb.Description:
        """Checks the table, and returns what the program serves. It raises TypeError for all that is wrong with it, a
        line for each, with its place."""
        before = len(self.wrong)
        description = pb.Description(protocol=1, language="python", sdk=_version(), scripts=True)
        self._bind_states()
        for u in self.units:
            u.given, u.got = [], []
            try:
                u.bind()
            except TypeError as e:
                self.refuse(u.at, e)
        self._bind_seams()
        for name, value in self.constants.items():
            try:
                wire = self.codecs.find(Any).encode(value, 0)
            except Refused as e:
                self.refuse(self.at, f"constant {name}: {e}")
            else:
                description.constants.append(pb.Constant(name=name, value=wire, place=self.at))
        if self.wrong:
            found = "\n".join(dict.fromkeys(self.wrong))
            del self.wrong[before:]
            raise TypeError(found)
        for u in self.units:
            description.units.append(
                pb.Unit(
                    name=u.name,
                    served=True,
                    place=u.at,
                    given=[self._describe(v, u) for v in u.given],
                    got=[self._describe(v, u) for v in u.got],
                )
            )
        for caller, callee in sorted(self.seen):
            description.edges.append(pb.Edge(caller=caller, callee=callee))
        return description

    def _bind_states(self) -> None:
        for s in self.states:
            try:
                s.codec = self.codecs.find(Any if s.hint is None else s.hint)
            except TypeError as e:
                self.refuse(s.place, f"state {s.name}: {e}")
        for name in self.setup:
            if all(s.name != name for s in self.states):
                self.refuse(self.at, f"setup: there is no state {name!r}")

    def _bind_seams(self) -> None:
        self.seen = set()
        for owner, attribute, unit, callers, at in self.seams:
            try:
                callee = self.find_unit(unit)
                check_seam(owner, attribute, unit)
                self.seen.update((self.find_unit(caller), callee) for caller in callers)
            except TypeError as e:
                self.refuse(at, e)

    def _describe(self, v: Variable, u: Unit) -> pb.Variable:
        assert v.codec is not None
        out = pb.Variable(name=v.name, role=v.role, shape=v.codec.shape)
        if v.state is None:
            out.place, out.parameter = u.at, v.role in (pb.BEFORE, pb.AFTER)
            return out
        out.place = v.state.place
        unset = v.role == pb.BEFORE and v.state.set is None
        out.made = unset and v.state.name in self.setup
        out.fixed = unset and not out.made
        out.observed = out.fixed and v.state.observed
        return out

    def find_error(self, raised: BaseException) -> str | None:
        """The constant that an exception stands for, or None."""
        for kind, name in self.errors.items():
            if isinstance(raised, kind):
                return name
        return None

    def _encode_error(self, raised: BaseException | None, depth: int) -> pb.Value:
        name = self.no_error if raised is None else self.find_error(raised)
        if name is None:
            raise Refused(f"it stands for no constant: {show_raised(raised)}")
        return pb.Value(kind=pb.ATOM, text=name)

    def _decode_error(self, wire: pb.Value) -> BaseException | None:
        if wire.kind in (pb.ATOM, pb.STRING):
            if wire.text == self.no_error:
                return None
            for kind, name in self.errors.items():
                if name == wire.text:
                    return _raise_of(kind)
        raise Refused(f"{show(wire)} stands for no error")


def _raise_of(kind: type[BaseException]) -> BaseException:
    try:
        return kind()
    except TypeError:  # its constructor wants to be told something
        return kind.__new__(kind)


def _refuse_object(wire: pb.Value) -> Any:
    raise Refused(f"{show(wire)} is not an object of the program")


#: The codec of instances, which have no values: the step looks them up.
_objects = Converter(pb.Shape(kind=pb.OBJECT), lambda value, depth: pb.Value(), _refuse_object)


def _hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError):
        return {}


def _name_of(function: Callable[..., Any]) -> str:
    """The name of a function, the same in each process."""
    return getattr(function, "__qualname__", None) or "a " + type(function).__name__


def _code_of(function: Any) -> Any:
    """The code of a function or a method, also where others are around it; None where it has none."""
    function = inspect.unwrap(getattr(function, "__func__", function))
    return getattr(function, "__code__", None)


def _place_of(function: Callable[..., Any]) -> str:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""


def _caller() -> str:
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


def _version() -> str:
    from . import __version__

    return __version__
