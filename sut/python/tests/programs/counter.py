"""A program under test: a counter whose operations call each other in the ways that Python programs do."""

import asyncio
import threading

import ttfint


class Overflow(Exception):
    pass


class Counter:
    def __init__(self):
        self.value = 0
        self.late: list[threading.Thread] = []

    def add(self, n: int) -> int:
        if self.value + n > 100:
            raise Overflow
        self.value += n
        return self.value

    def add_twice(self, n: int) -> int:
        self.add(n)
        return self.add(n)

    async def pause(self, n: int) -> int:
        for _ in range(n):
            await asyncio.sleep(0)
        return self.add(n)

    async def gather(self, n: int) -> None:
        await asyncio.gather(self.pause(n), self.pause(1))

    def beside(self, n: int) -> None:
        thread = threading.Thread(target=self.add, args=[n])
        thread.start()
        thread.join()

    def afterwards(self, n: int) -> None:
        self.late.append(threading.Thread(target=lambda: (closing.wait(), self.add(n))))
        self.late[-1].start()

    def swallow(self, n: int) -> None:
        try:
            self.add(n)
        except BaseException:
            pass

    def leave(self) -> None:
        raise SystemExit(3)


closing = threading.Event()


def close(counter: Counter) -> None:
    closing.set()
    for thread in counter.late:
        thread.join()
    closing.clear()


program = ttfint.Program(Counter, close=close, errors={Overflow: "overflow"})
program.state("value", "value", type=int)
program.unit("add", Counter.add, results=["sum!"], raises="r!")
program.unit("add_twice", Counter.add_twice, results=["sum!"])
program.unit("pause", Counter.pause, results=["sum!"])
program.unit("gather", Counter.gather)
program.unit("beside", Counter.beside)
program.unit("afterwards", Counter.afterwards)
program.unit("swallow", Counter.swallow)
program.unit("leave", Counter.leave)
program.intercept("add", Counter, callers=["add_twice", "pause", "beside", "afterwards", "swallow"])
program.intercept("pause", Counter, callers=["gather"])
program.serve()
