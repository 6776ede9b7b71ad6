"""heartcam.signal beside SciPy and NeuroKit2: the same work on the same arrays, in turns, one thread, by processor time.

Prints the table of docs/python.md. It wants `heartcam` in its environment, or PYTHONPATH=python with HEARTCAM_LIBRARY.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import argparse
import time

import numpy as np
import scipy
import scipy.interpolate
import scipy.linalg
import scipy.signal

import heartcam
import neurokit2
from heartcam import signal
from signals import smoothness_priors

RATE = 30


def work(seconds):
    """What is measured on a signal of some seconds: name, then by whom and how."""
    random = np.random.default_rng(1)
    even = np.arange(seconds * RATE) / RATE
    values = np.sin(2 * np.pi * 1.2 * even) + 0.2 * random.normal(size=len(even)) + 0.1 * even
    times = even + random.uniform(-0.005, 0.005, len(even))
    sections = scipy.signal.butter(2, [0.5, 4], "bandpass", fs=RATE, output="sos")
    smooth = signal.bandpass(values)
    frequencies, _ = signal.periodogram(times[:300], values[:300])
    return {
        "detrend (λ = 30)": {
            "heartcam.signal": lambda: signal.detrend(values),
            "SciPy": lambda: values - scipy.linalg.solveh_banded(smoothness_priors(len(values), 30), values, lower=True),
            # It solves the same equation with a general sparse matrix.
            "NeuroKit2": lambda: neurokit2.signal_detrend(values, method="tarvainen2002", regularization=30),
        },
        "band-pass, zero-phase": {
            "heartcam.signal": lambda: signal.bandpass(values),
            "SciPy": lambda: scipy.signal.sosfiltfilt(sections, values),
            "NeuroKit2": lambda: neurokit2.signal_filter(values, RATE, 0.5, 4, "butterworth", order=2),
        },
        "resample to 30 Hz": {
            "heartcam.signal": lambda: signal.resample(times, values),
            "SciPy": lambda: scipy.interpolate.CubicSpline(times, values, bc_type="natural")(even),
            "NeuroKit2": lambda: neurokit2.signal_interpolate(times, values, even[1:-1], method="cubic"),
        },
        "autocorrelation, lags to 2 s": {
            "heartcam.signal": lambda: signal.autocorrelation(smooth, 60),
            "SciPy": lambda: scipy.signal.correlate(smooth, smooth)[len(smooth) - 1 : len(smooth) + 60],
            "NeuroKit2": lambda: neurokit2.signal_autocor(smooth, lag=60, method="fft"),
        },
        "periodogram of 10 s": {
            "heartcam.signal": lambda: signal.periodogram(times[:300], values[:300]),
            "SciPy": lambda: scipy.signal.lombscargle(times[:300], values[:300], 2 * np.pi * frequencies),
        },
        "peaks": {
            "heartcam.signal": lambda: signal.find_peaks(smooth),
            "SciPy": lambda: scipy.signal.find_peaks(smooth),
            "NeuroKit2": lambda: neurokit2.signal_findpeaks(smooth),
        },
    }


def medians(methods, rounds):
    """The median of processor microseconds of each method, in turns; the first round does not count."""
    taken = {name: [] for name in methods}
    for turn in range(rounds + 1):
        for name, method in methods.items():
            began = time.process_time()
            repeats = 0
            while repeats == 0 or time.process_time() - began < 0.01:
                method()
                repeats += 1
            if turn:
                taken[name].append((time.process_time() - began) / repeats * 1e6)
    return {name: np.median(times) for name, times in taken.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print(
        f"heartcam {heartcam.__version__}, SciPy {scipy.__version__}, NeuroKit2 {neurokit2.__version__}, "
        f"numpy {np.__version__}\n"
    )
    print("| µs of processor time | signal | `heartcam.signal` | SciPy | NeuroKit2 |\n| --- | --- | --- | --- | --- |")
    for seconds, label in ((10, "10 s"), (600, "10 min")):
        for name, methods in work(seconds).items():
            if seconds > 10 and "10 s" in name:
                continue
            if seconds > 10 and "detrend" in name:
                # A sparse matrix of that size takes it seconds.
                methods.pop("NeuroKit2")
            found = medians(methods, rounds)
            cells = [f"{found[peer]:,.0f}" if peer in found else "" for peer in ("heartcam.signal", "SciPy", "NeuroKit2")]
            print(f"| {name} | {label} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
