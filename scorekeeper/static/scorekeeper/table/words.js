// The sentences of the server (labels/phone.py) with the phone's numbers.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});

  // Fills a Python template: "%(value)d points".
  const fill = (template, values) =>
    template.replace(/%(?:%|\((\w+)\)[sd])/g, (_, name) => (name ? String(values[name]) : "%"));

  const problem = (texts, { code, value, whole, side }) =>
    fill(texts.problems[code], { ...texts.limits, value, whole, off: Math.abs(value - whole), side: texts.sides[side] });

  const sum = (texts, points, extra, declared) => {
    const kind = extra ? (declared ? "both" : "belote") : declared ? "declared" : "bare";
    return fill(texts.sums[kind], { points, cards: points - extra - declared, belote: extra, declared });
  };

  // Which sentence says how a hand was judged, and its values.
  const judged = (texts, entry, score, sides) => {
    const { outcome, comparison, lines } = score;
    const { penalty, capot, contract } = entry;
    if (outcome === "penalty") {
      const points = lines.reduce((all, line) => all + (line.reason === "held_won" ? 0 : line.points), 0);
      return ["penalty", { side: sides[penalty], points }];
    }
    if (outcome === "capot" && capot && !(contract && contract.bid in texts.bids)) return ["capot", { side: sides[capot] }];
    if (!comparison) return [];
    const { takers, defenders } = comparison;
    const isEqual = outcome === "litige" || outcome === "shared";
    const values = {
      takers: isEqual ? takers : sum(texts, takers, comparison.takers_belote, comparison.takers_declared),
      defenders: sum(texts, defenders, comparison.defenders_belote, comparison.defenders_declared),
      whole: takers + defenders, held: score.newly_held,
    };
    return contract ? belote.bidding.judged(texts, entry, score, values, sides) : [outcome, values];
  };

  const judge = (texts, entry, score, sides) => {
    const [judgement, values] = judged(texts, entry, score, sides);
    return judgement ? fill(texts.judgements[judgement], values) : "";
  };

  // How a hand was judged, and what the other side gets, as in labels/sheets.py `explain`.
  const explain = (texts, entry, score, sides = texts.sides, outcomes = belote.outcomes) => {
    const passed = belote.bidding ? belote.bidding.passed(entry, score, outcomes) : [];
    const more = passed.map(([code, side]) => fill(texts.judgements[code], { side: sides[side] }));
    return [judge(texts, entry, score, sides), ...more].filter(Boolean).join(" ");
  };

  belote.words = { fill, problem, judge, explain };
})();
