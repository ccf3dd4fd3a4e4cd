"""A scene as HTML: the mat, the seats around it, and what lies in the middle."""

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from referee.games.choice_form import ChoiceForm
from referee.games.picture import GamePicture
from referee.games.scene import Lie, Scene, SeatTally, TableSide
from stych_web.drawn.asking import form_html
from stych_web.drawn.zones import zone_html
from tournaments.present.html.markup import element, joined

_CACHED: Final = 1024
"""How many drawn name plates are cached. From step to step most of them stay the same."""


def table_html(
    scene: Scene, picture: GamePicture, form: ChoiceForm | None = None, fault: str = ""
) -> Markup:
    """The table of the scene. The seat whose view it is sits below; in the referee's view, seat 0.

    `form` is the decision of that seat; it takes the place of the hand if cards of the hand are its
    choices. `fault` says why the seat's last answer was refused; "" if it was not.
    """
    below = scene.viewer or 0
    # Clockwise from the seat below, as people sit at a table.
    above = [*scene.sides[below + 1 :], *scene.sides[:below]]
    others = [_side(side, picture, above=True) for side in above]
    asked = None if form is None else (form, fault)
    lowest = _side(scene.sides[below], picture, above=False, asked=asked)
    return element(
        "div",
        _head(scene),
        element("div", *others, class_=f"others of{len(others)}") if others else "",
        _centre(scene, picture) if scene.centre else "",
        lowest,
        class_="mat",
        role="group",
        aria_label="The table",
    )


def _centre(scene: Scene, picture: GamePicture) -> Markup:
    """The zones in the middle of the table. A trick stands between the piles and other zones."""
    zones = [(zone.lie, zone_html(zone, picture)) for zone in scene.centre]
    trick = [drawn for lie, drawn in zones if lie is Lie.TRICK]
    if not trick:
        return element("div", *(drawn for _, drawn in zones), class_="centre")
    piles = [drawn for lie, drawn in zones if lie is Lie.PILE]
    rest = [drawn for lie, drawn in zones if lie not in (Lie.PILE, Lie.TRICK)]
    return element(
        "div",
        element("div", *piles, class_="aside"),
        element("div", *trick, class_="middle"),
        element("div", *rest, class_="aside right"),
        class_="centre around",
    )


def _head(scene: Scene) -> Markup:
    facts = [element("span", fact) for fact in scene.facts]
    return element("p", element("strong", scene.title), *facts, class_="head")


_Asked = tuple[ChoiceForm, str]
"""A form, and the reason why the last answer was refused; "" if it was not."""


def _side(
    side: TableSide, picture: GamePicture, *, above: bool, asked: _Asked | None = None
) -> Markup:
    hand, *other_zones = side.zones
    drawn_zones = [zone_html(zone, picture) for zone in other_zones]
    before = [element("div", *drawn_zones, class_="before")] if drawn_zones else []
    held = [zone_html(hand, picture)]
    if asked:
        form, fault = asked
        # A form that has the cards of the hand as choices takes the place of the hand.
        has_hand = any(option.face and option.zone == hand.key for option in form.options)
        held = [form_html(form, fault), *([] if has_hand else held)]
    # From top to bottom: the zones before a seat are nearer to the middle than its name.
    parts = (
        [_plate(side.name, side.status, side.tallies), *held, *before]
        if above
        else [*before, *held, _plate(side.name, side.status, side.tallies)]
    )
    return element("div", *parts, class_="side", role="group", aria_label=side.name)


@lru_cache(_CACHED)
def _plate(name: str, status: str, tallies: tuple[SeatTally, ...]) -> Markup:
    """The line with the name of a seat, its status, and what is counted for it."""
    turn = element("span", status, class_="turn") if status else ""
    who = element("span", element("bdi", name), class_="who")
    counts = [_tally(tally) for tally in tallies]
    return element("p", element("span", who, turn, class_="name"), *counts, class_="plate")


def _tally(tally: SeatTally) -> Markup:
    cells = _cells(tally) if tally.cells else ""
    return element("span", cells, element("span", tally.words), class_="tally")


def _cells(tally: SeatTally) -> Markup:
    """Small cards in a line; the first ones, as many as the count, are filled.

    The cells of counts with the best score stand out.
    """
    # A card is 8 wide, and the gap to the next one is 3.
    cells = [
        element(
            "rect",
            class_=_cell_class(tally, number),
            x=f"{11 * number - 10.5:g}",
            y=".5",
            width="8",
            height="13",
            rx="1.5",
        )
        for number in range(1, tally.cells + 1)
    ]
    return element("svg", joined(cells), viewBox=f"0 0 {11 * tally.cells} 14", aria_hidden="true")


def _cell_class(tally: SeatTally, number: int) -> str:
    name = "won" if number <= tally.count else "free"
    return f"{name} good" if number in tally.good else name
