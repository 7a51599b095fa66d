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

  // One sentence on how a hand was judged, as labels/sheets.py `explain` has it.
  const explain = (texts, entry, score, sides = texts.sides) => {
    const say = (judgement, values) => fill(texts.judgements[judgement], values);
    const { outcome, comparison } = score;
    if (outcome === "penalty") return say("penalty", { side: sides[entry.penalty] });
    if (outcome === "capot" && entry.capot) return say("capot", { side: sides[entry.capot] });
    if (!comparison) return "";
    const { takers, defenders, needed } = comparison;
    const sum = (points, extra) =>
      extra ? fill(texts.sum_with_belote, { points, cards: points - extra, belote: extra }) : String(points);
    if (outcome === "litige" || outcome === "shared") return say(outcome, { takers, held: score.newly_held });
    const kind = outcome === "failed" ? "failed" : "made";
    // Only the slams have a name of their own.
    const isSlam = needed && bid(texts, needed) !== String(needed);
    return say(!needed ? kind : isSlam ? `slam_${kind}` : `bid_${kind}`, {
      takers: sum(takers, comparison.takers_belote),
      defenders: sum(defenders, comparison.defenders_belote),
      whole: takers + defenders,
      bid: needed ? bid(texts, needed) : "",
    });
  };

  belote.words = { fill, problem, explain };
})();
