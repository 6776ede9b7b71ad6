"""The law that a batch gives what `measure` gives, of sound files and of damaged ones."""

from __future__ import annotations

import csv
import json
import random
import shutil
import subprocess

import pytest
from conftest import ROOT

import heartcam
from heartcam import _library

#: What a sound recording becomes: its bytes, cut off, overwritten here and there, or with a hole.
DAMAGES = 6


def damaged(content: bytes, number: int) -> bytes:
    """Damage of a kind and a place that the number decides."""
    chance = random.Random(number)
    found = bytearray(content)
    if number % 3 == 0:
        return bytes(found[: chance.randrange(len(found) // 3, len(found))])
    if number % 3 == 1:
        for _ in range(1 + number):
            found[chance.randrange(len(found) // 10, len(found))] ^= 1 << chance.randrange(8)
        return bytes(found)
    hole = chance.randrange(len(found) // 5, len(found) * 4 // 5)
    return bytes(found[:hole] + found[hole + len(found) // 50 :])


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    """Some sixty files."""
    folder = tmp_path_factory.mktemp("recordings")
    sound = [ROOT / "samples" / "resting.csv"]
    for name, codec in (("a.mp4", None), ("b.mkv", "h264"), ("c.avi", "mjpeg"), ("d.mkv", "ffv1"), ("e.mp4", "mpeg4"), ("f.webm", "vp8")):
        try:
            made = heartcam.simulate(folder / name, codec=codec, size="96x72", duration=14, bpm=66 + 5 * len(sound))
        except heartcam.UsageError:
            continue
        sound.append(made.path)
    for path in list(folder.glob("*.bpm.csv")) + list(folder.glob("*.beats.csv")):
        path.unlink()
    for path in sound:
        if path.parent != folder:
            shutil.copy(path, folder / path.name)
        content = path.read_bytes()
        for number in range(DAMAGES):
            (folder / f"{path.stem}-{number}{path.suffix}").write_bytes(damaged(content, number))
    (folder / "none.mp4").write_bytes(b"no video")
    (folder / "empty.mkv").write_bytes(b"")
    return folder


def test_batch_and_measure_agree_on_every_file(recordings, tmp_path):
    names = sorted(path.name for path in recordings.iterdir())
    assert len(names) > 40
    program = [_library.program()]
    tables = []
    for jobs in ("1", "3"):
        command = [*program, "batch", recordings, "-o", tmp_path / jobs, "--jobs", jobs, "--every", "5"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode in (0, 1, 2), done.stderr
        tables.append([(tmp_path / jobs / name).read_bytes() for name in ("recordings.csv", "readings.csv")])
    assert tables[0] == tables[1]
    with open(tmp_path / "1" / "recordings.csv", newline="") as file:
        rows = {row["input"].rsplit("/", 1)[-1]: row for row in csv.DictReader(file)}
    command = [*program, "measure", "--json", "--no-save", "--every", "5", "--threads", "4", *(recordings / name for name in names)]
    done = subprocess.run(command, capture_output=True, text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(rows) == len(names)
    damages = 0
    for name, result in zip(names, results, strict=True):
        row = rows[name]
        if "error" in result:
            # The sentence of measure names the file, too.
            assert row["status"] == "unreadable" and row["error"] in result["error"], (name, row["error"], result["error"])
            continue
        for key in ("bpm", "bpm_low", "bpm_high", "quality", "frames", "duration_s", "damaged", "measured_s"):
            assert (float(row[key]) if row[key] else None) == result[key], (name, key)
        for key in ("reason", "channel", "content_identity", "rhythm"):
            assert row[key] == (result[key] or ""), (name, key)
        assert row["warnings"] == "; ".join(result["warnings"]), name
        damages += result["damaged"] > 0
    assert damages > 5
