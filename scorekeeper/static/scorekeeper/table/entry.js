// Converts between the form of a hand and the entry that the server accepts. Nothing is checked here.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const TRICKS = 8;
  const RADIOS = ["taker", "belote", "capot", "last_trick", "trump", "tricks_side", "best_declaration", "bid", "multiplier", "further_a", "further_b"];
  const points = (side) => `points_${side.toLowerCase()}`;
  const otherSide = (side) => (side === "A" ? "B" : "A");
  const sideOf = (text) => (text ? text[0] : null);

  // Reads the form: {entry, unread}; `unread` are the names of fields that do not contain a whole number.
  const read = (form) => {
    const data = new FormData(form);
    const unread = [];
    const text = (name) => String(data.get(name) || "").trim();
    const number = (name) => {
      if (!text(name)) return null;
      if (/^\d{1,4}$/.test(text(name))) return Number(text(name));
      unread.push(name);
      return null;
    };
    const entry = { taker: text("taker") || null, trump: text("trump") || null, capot: sideOf(text("capot")) };
    const takers = sideOf(entry.taker) || "A";
    Object.assign(entry, cardPoints(form, number, takers, entry.capot));
    const holder = text("belote");
    const more = (side) => (entry.trump === "all_trump" ? Array(number(`further_${side.toLowerCase()}`) || 0).fill(side) : []);
    const belotes = [...(holder ? [holder[0]] : []), ...more("A"), ...more("B")];
    entry.belote = belotes[0] || null;
    entry.belote_seat = holder.length === 2 ? holder : null;
    entry.further_belotes = belotes.slice(1);
    entry.last_trick = sideOf(text("last_trick"));
    entry.best_declaration = sideOf(text("best_declaration"));
    entry.tricks = number("tricks");
    // The tricks of either side may be counted; those of the takers are stored.
    if (entry.tricks !== null && entry.taker && ![null, takers].includes(sideOf(text("tricks_side")))) {
      entry.tricks = TRICKS - entry.tricks;
    }
    const bid = number("bid");
    entry.contract = bid === null ? null : { bid, multiplier: Number(text("multiplier") || 0) };
    entry.taker_alone = data.has("taker_alone");
    entry.declarations = belote.declaring ? belote.declaring.declared(form) : [];
    return { entry, unread };
  };

  // Points may be typed for either side or for both; those of the takers are stored, and the others are a check.
  const cardPoints = (form, number, takers, capot) => {
    const whole = form.querySelector("linked-points").total;
    const own = number(points(takers));
    const others = number(points(otherSide(takers)));
    const count = number("other_count");
    if (capot && own === null && others === null) {
      return { card_points: capot === takers ? whole : 0, defenders_count: count };
    }
    if (own === null && others !== null) return { card_points: whole - others, defenders_count: count };
    const differs = others !== null && own + others !== whole;
    return { card_points: own, defenders_count: count === null && differs ? others : count };
  };

  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  const choose = (form, name, value) => {
    const found = [...form.querySelectorAll(`input[name="${name}"]`)].find((radio) => radio.value === String(value));
    if (found && !found.checked) {
      found.checked = true;
      changed(found);
    }
  };

  const type = (form, name, value) => {
    const field = form.elements[name];
    if (!field) return;
    if (field instanceof RadioNodeList) {
      choose(form, name, value === null || value === undefined ? "" : value);
      return;
    }
    field.value = value === null || value === undefined ? "" : String(value);
    changed(field);
  };

  // Puts an entered hand into the form, so that it can be corrected.
  const fill = (form, entry) => {
    clear(form);
    const takers = sideOf(entry.taker) || "A";
    const values = {
      taker: entry.taker,
      trump: entry.trump || "",
      belote: entry.belote_seat || entry.belote || "",
      capot: entry.capot || "",
      last_trick: entry.last_trick || "",
      best_declaration: entry.best_declaration || "",
      tricks_side: entry.tricks === null || entry.tricks === undefined ? "" : takers,
      bid: entry.contract ? entry.contract.bid : "",
      multiplier: entry.contract ? entry.contract.multiplier : 0,
      ...Object.fromEntries(["A", "B"].map((side) => [
        `further_${side.toLowerCase()}`,
        (entry.further_belotes || []).filter((one) => one === side).length || "",
      ])),
    };
    RADIOS.forEach((name) => choose(form, name, values[name]));
    if (form.elements.taker_alone) form.elements.taker_alone.checked = Boolean(entry.taker_alone);
    type(form, "tricks", entry.tricks);
    type(form, "other_count", entry.defenders_count);
    (entry.declarations || []).forEach((one) => belote.declaring.declare(form, one));
    type(form, points(takers), entry.card_points);
    form.querySelector("linked-points").forget();
  };

  const clear = (form) => {
    form.reset();
    form.querySelectorAll("input[type=radio][value=''], input[type=radio][value='0']").forEach((radio) => {
      radio.checked = true;
    });
    form.querySelectorAll("input[type=text], select").forEach((field) => {
      field.value = "";
      changed(field);
    });
    form.querySelectorAll("input[name=taker], input[name=tricks_side], input[name=bid]").forEach((radio) => {
      radio.checked = false;
    });
    changed(form);
  };

  // Which field shows a problem that the engine reports for the takers' points.
  const fieldOf = (form, entry, name) => {
    const takers = sideOf(entry.taker) || "A";
    const typed = (field) => form.elements[field] && form.elements[field].value.trim() !== "";
    if (name === "card_points") return typed(points(takers)) ? points(takers) : points(otherSide(takers));
    if (name === "defenders_count") return typed("other_count") ? "other_count" : points(otherSide(takers));
    return { contract: "bid", declarations: "declared_1" }[name] || name;
  };

  belote.entry = { read, fill, clear, fieldOf, otherSide };
})();
