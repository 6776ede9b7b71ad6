"""What recordings gave."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _library, _tables
from ._errors import HeartcamError
from ._tables import Table, joined, table_from


def write(path: Path, content: bytes) -> None:
    """Writes a file; one that could not be written whole is removed."""
    with open(path, "wb") as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


class Result:
    """What a recording gave: `readings` and `beats`, its average as `bpm`, or the `reason` why there is none."""

    def __init__(self, pointer: int) -> None:
        self._handle: _library.Handle | None = _library.Handle(pointer, "result")

    def _lent(self) -> _library.Handle:
        if self._handle is None:
            raise HeartcamError("this is a copy of a result: that can only be done with the result itself")
        return self._handle

    # A copy, such as one that a process of multiprocessing sends, holds all that a result shows.
    _SHOWN = ("data", "readings", "beats", "summary", "_page", "_picture")

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._SHOWN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._handle = None
        self.__dict__.update(state)

    @cached_property
    def data(self) -> dict[str, Any]:
        """All of it, as `heartcam measure --json` prints it."""
        with self._lent() as result:
            found: dict[str, Any] = json.loads(_library.library().heartcam_result_json(result))
        if not found:
            raise HeartcamError("the result was made before a fork: measure in this process")
        return found

    @property
    def input(self) -> str:
        """The recording as it was named."""
        return str(self.data["input"])

    @property
    def bpm(self) -> float | None:
        """The heart rate in beats/min over the whole recording; None if there is none."""
        rate: float | None = self.data["bpm"]
        return rate

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `bpm`."""
        return None if self.bpm is None else (self.data["bpm_low"], self.data["bpm_high"])

    @property
    def quality(self) -> float:
        """The chance, 0 to 1, that `bpm` is within 5 beats/min of the truth."""
        return float(self.data["quality"])

    @property
    def reason(self) -> str | None:
        """Why there is no rate: no_finger, no_pulse, motion, clipped, too_short, ..."""
        reason: str | None = self.data["reason"]
        return reason

    @property
    def warnings(self) -> list[str]:
        """What was wrong without stopping the measurement."""
        return list(self.data["warnings"])

    def _table(self, which: int) -> Table:
        with self._lent() as result:
            pointer = _library.library().heartcam_result_table(result, which)
        if not pointer:
            raise HeartcamError("the result was made before a fork: measure in this process")
        return table_from(pointer)

    @cached_property
    def _page(self) -> str:
        with self._lent() as result:
            page: bytes = _library.call("heartcam_result_html", result)
            return page.decode()

    @cached_property
    def _picture(self) -> str:
        with self._lent() as result:
            picture: bytes = _library.call("heartcam_result_svg", result)
            return picture.decode()

    @cached_property
    def readings(self) -> Table:
        """A row for each interval: start and end, bpm with bpm_low and bpm_high, quality, and the reason if there is no rate.

        `start` and `end` are dates in universal time, `start_s` and `end_s` seconds from the first frame, rates beats/min;
        what is not known is NaN or None. A DataFrame has the units in `attrs["units"]`.

        >>> from heartcam import measure, sample
        >>> table = measure(sample()).readings
        >>> table.attrs["units"]["bpm"], len(table)
        ('beats/min', 3)
        """
        return self._table(_library.READINGS)

    @cached_property
    def beats(self) -> Table:
        """A row for each accepted beat: `time_s`, seconds from the first frame to its steepest upstroke; `interval_ms` from the
        beat before, NaN if that was not accepted; `quality`, 0 to 1."""
        return self._table(_library.BEATS)

    @cached_property
    def summary(self) -> Table:
        """One row: average, variability, rhythm, breathing, perfusion, provenance; docs/measure.md describes each column."""
        return self._table(_library.SUMMARY)

    def report(self, path: str | Path | None = None) -> str:
        """The report as one page of HTML, which is written to `path` if one is given.

        Raises:
            OSError: The file cannot be written; nothing of it is left then.
        """
        if path is not None:
            write(Path(path), self._page.encode())
        return self._page

    def _repr_svg_(self) -> str:
        return self._picture

    def _repr_html_(self) -> str:
        page = html.escape(self.report(), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'

    def plot(self, axes: Any = None) -> Any:
        """Draws the readings with their intervals by matplotlib, and returns the axes."""
        from matplotlib import pyplot

        axes = axes if axes is not None else pyplot.subplots(figsize=(8, 3.5))[1]
        table = self.readings
        start, end = np.asarray(table["start_s"]), np.asarray(table["end_s"])
        rate = np.asarray(table["bpm"], dtype=float)
        low = np.asarray(table["bpm_low"], dtype=float)
        high = np.asarray(table["bpm_high"], dtype=float)
        middle = (start + end) / 2
        axes.errorbar(
            middle, rate, xerr=(end - start) / 2, yerr=[rate - low, high - rate], fmt="o", capsize=2
        )
        for place, reason in zip(middle[np.isnan(rate)], np.asarray(table["reason"])[np.isnan(rate)]):
            axes.axvline(place, color="0.8", zorder=0)
            axes.text(place, 0.02, reason, rotation=90, transform=axes.get_xaxis_transform())
        axes.set_xlabel("Time (s)")
        axes.set_ylabel("Heart rate (beats/min)")
        axes.set_title(Path(self.input).name)
        return axes

    def to_neurokit(self, sampling_rate: int = 1000) -> dict[str, Any]:
        """The beats as NeuroKit2's functions take them: `neurokit2.hrv(result.to_neurokit())`.

        The peaks are the upstrokes, as samples of `sampling_rate` a second.
        """
        times = np.asarray(self.beats["time_s"])
        peaks = np.round(times * sampling_rate).astype(int)
        return {"PPG_Peaks": peaks, "sampling_rate": sampling_rate}

    def to_heartpy(self, sample_rate: float = 1000.0) -> tuple[dict[str, Any], dict[str, Any]]:
        """HeartPy's two dictionaries, `working_data` and `measures`, as far as they are known here."""
        times = np.asarray(self.beats["time_s"])
        intervals = np.asarray(self.beats["interval_ms"], dtype=float)
        peaks = np.round(times * sample_rate).astype(int)
        known = ~np.isnan(intervals)
        variability = self.data["hrv"]
        working = {
            "sample_rate": sample_rate,
            "peaklist": peaks.tolist(),
            "removed_beats": np.array([], dtype=int),
            "RR_list": intervals[known],
            "RR_list_cor": intervals[known],
        }
        breaths = self.data["respiratory_rate"]
        measures = {
            "bpm": self.bpm,
            "ibi": variability["mean_nn_ms"],
            "sdnn": variability["sdnn_ms"],
            "rmssd": variability["rmssd_ms"],
            "pnn50": variability["pnn50"],
            "sd1": variability["sd1_ms"],
            "sd2": variability["sd2_ms"],
            # HeartPy counts breaths in a second.
            "breathingrate": None if breaths is None else breaths / 60,
        }
        return working, measures

    def __repr__(self) -> str:
        if self.bpm is None:
            return f"<heartcam.Result {self.input!r}: no rate ({self.reason})>"
        low, high = self.data["bpm_low"], self.data["bpm_high"]
        return f"<heartcam.Result {self.input!r}: {self.bpm:.1f} beats/min, 95 % {low:.1f} to {high:.1f}>"


class Results(list[Result]):
    """What several recordings gave. Those that could not be read are in `errors`."""

    def __init__(self, results: Iterable[Result] = (), errors: dict[str, str] | None = None) -> None:
        super().__init__(results)
        #: Why recordings could not be read, by their names.
        self.errors: dict[str, str] = errors or {}

    def _joined(self, name: str) -> Table:
        tables = []
        for result in self:
            table = getattr(result, name)
            if _tables.pd is None:
                rows = len(next(iter(table.values()), []))
                table = {"input": np.array([result.input] * rows, dtype=object), **table}
            else:
                table = table.copy()
                table.insert(0, "input", result.input)
            tables.append(table)
        return joined(tables)

    @property
    def readings(self) -> Table:
        """The readings of all recordings; `input` says whose."""
        return self._joined("readings")

    @property
    def beats(self) -> Table:
        """The beats of all recordings; `input` says whose."""
        return self._joined("beats")

    @property
    def summary(self) -> Table:
        """A row for each recording; one that could not be read has its name and `error` alone."""
        # Names stand as in the other tables, so that tables can be joined.
        table = joined([result.summary for result in self])
        if self:
            table["input"] = np.array([result.input for result in self], dtype=object)
        if _tables.pd is None:
            table["error"] = np.array([None] * len(self), dtype=object)
            return table
        failed = _tables.pd.DataFrame({"input": list(self.errors), "error": list(self.errors.values())})
        if table.empty:
            return failed
        return (
            _tables.pd.concat([table, failed], ignore_index=True) if self.errors else table.assign(error=None)
        )
