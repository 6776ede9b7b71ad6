"""Rates by a function of one's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from . import _arguments, _library, _tables
from ._errors import UsageError
from ._results import Result
from ._signals import Numbers
from ._tables import Table


@dataclass(frozen=True)
class Window:
    """An interval of a recording, as `measure` gives it to the function of `rate=`."""

    #: Seconds from the first frame.
    start_s: float
    end_s: float
    #: The times of its frames, seconds from the recording's first: shape (frames,).
    time: Numbers
    #: Their mean red, green and blue, 0 to 255: shape (frames, 3).
    rgb: Numbers
    #: The rows of `Result.pulse` in it: the pulse wave, 30 rows a second.
    pulse: Table
    #: All that Heartcam itself found in the recording.
    result: Result


#: Gives beats/min, or those with the ends of their 95% interval and their quality; None or nan where there is no rate.
RateFunction: TypeAlias = Callable[[Window], float | Sequence[float] | None]


def with_rates(result: Result, function: RateFunction) -> Result:
    """The result with the rates that a function finds in its intervals."""
    readings, colors, pulse = result.readings, result.colors, result.pulse
    time = colors.time - colors.time[0] if len(colors) else colors.time
    starts, ends = np.asarray(readings["start_s"]), np.asarray(readings["end_s"])
    rates = np.full((4, len(starts)), np.nan)
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        frames = (start <= time) & (time < end)
        points = np.asarray(pulse["time_s"])
        window = Window(
            start_s=start,
            end_s=end,
            time=time[frames],
            rgb=colors.rgb[frames],
            pulse=_tables.ordered(pulse, np.flatnonzero((start <= points) & (points < end)).tolist()),
            result=result,
        )
        rates[:, row] = _rate(function(window))
    name = getattr(function, "__qualname__", type(function).__name__)
    with result._lent() as pointer:
        return Result(
            _library.call(
                "heartcam_result_with_rates",
                pointer,
                _library.encoded("rate", str(name)),
                *(part.ctypes.data for part in rates),
                len(starts),
            )
        )


def _rate(found: Any) -> tuple[float, float, float, float]:
    """A rate with its interval and its quality, of what a function has returned."""
    if found is None or (np.ndim(found) == 0 and math.isnan(_arguments.number("a rate", found))):
        return (math.nan, math.nan, math.nan, 0.0)
    if np.ndim(found) == 0:
        bpm = float(_arguments.number("a rate", found))
        return (bpm, bpm, bpm, 0.0)
    numbers = [float(_arguments.number("each number of a rate", part)) for part in found]
    if len(numbers) not in (3, 4):
        raise UsageError(
            "a rate is one number, three with the ends of its interval, or four with its quality, "
            f"not {_arguments.shown(found)}"
        )
    bpm, low, high = numbers[:3]
    return (bpm, low, high, numbers[3] if len(numbers) == 4 else 0.0)
