"""The calculations by which a pulse is found, piece by piece, on numpy's arrays.

They are the functions that `measure` is made of, so that what you calculate with them is equal to the bit to what it calculates.
Arrays of doubles that lie in one piece are read where they are; others are copied first.

The pulse of a recording by hand, as `Result.pulse` has it:

>>> from heartcam import color_signal, measure, sample, signal
>>> colors = color_signal(sample())
>>> grid = signal.resample(colors.time, colors.rgb[:, 0])
>>> wave = -signal.bandpass(signal.detrend(grid))
>>> bool((wave == measure(sample(), channel="red").pulse["band_passed"]).all())
True
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arguments, _library, _times
from ._errors import UsageError
from ._signals import Numbers

__all__ = [
    "RATE",
    "Average",
    "Peaks",
    "autocorrelation",
    "average",
    "bandpass",
    "chrom",
    "detrend",
    "find_peaks",
    "periodogram",
    "pos",
    "resample",
    "template_correlation",
]

#: Samples per second of the even grid on which a pulse is searched for.
RATE = 30.0

#: What numpy takes for an array of one axis.
Signal = npt.ArrayLike


class Peaks(NamedTuple):
    """The maxima of a signal."""

    #: Where they are, in samples, by the parabola through the highest sample and its neighbors: shape (peaks,).
    position: Numbers
    #: How high the parabola is there, in the signal's unit.
    height: Numbers

    @property
    def sample(self) -> npt.NDArray[np.intp]:
        """The nearest samples, for indexing."""
        return np.rint(self.position).astype(np.intp)


class Average(NamedTuple):
    """The average of readings; nan where none has a rate."""

    #: In beats/min, with the ends of the 95% interval.
    bpm: float
    bpm_low: float
    bpm_high: float
    #: The chance, 0 to 1, that `bpm` is within 5 beats/min of the truth.
    quality: float


def _row(name: str, values: Any) -> Numbers:
    """Doubles in one piece, with one axis: a view where they are that already."""
    found = np.ascontiguousarray(_times.doubles(name, values))
    if found.ndim != 1:
        raise UsageError(f"{name} must have one axis, not the shape {np.shape(values)}")
    return found


def _like(name: str, values: Any, other: Numbers) -> Numbers:
    found = _row(name, values)
    if found.shape != other.shape:
        raise UsageError(f"{name} has the shape {found.shape}, the others have {other.shape}")
    return found


def _of(array: Numbers) -> int:
    return array.ctypes.data


def detrend(signal: Signal, lambda_: float = 30.0) -> Numbers:
    """Removes a slow trend by smoothness priors.

    The trend is the smooth curve nearest to the signal. What remains is that of a zero-phase high-pass with half of the amplitude at
    `lambda_ ** -0.5` radians a sample: 0.87 Hz at 30 samples per second.

    Args:
        signal: Shape (samples,), in any unit.
        lambda_: The stiffness of the trend in samples squared, 0 or more. `measure` has 30 for the period, and 100 for the beats.

    Returns:
        The signal without its trend: shape (samples,), the same unit.

    Tarvainen, Ranta-aho, Karjalainen 2002, "An advanced detrending method with application to HRV analysis", equation 17.

    >>> detrend([1.0, 2.0, 3.0, 4.0]).round(9).tolist()
    [0.0, 0.0, 0.0, 0.0]
    """
    values = _row("signal", signal)
    result = np.empty_like(values)
    _library.call(
        "heartcam_signal_detrend", _of(values), len(values), _arguments.number("lambda_", lambda_), _of(result)
    )
    return result


def bandpass(
    signal: Signal, low: float = 0.5, high: float = 4.0, *, rate: float = RATE, order: int = 2
) -> Numbers:
    """Filters forwards and backwards by a Butterworth band-pass, so that nothing moves in time.

    Args:
        signal: Shape (samples,).
        low, high: The edges in hertz: 0 < low < high < rate / 2. There the amplitude is half, since the filter runs twice.
        rate: Samples per second.
        order: Of the filter that runs each way; it has twice as many poles.

    Returns:
        Shape (samples,), the same unit. It is SciPy's `sosfiltfilt(butter(order, [low, high], "bandpass", fs=rate, output="sos"), signal)`
        but for rounding.
    """
    values = _row("signal", signal)
    result = np.empty_like(values)
    _library.call(
        "heartcam_signal_bandpass",
        _of(values),
        len(values),
        _arguments.number("rate", rate),
        _arguments.number("low", low),
        _arguments.number("high", high),
        _arguments.whole("order", order, least=1),
        _of(result),
    )
    return result


def resample(
    time: Signal, values: Signal, rate: float = RATE, *, start: float | None = None, count: int | None = None
) -> Numbers:
    """Draws a natural cubic spline through values at uneven times, and samples it evenly.

    Samples closer than three quarters of a step are averaged first, so that a faster camera brings no aliases.

    Args:
        time: Seconds, shape (frames,), rising.
        values: Shape (frames,), in any unit.
        rate: Samples per second of the result.
        start: The time of its first sample in seconds; the first of `time` if it is not given.
        count: Its number of samples; as many as fit before the last of `time` if it is not given. Beyond the ends, the values there
            are held.

    Returns:
        Shape (count,), the same unit.

    >>> resample([0.0, 1.0, 2.0], [0.0, 1.0, 4.0], rate=2).tolist()
    [0.0, 0.3125, 1.0, 2.3125, 4.0]
    """
    times = _row("time", time)
    levels = _like("values", values, times)
    rate = _arguments.number("rate", rate)
    if not len(times):
        raise UsageError("there must be one time at least")
    first = float(times[0]) if start is None else _arguments.number("start", start)
    if count is None:
        steps = (float(times[-1]) - first) * rate
        if not 0 <= steps < 1e9:
            raise UsageError(f"from {first} to {times[-1]} s at {rate} a second is no grid")
        count = int(steps) + 1
    result = np.empty(_arguments.whole("count", count, least=0))
    _library.call(
        "heartcam_signal_resample", _of(times), _of(levels), len(times), rate, first, _of(result), len(result)
    )
    return result


def autocorrelation(signal: Signal, lag: int | None = None) -> Numbers:
    """Correlates a signal with itself at lags of 0 to `lag` samples.

    Args:
        signal: Shape (samples,). Its mean is not removed.
        lag: The greatest lag in samples; half of the signal if it is not given.

    Returns:
        Shape (lag + 1,), each from -1 to 1: the sum of the products over the root of the energies of the two parts that overlap, so
        that long lags compare with short ones.
    """
    values = _row("signal", signal)
    lag = len(values) // 2 if lag is None else _arguments.whole("lag", lag, least=0)
    if lag >= max(len(values), 1):
        raise UsageError(f"lag must be less than the signal's {len(values)} samples, not {lag}")
    result = np.empty(lag + 1)
    _library.call("heartcam_signal_autocorrelation", _of(values), len(values), lag, _of(result))
    return result


def periodogram(
    time: Signal, values: Signal, low: float = 0.5, high: float = 4.0, spacing: float | None = None
) -> tuple[Numbers, Numbers]:
    """Measures the power of values at uneven times, by fitting a sinusoid at each frequency (Lomb and Scargle).

    Args:
        time: Seconds, shape (samples,), rising.
        values: Shape (samples,). Their mean is removed.
        low, high: The first frequency and the bound of the last, in hertz.
        spacing: The step in hertz; a quarter of 1 / duration if it is not given, which misses no peak.

    Returns:
        The frequencies in hertz and the powers in the unit squared, both of shape (frequencies,). They are SciPy's `lombscargle` without
        normalization.

    Lomb 1976; Scargle 1982, equation 10.
    """
    times = _row("time", time)
    levels = _like("values", values, times)
    low, high = _arguments.number("low", low), _arguments.number("high", high)
    if spacing is None:
        span = float(times[-1] - times[0]) if len(times) else 0.0
        if not span > 0:
            raise UsageError("the times must not all be the same")
        spacing = 1 / (4 * (span * len(times) / (len(times) - 1)))
    spacing = _arguments.number("spacing", spacing)
    if not (0 < low <= high < 1e6 and 0 < spacing < 1e6 and (high - low) / spacing < 1e8):
        raise UsageError(f"from {low} to {high} Hz in steps of {spacing} is no grid of frequencies")
    # Rounding must not lose a last frequency that is meant to be on the grid.
    result = np.empty(int((high - low) / spacing + 1e-9) + 1)
    _library.call(
        "heartcam_signal_periodogram", _of(times), _of(levels), len(times), low, spacing, _of(result), len(result)
    )
    frequencies = np.asarray(low + np.arange(len(result)) * spacing, dtype=np.float64)
    return frequencies, result


def find_peaks(signal: Signal) -> Peaks:
    """Finds the maxima of a signal, placed between samples by a parabola. The ends do not count.

    Args:
        signal: Shape (samples,).

    >>> find_peaks([0.0, 1.0, 0.0, 0.0, 3.0, 3.0, 0.0]).position.tolist()
    [1.0, 4.5]
    """
    values = _row("signal", signal)
    positions, heights = np.empty((2, len(values) // 2 + 1))
    count = _library.call(
        "heartcam_signal_find_peaks", _of(values), len(values), _of(positions), _of(heights)
    )
    return Peaks(positions[:count], heights[:count])


def template_correlation(signal: Signal, onsets: Signal, period: float | None = None) -> Numbers:
    """Correlates each beat with the mean of the others: a pulse has one shape, noise has none.

    Args:
        signal: Shape (samples,).
        onsets: Where the beats rise, in samples: shape (beats,). They may lie between samples.
        period: From one beat to the next, in samples; the median of the differences if it is not given. Each beat is compared from 0.3
            periods before its onset to 0.6 after it.

    Returns:
        Shape (beats,), each from -1 to 1; nan for a beat that the signal does not hold whole.

    After Orphanidou et al. 2015, "Signal-quality indices for the electrocardiogram and photoplethysmogram".
    """
    values = _row("signal", signal)
    places = _row("onsets", onsets)
    if period is None:
        if len(places) < 2:
            raise UsageError("without a period, two onsets are needed at least")
        period = float(np.median(np.diff(places)))
    result = np.empty_like(places)
    _library.call(
        "heartcam_signal_template_correlation",
        _of(values),
        len(values),
        _of(places),
        len(places),
        _arguments.number("period", period),
        _of(result),
    )
    return result


def chrom(time: Signal, rgb: npt.ArrayLike) -> Numbers:
    """Combines colors to a pulse signal by their chrominance, for skin that is seen from afar.

    Args:
        time: Seconds, shape (frames,), rising.
        rgb: Mean red, green and blue, 0 to 255: shape (frames, 3).

    Returns:
        Shape (frames,): per cent around 100, and less with more blood, as a color has it.

    De Haan and Jeanne 2013, "Robust pulse rate from chrominance-based rPPG", equations 10 to 13, in windows of 1.6 s that each lose
    their straight line in place of the band-pass.
    """
    return _combined(b"chrom", time, rgb)


def pos(time: Signal, rgb: npt.ArrayLike) -> Numbers:
    """Combines colors to a pulse signal on the plane orthogonal to skin's; as `chrom`.

    Wang, den Brinker, Stuijk and de Haan 2017, "Algorithmic principles of remote PPG", algorithm 1, in windows of 1.6 s.
    """
    return _combined(b"pos", time, rgb)


def _combined(method: bytes, time: Any, rgb: Any) -> Numbers:
    times = _row("time", time)
    colors = np.ascontiguousarray(_times.doubles("rgb", rgb))
    if colors.shape != (len(times), 3):
        raise UsageError(f"rgb must have the shape {(len(times), 3)}, not {colors.shape}")
    result = np.empty_like(times)
    _library.call("heartcam_signal_combine", method, _of(times), _of(colors), len(times), _of(result))
    return result


def average(readings: Any) -> Average:
    """Averages readings over time, as `Result.bpm` does it (the average collector).

    Args:
        readings: A table with the columns start_s, end_s, bpm, bpm_low, bpm_high and quality, as `Result.readings`, or a dictionary of
            arrays. A bpm of nan is a reading without a rate.

    >>> from heartcam import measure, sample
    >>> result = measure(sample())
    >>> round(average(result.readings).bpm, 1) == round(result.bpm, 1)
    True
    """
    names = ("start_s", "end_s", "bpm", "bpm_low", "bpm_high", "quality")
    try:
        columns = [readings[name] for name in names]
    except (KeyError, TypeError, IndexError) as error:
        raise UsageError(f"readings must have the columns {', '.join(names)}") from error
    starts = _row("start_s", columns[0])
    rows = [starts] + [_like(name, column, starts) for name, column in zip(names[1:], columns[1:])]
    result = np.empty(4)
    _library.call("heartcam_signal_average", *map(_of, rows), len(starts), _of(result))
    return Average(*result.tolist())
