"""How values of Python are sent: a codec for each type, found from annotations.

=====================================  ========================================================
Python                                 Z
=====================================  ========================================================
``int``                                ℤ, of any size
``bool``                               the constants ``true`` and ``false``
``str``, ``bytes`` in UTF-8            strings, elements of given types and free types
``list[T]``, ``tuple[T, ...]``,        seq T
``collections.deque[T]``
``set[T]``, ``frozenset[T]``           ℙ T
``dict[K, V]``                         K ⇸ V
``tuple[A, B]``                        A × B
dataclasses, ``NamedTuple``            bindings of their fields
``enum.Enum``                          constants of a free type, by the names of the members
``Literal["a", "b"]``                  constants of a free type
``Any``, or no annotation              what the value is when it is sent
=====================================  ========================================================

Other types need an entry in the ``types`` of a program: :class:`Codec`, :func:`optional`.
"""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import enum
import itertools
import threading
import types as pytypes
import typing
from collections.abc import Callable
from typing import Any

from .values import MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT, as_sequence, elements, sequence_of, show, show_python
from .wire import ttfint_pb2 as pb


class Refused(Exception):
    """A value cannot be expressed in the protocol, or the program cannot hold it."""


class Atom(str):
    """A constant of a free type or an element of a given type, by its name."""


@dataclasses.dataclass(frozen=True)
class Constructed:
    """A constructor of a free type applied to an argument."""

    name: str
    argument: Any


class Codec:
    """How the values of one type are sent: ``to`` gives a value of the type ``form``, which has a
    codec, and ``back`` makes a value from one.

    >>> Codec(list[int], to=lambda linked: list(linked), back=LinkedList.of)
    """

    def __init__(self, form: Any, to: Callable[[Any], Any], back: Callable[[Any], Any]):
        self.form, self.to, self.back = form, to, back

    def build(self, codecs: Codecs) -> Converter:
        inner = codecs.find(self.form)

        def encode(value: Any, depth: int) -> pb.Value:
            _check_size(depth)
            return inner.encode(self.to(value), depth + 1)

        def decode(wire: pb.Value) -> Any:
            return self.back(inner.decode(wire))

        return Converter(inner.shape, encode, decode)


def optional(of: Any, *, none: str = "none", some: str = "some") -> Codec:
    """How ``T | None`` is sent: as the free type ``none | some⟨⟨T⟩⟩``, with these names."""
    return _Optional(of, none, some)


class _Optional(Codec):
    def __init__(self, of: Any, none: str, some: str):
        self.of, self.none, self.some = of, none, some

    def build(self, codecs: Codecs) -> Converter:
        inner = codecs.find(self.of)

        def encode(value: Any, depth: int) -> pb.Value:
            _check_size(depth)
            if value is None:
                return pb.Value(kind=pb.ATOM, text=self.none)
            return pb.Value(kind=pb.CTOR, text=self.some, elems=[inner.encode(value, depth + 1)])

        def decode(wire: pb.Value) -> Any:
            if wire.kind in (pb.ATOM, pb.STRING) and wire.text == self.none:
                return None
            if wire.kind == pb.CTOR and wire.text == self.some and len(elements(wire)) == 1:
                return inner.decode(elements(wire)[0])
            raise Refused(f"{show(wire)} is neither {self.none} nor {self.some} of a value")

        return Converter(pb.Shape(kind=pb.CTOR, names=[self.some, self.none], parts=[inner.shape]), encode, decode)


@dataclasses.dataclass
class Converter:
    """A codec that is ready: the shape of the values, and both conversions, which raise
    :class:`Refused` for a value that has no counterpart."""

    shape: pb.Shape
    encode: Callable[[Any, int], pb.Value]
    decode: Callable[[pb.Value], Any]


class Codecs:
    """The codecs of the types of a program, each made once."""

    def __init__(self, own: dict[Any, Codec]):
        self.own = own
        self.made: dict[Any, Converter] = {}

    def find(self, hint: Any) -> Converter:
        """The codec of a type. It raises TypeError, with the way out, for one that has none."""
        try:
            if hint in self.made:
                return self.made[hint]
        except TypeError:  # it is not hashable, as Literal[[]] is not
            raise TypeError(f"{hint!r} is not a type") from None
        # A recursive type finds this entry, whose shape is then that of anything.
        entry = Converter(pb.Shape(), lambda v, d: made.encode(v, d), lambda w: made.decode(w))
        self.made[hint] = entry
        try:
            made = self.own[hint].build(self) if hint in self.own else self._build(hint)
        except BaseException:
            del self.made[hint]
            raise
        self.made[hint] = made
        return made

    def _build(self, hint: Any) -> Converter:
        if hint in (Any, None, object) or isinstance(hint, typing.TypeVar):
            return _anything
        if hint in _plain:
            return _plain[hint]
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self.find(arguments[0])
        if origin is typing.Literal:
            return _constants({str(a): a for a in arguments}, str(hint))
        if origin in (typing.Union, pytypes.UnionType):
            raise TypeError(
                f"{hint} has no counterpart in Z: say under types what it is, for example "
                f"ttfint.optional({_name(arguments[0])})"
            )
        kind = origin or hint
        if kind is float or kind is complex:
            raise TypeError(
                f"{_name(kind)} has no counterpart in Z: say under types by which whole numbers it is sent, "
                "for example ttfint.Codec(int, to=lambda x: round(100 * x), back=lambda n: n / 100)"
            )
        if isinstance(kind, type):
            if issubclass(kind, enum.Enum):
                return _constants(dict(kind.__members__), _name(kind))
            if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
                return self._binding(kind)
            if issubclass(kind, tuple):
                return self._tuple(kind, arguments)
            if issubclass(kind, collections.abc.Mapping):
                return self._mapping(kind, arguments)
            if issubclass(kind, collections.abc.Set):
                return self._set(kind, arguments)
            if issubclass(kind, collections.abc.Sequence):
                return self._sequence(kind, arguments)
        raise TypeError(
            f"{_name(hint)} has no counterpart in Z: say under types how it is sent, "
            f"{{{_name(hint)}: ttfint.Codec(FORM, to=..., back=...)}}"
        )

    def _element(self, arguments: tuple[Any, ...], i: int) -> Converter:
        return self.find(arguments[i]) if i < len(arguments) else _anything

    def _sequence(self, kind: type, arguments: tuple[Any, ...]) -> Converter:
        inner, make = self._element(arguments, 0), _maker(kind, list)

        def encode(value: Any, depth: int) -> pb.Value:
            _expect(value, (collections.abc.Sequence, collections.deque), "a sequence")
            return sequence_of(pb.SEQ, _encode_all(inner, value, depth))

        def decode(wire: pb.Value) -> Any:
            parts = as_sequence(wire)
            if parts is None:
                raise Refused(f"{show(wire)} is not a sequence")
            return make(inner.decode(p) for p in parts)

        return Converter(pb.Shape(kind=pb.SEQ, parts=[inner.shape]), encode, decode)

    def _set(self, kind: type, arguments: tuple[Any, ...]) -> Converter:
        inner, make = self._element(arguments, 0), _maker(kind, set)

        def encode(value: Any, depth: int) -> pb.Value:
            _expect(value, collections.abc.Set, "a set")
            return sequence_of(pb.SET, _encode_all(inner, value, depth))

        def decode(wire: pb.Value) -> Any:
            return make(inner.decode(p) for p in _as_set(wire))

        return Converter(pb.Shape(kind=pb.SET, parts=[inner.shape]), encode, decode)

    def _mapping(self, kind: type, arguments: tuple[Any, ...]) -> Converter:
        keys, values, make = self._element(arguments, 0), self._element(arguments, 1), _maker(kind, dict)

        def encode(value: Any, depth: int) -> pb.Value:
            _expect(value, collections.abc.Mapping, "a mapping")
            pairs = [
                sequence_of(pb.TUPLE, [keys.encode(k, depth + 1), values.encode(v, depth + 1)])
                for k, v in _run_through(value.items(), depth)
            ]
            return pb.Value(kind=pb.SET, elems=pairs)

        def decode(wire: pb.Value) -> Any:
            out = []
            for pair in _as_set(wire):
                parts = elements(pair)
                if pair.kind != pb.TUPLE or len(parts) != 2:
                    raise Refused(f"{show(wire)} is not a function")
                out.append((keys.decode(parts[0]), values.decode(parts[1])))
            made = make(out)
            if len(made) != len(out):
                raise Refused(f"{show(wire)} has two values for one key")
            return made

        pair = pb.Shape(kind=pb.TUPLE, parts=[keys.shape, values.shape])
        return Converter(pb.Shape(kind=pb.SET, parts=[pair]), encode, decode)

    def _tuple(self, kind: type, arguments: tuple[Any, ...]) -> Converter:
        if not arguments or len(arguments) == 2 and arguments[1] is Ellipsis:
            return self._sequence(tuple, arguments[:1])
        inner = [self.find(a) for a in arguments]

        def encode(value: Any, depth: int) -> pb.Value:
            _check_size(depth, len(inner))
            _expect(value, tuple, "a tuple")
            if len(value) != len(inner):
                raise Refused(f"{show_python(value)} has {len(value)} components, and its type has {len(inner)}")
            return sequence_of(pb.TUPLE, [c.encode(v, depth + 1) for c, v in zip(inner, value)])

        def decode(wire: pb.Value) -> Any:
            parts = elements(wire)
            if wire.kind != pb.TUPLE or len(parts) != len(inner):
                raise Refused(f"{show(wire)} does not have {len(inner)} components")
            return tuple(c.decode(p) for c, p in zip(inner, parts))

        return Converter(pb.Shape(kind=pb.TUPLE, parts=[c.shape for c in inner]), encode, decode)

    def _binding(self, kind: type) -> Converter:
        hints = typing.get_type_hints(kind)
        names = (
            sorted(f.name for f in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else sorted(kind._fields)
        )
        inner = {n: self.find(hints.get(n, Any)) for n in names}

        def encode(value: Any, depth: int) -> pb.Value:
            _check_size(depth, len(names))
            _expect(value, kind, f"a {_name(kind)}")
            return pb.Value(
                kind=pb.BINDING, names=names, elems=[inner[n].encode(getattr(value, n), depth + 1) for n in names]
            )

        def decode(wire: pb.Value) -> Any:
            if wire.kind != pb.BINDING or sorted(wire.names) != names:
                raise Refused(f"{show(wire)} is not a binding of {', '.join(names)}")
            return kind(**{n: inner[n].decode(e) for n, e in zip(wire.names, elements(wire))})

        return Converter(pb.Shape(kind=pb.BINDING, names=names, parts=[inner[n].shape for n in names]), encode, decode)


def _name(hint: Any) -> str:
    return getattr(hint, "__name__", None) or str(hint)


class _Weight(threading.local):
    """How much of a value has been encoded, in each thread."""

    elements = text = 0


_weight = _Weight()


def _check_size(depth: int, size: int = 0, text: int = 0) -> None:
    """Begins a part of a value, with so many elements or characters of text. It raises Refused where the whole value,
    which begins at depth 0, is too large to be sent, so that this is known before all of it is encoded."""
    if depth > MAX_DEPTH:
        raise Refused(f"a value is nested deeper than {MAX_DEPTH}: does it contain itself?")
    if depth == 0:
        _weight.elements = _weight.text = 0
    _weight.elements += size
    _weight.text += text
    if _weight.elements > MAX_ELEMENTS:
        raise Refused(f"it has {_weight.elements} elements or more, and at most {MAX_ELEMENTS} are sent")
    if _weight.text > MAX_TEXT:
        raise Refused(f"its text takes {_weight.text} characters or more, and at most {MAX_TEXT} are sent")


def _expect(value: Any, kinds: Any, what: str) -> None:
    if not isinstance(value, kinds) or isinstance(value, (str, bytes)):
        raise Refused(f"{show_python(value)} is not {what}")


def _encode_all(inner: Converter, values: Any, depth: int) -> list[pb.Value]:
    return [inner.encode(v, depth + 1) for v in _run_through(values, depth)]


def _run_through(values: Any, depth: int) -> list[Any]:
    """The elements of a collection. One of a class of its own may have more than its length says, or no end, and to one
    that a thread goes on to fill there is none either."""
    try:
        size = len(values)
    except TypeError:
        size = 0
    _check_size(depth, size)
    held = list(itertools.islice(values, MAX_ELEMENTS + 1))
    if len(held) > size:
        _check_size(depth + 1, len(held) - size)
    return held


def _as_set(wire: pb.Value) -> Any:
    """The elements of a set, also of one that is a sequence: then they are its pairs."""
    if wire.kind == pb.SET:
        return elements(wire)
    if wire.kind == pb.SEQ:
        return [
            pb.Value(kind=pb.TUPLE, elems=[pb.Value(kind=pb.INT, int=i + 1), e]) for i, e in enumerate(elements(wire))
        ]
    raise Refused(f"{show(wire)} is not a set")


def _maker(kind: type, usual: type) -> Callable[[Any], Any]:
    """What makes a collection: the type itself, or the usual one where it is abstract."""
    return usual if getattr(kind, "__abstractmethods__", None) else kind


def _encode_int(value: Any, depth: int) -> pb.Value:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"{show_python(value)} is not an integer")
    if -(2**63) <= value < 2**63:
        return pb.Value(kind=pb.INT, int=value)
    _check_size(depth, text=value.bit_length() // 4)
    try:
        return pb.Value(kind=pb.BIG, text=str(value))
    except ValueError:
        raise Refused(f"an integer of {value.bit_length()} bits has more digits than Python writes") from None


def _decode_int(wire: pb.Value) -> int:
    if wire.kind == pb.INT:
        return wire.int
    if wire.kind == pb.BIG:
        try:
            return int(wire.text)
        except ValueError:
            pass
    raise Refused(f"{show(wire)} is not an integer")


def _encode_text(value: Any, kind: int, depth: int) -> pb.Value:
    if isinstance(value, (bytes, bytearray)):
        try:
            value = bytes(value).decode()
        except UnicodeDecodeError:
            raise Refused(f"{show_python(bytes(value))} is not UTF-8") from None
    if not isinstance(value, str):
        raise Refused(f"{show_python(value)} is not a string")
    _check_size(depth, text=len(value))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refused(f"{show_python(value)} is not UTF-8") from None
    return pb.Value(kind=kind, text=value)


def _decode_text(wire: pb.Value) -> str:
    if wire.kind not in (pb.STRING, pb.ATOM):
        raise Refused(f"{show(wire)} is not a string")
    return wire.text


def _encode_bool(value: Any, depth: int) -> pb.Value:
    if not isinstance(value, bool):
        raise Refused(f"{show_python(value)} is neither True nor False")
    return pb.Value(kind=pb.ATOM, text="true" if value else "false")


def _decode_bool(wire: pb.Value) -> bool:
    if wire.kind in (pb.ATOM, pb.STRING) and wire.text in ("true", "false"):
        return wire.text == "true"
    raise Refused(f"{show(wire)} is neither true nor false")


def _constants(values: dict[str, Any], of: str) -> Converter:
    """The codec of constants by name."""

    def encode(value: Any, depth: int) -> pb.Value:
        for name, other in values.items():
            if type(other) is type(value) and other == value:
                return pb.Value(kind=pb.ATOM, text=name)
        raise Refused(f"{show_python(value)} is not one of the constants of {of}")

    def decode(wire: pb.Value) -> Any:
        if wire.kind in (pb.ATOM, pb.STRING) and wire.text in values:
            return values[wire.text]
        raise Refused(f"{show(wire)} is not one of the constants of {of}")

    return Converter(pb.Shape(kind=pb.ATOM, names=sorted(values)), encode, decode)


def _encode_anything(value: Any, depth: int) -> pb.Value:
    _check_size(depth)
    if isinstance(value, bool):
        return _encode_bool(value, depth)
    if isinstance(value, int):
        return _encode_int(value, depth)
    if isinstance(value, Atom):
        return _encode_text(value, pb.ATOM, depth)
    if isinstance(value, (str, bytes, bytearray)):
        return _encode_text(value, pb.STRING, depth)
    if isinstance(value, enum.Enum):
        return pb.Value(kind=pb.ATOM, text=value.name)
    if isinstance(value, Constructed):
        return pb.Value(kind=pb.CTOR, text=value.name, elems=[_encode_anything(value.argument, depth + 1)])
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = sorted(f.name for f in dataclasses.fields(value))
        return pb.Value(
            kind=pb.BINDING, names=names, elems=[_encode_anything(getattr(value, n), depth + 1) for n in names]
        )
    if isinstance(value, tuple):
        return sequence_of(pb.TUPLE, _encode_all(_anything, value, depth))
    if isinstance(value, collections.abc.Mapping):
        return pb.Value(kind=pb.SET, elems=_encode_all(_anything, value.items(), depth))
    if isinstance(value, collections.abc.Set):
        return sequence_of(pb.SET, _encode_all(_anything, value, depth))
    if isinstance(value, (collections.abc.Sequence, collections.deque)):
        return sequence_of(pb.SEQ, _encode_all(_anything, value, depth))
    raise Refused(
        f"{show_python(value)} of type {type(value).__name__} has no counterpart in Z: annotate the variable, or say "
        "under types how the type is sent"
    )


def _decode_anything(wire: pb.Value) -> Any:
    kind = wire.kind
    if kind in (pb.INT, pb.BIG):
        return _decode_int(wire)
    if kind == pb.STRING:
        return wire.text
    if kind == pb.ATOM:
        return {"true": True, "false": False}.get(wire.text, Atom(wire.text))
    if kind == pb.CTOR and len(elements(wire)) == 1:
        return Constructed(wire.text, _decode_anything(elements(wire)[0]))
    if kind == pb.BINDING:
        return {n: _decode_anything(e) for n, e in zip(wire.names, elements(wire))}
    parts = [_decode_anything(e) for e in elements(wire)]
    if kind == pb.SEQ:
        return parts
    if kind == pb.TUPLE:
        return tuple(parts)
    if kind == pb.SET:
        try:
            return set(parts)
        except TypeError:
            raise Refused(
                f"{show(wire)} has elements that a set of Python cannot have: annotate the variable"
            ) from None
    raise Refused(f"{show(wire)} is not a value")


_anything = Converter(pb.Shape(), _encode_anything, _decode_anything)

_plain: dict[Any, Converter] = {
    int: Converter(pb.Shape(kind=pb.INT), _encode_int, _decode_int),
    bool: Converter(pb.Shape(kind=pb.ATOM, names=["false", "true"]), _encode_bool, _decode_bool),
    str: Converter(pb.Shape(kind=pb.STRING), lambda v, d: _encode_text(v, pb.STRING, d), _decode_text),
    bytes: Converter(
        pb.Shape(kind=pb.STRING), lambda v, d: _encode_text(v, pb.STRING, d), lambda w: _decode_text(w).encode()
    ),
    Atom: Converter(pb.Shape(kind=pb.ATOM), lambda v, d: _encode_text(v, pb.ATOM, d), lambda w: Atom(_decode_text(w))),
}
