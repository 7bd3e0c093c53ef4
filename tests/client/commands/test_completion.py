"""`paperchase completion`."""

import pytest

from paperchase_client import exits
from playing import People


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_names_the_command(people: People, shell: str) -> None:
    assert "_PAPERCHASE_COMPLETE" in people.do("ann", "completion", shell).out
    assert people.do("ann", "completion", shell, "--json").json["shell"] == shell


def test_a_shell_that_is_not_known_is_usage(people: People) -> None:
    assert people.run("ann", "completion", "tcsh").status == exits.USAGE
