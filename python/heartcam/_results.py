"""What recordings gave."""

from __future__ import annotations

import html
import json
import itertools
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike

from . import _agreement, _arguments, _library, _tables
from ._agreement import Agreement
from ._errors import HeartcamError
from ._tables import Table, table_from

if TYPE_CHECKING:
    from ._signals import ColorSignal


def write(path: Path, content: bytes) -> None:
    """Writes a file; one that could not be written whole is removed."""
    with open(path, "wb") as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


#: The greatest difference in seconds between the times that two readings give for one beat: BeatSeries.seamTolerance.
_SEAM = 0.1


_NO_COLORS = (
    "this result keeps no colors, as a copy and each of several recordings: measure its recording alone, "
    "or give Monitor keep_colors=True"
)


class Result:
    """What a recording gave: `readings` and `beats`, its average as `bpm`, or the `reason` why there is none."""

    def __init__(self, pointer: int) -> None:
        self._handle = _library.Handle(pointer, "result")

    def _lent(self) -> _library.Handle:
        return self._handle

    # A copy, such as one that a process of multiprocessing sends, is a result of its own, without the colors of the frames.
    def __getstate__(self) -> dict[str, Any]:
        with self._lent() as result:
            archive: bytes = _library.call("heartcam_result_archive", result)
            wave = self.pulse if "pulse" in self.__dict__ or self._color_count(result) else None
        return {"archive": archive, "pulse": wave}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(_library.call("heartcam_result_restore", state["archive"]))  # type: ignore[misc]
        if state["pulse"] is not None:
            self.__dict__["pulse"] = state["pulse"]

    @staticmethod
    def _color_count(result: Any) -> int:
        probe = np.empty((1, len(_library.COLOR_COLUMNS)))
        return int(_library.call("heartcam_result_colors", result, 0, probe.ctypes.data, 0))

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
        """The 95% interval of `bpm`."""
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
    def hrv(self) -> dict[str, Any]:
        """Heart rate variability: sdnn_ms, rmssd_ms, lf_ms2, hf_ms2 and others, None where `reason` says why; docs/fields.md has all."""
        found: dict[str, Any] = self.data["hrv"]
        return found

    @property
    def warnings(self) -> list[str]:
        """Problems that did not stop the measurement."""
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
        beat in the row before, NaN if there is a gap between them; `quality`, 0 to 1."""
        table = self._table(_library.BEATS)
        times = np.asarray(table["time_s"])
        intervals = np.array(table["interval_ms"], dtype=float)
        before = np.concatenate([[np.nan], times])[:-1]
        intervals[~(np.abs(times - intervals / 1e3 - before) <= _SEAM)] = np.nan
        table["interval_ms"] = intervals
        return table

    @cached_property
    def pulse(self) -> Table:
        """The pulse wave, 30 rows a second: for its shape, or for a detector of your own.

        `time_s` is seconds from the first frame, `band_passed` the pulse from 0.5 to 4 Hz with systole upwards, `detrended` the same
        without its trend alone; both are in levels of `channel` (0 to 255), or per cent of chrom and pos. `mark` is "onset" where
        an accepted beat rises most steeply, which is the `time_s` of `beats`, and "peak" at the first maximum after it. Rows are evenly
        spaced; where frames are more than a second apart, they go on with the next frame.

        It covers intervals without a rate, too: what is there need not be a pulse. `heartcam.signal` has the functions that made it.
        It needs the frames' colors, which are kept where one recording is measured alone, and by a `Monitor` with keep_colors=True.

        >>> from heartcam import measure, sample
        >>> wave = measure(sample()).pulse
        >>> len(wave), int((wave["mark"] == "peak").sum())
        (900, 31)
        """
        with self._lent() as result:
            if self.data["frames"] and not self._color_count(result):
                raise HeartcamError(_NO_COLORS)
        return self._table(_library.PULSE)

    @property
    def colors(self) -> ColorSignal:
        """The colors of the frames, as `color_signal` gives them: the same recording can so be measured with other options.

        They are not in a copy, such as one from another process.
        """
        from ._signals import ColorSignal

        with self._lent() as result:
            count = self._color_count(result)
            if not count:
                raise HeartcamError(_NO_COLORS)
            array = np.empty((count, len(_library.COLOR_COLUMNS)))
            _library.call("heartcam_result_colors", result, 0, array.ctypes.data, count)
        known = ("input", "start", "duration_s", "content_identity", "warnings")
        return ColorSignal(array, {name: self.data[name] for name in known})

    def compare(self, times: ArrayLike, bpm: ArrayLike | None = None, shift: float = 0.0) -> Agreement:
        """How the readings agree with what another device measured meanwhile: a strap's rates, or its beats.

        `times` are seconds from the first frame, of the rates `bpm` in beats/min, or without it of beats. `shift` is added to them.

        >>> from heartcam import measure, sample
        >>> round(measure(sample()).compare(range(30), [62] * 30).bias, 1)
        0.1
        """
        return _agreement.compare(self.readings, times, bpm, shift)

    @cached_property
    def summary(self) -> Table:
        """One row: average, variability, rhythm, breathing, perfusion, provenance; docs/fields.md describes each column."""
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
        """Draws the readings with their 95% intervals by matplotlib, and returns the axes.

        Several results can be drawn into the same `axes`, which then has a legend of their names.

        Raises:
            ImportError: matplotlib is not installed.
        """
        try:
            from matplotlib import pyplot
        except ImportError as error:
            raise ImportError(
                f"plot() draws with matplotlib, which cannot be imported ({error}): pip install matplotlib; "
                "report() makes a page with charts without it"
            ) from error
        name = Path(self.input).name
        is_own = axes is None
        axes = pyplot.subplots(figsize=(8, 3.5), layout="constrained")[1] if is_own else axes
        table = self.readings
        start, end = np.asarray(table["start_s"]), np.asarray(table["end_s"])
        rate = np.asarray(table["bpm"], dtype=float)
        low = np.asarray(table["bpm_low"], dtype=float)
        high = np.asarray(table["bpm_high"], dtype=float)
        middle = (start + end) / 2
        axes.errorbar(
            middle, rate, xerr=(end - start) / 2, yerr=[rate - low, high - rate], fmt="o", capsize=2, label=name
        )
        for place, reason in zip(middle[np.isnan(rate)], np.asarray(table["reason"])[np.isnan(rate)]):
            axes.axvline(place, color="0.8", zorder=0)
            axes.text(place, 0.02, reason, rotation=90, transform=axes.get_xaxis_transform())
        axes.set_xlabel("Time (s)")
        axes.set_ylabel("Heart rate (beats/min)")
        if is_own:
            axes.set_title(f"{name}, with 95% intervals")
        else:
            axes.legend()
        return axes

    def to_neurokit(self, sampling_rate: int = 1000) -> dict[str, Any]:
        """The beats as NeuroKit2's functions take them: `neurokit2.hrv(result.to_neurokit())`.

        Args:
            sampling_rate: Samples per second in which peaks are counted.

        Returns:
            A dictionary: `RRI`, the intervals between beats in milliseconds, and `RRI_Time`, the times at which they end in
            seconds. No interval goes over a gap, where beats were not accepted: there `RRI_Time` rises by more than `RRI`, and
            NeuroKit2 takes the intervals on both sides for not successive. `PPG_Peaks` are the upstrokes of all beats as numbers
            of samples, and `sampling_rate` is that of the samples. NeuroKit2 takes `RRI` where it is there; differences of
            `PPG_Peaks` alone go over gaps.

        >>> from heartcam import measure, sample
        >>> beats = measure(sample()).to_neurokit()
        >>> len(beats["PPG_Peaks"]), len(beats["RRI"])
        (31, 30)
        """
        rate = _arguments.number("sampling_rate", sampling_rate)
        times = np.asarray(self.beats["time_s"])
        intervals = np.asarray(self.beats["interval_ms"], dtype=float)
        known = ~np.isnan(intervals)
        return {
            "PPG_Peaks": np.round(times * rate).astype(int),
            "RRI": intervals[known],
            "RRI_Time": times[known],
            "sampling_rate": sampling_rate,
        }

    def to_heartpy(self, sample_rate: float = 1000.0) -> tuple[dict[str, Any], dict[str, Any]]:
        """HeartPy's two dictionaries, `working_data` and `measures`, as far as they are known here.

        Args:
            sample_rate: Samples per second in which peaks are counted.

        Returns:
            `working_data` has the beats. `peaklist` is their upstrokes as numbers of samples. `RR_list` is the interval in
            milliseconds from each of them to the next. `RR_masklist` is 1 for an interval that goes over a gap, where beats were
            not accepted, else 0. `RR_list_cor` is the intervals without these. `RR_diff` and `RR_sqdiff` are the differences
            between intervals that follow each other, and their squares. The signal itself (`hr`) is not in it, so that
            `heartpy.plotter` cannot draw it; functions of intervals, such as those of `heartpy.analysis`, take it.

            `measures` has the rate and the variability that Heartcam has found, under HeartPy's names: `bpm`, `ibi`, `sdnn`,
            `rmssd`, `sd1`, `sd2` in milliseconds, `pnn50` from 0 to 1, `breathingrate` in breaths per second. What is not known is
            None: `data["hrv"]["reason"]` says why.

        >>> from heartcam import measure, sample
        >>> working_data, measures = measure(sample()).to_heartpy()
        >>> round(measures["bpm"]), len(working_data["peaklist"]), len(working_data["RR_list"])
        (62, 31, 30)
        """
        rate = _arguments.number("sample_rate", sample_rate)
        times = np.asarray(self.beats["time_s"])
        found = np.asarray(self.beats["interval_ms"], dtype=float)[1:]
        gap = np.isnan(found)
        intervals = np.where(gap, np.diff(times) * 1e3, found)
        differences = np.abs(np.diff(intervals))[~(gap[1:] | gap[:-1])]
        variability = self.data["hrv"]
        working = {
            "sample_rate": sample_rate,
            "peaklist": np.round(times * rate).astype(int).tolist(),
            "removed_beats": np.array([], dtype=int),
            "RR_list": intervals,
            "RR_masklist": gap.astype(int).tolist(),
            "RR_list_cor": intervals[~gap],
            "RR_diff": differences,
            "RR_sqdiff": differences**2,
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

    def _finding(self) -> str:
        """The rate with its interval, with the digits that they have, or the reason."""
        if self.interval is None:
            return f"no rate ({self.reason})"
        low, high = self.interval
        return f"{self.bpm:.2f} beats/min, 95% {low:.2f} to {high:.2f}"

    def __repr__(self) -> str:
        return f"<heartcam.Result {self.input!r}: {self._finding()}>"


@cache
def _empty(name: str) -> Table:
    """A table of a result without rows: with the columns of any other, their kinds and units."""
    with _library.Handle(
        _library.call("heartcam_monitor_new", _library.words({})), "monitor"
    ) as monitor:
        frame = np.zeros((1, len(_library.COLOR_COLUMNS)))
        _library.call("heartcam_monitor_append", monitor, frame.ctypes.data, 1)
        result = Result(_library.call("heartcam_monitor_finish", monitor))
    table = getattr(result, name)
    return _tables.ordered(table, [])


class Results(list[Result]):
    """What several recordings gave, in their order. Those that could not be read are in `errors`.

    A slice is `Results` too, with the errors that lie among its results; `+` joins two.
    """

    #: How many recordings are shown at most.
    _SHOWN = 30

    def __init__(self, results: Iterable[Result] = (), errors: dict[str, str] | None = None) -> None:
        super().__init__(results)
        #: Why recordings could not be read, by their names.
        self.errors: dict[str, str] = errors or {}
        # How many results stand before a recording that could not be read.
        self._places: dict[str, int] = {}

    def _add_error(self, name: str, sentence: str) -> None:
        self.errors[name] = sentence
        self._places[name] = len(self)

    def _place(self, name: str) -> int:
        return min(self._places.get(name, len(self)), len(self))

    def _rows(self) -> list[Result | str]:
        """All recordings in their order: results, and the names of those that could not be read."""
        rows: list[Result | str] = list(self)
        # From the end, so that places before it stay right.
        for name in reversed(sorted(self.errors, key=self._place)):
            rows.insert(self._place(name), name)
        return rows

    def _joined(self, name: str) -> Table:
        def with_input(table: Table, input: str | None) -> Table:
            return _tables.extended(table, 0, "input", [input] * _tables.row_count(table))

        tables = [with_input(getattr(result, name), result.input) for result in self]
        return _tables.joined(tables, with_input(_empty(name), None))

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
        """A row for each recording, in their order; one that could not be read has its name and `error` alone."""
        empty = _empty("summary")
        failed = _tables.blank(empty, len(self.errors))
        table = _tables.joined([*(result.summary for result in self), failed], empty)
        rows = self._rows()
        # Results come first in the table, then those that could not be read.
        results, errors = itertools.count(), itertools.count(len(self))
        table = _tables.ordered(table, [next(errors if isinstance(row, str) else results) for row in rows])
        # Names stand as in the other tables, so that tables can be joined.
        names = [row if isinstance(row, str) else row.input for row in rows]
        table = _tables.extended(table, 0, "input", list(names))
        return _tables.extended(
            table, -1, "error", [self.errors[row] if isinstance(row, str) else None for row in rows]
        )

    @overload
    def __getitem__(self, place: SupportsIndex) -> Result: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Result | Self:
        if not isinstance(place, slice):
            return super().__getitem__(place)
        found = type(self)(super().__getitem__(place))
        first, last, step = place.indices(len(self))
        if step == 1:
            for name, sentence in self.errors.items():
                before = self._place(name)
                if first <= before < last or before == last == len(self):
                    found.errors[name] = sentence
                    found._places[name] = before - first
        return found

    def __add__(self, others: list[Any]) -> Any:
        joined = self[:]
        joined += others
        return joined

    def __iadd__(self, others: Iterable[Any]) -> Self:  # type: ignore[override] # as list has it
        if isinstance(others, Results):
            places = {name: len(self) + others._place(name) for name in others.errors}
            self.errors.update(others.errors)
            self._places.update(places)
        self.extend(others)
        return self

    def copy(self) -> Self:
        """A list of the same results, with the same errors."""
        return self[:]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and hasattr(Result, name):
            raise AttributeError(
                f"these are the results of several recordings: {name} is there for each, as in results[0].{name}; "
                "results.summary has a row for each"
            )
        raise AttributeError(f"Results has no attribute {name}")

    def _shown(self, line: Callable[[Result | str], str], more: Callable[[int], str]) -> list[str]:
        rows = self._rows()
        left_out = len(rows) - self._SHOWN
        return [line(row) for row in rows[: self._SHOWN]] + ([more(left_out)] if left_out > 0 else [])

    def __repr__(self) -> str:
        def line(row: Result | str) -> str:
            if isinstance(row, str):
                return f"  {row!r}: error, {' '.join(self.errors[row].split())}"
            return f"  {row.input!r}: {row._finding()}"

        count, failed = len(self) + len(self.errors), len(self.errors)
        about = f"{count} recording{'' if count == 1 else 's'}"
        if failed:
            about += f", {failed} of which could not be read"
        lines = self._shown(line, lambda number: f"  and {number} more: see summary")
        return "\n".join([f"<heartcam.Results: {about}{':' if lines else ''}", *lines]) + ">"

    def _repr_html_(self) -> str:
        def line(row: Result | str) -> str:
            if isinstance(row, str):
                cells = [row, "", "", "", self.errors[row]]
            elif row.interval is None:
                cells = [row.input, "", "", f"{row.quality:.2f}", str(row.reason)]
            else:
                low, high = row.interval
                cells = [row.input, f"{row.bpm:.2f}", f"{low:.2f} to {high:.2f}", f"{row.quality:.2f}", ""]
            return "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"

        names = ["Recording", "Beats/min", "95% interval", "Quality", "Reason or error"]
        head = "".join(f"<th>{name}</th>" for name in names)
        lines = self._shown(
            line, lambda number: f'<tr><td colspan="5">and {number} more: see summary</td></tr>'
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
