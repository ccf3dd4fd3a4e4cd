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

_KEPT: Final = 1024
"""How many lines with a name and what is counted for it are kept."""


def table_html(
    scene: Scene, picture: GamePicture, form: ChoiceForm | None = None, fault: str = ""
) -> Markup:
    """The table. The seat whose view it is sits below, for the referee seat 0.

    A `form` is what that seat is asked; cards of its hand are then chosen in their places. `fault`
    says why its last answer was none.
    """
    below = scene.own or 0
    # Clockwise from the seat below, as they would sit.
    order = [*scene.sides[below + 1 :], *scene.sides[:below]]
    others = [_side(side, picture, above=True) for side in order]
    asked = None if form is None else (form, fault)
    own = _side(scene.sides[below], picture, above=False, asked=asked)
    return element(
        "div",
        _head(scene),
        element("div", *others, class_=f"others of{len(others)}") if others else "",
        _centre(scene, picture) if scene.centre else "",
        own,
        class_="mat",
        role="group",
        aria_label="The table",
    )


def _centre(scene: Scene, picture: GamePicture) -> Markup:
    """What lies in the middle: a trick between what lies face down and the rest."""
    zones = [(zone.lie, zone_html(zone, picture)) for zone in scene.centre]
    trick = [drawn for lie, drawn in zones if lie is Lie.TRICK]
    if not trick:
        return element("div", *(drawn for _, drawn in zones), class_="centre")
    piles = [drawn for lie, drawn in zones if lie is Lie.PILE]
    others = [drawn for lie, drawn in zones if lie not in (Lie.PILE, Lie.TRICK)]
    return element(
        "div",
        element("div", *piles, class_="aside"),
        element("div", *trick, class_="middle"),
        element("div", *others, class_="aside right"),
        class_="centre around",
    )


def _head(scene: Scene) -> Markup:
    facts = [element("span", fact) for fact in scene.facts]
    return element("p", element("strong", scene.title), *facts, class_="head")


_Asked = tuple[ChoiceForm, str]
"""A form, and why the last answer to it was none."""


def _side(
    side: TableSide, picture: GamePicture, *, above: bool, asked: _Asked | None = None
) -> Markup:
    hand, *more = side.zones
    laid = [zone_html(zone, picture) for zone in more]
    near = [element("div", *laid, class_="before")] if laid else []
    held = [zone_html(hand, picture)]
    if asked:
        form, fault = asked
        chosen = any(option.face and option.zone == hand.key for option in form.options)
        held = [form_html(form, fault), *([] if chosen else held)]
    # What lies before a seat is nearer to the middle than its name.
    shown = (
        [_plate(side.name, side.status, side.tallies), *held, *near]
        if above
        else [*near, *held, _plate(side.name, side.status, side.tallies)]
    )
    return element("div", *shown, class_="side", role="group", aria_label=side.name)


@lru_cache(_KEPT)
def _plate(named: str, said: str, counted: tuple[SeatTally, ...]) -> Markup:
    status = element("span", said, class_="turn") if said else ""
    name = element("span", element("bdi", named), class_="who")
    tallies = [_tally(tally) for tally in counted]
    return element("p", element("span", name, status, class_="name"), *tallies, class_="plate")


def _tally(tally: SeatTally) -> Markup:
    drawn = _cells(tally) if tally.of else ""
    return element("span", drawn, element("span", tally.words), class_="tally")


def _cells(tally: SeatTally) -> Markup:
    """A small card for each that can be won; those at which it is good to stop stand out."""
    cells = [
        element(
            "rect",
            class_=("won" if number <= tally.count else "free") + " good" * (number in tally.good),
            x=f"{11 * number - 10.5:g}",
            y=".5",
            width="8",
            height="13",
            rx="1.5",
        )
        for number in range(1, tally.of + 1)
    ]
    return element("svg", joined(cells), viewBox=f"0 0 {11 * tally.of} 14", aria_hidden="true")
