// Declarations: which side has the best one, and whether 32 cards can contain them. The same steps in the same order as in
// engine/declarations.py; points, lengths and ranks come from engine/outcome_limits.py `declared`.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});
  const FOUR = "four";
  const FOUR_POINTS = 100, CARDS_HELD = 8, PLAYERS = 2, SUITS = 4, MOST_STEPS = 20000;
  const SIDES = ["A", "B"];

  const isFour = (kind) => kind.startsWith(FOUR);
  // A four of a kind comes before any sequence; then the points decide, then the height of the cards.
  const strength = (kind, points, height) => (isFour(kind) ? 1e6 : 0) + points * 100 + height;
  const strengthsOfFours = ({ fours }) => Object.fromEntries(Object.keys(fours).map((kind, place) => [kind, place]));
  const heightOf = ({ ranks }, rank) => ranks.length - ranks.indexOf(rank);
  const unnamed = (rules, declarations) =>
    Object.keys(rules.fours).filter(
      (kind) => rules.points[kind] === FOUR_POINTS && !declarations.some((one) => one.kind === kind));

  const strengths = (rules, { kind, high }) => {
    const points = rules.points[kind];
    if (kind === FOUR) return Array(2).fill(strength(kind, points, -1));
    if (isFour(kind)) return Array(2).fill(strength(kind, points, strengthsOfFours(rules)[kind]));
    if (high) return Array(2).fill(strength(kind, points, heightOf(rules, high)));
    return [strength(kind, points, rules.lengths[kind]), strength(kind, points, rules.ranks.length)];
  };

  // The least and the greatest strength of a side's best declaration.
  const bestOf = (rules, side, declarations) => {
    const own = declarations.filter((one) => one.side === side);
    const free = unnamed(rules, declarations).map((kind) => strengthsOfFours(rules)[kind]);
    const fours = own.filter(({ kind }) => kind === FOUR).length;
    let least = 0, most = 0;
    if (fours && fours <= free.length) {
      least = strength(FOUR, FOUR_POINTS, free[fours - 1]);
      most = strength(FOUR, FOUR_POINTS, free[free.length - 1]);
    }
    for (const one of own) {
      const [low, high] = strengths(rules, one);
      least = Math.max(least, low);
      most = Math.max(most, high);
    }
    return [least, most];
  };

  const bestSide = (rules, declarations) => {
    const [[aLeast, aMost], [bLeast, bMost]] = SIDES.map((side) => bestOf(rules, side, declarations));
    if (aLeast > bMost) return "A";
    return bLeast > aMost ? "B" : null;
  };

  const cardIsImpossible = (rules, { kind, high }) =>
    Boolean(high) && (isFour(kind) || heightOf(rules, high) < rules.lengths[kind]);

  const areTooMany = (rules, side, declarations) => {
    const own = declarations.filter((one) => one.side === side).map(({ kind }) => kind);
    const fours = own.filter(isFour).length;
    const inSequences = own.filter((kind) => !isFour(kind)).reduce((sum, kind) => sum + rules.lengths[kind], 0);
    return Math.max(fours * SUITS, inSequences) > PLAYERS * CARDS_HELD;
  };

  // Every way to take one item of each list, the last list changing fastest.
  const product = (lists) =>
    lists.reduce((found, list) => found.flatMap((some) => list.map((one) => [...some, one])), [[]]);
  const players = (side) => Array.from({ length: PLAYERS }, (_, number) => side + number);

  const canBeHeld = (rules, declarations) => {
    const fours = declarations.filter(({ kind }) => isFour(kind));
    const known = fours.filter(({ kind }) => kind !== FOUR);
    const named = known.map(({ kind }) => rules.fours[kind]);
    const free = unnamed(rules, declarations).map((kind) => rules.fours[kind]);
    const open = fours.filter(({ kind }) => kind === FOUR).map(({ side }) => side);
    if (new Set(named).size < named.length || open.length > free.length) return false;
    if (SIDES.some((side) => areTooMany(rules, side, declarations))) return false;
    const sequences = declarations
      .filter(({ kind }) => !isFour(kind))
      .sort((a, b) => rules.lengths[b.kind] - rules.lengths[a.kind] || !a.high - !b.high);
    const search = { rules, sequences, steps: 0 };
    const choices = product(open.map(() => free)).filter((ranks) => new Set(ranks).size === ranks.length);
    const holders = product([...known.map(({ side }) => side), ...open].map(players));
    return choices.some((ranks) => {
      const all = [...named, ...ranks];
      return holders.some((who) => finds(search, new Map(all.map((rank, place) => [rank, who[place]]))));
    });
  };

  // Whether the sequences are possible beside the fours of a kind of these players.
  const finds = (search, holders) => {
    search.holders = holders;
    search.hands = Object.fromEntries(SIDES.flatMap(players).map((player) => [player, new Set()]));
    for (const [rank, player] of holders) {
      for (let suit = 0; suit < SUITS; suit += 1) search.hands[player].add(suit + rank);
    }
    if (Object.values(search.hands).some((hand) => hand.size > CARDS_HELD)) return false;
    return fits(search, 0, new Set(), 0);
  };

  const fits = (search, number, taken, suits) => {
    const { rules, sequences } = search;
    if (number === sequences.length || search.steps >= MOST_STEPS) return true;
    const one = sequences[number];
    for (let suit = 0; suit < Math.min(suits + 1, SUITS); suit += 1) {
      for (const ranks of runs(rules, one)) {
        const cards = ranks.map((rank) => suit + rank);
        if (cards.some((card) => taken.has(card))) continue;
        for (const player of players(one.side)) {
          search.steps += 1;
          if (ranks.some((rank) => (search.holders.get(rank) || player) !== player)) continue;
          const hand = search.hands[player], more = new Set([...hand, ...cards]);
          if (more.size > CARDS_HELD) continue;
          search.hands[player] = more;
          if (fits(search, number + 1, new Set([...taken, ...cards]), Math.max(suits, suit + 1))) return true;
          search.hands[player] = hand;
        }
      }
    }
    return false;
  };

  const runs = (rules, { kind, high }) => {
    const { ranks, lengths } = rules;
    return ranks
      .map((_, start) => ranks.slice(start, start + lengths[kind]))
      .filter((cards) => cards.length === lengths[kind] && (!high || cards[0] === high));
  };

  belote.declared = { bestSide, canBeHeld, cardIsImpossible };
})();
