"""Values of Python and of the protocol, there and back."""

import collections
import dataclasses
import enum
import itertools
import typing
import unittest
import unittest.mock

import ttfint
from ttfint.codecs import Codecs, Refused
from ttfint.values import key
from ttfint.wire import ttfint_pb2 as pb


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


@dataclasses.dataclass
class Point:
    x: int
    y: int


class Pair(typing.NamedTuple):
    left: int
    right: str


@dataclasses.dataclass
class Node:
    value: int
    rest: list["Node"]


THERE_AND_BACK = [
    (int, 0, "0"),
    (int, -(2**63), "-9223372036854775808"),
    (int, 2**80, str(2**80)),
    (bool, True, '"true"'),
    (str, 'a "b"', '"a \\"b\\""'),
    (bytes, b"ab", '"ab"'),
    (list[int], [3, 1], "⟨3, 1⟩"),
    (list[int], [1, 2**70], f"⟨1, {2**70}⟩"),
    (list[list[str]], [[], ["x"]], '⟨⟨⟩, ⟨"x"⟩⟩'),
    (tuple[int, ...], (1, 2), "⟨1, 2⟩"),
    (collections.deque[int], collections.deque([5]), "⟨5⟩"),
    (collections.abc.Sequence[int], [5], "⟨5⟩"),
    (set[int], {2, 1}, "{1, 2}"),
    (frozenset[str], frozenset("a"), '{"a"}'),
    (dict[str, int], {"a": 1}, '{("a", 1)}'),
    (dict[int, str], {1: "x", 2: "y"}, '⟨"x", "y"⟩'),
    (tuple[int, str], (1, "a"), '(1, "a")'),
    (Colour, Colour.GREEN, '"GREEN"'),
    (typing.Literal["in", "out"], "out", '"out"'),
    (Point, Point(1, 2), "⦉x == 1, y == 2⦊"),
    (Pair, Pair(1, "a"), '⦉left == 1, right == "a"⦊'),
    (Node, Node(1, [Node(2, [])]), "⦉rest == ⟨⦉rest == ⟨⟩, value == 2⦊⟩, value == 1⦊"),
    (typing.Any, [True, False], '⟨"true", "false"⟩'),
    (typing.Any, [1, (2, "a"), ttfint.Atom("b")], '⟨1, (2, "a"), "b"⟩'),
    (ttfint.Atom, ttfint.Atom("k"), '"k"'),
]


class TestCodecs(unittest.TestCase):
    def test_a_value_that_is_too_large_in_all(self):
        """What counts is the whole value, and not each of its parts: a small one that has itself in many places too."""
        shared = [1]
        for _ in range(40):
            shared = [shared, shared]
        codecs = Codecs({float: ttfint.Codec(str, to=str, back=float)})
        few = list(range(60))
        for hint, value in [
            (list[int], few * 2),
            (list[list[int]], [few, few]),
            (typing.Any, shared),
            (dict[int, int], dict.fromkeys(few * 2, 1) | dict.fromkeys(range(100, 200), 1)),
            (list[tuple[int, int]], [(1, 2)] * 40),
            (list[Point], [Point(1, 2)] * 40),
            (list[int], [2**400] * 20),
            (list[str], ["x" * 100] * 11),
            (list[float], [0.12345] * 200),
        ]:
            with unittest.mock.patch.multiple("ttfint.codecs", MAX_ELEMENTS=100, MAX_TEXT=1000):
                with self.assertRaises(Refused, msg=f"{hint}"):
                    codecs.find(hint).encode(value, 0)
                for small in (few, [2**400] * 8):  # each value begins anew
                    codecs.find(list[int]).encode(small, 0)
                for hint, part in ((str, "x" * 900), (float, 1.5), (typing.Any, tuple(few)), (int, 2**400)):
                    codecs.find(hint).encode(part, 0)
                    codecs.find(hint).encode(part, 0)

    def test_without_end(self):
        """What a collection is has to be found by running through it: it may have more elements than it says."""

        class Endless:
            def __len__(self):
                return 0

            def __iter__(self):
                return itertools.repeat(("a", 1))

            def items(self):
                return self

        class Seq(Endless, list):
            pass

        class Set(Endless, set):
            pass

        class Map(Endless, dict):
            pass

        codecs, many = Codecs({}), "10[12] elements or more"
        with unittest.mock.patch.multiple("ttfint.codecs", MAX_ELEMENTS=100):
            for value, declared in [(Seq(), list[typing.Any]), (Set(), set[typing.Any]), (Map(), dict[str, int])]:
                for hint in (declared, typing.Any):
                    with self.subTest(hint=hint):
                        self.assertRaisesRegex(Refused, many, codecs.find(hint).encode, value, 0)
                        self.assertRaisesRegex(Refused, many, codecs.find(list[hint]).encode, [value], 0)

    def test_there_and_back(self):
        for hint, value, shown in THERE_AND_BACK:
            with self.subTest(hint=hint, value=value):
                codec = Codecs({}).find(hint)
                wire = codec.encode(value, 0)
                self.assertEqual(key(wire), shown)
                back = codec.decode(pb.Value.FromString(wire.SerializeToString()))
                self.assertEqual(back, value)
                self.assertIs(type(back), type(value))

    def test_refused(self):
        for hint, value, why in [
            (int, True, "True is not an integer"),
            (int, 1.5, "1.5 is not an integer"),
            (str, "\ud800", "is not UTF-8"),
            (bytes, b"\xff", "is not UTF-8"),
            (list[int], "ab", "'ab' is not a sequence"),
            (list[int], [1, "a"], "'a' is not an integer"),
            (set[int], [1], "[1] is not a set"),
            (dict[int, int], [1], "[1] is not a mapping"),
            (tuple[int, int], (1,), "has 1 components, and its type has 2"),
            (Colour, 2, "2 is not one of the constants of Colour"),
            (Point, Pair(1, "a"), "is not a Point"),
            (typing.Any, 1.5, "of type float has no counterpart in Z"),
        ]:
            with self.subTest(hint=hint, value=value), self.assertRaises(Refused) as raised:
                Codecs({}).find(hint).encode(value, 0)
            self.assertIn(why, str(raised.exception))

    def test_a_value_that_contains_itself(self):
        loop = []
        loop.append(loop)
        with self.assertRaises(Refused) as raised:
            Codecs({}).find(typing.Any).encode(loop, 0)
        self.assertIn("does it contain itself?", str(raised.exception))

    def test_not_held(self):
        for hint, wire, why in [
            (int, pb.Value(kind=pb.STRING, text="a"), '"a" is not an integer'),
            (list[int], pb.Value(kind=pb.SET, ints=[1]), "{1} is not a sequence"),
            (bool, pb.Value(kind=pb.ATOM, text="yes"), '"yes" is neither true nor false'),
            (Colour, pb.Value(kind=pb.ATOM, text="BLUE"), '"BLUE" is not one of the constants of Colour'),
            (Point, pb.Value(kind=pb.BINDING, names=["x"], ints=[1]), "is not a binding of x, y"),
            (dict[int, int], _set_of_pairs((1, 2), (1, 3)), "has two values for one key"),
        ]:
            with self.subTest(hint=hint), self.assertRaises(Refused) as raised:
                Codecs({}).find(hint).decode(wire)
            self.assertIn(why, str(raised.exception))

    def test_types_without_counterpart(self):
        class Own:
            pass

        for hint, why in [
            (float, "by which whole numbers it is sent"),
            (int | None, "ttfint.optional(int)"),
            (Own, "say under types how it is sent"),
        ]:
            with self.subTest(hint=hint), self.assertRaises(TypeError) as raised:
                Codecs({}).find(hint)
            self.assertIn(why, str(raised.exception))

    def test_own(self):
        codecs = Codecs(
            {
                float: ttfint.Codec(int, to=lambda x: round(100 * x), back=lambda n: n / 100),
                int | None: ttfint.optional(int, none="absent", some="found"),
            }
        )
        cents = codecs.find(list[float])
        self.assertEqual(cents.decode(cents.encode([1.25], 0)), [1.25])
        maybe = codecs.find(int | None)
        for value, shown in [(None, '"absent"'), (3, "found(3)")]:
            wire = maybe.encode(value, 0)
            self.assertEqual(key(wire), shown)
            self.assertEqual(maybe.decode(wire), value)

    def test_a_sequence_may_come_as_pairs(self):
        self.assertEqual(Codecs({}).find(list[int]).decode(_set_of_pairs((2, 7), (1, 5))), [5, 7])
        self.assertEqual(Codecs({}).find(dict[int, int]).decode(pb.Value(kind=pb.SEQ, ints=[5, 7])), {1: 5, 2: 7})
        self.assertEqual(Codecs({}).find(list[int]).decode(pb.Value(kind=pb.SET)), [])


def _set_of_pairs(*pairs):
    return pb.Value(kind=pb.SET, elems=[pb.Value(kind=pb.TUPLE, ints=p) for p in pairs])


if __name__ == "__main__":
    unittest.main()
