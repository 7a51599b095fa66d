// The server may get another address in the middle of an evening, and what a browser stores belongs to the address under
// which it was typed. This page takes it along to the new address, where the user is asked whether to add it.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;
  const { fill } = belote.words;

  // A computer that is only restarting is back before that.
  const PATIENCE = 20000;
  // Written by app.js from the URL, on whichever page the new address shows first.
  const CARRIED = "belote:carried";

  // "192.168.1.9" is enough: the rest is as on this page.
  const originOf = (typed) => {
    const text = typed.trim();
    try {
      const url = new URL(/^https?:\/\//i.test(text) ? text : `${window.location.protocol}//${text}`);
      if (!/:\d+\/*$/.test(text.replace(/^https?:/i, "")) && text === url.hostname) url.port = window.location.port;
      return /^[\w.:[\]-]+$/.test(url.hostname) ? url.origin : null;
    } catch {
      return null;
    }
  };

  const kept = (page) =>
    [...page.outbox.items, ...page.outbox.aside].map(({ isLoose: _loose, isTried: _tried, score: _score, totals: _totals, ...item }) => item);

  const go = (page, form) => {
    const origin = originOf(form.elements.address.value);
    form.querySelector("[role=alert]").hidden = Boolean(origin);
    if (!origin) return;
    const items = kept(page);
    const carried = items.length ? `#kept=${encodeURIComponent(JSON.stringify(items))}` : "";
    // In a tab of its own: with a mistyped address, this page and what it stores would be out of reach.
    window.open(origin + page.join + carried, "_blank", "noopener");
  };

  const form = (page) => {
    const { ui } = page;
    const made = h(
      "form",
      { class: "card moving no-print", id: "moving" },
      h("p", {}, h("strong", {}, ui.moving_title)),
      h("p", { class: "soft" }, ui.moving_text),
      h("label", { class: "field__label", for: "moving-address" }, ui.moving_label),
      h("input", { class: "input", id: "moving-address", name: "address", inputmode: "url", autocomplete: "off", autocapitalize: "none", placeholder: window.location.host, required: true }),
      h("p", { class: "field__error", role: "alert", hidden: true }, ui.moving_wrong),
      h("button", { class: "button", type: "submit" }, ui.moving_go),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      go(page, made);
    });
    return made;
  };

  // They become parts of URLs; nothing is sent but what such a page stores.
  const isAct = (item) =>
    Boolean(item) && typeof item.id === "string" && [item.id, item.hand].every((key) => /^[\w-]+$/.test(key)) && /^(\/[a-z]+\/)?$/.test(item.path || "");

  const readCarried = () => {
    try {
      const items = JSON.parse(window.localStorage.getItem(CARRIED));
      return Array.isArray(items) ? items.filter(isAct) : [];
    } catch {
      return [];
    }
  };
  const forgetCarried = () => window.localStorage.removeItem(CARRIED);

  // Asked, not done at once: anybody can make a link that carries hands.
  const offer = (page) => {
    const items = readCarried().filter(({ game, began }) => game === page.game && began === page.began);
    if (!items.length) return;
    const end = () => {
      forgetCarried();
      notice.remove();
    };
    const take = async () => {
      notice.remove();
      try {
        for (const item of items) await page.store.put(item);
        forgetCarried();
      } catch {
        // Offered again: nobody else has them here.
        document.getElementById("content").prepend(notice);
        page.warn("failed");
      }
      await page.outbox.load();
    };
    const text = items.length === 1 ? page.ui.carried_one : fill(page.ui.carried_many, { count: items.length });
    const notice = h(
      "div",
      { class: "message message--warning no-print", role: "alert", id: "carried" },
      h("p", {}, text),
      h("div", { class: "row" }, h("button", { class: "button button--primary", type: "button", onclick: take }, page.ui.carried_take), h("button", { class: "button button--quiet", type: "button", onclick: end }, page.ui.carried_leave)),
    );
    document.getElementById("content").prepend(notice);
  };

  let waiting = 0;

  belote.moving = {
    start: offer,

    // Offers the link to another address once the server has not answered for a while.
    reach(page, isReached) {
      window.clearTimeout(waiting);
      if (isReached) document.getElementById("moving")?.remove();
      else waiting = window.setTimeout(() => document.getElementById("moving") || page.keptSection.after(form(page)), PATIENCE);
    },
  };
})();
