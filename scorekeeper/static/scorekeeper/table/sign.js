// The verdict of both sides on the finished sheet, an action like a hand: stored here, sent once, after the hands it is about.
// The forms belong to the contest, which also sets their addresses; without this script they are sent as forms.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;
  const { fill } = belote.words;

  const wordsOf = (page, side) => page.outbox.items.filter((item) => item.act === "say" && item.side === side);
  const keptOf = (page, side) => wordsOf(page, side).find(({ problem }) => !problem);

  // Shows which side has accepted or disputed on this phone, and the buttons of the other one, also for a sheet that is only here.
  const show = (page) => {
    const shown = page.shown();
    document.querySelectorAll("[data-sign-here]").forEach((section) => (section.hidden = !shown));
    document.querySelectorAll("[data-sign-wait]").forEach((note) => (note.hidden = Boolean(shown)));
    document.querySelectorAll("[data-sign-side]").forEach((box) => {
      const kept = keptOf(page, box.dataset.signSide);
      box.querySelectorAll("[data-kept-say]").forEach((note) => {
        note.hidden = !kept || (note.dataset.keptSay === "yes") !== kept.said.agrees;
      });
      box.querySelectorAll("[data-answers]").forEach((answers) => (answers.hidden = Boolean(kept) || !shown));
    });
  };

  // The content of the form of a side that does not accept, null while it contains nothing for a referee to look at.
  const claimOf = (form) => {
    const typed = (name) => form.elements[name].value.trim().replace(/(\d)[\s.,'’](?=\d{3}$)/, "$1");
    const totals = ["total_a", "total_b"].map(typed);
    const isWhole = totals.every((text) => /^\d{1,5}$/.test(text));
    if (totals.join("") ? !isWhole : !typed("note")) return null;
    const [a, b] = totals.map((text) => (text ? Number(text) : null));
    return { agrees: false, total_a: a, total_b: b, note: typed("note") };
  };

  const say = async (page, form) => {
    const side = form.closest("[data-sign-side]").dataset.signSide;
    const shown = page.shown();
    if (!shown || keptOf(page, side)) return;
    const agrees = form.dataset.say === "yes";
    const said = agrees ? { agrees } : claimOf(form);
    if (!said) {
      form.querySelector("[data-say-missing]").hidden = false;
      form.elements.note.focus();
      return;
    }
    // Sent again, it needs no decision any more.
    for (const asked of wordsOf(page, side)) page.outbox.drop(asked);
    const item = { act: "say", path: form.dataset.path, side, said, shown };
    const kept = page.outbox.keep(item);
    // Before it is stored: a second tap must not hit the same button.
    page.show();
    const parts = [title(page, item)];
    if (!page.isReached) parts.push(page.ui.say_kept);
    document.dispatchEvent(new CustomEvent("belote:written", { detail: { text: parts.join(". ") } }));
    if (!(await kept)) page.warn("failed");
  };

  // Opens the form of a side that does not accept; where there is none, the link leads to a page of its own.
  const open = (event) => {
    const form = event.target.closest("[data-sign-side]").querySelector("form[data-say='no']");
    if (!form) return;
    event.preventDefault();
    form.hidden = !form.hidden;
    if (!form.hidden) form.elements.total_a.focus();
  };

  // What is being typed is kept when the page updates itself.
  const carry = (old, fresh) =>
    old.querySelectorAll("[data-sign-side] form[data-say='no']:not([hidden])").forEach((form) => {
      const { signSide } = form.closest("[data-sign-side]").dataset;
      const place = fresh.querySelector(`[data-sign-side="${signSide}"] form[data-say="no"]`);
      if (place) place.replaceWith(form);
    });

  const points = ({ A, B }) => `${belote.sheet.grouped(A)} – ${belote.sheet.grouped(B)}`;

  // Who accepts or disputes which totals.
  const title = ({ ui, sheet }, { side, said, shown }) => {
    const totals = said.agrees ? shown.totals : { A: said.total_a, B: said.total_b };
    const more = [totals.A === null ? "" : points(totals), said.note || ""].filter(Boolean);
    return [fill(said.agrees ? ui.accepts : ui.objects, { side: sheet.sides[side] }), ...more].join(", ");
  };

  const line = (label, totals) => h("p", {}, `${label} `, h("strong", {}, points(totals)));

  // The totals that were looked at, and those of the sheet as it is.
  const both = (page, item) =>
    h("div", {}, h("p", {}, title(page, item)), line(page.ui.totals_seen, item.shown.totals), line(page.ui.totals_now, page.sheet.totals));

  // A sheet that is still being played cannot be accepted; one that can be is looked at first.
  const choicesOf = (page, item) => {
    const shown = page.shown();
    const again = shown && page.sheet.receipt && page.sheet.may_correct && [page.ui.say_again, () => page.outbox.change(item, { shown })];
    return [[page.ui.look_first, () => page.outbox.drop(item)], again];
  };

  belote.sign = { both, carry, choicesOf, open, say, show, title };
})();
