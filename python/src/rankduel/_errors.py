"""What goes wrong, with its place and its remedy."""

from __future__ import annotations

import re

USAGE, MEASUREMENT = 2, 3

_PLACE = re.compile(r"(?P<place>\S+?:\d+)(?::\d+)?: ")


class RankduelError(Exception):
    """An input, a setting or a measurement that rankduel refuses.

    ``code`` is the exit code of the program: 2 for input, settings and usage
    (nothing was measured), 3 for a measurement that failed. ``place`` is
    ``FILE:LINE`` where the program names one, else the argument of the call or
    empty. ``remedy`` is what to do, empty where the message says it all.
    """

    def __init__(self, message: str, *, code: int = USAGE, place: str = "", remedy: str = "") -> None:
        super().__init__(f"{message}; {remedy}" if remedy else message)
        self.code = code
        self.place = place
        self.remedy = remedy

    @classmethod
    def of_program(cls, code: int, stderr: str) -> RankduelError:
        """Returns the error that the program printed before it ended with code."""
        text = stderr.strip()
        if text.startswith("rankduel: "):
            text = text[len("rankduel: ") :]
        place = _PLACE.match(text)
        error = cls(
            text or f"the program ended with {code} and said nothing", code=code, place=place["place"] if place else ""
        )
        head, _, remedy = text.rpartition("; ")
        error.remedy = remedy if head and "\n" not in remedy else ""
        return error
