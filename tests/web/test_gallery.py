"""The pictures in docs/web look like the pages as they are."""

import pytest

pytest.importorskip("PIL", reason="pillow is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser

from tests.web.browser import needs_chromium, needs_fonts
from tests.web.gallery import FOLDER, alike, difference, pictures

pytestmark = [pytest.mark.slow, needs_chromium, needs_fonts]


def test_the_pictures_of_the_documents_are_up_to_date(browser: Browser) -> None:
    """If this fails and the pages are right, make the pictures with python -m tests.web.gallery."""
    found = dict(pictures(browser))
    kept = {path.stem: path.read_bytes() for path in FOLDER.glob("*.png")}
    assert found.keys() == kept.keys()
    far = {name: difference(png, kept[name]) for name, png in found.items()}
    unlike = {name: far[name] for name, png in found.items() if not alike(png, kept[name])}
    assert not unlike, far
    # The comparison can tell pages apart.
    standing, bot = found["standings"], found["bot"]
    assert not alike(standing, bot)
