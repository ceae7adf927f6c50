"""7. Everybody deals at once, until all have finished."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.trade import dealing, samples, terms
from ecumene.antiquity.trade.acts import (
    Accept,
    AnyAct,
    Counter,
    DealAnswer,
    Decline,
    Done,
    Propose,
    Received,
    Resume,
    TradeBody,
    Withdraw,
)
from ecumene.antiquity.trade.floor import Floor, offer_view
from ecumene.kernel import Deal, Refusal, Seat, first_of

EVENTS = dealing.EVENTS


class Trade(Deal[DealAnswer]):
    """A seat's standing place on the floor (D-30 to D-33). When time is up, it has finished (D-33)."""

    answer_type = DealAnswer
    __slots__ = ("game",)

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        super().__init__(seat, "trade", "mega.7.1")
        self.game = game

    @property
    def idle(self) -> bool:
        """Who has finished may take that back; nobody waits for it."""
        floor = self.game.state.floor
        return floor is not None and floor.done[self.seat]

    def check(self, answer: DealAnswer) -> Refusal | None:
        game, seat, act = self.game, self.seat, answer.act
        floor = terms.floor_of(game)
        if isinstance(act, Done):
            return None
        if floor.acts[seat] >= game.rules.trade_acts - 1:
            return Refusal("kernel.answer", "too_many_acts", most=game.rules.trade_acts)
        if isinstance(act, Resume):
            return None if floor.done[seat] else Refusal("mega.7.15", "not_finished")
        if floor.done[seat]:
            return Refusal("mega.7.15", "finished")
        return _check(game, seat, act)

    def sample(self, rng: Random) -> DealAnswer:
        return DealAnswer(samples.act(self.game, self.seat, rng))

    def fallback(self) -> DealAnswer:
        return DealAnswer(Done())

    def body(self) -> TradeBody:
        game, seat = self.game, self.seat
        floor, rules = terms.floor_of(game), game.rules
        own = terms.own_offers(game, seat)
        return TradeBody(
            cards=tuple(sorted(terms.tradeable(game, game.realms[seat]).items())),
            partners=tuple(other for other in terms.traders(game) if other != seat),
            least=rules.cards_a_trade,
            true_names=rules.true_names,
            received=tuple(
                Received(offer_view(offer, own=False), terms.can_fulfil(game, seat, offer))
                for offer in terms.received(game, seat)
            ),
            own=tuple(offer_view(offer, own=True) for offer in own),
            done=floor.done[seat],
            acts_left=max(0, rules.trade_acts - 1 - floor.acts[seat]),
            offers_left=rules.open_offers - len(own),
        )

    def fingerprint(self) -> tuple[int, int]:
        floor = terms.floor_of(self.game)
        return (floor.said, floor.acts[self.seat])

    def value(self, answer: DealAnswer) -> AnyAct:
        return answer.act


def _check(
    game: Antiquity, seat: Seat, act: Propose | Counter | Accept | Decline | Withdraw
) -> Refusal | None:
    if isinstance(act, Propose):
        return terms.check_propose(game, seat, act)
    if isinstance(act, Counter):
        return terms.check_counter(game, seat, act)
    if isinstance(act, Accept):
        return terms.check_accept(game, seat, act)
    if isinstance(act, Decline):
        offer = terms.find_received(game, seat, act.offer)
    else:
        offer = terms.find_own(game, seat, act.offer)
    return None if offer else terms.no_such_offer(act.offer)


async def trade(game: Antiquity) -> None:
    """7. Free dealing, all at once (mega.7.1), until all have finished (mega.7.15, ruling A-68: the clock is not ours).

    Each seat has one decision that stays, so that what others say meanwhile makes no answer of its own stale. A seat
    that used up its acts has finished for good.
    """
    seats = terms.traders(game)
    if len(seats) < 2:
        return
    everybody = len(game.realms)
    floor = game.state.floor = Floor([0] * everybody, [seat not in seats for seat in range(everybody)])
    standing = {seat: Trade(game, seat) for seat in seats}
    most = game.rules.trade_acts
    while not all(floor.done):
        seat, act = await first_of([one for seat, one in standing.items() if floor.acts[seat] < most])
        dealing.carry_out(game, seat, act)
        floor = terms.floor_of(game)
    game.state.floor = None


STEPS = [("7", trade)]
