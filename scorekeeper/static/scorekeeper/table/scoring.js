// Scores a hand from the engine's outcome tables: it looks up, and knows no rule of its own.
// The shape of the tables stands in engine/outcome_table.py and engine/outcome_limits.py.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});

  const EMPTY = {
    taker: null, card_points: null, belote: null, belote_seat: null, capot: null, penalty: null,
    defenders_count: null, tricks: null, last_trick: null, trump: null, contract: null,
    taker_alone: false, declarations: [], best_declaration: null, passed_deals: 0,
  };
  const BESIDE_A_PENALTY = ["penalty", "penalty_reason", "passed_deals"];
  const SIDES = ["A", "B"];

  const isSaid = (value) => value !== null && value !== undefined && value !== false && value.length !== 0;
  const other = (side) => (side === "A" ? "B" : "A");
  const deckOf = (outcomes, trump) => outcomes.decks[outcomes.trumps[trump || "unsaid"]];
  const isWithin = (number, first, last) => number >= first && number <= last;
  const isAmong = (number, runs) => runs.some(([first, last]) => isWithin(number, first, last));

  // Missing keys and null mean what the server's own default means.
  const completed = (entry) => {
    const filled = { ...EMPTY };
    for (const key of Object.keys(entry)) if (isSaid(entry[key])) filled[key] = entry[key];
    return filled;
  };

  // The side whose strongest declaration is of the better kind, null where both are equal.
  const bestSide = (outcomes, declarations) => {
    const kinds = outcomes.declarations.map(([kind]) => kind);
    const [a, b] = SIDES.map((side) =>
      Math.max(-1, ...declarations.filter((shown) => shown.side === side).map((shown) => kinds.indexOf(shown.kind))));
    return a === b ? null : SIDES[a > b ? 0 : 1];
  };

  // The same questions in the same order as engine/checks.py; limits and lists are the table's.
  const check = (outcomes, entry) => {
    const problems = [], warnings = [];
    const note = (list) => (code, field, value = null, whole = null) => list.push({ code, field, value, whole });
    const refuse = note(problems), ask = note(warnings);
    const { card_points: points, capot, tricks, contract, declarations, best_declaration: said } = entry;
    const deck = deckOf(outcomes, entry.trump), all = outcomes.tricks;
    const takers = entry.taker?.[0];

    if (entry.penalty && Object.keys(EMPTY).some((key) => !BESIDE_A_PENALTY.includes(key) && isSaid(entry[key]))) {
      refuse("penalty_stands_alone", "penalty");
    }
    if (!isWithin(entry.passed_deals, 0, outcomes.most_passed_deals)) {
      refuse("passed_deals_out_of_range", "passed_deals", entry.passed_deals);
    }
    if (!entry.penalty && !takers) refuse("taker_missing", "taker");

    if (!outcomes.contracts) {
      if (contract || entry.taker_alone) refuse("contract_not_played", "contract");
      if (entry.trump && !outcomes.trumps_played.includes(entry.trump)) refuse("trump_not_played", "trump");
    } else if (!contract) {
      if (!entry.penalty) refuse("contract_missing", "contract");
    } else if (!outcomes.bids.includes(contract.bid)) refuse("bid_impossible", "contract", contract.bid);

    if (!entry.penalty) checkPoints(deck, entry, takers, all, refuse);

    if (points !== null && entry.defenders_count !== null) {
      const both = points + entry.defenders_count;
      if (!isWithin(entry.defenders_count, 0, deck.whole)) {
        refuse("points_out_of_range", "defenders_count", entry.defenders_count, deck.whole);
      } else if (deck.forgotten.includes(both)) ask("last_trick_forgotten", "defenders_count", both);
      else if (both !== deck.whole) refuse("counts_do_not_add_up", "defenders_count", both, deck.whole);
    }

    if (tricks !== null) {
      if (!isWithin(tricks, 0, all)) refuse("tricks_out_of_range", "tricks", tricks);
      else if (!capot && (tricks === 0 || tricks === all)) refuse("all_tricks_are_capot", "capot", tricks);
      else if (capot && takers && tricks !== (capot === takers ? all : 0)) {
        refuse("capot_needs_all_tricks", "tricks", tricks);
      }
    }

    if (capot && entry.last_trick && entry.last_trick !== capot) refuse("capot_needs_last_trick", "last_trick");
    if (points !== null && takers) {
      if (capot) {
        if (points !== (capot === takers ? deck.whole : 0)) refuse("capot_needs_all_points", "capot", points);
      } else if ((points === 0 || points === deck.whole) && tricks === null) {
        ask("all_points_without_capot", "capot", points);
      }
    }

    if (entry.belote_seat && entry.belote_seat[0] !== entry.belote) refuse("belote_of_other_side", "belote");
    if (entry.belote && !deck.belote) refuse("belote_without_trump_suit", "belote");

    if (declarations.length) {
      const best = bestSide(outcomes, declarations);
      if (!outcomes.declarations.length) refuse("declarations_not_played", "declarations");
      else if (!best && !said) refuse("best_declaration_missing", "best_declaration");
      else if (best && said && said !== best) refuse("best_declaration_wrong", "best_declaration");
    }
    return { problems, warnings };
  };

  const checkPoints = (deck, entry, takers, all, refuse) => {
    const { card_points: points, tricks, last_trick: last } = entry;
    if (points === null) return refuse("points_missing", "card_points");
    if (!isWithin(points, 0, deck.whole)) return refuse("points_out_of_range", "card_points", points, deck.whole);
    // Points that the table scaled itself say nothing of the cards.
    if (!deck.possible) return null;
    const unsaid = all + 1;
    if (!isAmong(points, deck.possible[unsaid][0])) return refuse("points_impossible", "card_points", points);
    if (tricks !== null && !isWithin(tricks, 0, all)) return null;
    const row = deck.possible[tricks === null ? unsaid : tricks];
    if (!isAmong(points, row[0])) return refuse("points_impossible_for_tricks", "tricks", points);
    if (last && !isAmong(points, row[last === takers ? 1 : 2])) {
      return refuse("points_impossible_for_last_trick", "last_trick", points);
    }
    return null;
  };

  // The shape of a hand: how it is judged and what its lines are.
  const shapeOf = (outcomes, entry, takers, points) => {
    if (entry.penalty) return outcomes.shapes[outcomes.penalty];
    const { contract, capot } = entry;
    const key = contract ? `${contract.bid}-${contract.multiplier || 0}` : "";
    const holder = !entry.belote ? 0 : entry.belote === takers ? 1 : 2;
    if (capot) {
      return outcomes.shapes[outcomes.capots[key][holder][capot !== takers ? 2 : entry.taker_alone ? 1 : 0]];
    }
    const run = outcomes.runs[outcomes.hands[key][holder]];
    let at = run.length - 2;
    while (run[at] > points) at -= 2;
    return outcomes.shapes[run[at + 1]];
  };

  const scoreHand = (outcomes, typed, held) => {
    const entry = completed(typed);
    const { problems, warnings } = check(outcomes, entry);
    if (problems.length) return { problems, warnings, score: null };
    // For a penalty, the side at fault stands where the takers stand.
    const takers = entry.penalty || entry.taker[0];
    const sides = [takers, other(takers)];
    const scale = deckOf(outcomes, entry.trump).scale;
    const points = scale ? scale[entry.card_points] : entry.card_points || 0;
    const [outcome, winner, start, growth, compared, ...lines] = shapeOf(outcomes, entry, takers, points);

    const score = { outcome, winner: winner === null ? null : sides[winner], newly_held: start + growth * points };
    score.lines = lines.map((place) => {
      const [side, reason, from, more] = outcomes.lines[place];
      return { side: sides[side], points: from + more * points, reason };
    });
    const best = entry.best_declaration || bestSide(outcomes, entry.declarations);
    for (const { side, kind } of entry.declarations) {
      const worth = outcomes.declarations.find(([name]) => name === kind)[1];
      if (side === best) score.lines.push({ side, points: worth, reason: "declaration" });
    }
    score.held = { A: held ? held.A : 0, B: held ? held.B : 0 };
    const waiting = score.held.A + score.held.B;
    if (score.winner && waiting) {
      score.lines.push({ side: score.winner, points: waiting, reason: "held_won" });
      score.held = { A: 0, B: 0 };
    }
    score.held[takers] += score.newly_held;
    score.points = { A: 0, B: 0 };
    for (const line of score.lines) score.points[line.side] += line.points;
    score.comparison = null;
    if (compared !== null) {
      const [own, more, others, less, takersBelote, defendersBelote] = outcomes.comparisons[compared];
      score.comparison = {
        takers: own + more * points,
        defenders: others + less * points,
        takers_belote: takersBelote,
        defenders_belote: defendersBelote,
        needed: entry.contract ? entry.contract.bid : null,
      };
    }
    return { problems, warnings, score };
  };

  const whole = (outcomes, trump) => deckOf(outcomes, trump).whole;

  // Where a sheet stands with these hands on top. `counted` is how many of them count: those after the end
  // do not, nor those after a hand that brings both sides to the target, of which the server decides.
  const tally = (sheet, scores) => {
    const { target, hands, games } = sheet.format;
    const state = {
      totals: { ...sheet.totals }, game_totals: { ...sheet.game_totals }, held: { ...sheet.held },
      next_number: sheet.next_number, game_number: sheet.game_number, hands_in_game: sheet.hands_in_game,
      over: sheet.state !== "playing", counted: 0,
    };
    const add = (points) => {
      for (const side of SIDES) {
        state.totals[side] += points[side];
        state.game_totals[side] += points[side];
      }
    };
    const closeGame = () => {
      // Who has reached the target was read before held points go back: they never reach it by themselves.
      if (sheet.held_at_end === "returned") add(state.held);
      state.held = { A: 0, B: 0 };
      state.hands_in_game = 0;
      if (state.game_number === games) state.over = true;
      else {
        state.game_number += 1;
        state.game_totals = { A: 0, B: 0 };
      }
    };
    for (const score of scores) {
      if (state.over) break;
      add(score.points);
      state.held = { ...score.held };
      state.next_number += 1;
      state.hands_in_game += 1;
      state.counted += 1;
      const reached = target ? SIDES.filter((side) => state.game_totals[side] >= target).length : 0;
      if (reached === 2) state.over = "ask";
      else if (reached || (hands && state.hands_in_game >= hands)) closeGame();
    }
    return state;
  };

  belote.scoring = { scoreHand, whole, tally };
})();
