// What both sides say of the finished sheet, an act like a hand: kept here, sent after the hands it is about, once. The
// forms are the contest's, which also says where they are sent; without this script they are sent as forms.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;
  const { fill } = belote.words;

  const wordsOf = (page, side) => page.outbox.items.filter((item) => item.act === "say" && item.side === side);
  const keptOf = (page, side) => wordsOf(page, side).find(({ problem }) => !problem);

  // Shows who has spoken on this phone, and the buttons of those who have not: of a sheet that is only here too.
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

  // What the form of a side that does not accept says, null while it says nothing that a referee can look at.
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
    // Said again, it needs no answer any more.
    for (const asked of wordsOf(page, side)) page.outbox.drop(asked);
    const item = { act: "say", path: form.dataset.path, side, said, shown };
    const kept = page.outbox.keep(item);
    // Before it is stored already: whoever touches twice must not meet the same button again.
    page.show();
    const parts = [title(page, item)];
    if (!page.isReached) parts.push(page.ui.say_kept);
    document.dispatchEvent(new CustomEvent("belote:written", { detail: { text: parts.join(". ") } }));
    if (!(await kept)) page.warn("failed");
  };

  // Opens the form of a side that does not accept; where there is none the link leads to a page of its own.
  const open = (event) => {
    const form = event.target.closest("[data-sign-side]").querySelector("form[data-say='no']");
    if (!form) return;
    event.preventDefault();
    form.hidden = !form.hidden;
    if (!form.hidden) form.elements.total_a.focus();
  };

  // What is being typed goes along when the page brings itself up to date.
  const carry = (old, fresh) =>
    old.querySelectorAll("[data-sign-side] form[data-say='no']:not([hidden])").forEach((form) => {
      const { signSide } = form.closest("[data-sign-side]").dataset;
      const place = fresh.querySelector(`[data-sign-side="${signSide}"] form[data-say="no"]`);
      if (place) place.replaceWith(form);
    });

  const points = ({ A, B }) => `${belote.sheet.grouped(A)} – ${belote.sheet.grouped(B)}`;

  // Who says what of which totals.
  const title = ({ ui, sheet }, { side, said, shown }) => {
    const totals = said.agrees ? shown.totals : { A: said.total_a, B: said.total_b };
    const more = [totals.A === null ? "" : points(totals), said.note || ""].filter(Boolean);
    return [fill(said.agrees ? ui.accepts : ui.objects, { side: sheet.sides[side] }), ...more].join(", ");
  };

  const line = (label, totals) => h("p", {}, `${label} `, h("strong", {}, points(totals)));

  // The totals that were looked at, and those of the sheet as it is.
  const both = (page, item) =>
    h("div", {}, h("p", {}, title(page, item)), line(page.ui.totals_seen, item.shown.totals), line(page.ui.totals_now, page.sheet.totals));

  // A sheet that still goes on cannot be accepted; one that may be is looked at first.
  const choicesOf = (page, item) => {
    const shown = page.shown();
    const again = shown && page.sheet.receipt && page.sheet.may_correct && [page.ui.say_again, () => page.outbox.change(item, { shown })];
    return [[page.ui.look_first, () => page.outbox.drop(item)], again];
  };

  belote.sign = { both, carry, choicesOf, open, say, show, title };
})();
