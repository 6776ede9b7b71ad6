#!/usr/bin/env python3
"""Fits the weights of PulseEvidence.chance: heartcam-bench evidence DIR > table.csv; fit_quality.py table.csv

A logistic regression gives the chance that a rate lies within 5 beats a minute of the truth, from windows of recordings
with references, of simulated disturbances with a pulse and without, of recordings whose pulse was destroyed, and of
noise. Every other person is left out of a second fit and reported on. Needs NumPy.
"""
import csv
import sys

import numpy as np

rows = [r for r in csv.DictReader(open(sys.argv[1])) if r["reason"] == ""]


def column(name):
    return np.array([float(r[name]) for r in rows])


kind = np.array([r["kind"] for r in rows])
recording = np.array([r["recording"] for r in rows])
person = np.array([r.split("_left")[0].split("_right")[0] for r in recording])
real = kind == "real"
simulated = kind == "simulated"
error = np.where(real | simulated | (kind == "scrambled"), column("error_bpm"), 1000)
known = ~np.isnan(error)
right = np.abs(error) <= 5
spread = column("color_spread")
common = np.clip(0.4 - np.where(np.isnan(spread), 1, spread), 0, 0.4)
rms = column("rms")
change = column("rate_change")
names = [
    "constant", "strength", "templateCorrelation", "detrendedTemplateCorrelation", "log spread", "log lengthening",
    "disagreeing", "log rms / 0.005", "common", "common * log rms / 0.01", "projected", "slow excess",
    "log 1 + change", "change unknown", "rises",
]
x = np.column_stack(
    [
        np.ones(len(rows)), column("strength"), column("template_correlation"), column("detrended_correlation"),
        np.log(np.maximum(column("spread"), 0.01)), np.log(np.maximum(column("lengthening"), 1)),
        column("disagreeing"), np.log(np.maximum(rms, 0.005) / 0.005), common,
        common * np.log(np.maximum(rms, 0.01) / 0.01), column("projected"), np.maximum(column("slow"), 0),
        np.log1p(np.where(np.isnan(change), 0, change)), np.isnan(change) * 1.0,
        np.abs(np.minimum(column("rises"), 2) - 1),
    ]
)
weight = np.ones(len(rows))
# Few recordings have a chest strap, and few disturbances are without any pulse and have an answer.
weight[real & np.char.startswith(recording, "welltory")] = 4
weight[(kind == "scrambled") | (simulated & (error == 1000))] = 2


def fit(use, ridge=1.0):
    y, w = right[use].astype(float), weight[use]
    b = np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-x[use] @ b))
        gradient = x[use].T @ (w * (p - y)) + ridge * np.r_[0, b[1:]]
        hessian = (x[use] * (w * p * (1 - p))[:, None]).T @ x[use] + ridge * np.eye(len(b))
        b -= np.linalg.solve(hessian, gradient)
    return b


def report(label, p, of):
    line = f"  {label:12}"
    for low in np.arange(0, 10) / 10:
        bin_ = of & (p >= low) & (p < low + 0.1 if low < 0.9 else p <= 1)
        if bin_.any():
            line += f" {low:.1f}: {right[bin_].mean():.2f} of {bin_.sum()};"
    print(line)


people = sorted(set(person[real]))
for label, chosen in [("all", people), ("even", people[::2]), ("odd", people[1::2])]:
    fitted = known & (~real | np.isin(person, chosen))
    b = fit(fitted)
    p = 1 / (1 + np.exp(-x @ b))
    print(label, {name: round(float(value), 2) for name, value in zip(names, b)})
    report("fitted", p, known & real & np.isin(person, chosen))
    report("left out", p, known & real & ~np.isin(person, chosen))
    report("simulated", p, simulated)
    report("scrambled", p, kind == "scrambled")
    for threshold in (0.3, 0.4, 0.5):
        kept = [np.mean(p[known & real & right & np.char.startswith(recording, name)] >= threshold) for name in ("uwoxy", "welltory")]
        print(f"  chance of {threshold} and more: right answers kept", np.round(kept, 3), "wrong, simulated", (simulated & ~right & (p >= threshold)).sum(), "scrambled", ((kind == "scrambled") & (p >= threshold)).sum())
