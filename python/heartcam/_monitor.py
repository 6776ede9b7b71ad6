"""Color frames of one's own to heart rate."""

from __future__ import annotations

import copy
import math
import os
import threading
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _arguments, _library, _tables, _times
from ._errors import UsageError
from ._results import Result
from ._signals import ColorSignal, Numbers
from ._tables import columns_of


@dataclass(frozen=True)
class Reading:
    """The heart rate over an interval, or the reason why there is none."""

    #: Seconds from the first frame.
    start_s: float
    end_s: float
    #: Beats/min, with the ends of the 95% interval; None if there is no rate.
    bpm: float | None
    bpm_low: float | None
    bpm_high: float | None
    #: The chance, 0 to 1, that `bpm` is within 5 of the truth.
    quality: float
    #: Why there is no rate.
    reason: str | None
    #: The channel that the pulse is from.
    channel: str | None


class Monitor:
    """Measures the color frames of a camera or a table of your own.

    The readings are a function of the frames alone: one by one, in pieces or at once they are equal to the bit, and equal to
    those of `measure` of the same frames.

    >>> from heartcam import color_signal, sample
    >>> signal = color_signal(sample())
    >>> monitor = Monitor(interval=10)
    >>> [round(reading.bpm) for reading in monitor.append(signal)]
    [62, 62]
    >>> round(monitor.finish().bpm)
    62

    Args:
        interval: Seconds from one reading to the next; `every` in the other functions.
        channel, subject: As `measure` has them.
        start: When the first frame is taken. Without it, frames whose times are dates say so themselves. For others it is when
            `finish` is called, less the time that the frames took.
        keep_colors: Whether the result keeps the frames, for its `pulse` and `colors`: a monitor that runs for days needs
            memory for each.
    """

    def __init__(
        self,
        interval: float = 10,
        channel: str = "auto",
        *,
        subject: str | None = None,
        start: _times.Moment | None = None,
        keep_colors: bool = False,
    ) -> None:
        self._options: dict[str, _library.Option] = {
            "every": _arguments.number("interval", interval),
            "channel": _arguments.text("channel", channel),
            "subject": _arguments.text_or_none("subject", subject),
            "start": None if start is None else _times.text(start),
            "keep-colors": _arguments.flag("keep_colors", keep_colors),
        }
        self._owner = os.getpid()
        # Reentrant, since a signal's function may append frames too.
        self._lock = threading.RLock()
        self._begin()

    def _begin(self, start: str | None = None) -> None:
        options = self._options if start is None else {**self._options, "start": start}
        try:
            pointer = _library.call("heartcam_monitor_new", _library.words(options))
        except UsageError as error:
            # The library's name of the interval is that of the command's option.
            raise UsageError(str(error).replace("for every:", "for interval:")) from None
        self._handle = _library.Handle(pointer, "monitor")
        self._has_start = start is not None
        if start is None:
            self._clock = _times.FrameClock()
            self._frames = 0

    def append(
        self,
        time: Any,
        red: Any = None,
        green: Any = None,
        blue: Any = None,
        *,
        spread: Any = None,
        clipped_share: Any = None,
        black_share: Any = None,
    ) -> list[Reading]:
        """Appends a frame or many, the oldest first, and returns the readings that they complete.

        Args:
            time: Seconds, a number or an array, on any clock: readings count from the first frame. Or dates of Python, numpy or
                pandas, or seconds since 1970 as `time.time()` gives them: these say when the recording began. Or a `ColorSignal`,
                or a DataFrame with its columns.
            red, green, blue: Mean levels, 0 to 255: as many as times, or one for all. Those that were not measured are left out,
                but one is needed.
            spread, clipped_share, black_share: What describes the pictures, if it is known.

        Dates without a zone are in this machine's time zone, datetime64 of numpy in universal time. A monitor may be used by
        several threads.

        Raises:
            UsageError: The arrays have other shapes, or times are in another unit than seconds.

        >>> from heartcam import color_signal, sample
        >>> monitor = Monitor(channel="green")
        >>> signal = color_signal(sample())
        >>> readings = monitor.append(1769850000 + signal.time, green=signal.rgb[:, 1])
        >>> monitor.finish().readings["start"][0].isoformat()
        '2026-01-31T09:00:00+00:00'
        """
        self._check_process()
        with self._lock:
            clock = copy.copy(self._clock)
            array = self._array(clock, time, red, green, blue, spread, clipped_share, black_share)
            # What was refused leaves the clock as it was.
            self._clock = clock
            if self._frames == 0 and self._clock.start is not None and self._options["start"] is None:
                # The library is told when it is made; it has no frame yet.
                self._begin(_times.text(self._clock.start))
            if self._frames == 0:
                _look_at_levels(array[:, 1:4])
            self._frames += len(array)
            with self._handle as monitor:
                count = _library.call("heartcam_monitor_append", monitor, array.ctypes.data, len(array))
                return self._readings(monitor) if count else []

    def finish(self) -> Result:
        """Ends the frames, and returns all that they gave. The monitor is then as new."""
        self._check_process()
        with self._lock:
            with self._handle as monitor:
                result = Result(_library.call("heartcam_monitor_finish", monitor))
            if self._has_start:
                self._begin()
            self._clock = _times.FrameClock()
            self._frames = 0
            return result

    def _check_process(self) -> None:
        # A thread of the parent may have held the lock when it was copied.
        if os.getpid() != self._owner:
            raise UsageError(
                "the monitor was made before a fork and belongs to the parent process: make another one"
            )

    def __repr__(self) -> str:
        return f"<heartcam.Monitor: {self._frames} frames, a reading every {self._options['every']} s>"

    @staticmethod
    def _readings(monitor: int) -> list[Reading]:
        columns = columns_of(_library.call("heartcam_monitor_readings", monitor))

        def cell(name: str, row: int) -> Any:
            value = columns[name][row]
            if value is None or (isinstance(value, float) and math.isnan(value)):
                return None
            return float(value) if isinstance(value, np.floating) else value

        names = list(Reading.__dataclass_fields__)
        return [Reading(*(cell(name, row) for name in names)) for row in range(len(columns["start_s"]))]

    @staticmethod
    def _array(clock: _times.FrameClock, time: Any, *others: Any) -> Numbers:
        names = _library.COLOR_COLUMNS
        if isinstance(time, ColorSignal):
            # What is no row of as many doubles would be read as if it were one.
            array = np.ascontiguousarray(time.array, dtype=np.float64)
            if array.ndim != 2 or array.shape[1] != len(names):
                raise UsageError(
                    f"a color signal has rows of {len(names)} columns, not the shape {array.shape}"
                )
            times = clock.seconds(array[:, 0])
            if not np.array_equal(times, array[:, 0], equal_nan=True):
                array = array.copy()
                array[:, 0] = times
            return array
        columns = dict(zip(names, (time, *others)))
        if _tables.pd is not None and isinstance(time, _tables.pd.DataFrame):
            if "time_s" not in time:
                raise UsageError("the table has no column time_s")
            columns = {name: time[name] for name in names if name in time}
        elif np.ndim(time) > 1:
            raise UsageError(_shape_hint("time", np.shape(time)))
        if all(columns.get(name) is None for name in names[1:4]):
            raise UsageError("red, green or blue is needed")
        values = {
            name: _times.doubles(name, column)
            for name, column in columns.items()
            if name != "time_s" and column is not None
        }
        count = int(np.size(columns["time_s"])) if columns["time_s"] is not None else 1
        for name, column in values.items():
            if column.ndim > 1:
                raise UsageError(_shape_hint(name, column.shape))
            if column.ndim and column.shape != (count,):
                raise UsageError(f"{name} has the shape {column.shape}, the times have {(count,)}")
        times = clock.seconds(columns["time_s"])
        array = np.full((len(times), len(names)), np.nan)
        array[:, 0] = times
        for index, name in enumerate(names[1:], start=1):
            if name in values:
                array[:, index] = values[name]
        return array


def _look_at_levels(levels: Numbers) -> None:
    """Warns of levels that are on another scale than 0 to 255."""
    known = levels[np.isfinite(levels)]
    if not known.size:
        return
    highest = float(known.max())
    bits = int(np.ceil(np.log2(max(highest, 1) + 1)))
    scale = "0 to 1: multiply them by 255" if highest <= 1 else f"{bits} bits: divide them by {(2**bits - 1) / 255:.4g}"
    if 0 < highest <= 1 or 300 < highest <= 65535:
        warnings.warn(f"levels up to {highest:g} look like {scale}; a monitor takes 0 to 255", stacklevel=3)


def _shape_hint(name: str, shape: tuple[int, ...]) -> str:
    """What to give in place of an array with several axes."""
    problem = f"{name} has the shape {shape}, but is to be a number or an array with one axis"
    if len(shape) == 2 and shape[1] == 3:
        return f"{problem}: give three columns one by one, as in append(time, *colors.T)"
    if len(shape) >= 2 and min(shape[:2]) > 1:
        return (
            f"{problem}: of a picture, give the mean of each channel, as in "
            "append(time, *picture.mean(axis=(0, 1))); OpenCV's pictures have blue first: *picture.mean(axis=(0, 1))[::-1]"
        )
    return problem
