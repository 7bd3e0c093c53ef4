# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportUnknownArgumentType=false
"""How letters look. The only place that knows confusable-homoglyphs (Unicode TR 39)."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from confusable_homoglyphs import categories, confusables

_MIXABLE = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
_SHARED = {"COMMON", "INHERITED"}


def one_script(text: str) -> bool:
    """Whether all letters are of one script, or of scripts that one language writes together."""
    scripts = cast("set[str]", categories.unique_aliases(text)) - _SHARED
    return len(scripts) < 2 or any(scripts <= together for together in _MIXABLE)


def shape(text: str) -> str:
    """The same for all texts that look the same, whatever letters they are made of."""
    prototypes = _prototypes()
    return "".join(prototypes.get(letter, letter) for letter in text)


@cache
def _prototypes() -> Mapping[str, str]:
    """For each letter that has a double: one spelling for it and all its doubles."""
    pairs = cast("dict[str, list[dict[str, str]]]", confusables.confusables_data)
    doubles = {_bare(text): {_bare(pair["c"]) for pair in found} for text, found in pairs.items()}
    prototypes: dict[str, str] = {}
    for text in doubles:
        if text not in prototypes:
            group = _group(text, doubles)
            # Where a letter looks like two ("rn" for m), the two stand for it: they can also
            # be written singly. Else the one with most doubles.
            best = max(group, key=lambda one: (len(one) > 1, len(doubles[one]), one))
            prototypes |= dict.fromkeys(group, best)
    singles = {text: best for text, best in prototypes.items() if len(text) == 1}
    return {
        text: "".join(singles.get(letter, letter) for letter in best) if len(best) > 1 else best
        for text, best in singles.items()
    }


def _group(text: str, doubles: Mapping[str, Iterable[str]]) -> set[str]:
    """`text`, its doubles, their doubles, and so on."""
    group, open_ends = {text}, [text]
    while open_ends:
        for double in doubles[open_ends.pop()]:
            if double not in group:
                group.add(double)
                open_ends.append(double)
    return group


def _bare(text: str) -> str:
    """Without the marks that the data puts around right-to-left letters."""
    return text.strip("\u200e\u200f")
