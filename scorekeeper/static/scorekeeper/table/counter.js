// <card-counter>: adds up the cards for those who do not count, and fills in the form of the hand.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const GLYPHS = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };
  const HAND = 32;
  const TRICK = 4;
  const other = (side) => (side === "A" ? "B" : "A");
  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  const h = (name, attributes, ...children) => {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  };
  const disable = (button, isOff) => button.setAttribute("aria-disabled", String(isOff));
  const press = (button, isOn) => button.setAttribute("aria-pressed", String(isOn));

  class CardCounter extends HTMLElement {
    connectedCallback() {
      this.form = document.querySelector(".hand-form");
      this.dialog = this.querySelector("dialog");
      if (!this.form || typeof this.dialog.showModal !== "function") return;
      this.hidden = false;
      this.reset();
      this.addEventListener("click", (event) => this.onClick(event));
      this.dialog.addEventListener("keydown", (event) => this.onKey(event));
      document.addEventListener("click", (event) => {
        if (event.target.closest("[data-count-cards]")) this.open();
      });
      document.addEventListener("belote:outcomes", () => this.prepare());
      document.addEventListener("belote:written", () => this.reset());
      this.prepare();
    }

    // A new hand: nothing is counted yet.
    reset() {
      this.state = { way: "pile", trump: "", pile: "", last: "", cards: new Set(), tricks: [], picked: [] };
    }

    // Lays out the 32 cards as soon as their values are known.
    prepare() {
      if (this.values || !belote.outcomes || !belote.outcomes.cards) return;
      this.deck = belote.outcomes.cards;
      this.values = this.deck.values;
      const suits = [...this.querySelectorAll("[data-trump]")];
      // Cards cannot be counted for a form whose points add up to another sum.
      suits.forEach((button) => {
        button.hidden = this.whole(button.dataset.trump) !== this.asked(button.dataset.trump);
      });
      const named = Object.fromEntries(suits.map((button) => [button.dataset.trump, button.dataset.name]));
      const keys = this.deck.ranks.flatMap((rank) => this.deck.suits.map((suit) => this.key(rank, suit, named[suit] || suit)));
      this.querySelector("[data-cards]").replaceChildren(...keys);
      document.querySelectorAll("[data-count-cards]").forEach((button) => {
        button.disabled = false;
      });
    }

    key(rank, suit, suitName) {
      const said = this.querySelector(`[data-rank="${rank}"]`);
      const name = fill(this.dataset.card, { rank: said ? said.textContent : rank, suit: suitName });
      return h(
        "button",
        { type: "button", class: `card-key suit--${suit}`, "data-card-key": `${suit} ${rank}`, "aria-label": name },
        h("span", { class: "card-key__rank" }, said ? said.dataset.short : rank),
        h("span", { class: "suit" }, GLYPHS[suit]),
        h("small", {}, ""),
      );
    }

    value(card, trump = this.state.trump) {
      const [suit, rank] = card.split(" ");
      const table = this.values[trump] || (suit === trump ? this.values.trump : this.values.plain);
      return table[rank];
    }

    sum(cards, trump) {
      return [...cards].reduce((total, card) => total + this.value(card, trump), 0);
    }

    whole(trump) {
      const all = this.deck.suits.flatMap((suit) => this.deck.ranks.map((rank) => `${suit} ${rank}`));
      return this.sum(all, trump) + this.deck.last_trick;
    }

    // What the points of both sides add up to in the form.
    asked(trump) {
      const { dataset } = this.form.querySelector("linked-points");
      return Number(dataset[`total_${trump}`] || dataset.total);
    }

    checked(name) {
      const found = this.form.querySelector(`[name=${name}]:checked`);
      return found ? found.value : "";
    }

    open() {
      const { state } = this;
      state.trump = this.checked("trump") || state.trump;
      state.pile = state.pile || this.checked("taker")[0] || "A";
      state.last = state.last || this.checked("last_trick");
      this.render();
      this.dialog.showModal();
    }

    onClick({ target }) {
      const button = target.closest("button");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const { state } = this;
      const { cardKey, trump, pile, last, won, way } = button.dataset;
      belote.buzz?.();
      if (trump) state.trump = trump;
      if (pile) state.pile = pile;
      if (last) state.last = last;
      if (way) state.way = way;
      if (cardKey) this.touch(cardKey);
      if (won) this.win(won);
      if ("undo" in button.dataset) this.undo();
      if ("take" in button.dataset) this.take();
      if ("take" in button.dataset || "close" in button.dataset) this.dialog.close();
      else this.render();
    }

    touch(card) {
      const { state } = this;
      if (state.way === "pile") {
        if (!state.cards.delete(card)) state.cards.add(card);
      } else if (state.picked.includes(card)) {
        state.picked = state.picked.filter((picked) => picked !== card);
      } else state.picked.push(card);
    }

    win(side) {
      const { state } = this;
      state.tricks.push({ side, cards: state.picked });
      state.picked = [];
      const left = [...this.querySelectorAll("[data-card-key]")]
        .map((key) => key.dataset.cardKey)
        .filter((card) => !this.wonBy(card));
      // For the last trick only the winner has to be asked.
      if (left.length === TRICK) state.picked = left;
    }

    // Takes back one card, or the winner of the previous trick.
    undo() {
      const { state } = this;
      if (state.picked.length && state.tricks.length < this.deck.tricks - 1) state.picked.pop();
      else if (state.tricks.length) state.picked = state.tricks.pop().cards;
    }

    wonBy(card) {
      const trick = this.state.tricks.find(({ cards }) => cards.includes(card));
      return trick ? trick.side : "";
    }

    // The points of a side from the tricks so far.
    won(side) {
      const { tricks } = this.state;
      const own = tricks.filter((trick) => trick.side === side);
      const isLast = tricks.length === this.deck.tricks && tricks[tricks.length - 1].side === side;
      const points = own.reduce((total, { cards }) => total + this.sum(cards), 0);
      return { points: points + (isLast ? this.deck.last_trick : 0), tricks: own.length };
    }

    // The count: {side, points, cards, tricks, last}; `isWhole` when it may be put into the form.
    result() {
      const { state } = this;
      if (state.way === "tricks") {
        const side = this.checked("taker")[0] || "A";
        const { tricks, points } = this.won(side);
        const isWhole = state.tricks.length === this.deck.tricks;
        const last = isWhole ? state.tricks[state.tricks.length - 1].side : "";
        return { side, points, tricks, last, cards: tricks * TRICK, isWhole };
      }
      const cards = state.cards.size;
      // Whoever has all the cards has also won the last trick.
      const last = cards === HAND ? state.pile : state.last;
      const points = this.sum(state.cards) + (last === state.pile && cards ? this.deck.last_trick : 0);
      const isWhole = cards > 0 && cards % TRICK === 0 && Boolean(last);
      return { side: state.pile, points, cards, tricks: Math.floor(cards / TRICK), last, isWhole };
    }

    // Fills in the form, the points last, because the keys then type into that field.
    take() {
      const { side, points, tricks, last } = this.result();
      const capot = { 0: other(side), [this.deck.tricks]: side }[tricks] || "";
      this.set("trump", this.state.trump);
      this.set("tricks_side", side);
      this.set("tricks", tricks);
      this.set("last_trick", last);
      this.set("capot", capot);
      this.set(`points_${side.toLowerCase()}`, points);
    }

    set(name, value) {
      const text = String(value);
      const field = [...this.form.querySelectorAll(`[name=${name}]`)].find(({ type, value: own }) => type !== "radio" || own === text);
      if (!field) return;
      if (field.type === "radio") field.checked = true;
      else field.value = text;
      ["input", "change"].forEach((kind) => field.dispatchEvent(new Event(kind, { bubbles: true })));
    }

    // --- Display

    render() {
      const { state } = this;
      this.querySelectorAll("[data-for]").forEach((part) => {
        part.hidden = part.dataset.for !== state.way;
      });
      this.querySelectorAll("[data-way]").forEach((tab) => {
        const isOn = tab.dataset.way === state.way;
        tab.setAttribute("aria-selected", String(isOn));
        tab.tabIndex = isOn ? 0 : -1;
        if (isOn) this.querySelector("[role=tabpanel]").setAttribute("aria-labelledby", tab.id);
      });
      this.querySelectorAll("[data-trump]").forEach((button) => press(button, button.dataset.trump === state.trump));
      const result = this.result();
      this.querySelectorAll("[data-pile]").forEach((button) => press(button, button.dataset.pile === state.pile));
      this.querySelectorAll("[data-last]").forEach((button) => press(button, button.dataset.last === result.last));
      this.renderCards();
      this.renderTricks();
      const say = this.querySelector("[data-say]");
      const text = this.advice(result);
      if (say.textContent !== text) say.textContent = text;
      say.classList.toggle("is-odd", state.way === "pile" && result.cards % TRICK > 0);
      this.querySelector("[data-sums]").replaceChildren(...this.sums(result));
      disable(this.querySelector("[data-take]"), !state.trump || !result.isWhole);
    }

    renderCards() {
      const { state } = this;
      const inTricks = state.way === "tricks";
      const isFull = inTricks && state.picked.length === TRICK;
      this.querySelectorAll("[data-card-key]").forEach((key) => {
        const card = key.dataset.cardKey;
        const winner = inTricks ? this.wonBy(card) : "";
        const isOn = inTricks ? state.picked.includes(card) : state.cards.has(card);
        press(key, isOn);
        disable(key, !state.trump || Boolean(winner) || (isFull && !isOn));
        key.dataset.winner = winner;
        key.lastElementChild.textContent = state.trump ? this.value(card) : "";
      });
    }

    renderTricks() {
      const { state } = this;
      this.querySelectorAll("[data-won]").forEach((button) => disable(button, !state.trump || state.picked.length !== TRICK));
      disable(this.querySelector("[data-undo]"), !state.picked.length && !state.tricks.length);
      const items = state.tricks.map(({ side, cards }, index) => {
        const points = this.sum(cards) + (index === this.deck.tricks - 1 ? this.deck.last_trick : 0);
        const text = fill(this.dataset.trick, { number: index + 1, side: this.nameOf(side), points });
        return h("li", { class: `counter__trick counter__trick--${side.toLowerCase()}` }, h("span", { "aria-hidden": "true" }, String(points)), h("span", { class: "visually-hidden" }, text));
      });
      this.querySelector("[data-tricks]").replaceChildren(...items);
    }

    nameOf(side) {
      return this.querySelector(`[data-won=${side}]`).textContent.trim();
    }

    // What to do next, or what is wrong; the result, once nothing is missing.
    advice(result) {
      const { state, dataset } = this;
      const number = state.tricks.length + 1;
      if (!state.trump) return dataset.noTrump;
      if (state.way === "tricks") {
        if (result.isWhole) return dataset.done;
        return fill(state.picked.length === TRICK ? dataset.winner : dataset.pick, { number });
      }
      if (!result.cards) return dataset.nothing;
      if (result.cards % TRICK) return fill(dataset.odd, { count: result.cards });
      return result.last ? fill(dataset.sum, result) : dataset.last;
    }

    sums(result) {
      const { state } = this;
      if (state.way === "tricks") {
        return ["A", "B"].map((side) => h("span", { class: `counter__sum counter__sum--${side.toLowerCase()}` }, String(state.trump ? this.won(side).points : 0)));
      }
      return [h("span", { class: `counter__sum counter__sum--${result.side.toLowerCase()}` }, String(state.trump ? result.points : 0))];
    }

    // Arrow keys move over the cards and the tabs.
    onKey(event) {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.deck.suits.length, ArrowDown: this.deck.suits.length }[event.key];
      const kind = ["[data-card-key]", "[data-way]"].find((selector) => event.target.closest(selector));
      if (!step || !kind) return;
      const all = [...this.querySelectorAll(kind)];
      const next = all[all.indexOf(event.target.closest(kind)) + (kind === "[data-way]" ? Math.sign(step) : step)];
      event.preventDefault();
      if (!next) return;
      next.focus();
      if (kind === "[data-way]") next.click();
    }
  }
  window.customElements.define("card-counter", CardCounter);
})();
