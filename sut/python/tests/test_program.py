"""Tables, right and wrong."""

import unittest

import ttfint
from ttfint.wire import ttfint_pb2 as pb


class Box:
    size = 3

    def __init__(self):
        self.items = []

    def push(self, x: int, *, loud: bool = False) -> None:
        self.items.append(x)

    def split(self) -> "tuple[int, int]":
        return self.items[0], len(self.items)

    def merge(self, other: "Box") -> "Box":
        return other


def described(program):
    return {
        u.name: ([(v.name, v.role) for v in u.given], [(v.name, v.role) for v in u.got]) for u in program.bind().units
    }


class TestProgram(unittest.TestCase):
    def test_variables(self):
        p = ttfint.Program(Box)
        p.state("items", "items", type=list[int])
        p.unit("push", Box.push)
        p.unit("split", Box.split, results=["first!", "size!"])
        before, after = [("items", pb.BEFORE)], [("items'", pb.AFTER)]
        self.assertEqual(
            described(p),
            {
                "push": (before + [("x?", pb.INPUT)], after),
                "split": (before, after + [("first!", pb.OUTPUT), ("size!", pb.OUTPUT)]),
            },
        )

    def test_a_function_without_instance(self):
        p = ttfint.Program(Box)

        @p.unit("sorted", params=["list"], results=["list'"])
        def ordered(values: list[int]) -> list[int]:
            return sorted(values)

        self.assertEqual(described(p), {"sorted": ([("list", pb.BEFORE)], [("list'", pb.AFTER)])})
        self.assertTrue(p.bind().units[0].given[0].parameter)

    def test_objects(self):
        p = ttfint.Program(Box)
        p.unit("merge", Box.merge, params=["other?"], results=["b!"])
        unit = p.bind().units[0]
        self.assertEqual([unit.given[0].shape.kind, unit.got[0].shape.kind], [pb.OBJECT, pb.OBJECT])

    def test_what_cannot_be_set(self):
        p = ttfint.Program(lambda size=3: Box(), setup=["size"])

        @p.state("size")
        def size_of(box) -> int:
            return 3

        @p.state("count", observed=True)
        def count_of(box) -> int:
            return len(box.items)

        p.unit("push", Box.push)
        size, count, _ = p.bind().units[0].given
        self.assertEqual((size.made, size.fixed, count.fixed, count.observed), (True, False, True, True))
        self.assertIn("test_program.py", size.place)

    def test_looking_at_a_seam_leaves_it_as_it_was(self):
        class Small(Box):
            pass

        p = ttfint.Program(Small)
        p.unit("push", Box.push)
        p.intercept("push", Small, callers=["push"])
        p.bind()
        self.assertNotIn("push", vars(Small))

    def test_wrong_tables(self):
        for table, why in [
            (
                lambda p: p.unit("push", Box.push, params=["x?", "y?", "z?"]),
                "Box.push has the parameters self, x, loud, of which the first may be the instance, and params names 3",
            ),
            (lambda p: p.unit("push", Box.push, params=["x!"]), "bound to x!, which is neither an input"),
            (lambda p: p.unit("push", Box.push, results=["x?"]), "neither an output (x!) nor a state after"),
            (lambda p: p.unit("push", Box.push, raises="r"), "which is not an output"),
            (lambda p: p.unit("split", Box.split, results=["x!", "x!"]), "bound twice"),
            (lambda p: (p.unit("push", Box.push), p.unit("push", Box.push)), "a name of its own"),
            (lambda p: p.state("items'", "items"), "without a decoration"),
            (lambda p: p.state("items", "items", type=float), "float has no counterpart"),
            (
                lambda p: (p.unit("push", Box.push), p.intercept("push", Box, callers=["fill"])),
                "there is no unit 'fill'",
            ),
            (lambda p: p.intercept("push", Box, callers=[]), "there is no unit 'push'"),
            (
                lambda p: (p.unit("push", Box.push), p.intercept("push", Box, "shove", callers=["push"])),
                "Box has no attribute 'shove'",
            ),
            (
                lambda p: (p.unit("push", Box.push), p.intercept("push", Box, "size", callers=["push"])),
                "Box.size is 3, which is not a function",
            ),
            (
                lambda p: (p.unit("push", Box.push), p.intercept("push", list, "append", callers=["push"])),
                "intercept it on a class of your own",
            ),
        ]:
            with self.subTest(why=why), self.assertRaises(TypeError) as raised:
                p = ttfint.Program(Box)
                table(p)
                p.bind()
            self.assertRegex(str(raised.exception), r"^[^\n]*test_program\.py:[0-9]+: [^\n]*$")
            self.assertIn(why, str(raised.exception))

    def test_all_that_is_wrong_is_said(self):
        p = ttfint.Program(Box, errors={ValueError: 3}, constants={"max": 1.5}, setup=["size"])
        p.unit("push", Box.push, params=["x!"])
        p.unit("split", Box.split, params=["x?", "y?"])
        p.state("", "items")
        for _ in range(2):  # looking does not change what is wrong
            with self.assertRaises(TypeError) as raised:
                p.bind()
            said = str(raised.exception).split("\n")
            for why in ("errors: ", "constant max: ", "setup: ", "unit push: ", "unit split: ", "state ''"):
                self.assertEqual(1, len([line for line in said if f": {why}" in line]), (why, said))


if __name__ == "__main__":
    unittest.main()
