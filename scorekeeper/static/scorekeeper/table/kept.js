// "Kept on this phone": the hands that are not on the sheet yet, and the questions that only a person can answer.
(() => {
  "use strict";
  const belote = window.belote;

  const { fill } = belote.words;

  // h("p", { class: "soft" }, "text", child): an element; `onclick` takes a function.
  const h = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => {
      if (name === "onclick") made.addEventListener("click", value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    });
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  };

  const SHAPES = { A: "M8 1a7 7 0 1 1 0 14a7 7 0 1 1 0-14z", B: "M8 0l8 8-8 8-8-8z" };
  const SVG = "http://www.w3.org/2000/svg";

  // The shape of a side with a label beside it, as includes/_side.html draws it.
  const sideMark = (side, label, name) => {
    const shape = document.createElementNS(SVG, "svg");
    Object.entries({ class: "side__shape", viewBox: "0 0 16 16", "aria-hidden": "true" }).forEach(([key, value]) => shape.setAttribute(key, value));
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", SHAPES[side]);
    shape.append(path);
    const text = label ? h("span", {}, label) : h("span", { class: "visually-hidden" }, name);
    return h("span", { class: `side side-${side.toLowerCase()}` }, shape, text);
  };

  const canEdit = ({ act, entry }) => (act === "put" || act === "correct") && !entry.penalty;

  // What a person can decide of an act that the computer in the hall did not take, by the code of its answer.
  // Each choice is [text, act on it]; the first one is the safe one.
  const choicesOf = (page, item, problem) => {
    const { ui, outbox } = page;
    const aside = [ui.leave_out, () => outbox.setAside(item)];
    const again = [ui.try_again, () => outbox.change(item, {})];
    const edit = canEdit(item) && [ui.correct, () => page.edit(item)];
    const stored = problem.stored;
    const replace = stored && [
      ui.take_mine,
      () => outbox.change(item, { act: "correct", hand: stored.id, base: stored.tag, number: stored.number }),
    ];
    const writeAsNext = [
      fill(ui.write_as, { number: page.sheet.next_number }),
      async () => {
        Object.assign(item, { act: "put", base: null, hand: page.store.uuid() });
        await outbox.renumber(item, page.sheet.next_number);
        await outbox.change(item, { began: outbox.began });
      },
    ];
    switch (problem.code) {
      case "another_hand":
        return [[ui.keep_sheet, aside[1]], replace, writeAsNext];
      case "hand_differs":
        return [[ui.keep_sheet, aside[1]], replace];
      case "hand_changed":
        if (item.act === "correct") return [[ui.keep_sheet, aside[1]], replace];
        return [[ui.keep_sheet, () => outbox.drop(item)], [ui.withdraw_anyway, () => outbox.change(item, { base: stored.tag })]];
      case "hand_withdrawn":
      case "hand_unknown":
        return item.act === "withdraw" ? [[ui.leave_out, () => outbox.drop(item)]] : [aside, writeAsNext];
      case "deals_changed":
      case "hands_missing":
        if (item.act === "passes") return [[ui.leave_out, () => outbox.drop(item)]];
        return [writeAsNext, aside];
      case "unusual_hand":
        return [
          [ui.that_is_right, () => outbox.change(item, { confirmed: [...(item.confirmed || []), ...(problem.errors || []).map(({ code }) => code)] })],
          edit,
          aside,
        ];
      case "impossible_hand":
        return [edit, aside];
      case "table_moved_on":
        return [aside, again];
      case "other_game":
        return [aside, item.act === "put" ? writeAsNext : null];
      default:
        return [again, aside];
    }
  };

  // What this phone's entry would mark in the place of that hand: the hand before it may hold points.
  const scoreInstead = (page, { act, entry }, { number }) => (act === "withdraw" ? null : page.judged(entry, page.heldOnSheet(number)).score);

  // Both entries of one hand beside each other.
  const versus = (page, item, stored) =>
    h(
      "div",
      { class: "versus" },
      page.card(fill(page.ui.on_the_sheet, { by: stored.by || "" }), stored.entry, stored.counted ? stored : null),
      page.card(page.ui.on_this_phone, item.act === "withdraw" ? null : item.entry, scoreInstead(page, item, stored)),
    );

  const heading = (page, item) => fill(item.problem.stored ? page.ui.two_entries : page.ui.look_again, { number: page.numberOf(item) });

  const question = (page, item, isFirst) => {
    const { problem } = item;
    const texts = [problem.detail || page.ui[problem.code], ...(problem.errors || []).map(({ detail }) => detail)];
    return h(
      "div",
      { class: "warning", role: isFirst ? "alert" : null },
      h("h3", {}, heading(page, item)),
      ...[...new Set(texts)].filter(Boolean).map((text) => h("p", {}, text)),
      problem.stored ? versus(page, item, problem.stored) : null,
      problem.address ? h("p", {}, h("a", { class: "button button--primary", href: problem.address }, page.ui.go_to_table)) : null,
      h(
        "div",
        { class: "stack kept__choices" },
        ...choicesOf(page, item, problem)
          .filter(Boolean)
          .map(([text, act], index) => h("button", { type: "button", class: index ? "button" : "button button--primary", onclick: act }, text)),
      ),
    );
  };

  // A correction or a withdrawal that may have arrived is not taken back here: the sheet shows it as soon as it answers.
  const isBound = ({ act, isTried }, { state }) => (act === "undo" && state !== "shut") || (act !== "put" && act !== "undo" && isTried);

  const row = (page, item, index) => {
    const { ui, outbox } = page;
    const isMoving = index === 0 && outbox.state === "sending";
    const titles = { put: ui.hand, correct: ui.correction, withdraw: ui.withdrawal, undo: ui.withdrawal, passes: ui.nobody_took };
    const title = fill(titles[item.act], { number: page.numberOf(item), count: item.count });
    return h(
      "li",
      { class: "kept__item", "data-act": item.act },
      item.problem && item.problem.stored ? null : page.card(title, item.entry || null, item.score, item.totals),
      item.problem ? question(page, item, index === 0) : null,
      item.problem || isMoving
        ? null
        : h(
            "div",
            { class: "row" },
            canEdit(item) ? h("button", { type: "button", class: "button button--quiet", onclick: () => page.edit(item) }, ui.correct) : null,
            isBound(item, outbox) ? null : h("button", { type: "button", class: "button button--quiet", onclick: () => page.remove(item) }, ui.remove),
          ),
    );
  };

  const asideRow = (page, item) =>
    h(
      "li",
      { class: "kept__item" },
      page.card(fill(page.ui.hand, { number: page.numberOf(item) }), item.entry || null, null),
      h("button", { type: "button", class: "button button--quiet", onclick: () => page.forget(item) }, page.ui.delete),
    );

  const stateText = ({ outbox, ui }) => {
    if (outbox.state === "shut") return outbox.why.detail;
    // What waits has an excuse: the disk of the computer in the hall is full.
    return (outbox.state === "waiting" && outbox.trouble && outbox.trouble.detail) || ui[outbox.state] || ui.waiting;
  };

  let drawn = "";

  // Draws the whole section anew where anything in it has changed, for a button must not go from under a finger; one
  // that had the focus keeps it by its text.
  const draw = (root, page) => {
    const { outbox, ui } = page;
    const shows = JSON.stringify([page.arrived, outbox.items, outbox.aside, outbox.state, outbox.why, page.sheet.version, page.sheet.state, Boolean(belote.outcomes)]);
    if (shows === drawn) return;
    drawn = shows;
    const shown = [...page.arrived, ...outbox.items];
    root.hidden = !shown.length && !outbox.aside.length;
    const focused = root.contains(document.activeElement) ? document.activeElement.textContent : null;
    const waits = outbox.items.length > 0;
    root.querySelector("[data-kept-title]").textContent = waits ? ui.kept_title : shown.length ? ui.arriving : ui.aside_title;
    root.querySelector("[data-kept-state]").textContent = waits ? stateText(page) : "";
    root.querySelector("[data-kept-advice]").hidden = !waits;
    root.querySelector("[data-kept-try]").hidden = !["waiting", "shut"].includes(outbox.state);
    root.querySelector("[data-kept-list]").replaceChildren(
      ...page.arrived.map((item) => h("li", { class: "kept__item kept__item--arrived" }, page.card(fill(ui.hand, { number: page.numberOf(item) }), item.entry || null, item.score, item.totals))),
      ...outbox.items.map((item, index) => row(page, item, index)),
    );
    const aside = root.querySelector("[data-kept-aside]");
    aside.hidden = !outbox.aside.length;
    aside.querySelector("ul").replaceChildren(...outbox.aside.map((item) => asideRow(page, item)));
    const again = focused && [...root.querySelectorAll("button")].find((button) => button.textContent === focused);
    if (again) again.focus({ preventScroll: true });
  };

  belote.kept = { draw, h, heading, sideMark };
})();
