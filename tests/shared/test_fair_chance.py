"""100,000 rolls and 100,000 draws, made as in a game: no number comes too often."""

from collections import Counter
from hashlib import sha256

from chance import chi_square, loose_bound
from paperchase import deal, dice
from paperchase.keys import GameSecret

MANY = 100_000
GAME = sha256(b"a game").hexdigest()
LINKS = sha256(b"links").hexdigest()


def test_rolls_are_uniform() -> None:
    counts = Counter[object]()
    link = sha256(b"link").hexdigest()
    for index in range(1, MANY // 4 + 1):
        seed = dice.batch_seed(link, GAME, index, LINKS)
        for k in range(4):
            counts[dice.picks(seed, k, (6, 6))] += 1
    assert counts.total() == MANY
    assert chi_square(counts, 36) < loose_bound(36)


def test_draws_are_uniform() -> None:
    counts = Counter[object]()
    dealer = GameSecret(sha256(b"dealer").digest())
    for number in range(MANY):
        seed = deal.seed(dealer, GAME, f"card/{number}", LINKS)
        counts[dice.picks(seed, 0, (11,))] += 1
    assert counts.total() == MANY
    assert chi_square(counts, 11) < loose_bound(11)


def test_draws_of_a_whole_hand_are_uniform_in_every_order() -> None:
    """Three cards out of a pile of five, one after the other: 60 hands, all alike."""
    counts = Counter[object]()
    dealer = GameSecret(sha256(b"another dealer").digest())
    for number in range(MANY // 3):
        left, hand = list(range(5)), list[int]()
        for card in range(3):
            seed = deal.seed(dealer, GAME, f"hand/{number}/{card}", LINKS)
            (pick,) = dice.picks(seed, 0, (len(left),))
            hand.append(left.pop(pick))
        counts[tuple(hand)] += 1
    assert chi_square(counts, 60) < loose_bound(60)
