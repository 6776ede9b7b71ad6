#!/usr/bin/env python3
"""Fits the weights of PulseEvidence.chance: heartcam-bench evidence DIR > table.csv; fit_quality.py table.csv

The chance that a rate lies within 5 beats a minute of the truth is a product of two logistic regressions: one for the
rhythm, fitted to all windows, and one for the number of its beats, fitted to windows whose rhythm is right and whose
rate changes by 5 and more with one beat. The windows are those of recordings with references, of simulated disturbances
with a pulse and without, and of recordings whose pulse was destroyed. Every other person and every other simulated
recording is left out of a second fit and reported on. A table for a fit is best made with PulseEvidence.leastChance at 0,
so that it has what is refused, too. Needs NumPy.
"""
import csv
import sys

import numpy as np

rows = [r for r in csv.DictReader(open(sys.argv[1])) if r["reason"] == "" and r["kind"] in ("real", "simulated", "scrambled")]


def column(name):
    return np.array([float(r[name]) for r in rows])


kind = np.array([r["kind"] for r in rows])
recording = np.array([r["recording"] for r in rows])
person = np.array([r.split("_left")[0].split("_right")[0] for r in recording])
real, simulated, scrambled = kind == "real", kind == "simulated", kind == "scrambled"
error, seconds, seed, bpm = np.abs(column("error_bpm")), column("seconds"), column("seed"), column("bpm")
pulseless = error == 1000
right = error <= 5
# One or two beats too many or too few, in a rhythm that is right.
rhythm_is_right = right | ~pulseless & (error * seconds / 60 < 2.7) & (error < 0.2 * bpm)
one_beat = 60 / seconds > 5
known = ~np.isnan(error) & (~real | (seconds > 5))

spread, correlation = column("spread"), column("template_correlation")
colors = np.where(np.isnan(column("color_spread")), 1, column("color_spread"))
change, rises = column("rate_change"), column("rises")
likeness = -np.log(np.maximum(1 - correlation, 0.003))
unknown = np.isnan(change) * 1.0
rhythm = {
    "constant": np.ones(len(rows)),
    "strength": column("strength"),
    "likeness": likeness,
    "common light": np.clip(0.4 - colors, 0, 0.4),
    "projected": column("projected"),
    "disturbed": np.sqrt(column("disturbed")),
    "half period": np.maximum(column("half_strength"), 0),
    "uneven": np.maximum(np.log(np.maximum(spread, 0.03) / 0.12), 0),
}
count = {
    "constant": np.ones(len(rows)),
    "likeness": likeness,
    "log doubt": np.log(column("doubt") + 0.02),
    "log spread": np.log(np.maximum(spread, 0.06)),
    "without a rise": np.clip(12 * (1 - rises), 0, 1) * (bpm < 110),
    "log 1 + change": np.log1p(np.where(np.isnan(change), 0, change)),
    "change unknown": unknown,
    "disturbed": np.sqrt(column("disturbed")),
}
weight = np.ones(len(rows))
# Few recordings have a chest strap, and few without a pulse have an answer.
weight[real & np.char.startswith(recording, "welltory")] = 4
weight[scrambled | simulated & pulseless] = 3


def fit(features, y, use, ridge=0.1):
    x, y, w = np.column_stack(list(features.values())), y.astype(float), weight
    b = np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-x[use] @ b))
        gradient = x[use].T @ (w[use] * (p - y[use])) + ridge * np.r_[0, b[1:]]
        b -= np.linalg.solve((x[use] * (w[use] * p * (1 - p))[:, None]).T @ x[use] + ridge * np.eye(len(b)), gradient)
    return b


def chances(use):
    of_rhythm = fit(rhythm, rhythm_is_right, known & use)
    of_count = fit(count, right, known & use & rhythm_is_right & one_beat)
    for label, features, b in (("rhythm", rhythm, of_rhythm), ("count", count, of_count)):
        print(" ", label, {name: round(float(value), 2) for name, value in zip(features, b)})
    p = [1 / (1 + np.exp(-np.column_stack(list(f.values())) @ b)) for f, b in ((rhythm, of_rhythm), (count, of_count))]
    return p[0], np.where(one_beat, p[1], 1)


def report(label, p):
    print(label)
    for name, of in (("simulated", simulated), ("real, 10 s", real & (seconds == 10)), ("scrambled", scrambled)):
        line = f"  {name:10}"
        for low in np.arange(0, 10) / 10:
            bin_ = of & known & (p >= low) & (p < low + 0.1 if low < 0.9 else p <= 1)
            if bin_.any():
                line += f" {low:.1f}: {right[bin_].mean():.2f} of {bin_.sum()};"
        print(line)
    pulse = simulated & ~pulseless
    for threshold in (0.3, 0.5, 0.7, 0.9, 0.95):
        of = p >= threshold
        kept = [np.mean(of[known & real & right & (seconds == 10) & np.char.startswith(recording, name)]) for name in ("uwoxy", "welltory")]
        print(
            f"  {threshold} and more: {np.mean(of[pulse & right]):.3f} of right answers,",
            f"wrong {(of & pulse & ~right).sum()} of {(of & pulse).sum()},",
            f"without a pulse {(of & simulated & pulseless).sum()}, scrambled {(of & scrambled).sum()},",
            "right answers of recordings", np.round(kept, 3))


if __name__ == "__main__":
    report("as reported", column("chance"))
    r, c = chances(np.full(len(rows), True))
    report("all", r * c)
    people = sorted(set(person[real]))
    half = np.where(real, np.isin(person, people[::2]), np.where(simulated, seed % 2 == 0, np.arange(len(rows)) % 2 == 0))
    crossed = np.empty((2, len(rows)))
    for side in (True, False):
        r, c = chances(half != side)
        crossed[:, half == side] = r[half == side], c[half == side]
    report("left out", crossed.prod(axis=0))
