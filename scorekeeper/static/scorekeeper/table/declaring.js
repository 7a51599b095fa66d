// Declarations with one thumb: a key adds one to a side, tapping it removes it, tapping again chooses its highest card.
// Impossible combinations are reported at once; who has the best is only asked where the cards do not decide it.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const SIDES = ["A", "B"];

  // There is a list for each place, with "A:tierce:king" in each.
  const lists = (form) => [...form.querySelectorAll("select[name^=declared_]")];

  const declared = (form) =>
    lists(form).filter(({ value }) => value).map(({ value }) => {
      const [side, kind, high = null] = value.split(":");
      return { side, kind, high };
    });

  const declare = (form, { side, kind, high }) => {
    const all = lists(form);
    let free = all.find(({ value }) => !value);
    if (!free) {
      free = all[0].cloneNode(true);
      free.removeAttribute("id");
      free.name = `declared_${all.length + 1}`;
      all[0].after(free);
    }
    free.value = [side, kind, high].filter(Boolean).join(":");
    free.dispatchEvent(new Event("input", { bubbles: true }));
    return free;
  };

  belote.declaring = { declared, declare };

  class DeclaredKeys extends HTMLElement {
    connectedCallback() {
      this.form = this.closest("form");
      document.addEventListener("belote:outcomes", () => this.start(), { once: true });
    }

    start() {
      const { h, sideMark } = belote.kept;
      const kinds = Object.keys(this.rules.points);
      // Sequences first, then fours of a kind from the strongest.
      this.kinds = [...kinds.filter((kind) => kind in this.rules.lengths), ...kinds.filter((kind) => !(kind in this.rules.lengths)).reverse()];
      this.best = this.querySelector("#id_best_declaration");
      this.said = h("p", { class: "declared__wrong", role: "alert", hidden: true });
      this.chips = {};
      const rows = SIDES.map((side) => {
        this.chips[side] = h("div", { class: "declared__chips", "data-chips": side });
        const name = sideMark(side, this.dataset[`side${side}`]);
        const keys = this.kinds.map((kind) => this.key(side, kind));
        return h("div", { class: `declared__side side-${side.toLowerCase()}`, role: "group", "aria-label": this.dataset[`side${side}`] },
          h("p", {}, name), this.chips[side], h("div", { class: "declared__keys" }, ...keys));
      });
      this.querySelector("[data-declared-lists]").hidden = true;
      this.rows = rows;
      this.prepend(...rows, this.said);
      this.form.addEventListener("input", () => this.draw());
      this.draw();
    }

    get rules() {
      return belote.outcomes.declarations;
    }

    key(side, kind) {
      const { declarations } = belote.page.texts;
      const add = () => {
        const list = declare(this.form, { side, kind });
        this.open = kind in this.rules.lengths ? list : null;
        this.rows[SIDES.indexOf(side)].after(this.said);
        belote.buzz();
        this.draw();
      };
      return belote.kept.h("button", { type: "button", class: "chip", "data-declare": kind, onclick: add }, declarations[kind]);
    }

    draw() {
      const found = declared(this.form);
      const shown = JSON.stringify([found, this.open?.name]);
      if (shown === this.shown) return;
      this.shown = shown;
      SIDES.forEach((side) => {
        const own = lists(this.form).filter(({ value }) => value.startsWith(side));
        this.chips[side].replaceChildren(...own.flatMap((list) => this.chip(list)));
      });
      const worth = (side) => found.reduce((sum, one) => sum + (one.side === side ? this.rules.points[one.kind] : 0), 0);
      const sums = SIDES.filter(worth).map((side) => `${side === "A" ? "●" : "◆"} ${worth(side)}`);
      this.form.querySelector("[data-declared-sum]").textContent = ` ${sums.join(" ")}`;
      this.tell(found);
    }

    name(kind, high) {
      const { declarations, highs } = belote.page.texts;
      return [declarations[kind], highs[high]].filter(Boolean).join(" ");
    }

    chip(list) {
      const { h } = belote.kept;
      const [, kind, high] = list.value.split(":");
      const name = this.name(kind, high);
      const remove = () => this.set(list, "");
      const label = belote.words.fill(this.dataset.remove, { declaration: name });
      const chip = h("button", { type: "button", class: "chip declared__chip", "aria-label": label, onclick: remove }, `${name} ${this.rules.points[kind]} ×`);
      return list === this.open && list.value && !high ? [chip, this.cards(list, kind)] : [chip];
    }

    // The cards with which such a sequence can begin.
    cards(list, kind) {
      const { h } = belote.kept;
      const ranks = this.rules.ranks.filter((rank) => !belote.declared.cardIsImpossible(this.rules, { kind, high: rank }));
      const keys = ranks.map((rank) => h("button", { type: "button", class: "chip", "data-high": rank, onclick: () => this.set(list, `${list.value}:${rank}`) }, belote.page.texts.highs[rank]));
      return h("div", { class: "declared__cards", role: "group", "aria-label": this.dataset.high }, h("span", {}, this.dataset.high), ...keys);
    }

    set(list, value) {
      list.value = value;
      this.open = null;
      list.dispatchEvent(new Event("input", { bubbles: true }));
    }

    tell(declared) {
      const { bestSide, canBeHeld, cardIsImpossible } = belote.declared;
      const code = declared.some((one) => cardIsImpossible(this.rules, one)) ? "declaration_card_impossible"
        : canBeHeld(this.rules, declared) ? null : "declarations_impossible";
      this.said.hidden = !code;
      this.said.textContent = code ? belote.page.texts.problems[code] : "";
      this.best.hidden = !declared.length || Boolean(code || bestSide(this.rules, declared));
      const none = this.best.querySelector("input");
      if (this.best.hidden && !none.checked) {
        none.checked = true;
        none.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  }
  window.customElements.define("declared-keys", DeclaredKeys);
})();
