"""The wheel is the same whenever it is made, and works in a fresh environment without a network."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

import rankduel

HERE = pathlib.Path(__file__).parents[1]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    spec = importlib.util.spec_from_file_location("wheel", HERE / "wheel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    program = pathlib.Path(rankduel._binary.find())
    folders = [tmp_path_factory.mktemp("dist") for _ in range(2)]
    return module, [module.wheel(program, "v0.1.0", "linux-amd64", folder) for folder in folders]


def test_reproducible(made):
    a, b = made[1]
    assert a.name == b.name and a.read_bytes() == b.read_bytes()
    assert made[0].python_version("v0.2.0-rc.1") == "0.2.0rc1"
    with pytest.raises(SystemExit, match="no version"):
        made[0].python_version("main")


def test_installed(made, tmp_path):
    pytest.importorskip("ensurepip", reason="python3-venv is not installed")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    programs = tmp_path / "venv/bin"
    subprocess.run([programs / "pip", "install", "-q", "--no-index", made[1][0]], check=True)
    clean = {k: v for k, v in os.environ.items() if k not in ("RANKDUEL_BIN", "PYTHONPATH")} | {"PATH": "/usr/bin:/bin"}
    script = "import rankduel; print(rankduel.evaluate({'q': {'a': 2, 'b': 1}}, {'q': {'b': 1}}, 'RR').means, rankduel._binary.find())"
    for command, says in [
        ([programs / "rankduel", "version"], "rankduel 0.1.0"),
        ([programs / "python", "-m", "rankduel", "version"], "rankduel 0.1.0"),
        ([programs / "python", "-c", script], f"{{'run': {{'RR': 0.5}}}} {programs}/rankduel"),
    ]:
        out = subprocess.run(command, env=clean, cwd=tmp_path, capture_output=True, text=True)
        assert out.stdout.startswith(says) and out.returncode == 0, out
