"""Makes the wheel of one platform from the program and src/, without a build tool.

    python3 wheel.py --binary dist/rankduel --version 0.1.0 --platform PLATFORM -o dist

The same input gives the same bytes. One wheel serves glibc and musl, because
the binary is static.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import re
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PLATFORMS = {
    "linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin-arm64": "macosx_12_0_arm64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "windows-amd64": "win_amd64",
}


def wheel(binary: Path, version: str, platform: str, folder: Path) -> Path:
    """Writes the wheel into folder and returns its path."""
    tags = PLATFORMS[platform]
    version = python_version(version)
    info = f"rankduel-{version}.dist-info"
    script = "rankduel.exe" if platform.startswith("windows") else "rankduel"
    files = {f"rankduel/{p.name}": p.read_bytes() for p in sorted((HERE / "src/rankduel").iterdir()) if p.is_file()}
    files[f"rankduel-{version}.data/scripts/{script}"] = binary.read_bytes()
    for path in (HERE.parent / "LICENSE", HERE.parent / "cmd/rankduel/program/THIRD_PARTY.txt"):
        files[f"{info}/licenses/{path.name}"] = path.read_bytes()
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/entry_points.txt"] = b"[pytest11]\nrankduel = rankduel.pytest_plugin\n"
    each = "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: rankduel\nRoot-Is-Purelib: false\n{each}".encode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"rankduel-{version}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # modes are Unix's, wherever this runs
            entry.external_attr = (0o100755 if ".data/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, data)
    return path


def python_version(version: str) -> str:
    """Returns a version of Git, such as v0.2.0-rc.1, as Python spells it: 0.2.0rc1."""
    found = re.fullmatch(r"v?(\d+\.\d+\.\d+)(?:-(a|b|rc)\.?(\d+))?", version)
    if not found:
        raise SystemExit(f"wheel: {version!r} is no version such as 0.1.0 or v0.2.0-rc.1")
    return found[1] + (f"{found[2]}{found[3]}" if found[2] else "")


def metadata(version: str) -> str:
    return f"""Metadata-Version: 2.1
Name: rankduel
Version: {version}
Summary: Which of two retrieval configurations is better, and how sure that is
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas; extra == 'pandas'
Provides-Extra: frames
Requires-Dist: narwhals; extra == 'frames'
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text("utf-8")}"""


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--platform", choices=PLATFORMS, required=True)
    parser.add_argument("-o", "--output", type=Path, default=Path("dist"))
    given = parser.parse_args()
    print(wheel(given.binary, given.version, given.platform, given.output))


if __name__ == "__main__":
    main()
