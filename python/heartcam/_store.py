"""The health store."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import numpy as np

from . import _arguments, _library, _times
from ._errors import UsageError
from ._results import Result, Results
from ._tables import Table, table_from


def _limit(moment: _times.Moment | None) -> float:
    return float("nan") if moment is None else _times.seconds(moment)


class Store:
    """The samples of one person, in a file or on a PostgreSQL server.

    >>> import tempfile, os
    >>> with Store(os.path.join(tempfile.mkdtemp(), "health.db"), writable=True) as store:
    ...     store.save("HeartRate", 61, "2026-01-31T09:00:00+00:00", unit="count/min")
    ...     store.statistics("HeartRate")["average"].tolist()
    [61.0]
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, writable: bool = False) -> None:
        """Opens a store: a path or a URL; None is your own. With `writable` a missing one is made.

        Raises:
            StoreError: It cannot be opened. One that is missing raises a `FileNotFoundError`, too.
        """
        writable = _arguments.flag("writable", writable)
        location = None if path is None else _library.encoded("path", path)
        if location is not None:
            try:
                location.decode()
            except UnicodeDecodeError as error:
                raise UsageError(f"the name of a store must be UTF-8: {path!r}") from error
        self._name = None if path is None else os.fsdecode(path)
        self._is_writable = writable
        pointer = _library.call("heartcam_store_open", location, int(writable))
        self._handle = _library.Handle(pointer, "store")

    def _table(self, function: str, *arguments: Any) -> Table:
        with self._handle as store:
            return table_from(_library.call(function, store, *arguments))

    @property
    def types(self) -> Table:
        """The types that it has samples of: type, count."""
        return self._table("heartcam_store_types")

    def samples(
        self,
        type: str = "HeartRate",
        start: _times.Moment | None = None,
        end: _times.Moment | None = None,
        unit: str | None = None,
    ) -> Table:
        """The samples of a type that overlap a time: id, start, end, value, unit, source.

        A type is HeartRate, BodyMass, ... or HealthKit's identifier. `start` and `end` are datetimes, dates of numpy or pandas,
        ISO 8601, or seconds since 1970; without a zone they are in this machine's, and datetime64 of numpy in universal time.
        Dates in the table are in universal time; `unit` is the type's customary one unless another is asked for.

        Raises:
            UsageError: There is no such type, or the unit does not fit it.
            StoreError: The store cannot be read.
        """
        return self._table(
            "heartcam_store_samples",
            _library.encoded("type", type),
            _limit(start),
            _limit(end),
            _library.encoded_or_none("unit", unit),
        )

    def statistics(
        self,
        type: str = "HeartRate",
        start: _times.Moment | None = None,
        end: _times.Moment | None = None,
        *,
        by: str | None = None,
        unit: str | None = None,
        timezone: str | None = None,
    ) -> Table:
        """Statistics of a type: one row, or one for each hour, day, week, month or year (`by`) that has samples.

        Days begin in `timezone`, such as Europe/Berlin, without it in this machine's. `start` and `end` are as in `samples`.
        """
        return self._table(
            "heartcam_store_statistics",
            _library.encoded("type", type),
            _limit(start),
            _limit(end),
            _library.encoded_or_none("unit", unit),
            _library.encoded_or_none("by", by),
            _library.encoded_or_none("timezone", timezone),
        )

    def save(
        self,
        what: str | Result | Results,
        value: Any = None,
        start: Any = None,
        end: Any = None,
        *,
        unit: str | None = None,
        source: str = "Python",
    ) -> int | None:
        """Saves a `Result`, `Results`, or quantities of a type with their values and times: one, or as many as there are.

        All quantities are saved or none. `value` is a number or has one axis, with as many `start` and `end` (None: as `start`),
        which are moments as in `samples`. A store that was opened without `writable` raises `StoreError`.

        Returns:
            For results, how many readings were saved: 0 if the store holds them already.

        Raises:
            UsageError: There is no such type, the unit does not fit it, a value is no number or one that no body can have, a sample
                is longer than one of its type can be, or there are not as many times as values.
        """
        if isinstance(what, (Result, Results)):
            if value is not None or start is not None or end is not None or unit is not None:
                raise UsageError("a result has its own values, times and unit: save it alone")
            return sum(self._save(result) for result in ([what] if isinstance(what, Result) else what))
        if not isinstance(what, str):
            raise TypeError(
                "what is saved is a Result, Results, or the name of a type such as 'HeartRate' with values and times, "
                f"not {_arguments.shown(what)}"
            )
        if value is None or start is None:
            raise UsageError("a sample needs a value and a start, as in save('HeartRate', 62, '2026-01-31T09:00')")

        def moments(given: Any) -> Any:
            if isinstance(given, (str, bytes)) or not hasattr(given, "__len__"):
                given = [given]
            return np.array([_times.seconds(moment) for moment in given], dtype=np.float64)

        try:
            values = np.ascontiguousarray(np.atleast_1d(np.asarray(value, dtype=np.float64)))
        except (TypeError, ValueError) as error:
            # A value is nobody's business.
            raise UsageError("a value must be a number, or an array or a list of numbers") from error
        if values.ndim != 1:
            raise UsageError(f"values must be a number or have one axis, not {values.ndim}")
        starts = moments(start)
        ends = starts if end is None else moments(end)
        if not len(values) == len(starts) == len(ends):
            raise UsageError(
                f"{len(values)} values have {len(starts)} starts and {len(ends)} ends: they must be as many"
            )
        with self._handle as store:
            _library.call(
                "heartcam_store_save",
                store,
                _library.encoded("type", what),
                _library.encoded_or_none("unit", unit),
                _library.encoded("source", source),
                starts.ctypes.data,
                ends.ctypes.data,
                values.ctypes.data,
                len(values),
            )
        return None

    def _save(self, result: Result) -> int:
        with self._handle as store, result._lent() as pointer:
            saved: int = _library.call("heartcam_store_save_result", store, pointer)
            return saved

    def __repr__(self) -> str:
        name = "your own" if self._name is None else repr(_without_password(self._name))
        access = "to read and write" if self._is_writable else "to read"
        return f"<heartcam.Store {name}: {'closed' if self._handle.is_closed else f'open {access}'}>"

    def close(self) -> None:
        """Closes it."""
        self._handle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _without_password(location: str) -> str:
    """A path, or a URL as it may be shown."""
    if "://" not in location:
        return location
    parts = urlsplit(location)
    user, at, host = parts.netloc.rpartition("@")
    # A password may also be among the options.
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"
