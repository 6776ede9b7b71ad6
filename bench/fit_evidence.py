#!/usr/bin/env python3
"""Fits the weights of PulseEvidence: heartcam-bench evidence DIR > table.csv; fit_evidence.py table.csv

A logistic regression separates windows of recordings whose rate was right from windows of noise. Recordings
count alike, whatever their length. Every other person is left out of the fit and reported on. Needs NumPy.
"""
import csv
import sys

import numpy as np

rows = list(csv.DictReader(open(sys.argv[1])))
seconds = np.array([float(r["seconds"]) for r in rows])
real = np.array([r["kind"] == "real" for r in rows])
error = np.abs([float(r["error_bpm"]) for r in rows])
names = np.array([r["recording"] for r in rows])
person = np.array([n.split("_left")[0].split("_right")[0] for n in names])
features = np.array(
    [
        [
            float(r["strength"]),
            float(r["template_correlation"]),
            float(r["detrended_correlation"]),
            np.log(max(float(r["change"]), 0.01)),
            np.log(max(float(r["spread"]), 0.01)),
        ]
        for r in rows
    ]
)


def fit(use, ridge=1.0):
    x = np.column_stack([np.ones(use.sum()), features[use]])
    y = real[use].astype(float)
    weight = np.ones(use.sum())
    for name in set(names[use & real]):
        of = names[use] == name
        weight[of] = (use & ~real).sum() / len(set(names[use & real])) / of.sum()
    b = np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-x @ b))
        gradient = x.T @ (weight * (p - y)) + ridge * np.r_[0, b[1:]]
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(b))
        b -= np.linalg.solve(hessian, gradient)
    return b


def logit(b):
    return b[0] + features @ b[1:]


right = real & ((error < 4) | (np.isnan(error) & False))
usable = right | ~real
people = sorted(set(person[real]))
for label, chosen in [("all", people), ("even", people[::2]), ("odd", people[1::2])]:
    use = usable & (np.isin(person, chosen) | ~real)
    b = fit(use & (seconds == 10))
    score = logit(b)
    print(label, "weights", np.round(b, 2))
    for length in (5, 10, 30):
        noise = score[~real & (seconds == length)]
        line = f"  {length:2} s: noise max {noise.max():6.2f}, 99.9 % {np.percentile(noise, 99.9):6.2f}, n {len(noise)}"
        for dataset in sorted({n.split("/")[0] for n in names[real]}):
            for half, who in [("fit", chosen), ("rest", [p for p in people if p not in chosen])]:
                of = real & (seconds == length) & np.isin(person, who)
                of &= np.char.startswith(names.astype(str), dataset + "/")
                if of.any():
                    line += f"; {dataset} {half} above max {np.mean(score[of] > noise.max()):.3f}"
        print(line)
