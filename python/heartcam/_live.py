"""A camera, live, and recordings with a known pulse."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from . import _library, _program
from ._errors import error_of
from ._tables import Table, table_of


class Live:
    """The events of a live measurement, as they happen: dictionaries with a `type`.

    `rate` is the newest estimate, `reading` a complete interval, `beat` and `pulse` what is watched, `advice` what a person
    should do, `session` the result at the end. It iterates, also with `async for`; leaving it ends the measurement and
    gives the camera back.
    """

    def __init__(self, arguments: list[str]) -> None:
        self._process = subprocess.Popen(
            [_library.program(), "live", "--json", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C is for this program, which ends its child.
            start_new_session=True,
        )
        self._lines = self._process.stdout
        self._is_closed = False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        line = b"" if self._lines is None or self._is_closed else self._lines.readline()
        if line:
            event: dict[str, Any] = json.loads(line)
            return event
        self._finish()
        raise StopIteration

    def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        return self

    async def __anext__(self) -> dict[str, Any]:
        event = await asyncio.to_thread(next, self, None)
        if event is None:
            raise StopAsyncIteration
        return event

    def _finish(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        complaint = b"" if self._process.stderr is None else self._process.stderr.read()
        code = self._process.wait()
        # 1 is a session without a rate, whose events say why.
        if code not in (0, 1, 130):
            lines = complaint.decode(errors="replace").strip().splitlines()
            text = lines[-1] if lines else f"exit status {code}"
            raise error_of(code, text.removeprefix("heartcam: "))

    def close(self) -> None:
        """Ends the measurement and waits until the camera is as it was."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        self._process.communicate()

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()


def live(
    camera: str | None = None,
    *,
    every: float = 10,
    channel: str = "auto",
    duration: float | None = None,
    until_stable: bool = False,
    replay: str | os.PathLike[str] | None = None,
    speed: float | None = None,
    store: str | os.PathLike[str] = "none",
    **options: _library.Option,
) -> Live:
    """Measures live with a camera, or with a recording in place of one.

    Args:
        camera: A path such as /dev/video0, or a part of the camera's name; None is the best one.
        every: Seconds from one reading to the next.
        duration: Seconds after which it ends by itself.
        until_stable: Whether it ends once the rate is stable.
        replay: A recording that is played as if it came from a camera.
        speed: How many times faster it is played; float("inf") is as fast as it can be read.
        store: Where readings are saved at the end; nowhere by default.
        options: More of `heartcam live`'s options, with _ for -.

    >>> from heartcam import sample
    >>> with live(replay=sample(), speed=1000) as events:
    ...     [round(event["bpm"]) for event in events if event["type"] == "session"]
    [62]
    """
    named: dict[str, _library.Option] = {
        "camera": camera,
        "every": every,
        "channel": channel,
        "duration": duration,
        "until-stable": until_stable,
        "replay": None if replay is None else os.fspath(replay),
        "speed": speed,
        "store": os.fspath(store),
    }
    return Live(_program.words({**named, **options}))


class Simulated:
    """A recording whose pulse is known."""

    def __init__(self, path: Path) -> None:
        #: The recording.
        self.path = path

    def _truth(self, name: str) -> Table:
        with open(self.path.with_suffix(f".{name}.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        names = list(rows[0]) if rows else []
        return table_of({name: np.array([float(row[name]) for row in rows]) for name in names})

    @property
    def beats(self) -> Table:
        """The time of each beat's upstroke and the interval before it."""
        return self._truth("beats")

    @property
    def rates(self) -> Table:
        """The rate at each beat."""
        return self._truth("bpm")

    def __repr__(self) -> str:
        return f"<heartcam.Simulated {self.path}>"


def simulate(path: str | os.PathLike[str], **options: _library.Option) -> Simulated:
    """Makes a fingertip video, or a colour signal if the name ends in .csv, whose heart rate is known.

    The options are those of `heartcam simulate`, with _ for -: bpm, duration, fps, size, codec, noise, motion, seed, force, ...

    >>> import tempfile, os
    >>> made = simulate(os.path.join(tempfile.mkdtemp(), "test.csv"), bpm=80, duration=20)
    >>> len(made.beats)
    27
    """
    _program.run("simulate", os.fspath(path), *_program.words(options))
    return Simulated(Path(path))
