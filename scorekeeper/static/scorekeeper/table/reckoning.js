// What the page knows of the game: the server's sheet, and what follows from it with the hands stored here.
(() => {
  "use strict";
  const belote = window.belote;

  // What two entries of one hand must have in common to look the same on the score sheet.
  const SCORED = ["taker", "card_points", "belote", "capot", "penalty", "contract", "taker_alone", "declarations", "further_belotes"];

  // Methods of the page (table.js).
  belote.reckoning = {
    // A hand that will be on the sheet after those that are there; it may not, if its place is taken.
    isToCome({ act, number, problem }) {
      if (act !== "put" || !this.mayEnter || number < this.sheet.next_number) return false;
      return !(problem && (problem.stored || belote.ENDS.includes(problem.code)));
    },

    // The state of the game with these hands added, with the score of `each` one and the totals after it.
    reckoned(items) {
      const scores = [];
      let state = belote.scoring.tally(this.sheet, scores);
      const each = items.map(({ entry }) => {
        const { score } = this.judged(entry, state.held, state);
        if (!score) return { score: null, totals: null };
        scores.push(score);
        state = belote.scoring.tally(this.sheet, scores);
        return { score, totals: state.totals };
      });
      return { ...state, each };
    },

    // The score of every stored hand in its place, and the state of the game after them.
    provisional() {
      const toCome = this.outbox.items.filter((item) => this.isToCome(item));
      const after = this.reckoned(toCome);
      this.outbox.items.forEach((item) => Object.assign(item, after.each[toCome.indexOf(item)] || { score: null, totals: null }));
      const numbers = toCome.map(({ number }) => number + 1);
      return { ...after, count: numbers.length, next_number: Math.max(this.sheet.next_number, ...numbers) };
    },

    // Whether the game has room for that hand and those stored after it; otherwise it is one that is already there.
    hasRoom(item) {
      if (!this.mayEnter) return false;
      const { items } = this.outbox;
      const further = [item, ...items.slice(items.indexOf(item) + 1).filter((later) => this.isToCome(later))];
      const { hands, games } = this.sheet.format;
      if (hands) return this.sheet.next_number - 1 + further.length <= hands * games;
      const { each, counted } = this.reckoned(further);
      return counted === each.filter(({ score }) => score).length;
    },

    numberOf(item) {
      const { stored } = item.problem || {};
      if (item.act !== "correct" && item.act !== "withdraw" && !stored) return item.number;
      const onSheet = this.sheet.hands.find(({ id }) => id === (stored ? stored.id : item.hand));
      return onSheet ? onSheet.number : item.number;
    },

    // `state` is the state of the game before that hand: the one that ends the game may be marked exactly.
    judged(entry, held, state = null) {
      const { scoreHand, missing } = belote.scoring;
      if (!belote.outcomes) return { problems: [], warnings: [], score: null };
      return scoreHand(belote.outcomes, entry, held, state && missing(this.sheet, state));
    },

    // The score of the hand that is being typed.
    judgedNow(entry) {
      if (!this.editing) {
        const state = this.provisional();
        return this.judged(entry, state.held, state);
      }
      const { item, stored, act } = this.editing;
      if (act !== "put") return this.judgedInstead(entry, stored ? stored.number : this.numberOf(item));
      const state = this.stateBefore(item);
      return this.judged(entry, state.held, state);
    },

    // The score of a hand in the place of that one of the sheet.
    judgedInstead(entry, number) {
      const state = this.stateOnSheet(number);
      return this.judged(entry, state.held, state);
    },

    // The state of the game before a stored hand.
    stateBefore(item) {
      const before = this.outbox.items.slice(0, this.outbox.items.indexOf(item)).filter(({ score }) => score);
      return belote.scoring.tally(this.sheet, before.map(({ score }) => score));
    },

    // The state before that hand of the sheet; a new game begins with nothing.
    stateOnSheet(number) {
      const { format, hands } = this.sheet;
      const before = (number - 1) % (format.hands || Infinity) ? hands.find((hand) => hand.number === number - 1) : null;
      return { held: { A: before ? before.held : 0, B: 0 }, game_totals: before?.totals || { A: 0, B: 0 } };
    },

    // The finished sheet as this page shows it, with the hands stored here; null while the game goes on, or while something
    // is stored that may change the sheet.
    shown() {
      const acts = this.outbox.items.filter(({ act }) => act !== "say" && act !== "passes");
      const { over, totals } = this.provisional();
      if (acts.some((item) => item.problem || !item.score) || (acts.length ? over !== true : !this.sheet.receipt)) return null;
      const entries = this.sheet.hands.filter(({ counted }) => counted).map(({ entry }) => entry);
      return { totals, hands: [...entries, ...acts.map(({ entry }) => entry)] };
    },

    // The receipt of the sheet, if it is the one that was shown; a game that goes on has none.
    receiptFor({ shown }) {
      const { hands, totals, receipt } = this.sheet;
      const stored = hands.filter(({ counted }) => counted);
      const isSeen =
        ["A", "B"].every((side) => totals[side] === shown.totals[side]) &&
        stored.length === shown.hands.length &&
        stored.every(({ entry }, place) => belote.isSame(shown.hands[place], entry, SCORED));
      return isSeen ? receipt : null;
    },
  };
})();
