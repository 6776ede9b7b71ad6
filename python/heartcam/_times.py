"""Moments in the many forms in which Python has them."""

from __future__ import annotations

import datetime
from typing import Any, TypeAlias

import numpy as np

from ._errors import UsageError

#: A moment: a datetime (without a zone: of this machine's), a date of numpy or pandas, ISO 8601, or seconds since 1970.
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
        raise UsageError(f"{moment!r} is no moment: {error}") from error
    if not _FIRST <= found <= _LAST:
        raise UsageError(f"{moment!r} is no moment between the years 1 and 9999")
    return found


def _seconds(moment: Moment) -> float:
    if isinstance(moment, np.datetime64):
        return (
            float("nan") if np.isnat(moment) else float(moment.astype("datetime64[us]").astype("int64")) / 1e6
        )
    if isinstance(moment, str):
        moment = datetime.datetime.fromisoformat(moment)
    if isinstance(moment, datetime.datetime):
        return moment.timestamp()
    if isinstance(moment, datetime.date):
        return datetime.datetime.combine(moment, datetime.time()).timestamp()
    if isinstance(moment, (int, float, np.integer, np.floating)) and not isinstance(moment, bool):
        return float(moment)
    raise TypeError(f"{moment!r} is no moment: use a datetime, ISO 8601, or seconds since 1970")


def text(moment: Moment) -> str:
    """ISO 8601 in universal time, with milliseconds."""
    date = datetime.datetime.fromtimestamp(seconds(moment), datetime.UTC)
    return date.isoformat(timespec="milliseconds").replace("+00:00", "Z")
