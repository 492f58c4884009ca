"""Finds the program, and hands it arguments and streams."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence, Union

from ._errors import MEASUREMENT, RankduelError

_NAME = "rankduel.exe" if os.name == "nt" else "rankduel"


class Input(NamedTuple):
    """A file, or a stream of bytes that the program reads as one."""

    source: Union[str, Callable[[], Iterable[bytes]]]
    name: Optional[str] = None
    flag: Optional[str] = None

    @property
    def label(self) -> str:
        """What reports call a stream."""
        return self.name or (self.flag or "--run").lstrip("-")

    def argument(self, path: str) -> list[str]:
        value = f"{self.name}={path}" if self.name else path
        return [self.flag, value] if self.flag else [value]


Argument = Union[str, Input]


class Output(NamedTuple):
    """What the program printed, how it ended, and SHA-256 of the streams it read."""

    stdout: bytes
    code: int
    sums: tuple[str, ...]


def find() -> str:
    """Returns the path of the program: ``RANKDUEL_BIN``, next to this Python, or in PATH."""
    chosen = os.environ.get("RANKDUEL_BIN")
    if chosen:
        if not os.access(chosen, os.X_OK):
            raise RankduelError(f"RANKDUEL_BIN is {chosen}, which is no program", remedy="unset it or name the binary")
        return chosen
    for scheme in (None, f"{os.name}_user"):
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = Path(folder or ".") / _NAME
        if folder and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which(_NAME)
    if found is None:
        raise RankduelError(
            "the program rankduel was not found",
            remedy="install the wheel of this platform (pip install rankduel), or set RANKDUEL_BIN to the binary",
        )
    return found


def run(arguments: Sequence[Argument], *, accepted: Sequence[int] = (0,), files: bool = os.name == "nt") -> Output:
    """Runs the program; raises RankduelError where its exit code is not accepted.

    A verb that looks into an input before it reads it needs files in place of
    pipes, and Windows has no pipe with a path.
    """
    with ExitStack() as stack:
        words, pipes, sums = _open(arguments, stack, files)
        try:
            child = subprocess.Popen(
                [find(), *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[p.read for p in pipes],
            )
        except OSError as error:
            raise RankduelError(
                f"the program does not start: {error}",
                code=MEASUREMENT,
                remedy="install the wheel of this platform, or set RANKDUEL_BIN to a binary that runs here",
            ) from error
        for pipe in pipes:
            os.close(pipe.read)
            pipe.thread.start()
        try:
            stdout, stderr = child.communicate()
        except BaseException:
            child.kill()
            child.wait()
            raise
        for pipe in pipes:
            pipe.thread.join()
        fault = next((p.fault for p in pipes if p.fault is not None), None)
        if fault is not None:
            raise fault
    text = stderr.decode("utf-8", "replace")
    if child.returncode < 0:
        raise RankduelError(
            f"the program was ended by signal {-child.returncode}. {text}".strip(),
            code=MEASUREMENT,
            remedy="signal 9 is often a lack of memory: pass a path in place of a frame, or score fewer runs at once",
        )
    if child.returncode not in accepted:
        raise RankduelError.of_program(child.returncode, text)
    return Output(stdout, child.returncode, tuple(s.hexdigest() for s in sums))


class _Pipe:
    """A pipe that a thread fills while the program reads it."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks
        self.read, self._write = os.pipe()
        self.fault: Optional[BaseException] = None
        self.thread = threading.Thread(target=self._fill, daemon=True)

    def _fill(self) -> None:
        try:
            with open(self._write, "wb", buffering=0) as pipe:
                for chunk in self._chunks:
                    rest = memoryview(chunk)
                    while rest:
                        rest = rest[pipe.write(rest) :]
        except BrokenPipeError:
            pass  # the program ended before, and says why
        except BaseException as error:  # raised in the caller's thread
            self.fault = error


def _open(arguments: Sequence[Argument], stack: ExitStack, files: bool) -> tuple[list[str], list[_Pipe], list[Any]]:
    words: list[str] = []
    pipes: list[_Pipe] = []
    sums: list[Any] = []
    for argument in arguments:
        if isinstance(argument, str):
            words.append(argument)
        elif isinstance(argument.source, str):
            words += argument.argument(argument.source)
        else:
            sums.append(hashlib.sha256())
            chunks = _summed(argument.source(), sums[-1])
            path = _path(argument.label, stack)
            if files:
                with open(path, "wb") as file:
                    file.writelines(chunks)
            else:
                pipes.append(_Pipe(chunks))
                os.symlink(f"/dev/fd/{pipes[-1].read}", path)
            words += argument.argument(path)
    return words, pipes, sums


def _path(label: str, stack: ExitStack) -> str:
    """Returns a new path whose last part is label: reports call an input by it."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="rankduel-"))
    return os.path.join(folder, label.replace("/", "_").replace(os.sep, "_"))


def _summed(chunks: Iterable[bytes], sha256: Any) -> Iterator[bytes]:
    for chunk in chunks:
        sha256.update(chunk)
        yield chunk


def main() -> None:
    """Becomes the program: ``python -m rankduel``."""
    try:
        program = find()
    except RankduelError as error:
        sys.exit(f"rankduel: {error}")
    if os.name == "nt":
        sys.exit(subprocess.call([program, *sys.argv[1:]]))
    os.execv(program, [program, *sys.argv[1:]])
