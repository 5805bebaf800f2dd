"""The generated messages are those of the protocol as it is written."""

import pathlib
import re
import unittest

from ttfint.wire import ttfint_pb2 as pb

PROTOCOL = pathlib.Path(__file__).parents[2] / "ttfint.proto"


class TestWire(unittest.TestCase):
    @unittest.skipUnless(PROTOCOL.exists(), f"{PROTOCOL} is not here: it is part of the repository, not of the package")
    def test_messages(self):
        text = re.sub(r"//.*", "", PROTOCOL.read_text())
        written = {}
        for kind, name, body in re.findall(r"^(message|enum) (\w+) \{(.*?)\}", text, re.M | re.S):
            written[kind, name] = {(n, int(i)) for n, i in re.findall(r"(\w+) = (\d+);", body)}
        made = {
            ("message", n): {(f.name, f.number) for f in d.fields}
            for n, d in pb.DESCRIPTOR.message_types_by_name.items()
        }
        made |= {
            ("enum", n): {(v.name, v.number) for v in d.values} for n, d in pb.DESCRIPTOR.enum_types_by_name.items()
        }
        self.assertEqual(made, written)


if __name__ == "__main__":
    unittest.main()
