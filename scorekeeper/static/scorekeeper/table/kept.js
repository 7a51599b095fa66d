// "Kept on this phone": what is not yet on the sheet, and the questions that only a person can answer. Only what the sheet
// still accepts is offered: nothing is added to a game that has ended or has no room for it.
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

  // The shape of a side with a label beside it, as in includes/_side.html.
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

  // Whether the sheet still accepts actions of that kind: further hands while the game goes on, corrections as long as the
  // contest allows them.
  const isTaken = (page, { act }) => !page.hasMovedOn && (act === "correct" || act === "withdraw" ? page.sheet.may_correct : page.mayEnter);

  const isEnd = ({ problem }) => belote.ENDS.includes(problem.code);

  // What cannot be solved here, only read out to somebody who can.
  const isEnded = (page, item) => {
    const { act, problem } = item;
    if (!problem || problem.code === "other_game") return false;
    return act === "say" ? isEnd(item) : !isTaken(page, problem.stored ? { act: "correct" } : item);
  };

  // What a person can decide about an action that the server refused, by the code of its answer. Each choice is
  // [text, action on it]; the first one is the safe one.
  const choicesOf = (page, item, problem) => {
    const { ui, outbox } = page;
    const aside = [ui.leave_out, () => outbox.setAside(item)];
    const again = [ui.try_again, () => outbox.change(item, {})];
    const edit = canEdit(item) && [ui.correct, () => page.edit(item)];
    const { stored } = problem;
    const replace = stored && [
      ui.take_mine,
      () => outbox.change(item, { act: "correct", hand: stored.id, base: stored.tag, number: stored.number }),
    ];
    const writeAsNext = item.entry && page.hasRoom(item) && [
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
      case "beyond_end":
        if (item.act === "passes") return [[ui.leave_out, () => outbox.drop(item)]];
        return writeAsNext ? [writeAsNext, aside] : [aside];
      case "unusual_hand":
        return [
          [ui.that_is_right, () => outbox.change(item, { confirmed: [...(item.confirmed || []), ...(problem.errors || []).map(({ code }) => code)] })],
          edit,
          aside,
        ];
      case "impossible_hand":
        return [edit, aside];
      case "other_game":
        return [aside, item.act === "put" ? writeAsNext : null];
      case "sheet_changed":
        return belote.sign.choicesOf(page, item);
      default:
        return [again, aside];
    }
  };

  // What this phone's entry would score in that place: the hand before it may hold points.
  const scoreInstead = (page, { act, entry }, { number }) => (act === "withdraw" ? null : page.judgedInstead(entry, number).score);

  // Both entries of a hand beside each other.
  const versus = (page, item, stored) =>
    h(
      "div",
      { class: "versus" },
      page.card(stored.number, fill(page.ui.on_the_sheet, { by: stored.by || "" }), stored.entry, stored.counted ? stored : null),
      page.card(stored.number, page.ui.on_this_phone, item.act === "withdraw" ? null : item.entry, scoreInstead(page, item, stored)),
    );

  const heading = (page, item) => {
    const { ui } = page;
    if (item.act === "say") return ui.sheet_changed_title;
    if (!item.problem.stored && isEnded(page, item)) return ui.ended_title;
    return fill(item.problem.stored ? ui.two_entries : ui.look_again, { number: page.numberOf(item) });
  };

  const paragraphs = (texts) => [...new Set(texts)].filter(Boolean).map((text) => h("p", {}, text));

  const choices = (offered) =>
    h(
      "div",
      { class: "stack kept__choices" },
      ...offered.filter(Boolean).map(([text, act], index) => h("button", { type: "button", class: index ? "button" : "button button--primary", onclick: act }, text)),
    );

  const question = (page, item, isFirst) => {
    const { problem } = item;
    const { ui } = page;
    const texts = [problem.detail || ui[problem.code], ...(problem.errors || []).map(({ detail }) => detail)];
    return h(
      "div",
      { class: "warning", role: isFirst ? "alert" : null },
      h("h3", {}, heading(page, item)),
      ...paragraphs(texts),
      problem.stored ? versus(page, item, problem.stored) : null,
      item.act === "say" ? belote.sign.both(page, item) : null,
      choices(choicesOf(page, item, problem)),
    );
  };

  // Everything that came too late: it can be read out, left on the phone or deleted.
  const ended = (page, items) => {
    const { ui, outbox } = page;
    const { address } = items.map(({ problem }) => problem).find((problem) => problem.address) || {};
    const details = items.filter(isEnd).map(({ problem }) => problem.detail);
    const leave = async () => {
      for (const item of items) await (item.entry ? outbox.setAside(item) : outbox.drop(item));
    };
    return h(
      "li",
      { class: "kept__item" },
      h(
        "div",
        { class: "warning", role: "alert" },
        h("h3", {}, ui.ended_title),
        ...paragraphs(details.length ? details : [ui.ended_text]),
        ...items.flatMap((item) => {
          const { stored } = item.problem;
          return stored ? [h("h4", {}, heading(page, item)), versus(page, item, stored)] : [page.card(page.numberOf(item), titleOf(page, item), item.entry || null, null)];
        }),
        h("p", {}, ui.read_out),
        address ? h("p", {}, h("a", { class: "button button--primary", href: address }, ui.go_to_table)) : null,
        choices([
          [ui.leave_late, leave],
          [ui.delete, () => page.forget(items)],
        ]),
      ),
    );
  };

  // A correction or withdrawal that may have arrived cannot be undone here: the sheet shows it as soon as it answers.
  const isBound = ({ act, isTried }, { state }) => (act === "undo" && state !== "shut") || (act !== "put" && act !== "undo" && isTried);

  const titleOf = (page, item) => {
    const { ui } = page;
    if (item.act === "say") return belote.sign.title(page, item);
    const titles = { put: ui.hand, correct: ui.correction, withdraw: ui.withdrawal, undo: ui.withdrawal, passes: ui.nobody_took };
    return fill(titles[item.act], { number: page.numberOf(item), count: item.count });
  };

  const row = (page, item, index) => {
    const { ui, outbox } = page;
    const isMoving = item === outbox.moving && outbox.state === "sending";
    return h(
      "li",
      { class: "kept__item", "data-act": item.act },
      item.problem && (item.problem.stored || item.act === "say") ? null : page.card(page.numberOf(item), titleOf(page, item), item.entry || null, item.score, item.totals),
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
      page.card(page.numberOf(item), titleOf(page, item), item.entry || null, null),
      h("button", { type: "button", class: "button button--quiet", onclick: () => page.forget([item]) }, page.ui.delete),
    );

  // The trouble that the server reported: its disk is full, or an error with that number.
  const troubleText = (trouble) => trouble?.detail || "";

  const stateText = (page) => {
    const { outbox, ui } = page;
    if (outbox.state === "shut") return outbox.why.detail;
    if (outbox.state === "asking" && outbox.items.every(({ problem }) => problem)) return ui.asking_only;
    return troubleText(outbox.trouble) || ui[outbox.state] || ui.waiting;
  };

  let drawn = "";

  // Renders the whole section again if anything in it has changed, because a button must not move under a finger; the one
  // that had the focus keeps it, found by its text.
  const draw = (root, page) => {
    const { outbox, ui } = page;
    const { version, state, may_enter, may_correct, mark } = page.sheet;
    const isMoving = outbox.moving?.id;
    const shows = JSON.stringify([
      [page.arrived, outbox.items, outbox.aside, outbox.state, outbox.why, outbox.trouble, isMoving],
      [version, state, may_enter, may_correct, mark, Boolean(page.hasMovedOn), Boolean(belote.outcomes)],
    ]);
    if (shows === drawn) return;
    drawn = shows;
    const shown = [...page.arrived, ...outbox.items];
    root.hidden = !shown.length && !outbox.aside.length;
    const focused = root.contains(document.activeElement) ? document.activeElement.textContent : null;
    const waits = outbox.items.length > 0;
    root.querySelector("[data-kept-title]").textContent = waits ? ui.kept_title : shown.length ? ui.arriving : ui.aside_title;
    root.querySelector("[data-kept-state]").textContent = waits ? stateText(page) : "";
    const late = outbox.items.filter((item) => isEnded(page, item));
    root.querySelector("[data-kept-advice]").hidden = outbox.items.length === late.length;
    root.querySelector("[data-kept-try]").hidden = !["waiting", "shut"].includes(outbox.state);
    root.querySelector("[data-kept-list]").replaceChildren(
      ...(late.length ? [ended(page, late)] : []),
      ...page.arrived.map((item) => h("li", { class: "kept__item kept__item--arrived" }, page.card(page.numberOf(item), fill(ui.hand, { number: page.numberOf(item) }), item.entry || null, item.score, item.totals))),
      ...outbox.items.filter((item) => !late.includes(item)).map((item, index) => row(page, item, index)),
    );
    const aside = root.querySelector("[data-kept-aside]");
    aside.hidden = !outbox.aside.length;
    aside.querySelector("ul").replaceChildren(...outbox.aside.map((item) => asideRow(page, item)));
    const again = focused && [...root.querySelectorAll("button")].find((button) => button.textContent === focused);
    if (again) again.focus({ preventScroll: true });
  };

  belote.kept = { draw, h, heading, sideMark, titleOf, troubleText };
})();
