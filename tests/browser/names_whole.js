// Tells what is wrong with a page on a screen of that width: words broken, text cut, controls covered at its end.
async ([width, firstNames]) => {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  while (innerWidth !== width) await nextFrame();
  const found = [];

  const placeOf = (shown) => {
    const named = (one) => [one.tagName.toLowerCase(), ...one.classList].join(".");
    return `${named(shown.parentElement)} > ${named(shown)}`;
  };
  // What only a screen reader says is clipped to a point.
  const isClipped = (box) => {
    const { clipPath, overflowX } = getComputedStyle(box);
    const { width: wide, height: high } = box.getBoundingClientRect();
    return (clipPath !== "none" || overflowX !== "visible") && Math.min(wide, high) < 3;
  };
  const isSeen = (shown) => {
    if (!shown.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let box = shown; box !== document.body; box = box.parentElement) if (isClipped(box)) return false;
    return true;
  };

  const range = document.createRange();
  const linesOf = (text, start, end) => {
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
  };
  // "Margue/rite": the word as its lines show it.
  const asShown = (text, word, start) =>
    [...word].reduce((shown, letter, at) => {
      const [before] = linesOf(text, start + at - 1, start + at);
      const [own] = linesOf(text, start + at, start + at + 1);
      return shown + (own > before + 2 ? "/" : "") + letter;
    });
  // Words, but no addresses, codes and names of files.
  const WORD = /(?<![\p{L}\p{N}_@:/=.-])\p{L}[\p{L}\p{M}.’'-]{2,23}(?![\p{L}\p{N}_@:/=-])/gu;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const around = text.parentElement;
    if (around.closest("script, style, textarea, option, code, kbd")) continue;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      if (/\.\p{L}{2}/u.test(word) || new Set(linesOf(text, index, index + word.length)).size < 2) continue;
      const shown = asShown(text, word, index);
      const isBroken = !shown.split("/").slice(0, -1).every((piece) => /\p{L}-$/u.test(piece));
      const isFirstName = shown.includes("/") && firstNames.includes(word.replace(/^\P{L}+|\P{L}+$/gu, ""));
      if ((isBroken || isFirstName) && isSeen(around)) found.push(`broken: ${shown} in ${placeOf(around)}`);
    }
  }

  for (const shown of document.body.querySelectorAll("*")) {
    const { textOverflow, overflowX, webkitLineClamp, fontSize } = getComputedStyle(shown);
    const isWide = shown.scrollWidth > shown.clientWidth + 1 && shown.clientWidth > 2;
    const isCut = isWide && (textOverflow === "ellipsis" || /hidden|clip/.test(overflowX));
    const isClamped = webkitLineClamp !== "none" && shown.scrollHeight > shown.clientHeight + 2;
    const isTiny = shown.matches(".names:not(.paper *, .poster *)") && parseFloat(fontSize) < 12;
    const text = shown.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
    if ((isCut || isClamped || isTiny) && text && isSeen(shown)) {
      found.push(`${isTiny ? fontSize : "cut"}: ${text} in ${placeOf(shown)}`);
    }
  }
  if (document.documentElement.scrollWidth > width) {
    const sticksOut = (shown) => shown.getBoundingClientRect().right > width + 1 && isSeen(shown);
    const wide = [...document.body.querySelectorAll("*")].filter(sticksOut);
    found.push(`wider than the screen: ${wide.slice(0, 3).map(placeOf).join("; ")}`);
  }

  // Letters that somebody chose larger may take more.
  const brand = document.querySelector(".brand__name");
  const lineHeight = brand && parseFloat(getComputedStyle(brand).lineHeight);
  if (brand && brand.offsetHeight > 2.5 * lineHeight && getComputedStyle(document.documentElement).fontSize === "18px") {
    found.push(`more than two lines: ${brand.textContent.trim()}`);
  }

  // What a bar covers where the page ends no scrolling uncovers.
  scrollTo(0, document.documentElement.scrollHeight);
  for (const control of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    const shown = control.closest(".tile") ?? control;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (bottom - top < 3 || middle < innerHeight / 2 || middle > innerHeight || !isSeen(shown)) continue;
    const over = document.elementFromPoint((left + right) / 2, middle);
    const bar = over?.closest("nav, .action-bar, .toast, .link-state");
    if (bar && !bar.contains(shown) && /fixed|sticky/.test(getComputedStyle(bar).position)) {
      found.push(`covered: ${shown.textContent.trim()} in ${placeOf(shown)}`);
    }
  }
  scrollTo(0, 0);
  return found;
}
