"""A camera, live, and recordings with a known pulse."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack, cast

import numpy as np

from . import _arguments, _library, _program
from ._errors import UsageError
from ._tables import Table, table_of


class Live:
    """The events of a live measurement, as they happen: dictionaries with a `type`.

    `rate` is the newest estimate, `reading` a complete interval, `beat` and `pulse` what is watched, `advice` what a person
    should do, `session` the result at the end. It iterates, also with `async for`; `with` and `async with` end the
    measurement and give the camera back when they are left. An event is lost by no cancellation.
    """

    def __init__(self, arguments: list[str]) -> None:
        # What the program complains of may be long: a pipe that nobody reads would stop it.
        self._complaint = tempfile.TemporaryFile()  # noqa: SIM115 # it is closed with the measurement
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._bytes = bytearray()
        self._is_closed = False
        self._process = subprocess.Popen(
            [_library.program(), "live", "--json", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._complaint,
            bufsize=0,
            # Ctrl-C is for this program, which ends its child.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self._pipe = self._process.stdout

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        with self._lock:
            while (event := self._taken()) is None and self._fill():
                pass
        if event is None:
            self._finish()
            raise StopIteration
        return event

    def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        return self

    async def __anext__(self) -> dict[str, Any]:
        while (event := self._taken()) is None and not self._is_closed:
            await self._readable()
            if not self._fill():
                break
        if event is None:
            self._finish()
            raise StopAsyncIteration
        return event

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        descriptor = self._pipe.fileno()
        loop.add_reader(descriptor, lambda: None if ready.done() else ready.set_result(None))
        try:
            await ready
        finally:
            loop.remove_reader(descriptor)

    def _taken(self) -> dict[str, Any] | None:
        """The next event that has come whole."""
        end = self._bytes.find(b"\n")
        if end < 0:
            return None
        event: dict[str, Any] = json.loads(self._bytes[:end])
        del self._bytes[: end + 1]
        return event

    def _fill(self) -> bool:
        """Waits for more of the events; whether there are more."""
        if self._is_closed:
            return False
        if os.getpid() != self._owner:
            raise UsageError(
                "this was made before a fork and belongs to the parent process: make another one"
            )
        more = self._pipe.read(1 << 16)
        self._bytes += more or b""
        return bool(more)

    def _finish(self) -> None:
        if self._is_closed:
            return
        code = self._process.wait()
        self._complaint.seek(0)
        complained = self._complaint.read().decode(errors="replace")
        self.close()
        # 1 is a session without a rate, whose events say why.
        if code not in (0, 1, 130, 143):
            raise _program.complaint(complained, code)

    def close(self) -> None:
        """Ends the measurement and waits until the camera is as it was."""
        if self._is_closed or os.getpid() != self._owner:
            return
        self._is_closed = True
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._drain()
        self._process.wait()
        # A thread that waits for an event is at the end of the pipe now.
        with self._lock:
            self._pipe.close()
        self._complaint.close()

    def _drain(self) -> None:
        """Reads what comes until the end, so that the program can say it and end."""
        while self._pipe.read(1 << 16):
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "has ended" if self._is_closed else f"process {self._process.pid}"
        return f"<heartcam.Live: {state}>"

    @_library.finalizer
    def __del__(self) -> None:
        if hasattr(self, "_pipe"):
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
        speed: How many times faster it is played, up to 1,000,000; float("inf") is as fast as it can be read.
        store: Where readings are saved at the end; nowhere by default.
        options: More of `heartcam live`'s options, with _ for -.

    >>> from heartcam import sample
    >>> with live(replay=sample(), speed=1000) as events:
    ...     [round(event["bpm"]) for event in events if event["type"] == "session"]
    [62]
    """
    speed = _arguments.number_or_none("speed", speed)
    named: dict[str, _library.Option] = {
        "camera": _arguments.text_or_none("camera", camera),
        "every": _arguments.number("every", every),
        "channel": _arguments.text("channel", channel),
        "duration": _arguments.number_or_none("duration", duration),
        "until-stable": _arguments.flag("until_stable", until_stable),
        "replay": None if replay is None else _arguments.path_text("replay", replay),
        # At the greatest speed an hour takes 4 ms: what is left is reading.
        "speed": 1_000_000 if speed == float("inf") else speed,
        "store": _arguments.path_text("store", store),
    }
    return Live(_program.words({**named, **options}))


class Simulated(os.PathLike[str]):
    """A recording whose pulse is known. It is a path, too: `measure`, `color_signal` and `live` take it."""

    def __init__(self, path: Path) -> None:
        #: The recording.
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)

    def _truth(self, name: str, units: dict[str, str]) -> Table:
        with open(self.path.with_suffix(f".{name}.csv"), newline="") as file:
            reader = csv.DictReader(file)
            rows, names = list(reader), list(reader.fieldnames or [])
        # An interval before the first beat is not known.
        return table_of({name: np.array([float(row[name] or "nan") for row in rows]) for name in names}, units)

    @property
    def beats(self) -> Table:
        """The time of each beat's upstroke and the interval before it: `time_s`, `interval_ms`."""
        return self._truth("beats", {"time_s": "s", "interval_ms": "ms"})

    @property
    def rates(self) -> Table:
        """The rate at each beat: `time_s`, `bpm`."""
        return self._truth("bpm", {"time_s": "s", "bpm": "beats/min"})

    def __repr__(self) -> str:
        return f"<heartcam.Simulated {str(self.path)!r}>"


class SimulateOptions(TypedDict, total=False):
    """The options of `heartcam simulate`, with _ for -, of the types that `simulate` takes."""

    bpm: float | None
    duration: float | None
    ramp_to: float | None
    motion: float | None
    breathing: float | None
    fps: float | None
    seed: float | None
    step_to: float | None
    step_at: float | None
    respiration: float | None
    breathing_light: float | None
    jitter: float | None
    irregular: float | None
    ectopics: float | None
    ectopic_every: float | None
    noise: float | None
    vignetting: float | None
    drift: float | None
    exposure_steps: float | None
    sway: float | None
    time_jitter: float | None
    dropped: float | None
    comb_every: float | None
    encoding_noise: float | None
    exposure_hunting: float | None
    white_balance_hunting: float | None
    hunting_rate: float | None
    slow_sway: float | None
    slow_sway_rate: float | None
    movement: float | None
    cadence: float | None
    cadence_rate: float | None
    ripple: float | None
    ripple_rate: float | None
    stalls: float | None
    scene: str | None
    start: str | None
    size: str | None
    codec: str | None
    pixel_format: str | None
    encoder_option: str | None
    levels: str | None
    pulse: str | None
    finger_off: str | None
    shape: str | None
    comb: str | None
    force: bool

def simulate(path: str | os.PathLike[str], **options: Unpack[SimulateOptions]) -> Simulated:
    """Makes a fingertip video, or a color signal if the name ends in .csv, whose heart rate is known.

    The options are those of `heartcam simulate`, with _ for -: bpm, duration, fps, size, codec, noise, motion, seed, force, ...

    Raises:
        UsageError: There is no such option, its value is wrong, or this FFmpeg has no such codec.

    >>> import tempfile, os
    >>> made = simulate(os.path.join(tempfile.mkdtemp(), "test.csv"), bpm=80, duration=20)
    >>> len(made.beats)
    27
    """
    file = _arguments.path_text("path", path)
    _program.run("simulate", file, *_program.words(cast("dict[str, _library.Option]", options)))
    return Simulated(Path(file))
