"""Readings beside what another device measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._errors import UsageError
from ._tables import Table, table_of

#: A rate counts until the next one, and no longer than this many seconds: ReferenceRates.longestValidity.
_VALIDITY = 6.0


@dataclass(frozen=True)
class Agreement:
    """How readings agree with another device's rates, in beats/min, as `heartcam measure --reference` says it.

    `bias` is the mean difference, and `limits` the limits of agreement: the bias less and plus 1.96 standard deviations of the
    differences (Bland and Altman 1986). `coverage` is the share of references in the 95 % interval. Without pairs all are NaN.
    """

    #: A row for each reading that has a rate and a reference: start_s, end_s, bpm, bpm_low, bpm_high, reference_bpm.
    pairs: Table
    mean_absolute_error: float
    root_mean_square_error: float
    bias: float
    limits: tuple[float, float]
    coverage: float


def compare(readings: Table, times: ArrayLike, bpm: ArrayLike | None, shift: float) -> Agreement:
    at = np.asarray(times, dtype=float) + shift
    if at.ndim != 1 or not np.all(np.diff(at) > 0):
        raise UsageError("times must be one-dimensional and increase, in seconds from the first frame")
    rates = None if bpm is None else np.asarray(bpm, dtype=float)
    if rates is not None and rates.shape != at.shape:
        raise UsageError(f"bpm must have a rate for each of the {len(at)} times, not {rates.size}")
    columns = {n: np.asarray(readings[n], dtype=float) for n in ("start_s", "end_s", "bpm", "bpm_low", "bpm_high")}
    start, end = columns["start_s"], columns["end_s"]
    reference = _of_beats(at, start, end) if rates is None else _of_rates(at, rates, start, end)
    both = ~np.isnan(columns["bpm"]) & ~np.isnan(reference)
    pairs = {name: column[both] for name, column in columns.items()} | {"reference_bpm": reference[both]}
    error, truth = pairs["bpm"] - pairs["reference_bpm"], pairs["reference_bpm"]
    count = len(error)
    bias = float(error.mean()) if count else np.nan
    spread = 1.96 * float(error.std(ddof=1)) if count > 1 else np.nan
    inside = (pairs["bpm_low"] <= truth) & (truth <= pairs["bpm_high"])
    units: dict[str, Any] = {n: "beats/min" for n in pairs} | {"start_s": "s", "end_s": "s"}
    return Agreement(
        pairs=table_of(pairs, units),
        mean_absolute_error=float(np.abs(error).mean()) if count else np.nan,
        root_mean_square_error=float(np.sqrt((error**2).mean())) if count else np.nan,
        bias=bias,
        limits=(bias - spread, bias + spread),
        coverage=float(inside.mean()) if count else np.nan,
    )


def _of_beats(beats: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The beats between two times, with fractions, over the time; NaN outside the beats."""
    if len(beats) < 2:
        return np.full(len(start), np.nan)
    count = np.arange(len(beats), dtype=float)
    first, last = (np.interp(t, beats, count, left=np.nan, right=np.nan) for t in (start, end))
    rates: np.ndarray = 60 * (last - first) / (end - start)
    return rates


def _of_rates(at: np.ndarray, rates: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The mean of the rates between two times, by how long each counts; NaN where that is less than half of the time."""
    steps = np.diff(at)
    weights = np.minimum(np.append(steps, steps[-1] if len(steps) else _VALIDITY), _VALIDITY)
    known = ~np.isnan(rates)
    total = np.concatenate([[0], np.cumsum(weights * known)])
    summed = np.concatenate([[0], np.cumsum(np.where(known, weights * rates, 0))])
    first, last = np.searchsorted(at, start), np.searchsorted(at, end)
    weight = total[last] - total[first]
    enough = (weight > 0) & (weight >= (end - start) / 2)
    return np.where(enough, (summed[last] - summed[first]) / np.where(enough, weight, 1), np.nan)
