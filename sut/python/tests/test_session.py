"""Sessions with a real process, by a client of the protocol that is written here."""

import os
import pathlib
import queue
import subprocess
import sys
import unittest

import grpc

import ttfint
from ttfint.wire import ttfint_pb2 as pb

PROGRAM = pathlib.Path(__file__).parent / "programs" / "counter.py"
COOKIE = {"TTF_INT_SUT": "7c1e4c1d6f0b4f8a9d0e5b62f3a7c981"}

#: How long a message of the program is waited for, in seconds.
PATIENCE = 30


def integer(n):
    return pb.Value(kind=pb.INT, int=n)


class Client:
    """A process that serves a program, and one session with it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM],
            env=os.environ | COOKIE | {"PYTHONPATH": str(pathlib.Path(ttfint.__file__).parents[1])},
            stdout=subprocess.PIPE,
            text=True,
        )
        address = self.process.stdout.readline().split("|")[3]
        self.channel = grpc.insecure_channel(address)
        self.description = self.channel.unary_unary(
            "/ttfint.v1.Program/Describe", pb.DescribeRequest.SerializeToString, pb.Description.FromString
        )(pb.DescribeRequest(), wait_for_ready=True, timeout=PATIENCE)
        self.units = {u.name: u for u in self.description.units}
        self.numbers = {u.name: i for i, u in enumerate(self.description.units)}
        self.sent, self.asks, self.lates, self.leaks, self.results = queue.SimpleQueue(), [], [], [], {}
        self.events, self.answer, self.steps = [], None, 0
        self.received = self.channel.stream_stream(
            "/ttfint.v1.Program/Session", pb.HostMessage.SerializeToString, pb.SutMessage.FromString
        )(iter(self.sent.get, None), timeout=PATIENCE)

    def close(self):
        self.sent.put(None)
        self.channel.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def run(self, unit, n=None, *, value=0, **fields):
        """Runs a unit on the counter with a value, and returns the result."""
        self.steps += 1
        given = [integer(value)] + ([] if n is None else [integer(n)])
        step = pb.Step(id=self.steps, unit=self.numbers[unit], given=given, **fields)
        self.sent.put(pb.HostMessage(steps=[step]))
        while step.id not in self.results:
            self.take(next(self.received))
        return self.results[step.id]

    def take(self, m):
        self.lates += m.lates
        self.leaks += m.leaks
        self.results |= {r.id: r for r in m.results}
        for e in m.events:
            self.events.append(e)
            self.sent.put(pb.HostMessage(acks=[e.seq]))
        for a in m.asks:
            self.asks.append(a)
            self.answer.seq = a.seq
            self.sent.put(pb.HostMessage(answers=[self.answer]))

    def finish(self):
        """Ends the session, and takes what the program still sends."""
        self.sent.put(None)
        for m in self.received:
            self.take(m)

    def route(self, caller, callee, mode, **fields):
        edge = pb.Route(caller=self.numbers[caller], callee=self.numbers[callee], mode=mode, **fields)
        self.sent.put(pb.HostMessage(routes=[pb.RouteSet(id=1, routes=[edge])]))

    def called(self, result):
        """The calls of a result: callee, argument, number of the call around it, and until."""
        name = list(self.numbers)
        return [(name[c.callee], c.given[-1].int, c.parent, c.until) for c in result.calls]


class TestSession(unittest.TestCase):
    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.close)

    def test_a_result(self):
        r = self.client.run("add", 5, value=2)
        self.assertEqual((r.status, [v.int for v in r.got[:2]], r.got[2].text), (pb.RETURNED, [7, 7], "ok"))
        self.assertEqual(len(r.calls), 0)

    def test_an_error(self):
        r = self.client.run("add", 50, value=60)
        self.assertEqual((r.status, r.got[0].int, r.got[1].kind, r.got[2].text), (pb.RETURNED, 60, pb.NONE, "overflow"))

    def test_calls(self):
        r = self.client.run("add_twice", 5)
        self.assertEqual(self.client.called(r), [("add", 5, 0, 0), ("add", 5, 0, 0)])
        self.assertEqual([[v.int for v in c.given] for c in r.calls], [[0, 5], [5, 5]])
        self.assertEqual([[v.int for v in c.got[:2]] for c in r.calls], [[5, 5], [10, 10]])

    def test_tasks_that_overlap(self):
        r = self.client.run("gather", 3)
        self.assertEqual((r.status, r.got[0].int), (pb.RETURNED, 4))
        # The second call of pause ends first: what it calls is its own, and not the first one's.
        self.assertEqual(
            self.client.called(r), [("pause", 3, 0, 4), ("pause", 1, 0, 3), ("add", 1, 2, 3), ("add", 3, 1, 4)]
        )

    def test_a_call_of_another_thread(self):
        r = self.client.run("beside", 3)
        self.assertEqual(self.client.called(r), [("add", 3, 0, 1)])

    def test_a_late_call(self):
        r = self.client.run("afterwards", 3)
        self.assertEqual((r.status, len(r.calls)), (pb.RETURNED, 0))
        self.client.finish()
        late = self.client.lates[0]
        self.assertEqual((late.step, late.call.callee, late.call.given[-1].int), (1, self.client.numbers["add"], 3))

    def test_a_table_answers(self):
        got = [integer(40), integer(7)]
        self.client.route("add_twice", "add", pb.TABLE, table=[pb.Row(given=[integer(0), integer(5)], got=got)])
        r = self.client.run("add_twice", 5, routes=1)
        self.assertEqual([c.by for c in r.calls], [pb.TABLE, pb.RUN])
        self.assertEqual([v.int for v in r.got], [45, 45])

    def test_an_answer_that_does_not_fit(self):
        self.client.route("add_twice", "add", pb.TABLE, table=[pb.Row(got=[integer(1)] * 9)])
        r = self.client.run("add_twice", 5, routes=1)
        self.assertEqual((r.status, r.message), (pb.BLOCKED, "call of add: the answer has 9 values, and it has 3"))
        # The call that was open is not one of the next step.
        self.assertEqual(self.client.called(self.client.run("add_twice", 5)), [("add", 5, 0, 0), ("add", 5, 0, 0)])

    def test_the_host_answers(self):
        self.client.answer = pb.Answer(kind=pb.ANSWER, got=[integer(9), integer(1)])
        self.client.route("add_twice", "add", pb.ASK)
        r = self.client.run("add_twice", 5, routes=1)
        self.assertEqual([v.int for v in r.got], [9, 1])
        self.assertEqual([[v.int for v in a.call.given] for a in self.client.asks], [[0, 5], [9, 5]])

    def test_the_host_has_the_callee_run(self):
        self.client.answer = pb.Answer(kind=pb.REAL)
        self.client.route("add_twice", "add", pb.ASK)
        self.assertEqual([v.int for v in self.client.run("add_twice", 5, routes=1).got], [10, 10])

    def test_the_host_refuses(self):
        self.client.answer = pb.Answer(kind=pb.REFUSE, reason="nothing fits")
        self.client.route("swallow", "add", pb.ASK)
        r = self.client.run("swallow", 5, routes=1)  # the unit catches everything
        self.assertEqual((r.status, r.message), (pb.ABORTED, "nothing fits"))

    def test_too_many_calls(self):
        self.client.sent.put(pb.HostMessage(limits=pb.Limits(most_calls=1)))
        r = self.client.run("add_twice", 5)
        self.assertEqual((r.status, r.message), (pb.PANICKED, "it made more than 1 calls"))

    def test_a_unit_that_ends_the_program(self):
        r = self.client.run("leave")
        self.assertEqual((r.status, r.message), (pb.PANICKED, "it ended the program, with the code 3"))
        self.assertEqual(self.client.run("add", 5).status, pb.RETURNED)

    def test_steps_on_one_object(self):
        self.client.run("add", 5, more=True)
        second = pb.Step(id=99, unit=self.client.numbers["add"], given=[pb.Value(), integer(2)])
        self.client.sent.put(pb.HostMessage(steps=[second]))
        while 99 not in self.client.results:
            self.client.take(next(self.client.received))
        r = self.client.results[99]
        self.assertEqual((r.got[0].int, r.given[0].int), (7, 5))

    def test_streamed(self):
        self.client.run("add_twice", 5, stream=True)
        kinds = [e.kind for e in self.client.events]
        self.assertEqual([kinds.count(k) for k in (pb.STARTED, pb.OPENED, pb.CLOSED_CALL, pb.ENDED)], [1, 2, 2, 1])

    def test_wrong_steps(self):
        self.assertEqual(self.client.run("add", 5, routes=7).message, "routes 7 are not defined")
        r = self.client.run("add", 5, value=1)
        self.client.sent.put(pb.HostMessage(steps=[pb.Step(id=50, unit=50)]))
        while 50 not in self.client.results:
            self.client.take(next(self.client.received))
        self.assertEqual((r.status, self.client.results[50].message), (pb.RETURNED, "unit 50 is not served"))

    def test_a_second_session(self):
        self.client.run("add", 1)
        second = self.client.channel.stream_stream(
            "/ttfint.v1.Program/Session", pb.HostMessage.SerializeToString, pb.SutMessage.FromString
        )(iter([]), timeout=PATIENCE)
        with self.assertRaises(grpc.RpcError) as raised:
            next(second)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.FAILED_PRECONDITION)


if __name__ == "__main__":
    unittest.main()
