// What a game with bids or declarations shows beyond any other: whether the contract was made, what the other side gets,
// what an announced capot is worth. Loaded with declared.js, only where it is needed.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});
  const SIDES = ["A", "B"];

  const named = ({ bids }, bid) => bids[bid] || String(bid);

  const judged = (texts, { taker, contract: { bid } }, { winner, points, comparison }, values, sides) => {
    const isMade = winner === taker[0];
    const all = { ...values, bid: named(texts, bid), side: sides[winner], points: points[winner] };
    if (bid in texts.bids) return [isMade ? "slam_made" : "slam_failed", all];
    return [isMade ? "bid_made" : comparison.takers >= bid ? "bid_beaten" : "bid_failed", all];
  };

  // What is marked by the side that did not have it.
  const passed = (entry, { lines }, outcomes) => {
    const found = [];
    const marks = (reason, side) => lines.filter((line) => line.reason === reason && line.side === side).length;
    const holders = [entry.belote, ...(entry.further_belotes || [])];
    for (const side of SIDES) {
      if (marks("belote", side) > holders.filter((one) => one === side).length) found.push(["belote_taken", side]);
    }
    if (entry.declarations?.length) {
      const best = entry.best_declaration || belote.declared.bestSide(outcomes.declarations, entry.declarations);
      const other = best === "A" ? "B" : "A";
      if (marks("declaration", other)) found.push(["declarations_taken", other]);
      else if (!marks("declaration", best)) found.push(["declarations_lost", best]);
    }
    return found;
  };

  // The bid, and the declarations, in a few words.
  const said = ({ texts }, { contract, declarations }) => [
    ...(contract ? [named(texts, contract.bid)] : []),
    ...(contract?.multiplier ? [texts.multipliers[contract.multiplier]] : []),
    ...(declarations || []).map(({ side, kind, high }) =>
      `${side === "A" ? "●" : "◆"} ${texts.declarations[kind]} ${texts.highs[high] || ""}`.trim()),
  ];

  // What an announced capot is worth, before anything is counted.
  const slamWorth = (page, { contract, taker, trump, card_points: points, capot }) => {
    const { texts, ui } = page;
    if (!taker || points !== null || capot || !(contract?.bid in texts.bids) || !belote.outcomes) return "";
    const whole = belote.scoring.whole(belote.outcomes, trump);
    const ends = [{ card_points: whole, capot: taker[0], taker_alone: contract.bid === 500 }, { card_points: 0 }];
    const [made, failed] = ends.map((end) => page.judgedNow({ taker, contract, trump, ...end }).score);
    if (!made || !failed) return "";
    const worth = { made: made.points[made.winner], failed: failed.points[failed.winner] };
    return belote.words.fill(ui.slam_worth, { bid: named(texts, contract.bid), ...worth });
  };

  // The comparison as it is typed, where the thumb does not cover it.
  const tell = (page, entry, score) => {
    const need = document.getElementById("need");
    if (!need) return;
    need.textContent = score ? belote.words.judge(page.texts, entry, score, page.sheet.sides) : slamWorth(page, entry);
  };

  belote.bidding = { judged, passed, said, tell };
})();
