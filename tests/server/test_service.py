"""The service over a real SQLite file, without HTTP."""

import pytest

from paperchase import audit, bundle, log
from paperchase.errors import RefusedError
from paperchase.table import Stage
from paperchase.testing import toy


def test_a_whole_game(world):
    session = world.session()
    session.join()
    session.play()
    assert session.state.stage is Stage.CLOSED
    text = "".join(world.service.bundle(session.game))
    verdict = audit.verify(bundle.read(text), toy.GAME)
    assert verdict.status == "fair", verdict
    page = world.service.log(session.game, 0, 0)
    assert list(page.lines) == session.lines
    assert page.length == session.state.length
