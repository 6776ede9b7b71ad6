"""Puts the library into the wheel: what a folder holds that HEARTCAM_WHEEL_FILES names, or what Swift builds here."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `heartcam/_native` and the name of the machine that it runs on."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        files = os.environ.get("HEARTCAM_WHEEL_FILES")
        platform = os.environ.get("HEARTCAM_WHEEL_PLATFORM", "linux_x86_64")
        native = Path(files) if files else self.built()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        for file in sorted(native.rglob("*")):
            if file.is_file():
                place = file.relative_to(native)
                build_data["force_include"][str(file)] = f"heartcam/_native/{place}"

    def built(self) -> Path:
        """The folder with what was built here."""
        root = Path(self.root)
        if shutil.which("swift") is None:
            raise SystemExit(
                "heartcam: this is the source, which is built with Swift 6.3 or newer, and there is no 'swift' here.\n"
                "Install a wheel instead (pip install heartcam-*.whl), or Swift's toolchain for your system."
            )
        subprocess.run(["bash", str(root / "scripts" / "wheel"), "--library"], cwd=root, check=True)
        return root / ".build" / "wheel" / "native"
