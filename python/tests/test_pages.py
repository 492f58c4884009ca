"""What the pages show runs, and ends as their comments say."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["python/README.md", "docs/python.md"])
def test_blocks(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})
        said = re.findall(r"^print\(.*?\)\s+# (\w[\w.]*)", block, re.MULTILINE)
        shown = capsys.readouterr().out
        assert said and all(word in shown for word in said if word not in ("a", "system", "one")), (said, shown)
    assert "<html" in (tmp_path / "report.html").read_text()
