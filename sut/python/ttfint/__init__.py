"""Serves a Python program to ttf-int, the integration-testing orchestrator.

A program under test is a table: which functions and methods its units are, and where in the program the variables
of their specifications are. The code that is tested is not changed::

    import ttfint
    from stack import Stack

    program = ttfint.Program(Stack, errors={IndexError: "empty"})
    program.state("items", "_items", type=list[int])
    program.unit("push", Stack.push, params=["x?"])
    program.unit("pop", Stack.pop, results=["x!"], raises="report!")
    program.serve()
"""

import os

# A process that the program forks does not go on with gRPC, whose handlers would print to its streams, among what the
# units print.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

from .codecs import Atom, Codec, Constructed, Refused, optional
from .program import Program, State

__version__ = "0.1.0"

__all__ = ["Atom", "Codec", "Constructed", "Program", "Refused", "State", "optional"]
