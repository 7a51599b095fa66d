"""Screens of other sizes, measured once they are laid out, and where things stand on them."""

from playwright.sync_api import Locator, Page

LAID_OUT = """async ([width, height]) => {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  while (innerWidth !== width || innerHeight !== height) await nextFrame();
  scrollTo(0, 0);
  await document.fonts.ready;
  // The second frame begins when the first one was laid out with all of it.
  await nextFrame();
  await nextFrame();
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size, and wait until its beginning is laid out in it."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT, [width, height])


def places(shown: Locator) -> list[tuple[float, float, float, float]]:
    """Return where all of them are, asked at once: left, top, width and height."""
    found = shown.evaluate_all(
        """(all) => all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height];
        })"""
    )
    return [tuple(place) for place in found]
