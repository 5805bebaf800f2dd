"""What a program under test prints, step by step, also by way of child processes."""

from __future__ import annotations

import io
import os
import select
import sys
import threading


class _Pipe:
    """A file descriptor whose output is kept up to a limit; the rest is dropped."""

    def __init__(self, descriptor: int):
        self.reading, writing = os.pipe()
        os.set_blocking(self.reading, False)
        os.dup2(writing, descriptor, inheritable=True)
        os.close(writing)
        self.lock = threading.Lock()
        self.kept = bytearray()
        self.dropped = False
        self.limit = 64 << 10
        threading.Thread(target=self._keep_empty, name="ttfint-capture", daemon=True).start()

    def _keep_empty(self) -> None:
        """Reads while a step prints, which would wait for that when the pipe is full."""
        while True:
            select.select([self.reading], [], [])
            self._drain()

    def _drain(self) -> None:
        with self.lock:
            try:
                while data := os.read(self.reading, 64 << 10):
                    room = self.limit - len(self.kept)
                    self.kept += data[:room]
                    self.dropped = self.dropped or len(data) > room
            except BlockingIOError:
                pass

    def take(self) -> tuple[bytes, bool]:
        self._drain()
        with self.lock:
            out, dropped = bytes(self.kept), self.dropped
            self.kept.clear()
            self.dropped = False
        return out, dropped


class Capture:
    """The standard output and error of the process, from when it is made."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # in order with what child processes print
                stream.reconfigure(line_buffering=True)
        _flush()
        self.real = os.dup(2)
        self.out, self.err = _Pipe(1), _Pipe(2)
        self._captured = os.dup(2)

    def limit(self, most: int) -> None:
        """Keeps at most so many bytes of each stream."""
        self.out.limit = self.err.limit = most

    def stream(self, on: bool) -> None:
        """Lets what is printed reach the real standard error, where a process may be about to end."""
        _flush()
        os.dup2(self.real if on else self._captured, 2)

    def take(self) -> tuple[bytes, bytes, bool]:
        """What was printed since it was asked last, and whether some of it was dropped."""
        _flush()
        out, cut = self.out.take()
        err, more = self.err.take()
        return out, err, cut or more


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # the program has replaced or closed it
            pass
