// Scores a hand from the engine's outcome tables: marks are looked up, and who wins is compared as in the engine. The shape
// of the tables is described in engine/outcome_table.py and engine/outcome_limits.py.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});

  const EMPTY = {
    taker: null, card_points: null, belote: null, belote_seat: null, capot: null, penalty: null,
    defenders_count: null, tricks: null, last_trick: null, trump: null, contract: null,
    taker_alone: false, declarations: [], best_declaration: null, further_belotes: [], passed_deals: 0,
  };
  const BESIDE_A_PENALTY = ["penalty", "penalty_reason", "passed_deals"];
  const SIDES = ["A", "B"];

  const isSaid = (value) => value !== null && value !== undefined && value !== false && value.length !== 0;
  const other = (side) => (side === "A" ? "B" : "A");
  const deckOf = (outcomes, trump) => outcomes.decks[outcomes.trumps[trump || "unsaid"]];
  const isWithin = (number, first, last) => number >= first && number <= last;
  const isAmong = (number, runs) => runs.some(([first, last]) => isWithin(number, first, last));

  // Missing keys and null mean the server's default.
  const completed = (entry) => {
    const filled = { ...EMPTY };
    for (const key of Object.keys(entry)) if (isSaid(entry[key])) filled[key] = entry[key];
    return filled;
  };

  const belotesOf = (entry, side) =>
    [entry.belote, ...entry.further_belotes].filter((holder) => holder === side).length;

  // Only tables that play declarations load declared.js.
  const bestOf = ({ declarations: rules }, entry) =>
    rules && entry.declarations.length
      ? entry.best_declaration || belote.declared.bestSide(rules, entry.declarations)
      : null;

  // The same questions in the same order as in engine/checks.py; limits and lists come from the table.
  const check = (outcomes, entry) => {
    const problems = [], warnings = [];
    const note = (list) => (code, field, value = null, whole = null, side = null) =>
      list.push({ code, field, value, whole, side });
    const refuse = note(problems), ask = note(warnings);
    const { card_points: points, capot, tricks, contract } = entry;
    const deck = deckOf(outcomes, entry.trump), all = outcomes.tricks;
    const takers = entry.taker?.[0];

    const beside = outcomes.penalty_with_bid ? [...BESIDE_A_PENALTY, "contract"] : BESIDE_A_PENALTY;
    if (entry.penalty && Object.keys(EMPTY).some((key) => !beside.includes(key) && isSaid(entry[key]))) {
      refuse("penalty_stands_alone", "penalty");
    }
    if (!isWithin(entry.passed_deals, 0, outcomes.most_passed_deals)) {
      refuse("passed_deals_out_of_range", "passed_deals", entry.passed_deals);
    }
    if (!entry.penalty && !takers) refuse("taker_missing", "taker");

    if (entry.trump && !outcomes.trumps_played.includes(entry.trump)) refuse("trump_not_played", "trump");
    if (!outcomes.contracts) {
      if (contract || entry.taker_alone) refuse("contract_not_played", "contract");
    } else if (!contract) {
      if (!entry.penalty) refuse("contract_missing", "contract");
    } else if (!outcomes.bids.includes(contract.bid)) refuse("bid_impossible", "contract", contract.bid);

    if (!entry.penalty) checkPoints(deck, entry, takers, all, refuse);

    checkCounts(outcomes, entry, deck, refuse);

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
        const [own, others] = capot === takers ? [deck.whole, 0] : [0, deck.whole];
        if (points === others) refuse("capot_of_other_side", "capot", points, null, capot);
        else if (points !== own) refuse("capot_needs_all_points", "capot", points);
      } else if ((points === 0 || points === deck.whole) && tricks === null) {
        ask("all_points_without_capot", "capot", points);
      }
    }

    if (entry.belote_seat && entry.belote_seat[0] !== entry.belote) refuse("belote_of_other_side", "belote");
    if (entry.belote && !deck.belote) refuse("belote_without_trump_suit", "belote");

    if (entry.further_belotes.length) {
      const belotes = entry.further_belotes.length + 1;
      if (!entry.belote || belotes > (outcomes.most_belotes[entry.trump] || 1)) {
        refuse("belotes_too_many", "belote", belotes);
      }
    }
    checkDeclarations(outcomes, entry, refuse);
    return { problems, warnings };
  };

  const checkPoints = (deck, entry, takers, all, refuse) => {
    const { card_points: points, tricks, last_trick: last } = entry;
    if (points === null) return refuse("points_missing", "card_points");
    if (!isWithin(points, 0, deck.whole)) return refuse("points_out_of_range", "card_points", points, deck.whole);
    // Points that were already scaled at the table say nothing about the cards.
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

  const checkCounts = ({ judging, cards }, entry, { whole }, refuse) => {
    const { card_points: points, defenders_count: count } = entry;
    if (points === null || count === null) return null;
    if (!isWithin(count, 0, whole)) return refuse("points_out_of_range", "defenders_count", count, whole);
    const over = points + count - whole;
    const ten = cards.last_trick, belotes = judging.belote_points * (belotesOf(entry, "A") + belotesOf(entry, "B"));
    const missing = { [-ten]: "last_trick_forgotten", [-2 * ten]: "twenty_missing" };
    const code = belotes && over === belotes ? "belote_in_counts" : missing[over] || "counts_do_not_add_up";
    return over ? refuse(code, "defenders_count", over + whole, whole) : null;
  };

  const checkDeclarations = ({ declarations: rules }, { declarations, best_declaration: said }, refuse) => {
    if (!declarations.length) return null;
    if (!rules) return refuse("declarations_not_played", "declarations");
    const { bestSide, canBeHeld, cardIsImpossible } = belote.declared;
    if (declarations.some((one) => cardIsImpossible(rules, one))) {
      return refuse("declaration_card_impossible", "declarations");
    }
    if (!canBeHeld(rules, declarations)) return refuse("declarations_impossible", "declarations");
    const best = bestSide(rules, declarations);
    if (!best && !said) return refuse("best_declaration_missing", "best_declaration");
    return best && said && said !== best ? refuse("best_declaration_wrong", "best_declaration") : null;
  };

  const declaredPoints = ({ declarations: rules }, entry, side) =>
    entry.declarations.filter((one) => one.side === side).reduce((sum, { kind }) => sum + rules.points[kind], 0);

  // The two numbers that are compared, as in engine/scoring.py `compare`.
  const compare = (outcomes, entry, [takers, defenders], [own, others]) => {
    const { judging } = outcomes, best = bestOf(outcomes, entry);
    const worth = judging.belote_helps ? judging.belote_points : 0;
    const [takersBelote, defendersBelote] = [takers, defenders].map((side) => worth * belotesOf(entry, side));
    const passesAway = best && entry.capot === other(best) && judging.declarations_of_losers !== "kept";
    const counts = best && judging.declarations_count && !passesAway;
    const declared = counts ? declaredPoints(outcomes, entry, best) : 0;
    const [takersDeclared, defendersDeclared] = [takers, defenders].map((side) => (side === best ? declared : 0));
    return {
      takers: own + takersBelote + takersDeclared,
      defenders: others + defendersBelote + defendersDeclared,
      takers_belote: takersBelote,
      defenders_belote: defendersBelote,
      takers_declared: takersDeclared,
      defenders_declared: defendersDeclared,
      needed: entry.contract ? entry.contract.bid : null,
    };
  };

  const isSlam = (outcomes, { bid }) => String(bid) in outcomes.bids_worth;
  const kindOf = (outcomes, contract) =>
    contract ? `${isSlam(outcomes, contract) ? contract.bid : 0}-${contract.multiplier || 0}` : "";

  const GENERALE = 500;
  const judge = (outcomes, { contract, capot, taker_alone: alone }, takers, { takers: own, defenders: others }) => {
    const { judging } = outcomes;
    let isMade = own > others;
    if (contract && isSlam(outcomes, contract)) isMade = capot === takers && (contract.bid !== GENERALE || alone);
    else if (contract) isMade = capot === takers || (own >= contract.bid && (isMade || !judging.beats));
    else if (capot) isMade = capot === takers;
    else if (own === others) return judging.on_equality;
    return isMade ? "made" : "failed";
  };

  // Belote and declarations, each for the side that the rules give it to.
  const bonuses = (outcomes, entry, takers, winner, outcome) => {
    const { judging } = outcomes, lines = [];
    const hasFailed = winner === other(takers);
    const isHeld = outcome === "litige" && judging.belote_held && entry.belote === takers;
    for (const holder of [entry.belote, ...entry.further_belotes]) {
      if (!holder || !judging.belote_points || isHeld || judging.belote_marked === "nobody") continue;
      const isTaken = judging.belote_marked === "taken_from_failed" && holder === takers && hasFailed;
      lines.push({ side: isTaken ? winner : holder, points: judging.belote_points, reason: "belote" });
    }
    const best = bestOf(outcomes, entry);
    const passes = best && ((best === takers && hasFailed) || entry.capot === other(best));
    const goesTo = passes ? { kept: best, to_winner: winner, lost: null }[judging.declarations_of_losers] : best;
    if (!goesTo) return lines;
    for (const { side, kind } of entry.declarations) {
      const points = outcomes.declarations.points[kind];
      if (side === best) lines.push({ side: goesTo, points, reason: "declaration" });
    }
    return lines;
  };

  // What both sides mark for their card points.
  const marks = (tables, points, all) => {
    const table = tables[all];
    return table ? [table[0][points], table[1][points]] : [points, all - points];
  };

  const linesOf = (outcomes, entry, sides, marked, places) => {
    const { contract } = entry;
    const bid = contract ? outcomes.bids_worth[contract.bid] || contract.bid : 0;
    const lines = places.map((place) => {
      const [side, reason, fixed, cards, bids] = outcomes.parts[place];
      return { side: sides[side], points: fixed + cards * marked[side] + bids * bid, reason };
    });
    return contract ? lines.filter(({ points }) => points) : lines;
  };

  // `missing` is what each side needs to reach the target: a hand that gets one there may be marked exactly.
  const scoreHand = (outcomes, typed, held, missing = null) => {
    const entry = completed(typed);
    const { problems, warnings } = check(outcomes, entry);
    if (problems.length) return { problems, warnings, score: null };
    if (missing && outcomes.marked_exactly && !entry.penalty) {
      const exact = scored(outcomes, entry, held, outcomes.marked_exactly);
      if (SIDES.some((side) => exact.points[side] >= missing[side])) return { problems, warnings, score: exact };
    }
    return { problems, warnings, score: scored(outcomes, entry, held, outcomes.marked) };
  };

  const scored = (outcomes, entry, held, tables) => {
    const { penalty, capot, contract } = entry;
    // For a penalty the side at fault is in the takers' place.
    const takers = penalty || entry.taker[0];
    const sides = [takers, other(takers)];
    const deck = deckOf(outcomes, entry.trump);
    const points = deck.scale ? deck.scale[entry.card_points] : entry.card_points || 0;
    const marked = marks(tables, points, deck.marks);
    const kind = kindOf(outcomes, contract);
    let outcome = "penalty", comparison = null, places = outcomes.penalties[kind];
    if (!penalty) {
      const judgedOn = outcomes.judging.rounded ? marked : [points, deck.marks - points];
      comparison = compare(outcomes, entry, sides, judgedOn);
      outcome = judge(outcomes, entry, takers, comparison);
      places = outcomes.hands[kind][outcome][!capot ? 0 : capot === takers ? 1 : 2];
      if (capot && !contract) comparison = null;
    }
    const winner = { made: takers, failed: sides[1], penalty: sides[1] }[outcome] || null;
    const lines = [
      ...linesOf(outcomes, entry, sides, marked, places),
      ...bonuses(outcomes, entry, takers, winner, outcome),
    ];
    const score = { outcome: winner && capot === winner ? "capot" : outcome, winner, newly_held: 0, lines };
    score.held = { A: held ? held.A : 0, B: held ? held.B : 0 };
    const waiting = score.held.A + score.held.B;
    if (winner && waiting) {
      lines.push({ side: winner, points: waiting, reason: "held_won" });
      score.held = { A: 0, B: 0 };
    }
    if (outcome === "litige") {
      const { belote_held: isHeld, half_held: isHalf, belote_points: worth } = outcomes.judging;
      const atOnce = isHalf ? Math.floor(marked[0] / 2) : 0;
      if (atOnce) lines.unshift({ side: takers, points: atOnce, reason: "card_points" });
      score.newly_held = marked[0] - atOnce + (isHeld && entry.belote === takers ? worth : 0);
      score.held[takers] += score.newly_held;
    }
    score.points = { A: 0, B: 0 };
    for (const line of lines) score.points[line.side] += line.points;
    score.comparison = comparison;
    return score;
  };

  // What each side needs to reach the target in that state of the game, null if there is no target.
  const missing = ({ format: { target } }, { game_totals: totals }) =>
    target ? Object.fromEntries(SIDES.map((side) => [side, Math.max(0, target - totals[side])])) : null;

  const whole = (outcomes, trump) => deckOf(outcomes, trump).whole;

  // The state of a sheet with these hands added. `counted` is how many of them count: not those after the end, nor those
  // after a hand that brings both sides to the target, because that is the server's decision.
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
      // Whether the target was reached was checked before held points are returned: they never reach it by themselves.
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

  belote.scoring = { belotesOf, scoreHand, whole, tally, missing };
})();
