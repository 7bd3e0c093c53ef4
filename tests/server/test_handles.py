"""Registration, and names that cannot be told apart."""

import threading

import pytest

from paperchase.errors import EvidenceError, MalformedError, RefusedError
from paperchase.keys import Master
from paperchase.testing.source import Source
from paperchase_server.handles import check_handle, shapes
from paperchase_server.lookalike import one_script, shape
from serving import registration

IDENTITY = Master(Source("somebody").bytes()).identity()


@pytest.mark.parametrize(
    "handle",
    ["a", "Ann", "ann-b_2.c", "Борис", "Ёжик", "李小龙", "さくら花", "νίκος", "한글", "7up"],
)
def test_allowed(handle):
    check_handle(handle)


@pytest.mark.parametrize(
    ("handle", "why"),
    [
        ("", "1 to 32"),
        ("a" * 33, "1 to 32"),
        ("e\u0301", "composed"),
        ("ｆｕｌｌ", "composed"),
        ("a b", "letters, digits"),
        ("a\u200bb", "letters, digits"),
        ("a/b", "letters, digits"),
        ("ann\u202e", "letters, digits"),
        ("😀", "letters, digits"),
        ("-ann", "begins and ends"),
        ("ann.", "begins and ends"),
        ("\u0301a", "begins and ends"),
        ("pаypal", "one script"),
        ("Αnn", "one script"),
    ],
)
def test_malformed(handle, why):
    with pytest.raises(MalformedError, match=why):
        check_handle(handle)


@pytest.mark.parametrize("handle", ["server", "dealer", "*", "Server", "DEALER", "deaIer"])
def test_reserved(handle):
    with pytest.raises(RefusedError) as caught:
        check_handle(handle)
    assert caught.value.code == "refused/reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ѕсоре", "scope"),
        ("modern", "rnodern"),
        ("ann", "Ann"),
        ("Ian", "lan"),
        ("b0b", "bOb"),
        ("сосо", "coco"),
    ],
)
def test_these_look_alike(one, other):
    assert shapes(one) & shapes(other)


def test_these_do_not():
    names = ["ann", "bob", "Борис", "boris", "carol", "дима", "dima", "eve", "anna"]
    for one in names:
        for other in names:
            assert one == other or not shapes(one) & shapes(other)


def test_a_shape_has_one_spelling():
    """The shape of a shape is itself, whatever the letter."""
    for code in (*range(0x21, 0x250), *range(0x370, 0x530)):
        assert shape(shape(chr(code))) == shape(chr(code))


def test_languages_that_mix_scripts():
    assert one_script("漢字かな")
    assert not one_script("aб")


def test_the_same_again_is_no_change(world):
    message = registration(IDENTITY, world.server, "ann")
    first = world.service.register(message)
    assert world.service.register(message) == first == world.service.holding("ann")
    assert first == {"handle": "ann", "key": IDENTITY.key}


def test_a_handle_belongs_to_its_first_key(world):
    world.register("ann")
    with pytest.raises(RefusedError, match="taken") as caught:
        world.service.register(registration(IDENTITY, world.server, "ann"))
    assert caught.value.code == "refused/taken"
    with pytest.raises(RefusedError, match="looks like ann") as caught:
        world.service.register(registration(IDENTITY, world.server, "Ann"))
    assert caught.value.code == "refused/alike"
    assert world.store.read._rows("SELECT handle FROM handles") == [("ann",)]


def test_look_alikes_across_scripts(world):
    world.register("coco")
    with pytest.raises(RefusedError, match="looks like coco"):
        world.register("сосо")


def test_only_the_holder_of_a_key_registers_it(world):
    other = Master(Source("other").bytes()).identity()
    with pytest.raises(EvidenceError):
        world.service.register(registration(other, world.server, "ann", key=IDENTITY.key))


def test_not_for_another_server(world):
    with pytest.raises(RefusedError, match="another server"):
        world.service.register(registration(IDENTITY, "ab" * 32, "ann"))


@pytest.mark.parametrize("key", ["01" + "00" * 31, "00" * 32, "ff" * 32, "", "zz" * 32])
def test_keys_that_anybody_could_sign_for(world, key):
    with pytest.raises(MalformedError):
        world.service.register(registration(IDENTITY, world.server, "ann", key=key))


@pytest.mark.parametrize("change", [{"v": 2}, {"more": 1}, {"key": 7}])
def test_strict_shape(world, change):
    with pytest.raises(MalformedError):
        world.service.register(registration(IDENTITY, world.server, "ann", **change))


def test_one_of_two_at_once(world):
    """Eight keys want one name at the same moment: one gets it."""
    outcomes = []

    def want(number):
        identity = Master(Source(f"rival {number}").bytes()).identity()
        try:
            world.service.register(registration(identity, world.server, "prize"))
            outcomes.append("got it")
        except RefusedError as error:
            outcomes.append(error.code)

    threads = [threading.Thread(target=want, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["got it"] + ["refused/taken"] * 7


def test_nobody(world):
    with pytest.raises(RefusedError, match="nobody"):
        world.service.holding("ann")
