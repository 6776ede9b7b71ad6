"""Peers: each turns a window at 30 Hz into a rate in beats per minute, or None where it gives none."""

import warnings

import heartpy
import neurokit2
import numpy as np
from scipy.signal import butter, find_peaks, sosfiltfilt

from signals import RATE

RATES = (30, 220)
_SOS = butter(2, [0.7, 3.5], "bandpass", fs=RATE, output="sos")


def _rate(peaks):
    """From the mean of the intervals within 30 % of the median one.

    The plain mean lets one missed peak spoil a window, the median alone counts in whole samples: on the
    whole this makes the peers' errors the smallest.
    """
    if len(peaks) < 3:
        return None
    intervals = np.diff(peaks)
    near = np.abs(intervals / np.median(intervals) - 1) <= 0.3
    return 60 * RATE / float(intervals[near].mean()) if near.any() else None


def _neurokit(method):
    def detect(values):
        clean = neurokit2.ppg_clean(values, sampling_rate=RATE)
        return _rate(neurokit2.ppg_findpeaks(clean, sampling_rate=RATE, method=method)["PPG_Peaks"])

    return detect


def _heartpy(values):
    filtered = heartpy.filter_signal(values, [0.7, 3.5], RATE, order=3, filtertype="bandpass")
    _, measures = heartpy.process(heartpy.scale_data(filtered), RATE)
    return float(measures["bpm"])


def _scipy(values):
    filtered = sosfiltfilt(_SOS, values)
    peaks, _ = find_peaks(filtered, distance=RATE * 60 / RATES[1], prominence=0.5 * filtered.std())
    return _rate(peaks)


DETECTORS = {
    "NeuroKit2 Elgendi": _neurokit("elgendi"),
    "NeuroKit2 MSPTDfast": _neurokit("charlton"),
    "HeartPy": _heartpy,
    "SciPy find_peaks": _scipy,
}


# How often each detector has failed, and what it said last: a call that is wrong must not look like
# a signal that is bad.
failures = {}


def detect(name, values):
    """A detector's rate; None where it fails, warns of bad signal or leaves 30 to 220."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            rate = DETECTORS[name](values)
        except Exception as error:  # A peer that throws on a window has not answered it.
            failures[name] = (failures.get(name, (0, ""))[0] + 1, f"{type(error).__name__}: {error}")
            return None
    if rate is None or not np.isfinite(rate) or not RATES[0] <= rate <= RATES[1]:
        return None
    return rate
