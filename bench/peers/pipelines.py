#!/usr/bin/env python3
"""From a file to heart rates: heartcam.measure beside the usual pipelines of NeuroKit2 and HeartPy.

    pipelines.py [--data FOLDER] [--seconds 30]

FOLDER holds recordings with references as HEARTCAM_DATA does. Videos with a known pulse, and without any, are simulated. A peer's
pipeline is what its documentation shows: the mean colors (a loop of OpenCV for a video), one channel on an even grid of 30 Hz,
its cleaning, its peaks, its rate. The channel is the most regular one of each interval, which is found outside the measured time.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import warnings
from collections import defaultdict
from pathlib import Path

import cv2
import heartpy
import neurokit2
import numpy as np
from signals import CHANNELS, RATE, read_columns, regularity, window

import heartcam

warnings.simplefilter("ignore")


def neurokit(values: np.ndarray) -> float:
    table, _ = neurokit2.ppg_process(values, sampling_rate=RATE)
    return float(table["PPG_Rate"].mean())


def heartpy_(values: np.ndarray) -> float:
    filtered = heartpy.filter_signal(values, [0.7, 3.5], RATE, order=3, filtertype="bandpass")
    _, measures = heartpy.process(heartpy.scale_data(filtered), RATE)
    return float(measures["bpm"])


PEERS = {"NeuroKit2": neurokit, "HeartPy": heartpy_}


def colors_of(path: str) -> dict[str, np.ndarray]:
    """The usual way to the mean colors, with the times that OpenCV gives."""
    if path.endswith(".csv"):
        return read_columns(path)
    video, times, means = cv2.VideoCapture(path), [], []
    while True:
        is_read, picture = video.read()
        if not is_read:
            break
        times.append(video.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        means.append(cv2.mean(picture)[2::-1])
    return {"time_s": np.array(times)} | dict(zip(CHANNELS, np.array(means).T, strict=True))


def intervals_of(colors: dict[str, np.ndarray], seconds: float) -> list[tuple[float, float]]:
    """The intervals that heartcam reports too: from the first frame, the last one as long as the others."""
    first, last = colors["time_s"][0], colors["time_s"][-1]
    count = int((last - first + 0.05) / seconds)
    return [(first + number * seconds, first + (number + 1) * seconds) for number in range(count)]


def reference_of(signal: Path) -> dict[str, np.ndarray]:
    """The beats beside a recording, or else the rates."""
    beats = signal.with_name("beats.csv")
    return read_columns(beats if beats.exists() else signal.with_name("bpm.csv"))


def rate_of(reference: dict[str, np.ndarray], start: float, end: float) -> float | None:
    """As heartcam-bench accuracy has it: beats are counted, with their fractions at both ends; rates are averaged."""
    if "bpm" in reference:
        inside = (reference["time_s"] >= start) & (reference["time_s"] < end) & np.isfinite(reference["bpm"])
        return float(reference["bpm"][inside].mean()) if inside.any() else None
    beats = reference["beat_time_s" if "beat_time_s" in reference else "time_s"]
    if "interval_ms" in reference:
        # A simulated heart has beaten before its recording.
        beats = np.insert(beats, 0, beats[0] - reference["interval_ms"][0] / 1000)
    if start < beats[0] or end > beats[-1]:
        return None
    first, last = np.interp([start, end], beats, np.arange(len(beats)))
    return 60 * float(last - first) / (end - start)


class Figures:
    """What a system says of a set of intervals."""

    def __init__(self) -> None:
        self.errors: list[float] = []
        self.count = self.answered = self.inside = 0
        self.took: list[float] = []

    def add(self, rate: float | None, truth: float | None, ends: tuple[float, float] | None = None) -> None:
        self.count += 1
        if rate is not None and np.isfinite(rate):
            self.answered += 1
            if truth is not None:
                self.errors.append(abs(rate - truth))
                self.inside += ends is not None and ends[0] <= truth <= ends[1]

    def row(self, name: str, has_truth: bool) -> str:
        cells = [name, str(self.count), f"{100 * self.answered / self.count:.0f} %"]
        if has_truth:
            errors = np.array(self.errors)
            cells += [
                f"{errors.mean():.2f}",
                f"{np.quantile(errors, 0.95):.1f}",
                f"{100 * (errors <= 5).mean():.1f} %",
            ]
            cells.append(f"{100 * self.inside / len(errors):.0f} %" if name == "Heartcam" else "none given")
        return "| " + " | ".join([*cells, f"{1000 * statistics.median(self.took):.0f}"]) + " |"


def measure_all(
    title: str, files: list[tuple[str, dict[str, np.ndarray] | None, float]], seconds: float
) -> None:
    """Measures files; each has its reference (None: it has no pulse) and how much later that is."""
    all_: dict[str, Figures] = defaultdict(Figures)
    for path, reference, lag in files:

        def truth(start: float, end: float, reference=reference, lag=lag) -> float | None:
            return None if reference is None else rate_of(reference, start + lag, end + lag)

        began = time.perf_counter()
        table = heartcam.measure(path, every=seconds, progress=False).readings
        all_["Heartcam"].took.append(time.perf_counter() - began)
        colors = colors_of(path)
        first = colors["time_s"][0]
        wanted = [
            (start, end)
            for start, end in intervals_of(colors, seconds)
            if truth(start, end) or reference is None
        ]
        rows = {round(row["start_s"], 1): row for row in table.to_dict("records")}
        for start, end in wanted:
            row = rows.get(round(start - first, 1))
            rate = None if row is None or np.isnan(row["bpm"]) else row["bpm"]
            all_["Heartcam"].add(
                rate, truth(start, end), None if rate is None else (row["bpm_low"], row["bpm_high"])
            )
        best = [max(CHANNELS, key=lambda name, at=at: regularity(window(colors, name, *at))) for at in wanted]
        for name, work in PEERS.items():
            began = time.perf_counter()
            seen = colors_of(path)
            for (start, end), channel in zip(wanted, best, strict=True):
                values = window(seen, channel, start, end)
                try:
                    rate = work(values)
                except Exception:  # noqa: BLE001 # a peer that throws has not answered
                    rate = None
                all_[name].add(rate, truth(start, end))
            all_[name].took.append(time.perf_counter() - began)
    has_truth = files[0][1] is not None
    print(f"\n{title}, intervals of {seconds:g} s\n")
    names = ["", "intervals", "answered"]
    names += (
        ["mean error", "95 % of errors below", "within 5", "truth inside its interval"] if has_truth else []
    )
    names.append("a file takes, ms")
    print("| " + " | ".join(names) + " |\n|" + " --- |" * len(names))
    for name, figures in all_.items():
        print(figures.row(name, has_truth), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data")
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    # What is loaded when it is first used does not count.
    heartcam.measure(heartcam.sample(), progress=False)
    neurokit(np.sin(np.arange(900) / 5))
    if options.data:
        for kind, lag in (("welltory", 0.0), ("uwoxy", 6.5)):
            found = sorted(Path(options.data, kind).glob("*/signal.csv"))
            files = [(str(path), reference_of(path), lag) for path in found]
            if files:
                measure_all(f"{kind}: {len(files)} recordings of fingertips", files, options.seconds)
    with tempfile.TemporaryDirectory() as folder:

        def made(name: str, **wanted) -> tuple[str, dict[str, np.ndarray] | None, float]:
            path = Path(folder, f"{name}.mp4")
            found = heartcam.simulate(path, duration=65, size="160x120", **wanted)
            truth = found.path.with_suffix(".beats.csv")
            return str(path), read_columns(truth) if truth.exists() else None, 0.0

        rates = (45, 60, 72, 85, 100, 120, 145, 170)
        clean = [made(f"clean-{rate}", bpm=rate, seed=rate) for rate in rates]
        measure_all("Simulated fingers", clean, options.seconds)
        worse = {"motion": 4, "exposure_steps": 3, "noise": 6, "drift": 4}
        disturbed = [made(f"disturbed-{rate}", bpm=rate, seed=rate, **worse) for rate in rates]
        measure_all("Simulated fingers that move, in changing light", disturbed, options.seconds)
        scenes = ("still", "moving", "noise", "dark", "saturated", "flicker", "ramp", "comb")
        nothing = [made(scene, scene=scene) for scene in scenes]
        measure_all("Videos without a pulse", nothing, options.seconds)


if __name__ == "__main__":
    main()
