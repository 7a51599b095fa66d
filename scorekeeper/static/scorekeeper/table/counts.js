// If the counts do not add up, or capot is ticked for the wrong side: asks what is meant, with a button for each answer and
// its result. The questions and the possible answers are those of engine/counts.py.
(() => {
  "use strict";
  const belote = window.belote;

  const MEANT = {
    last_trick_forgotten: (entry, { cards }) =>
      ["A", "B"]
        .filter((side) => !entry.last_trick || entry.last_trick === side)
        .map((side) => {
          const ten = side === entry.taker?.[0] ? cards.last_trick : 0;
          return [side, { card_points: entry.card_points + ten, defenders_count: null, last_trick: side }];
        }),
    belote_in_counts: (entry, { judging }) => {
      const own = judging.belote_points * belote.scoring.belotesOf({ further_belotes: [], ...entry }, entry.taker?.[0]);
      return [[null, { card_points: entry.card_points - own, defenders_count: null }]];
    },
    capot_of_other_side: ({ capot }) => {
      const side = capot === "A" ? "B" : "A";
      return [[side, { capot: side }]];
    },
  };

  // The mistake and its answers, {problem, answers: [{side, entry, score}]}; null if nothing is recognised. `judge` scores.
  const about = (outcomes, entry, judge) => {
    const { problems } = judge(entry);
    for (const [code, meant] of Object.entries(MEANT)) {
      const problem = problems.find((found) => found.code === code);
      const answers = (problem ? meant(entry, outcomes) : [])
        .map(([side, change]) => ({ side, entry: { ...entry, ...change } }))
        .map((answer) => ({ ...answer, score: judge(answer.entry).score }))
        .filter(({ score }) => score);
      if (answers.length) return { problem, answers };
    }
    return null;
  };

  const question = (page, entry) => {
    const { outcomes, words } = belote, { h, sideMark } = belote.kept;
    const asked = outcomes && about(outcomes, entry, (hand) => page.judgedNow(hand));
    if (!asked) return null;
    const { titles, answers, outcome } = page.texts.counts, { code } = asked.problem;
    const button = ({ side, entry: hand, score }) => {
      const rest = belote.scoring.whole(outcomes, hand.trump) - hand.card_points;
      const [points_a, points_b] = hand.taker[0] === "A" ? [hand.card_points, rest] : [rest, hand.card_points];
      const onclick = () => {
        belote.entry.fill(page.form, hand);
        page.write();
      };
      return h(
        "button",
        { type: "button", class: "button button--wide answer", onclick },
        answers[code] || sideMark(side, page.sheet.sides[side]),
        h("small", {}, words.fill(outcome, { points_a, points_b, a: score.points.A, b: score.points.B })),
      );
    };
    return { title: titles[code], texts: [words.problem(page.texts, asked.problem)], buttons: asked.answers.map(button) };
  };

  belote.counts = { about, question };
})();
