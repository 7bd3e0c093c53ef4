"""A scene is plain data."""

import json

import pytest

from paperchase.scene import Scene
from paperchase.values import pack, unpack
from scenes import ALL


def refuse(text: str) -> None:
    raise AssertionError(f"a scene holds whole numbers alone, not {text}")


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.title)
def test_packs_to_plain_json_and_back(scene):
    text = json.dumps(pack(scene))
    assert unpack(Scene, json.loads(text, parse_float=refuse)) == scene
