"""Values of the protocol: what they are as text, and which of them are equal.

A value is read by the declared type of its variable, so that some have more than one form: a name
may come as a string, a sequence as a set of pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .wire import ttfint_pb2 as pb

#: How many characters of a value messages show.
MAX_SHOWN = 200

#: How deeply values may nest. One that nests deeper contains itself, or is of no use in a test
#: case; Python's own limit on calls within calls is not far above.
MAX_DEPTH = 200

#: How many elements the collections in a value have in all: more take longer to send than a case has time.
MAX_ELEMENTS = 1_000_000

#: How many characters the texts and large integers in a value have in all. A message has no room for more.
MAX_TEXT = 15 << 20


def elements(value: pb.Value) -> Sequence[pb.Value]:
    """The elements of a sequence, set or tuple, or the components of a binding."""
    if value.ints:
        return [pb.Value(kind=pb.INT, int=n) for n in value.ints]
    return value.elems


def as_sequence(value: pb.Value) -> Sequence[pb.Value] | None:
    """The elements of a sequence, also of one that is sent as the set of its pairs (1, x), (2, y);
    None where the value is not a sequence."""
    if value.kind == pb.SEQ:
        return elements(value)
    if value.kind != pb.SET:
        return None
    at: dict[int, pb.Value] = {}
    for pair in elements(value):
        parts = elements(pair)
        if pair.kind != pb.TUPLE or len(parts) != 2 or parts[0].kind != pb.INT:
            return None
        at[parts[0].int] = parts[1]
    if sorted(at) != list(range(1, len(elements(value)) + 1)):
        return None
    return [at[i] for i in sorted(at)]


def key(value: pb.Value | None) -> str:
    """A text that is the same for equal values, in whatever form they were sent."""
    if value is None:
        return "nothing"
    kind = value.kind
    if kind == pb.INT:
        return str(value.int)
    if kind == pb.BIG:
        return value.text
    if kind in (pb.STRING, pb.ATOM):
        return '"' + value.text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if kind in (pb.SEQ, pb.SET):
        sequence = as_sequence(value)
        if sequence is not None:
            return _list("⟨", map(key, sequence), "⟩")
        return _list("{", sorted(set(map(key, elements(value)))), "}")
    if kind == pb.TUPLE:
        return _list("(", map(key, elements(value)), ")")
    if kind == pb.CTOR:
        return value.text + _list("(", map(key, elements(value)), ")")
    if kind == pb.BINDING:
        return _list("⦉", sorted(f"{n} == {key(e)}" for n, e in zip(value.names, elements(value))), "⦊")
    if kind == pb.OBJECT:
        return f"object {value.int}"
    return "nothing"


def show(value: pb.Value | None) -> str:
    """A value as text for a message."""
    text = key(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def show_python(held: object) -> str:
    """A value of Python as text for a message, without addresses, which are others in each run."""
    try:
        text = re.sub(r" at 0x[0-9a-f]+", "", repr(held))
    except Exception as e:
        text = f"a {type(held).__name__} (its repr raised {type(e).__name__})"
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def show_raised(raised: BaseException) -> str:
    """What was raised as text for a message: its class, and what it says of itself, if it can."""
    try:
        return f"{type(raised).__name__}: {raised}"
    except BaseException as e:
        return f"{type(raised).__name__} (its str raised {type(e).__name__})"


def _list(opening: str, parts: Iterable[str], closing: str) -> str:
    return opening + ", ".join(parts) + closing


def sequence_of(kind: int, parts: list[pb.Value]) -> pb.Value:
    """A sequence or set of elements, in the packed form where all are integers of 64 bits."""
    if parts and all(p.kind == pb.INT for p in parts):
        return pb.Value(kind=kind, ints=[p.int for p in parts])
    return pb.Value(kind=kind, elems=parts)
