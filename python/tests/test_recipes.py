"""CITATION.cff and the recipes of samples/, each run by its own program where that is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from conftest import ROOT

import heartcam
from heartcam import _library

SAMPLES = ROOT / "samples"


def found(program: str) -> str:
    """The path of a program, beside Python or in PATH."""
    path = shutil.which(program, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return path or pytest.skip(f"{program} is not installed")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with recordings, one without a pulse and one that is none, and the program in PATH."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "heartcam").symlink_to(_library.program())
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "my videos" / "day 2").mkdir(parents=True)
    for name in ("resting.mp4", "no-finger.mp4"):
        shutil.copy(SAMPLES / name, tmp_path / "my videos")
    shutil.copy(SAMPLES / "exercise.mkv", tmp_path / "my videos" / "day 2")
    (tmp_path / "my videos" / "broken.mp4").write_bytes(b"no video")
    return tmp_path


def run(command: list[str], place: Path) -> str:
    done = subprocess.run(
        command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_citation_is_valid_and_names_this_version():
    citation = ROOT / "CITATION.cff"
    assert re.search(r"^version: (.+)$", citation.read_text(), re.M)[1] == heartcam.__version__
    run([found("cffconvert"), "--validate", "--infile", str(citation)], ROOT)


def test_snakemake_measures_a_folder_to_tables(place):
    command = [found("snakemake"), "--cores", "2", "--snakefile", str(SAMPLES / "snakemake" / "Snakefile")]
    command += ["--config", "recordings=my videos", "results=my tables", "parts=2"]
    run(command, place)
    recordings = pd.read_csv(place / "my tables" / "recordings.csv")
    assert recordings["status"].value_counts().to_dict() == {"measured": 2, "no_rate": 1, "unreadable": 1}
    before = (place / "my tables" / "readings.csv").read_bytes()
    assert "Nothing to be done" in run(command, place)
    (place / "my videos" / "more.mp4").write_bytes((SAMPLES / "lifted.mp4").read_bytes())
    run(command, place)
    assert len(pd.read_csv(place / "my tables" / "recordings.csv")) == 5
    assert (place / "my tables" / "readings.csv").read_bytes() != before


def test_nextflow_measures_a_folder_to_a_table(place):
    command = [found("nextflow"), "run", str(SAMPLES / "nextflow" / "main.nf")]
    run([*command, "--recordings", "my videos", "--results", "my tables"], place)
    table = pd.read_csv(place / "my tables" / "readings.csv")
    assert len(table["input"].unique()) == 4


def test_the_command_of_the_nextflow_process_gives_a_row_for_everything(place):
    """Without Nextflow: its script, with what Nextflow puts in."""
    text = (SAMPLES / "nextflow" / "main.nf").read_text()
    script = re.search(r'"""\n(.+?)"""', text, re.S)[1].replace("\\$", "$")
    assert text.count("{") == text.count("}") and script.count("${recording}") == 1
    for name, rows in {"resting.mp4": 3, "no-finger.mp4": 2, "broken.mp4": 1}.items():
        command = script.replace("${recording}", name)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], cwd=place / "my videos", check=False
        )
        assert done.returncode == 0
        assert len(pd.read_csv(place / "my videos" / "readings.csv")) == rows, name


def test_the_container_measures(place):
    """It is built from a release's archive (HEARTCAM_ARCHIVE) on a base image that is there (HEARTCAM_BASE_IMAGE)."""
    buildah = found("buildah")
    archive, base = os.environ.get("HEARTCAM_ARCHIVE"), os.environ.get("HEARTCAM_BASE_IMAGE")
    if not archive or not base:
        pytest.skip("HEARTCAM_ARCHIVE names no archive or HEARTCAM_BASE_IMAGE no image of Debian")
    (place / "context").mkdir()
    shutil.copy(archive, place / "context")
    recipe = str(SAMPLES / "container" / "Containerfile")
    command = [buildah, "build", "--tag", "heartcam-test", "--build-arg", f"BASE={base}", "--file", recipe]
    run([*command, "context"], place)
    container = run([buildah, "from", "heartcam-test"], place).split()[-1]
    try:
        volume = f"{place}:/data"
        inside = [buildah, "run", "--volume", volume, container, "--", "/usr/local/bin/heartcam"]
        done = subprocess.run(
            [*inside, "batch", "my videos", "--output", "tables"], cwd=place, check=False, capture_output=True
        )
        assert done.returncode == 2, done.stderr
        assert len(pd.read_csv(place / "tables" / "recordings.csv")) == 4
    finally:
        run([buildah, "rm", container], place)
        run([buildah, "rmi", "heartcam-test"], place)


def test_the_definition_for_apptainer_does_what_the_containerfile_does():
    """Apptainer is seldom there: both recipes have the same steps, and those of the Containerfile are run above."""
    recipe = (SAMPLES / "container" / "Containerfile").read_text()
    definition = (SAMPLES / "container" / "heartcam.def").read_text()
    sections = re.findall(r"^%(\w+)", definition, re.M)
    assert sections == ["files", "post", "test", "runscript", "help"]
    assert re.search(r"BASE=(\S+)", recipe)[1] == re.search(r"From: (\S+)", definition)[1]
    step = r"tar --extract .*|command -v xz .*|/\w+/heartcam-\*-linux-x86_64/install .*"
    steps = [
        [found_.replace("/opt", "/tmp").rstrip(" \\") for found_ in re.findall(step, text)]
        for text in (recipe, definition)
    ]
    assert steps[0] == steps[1] and len(steps[0]) == 3
