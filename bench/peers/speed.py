"""Processor time of the peers on the hour that heartcam-bench wrote, one thread."""

import time

import numpy as np
import scipy.fft
import scipy.interpolate
import scipy.linalg
import scipy.signal

from detectors import DETECTORS, detect
from signals import RATE, smoothness_priors, window

WINDOW = 300


def _seconds(work, rounds):
    """Processor seconds of each round, after one that does not count."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return times


def _row(name, ours, unit, times, scale):
    scaled = np.array(times) * scale
    return {
        "name": name,
        "ours": ours,
        "unit": unit,
        "median": float(np.median(scaled)),
        "p90": float(np.quantile(scaled, 0.9)),
    }


def detectors(signal, rounds):
    """Milliseconds for an hour of one channel in windows of 10 s; resampling is not counted."""
    hour = window(signal, "green", signal["time_s"][0], signal["time_s"][0] + 3600)
    windows = hour.reshape(-1, WINDOW)
    return [
        _row(
            name,
            ("monitor", "three channels, 10 s readings"),
            "ms/hour",
            _seconds(lambda: [detect(name, values) for values in windows], rounds),
            1000,
        )
        for name in DETECTORS
    ]


def kernels(signal, rounds):
    """What SciPy and NumPy take for the same work as each of our kernels."""
    times = signal["time_s"]
    hour = window(signal, "green", times[0], times[0] + 3600)
    windows = hour.reshape(-1, WINDOW)
    sos = scipy.signal.butter(2, [0.5, 8], "bandpass", fs=RATE, output="sos")
    state = scipy.signal.sosfilt_zi(sos)
    banded = smoothness_priors(WINDOW, 30)
    factor = scipy.linalg.cholesky_banded(banded, lower=True)
    raw = [
        (times[i : i + WINDOW], signal["green"][i : i + WINDOW])
        for i in range(0, len(times) - WINDOW + 1, WINDOW)
    ]
    grid = np.arange(WINDOW) / RATE
    filters = [
        ("sosfilt", "band-pass, causal", lambda: scipy.signal.sosfilt(sos, hour, zi=state * hour[0])),
        ("sosfiltfilt", "band-pass, zero-phase, whole", lambda: scipy.signal.sosfiltfilt(sos, hour)),
        (
            "sosfiltfilt",
            "band-pass, zero-phase, windows",
            lambda: [scipy.signal.sosfiltfilt(sos, x) for x in windows],
        ),
        (
            "cho_solve_banded",
            "smoothness priors, windows",
            lambda: [x - scipy.linalg.cho_solve_banded((factor, True), x) for x in windows],
        ),
        (
            "solveh_banded",
            "smoothness priors, factored anew",
            lambda: [
                x - scipy.linalg.solveh_banded(smoothness_priors(WINDOW, 30), x, lower=True) for x in windows
            ],
        ),
        (
            "CubicSpline",
            "resampling to 30 Hz, windows",
            lambda: [
                scipy.interpolate.CubicSpline(t, x, bc_type="natural")(t[0] + grid) for t, x in raw
            ],
        ),
    ]
    rows = [
        _row(name, ("filters", ours), "ns/sample", _seconds(work, rounds), 1e9 / len(hour))
        for name, ours, work in filters
    ]
    for seconds in (10, 30):
        parts = hour.reshape(-1, seconds * 30)
        ours = ("autocorrelation", f"windows of {seconds} s, lags to 2 s")
        for name, work in (("numpy.correlate", _correlate), ("rfft", _by_transform)):
            taken = _seconds(lambda: [work(x) for x in parts], rounds)
            rows.append(_row(name, ours, "us/window", taken, 1e6 / len(parts)))
    return rows


def _correlate(x):
    return np.correlate(x, x, "full")[len(x) - 1 : len(x) + 60]


def _by_transform(x):
    count = scipy.fft.next_fast_len(len(x) + 60, real=True)
    spectrum = scipy.fft.rfft(x, count)
    return scipy.fft.irfft(spectrum * spectrum.conj(), count)[:61]
