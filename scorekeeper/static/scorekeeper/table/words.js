// Says what the server would say: the sentences are the server's (labels/phone.py), the numbers the phone's.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});

  // Fills a Python template: "%(value)d points".
  const fill = (template, values) =>
    template.replace(/%(?:%|\((\w+)\)[sd])/g, (_, name) => (name ? String(values[name]) : "%"));

  const problem = (texts, { code, value, whole, side }) =>
    fill(texts.problems[code], { ...texts.limits, value, whole, off: Math.abs(value - whole), side: texts.sides[side] });

  const bid = (texts, points) => texts.bids[points] || String(points);

  const sum = (texts, points, extra, declared) => {
    const kind = extra ? (declared ? "both" : "belote") : declared ? "declared" : "bare";
    return fill(texts.sums[kind], { points, cards: points - extra - declared, belote: extra, declared });
  };

  // Which sentence tells how a hand was judged, and what it names.
  const judged = (texts, entry, { outcome, comparison, winner, lines, points, newly_held: held }, sides) => {
    if (outcome === "penalty") {
      const marked = lines.reduce((all, line) => all + (line.reason === "held_won" ? 0 : line.points), 0);
      return ["penalty", { side: sides[entry.penalty], points: marked }];
    }
    const { bid: needed } = entry.contract || {};
    const isSlam = needed in texts.bids;
    if (outcome === "capot" && entry.capot && !isSlam) return ["capot", { side: sides[entry.capot] }];
    if (!comparison) return [];
    const { takers, defenders } = comparison;
    const isEqual = outcome === "litige" || outcome === "shared";
    const values = {
      takers: isEqual ? takers : sum(texts, takers, comparison.takers_belote, comparison.takers_declared),
      defenders: sum(texts, defenders, comparison.defenders_belote, comparison.defenders_declared),
      whole: takers + defenders, bid: bid(texts, needed), held, side: sides[winner], points: points[winner],
    };
    const isMade = winner === entry.taker[0];
    if (isSlam) return [isMade ? "slam_made" : "slam_failed", values];
    if (!needed) return [outcome, values];
    return [isMade ? "bid_made" : takers >= needed ? "bid_beaten" : "bid_failed", values];
  };

  // What somebody else marks than the side that had it.
  const passed = ({ belote: holder, further_belotes: further, declarations, best_declaration: said }, { lines }, outcomes) => {
    const found = [];
    const marks = (reason, side) => lines.filter((line) => line.reason === reason && line.side === side).length;
    for (const side of ["A", "B"]) {
      const had = [holder, ...(further || [])].filter((one) => one === side).length;
      if (marks("belote", side) > had) found.push(["belote_taken", side]);
    }
    if (declarations?.length) {
      const best = said || belote.declared.bestSide(outcomes.declarations, declarations);
      const other = best === "A" ? "B" : "A";
      if (marks("declaration", other)) found.push(["declarations_taken", other]);
      else if (!marks("declaration", best)) found.push(["declarations_lost", best]);
    }
    return found;
  };

  const judge = (texts, entry, score, sides) => {
    const [judgement, values] = judged(texts, entry, score, sides);
    return judgement ? fill(texts.judgements[judgement], values) : "";
  };

  // How a hand was judged, and what passed to the other side, as labels/sheets.py `explain` has it.
  const explain = (texts, entry, score, sides = texts.sides, outcomes = belote.outcomes) => {
    const more = passed(entry, score, outcomes).map(([code, side]) => fill(texts.judgements[code], { side: sides[side] }));
    return [judge(texts, entry, score, sides), ...more].filter(Boolean).join(" ");
  };

  belote.words = { fill, problem, bid, judge, explain };
})();
