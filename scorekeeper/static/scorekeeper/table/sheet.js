// What the script of a table's page shows: the score of a hand as it is typed, problems beside their fields, and the totals
// with the hands that are stored only on this phone.
(() => {
  "use strict";
  const belote = window.belote;
  const { h, sideMark } = belote.kept;
  const { fill } = belote.words;

  // French browsers put a narrower space between thousands than the server does; every page should show the same.
  const grouped = (points) => new Intl.NumberFormat(document.documentElement.lang).format(points).replaceAll("\u202f", "\u00a0");
  // A total as the table shows it.
  const shownTotal = (page, total) => grouped(page.sheet.rules.shown_in_tens ? Math.floor((total + 5) / 10) * 10 : total);
  const badge = (page, score) => h("span", { class: `badge badge--${score.outcome}` }, page.texts.outcomes[score.outcome]);
  const mark = (page, side, label) => sideMark(side, label, page.sheet.sides[side]);
  const points = (page, score, className) =>
    ["A", "B"].map((side) => h("span", { class: `${className} side-${side.toLowerCase()}` }, mark(page, side), ` +${score.points[side]}`));

  // --- A hand in a few words

  // Who sat there in that hand: there may be a substitute since. An older page does not know who left.
  const seatsIn = (page, number) => {
    const left = (page.sheet.left || []).filter(({ first_hand: first, last_hand: last }) => first <= number && number <= last);
    return { ...page.sheet.seats, ...Object.fromEntries(left.map(({ seat, name }) => [seat, name])) };
  };

  const said = (page, entry, seats) => {
    const { sides } = page.sheet;
    const { ui } = page;
    const words = belote.bidding ? belote.bidding.said(page, entry) : [];
    if (entry.penalty) {
      const reason = entry.penalty_reason ? `(${entry.penalty_reason})` : "";
      return [`${fill(ui.penalty_of, { side: sides[entry.penalty] })} ${reason}`.trim(), ...words];
    }
    if (entry.card_points !== null && entry.taker) {
      const whole = belote.outcomes ? belote.scoring.whole(belote.outcomes, entry.trump) : 162;
      const own = entry.card_points;
      const [a, b] = entry.taker[0] === "A" ? [own, whole - own] : [whole - own, own];
      words.push(`${a} – ${b}`);
    }
    if (entry.belote) words.push(fill(ui.belote_of, { name: seats[entry.belote_seat] || sides[entry.belote] }));
    for (const side of entry.further_belotes || []) words.push(fill(ui.belote_of, { name: sides[side] }));
    if (entry.capot) words.push(fill(ui.capot_of, { side: sides[entry.capot] }));
    if (entry.trump) words.push(page.texts.trumps[entry.trump]);
    return words;
  };

  const card = (page, number, title, entry, scored, totals) => {
    const seats = seatsIn(page, number);
    return h(
      "div",
      { class: "hand-card" },
      h("p", { class: "hand-card__head" }, h("strong", {}, title), scored ? badge(page, scored) : null),
      entry
        ? h("p", { class: "hand-card__said" }, entry.taker ? mark(page, entry.taker[0], seats[entry.taker]) : null, h("span", {}, said(page, entry, seats).join(" · ")))
        : null,
      scored
        ? h("p", { class: "hand-card__points" }, ...points(page, scored, "hand-card__side"), totals ? h("strong", {}, `${shownTotal(page, totals.A)} – ${shownTotal(page, totals.B)}`) : null)
        : null,
    );
  };

  // --- The score of the hand as it is typed

  const preview = (page, { entry, problems, warnings, score }) => {
    const box = document.getElementById("preview");
    const line = document.getElementById("preview-line");
    if (!box) return;
    const notes = [...problems, ...warnings].map((problem) => h("p", { class: "preview__warning" }, belote.words.problem(page.texts, problem)));
    box.classList.toggle("preview--waiting", !score);
    belote.bidding?.tell(page, entry, score);
    if (!score) {
      box.replaceChildren(...(notes.length ? notes : [page.ui.preview_empty]));
      line.replaceChildren();
      return;
    }
    const { sides } = page.sheet;
    box.replaceChildren(
      h("div", { class: "preview__head" }, h("h3", {}, page.ui.this_hand), badge(page, score)),
      h(
        "div",
        { class: "preview__sides" },
        ...["A", "B"].map((side) =>
          h("div", { class: `preview__side side-${side.toLowerCase()}` }, mark(page, side, sides[side]), h("span", { class: "preview__points" }, `+${score.points[side]}`)),
        ),
      ),
      h("p", { class: "preview__why" }, belote.words.explain(page.texts, entry, score, sides)),
      h(
        "ul",
        { class: "reasons" },
        ...score.lines.map(({ side, points: marked, reason }) =>
          h("li", {}, h("span", {}, capital(page.texts.reasons[reason])), h("span", { class: "reasons__points" }, mark(page, side), ` +${marked}`)),
        ),
      ),
      ...notes,
    );
    line.replaceChildren(h("span", {}, page.texts.outcomes[score.outcome]), ...points(page, score, ""));
  };

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // --- What is wrong, and what is unusual

  const problems = (form, found, ui) => {
    if (!form) return;
    form.querySelectorAll("[data-found], .error-summary, .field__error").forEach((shown) => shown.remove());
    form.querySelectorAll(".field--error").forEach((field) => field.classList.remove("field--error"));
    if (!found.length) return;
    const items = found.map(({ field, text }) => {
      const target = document.getElementById(`id_${field}`);
      const box = target?.closest(".field");
      if (box) {
        box.classList.add("field--error");
        const heading = box.querySelector("legend, .field__label");
        heading.after(h("p", { class: "field__error", "data-found": true }, text));
        const more = box.closest("details");
        if (more) more.open = true;
      }
      return h("li", {}, target ? h("a", { href: `#id_${field}` }, text) : text);
    });
    const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", "data-found": true }, h("h2", {}, ui.not_right), h("ul", {}, ...items));
    form.prepend(summary);
    summary.focus({ preventScroll: true });
    summary.scrollIntoView({ block: "nearest" });
  };

  const unusual = (page, warnings) => ({
    title: page.ui.one_more_look,
    texts: warnings.map((warning) => belote.words.problem(page.texts, warning)),
    buttons: [
      h("button", { type: "button", class: "button button--primary button--wide", "data-confirm-unusual": true, onclick: () => page.write(true) }, page.ui.that_is_right),
    ],
  });

  // `asked` is a title, sentences and buttons; without it the question is removed.
  const question = (form, asked) => {
    if (!form) return;
    form.querySelectorAll(".warning").forEach((shown) => shown.remove());
    if (!asked) return;
    const shown = h(
      "div",
      { class: "warning", role: "alert", tabindex: "-1" },
      h("h2", {}, asked.title),
      asked.texts.length > 1 ? h("ul", {}, ...asked.texts.map((text) => h("li", {}, text))) : h("p", {}, ...asked.texts),
      ...asked.buttons,
    );
    form.querySelector(".action-bar").before(shown);
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: "center" });
  };

  // --- The totals

  // The totals that the page was loaded with.
  const asSent = (page) => document.getElementById("live-totals").replaceChildren(...page.remembered.parts.cloneNode(true).childNodes);

  const standing = (page, now) => {
    const totals = document.getElementById("totals");
    const { sheet, ui } = page;
    const ahead = now.count > 0;
    if (page.wasAhead && !ahead && page.remembered.version === sheet.version) {
      // Nothing is stored any more and nothing new arrived: the totals are those of the page again.
      asSent(page);
    } else if (totals) {
      const [a, b] = totals.querySelectorAll(".totals__total");
      // A game that returned held points has totals of its own: those of the sheet are shown as they came.
      if (ahead || page.wasAhead) {
        [a, b].forEach((shown, place) => {
          const total = now.totals[place ? "B" : "A"];
          shown.textContent = shownTotal(page, total);
          shown.title = grouped(total);
        });
        totals.querySelectorAll(".totals__mark").forEach((shown, index) => {
          const lead = (now.totals.A - now.totals.B) * (index ? -1 : 1);
          shown.textContent = lead > 0 ? fill(ui.leads_by, { points: grouped(lead) }) : "";
          shown.parentElement.classList.toggle("totals__side--leads", lead > 0);
        });
        foot(totals, page, now);
        held(page, now);
      }
      totals.classList.toggle("totals--kept", ahead);
    }
    page.wasAhead = ahead;
    if (page.entrySection) enter(page, now);
  };

  const dealerAfter = (page, now) => {
    const { dealers, seats } = page.sheet;
    return seats[dealers[now.count % dealers.length]];
  };

  const foot = (totals, page, now) => {
    const shown = totals.querySelector(".totals__foot");
    if (!shown) return;
    const [before, after] = page.ui.deals.split("%(name)s");
    const dealer = h("span", {}, before, h("strong", {}, dealerAfter(page, now)), after);
    const next = now.over === true ? [] : [h("span", {}, place(page, now)), dealer];
    shown.replaceChildren(...next, h("span", {}, page.ui.with_kept));
  };

  // The number of the next hand in its game, as the server words it.
  const place = (page, now) => {
    const { hands, games } = page.sheet.format;
    const number = games > 1 || hands ? now.hands_in_game + 1 : now.next_number;
    const text = games > 1 ? page.ui.hand_in_game : hands ? page.ui.hand_of : page.ui.hand;
    return fill(text, { number, of: hands, game: now.game_number, games });
  };

  const held = (page, now) => {
    const sum = now.held.A + now.held.B;
    let shown = document.querySelector(".held");
    if (!sum) {
      shown?.remove();
      return;
    }
    if (!shown) {
      shown = h("p", { class: "held" }, h("span", { class: "held__points" }), h("span", {}, `${page.ui.held} `, h("span", { class: "held__why" }, page.ui.held_why)));
      document.getElementById("totals").after(shown);
    }
    shown.querySelector(".held__points").textContent = String(sum);
  };

  const enter = (page, now) => {
    const isOver = now.over === true;
    const isOpen = page.mayEnter && (!isOver || page.editing);
    page.entrySection.hidden = !isOpen;
    const full = document.getElementById("kept-over");
    full.hidden = !(page.mayEnter && now.over && now.count);
    full.textContent = isOver ? page.ui.all_typed : page.ui.maybe_over;
    if (!page.editing) page.entrySection.querySelector("h2").textContent = fill(page.ui.hand, { number: now.next_number });
    const passed = page.passedDeals(now.next_number);
    const restore = page.entrySection.querySelector("[data-deal='-1']");
    if (restore) {
      restore.hidden = !passed;
      restore.querySelector("button").textContent = fill(passed === 1 ? page.ui.passed_once : page.ui.passed_often, { count: passed });
    }
  };

  // The keys of the form name who sat there in the hand that is corrected; without a number, who sits there now.
  const nameKeys = (page, number) => {
    const { left, seats } = page.sheet;
    if (!left?.length) return;
    const then = seatsIn(page, number);
    page.entrySection.querySelectorAll(".tile").forEach((tile) => {
      const seat = document.getElementById(tile.htmlFor)?.value;
      const label = tile.lastElementChild;
      if (!(seat in seats)) return;
      label.dataset.now ??= label.textContent;
      label.textContent = then[seat] === seats[seat] ? label.dataset.now : then[seat];
    });
  };

  // The form while an entered hand is corrected; `number` is null again afterwards.
  const editing = (page, number) => {
    const section = page.entrySection;
    section.classList.toggle("is-correcting", number !== null);
    section.querySelector("[data-correcting]").hidden = number === null;
    section.querySelector("h2").textContent = number === null ? "" : fill(page.ui.correct_hand, { number });
    // The form of a penalty corrects too: a hand that was played becomes a penalty.
    page.submits.forEach(([button, label]) => (button.textContent = number === null ? label : page.ui.correct_it));
    nameKeys(page, number);
  };

  // --- News from the server

  // Keeps the totals that the page was loaded with.
  const remember = (page) => {
    const live = document.getElementById("live-totals");
    page.remembered = { version: page.sheet.version, parts: live.cloneNode(true) };
  };

  const swap = (page, news) => {
    document.querySelectorAll("[data-live][id]").forEach((old) => {
      const fresh = news.getElementById(old.id);
      if (!fresh || fresh.innerHTML === old.innerHTML) return;
      const active = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
      belote.sign.carry(old, fresh);
      old.replaceWith(fresh);
      if (active) fresh.querySelector(`[href="${CSS.escape(active)}"]`)?.focus({ preventScroll: true });
    });
    // There is a substitute: the form names who plays now, and what is typed stays.
    news.querySelectorAll("#entry .tile").forEach((fresh) => document.getElementById(fresh.htmlFor)?.nextElementSibling.replaceWith(fresh.lastElementChild));
    if (page.editing) nameKeys(page, page.editing.number);
    page.wasAhead = false;
    remember(page);
  };

  const notice = (page, text, address) => {
    const shown = h("div", { class: "message message--warning table-notice", role: "alert" }, h("p", {}, text));
    const close = { type: "button", class: "button button--quiet", onclick: () => shown.remove() };
    shown.append(address ? h("a", { class: "button button--primary", href: address }, page.ui.go_to_table) : h("button", close, page.ui.close));
    document.getElementById("content").prepend(shown);
  };

  // Says beside the button what was just entered; with `act` it can be undone there.
  const written = (page, text, act = null) => {
    document.querySelectorAll("undo-toast").forEach((shown) => shown.remove());
    const toast = h("undo-toast", { class: "toast", "data-seconds": "5" });
    const take = () => {
      toast.remove();
      page.remove(page.outbox.items.find(({ hand }) => hand === act.hand) || act);
    };
    const counter = h("span", { "aria-hidden": "true", "data-countdown": true });
    const back = act && h("button", { type: "button", class: "button", onclick: take }, page.ui.undo, " ", counter);
    toast.append(h("div", { class: "toast__body" }, h("span", {}, text), back || ""), h("div", { class: "toast__bar", "aria-hidden": "true" }));
    page.bar.prepend(toast);
  };

  belote.sheet = { grouped, shownTotal, asSent, card, preview, problems, question, unusual, standing, editing, remember, swap, notice, written };
})();
