"""The command line of BIDS Apps."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from conftest import ROOT

import heartcam
from heartcam import _library


@pytest.fixture
def dataset(tmp_path):
    folder = tmp_path / "dataset"
    for label, recording in {"01": "resting.csv", "02": "resting.mp4"}.items():
        place = folder / f"sub-{label}" / "beh"
        place.mkdir(parents=True)
        shutil.copy(
            ROOT / "samples" / recording, place / f"sub-{label}_task-rest_camera{Path(recording).suffix}"
        )
    (folder / "dataset_description.json").write_text('{"Name": "two people", "BIDSVersion": "1.9.0"}')
    return folder


def bids(*words):
    return subprocess.run([_library.program(), "bids", *map(str, words)], capture_output=True, text=True)


def test_participants_are_measured_one_by_one_and_make_one_table(dataset, tmp_path):
    out = tmp_path / "out"
    assert bids(dataset, out, "participant", "--participant-label", "sub-02").returncode == 0
    assert pd.read_csv(out / "recordings.csv", dtype=str)["participant"].tolist() == ["02"]
    done = bids(dataset, out, "group")
    assert done.returncode == 0 and "1 of 2 recordings is known" in done.stderr
    table = pd.read_csv(out / "recordings.csv", dtype=str)
    assert table["participant"].tolist() == ["01", "02"]
    assert set(table["algorithm"]) == {str(heartcam.algorithm_version())}
    assert set(table["version"]) == {heartcam.__version__}
    summary = json.loads((out / "summary.json").read_text())
    assert summary["recordings"] == 2


def test_what_is_no_dataset_or_no_participant_is_said(dataset, tmp_path):
    for words, sentence in [
        ((tmp_path, tmp_path / "out", "group"), "is no BIDS dataset"),
        ((dataset, tmp_path / "out", "participant", "--participant-label", "03"), "participant 03"),
        ((dataset, tmp_path / "out", "group", "--participant-label", "01"), "group takes all"),
        ((dataset, tmp_path / "out", "session"), "must be one of participant, group"),
    ]:
        done = bids(*words)
        assert done.returncode == 64 and sentence in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()


def test_a_validator_finds_no_error(dataset, tmp_path):
    validator = Path(sys.executable).parent / "bids-validator-deno"
    if not validator.exists():
        pytest.skip("bids-validator-deno is not installed")
    out = tmp_path / "out"
    bids(dataset, out, "participant", "--pages", "--arrow")
    done = subprocess.run([validator, "--format", "json", out], capture_output=True, text=True)
    issues = json.loads(done.stdout)["issues"]["issues"]
    assert [issue for issue in issues if issue["severity"] == "error"] == []
