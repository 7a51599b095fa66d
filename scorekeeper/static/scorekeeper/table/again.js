// After a take-over: which of the actions that the previous server acknowledged this phone sends again, because the new server
// lacks them. Decided from the sheet, so that nothing is sent that is already there, and nobody is asked about it.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const same = (one, other) => Boolean(one && other) && belote.isSame(one, other, Object.keys({ ...one, ...other }));
  const byKey = (hands) => new Map(hands.map((hand) => [hand.id, hand]));

  // Sorts actions into those to `send`, those that `wait` for a hand from another phone, and those that are `done`. `acts` are in the
  // order in which they were acknowledged; `before` is the sheet as this page last had it from the previous server, null if it had none.
  const lacking = (acts, sheet, before) => {
    const found = { send: [], wait: [], done: [] };
    const there = byKey(sheet.hands);
    const known = byKey(before?.hands || []);
    // The sheet as it will be, hand by hand.
    const placed = [...sheet.hands];

    const grouped = new Map();
    for (const act of acts) {
      const key = act.hand || `${act.act} ${act.side || act.number}`;
      grouped.set(key, [...(grouped.get(key) || []), act]);
    }

    const changed = (own, stored) => {
      const last = own[own.length - 1];
      const former = own.flatMap(({ entry, was }) => [entry, was]);
      if (last.act === "withdraw") return { ...last, base: former.some((entry) => same(entry, stored.entry)) ? stored.tag : last.base };
      if (same(last.entry, stored.entry)) return null;
      if (former.some((entry) => same(entry, stored.entry))) return { ...last, act: "correct", base: stored.tag };
      // Somebody corrected it later: either this page had seen that, or it changed nothing itself.
      if (last.act === "put" || same(known.get(stored.id)?.entry, stored.entry)) return null;
      return last;
    };

    const written = (own) => {
      const last = own[own.length - 1];
      const knew = known.get(last.hand);
      if (last.act === "withdraw" || (before && !knew)) return null;
      const { entry, number } = knew || last;
      return { ...last, act: "put", base: null, entry, number, isUndo: false };
    };

    const passed = (own) => {
      const last = own[own.length - 1];
      if (last.number < sheet.next_number || (last.number === sheet.next_number && last.count === sheet.passed_deals)) return null;
      const isOnTheWay = last.number === sheet.next_number && own.some(({ base }) => base === sheet.passed_deals);
      return { ...last, base: isOnTheWay ? sheet.passed_deals : own[0].base };
    };

    const puts = [];
    for (const own of grouped.values()) {
      const last = own[own.length - 1];
      const stored = there.get(last.hand);
      if (last.act === "say") found[sheet.receipt ? "send" : "wait"].push(last);
      else if (last.act === "passes") found.send.push(passed(own));
      else if (stored) found.send.push(changed(own, stored));
      else {
        const put = written(own);
        if (put) puts.push(put);
      }
    }

    // Each goes after the hand that it followed: no hand is entered twice, and none in another's place.
    for (const put of puts.sort((one, other) => one.number - other.number)) {
      const earlier = placed[put.number - 2];
      const after = known.size ? before.hands[put.number - 2] : put.after;
      if (put.number > placed.length + 1) found.wait.push(put);
      else {
        const isNext = put.number === placed.length + 1;
        const isStrange = isNext && earlier && after && earlier.id !== after.id && !same(earlier.entry, after.entry);
        if (isNext && !isStrange) placed.push({ id: put.hand, entry: put.entry });
        found.send.push({ ...put, problem: isStrange ? { code: "hands_missing" } : null });
      }
    }
    const sent = new Set(found.send.filter(Boolean).map(({ id }) => id));
    const waits = new Set(found.wait.map(({ id }) => id));
    found.done = acts.filter(({ id }) => !sent.has(id) && !waits.has(id));
    found.send = found.send.filter(Boolean).sort((one, other) => one.order - other.order);
    return found;
  };

  belote.again = { lacking };
})();
