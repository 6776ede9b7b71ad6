"""Moments in the many forms in which Python has them."""

from __future__ import annotations

import datetime
from typing import Any, TypeAlias

import numpy as np

#: A moment: a datetime (without a zone: of this machine's), a date of numpy or pandas, ISO 8601, or seconds since 1970.
Moment: TypeAlias = Any


def seconds(moment: Moment) -> float:
    """Seconds since 1970.

    >>> seconds("2026-01-31T09:00:00+00:00")
    1769850000.0
    """
    if isinstance(moment, (int, float, np.integer, np.floating)):
        return float(moment)
    if isinstance(moment, np.datetime64):
        return float(moment.astype("datetime64[ns]").astype("int64")) / 1e9
    if isinstance(moment, str):
        moment = datetime.datetime.fromisoformat(moment)
    if isinstance(moment, datetime.datetime):
        return moment.timestamp()
    if isinstance(moment, datetime.date):
        return datetime.datetime.combine(moment, datetime.time()).timestamp()
    raise TypeError(f"{moment!r} is no moment: use a datetime, ISO 8601, or seconds since 1970")


def text(moment: Moment) -> str:
    """ISO 8601 in universal time, with milliseconds."""
    date = datetime.datetime.fromtimestamp(seconds(moment), datetime.timezone.utc)
    return date.isoformat(timespec="milliseconds").replace("+00:00", "Z")
