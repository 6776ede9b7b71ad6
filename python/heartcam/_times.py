"""Moments in the many forms in which Python has them, and the times of frames.

A date without a zone is in this machine's time zone: a datetime, a Timestamp, a day or a text. Numpy's datetime64, which never has
one, is in universal time, as in numpy itself.
"""

from __future__ import annotations

import datetime
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _tables
from ._arguments import plain, shown
from ._errors import UsageError

#: A moment: a datetime, a date of numpy or pandas, ISO 8601, or seconds since 1970.
Moment: TypeAlias = Any

#: The years 1 to 9999, in which dates of Python and of the store lie.
_FIRST, _LAST = -62135596800.0, 253402300799.999


def seconds(moment: Moment) -> float:
    """Seconds since 1970.

    >>> seconds("2026-01-31T09:00:00+00:00")
    1769850000.0
    """
    try:
        found = _seconds(moment)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{shown(moment)} is no moment: {error}") from error
    if not _FIRST <= found <= _LAST:
        raise UsageError(f"{shown(moment)} is no moment between the years 1 and 9999")
    return found


def _seconds(moment: Moment) -> float:
    if isinstance(moment, np.datetime64):
        return (
            float("nan") if np.isnat(moment) else float(moment.astype("datetime64[us]").astype("int64")) / 1e6
        )
    if isinstance(moment, str):
        moment = datetime.datetime.fromisoformat(moment)
    if isinstance(moment, datetime.datetime):
        return _python(moment).timestamp()
    if isinstance(moment, datetime.date):
        return datetime.datetime.combine(moment, datetime.time()).timestamp()
    number = plain(moment)
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        return float(number)
    raise TypeError(f"{shown(moment)} is no moment: use a datetime, ISO 8601, or seconds since 1970")


def _python(moment: datetime.datetime) -> datetime.datetime:
    """Python's own datetime: pandas' Timestamp takes one without a zone for universal time."""
    found: datetime.datetime = moment.to_pydatetime(warn=False) if hasattr(moment, "to_pydatetime") else moment
    return found


def text(moment: Moment) -> str:
    """ISO 8601 in universal time, with milliseconds."""
    date = datetime.datetime.fromtimestamp(seconds(moment), datetime.UTC)
    return date.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# ---------------------------------------------------------------------------------------------------------------


class FrameClock:
    """The times of a monitor's frames as seconds, and when the first frame was taken, if its time says so.

    Dates, and numbers from 1e9 on, which are seconds since 1970, are counted from the first frame: the library takes no recording
    for longer than some decades. Other numbers stay as they are, to the bit.
    """

    #: From here on, which is the year 2001, a number is a date.
    _LEAST_DATE = 1e9

    #: No date in seconds lies beyond: a number that does is in a smaller unit.
    _GREATEST_DATE = 1e11

    #: A camera's first frames are not all so far apart, in seconds.
    _SLOW, _SLOW_STEPS = 1.0, 10

    def __init__(self) -> None:
        #: When the first frame was taken, in seconds since 1970.
        self.start: float | None = None
        #: Whether times are dates; None before the first frame.
        self._are_dates: bool | None = None
        self._origin: Any = None
        self._first: list[float] = []

    def seconds(self, time: Any) -> npt.NDArray[np.float64]:
        """Times as the library takes them.

        Raises:
            UsageError: They are in another unit, or were dates before and are none now.
        """
        found = _frame_times(time)
        if found.dtype.kind == "M":
            return self._checked(self._of_dates(found, time))
        if found.dtype.kind == "m":
            nanoseconds = found.astype("timedelta64[ns]").astype(np.int64) / 1e9
            found = np.where(np.isnat(found), np.nan, nanoseconds)
        return self._checked(self._of_numbers(found))

    def _of_dates(self, dates: Any, time: Any) -> npt.NDArray[np.float64]:
        known = dates[~np.isnat(dates)]
        if known.size and self._origin is None:
            self._begin(known.flat[0], _seconds(known.flat[0]) + _zone_offset(time, known.flat[0]), True)
        if known.size and not isinstance(self._origin, np.datetime64):
            raise UsageError("the times of the frames were numbers before, and are dates now")
        if not known.size:
            return np.full(dates.shape, np.nan)
        since = (dates - self._origin).astype("timedelta64[ns]").astype(np.int64) / 1e9
        return np.where(np.isnat(dates), np.nan, since)

    def _of_numbers(self, numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        known = numbers[np.isfinite(numbers)]
        if known.size and self._are_dates is None:
            first = float(known.flat[0])
            if first >= self._GREATEST_DATE:
                raise UsageError(
                    f"the time {first:.15g} is too great for seconds: divide milliseconds by 1,000, microseconds by 1,000,000, "
                    "and nanoseconds by 1,000,000,000"
                )
            is_date = first >= self._LEAST_DATE
            self._begin(first if is_date else 0.0, first if is_date else None, is_date)
        if known.size and isinstance(self._origin, np.datetime64):
            raise UsageError("the times of the frames were dates before, and are numbers now")
        return numbers - self._origin if self._are_dates else numbers

    def _begin(self, origin: Any, start: float | None, are_dates: bool) -> None:
        self._origin, self.start, self._are_dates = origin, start, are_dates

    def _checked(self, seconds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The times, unless they are in another unit: each of the first frames comes long after the one before."""
        room = self._SLOW_STEPS + 1 - len(self._first)
        if room > 0:
            first = self._first + seconds[np.isfinite(seconds)][:room].tolist()
            steps = np.diff(first)
            if len(steps) == self._SLOW_STEPS and np.all(steps >= self._SLOW):
                raise UsageError(_other_unit(float(np.median(steps))))
            self._first = first
        return seconds


def _other_unit(step: float) -> str:
    unit, count = ("milli", 1e3) if step < 1e3 else ("micro", 1e6) if step < 1e6 else ("nano", 1e9)
    hint = f"if they are in {unit}seconds, divide them by {count:,.0f}"
    if step in (1, 2, 3):
        hint = "if they are numbers of frames, divide them by the frames per second; " + hint
    return f"the frames come {step:g} s apart, which is too slow for a pulse: times are in seconds; {hint}"


def _frame_times(time: Any) -> Any:
    """Times as numpy has them: dates in universal time, differences, or numbers; what is masked is not known."""
    if time is None:
        raise TypeError("time must be a number or an array, not None")
    pd = _tables.pd
    if pd is not None and isinstance(time, (pd.Series, pd.Index)) and isinstance(time.dtype, pd.DatetimeTZDtype):
        return np.atleast_1d(time.to_numpy("datetime64[ns]"))
    array = np.atleast_1d(np.asarray(time))
    if array.dtype.kind == "O" and array.size:
        if isinstance(array.flat[0], datetime.datetime):
            moments = [round(seconds(moment) * 1e6) for moment in array.flat]
            return np.array(moments, dtype="datetime64[us]").reshape(array.shape)
        if isinstance(array.flat[0], datetime.timedelta):
            return array.astype("timedelta64[us]")
    if array.dtype.kind in "UST" or (array.dtype.kind == "O" and array.size and isinstance(array.flat[0], str)):
        raise UsageError("times must be numbers or dates, not texts: pandas.to_datetime and float read texts")
    return array if array.dtype.kind in "Mm" else np.atleast_1d(doubles("time", time))


def _zone_offset(time: Any, first: np.datetime64) -> float:
    """What is to be added to dates of pandas that have no zone, which is in seconds this machine's distance from universal time."""
    pd = _tables.pd
    if pd is None or not isinstance(time, (pd.Series, pd.Index)) or time.dtype.kind != "M":
        return 0.0
    if isinstance(time.dtype, pd.DatetimeTZDtype):
        return 0.0
    local: datetime.datetime = first.astype("datetime64[us]").item()
    return local.timestamp() - local.replace(tzinfo=datetime.UTC).timestamp()


def doubles(name: str, values: Any) -> npt.NDArray[np.float64]:
    """Numbers as doubles; what is masked is not known."""
    try:
        if isinstance(values, np.ma.MaskedArray):
            values = np.ma.filled(values.astype(np.float64), np.nan)
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"{name} must be a number or an array of numbers, not {shown(values)}: {error}"
        ) from error
