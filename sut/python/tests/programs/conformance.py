"""The counter of the conformance kit (sut/conformance), served by the SDK for Python."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import ttfint


class Overflow(Exception):
    pass


class Counter:
    def __init__(self) -> None:
        self.value = 0
        self.meeting = threading.Barrier(2)

    def add(self, n: int) -> int:
        if self.value + n > 100:
            raise Overflow
        self.value += n
        return self.value

    def twice(self, n: int) -> None:
        for _ in range(2):
            self.add(n)

    def many(self, n: int) -> None:
        for _ in range(n):
            self.add(0)

    def swallow(self, n: int) -> None:
        try:
            self.add(n)
        except BaseException:
            pass

    def relay(self, n: int) -> int:
        return self.add(n)

    def nest(self, n: int) -> None:
        self.twice(n)

    def collapse(self) -> None:
        self.fail()

    def fail(self) -> None:
        raise ValueError("as it is to")

    def leave(self) -> None:
        os._exit(3)

    def say(self, text: str) -> None:
        print(text)
        print("!" + text, file=sys.stderr)

    def child(self, text: str) -> None:
        subprocess.run(["echo", text], check=True)

    def reverse(self, list: list[int]) -> list[int]:
        return list[::-1]

    def name(self, name: str) -> str:
        return name

    def flip(self, flag: bool) -> bool:
        return not flag

    def table(self, table: dict[str, int]) -> dict[str, int]:
        return table

    def square(self, n: int) -> list[list[int]]:
        return [list(range(1, n + 1))] * n

    def repeat(self, name: str, n: int) -> list[str]:
        return [name] * n

    def late(self, n: int) -> None:
        def call() -> None:
            time.sleep(0.3)
            self.add(n)

        threading.Thread(target=call).start()

    def abandon(self) -> None:
        threading.Thread(target=threading.Event().wait, daemon=True).start()

    def pause(self, n: int) -> None:
        time.sleep(n / 1000)

    def meet(self) -> None:
        self.meeting.wait()

    def both(self) -> None:
        callers = [threading.Thread(target=self.meet) for _ in range(2)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()

    def copy(self) -> Counter:
        made = Counter()
        made.value = self.value
        return made

    def larger(self, other: Counter) -> Counter:
        return other if other.value > self.value else self

    def drain(self, other: Counter) -> None:
        self.value, other.value = self.value + other.value, 0


    spoilt = False

    def spoil(self) -> None:
        self.spoilt = True

    def show(self) -> int:
        if self.spoilt:
            raise RuntimeError("it cannot be shown")
        return self.value


program = ttfint.Program(Counter, errors={Overflow: "overflow"})
if os.environ.get("TTF_INT_COUNTER") == "rounds":

    @program.state("value")
    def value(counter: Counter) -> int:
        return counter.value

    @value.setter
    def _(counter: Counter, n: int) -> None:
        counter.value = n - n % 2

elif os.environ.get("TTF_INT_COUNTER") == "shown":

    @program.state("value")
    def shown(counter: Counter) -> int:
        return counter.show()

    @shown.setter
    def _(counter: Counter, n: int) -> None:
        counter.value = n

    program.unit("spoil", Counter.spoil)
    program.unit("show", Counter.show, results=["value!"])
else:
    program.state("value", "value", type=int)
program.unit("add", Counter.add, results=["sum!"], raises="r!")
program.unit("relay", Counter.relay, results=["sum!"], raises="r!")
for name in ("twice", "many", "swallow", "nest", "collapse", "fail", "leave", "say", "child", "drain", "late", "abandon", "pause", "both", "meet"):
    program.unit(name, getattr(Counter, name))
for name, result in (
    ("reverse", "list!"),
    ("name", "name!"),
    ("flip", "flag!"),
    ("table", "table!"),
    ("square", "rows!"),
    ("repeat", "names!"),
    ("copy", "copy!"),
    ("larger", "larger!"),
):
    program.unit(name, getattr(Counter, name), results=[result])
program.intercept("add", Counter, callers=["twice", "many", "swallow", "relay", "late"])
program.intercept("meet", Counter, callers=["both"])
program.intercept("twice", Counter, callers=["nest"])
program.intercept("fail", Counter, callers=["collapse"])
if os.environ.get("TTF_INT_COUNTER") == "wrong":
    program.unit("add", Counter.twice)
program.serve()
