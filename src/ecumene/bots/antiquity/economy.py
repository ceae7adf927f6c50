"""Taxes, growth, cities, trade cards, advances."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.basket import Purchase
from ecumene.antiquity.building import Build, Construction, Finish, Site, cheapest
from ecumene.antiquity.prices import cover
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import Offer
from ecumene.kernel import Answer, Chosen, Placed

ENOUGH_TREASURY = 24


def tax_rate(see: Sight, offer: Offer, rng: Random) -> Answer:
    """As much as stock pays without revolt, unless the treasury is full anyway."""
    cities = len(see.me.cities)
    options: tuple[int, ...] = see.body.options
    payable = [rate for rate in options if rate * cities <= see.me.stock] or [min(options)]
    low = see.me.stock - max(payable) * cities < 8
    return Chosen(min(payable, key=lambda rate: abs(rate - 2)) if low else max(payable))


def growth(see: Sight, offer: Offer, rng: Random) -> Answer:
    """Where the limit leaves most room."""
    caps = dict(see.body.places)
    spare = {area: see.room(area) - see.me.tokens.get(area, 0) for area in caps}
    left = see.body.least
    units = []
    for area in sorted(caps, key=lambda a: (-spare[a], a)):
        number = min(left, caps[area])
        if number:
            units.append((area, number))
            left -= number
    return Placed(tuple(units))


def construction(see: Sight, offer: Offer, rng: Random) -> Answer:
    """Every city that can be supported when surplus has gone, on sites first; none that stops a young people."""
    sites: tuple[Site, ...] = see.body.sites
    for site in sorted(sites, key=lambda s: (s.price, s.area)):
        order = cheapest(site)
        left = see.lasting(without=site.area) - sum(number for _, number in order.near)
        if left >= max(see.rate * (len(see.me.cities) + 1), see.people_first):
            return Construction(Build(order.area, order.treasury, order.near, order.stay))
    return Construction(Finish())


def buy_card(see: Sight, offer: Offer, rng: Random) -> Answer:
    """The free card always; others when treasury is plenty."""
    options = see.body.options
    free = [option for option in options if isinstance(option, str) and option != "none"]
    if free:
        return Chosen(max(free))
    prices: dict[str, int] = see.about["prices"]
    worth = [o for o in options if isinstance(o, int) and see.me.treasury - prices[str(o)] >= ENOUGH_TREASURY]
    return Chosen(max(worth)) if worth else Chosen("none")


# What an advance does beyond its points and credits, as a bonus in price points.
_USE = {
    Advance.POTTERY: 10, Advance.MYSTICISM: 10, Advance.CLOTH_MAKING: 5, Advance.ASTRONAVIGATION: 5,
    Advance.METALWORKING: 15, Advance.AGRICULTURE: 60, Advance.MEDICINE: 25, Advance.ENGINEERING: 30,
    Advance.MINING: 40, Advance.ROADBUILDING: 20, Advance.ARCHITECTURE: 20, Advance.MONUMENT: 30,
    Advance.WRITTEN_RECORD: 15, Advance.ANATOMY: 40, Advance.LIBRARY: 30, Advance.DEMOCRACY: 30,
    Advance.ENLIGHTENMENT: 20, Advance.WONDER_OF_THE_WORLD: 40, Advance.CALENDAR: 25, Advance.LAW: 15,
}  # fmt: skip


def advances(see: Sight, offer: Offer, rng: Random) -> Answer:
    """The best bargains first, as long as the purse lasts; nothing that wastes a good set early on."""
    prices = {Advance[key.upper()]: price for key, price in see.body.prices}
    needed = _needed(see, prices)
    if needed is not None and not _payable(see, prices[needed]) and _payable(see, prices[needed] // 2):
        return Purchase()  # half of it is there: save for what the next epoch asks for
    chosen: list[Advance] = []
    total = 0
    for advance in sorted(prices, key=lambda a: (a != needed, -_bargain(see, a, prices[a]), a)):
        price = prices[advance]
        if (
            cover(see.components, see.me.hand or {}, see.me.treasury, see.body.treasury_worth, total + price)
            is None
        ):
            continue
        chosen.append(advance)
        total += price
        if len(chosen) >= 8:
            break
    return _basket(see, chosen, prices)


def _payable(see: Sight, total: int) -> bool:
    hand = see.me.hand or {}
    return cover(see.components, hand, see.me.treasury, see.body.treasury_worth, total) is not None


def _needed(see: Sight, prices: dict[Advance, int]) -> Advance | None:
    """The cheapest advance of those whose number the next space of the track asks for and that are too few."""
    held = [info for info in see.components.advances if see.holds(Advance(info.advance))]
    for term, least in (("advances_200", 200), ("advances_100", 100)):
        if see.terms.get(term, 0) > sum(info.cost >= least for info in held):
            dear = [a for a in prices if see.components.advance(a).cost >= least]
            return min(dear, key=lambda a: (prices[a], a), default=None)
    return None


def _bargain(see: Sight, advance: Advance, price: int) -> float:
    info = see.components.advance(advance)
    gain = 14 * info.points + sum(info.credits) + info.gift + info.free_credits + _USE.get(advance, 0)
    return gain / (price + 10)


def _basket(see: Sight, chosen: list[Advance], prices: dict[Advance, int]) -> Purchase:
    library = ""
    if Advance.LIBRARY in chosen and len(chosen) > 1:
        dearest = max((a for a in chosen if a != Advance.LIBRARY), key=lambda a: prices[a])
        library = dearest.key
        prices = {**prices, dearest: max(0, prices[dearest] - 40)}
    total = sum(prices[advance] for advance in chosen)
    paid = cover(see.components, see.me.hand or {}, see.me.treasury, see.body.treasury_worth, total)
    if paid is None or not chosen:
        return Purchase()
    gift = ""
    gained = list(chosen)
    if Advance.ANATOMY in chosen:
        gifts = [
            a for a in prices
            if see.components.advance(a).cost < 100 and 4 in see.components.advance(a).groups and a not in chosen
        ]  # fmt: skip
        if gifts:
            gained.append(max(gifts, key=lambda a: see.components.advance(a).cost))
            gift = gained[-1].key
    points = sum(see.components.advance(a).free_credits for a in gained)
    free = [0] * 5
    least = sorted(range(5), key=lambda group: see.me.credits[group])
    for n in range(points // 5):
        free[least[n % 2]] += 5
    cards, treasury = paid
    return Purchase(
        advances=tuple(advance.key for advance in chosen),
        cards=tuple(sorted(cards.items())),
        treasury=treasury,
        library=library,
        anatomy=gift,
        credits=(free[0], free[1], free[2], free[3], free[4]),
    )


def hand_limit(see: Sight, offer: Offer, rng: Random) -> Answer:
    """Singles and low faces go first."""
    hand = see.me.hand or {}
    kinds: dict[int, int] = {}
    for item, number in hand.items():
        kinds[item >> 1] = kinds.get(item >> 1, 0) + number
    left = see.body.least
    units = []
    for item, cap in sorted(see.body.places, key=lambda p: kinds[p[0] >> 1] ** 2 * see.components.face(p[0])):
        number = min(left, cap)
        if number:
            units.append((item, number))
            left -= number
    return Placed(tuple(units))


HABITS = {
    "tax_rate": tax_rate,
    "growth": growth,
    "construction": construction,
    "buy_card": buy_card,
    "advances": advances,
    "hand_limit": hand_limit,
}
