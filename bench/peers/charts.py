"""Times matplotlib on the pictures of `heartcam-bench charts`: a name and the seconds of each round, by tabs."""

import io
import math
import sys
import time

try:
    import matplotlib
except ImportError:
    sys.exit(0)
matplotlib.use("Agg")
import matplotlib.pyplot as plt


def year():
    low = [50 + day * 7 % 13 for day in range(365)]
    height = [40 + day * 31 % 60 for day in range(365)]
    figure, axes = plt.subplots(figsize=(9, 4), dpi=100)
    axes.bar(range(365), height, bottom=low, width=0.55, color="red")
    axes.axhline(75, linestyle="--", color="gray")
    return figure


def pulse():
    times = [index / 30 for index in range(18000)]
    values = [math.exp(-((time % 0.83 - 0.2) ** 2) / 0.01) for time in times]
    figure, axes = plt.subplots(figsize=(12, 3), dpi=100)
    axes.plot(times, values, color="red", linewidth=1)
    for beat in range(723):
        axes.axvline(beat * 0.83, color="lightgray", linewidth=0.5)
    return figure


for name, draw in [("365 days, PNG", year), ("10 min of pulse, PNG", pulse)]:
    seconds = []
    for turn in range(int(sys.argv[1]) + 1):
        begin = time.process_time()
        figure = draw()
        figure.savefig(io.BytesIO(), format="png")
        plt.close(figure)
        if turn > 0:
            seconds.append(time.process_time() - begin)
    print(name, *seconds, sep="\t")
