"""A decision as HTML: native controls, so that it can be answered without a script."""

from markupsafe import Markup

from referee.games.choice_form import BUTTON, ChoiceForm, ChoiceGroup, ChoiceOption, Control
from stych_web.drawn.cards import drawn
from stych_web.drawn.zones import closeness
from tournaments.present.html.markup import element


def form_html(form: ChoiceForm, fault: str = "") -> Markup:
    """The controls of the form, to be put into a `form` element.

    They send the picks of `form`. `fault` says why the last answer was refused; "" if it was not.
    """
    parts = [_group(group) for group in form.groups if group.control is not Control.BUTTON]
    buttons = [
        _button(group, option)
        for group in form.groups
        if group.control is Control.BUTTON
        for option in group.options
    ]
    if form.verb:
        buttons.insert(0, element("button", form.verb, type="submit", class_="chief"))
    return element(
        "fieldset",
        element("legend", form.question),
        element("p", fault, class_="fault", role="alert") if fault else "",
        *parts,
        element("div", *buttons, class_="acts"),
        class_="choose",
    )


def _group(group: ChoiceGroup) -> Markup:
    if all(option.face for option in group.options):
        cards = [_card(group, option) for option in group.options]
        close = closeness(len(cards))
        label = group.label or "Cards"
        return element(
            "div", *cards, class_=f"picks {close}".strip(), role="group", aria_label=label
        )
    words = [_word(group, option) for option in group.options]
    return element("fieldset", element("legend", group.label), *words, class_="said-of")


def _card(group: ChoiceGroup, option: ChoiceOption) -> Markup:
    """A card over its control. Screen readers read its name, and skip the picture."""
    closed = bool(option.why_closed)
    name = option.label + (f", {option.why_closed}" if closed else "")
    note = element("span", option.note, class_="note-of") if option.note else ""
    return element(
        "label",
        _input(group, option),
        drawn(option.face),
        element("span", class_="ticked"),
        element("span", name, class_="hidden"),
        note,
        class_="pick not" if closed else "pick",
        title=option.why_closed or None,
    )


def _word(group: ChoiceGroup, option: ChoiceOption) -> Markup:
    return element("label", _input(group, option), " ", element("span", option.label))


def _input(group: ChoiceGroup, option: ChoiceOption) -> Markup:
    is_radio = group.control is Control.ONE
    return element(
        "input",
        type=group.control.value,
        name=group.name,
        value=option.value,
        required=is_radio and not option.why_closed,
        disabled=bool(option.why_closed),
        checked=option.is_chosen,
    )


def _button(group: ChoiceGroup, option: ChoiceOption) -> Markup:
    return element(
        "button",
        option.label,
        type="submit",
        name=group.name,
        value=option.value,
        disabled=bool(option.why_closed),
        title=option.why_closed or None,
        # A button of `BUTTON` counts in place of a card: the browser must not demand a card.
        formnovalidate=group.name == BUTTON,
    )
