// Checks the document of a contest, as tournaments/PROOF.md says; its sections are named below. It needs nothing else, neither
// the network nor another script. `belote.contestCheck.read(bytes)` gives a document or throws; `check(document, heads)` gives
// what was checked (`done`), what was not (`skipped`) and every fault: [path, what the document says, what it should be].
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});
  const CHAIN_LENGTH = 1000;
  const MOST_BYTES = 60e6, DEEPEST = 60, MOST_FAULTS = 1000, MOST_ENTRANTS = 2000, MOST_PLACES = 500;
  const MOST_SECONDS = 1e7, LAST_TABLE = 32767, BIGGEST = 2n ** 63n;
  const SIDES = ["A", "B"], SEATS = ["A1", "B1", "A2", "B2"], PLAYED = ["played", "catch_up"];

  const need = (isRight, what) => {
    if (!isRight) throw new RangeError(what);
  };
  const has = (plain, name) => Object.prototype.hasOwnProperty.call(plain, name);
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const isNumber = (value) => typeof value === "number" || typeof value === "bigint";
  const items = (value) => {
    need(Array.isArray(value), "list");
    return value;
  };
  const number = (value, least = 0, most = BIGGEST) => {
    need(isNumber(value) && value >= least && value <= most, "number");
    return value;
  };
  const get = (plain, name, usual) => (has(plain, name) ? plain[name] : usual);
  const isFull = (value) => {
    if (Array.isArray(value)) return value.length > 0;
    return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
  };
  const sum = (list) => list.reduce((one, two) => one + two, 0);
  const without = (plain, ...names) =>
    Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name)));
  const pick = (plain, names) => Object.fromEntries(names.map((name) => [name, plain[name]]));
  const byNumber = (one, two) => (one < two ? -1 : one > two ? 1 : 0);

  // Section 2: bytes. Numbers beyond 53 bits become BigInts, so no digit is lost.
  const codePoints = (one, two) => {
    const [a, b] = [[...one], [...two]];
    for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
      if (a[place] !== b[place]) return a[place].codePointAt(0) - b[place].codePointAt(0);
    }
    return a.length - b.length;
  };
  const byKey = (one, two) => (/[\ud800-\uffff]/.test(one + two) ? codePoints(one, two) : byNumber(one, two));
  const escaped = (text) =>
    text.replace(/[\u007f-\uffff]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);

  const canonical = (value) => {
    if (value === null || typeof value === "boolean") return String(value);
    if (isNumber(value)) return value === 0 ? "0" : String(value);
    if (typeof value === "string") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (!isObject(value)) throw new TypeError("no value");
    const names = Object.keys(value).sort(byKey);
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  };
  const same = (one, two) => canonical(one) === canonical(two);

  const read = (bytes) => {
    const refuse = (why) => {
      throw new SyntaxError(why);
    };
    if (bytes.length > MOST_BYTES) refuse("too large");
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const TOKEN = /[ \t\n\r]*(?:([[\]{}:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*))(?![\d.eE])|(true|false|null))/y;
    let token;
    const next = () => {
      token = TOKEN.exec(text);
      if (!token) refuse("not JSON");
      return token[1] || "";
    };
    const words = { true: true, false: false, null: null };
    const string = () => {
      const found = JSON.parse(token[2]);
      if (/[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/.test(found)) refuse("half a character");
      return found;
    };
    const value = (mark, depth) => {
      if (depth > DEEPEST) refuse("too deep");
      if (mark === "[") return list(depth);
      if (mark === "{") return object(depth);
      if (mark) refuse("not JSON");
      if (token[2] !== undefined) return string();
      if (token[4] !== undefined) return words[token[4]];
      if (token[3].length > 20) refuse("a number too long");
      const exact = Number(token[3]);
      return Number.isSafeInteger(exact) ? exact : BigInt(token[3]);
    };
    const list = (depth) => {
      const found = [];
      let mark = next();
      if (mark === "]") return found;
      for (;;) {
        found.push(value(mark, depth + 1));
        mark = next();
        if (mark === "]") return found;
        if (mark !== ",") refuse("not JSON");
        mark = next();
      }
    };
    const object = (depth) => {
      const found = Object.create(null);
      let mark = next();
      if (mark === "}") return found;
      for (;;) {
        if (mark || token[2] === undefined) refuse("not JSON");
        const name = string();
        if (name in found) refuse("a key twice");
        if (next() !== ":") refuse("not JSON");
        found[name] = value(next(), depth + 1);
        mark = next();
        if (mark === "}") return found;
        if (mark !== ",") refuse("not JSON");
        mark = next();
      }
    };
    const found = value(next(), 1);
    if (!isObject(found) || !/^[ \t\n\r]*$/.test(text.slice(TOKEN.lastIndex))) refuse("no object");
    return found;
  };

  // SHA-256 and SHA-512: their constants are the first bits of the roots of primes.
  const PRIMES = [];
  for (let one = 2; PRIMES.length < 80; one += 1) if (PRIMES.every((prime) => one % prime)) PRIMES.push(one);
  const root = (prime, power) => {
    const wanted = BigInt(prime) << BigInt(64 * power);
    let least = 0n, most = 1n << 70n;
    while (most - least > 1n) {
      const middle = (least + most) >> 1n;
      if (middle ** BigInt(power) <= wanted) least = middle;
      else most = middle;
    }
    return BigInt.asUintN(64, least);
  };
  const ROUNDS = PRIMES.map((prime) => root(prime, 3));
  const BEGIN = PRIMES.slice(0, 8).map((prime) => root(prime, 2));
  const ROUNDS_32 = Int32Array.from(ROUNDS, (one) => Number(one >> 32n) | 0);
  const BEGIN_32 = BEGIN.map((one) => Number(one >> 32n) | 0);

  const padded = (bytes, block) => {
    const found = new Uint8Array(Math.ceil((bytes.length + 1 + block / 8) / block) * block);
    found.set(bytes);
    found[bytes.length] = 128;
    new DataView(found.buffer).setBigUint64(found.length - 8, BigInt(bytes.length) * 8n);
    return found;
  };
  const utf8 = (text) => new TextEncoder().encode(text);

  const digest = (bytes) => {
    const data = padded(bytes, 64), view = new DataView(data.buffer), w = new Int32Array(64), h = [...BEGIN_32];
    for (let start = 0; start < data.length; start += 64) {
      for (let at = 0; at < 16; at += 1) w[at] = view.getInt32(start + 4 * at);
      for (let at = 16; at < 64; at += 1) {
        const x = w[at - 15], y = w[at - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[at] = (w[at - 16] + s0 + w[at - 7] + s1) | 0;
      }
      let [a, b, c, d, e, f, g, k] = h;
      for (let at = 0; at < 64; at += 1) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const one = (k + s1 + ((e & f) ^ (~e & g)) + ROUNDS_32[at] + w[at]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, k].forEach((one, at) => { h[at] = (h[at] + one) | 0; });
    }
    return h.map((one) => (one >>> 0).toString(16).padStart(8, "0")).join("");
  };
  const sha256 = (text) => digest(utf8(text));

  const sha512 = (bytes) => {
    const cut = (one) => BigInt.asUintN(64, one);
    const turn = (one, by) => cut((one >> BigInt(by)) | (one << BigInt(64 - by)));
    const data = padded(bytes, 128), view = new DataView(data.buffer), h = [...BEGIN];
    for (let start = 0; start < data.length; start += 128) {
      const w = Array.from({ length: 16 }, (_, at) => view.getBigUint64(start + 8 * at));
      for (let at = 16; at < 80; at += 1) {
        const x = w[at - 15], y = w[at - 2];
        w.push(cut(w[at - 16] + (turn(x, 1) ^ turn(x, 8) ^ (x >> 7n)) + w[at - 7] + (turn(y, 19) ^ turn(y, 61) ^ (y >> 6n))));
      }
      let [a, b, c, d, e, f, g, k] = h;
      for (let at = 0; at < 80; at += 1) {
        const one = cut(k + (turn(e, 14) ^ turn(e, 18) ^ turn(e, 41)) + ((e & f) ^ (cut(~e) & g)) + ROUNDS[at] + w[at]);
        const two = cut((turn(a, 28) ^ turn(a, 34) ^ turn(a, 39)) + ((a & b) ^ (a & c) ^ (b & c)));
        [k, g, f, e, d, c, b, a] = [g, f, e, cut(d + one), c, b, a, cut(one + two)];
      }
      [a, b, c, d, e, f, g, k].forEach((one, at) => { h[at] = cut(h[at] + one); });
    }
    return h.map((one) => one.toString(16).padStart(16, "0")).join("");
  };

  class Report {
    done = {};
    skipped = [];
    faults = [];

    count(what, many = 1) {
      this.done[what] = (this.done[what] || 0) + many;
    }

    skip(what) {
      if (!this.skipped.includes(what)) this.skipped.push(what);
    }

    fault(path, stored, expected = null) {
      if (this.faults.length < MOST_FAULTS) this.faults.push([path, shown(stored), shown(expected)]);
    }

    compare(path, stored, expected) {
      if (!same(stored, expected)) this.fault(path, stored, expected);
    }

    fields(path, stored, expected, optional = []) {
      if (!isObject(stored)) {
        this.fault(path, stored, "{}");
        return;
      }
      const names = new Set([...Object.keys(expected), ...optional.filter((one) => has(stored, one))]);
      for (const name of [...names].sort(byKey)) {
        const below = `${path}.${name}`;
        if (has(stored, name) && has(expected, name)) this.compare(below, stored[name], expected[name]);
        else this.fault(below, get(stored, name, null), get(expected, name, null));
      }
      if (Object.keys(stored).some((name) => !has(expected, name) && !optional.includes(name))) this.skip("unknown");
    }

    guard(path, act) {
      try {
        act();
      } catch {
        this.fault(path, "?");
      }
    }
  }
  const shown = (value) => {
    const letters = [...canonical(value)];
    return letters.length <= 80 ? letters.join("") : `${letters.slice(0, 77).join("")}…`;
  };

  // Section 3: the log.
  const LINE = ["at", "author", "data", "hash", "kind", "number", "previous_hash", "round_number", "table_number"];

  const checkChain = (log, report, good) => {
    let previous = "";
    const changed = new Map(), vouched = new Map();
    for (const [place, line] of items(log).entries()) {
      const isLine = isObject(line) && same(Object.keys(line).sort(byKey), LINE);
      if (!isLine || !isObject(line.data) || typeof line.kind !== "string") {
        report.fault(`log[${place}]`, "?");
        return;
      }
      const now = sha256(canonical(without(line, "hash")));
      const isNext = same(line.number, place + 1) && same(line.previous_hash, previous);
      if (!isNext || typeof line.hash !== "string" || !/^[0-9a-f]{64}$/.test(line.hash)) {
        report.fault(`log[${place}]`, line.number, place + 1);
        return;
      }
      if (line.hash !== now) changed.set(place, now);
      if (line.kind === "redacted") {
        for (const pair of items(get(line.data, "vouched", []))) {
          if (number(items(pair)[0], 1) <= place) vouched.set(pair[0] - 1, pair[1]);
        }
      }
      previous = line.hash;
      good.push(line);
    }
    for (const [place, now] of changed) {
      if (vouched.get(place) === now) report.count("redacted");
      else report.fault(`log[${place}].hash`, log[place].hash, now);
    }
    for (const [place, seal] of vouched) {
      if (!changed.has(place) && seal !== good[place].hash) report.fault(`log[${place}].hash`, good[place].hash, seal);
    }
    report.count("log", good.length);
  };

  const checkHeads = (log, heads, report) => {
    for (const [at, digits] of heads) {
      const seal = log[at - 1]?.hash || "";
      if (seal.startsWith(digits)) report.count("heads");
      else report.fault(`head ${at}`, seal.slice(0, 16), digits);
    }
  };
  const isPublicVoucher = (line) => line.kind === "redacted" && line.author === "belote";

  // Section 4: receipts.
  const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const COLUMNS = {
    taker: "", card_points: null, belote: "", belote_seat: "", capot: "", penalty: "", defenders_count: null,
    tricks: null, last_trick: "", trump: "", bid: null, multiplier: 0, taker_alone: false, declarations: [],
    best_declaration: "", passed_deals: 0,
  };
  const columnsIn = (hand) =>
    Object.fromEntries(Object.entries(COLUMNS).map(([name, usual]) => [name, get(hand, name, usual)]));
  const tidy = (hand) => {
    const found = columnsIn(hand);
    if (found.bid === null) found.multiplier = 0;
    if (isFull(get(hand, "further_belotes"))) found.further_belotes = hand.further_belotes;
    return found;
  };
  const receiptOf = (round, match, hands, totals) => {
    const content = [round, match.table || 0, sideOf(match, "A"), sideOf(match, "B"), hands.map(tidy), totals];
    const bits = BigInt(`0x${sha256(canonical(content)).slice(0, 10)}`);
    const letters = [35n, 30n, 25n, 20n, 15n, 10n, 5n, 0n].map((by) => ALPHABET[Number((bits >> by) & 31n)]);
    return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
  };

  // Section 5: lots.
  const lotOf = (seed, entry) => {
    const text = utf8(`${seed}:${entry}`);
    const hex = [...text].map((one) => one.toString(16).padStart(2, "0")).join("") + sha512(text);
    const key = [];
    for (let end = hex.length; end > 0; end -= 8) key.push(parseInt(hex.slice(Math.max(0, end - 8), end), 16));
    const SIZE = 624, mt = new Uint32Array(SIZE);
    mt[0] = 19650218;
    const mixed = (at, by) => Math.imul(mt[at - 1] ^ (mt[at - 1] >>> 30), by);
    for (let at = 1; at < SIZE; at += 1) mt[at] = mixed(at, 1812433253) + at;
    let at = 1, of = 0;
    const forward = () => {
      at += 1;
      if (at >= SIZE) {
        mt[0] = mt[SIZE - 1];
        at = 1;
      }
    };
    for (let left = Math.max(SIZE, key.length); left > 0; left -= 1) {
      mt[at] = (mt[at] ^ mixed(at, 1664525)) + key[of] + of;
      of = (of + 1) % key.length;
      forward();
    }
    for (let left = SIZE - 1; left > 0; left -= 1) {
      mt[at] = (mt[at] ^ mixed(at, 1566083941)) - at;
      forward();
    }
    mt[0] = 0x80000000;
    // The first two outputs need only the first words of the next state.
    const output = (place) => {
      const y = (mt[place] & 0x80000000) | (mt[place + 1] & 0x7fffffff);
      let one = mt[place + 397] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      one ^= one >>> 11;
      one ^= (one << 7) & 0x9d2c5680;
      one ^= (one << 15) & 0xefc60000;
      return BigInt((one ^ (one >>> 18)) >>> 0);
    };
    return output(0) | (output(1) << 32n);
  };
  const sortedBy = (list, key) => {
    const keys = new Map(list.map((one) => [one, key(one)]));
    return [...list].sort((one, two) => byNumber(keys.get(one), keys.get(two)));
  };
  // Entries in the order that a called number and its secret make.
  const byChance = (order, chance) =>
    sortedBy([...new Set(items(order).map((who) => number(who, 1)))], (who) => sha256(`${chance}:${who}`));

  const prizeOrder = (data, seed, previous) => {
    const ending = isFull(get(data, "random")) ? `:${data.random}` : "";
    const present = [...new Set(items(data.order).map((who) => number(who, 1)))];
    return sortedBy(present, (who) => sha256(`${number(seed)}:${previous}:${number(data.prize)}:${who}${ending}`));
  };

  // Section 7: hands.
  class Unscored extends Error {}
  const other = (side) => (side === "A" ? "B" : "A");
  const nothing = () => ({ A: 0, B: 0 });
  const ahead = (a, b) => (a === b ? "" : a > b ? "A" : "B");

  const bestSide = (hand) => {
    if (isFull(get(hand, "best_declaration"))) return hand.best_declaration;
    const sides = new Set((get(hand, "declarations") || []).map(([side]) => side));
    if (sides.size > 1) throw new Unscored();
    return [...sides][0] || "";
  };

  const scoreBy = (table, marks, hand, held) => {
    const { judging } = table, { penalty, capot } = hand;
    if (!penalty) need(SEATS.includes(hand.taker), "taker");
    const takers = penalty || hand.taker[0], defenders = other(takers), sides = [takers, defenders];
    need(SIDES.includes(takers) && ["", ...SIDES].includes(capot), "sides");
    const deck = table.decks[table.trumps[get(hand, "trump") || "unsaid"]], whole = deck.marks;
    let points = penalty ? 0 : number(hand.card_points, 0, deck.whole);
    if (deck.scale) points = deck.scale[points];
    const listed = marks[String(whole)];
    const marked = listed ? [listed[0][points], listed[1][points]] : [points, whole - points];
    const bid = get(hand, "bid", null), hasBid = bid !== null;
    const isSlam = hasBid && has(table.bids_worth, String(bid));
    const kind = hasBid ? `${isSlam ? bid : 0}-${get(hand, "multiplier") || 0}` : "";
    const belotes = [hand.belote, ...(get(hand, "further_belotes") || [])].filter(Boolean);
    const best = penalty ? "" : bestSide(hand);
    const declared = best
      ? sum((get(hand, "declarations") || []).filter(([side]) => side === best).map(([, kind]) => table.declarations.points[kind]))
      : 0;
    let outcome = "penalty", winner = defenders, places = table.penalties[kind];
    if (!penalty) {
      const numbers = judging.rounded ? marked : [points, whole - points];
      const passes = best && capot === other(best) && judging.declarations_of_losers !== "kept";
      const [own, others] = sides.map((side, at) => {
        const belote = judging.belote_helps ? judging.belote_points * belotes.filter((one) => one === side).length : 0;
        return numbers[at] + belote + (judging.declarations_count && !passes && side === best ? declared : 0);
      });
      const made = (isMade) => (isMade ? "made" : "failed");
      if (isSlam) outcome = made(capot === takers && (bid !== 500 || hand.taker_alone));
      else if (hasBid) outcome = made(capot === takers || (own >= bid && (own > others || !judging.beats)));
      else if (capot) outcome = made(capot === takers);
      else if (own === others) outcome = judging.on_equality;
      else outcome = made(own > others);
      winner = { made: takers, failed: defenders }[outcome] || "";
      places = table.hands[kind][outcome][!capot ? 0 : capot === takers ? 1 : 2];
    }
    const got = nothing();
    const worth = hasBid ? get(table.bids_worth, String(bid), bid) : 0;
    for (const place of places) {
      const [side, , fixed, cards, bids] = table.parts[place];
      got[sides[side]] += fixed + cards * marked[side] + bids * worth;
    }
    const isHeld = outcome === "litige" && judging.belote_held && hand.belote === takers;
    for (const holder of belotes) {
      if (isHeld || judging.belote_marked === "nobody") continue;
      const isTaken = judging.belote_marked === "taken_from_failed" && winner === defenders && holder === takers;
      got[isTaken ? winner : holder] += judging.belote_points;
    }
    if (best) {
      const passes = (best === takers && winner === defenders) || capot === other(best);
      const goesTo = passes ? { kept: best, to_winner: winner, lost: "" }[judging.declarations_of_losers] : best;
      if (goesTo) got[goesTo] += declared;
    }
    let after = { ...held };
    if (winner) {
      got[winner] += held.A + held.B;
      after = nothing();
    }
    if (outcome === "litige") {
      const atOnce = judging.half_held ? Math.floor(marked[0] / 2) : 0;
      got[takers] += atOnce;
      after[takers] += marked[0] - atOnce + (isHeld ? judging.belote_points : 0);
    }
    need(Number.isSafeInteger(got.A) && Number.isSafeInteger(got.B), "points");
    return {
      points: got, held: after, winner, outcome: winner && capot === winner ? "capot" : outcome, takers: penalty ? "" : takers,
    };
  };

  const scoreHand = (table, hand, held, missing) => {
    if (missing && table.marked_exactly && !hand.penalty) {
      const exact = scoreBy(table, table.marked_exactly, hand, held);
      if (SIDES.some((side) => exact.points[side] >= missing[side])) return exact;
    }
    return scoreBy(table, table.marked, hand, held);
  };

  const play = (table, values, sheet) => {
    if (!table || !has(values, "held_at_end") || !has(values, "both_reach")) throw new Unscored();
    const { target, hands: length } = sheet.planned, games = number(sheet.planned.games, 1, 20);
    const totals = nothing(), scores = [];
    let own = nothing(), held = nothing(), played = 0, ended = 0, winner = "";
    const give = (points) => {
      for (const side of SIDES) {
        totals[side] += points[side];
        own[side] += points[side];
      }
    };
    const settled = () => (values.held_at_end === "returned" ? held : nothing());
    const end = (score) => {
      const leads = ahead(own.A + settled().A, own.B + settled().B);
      if (length !== null) return played >= length ? leads : null;
      const reached = SIDES.filter((side) => own[side] >= target);
      if (reached.length < 2) return reached.length ? reached[0] : null;
      const had = SIDES.every((side) => own[side] - score.points[side] >= target);
      if (values.both_reach === "another_hand" && !had) return null;
      if (values.both_reach === "takers" && score.takers) return score.takers;
      if (values.both_reach === "higher_then_takers") return leads || score.takers || null;
      return leads || null;
    };
    for (const hand of sheet.hands) {
      if (ended === games) break;
      const lacks = target ? { A: Math.max(0, target - own.A), B: Math.max(0, target - own.B) } : null;
      const score = scoreHand(table, hand, held, lacks);
      give(score.points);
      held = score.held;
      scores.push(score);
      played += 1;
      const won = end(score);
      if (won !== null) {
        give(settled());
        held = nothing();
        ended += 1;
        winner = won;
        played = 0;
        if (ended < games) own = nothing();
      }
    }
    const isOver = ended === games;
    if (sheet.is_finished && !isOver) {
      if (played) {
        give(settled());
        held = nothing();
      }
      winner = ahead(totals.A, totals.B);
    } else if (!isOver) winner = "";
    else if (games > 1) winner = ahead(totals.A, totals.B);
    return { totals: [totals.A, totals.B], scores, held: held.A + held.B, winner };
  };

  // Section 8: from the log to the contest.
  const LATER = { halls: {}, meetings: {}, till: {}, prize_plan: {}, prize_lots: [], handed_over: [], sanctions: [] };
  const seatsOf = (a, b, counting = null) =>
    [["A", a], ["B", b]].flatMap(([side, numbers]) =>
      items(numbers).map((entry) => ({
        entry: number(entry, 1), side, counts: counting === null || counting.includes(entry), kind: "played",
      })));
  const newMatch = (kind, seats, table = null, sheet = null) => ({
    kind, seats, table, sheet, needs_check: false, check_note: "", is_signed: false, decided_for: null, decided_by: "", verdicts: {},
  });
  const exemptMatch = (entry) => {
    const match = newMatch("exempt", seatsOf([entry], []));
    match.seats[0].kind = "exempt";
    return match;
  };
  const newSheet = (hands, at) => ({
    planned: { target: null, hands, games: 1 }, is_finished: false, is_slip: false, hands: [], by: [], slips: [],
    capots: nothing(), first_dealer: "A1", passed_deals: 0, stop_reason: "", started_at: at, finished_at: null,
  });
  const sideOf = (match, side) => match.seats.filter((seat) => seat.side === side).map((seat) => seat.entry);
  const isGame = (match) => match.kind === "game" || match.kind === "catch_up";
  const countingIn = (played) =>
    played.matches.flatMap((match) => match.seats.filter((seat) => seat.counts).map((seat) => [match, seat]));
  const later = (at, seconds) => {
    const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})?\+00:00$/.exec(at);
    need(found, "time");
    const ends = new Date(Date.parse(`${found[1]}Z`) + 1000 * number(seconds, 0, MOST_SECONDS));
    return `${ends.toISOString().slice(0, 19)}${found[2] || ""}+00:00`;
  };
  const numbersOf = (side) => (Array.isArray(side) ? side : side === null ? [] : [side]);
  const halfUp = (total, parts) => Math.floor((2 * total + parts) / (2 * parts));
  const pairs = (list) => list.flatMap((one, at) => list.slice(at + 1).map((two) => [one, two]));
  const inOrderOf = (pair) => [...pair].sort(byNumber);
  const byPair = (one, two) => byNumber(one[0], two[0]) || byNumber(one[1], two[1]);

  const BLANK = ["taker", "belote", "capot", "penalty"];
  const columnsOf = (hand) => {
    const found = { ...columnsIn(hand), card_points: hand.points };
    for (const name of BLANK) found[name] = hand[name] || "";
    for (const name of ["penalty_reason", "further_belotes"]) if (has(hand, name)) found[name] = hand[name];
    return found;
  };
  const broughtMatch = (plain) => {
    const results = new Map(plain.results.map((one) => [one.entry, one]));
    const match = { ...newMatch(plain.kind, seatsOf(numbersOf(plain.a), numbersOf(plain.b))), ...plain };
    for (const seat of match.seats) Object.assign(seat, pick(results.get(seat.entry), ["counts", "kind"]));
    match.verdicts = Object.fromEntries(plain.verdicts.map((one) => [one.side, one]));
    if (plain.sheet) {
      const hands = [...plain.hands, ...plain.hands_not_counted];
      const sheet = { ...newSheet(1, ""), ...plain.sheet, slips: plain.slips };
      sheet.hands = hands.map(columnsOf);
      sheet.by = hands.map((one) => ({ by: one.recorded_by, at: one.recorded_at, changed: get(one, "changed_at", null) }));
      if (sheet.is_slip) for (const seat of match.seats) sheet.capots[seat.side] = results.get(seat.entry).capots;
      match.sheet = sheet;
    }
    return match;
  };

  const changeGame = (match, sheet, { data, author, at }) => {
    const { act, after } = data, { hands } = sheet;
    let place = 0;
    if (act === "hand_corrected" || act === "hand_withdrawn") {
      place = number(data.hand, 1, hands.length) - 1;
      for (const [name, value] of Object.entries(data.before || {})) {
        need(!has(hands[place], name) || same(hands[place][name], value), "before");
      }
    }
    if (act === "hand_recorded") {
      need(same(data.hand, hands.length + 1) && isObject(after), "hand");
      hands.push(after);
      sheet.by.push({ by: author, at, changed: null });
      sheet.passed_deals = 0;
    } else if (act === "hand_corrected") {
      need(isObject(after), "hand");
      hands[place] = after;
      sheet.by[place].changed = at;
    } else if (act === "hand_withdrawn") {
      const [gone] = hands.splice(place, 1);
      sheet.by.splice(place, 1);
      if (place === hands.length) sheet.passed_deals = gone.passed_deals;
    } else if (act === "deal_passed") sheet.passed_deals += 1;
    else if (act === "deal_restored") {
      need(sheet.passed_deals >= 1, "passed deals");
      sheet.passed_deals -= 1;
    } else if (act === "started" || act === "edited") {
      if (act === "started") sheet.started_at = at;
      if (isFull(after) || act === "edited") {
        need(SEATS.includes(after.first_dealer), "dealer");
        sheet.first_dealer = after.first_dealer;
        if (has(after, "hands")) sheet.planned = pick(after, ["target", "hands", "games"]);
      }
    } else if (act === "finished" || act === "stopped") {
      sheet.is_finished = true;
      sheet.finished_at = at;
      if (act === "stopped") sheet.stop_reason = after.reason;
    } else if (act === "reopened") Object.assign(sheet, { is_finished: false, finished_at: null, stop_reason: "" });
    else if (act === "slip_recorded" || act === "slip_corrected") {
      Object.assign(sheet, { is_slip: true, is_finished: true, slips: items(after.slips), finished_at: sheet.finished_at || at });
    } else {
      need(act === "slip_withdrawn", "act");
      Object.assign(sheet, { is_slip: false, is_finished: false, finished_at: null, slips: [], stop_reason: "", capots: nothing() });
      Object.assign(match, { needs_check: false, is_signed: false, check_note: "" });
    }
  };

  class Replay {
    settings = {};
    later = { ...LATER };
    wishes = "";
    named = "";
    nextSecret = "";
    secretsLeft = 0;
    table = null;
    entries = new Map();
    rounds = new Map();
    createdAt = "";
    finishedAt = null;
    brackets = 1;
    final = null;
    book = new Book();

    constructor(document, report) {
      this.document = document;
      this.report = report;
    }

    // What a called number and the next secret make together, empty without them.
    chance(data) {
      if (!has(data, "called") && !has(data, "secret")) {
        if (has(data, "chain")) {
          if (this.secretsLeft) this.report.skip("unused");
          this.nextSecret = data.chain;
          this.secretsLeft = CHAIN_LENGTH;
        }
        return "";
      }
      need(!has(data, "chain") && typeof data.called === "string" && /^[0-9]{1,12}$/.test(data.called), "called");
      need(this.nextSecret && sha256(data.secret) === this.nextSecret, "secret");
      this.nextSecret = data.secret;
      this.secretsLeft -= 1;
      this.report.count("called");
      return sha256(`${data.secret}:${data.called}`);
    }

    get isMelee() {
      return this.settings.format.mode === "melee";
    }

    get isPlain() {
      return !isFull(get(this.settings, "phases")) && !isFull(this.later.meetings);
    }

    inOrder() {
      return [...this.rounds.keys()].sort(byNumber).map((at) => this.rounds.get(at));
    }

    roundOf(line) {
      const found = this.rounds.get(line.round_number);
      need(found, "round");
      return found;
    }

    matchOf(line) {
      const found = this.roundOf(line).matches.find((match) => match.table && match.table === line.table_number);
      need(found, "table");
      return found;
    }

    entry(who) {
      need(this.entries.has(who), "entry");
      return this.entries.get(who);
    }

    score(sheet) {
      sheet.scored ??= this.newScore(sheet);
      return sheet.scored;
    }

    newScore(sheet) {
      if (!sheet.is_slip) {
        const found = play(this.table, this.settings.rules.values, sheet);
        return { ...found, count: found.scores.length };
      }
      const added = (name) => sum(sheet.slips.map((slip) => number(slip[name])));
      const [a, b] = [added("total_a"), added("total_b")];
      return { totals: [a, b], scores: [], held: 0, winner: ahead(a, b), count: added("hands") };
    }

    receipt(played, match) {
      const { sheet } = match;
      if (!sheet || !isGame(match) || !sheet.is_finished) return "";
      const scored = this.score(sheet);
      return receiptOf(played.number, match, sheet.hands.slice(0, scored.scores.length), scored.totals);
    }

    seen(played, match) {
      const { sheet } = match;
      try {
        const counted = sheet.hands.slice(0, this.score(sheet).scores.length);
        return [this.receipt(played, match), counted.filter((hand) => hand.penalty).length];
      } catch (error) {
        if (!(error instanceof Unscored)) throw error;
        const isThere = isGame(match) && sheet.is_finished;
        return [isThere ? canonical(sheet.hands) : "", sheet.hands.filter((hand) => hand.penalty).length];
      }
    }

    follow(line) {
      const { kind } = line;
      need(isFull(this.settings) !== (kind === "created"), "created");
      if (!has(ACTS, kind)) {
        this.report.skip("unknown");
        return;
      }
      ACTS[kind].call(this, line, line.data);
      this.book.follow(line);
    }

    bringIn(brought) {
      const contest = brought.tournament;
      for (const name of Object.keys(LATER)) this.later[name] = get(contest, name, LATER[name]);
      this.createdAt = contest.created_at;
      this.finishedAt = contest.finished_at;
      this.brackets = get(contest, "bracket_version", 1);
      this.wishes = markOf(get(contest, "wishes", null));
      for (const entry of items(brought.entries)) {
        this.entries.set(number(entry.number, 1), { former: [], team_name: "", purse: {}, ...entry });
      }
      for (const plain of items(brought.rounds)) {
        this.rounds.set(number(plain.number, 1), {
          groups: [], moved: [], capot_fails: false, ...plain, matches: items(plain.matches).map(broughtMatch),
          published: null, drawn: null, swaps: plain.draw ? plain.draw.swaps : [],
        });
      }
    }

    seatsFrom(who, first) {
      return this.inOrder()
        .filter((played) => played.number >= first)
        .flatMap((played) => countingIn(played).map(([match, seat]) => [played, match, seat]))
        .filter(([, , seat]) => seat.entry === who);
    }

    comeBack(played, match, own) {
      if (match.kind === "exempt") own.kind = "exempt";
      else if (match.sheet) {
        const left = match.seats.map((seat) => this.entry(seat.entry).withdrawn_from);
        if (left.some((one) => one !== null && played.number >= one)) {
          own.kind = "forfeit";
          return;
        }
        const isWhole = match.seats.every((seat) => seat.counts);
        match.kind = isWhole ? "game" : "catch_up";
        for (const seat of match.seats) seat.kind = isWhole ? "played" : "catch_up";
      }
    }

    facts(at) {
      const size = this.isMelee ? 1 : 2;
      const present = [...this.entries.values()]
        .filter((one) => one.players.length === size && (one.withdrawn_from === null || one.withdrawn_from > at))
        .map((one) => one.number);
      const opponents = [], partners = [], byes = new Map();
      for (const played of this.inOrder()) {
        if (played.number >= at) break;
        for (const match of played.matches.filter(isGame)) {
          const [a, b] = SIDES.map((side) => sideOf(match, side));
          for (const one of a) for (const two of b) opponents.push(inOrderOf([one, two]));
          for (const side of [a, b]) partners.push(...pairs(side).map(inOrderOf));
        }
        for (const [, seat] of countingIn(played)) {
          if (["exempt", "catch_up"].includes(seat.kind)) byes.set(seat.entry, (byes.get(seat.entry) || 0) + 1);
        }
      }
      let places = null;
      if (at === 1) places = new Map([...this.entries.keys()].map((who) => [who, 0]));
      else if (this.isPlain) {
        places = this.scored(() => new Map(this.standings(at).map((one) => [one.entry, one.rank])));
      }
      return {
        present: present.sort(byNumber), opponents: opponents.sort(byPair), partners: partners.sort(byPair), byes, places,
        wished: this.wishes, tables: spansOf(this.later.halls), hasMeetings: isFull(this.later.meetings),
      };
    }

    // What needs scores: null if nothing says how hands score.
    scored(act) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof Unscored)) throw error;
        return null;
      }
    }

    results(before = null) {
      return this.inOrder()
        .filter((played) => before === null || played.number < before)
        .flatMap((played) => this.ofRound(played));
    }

    ofRound(played) {
      const seats = countingIn(played);
      const games = seats
        .filter(([match, seat]) => isGame(match) && PLAYED.includes(seat.kind) && match.sheet.is_finished)
        .map(([match, seat]) => this.gameResult(played, match, seat));
      const whole = ["none", "total_only"].includes(get(this.settings.rules.values, "rounding", "none")) ? 162 : 160;
      const { given } = this.settings, { hands } = played;
      const points = games.filter((one) => one.kind === "played").map((one) => one.points);
      let exempt = halfUp(whole * hands, 2), forfeit = given.forfeit_points;
      if (given.exempt === "fixed") exempt = given.exempt_points;
      else if (given.exempt === "round_average" && points.length) exempt = halfUp(sum(points), points.length);
      if (forfeit === null) {
        const step = whole % 10 ? 1 : 10;
        forfeit = step * halfUp(1100 * hands, 12 * step);
      }
      for (const [, { entry, kind }] of seats) {
        if (kind !== "exempt" && kind !== "forfeit") continue;
        const isBye = kind === "exempt";
        games.push({
          entry, round: played.number, kind, points: isBye ? exempt : forfeit, opponents: [], hands: 0,
          outcome: isBye ? "" : "won", capots: 0, failed: 0,
        });
      }
      return games;
    }

    gameResult(played, match, seat) {
      const { sheet } = match, { side, entry } = seat, scored = this.score(sheet), { winner, scores } = scored;
      const fails = played.capot_fails;
      let capots = sheet.capots[side], failed = 0;
      if (!sheet.is_slip) {
        capots = scores.filter((one) => one.outcome === "capot" && one.winner === side).length;
        failed = scores.filter((one) => one.takers === side
          && (one.outcome === "failed" || (fails && one.outcome === "capot" && one.winner !== side))).length;
      }
      return {
        entry, round: played.number, kind: match.kind === "catch_up" ? "catch_up" : "played",
        points: scored.totals[SIDES.indexOf(side)], outcome: !winner ? "tied" : winner === side ? "won" : "lost",
        opponents: sideOf(match, other(side)), capots, failed, hands: scored.count,
      };
    }

    standings(before = null) {
      const isBefore = (at) => before === null || at < before;
      const left = [...this.entries.values()].filter((one) => one.withdrawn_from !== null && isBefore(one.withdrawn_from));
      const sanctions = this.later.sanctions.filter((one) => !has(one, "countered") && isBefore(one.round));
      const { ranking } = this.settings;
      return ranked(ranking, [...this.entries.keys()], this.results(before), left.map((one) => one.number), sanctions);
    }
  }

  const ranked = (rules, entries, results, left, sanctions) => {
    const off = new Map();
    for (const one of sanctions) {
      const key = one.from === "game" ? `${one.entry} ${one.round}` : `${one.entry}`;
      off.set(key, (off.get(key) || 0) + number(one.points));
    }
    const last = Math.max(0, ...results.map((one) => one.round));
    const byEntry = new Map();
    for (const one of results) byEntry.set(one.entry, [...(byEntry.get(one.entry) || []), one]);
    const records = [...entries].sort(byNumber).map((who) => {
      const own = (byEntry.get(who) || []).map((one) =>
        PLAYED.includes(one.kind) ? { ...one, points: one.points - (off.get(`${who} ${one.round}`) || 0) } : one);
      const games = own.filter((one) => PLAYED.includes(one.kind));
      return {
        entry: who, points: sum(own.map((one) => one.points)) - (off.get(`${who}`) || 0),
        wins: own.filter((one) => one.outcome === "won").length, byes: own.filter((one) => one.kind === "exempt").length,
        capots: sum(own.map((one) => one.capots)), failed: sum(own.map((one) => one.failed)),
        games: games.map((one) => one.points).sort((one, two) => two - one),
        lastGame: sum(games.filter((one) => one.round === last).map((one) => one.points)),
        meetings: games.flatMap((one) => one.opponents.map((foe) => [foe, one.outcome])),
        hasResults: own.length > 0, hasLeft: left.includes(who),
      };
    });
    const [ordered, reasons] = inPlaces(rules, records, [...rules.criteria]);
    let rank = 0, shares = false;
    return ordered.map((record, place) => {
      rank = shares ? rank : place + 1;
      const reason = place < reasons.length ? reasons[place] : null;
      shares = reason === "shared";
      return {
        rank, entry: record.entry, total: record.points, wins: record.wins, exempt: record.byes, decided_by: reason,
        best_game: record.games.length ? record.games[0] : null, record,
      };
    });
  };

  const LOWEST_FIRST = ["fewest_failed", "lot"];
  const byValues = (one, two) => {
    for (let place = 0; place < Math.min(one.length, two.length); place += 1) {
      if (one[place] !== two[place]) return one[place] < two[place] ? -1 : 1;
    }
    return one.length - two.length;
  };
  const groupsOf = (list, key) => {
    const found = [];
    let known;
    for (const one of list) {
      if (!found.length || known !== key(one)) found.push([]);
      known = key(one);
      found.at(-1).push(one);
    }
    return found;
  };

  const inPlaces = (rules, group, named) => {
    const steps = rules.ties === "lot" && !named.includes("lot") ? [...named, "lot"] : named;
    for (const [place, code] of steps.entries()) {
      const values = valuesOf(rules, group, code);
      if (new Set([...values.values()].map(String)).size < 2) continue;
      const sign = LOWEST_FIRST.includes(code) ? 1 : -1;
      const ordered = [...group].sort((one, two) => sign * byValues(values.get(one.entry), values.get(two.entry)));
      const rest = steps.slice(place + (code === "direct" ? 0 : 1)), found = [], reasons = [];
      for (const part of groupsOf(ordered, (one) => String(values.get(one.entry)))) {
        const [own, ownReasons] = part.length > 1 ? inPlaces(rules, part, rest) : [part, []];
        if (found.length) reasons.push(code);
        found.push(...own);
        reasons.push(...ownReasons);
      }
      return [found, reasons];
    }
    return [group, Array(group.length - 1).fill("shared")];
  };

  const READS = {
    points: (one) => [one.points],
    wins: (one) => [one.wins],
    wins_and_byes: (one) => [one.wins + one.byes],
    best_game: (one) => one.games.slice(0, 1),
    next_best_games: (one) => one.games.slice(1),
    capots: (one) => [one.capots],
    fewest_failed: (one) => [one.failed],
    last_game: (one) => [one.lastGame],
    stayed: (one) => [one.hasLeft ? 0 : 1],
  };
  const valuesOf = (rules, group, code) => {
    const tied = group.map((one) => one.entry), level = () => new Map(tied.map((who) => [who, [0]]));
    if (code === "lot") {
      if (!group.some((one) => one.hasResults)) return level();
      const seed = number(rules.lot_seed);
      const order = rules.drawn_lots.find((lot) => tied.every((who) => lot.includes(who)))
        || sortedBy([...tied].sort(byNumber), (who) => lotOf(seed, who));
      return new Map(order.filter((who) => tied.includes(who)).map((who, place) => [who, [place]]));
    }
    if (code === "direct") {
      const worth = { won: 2, tied: 1, lost: 0 }, found = new Map();
      for (const one of group) {
        const within = one.meetings.filter(([foe]) => tied.includes(foe));
        if (new Set(within.map(([foe]) => foe)).size < tied.length - 1) return level();
        found.set(one.entry, [sum(within.map(([, outcome]) => worth[outcome]))]);
      }
      return found;
    }
    need(has(READS, code), "criterion");
    return new Map(group.map((one) => [one.entry, READS[code](one)]));
  };

  // What each kind of entry does; `this` is the replay.
  const nothingFollows = () => {};
  function changed(line, data) {
    need(isObject(data.settings.rules.values), "settings");
    this.settings = { ...data.settings };
    this.named = get(data, "outcomes", this.named);
    const table = get(this.document, "outcomes", null);
    const isFixed = isFull(this.named) && isObject(table) && sha256(canonical(table)) === this.named;
    this.table = isFixed ? table : null;
    for (const played of this.rounds.values()) {
      for (const match of played.matches) if (match.sheet) match.sheet.scored = null;
    }
  }
  function entryChanged(line, data) {
    Object.assign(this.entry(data.number), {
      players: [...items(data.players)], tags: get(data, "tags", []), team_name: get(data, "team_name", ""),
    });
  }
  function onSheet(line, data) {
    const match = this.matchOf(line);
    need(match.sheet, "sheet");
    const receipt = this.scored(() => this.receipt(this.roundOf(line), match));
    if (receipt === null) this.report.skip("hands");
    else {
      need(same(receipt, data.receipt), "receipt");
      this.report.count("receipts");
    }
    if (line.kind === "accepted" || line.kind === "disputed") {
      need(SIDES.includes(data.side), "side");
      const said = pick(data, ["agrees", "receipt", "total_a", "total_b", "note"]);
      match.verdicts[data.side] = { ...said, side: data.side, author: line.author, at: line.at };
    } else {
      match.is_signed = true;
      match.check_note = data.note || match.check_note;
    }
  }
  const slotOf = (one) => [one.prize, one.place];

  const ACTS = {
    created(line, data) {
      this.createdAt = line.at;
      if (has(data, "document")) {
        this.report.skip("brought_in");
        this.bringIn(data.document);
      }
      this.chance(data);
      changed.call(this, line, data);
    },
    changed,
    lot(line, data) {
      const chance = this.chance(data);
      if (chance) need(same(data.order, byChance(data.order, chance)), "order");
      const { ranking } = this.settings;
      this.settings = { ...this.settings, ranking: { ...ranking, drawn_lots: [items(data.order), ...ranking.drawn_lots] } };
    },
    code: nothingFollows,
    call: nothingFollows,
    photographed: nothingFollows,
    money: nothingFollows,
    charged: nothingFollows,
    counted: nothingFollows,
    halls(line, data) { this.later.halls = data.halls; },
    wished(line, data) { this.wishes = data.mark; },
    meetings(line, data) { this.later.meetings = data.meetings; },
    prices(line, data) { this.later.till = get(data, "prices", this.later.till); },
    finished(line, data) {
      this.finishedAt = line.at;
      this.brackets = get(data, "brackets", 1);
      this.final = get(data, "ranking", null);
      if (!has(data, "ranking") || !this.isPlain) return;
      const lines = this.scored(() => this.standings());
      if (lines === null) return;
      const expected = lines.map((one) => [one.entry, one.rank, one.total]);
      this.report.compare(`log[${line.number - 1}].data.ranking`, data.ranking, expected);
      this.report.count("rankings");
    },
    resumed() {
      Object.assign(this, { finishedAt: null, brackets: 1, final: null });
    },
    redacted(line) {
      if (isPublicVoucher(line)) return;
      this.report.skip("names");
      for (const played of this.rounds.values()) {
        for (const match of played.matches) {
          for (const verdict of Object.values(match.verdicts)) verdict.author = null;
          for (const by of match.sheet ? match.sheet.by : []) by.by = null;
        }
      }
    },
    entry_added(line, data) {
      const own = number(data.number, 1);
      need(!this.entries.has(own), "entry");
      this.entries.set(own, {
        number: own, withdrawn_from: null, checked_in_at: null, has_paid: false, created_at: line.at, former: [], purse: {},
      });
      entryChanged.call(this, line, data);
    },
    entry_changed: entryChanged,
    entry_removed(line, data) { need(this.entries.delete(data.number), "entry"); },
    checked_in(line, data) {
      for (const who of items(data.numbers)) this.entry(who).checked_in_at = data.here ? line.at : null;
    },
    paid(line, data) {
      for (const who of items(data.numbers)) this.entry(who);
    },
    withdrawn(line, data) {
      const first = number(data.from);
      this.entry(data.number).withdrawn_from = first;
      for (const [, match, own] of this.seatsFrom(data.number, first)) {
        own.kind = "absent";
        for (const seat of match.seats) {
          if (seat !== own && seat.counts && seat.kind !== "absent") seat.kind = seat.side === own.side ? "exempt" : "forfeit";
        }
        if (match.kind !== "exempt") match.kind = "forfeit";
      }
    },
    returned(line, data) {
      const entry = this.entry(data.number), revived = get(data, "revived", null);
      if (entry.withdrawn_from === null) return;
      const seats = this.seatsFrom(entry.number, entry.withdrawn_from);
      entry.withdrawn_from = null;
      for (const [played, match, seat] of seats) {
        if (revived === null ? played.status === "playing" : revived.includes(played.number)) this.comeBack(played, match, seat);
      }
    },
    substituted(line, data) {
      const entry = this.entry(data.number), place = number(data.place, 1, 2);
      const own = entry.former.filter((one) => one.place === place);
      let name;
      if (has(data, "act")) {
        const last = own.at(-1);
        name = last.player;
        entry.former = entry.former.filter((one) => one !== last);
      } else {
        const left = { place, round: number(data.from, 1), hand: number(data.hand, 1), player: entry.players[place - 1] };
        const at = (one) => [one.place, one.round, one.hand];
        need(left.player !== undefined && own.every((one) => byValues(at(one), at(left)) < 0), "substitute");
        entry.former = [...entry.former, left].sort((one, two) => byValues(at(one), at(two)));
        name = data.came;
      }
      entry.players = entry.players.map((player, index) => (index === place - 1 ? name : player));
    },
    drawn(line, data) {
      const at = line.round_number, last = this.inOrder().at(-1);
      if (last && last.status === "drawn") this.rounds.delete(last.number);
      need(same(at, this.rounds.size + 1), "round");
      const chance = this.chance(data);
      if (chance) need(same(data.seed, Number.parseInt(chance.slice(0, 13), 16)), "seed");
      const hands = this.settings.format.round_hands;
      this.rounds.set(at, {
        number: at, hands: hands[Math.min(at, hands.length) - 1], status: "drawn", capot_fails: false, matches: [], swaps: [],
        groups: [], moved: [], published: null, drawn_at: line.at, published_at: null, closed_at: null, timer_left: null,
        timer_ends_at: null, drawn: { ...data, ...this.facts(at) },
      });
    },
    swapped(line, data) { this.roundOf(line).swaps.push([data.one, data.other]); },
    discarded(line) { need(this.rounds.delete(line.round_number), "round"); },
    published(line, data) {
      const played = this.roundOf(line), minutes = this.settings.round_minutes;
      need(played.status === "drawn", "status");
      Object.assign(played, {
        status: "playing", hands: number(data.hands, 1, 100), published: items(data.matches), groups: get(data, "groups", []),
        capot_fails: get(data, "capot_fails", false), published_at: line.at, timer_left: minutes ? minutes * 60 : null,
      });
      played.matches = data.matches.map((match) => match.table === null
        ? exemptMatch(match.a[0])
        : newMatch("game", seatsOf(match.a, match.b), number(match.table, 1), newSheet(data.hands, line.at)));
      for (const [, seat] of countingIn(played)) this.entry(seat.entry);
    },
    unpublished(line) {
      Object.assign(this.roundOf(line), {
        status: "drawn", matches: [], published: null, groups: [], moved: [], published_at: null, timer_left: null,
        timer_ends_at: null,
      });
    },
    kept(line, data) { this.roundOf(line).moved = data.moved; },
    reseated(line, data) {
      const played = this.roundOf(line), act = get(data, "act", null);
      const seats = new Map(countingIn(played).map(([match, seat]) => [seat.entry, [match, seat]]));
      if (act === null) {
        for (const who of [data.one, data.other]) {
          const [match] = seats.get(who);
          if (!match.sheet) continue;
          Object.assign(match, { verdicts: {}, is_signed: false });
          if (isGame(match) && match.sheet.is_finished) match.check_note = "";
        }
        [seats.get(data.one)[1].entry, seats.get(data.other)[1].entry] = [data.other, data.one];
      } else if (act === "seated") {
        const [match, seat] = seats.get(data.one);
        this.entry(data.other);
        seat.entry = data.other;
        Object.assign(match, { verdicts: {}, is_signed: false });
        this.comeBack(played, match, seat);
      } else if (act === "cancelled") {
        const closed = this.matchOf(line);
        played.matches = [...played.matches.filter((match) => match !== closed), ...data.exempt.map(exemptMatch)];
      } else {
        need(act === "late" || act === "catch_up", "act");
        const opened = seatsOf(data.a, data.b, data.count), here = opened.map((seat) => seat.entry);
        if (act === "catch_up") for (const seat of opened) seat.kind = "catch_up";
        played.matches = [
          ...played.matches.filter((match) => match.kind !== "exempt" || !match.seats.some((seat) => here.includes(seat.entry))),
          newMatch(act === "late" ? "game" : "catch_up", opened, line.table_number, newSheet(played.hands, line.at)),
        ];
      }
    },
    timer(line, data) {
      const played = this.roundOf(line), { act, seconds_left: seconds } = data;
      const runs = act === "started" || (act === "set" && played.timer_ends_at !== null);
      if (act !== "started") played.timer_left = seconds;
      played.timer_ends_at = runs && seconds ? later(line.at, seconds) : null;
    },
    closed(line) {
      Object.assign(this.roundOf(line), { status: "closed", closed_at: line.at, timer_left: null, timer_ends_at: null });
    },
    reopened(line) { Object.assign(this.roundOf(line), { status: "playing", closed_at: null, timer_ends_at: null }); },
    game(line) {
      const played = this.roundOf(line), match = this.matchOf(line);
      need(match.sheet, "sheet");
      const before = match.is_signed || match.check_note ? this.seen(played, match) : null;
      match.sheet.scored = null;
      changeGame(match, match.sheet, line);
      if (before && (match.is_signed || match.check_note)) {
        const after = this.seen(played, match);
        match.is_signed = match.is_signed && before[0] === after[0];
        match.check_note = same(before, after) ? match.check_note : "";
      }
    },
    slip(line, data) {
      const match = this.matchOf(line);
      need(match.sheet && match.sheet.is_slip, "slip");
      Object.assign(match, { needs_check: data.to_check, check_note: data.note, is_signed: data.signed, verdicts: {} });
      Object.assign(match.sheet, { stop_reason: data.reason, capots: { A: number(data.capots_a), B: number(data.capots_b) } });
    },
    checked(line, data) { Object.assign(this.matchOf(line), { needs_check: false, check_note: data.note }); },
    accepted: onSheet,
    disputed: onSheet,
    ruled: onSheet,
    signed: onSheet,
    decided(line, data) {
      const match = this.matchOf(line);
      if (!isFull(this.later.meetings)) need(match.seats.some((seat) => seat.entry === data.winner), "winner");
      Object.assign(match, { decided_for: data.winner, decided_by: data.by });
    },
    sanction(line, data) {
      const given = this.later.sanctions;
      if (has(data, "act")) {
        need(given.some((one) => same(one.number, data.number)), "sanction");
        this.later.sanctions = given.map((one) =>
          one.number === data.number ? { ...one, countered: { reason: data.reason } } : one);
        return;
      }
      need(same(data.number, given.length + 1), "sanction");
      this.entry(data.entry);
      const names = ["number", "entry", "name", "points", "from", "reason"].filter((name) => has(data, name));
      const plain = { ...pick(data, names), round: line.round_number };
      if (line.table_number !== null) plain.table = line.table_number;
      this.later.sanctions = [...given, plain];
    },
    prizes(line, data) {
      this.later.prize_plan = data.plan;
      const keys = data.plan.prizes.map((one) => one.key);
      this.later.prize_lots = this.later.prize_lots.filter((one) => keys.includes(one.prize));
      this.settings = { ...this.settings, prizes: [], prize_for_last: "" };
    },
    prize_lot(line, data) {
      const chance = this.chance(data);
      const isCalled = chance && !isFull(get(data, "random"));
      if (!isCalled && chance) need(same(data.random, chance), "random");
      const order = isCalled ? byChance(data.order, chance) : prizeOrder(data, this.settings.ranking.lot_seed, line.previous_hash);
      need(same(data.order, order), "order");
      for (const who of data.order) this.entry(who);
      const others = this.later.prize_lots.filter((one) => one.prize !== data.prize);
      this.later.prize_lots = [...others, { prize: data.prize, order: data.order }];
      this.report.count("lots");
    },
    handed_over(line, data) {
      const handed = this.later.handed_over;
      need(!handed.some((one) => same(slotOf(one), slotOf(data))), "handed over");
      this.later.handed_over = [...handed, pick(data, ["prize", "place", "entries", "note"])];
      this.report.skip("handed");
    },
    handed_back(line, data) {
      const left = this.later.handed_over.filter((one) => !same(slotOf(one), slotOf(data)));
      need(left.length < this.later.handed_over.length, "handed back");
      this.later.handed_over = left;
    },
  };

  // The cash book.
  const MOVES = { payment: 1, refund: -1, free: 0, expense: -1, float: 1, gift: 1, prize: -1 };

  class Purse {
    constructor(plain = null, hasPaid = false) {
      const given = plain || {}, isBare = !isFull(given);
      this.items = get(given, "items", []).map((one) => [...one]);
      this.paid = isBare ? (hasPaid ? null : 0) : get(given, "paid", 0);
      this.free = get(given, "free", 0);
      this.refunded = get(given, "refunded", 0);
      this.hasPaid = hasPaid;
    }

    plain(fee) {
      const usual = this.hasPaid ? fee : 0;
      if ((this.paid === null || this.paid === usual) && !(this.items.length || this.free || this.refunded)) return {};
      const found = this.items.length ? { items: this.items } : {};
      found.paid = this.given(fee);
      if (this.free) found.free = this.free;
      if (this.refunded) found.refunded = this.refunded;
      return found;
    }

    due(fee) {
      return this.items.length ? sum(this.items.map(([, count, cents]) => count * cents)) : fee;
    }

    given(fee) {
      return this.paid === null ? fee : this.paid;
    }

    settle(fee) {
      const given = this.free + this.given(fee);
      const isRefunded = Boolean(this.paid) && this.refunded >= (this.paid || 0);
      this.hasPaid = (given > 0 || this.items.length > 0) && given >= this.due(fee) && !(isRefunded && !this.free);
    }
  }

  class Book {
    fee = 0;
    lines = [];
    purses = new Map();
    others = [];
    isHidden = false;
    counts = 0;

    purse(who) {
      if (!this.purses.has(who)) this.purses.set(who, new Purse());
      return this.purses.get(who);
    }

    follow({ kind, data }) {
      if (!has(BOOKED, kind) || this.isHidden) return;
      if (isFull(get(data, "hidden")) || (kind === "paid" && !data.numbers.length)) this.isHidden = true;
      else BOOKED[kind].call(this, data);
    }

    add(what, cents, more) {
      this.lines.push({ what, cents, means: "cash", purse: null, prize: null, of: null, countered: false, ...more });
    }

    fixed(purse) {
      if (purse.paid === null) {
        purse.paid = this.fee;
        for (const line of this.lines) if (line.purse === purse && line.cents === null) line.cents = this.fee;
      }
      return purse;
    }

    valid() {
      return this.lines.filter((line) => !line.countered && line.of === null);
    }

    centsOf(line) {
      return line.cents === null ? this.fee : line.cents;
    }

    get cash() {
      return sum(this.valid().filter((line) => line.means === "cash").map((line) => MOVES[line.what] * this.centsOf(line)));
    }

    counter(line) {
      line.countered = true;
      this.add("counter", null, { of: line });
    }

    change(purse, what, cents) {
      if (what === "refund") purse.refunded += cents;
      else if (what === "free") purse.free += cents;
      else purse.paid = purse.given(this.fee) + cents;
      need(purse.given(this.fee) >= purse.refunded, "purse");
      purse.settle(this.fee);
    }
  }

  const BOOKED = {
    created(data) {
      this.fee = get(data.settings, "fee_cents", 0);
      for (const entry of get(get(data, "document", {}), "entries", [])) {
        const purse = new Purse(get(entry, "purse", null), entry.has_paid);
        this.purses.set(entry.number, purse);
        if (purse.paid !== 0) this.add("payment", purse.paid === null ? null : purse.paid - purse.refunded, { purse });
      }
    },
    changed(data) {
      const fee = get(data.settings, "fee_cents", 0), isKept = isFull(get(data, "paid_is_kept"));
      if (isKept) for (const purse of [...this.purses.values(), ...this.others]) this.fixed(purse);
      this.fee = fee;
      if (!isKept) return;
      for (const purse of this.purses.values()) {
        if (!purse.items.length && !purse.free && !purse.paid) purse.hasPaid = purse.hasPaid && !fee;
      }
    },
    entry_removed(data) {
      const own = data.number;
      if (has(data, "into")) {
        const gone = this.fixed(this.purse(own)), kept = this.fixed(this.purse(data.into));
        const isMarked = gone.hasPaid && kept.hasPaid;
        kept.items.push(...gone.items);
        kept.paid = kept.given(this.fee) + gone.given(this.fee);
        kept.free += gone.free;
        kept.refunded += gone.refunded;
        kept.settle(this.fee);
        if (!kept.due(this.fee) && !kept.paid) kept.hasPaid = isMarked;
        for (const line of this.lines) if (line.purse === gone) line.purse = kept;
      } else {
        const left = has(data, "to") ? data.to : own;
        if (this.purses.has(left)) this.others.push(this.purses.get(left));
        if (has(data, "to")) this.purses.set(left, this.purses.get(own) || new Purse());
      }
      this.purses.delete(own);
    },
    paid(data) {
      if (data.paid) {
        for (const [place, who] of data.numbers.entries()) {
          const purse = this.purse(who), amount = isFull(get(data, "cents")) ? data.cents[place] : null;
          const isNew = !(purse.items.length || purse.free || purse.refunded || purse.paid);
          purse.paid = amount === null && isNew ? null : purse.given(this.fee) + (amount || 0);
          purse.hasPaid = true;
          this.add("payment", purse.paid === null ? null : amount || 0, { purse });
        }
        return;
      }
      for (const who of data.numbers) {
        const purse = this.purse(who);
        for (const line of this.valid().filter((one) => one.purse === purse)) this.counter(line);
        Object.assign(purse, { paid: 0, free: 0, refunded: 0, hasPaid: false });
      }
    },
    money(data) {
      if (data.what === "counter") {
        const line = this.lines[number(data.of, 1, this.lines.length) - 1];
        need(!line.countered && line.of === null, "counter");
        if (line.purse) this.change(this.fixed(line.purse), line.what, -this.centsOf(line));
        this.counter(line);
        return;
      }
      const { what } = data, cents = number(data.cents, 1);
      need(has(MOVES, what), "what");
      let purse = null;
      if (get(data, "entry", null) !== null) {
        purse = this.fixed(this.purse(data.entry));
        this.change(purse, what, cents);
      } else if (what === "payment") {
        purse = new Purse({ paid: cents, items: isFull(get(data, "items")) ? data.items : [["–", 1, cents]] });
        this.others.push(purse);
      }
      this.add(what, cents, { means: get(data, "means", ""), purse });
    },
    charged(data) {
      const purse = this.fixed(this.purse(data.number));
      purse.items = data.items.map((one) => [...one]);
      purse.settle(this.fee);
    },
    counted(data) {
      need(same(data.expected, this.cash), "expected");
      this.counts += 1;
    },
    handed_over(data) {
      if (get(data, "paid")) this.add("prize", number(data.paid), { prize: slotOf(data) });
    },
    handed_back(data) {
      for (const line of this.valid()) if (line.prize && same(line.prize, slotOf(data))) this.counter(line);
    },
  };

  // Prizes.
  const AIMS = ["place", "last", "tag", "best_game", "capots", "first_round", "last_round", "present"];
  const byRank = (lines) => groupsOf(lines, (line) => line.rank).map((group) => group.map((line) => line.entry));
  const byHighest = (lines, numbers) => {
    const found = lines.map((line) => [numbers.get(line.entry) || 0, line.entry]).sort((one, two) => two[0] - one[0]);
    return groupsOf(found, ([many]) => many).filter(([[many]]) => many > 0).map((group) => group.map(([, who]) => who));
  };

  const awardsOf = (replay) => {
    const plan = replay.later.prize_plan, results = replay.results();
    const lines = replay.standings().filter((line) => line.record.hasResults);
    const rounds = [...new Set(results.map((one) => one.round))].sort(byNumber), last = rounds.at(-1);
    const isLast = rounds.length > 0 && (replay.finishedAt !== null || last >= replay.settings.format.round_hands.length);
    const drawn = new Map(replay.later.prize_lots.map((lot) => [lot.prize, lot.order]));
    const offGames = replay.later.sanctions.filter((one) => !has(one, "countered") && one.from === "game");
    const best = new Map();
    for (const one of results.filter((result) => result.kind === "played")) {
      const off = sum(offGames.filter(({ entry, round }) => entry === one.entry && round === one.round).map(({ points }) => points));
      best.set(one.entry, Math.max(one.points - off, best.get(one.entry) || 0));
    }
    const ofRound = (at) => {
      const played = results.filter((one) => one.round === at && PLAYED.includes(one.kind));
      const here = played.map((one) => one.entry);
      const left = here.filter((who) => (replay.entry(who).withdrawn_from || at + 1) <= at);
      return byRank(ranked(replay.settings.ranking, here, played, left, offGames.filter((one) => one.round <= at)));
    };
    const groupsFor = (prize) => {
      switch (prize.aim) {
        case "place": return byRank(lines);
        case "last": return byRank(lines.filter((one) => !one.record.hasLeft)).reverse();
        case "tag": return byRank(lines.filter((one) => replay.entry(one.entry).tags.includes(prize.tag)));
        case "capots": return byHighest(lines, new Map(lines.map((one) => [one.entry, one.record.capots])));
        case "best_game": return byHighest(lines, best);
        case "present": return (drawn.get(prize.key) || []).filter((who) => replay.entries.has(who)).map((who) => [who]);
        case "first_round": return rounds.length ? ofRound(rounds[0]) : [];
        case "last_round": return isLast ? ofRound(last) : [];
        default: throw new RangeError("aim");
      }
    };
    const key = (one) => [AIMS.indexOf(one.aim), get(one, "tag", ""), one.first, one.last, one.key];
    const prizes = [...plan.prizes].sort((one, two) => {
      const [a, b] = [key(one), key(two)];
      return a[0] - b[0] || byKey(a[1], b[1]) || byValues(a.slice(2), b.slice(2));
    });
    const slots = prizes.flatMap((prize) => {
      const first = number(prize.first, 1), count = number(prize.last, 1, MOST_PLACES) - first + 1;
      return Array.from({ length: Math.max(0, count) }, (_, at) => [prize, first + at]);
    });
    const groups = new Map(prizes.map((prize) => [prize.key, groupsFor(prize)]));
    if (!plan.several) return oneEach(slots, lines, groups);
    return slots.map(([prize, place]) => {
      let before = 0;
      const winners = groups.get(prize.key).find((group) => place <= (before += group.length)) || [];
      return { prize: prize.key, place, entries: [...winners].sort(byNumber) };
    });
  };

  const oneEach = (slots, lines, groups) => {
    const order = lines.map((line) => line.entry);
    const byPlace = slots.filter(([prize]) => prize.aim === "place"), others = slots.filter(([prize]) => prize.aim !== "place");
    const isMoney = (prize) => ["cents", "percent", "parts"].some((name) => isFull(get(prize, name)));
    const kept = new Set(byPlace.filter(([prize, place]) => place <= order.length && (place <= 3 || isMoney(prize)))
      .map(([, place]) => order[place - 1]));
    const flat = (prize) => groups.get(prize.key).flat();
    const apart = setApart(others.map(([prize, place]) => {
      const ones = flat(prize), from = ones.slice(place - 1);
      const asked = prize.aim === "last" ? from.slice(0, 1) : [...from, ...ones.slice(0, place - 1).reverse()];
      return asked.filter((who) => !kept.has(who));
    }));
    const special = new Set(apart.filter((who) => who !== null)), taken = new Set(special), got = new Map();
    const inTurn = byPlace.map((_, at) => at).sort((one, two) => byPlace[one][1] - byPlace[two][1]);
    for (const isSecond of [false, true]) {
      for (const at of inTurn) {
        const asked = isSecond ? [...order].reverse() : order.slice(byPlace[at][1] - 1);
        const who = asked.find((one) => !taken.has(one));
        if (got.has(at) || who === undefined) continue;
        got.set(at, who);
        taken.add(who);
      }
    }
    const pools = new Map(byRank(lines).flatMap((group) => group.map((who) => [who, group])));
    return [
      ...byPlace.map(([prize, place], at) => ({
        prize: prize.key, place,
        entries: got.has(at) ? pools.get(got.get(at)).filter((one) => !special.has(one)).sort(byNumber) : [],
      })),
      ...others.map(([prize, place], at) => {
        const ones = flat(prize), winner = apart[at] === null && place <= ones.length ? ones[place - 1] : apart[at];
        return { prize: prize.key, place, entries: winner === null ? [] : [winner] };
      }),
    ];
  };
  const setApart = (asked) => {
    const chosen = [];
    for (const candidates of asked) {
      const rest = asked.slice(chosen.length + 1), gone = new Set(chosen.filter((who) => who !== null));
      const most = mostOf(rest, gone), free = candidates.filter((who) => !gone.has(who));
      const fitting = free.find((who) => mostOf(rest, new Set([...gone, who])) === most);
      chosen.push(fitting ?? free[0] ?? null);
    }
    return chosen;
  };
  const mostOf = (asked, gone) => {
    const holder = new Map();
    const find = (prize, tried) => {
      for (const who of asked[prize]) {
        if (gone.has(who) || tried.has(who)) continue;
        tried.add(who);
        if (!holder.has(who) || find(holder.get(who), tried)) {
          holder.set(who, prize);
          return true;
        }
      }
      return false;
    };
    return asked.filter((_, prize) => find(prize, new Set())).length;
  };

  // Section 6: draws.
  const markOf = (wishes) => {
    if (!isFull(wishes)) return "";
    if (isFull(get(wishes, "hidden"))) return String(wishes.hidden);
    const plain = {
      apart: get(wishes, "apart", []).map((one) => pick(one, ["entrants", "rounds"])),
      seats: get(wishes, "seats", []).map((one) => pick(one, ["entrant", "tables"])),
      salt: get(wishes, "salt", ""),
    };
    return sha256(escaped(canonical(plain)));
  };

  const spansOf = (halls) => {
    if (!isFull(halls)) return [];
    let left = halls.count === null ? LAST_TABLE : number(halls.count, 0, LAST_TABLE);
    const found = [], skipped = [...new Set(halls.skipped)].sort(byNumber);
    const whole = halls.halls.length ? halls.halls.map((one) => [one.first, one.last]) : [[1, LAST_TABLE]];
    for (const [first, last] of whole) {
      let start = first;
      for (const gone of [...skipped, last + 1]) {
        if (start > gone || gone > last + 1) continue;
        if (start < gone && left) {
          const end = Math.min(gone - 1, start + left - 1);
          found.push([start, end]);
          left -= end - start + 1;
        }
        start = gone + 1;
      }
    }
    return found;
  };

  const isPhased = (request) => ["pools", "bracket"].includes(request.method);
  const fingerprintOf = (request) => {
    const kept = pick(request, ["method", "round_number", "rounds_left", "seed", "search_limit"]);
    kept.entrants = items(request.entrants).map((one) => pick(one, ["byes", "number", "place"]))
      .sort((one, two) => byNumber(one.number, two.number));
    const present = new Set(kept.entrants.map((one) => one.number));
    for (const name of ["opponents", "partners"]) {
      kept[name] = request[name].filter((pair) => pair.every((who) => present.has(who))).map(inOrderOf).sort(byPair);
    }
    if (isPhased(request)) kept.frame = request.frame;
    if (isPhased(request) || isFull(get(request, "wishes")) || isFull(get(request, "tables"))) {
      need(has(request, "wishes"), "wishes");
      kept.tables = request.tables;
      kept.wishes = markOf(request.wishes) || null;
    }
    return sha256(escaped(canonical(kept)));
  };

  const repeatsOf = (request, pairings, exempt) => {
    const times = (name) => {
      const met = new Map();
      for (const pair of request[name]) met.set(String(inOrderOf(pair)), (met.get(String(inOrderOf(pair))) || 0) + 1);
      return met;
    };
    const opponents = times("opponents"), partners = times("partners"), found = [];
    const note = (kind, entrants, many) => {
      if (many) found.push({ kind, entrants, times: many });
    };
    for (const { a, b } of pairings) {
      for (const one of a) {
        for (const two of b) note("opponents", inOrderOf([one, two]), opponents.get(String(inOrderOf([one, two]))));
      }
    }
    for (const { a, b } of pairings) {
      for (const side of [a, b]) if (side.length === 2) note("partners", inOrderOf(side), partners.get(String(inOrderOf(side))));
    }
    const byes = new Map(request.entrants.map((one) => [one.number, one.byes]));
    for (const who of exempt) note("exempt", [who], byes.get(who));
    return found;
  };

  const fewestByes = (request) => Math.min(...request.entrants.map((one) => one.byes));
  const barrierHolds = (request, barrier) => {
    const present = request.entrants.map((one) => one.number);
    need(present.length <= MOST_ENTRANTS, "entrants");
    const fewest = fewestByes(request);
    const open = new Set(request.entrants.filter((one) => one.byes === fewest).map((one) => one.number));
    const met = new Set(request.opponents.map((pair) => String(inOrderOf(pair))));
    const everybody = new Set(present.length % 2 ? [...present, 0] : present), removed = new Set(barrier.removed);
    const named = [...barrier.removed, ...barrier.groups.flat()];
    if (new Set(named).size < named.length || !named.every((who) => everybody.has(who))) return false;
    const couldMeet = (one, two) => {
      if (one === 0 || two === 0) return one !== two && open.has(Math.max(one, two));
      return one !== two && !met.has(String(inOrderOf([one, two])));
    };
    return barrier.groups.every((group) => {
      const outside = [...everybody].filter((who) => !removed.has(who) && !group.includes(who));
      return group.length % 2 === 1 && !group.some((who) => outside.some((two) => couldMeet(who, two)));
    });
  };

  const checkFewest = (path, request, drawn, report) => {
    const { proof, repeats, barrier } = drawn, here = `${path}.certificate.draw.proof`;
    const byes = repeats.filter((one) => one.kind === "exempt").map((one) => one.times);
    const again = repeats.length - byes.length;
    if (proof === "no_repeats") report.compare(here, repeats.length, 0);
    else if (proof === "everybody_exempt") {
      report.compare(here, again === 0 && byes.every((times) => times === fewestByes(request)), true);
    } else if (proof === "barrier" && !isFull(get(request, "wishes"))) {
      report.compare(here, barrierHolds(request, barrier), true);
      report.compare(here, again, Math.max(0, Math.floor((barrier.groups.length - barrier.removed.length + 1) / 2)));
      report.compare(here, byes, byes.map(() => fewestByes(request)));
    } else {
      report.skip("fewest");
      return;
    }
    report.count("fewest");
  };

  const checkFacts = (path, request, told, replay, report) => {
    if (told.hasMeetings) {
      report.skip("meetings");
      return;
    }
    const numbers = request.entrants.map((one) => one.number).sort(byNumber), here = new Set(numbers);
    if (!isPhased(request)) report.compare(`${path}.request.entrants`, numbers, told.present);
    for (const name of ["opponents", "partners"]) {
      const expected = told[name].filter((pair) => pair.every((who) => here.has(who)));
      report.compare(`${path}.request.${name}`, request[name], expected);
    }
    report.compare(`${path}.request.tables`, get(request, "tables", []), told.tables);
    report.compare(`${path}.request.wishes`, markOf(get(request, "wishes", null)), told.wished);
    for (const one of request.entrants) {
      report.compare(`${path}.request.entrants.byes`, one.byes, told.byes.get(one.number) || 0);
      if (told.places) report.compare(`${path}.request.entrants.place`, one.place, told.places.get(one.number) ?? null);
      else report.skip(isPhased(request) || !replay.isPlain ? "phases" : "places");
    }
  };

  const seatedBy = (drawn, swaps) => {
    const turn = (who) =>
      swaps.reduce((list, [one, two]) => list.map((own) => (own === one ? two : own === two ? one : own)), who);
    const seats = drawn.pairings.map((one) => ({ table: one.table, a: turn(one.a), b: turn(one.b) }));
    const byes = turn(drawn.exempt).map((who) => ({ table: null, a: [who], b: [] }));
    return { seats: [...seats, ...byes], groups: get(drawn, "groups", []).map(({ name, slots }) => ({ name, slots: turn(slots) })) };
  };

  const TOLD = ["proof", "barrier", "distance", "look_ahead", "rounds_safe"];
  const ASKED = [
    "method", "seed", "round_number", "rounds_left", "entrants", "opponents", "partners", "search_limit", "tables",
    "wishes", "frame",
  ];
  const DRAWN = ["pairings", "exempt", "repeats", ...TOLD, "broken", "worth", "groups"];

  const tellUnknown = (plain, report) => {
    const { request, certificate } = plain;
    const parts = [
      [plain, ["request", "certificate", "swaps"]],
      [request, ASKED],
      [certificate, ["version", "method", "seed", "fingerprint", "draw"]],
      [certificate.draw, DRAWN],
      ...request.entrants.map((one) => [one, ["number", "place", "byes"]]),
      ...certificate.draw.pairings.map((one) => [one, ["table", "a", "b"]]),
    ];
    if (parts.some(([part, known]) => Object.keys(part).some((name) => !known.includes(name)))) report.skip("unknown");
  };

  const checkDraw = (path, plain, played, replay, report) => {
    const { request, certificate, swaps } = plain, drawn = certificate.draw, told = played.drawn;
    report.compare(`${path}.swaps`, swaps, played.swaps);
    report.compare(`${path}.certificate.fingerprint`, certificate.fingerprint, fingerprintOf(request));
    report.compare(`${path}.certificate.method`, certificate.method, request.method);
    report.compare(`${path}.certificate.seed`, certificate.seed, request.seed);
    const isWished = isFull(get(request, "wishes")) || isFull(get(request, "tables"));
    const version = Math.max(number(certificate.version, 1, 4), 2);
    report.compare(`${path}.certificate.version`, version, isPhased(request) ? 4 : isWished ? 3 : 2);
    report.skip("redrawn");
    tellUnknown(plain, report);
    if (isFull(get(get(request, "wishes") || {}, "hidden"))) report.skip("hidden_wishes");
    const numbers = request.entrants.map((one) => one.number), { pairings, exempt } = drawn;
    const seated = [...pairings.flatMap((one) => [...one.a, ...one.b]), ...exempt];
    need(numbers.length <= MOST_ENTRANTS && seated.length <= numbers.length, "seats");
    if (isPhased(request)) {
      need(new Set(seated).size === seated.length && seated.every((who) => numbers.includes(who)), "seats");
    } else report.compare(`${path}.certificate`, seated.sort(byNumber), [...numbers].sort(byNumber));
    const tables = pairings.map((one) => one.table);
    const spans = isFull(get(request, "tables")) ? request.tables : [[1, LAST_TABLE]];
    need(new Set(tables).size === tables.length, "tables");
    need(TOLD.every((name) => has(drawn, name)), "draw");
    need(tables.every((table) => spans.some(([first, last]) => first <= table && table <= last)), "tables");
    if (!isPhased(request)) {
      report.compare(`${path}.certificate.draw.repeats`, drawn.repeats, repeatsOf(request, pairings, exempt));
      checkFewest(path, request, drawn, report);
    }
    if (told) {
      checkFacts(path, request, told, replay, report);
      report.compare(`${path}.fingerprint`, certificate.fingerprint, told.fingerprint);
      report.compare(`${path}.seed`, request.seed, told.seed);
      report.compare(`${path}.method`, request.method, told.method);
      if (has(told, "repeats")) report.compare(`${path}.repeats`, drawn.repeats, told.repeats);
    }
    if (played.published !== null) {
      const turned = seatedBy(drawn, swaps);
      if (!(told && told.hasMeetings)) report.compare(`${path}.certificate.draw.pairings`, turned.seats, played.published);
      report.compare(`${path}.certificate.draw.groups`, turned.groups, played.groups);
    }
    report.count("draws");
  };

  // Section 8: the document against the replayed log.
  const OPTIONAL_OF_CONTEST = [
    "phases", "second_entries", "sanction_list", "announcement", "sponsors", ...Object.keys(LATER), "bracket_version",
  ];
  const OPTIONAL_OF_HAND = {
    belote_seat: "", penalty_reason: "", defenders_count: null, tricks: null, last_trick: "", trump: "", bid: null,
    multiplier: 0, taker_alone: false, declarations: [], best_declaration: "", further_belotes: [], passed_deals: 0,
    changed_at: null,
  };
  const NO_RESULT = { points: 0, outcome: "", capots: 0, failed: 0, hands: 0 };
  const SHOWN_LINE = ["rank", "entry", "total", "wins", "best_game", "exempt", "decided_by"];
  const folded = (names) =>
    items(names).map((name) => name.trim().split(/\s+/).join(" ").toUpperCase().toLowerCase());
  const nameOf = ({ table, a, b }) => (table ? `table ${table}` : `entry ${[...numbersOf(a), ...numbersOf(b)].join(" ")}`);
  const stateName = (match) => nameOf({ table: match.table, a: sideOf(match, "A"), b: sideOf(match, "B") });

  const checkContest = (document, replay, report) => {
    const contest = document.tournament, { later: parts } = replay;
    const expected = { ...replay.settings, created_at: replay.createdAt, finished_at: replay.finishedAt };
    for (const name of Object.keys(parts)) if (isFull(parts[name])) expected[name] = parts[name];
    if (replay.book.isHidden) delete expected.till;
    if (replay.finishedAt !== null && replay.brackets !== 1) expected.bracket_version = replay.brackets;
    const stored = without(contest, "wishes", ...(replay.finishedAt === null ? ["bracket_version"] : []));
    report.fields("tournament", stored, expected, OPTIONAL_OF_CONTEST);
    report.compare("tournament.wishes", markOf(get(contest, "wishes", null)), replay.wishes);
  };

  const checkEntries = (document, replay, report) => {
    const entries = items(document.entries);
    report.compare("entries", entries.map((one) => one.number).sort(byNumber), [...replay.entries.keys()].sort(byNumber));
    for (const [place, entry] of entries.entries()) {
      const path = `entries[${place}]`, own = replay.entries.get(entry.number);
      if (!own) continue;
      const purse = replay.book.purse(entry.number), bought = purse.plain(replay.book.fee), { isHidden } = replay.book;
      const expected = {
        ...pick(own, ["number", "tags", "withdrawn_from", "checked_in_at", "created_at"]),
        has_paid: isHidden ? false : purse.hasPaid,
      };
      if (isFull(bought) && !isHidden) expected.purse = bought;
      if (own.team_name) expected.team_name = own.team_name;
      report.fields(path, without(entry, "players", "former"), expected, ["team_name", "purse"]);
      report.compare(`${path}.players`, folded(entry.players), folded(own.players));
      const former = (which) => which.map((one) => ({ ...one, player: folded([one.player]) }));
      report.compare(`${path}.former`, former(get(entry, "former", [])), former(own.former));
      report.count("entries");
    }
  };

  const asWritten = (stored, match) => {
    const plain = stored.sheet, { sheet } = match;
    const hands = isGame(match) ? stored.hands : stored.hands_not_counted.slice(0, number(plain.hand_count));
    const a = sum(hands.map((one) => one.score_a)) + plain.returned_a;
    const b = sum(hands.map((one) => one.score_b)) + plain.returned_b;
    const isLength = sheet.planned.target === null && sheet.is_finished;
    return {
      totals: [a, b], held: plain.held, winner: isLength ? ahead(a, b) : plain.winner, count: hands.length, isWritten: true,
      scores: hands.map((one) => ({ points: { A: one.score_a, B: one.score_b }, winner: "", outcome: "", takers: "" })),
    };
  };
  const scoreEverything = (document, replay, report) => {
    for (const plain of items(document.rounds)) {
      const played = replay.rounds.get(plain.number);
      const stored = new Map(items(plain.matches).map((match) => [nameOf(match), match]));
      for (const match of played ? played.matches : []) {
        if (!match.sheet || replay.scored(() => replay.score(match.sheet))) continue;
        report.skip(replay.table ? "declarations" : "hands");
        match.sheet.scored = asWritten(stored.get(stateName(match)), match);
      }
    }
  };

  const checkRounds = (document, replay, report) => {
    const rounds = items(document.rounds);
    report.compare("rounds", rounds.map((one) => one.number), [...replay.rounds.keys()].sort(byNumber));
    for (const [place, plain] of rounds.entries()) {
      const played = replay.rounds.get(plain.number), path = `rounds[${place}]`;
      if (!played) continue;
      const optional = ["groups", "moved", "capot_fails"];
      const names = ["number", "hands", "status", "drawn_at", "published_at", "closed_at", "timer_left", "timer_ends_at"];
      const expected = pick(played, [...names, ...optional.filter((name) => isFull(played[name]))]);
      report.fields(path, without(plain, "draw", "matches"), expected, optional);
      if (plain.draw) report.guard(`${path}.draw`, () => checkDraw(`${path}.draw`, plain.draw, played, replay, report));
      else if (played.drawn || plain.draw !== null) report.fault(`${path}.draw`, null, played.drawn ? played.drawn.fingerprint : null);
      else report.skip("no_draw");
      const known = new Map(played.matches.map((match) => [stateName(match), match])), stored = items(plain.matches);
      report.compare(`${path}.matches`, stored.map(nameOf).sort(byKey), played.matches.map(stateName).sort(byKey));
      for (const [at, match] of stored.entries()) {
        const own = known.get(nameOf(match)), here = `${path}.matches[${at}]`;
        if (own) report.guard(here, () => checkTable(here, match, own, played, replay, report));
      }
    }
  };

  const checkTable = (path, stored, match, played, replay, report) => {
    const { sheet } = match, scored = sheet ? replay.score(sheet) : null;
    if (scored && !scored.isWritten) report.count("scored", scored.scores.length);
    const side = (which) => {
      const numbers = sideOf(match, which);
      return numbers.length === 0 ? null : replay.isMelee ? numbers : numbers[0];
    };
    const expected = {
      ...pick(match, ["table", "kind", "needs_check", "check_note", "is_signed"]), a: side("A"), b: side("B"),
      bye: match.kind === "exempt", slips: sheet ? sheet.slips.map((slip) => pick(slip, ["hands", "total_a", "total_b"])) : [],
      penalties: scored ? sheet.hands.slice(0, scored.scores.length).filter((one) => one.penalty).length : 0,
      receipt: sheet ? replay.receipt(played, match) : "",
    };
    for (const name of ["decided_for", "decided_by"]) if (match[name]) expected[name] = match[name];
    const plain = without(stored, "hands", "hands_not_counted", "sheet", "results", "verdicts", "total_a", "total_b");
    report.fields(path, plain, expected, ["decided_for", "decided_by"]);
    if (sheet) {
      checkSheet(`${path}.sheet`, stored.sheet, sheet, scored, report);
      checkHands(path, stored, sheet, scored, isGame(match) ? scored.scores.length : 0, replay, report);
    } else {
      report.compare(`${path}.sheet`, stored.sheet, null);
      report.compare(`${path}.hands`, [stored.hands, stored.hands_not_counted], [[], []]);
    }
    checkVerdicts(`${path}.verdicts`, items(stored.verdicts), match, report);
    checkResults(path, stored, match, scored, played, replay, report);
    report.count("tables");
  };

  const checkSheet = (path, stored, sheet, scored, report) => {
    const names = [
      "is_finished", "is_slip", "planned", "first_dealer", "passed_deals", "stop_reason", "started_at", "finished_at",
    ];
    const returned = SIDES.map((side, at) =>
      sheet.is_slip ? 0 : scored.totals[at] - sum(scored.scores.map((one) => one.points[side])));
    report.fields(path, stored, {
      ...pick(sheet, names), hand_count: scored.count, held: scored.held, returned_a: returned[0], returned_b: returned[1],
      winner: scored.winner,
    });
  };

  const checkHands = (path, { hands, hands_not_counted: rest }, sheet, scored, counted, replay, report) => {
    const stored = [...items(hands), ...items(rest)];
    report.compare(`${path}.hands`, hands.length, counted);
    report.compare(`${path}.hands`, stored.length, sheet.hands.length);
    if (stored.length !== sheet.hands.length) return;
    let scores = scored.isWritten ? null : scored.scores;
    if (scores && sheet.is_slip) {
      const again = replay.scored(() => play(replay.table, replay.settings.rules.values, sheet));
      scores = again && again.scores;
    }
    for (const [place, hand] of stored.entries()) {
      const columns = sheet.hands[place], by = sheet.by[place], won = scores?.[place]?.points || nothing();
      const expected = {
        number: place + 1, points: columns.card_points, recorded_by: by.by === null ? hand.recorded_by : by.by,
        recorded_at: by.at, score_a: scores ? won.A : hand.score_a, score_b: scores ? won.B : hand.score_b,
      };
      for (const name of BLANK) expected[name] = columns[name] || null;
      const values = { ...columns, changed_at: by.changed };
      for (const [name, usual] of Object.entries(OPTIONAL_OF_HAND)) {
        if (!same(get(values, name, usual), usual)) expected[name] = values[name];
      }
      const part = place < hands.length ? `hands[${place}]` : `hands_not_counted[${place - hands.length}]`;
      report.fields(`${path}.${part}`, hand, expected, Object.keys(OPTIONAL_OF_HAND));
      report.count("hands");
    }
  };

  const checkVerdicts = (path, stored, match, report) => {
    const bySide = Object.fromEntries(stored.map((one) => [one.side, one]));
    const expected = Object.fromEntries(Object.entries(match.verdicts).map(([side, one]) =>
      [side, one.author === null && has(bySide, side) ? { ...one, author: bySide[side].author } : one]));
    report.compare(path, bySide, expected);
    report.compare(path, stored.length, Object.keys(bySide).length);
  };

  const checkResults = (path, stored, match, scored, played, replay, report) => {
    const results = items(stored.results), byEntry = new Map(results.map((one) => [one.entry, one]));
    const given = new Map(replay.ofRound(played).map((one) => [one.entry, one])), points = { A: [], B: [] };
    report.compare(`${path}.results`, results.map((one) => one.entry).sort(byNumber),
      match.seats.map((seat) => seat.entry).sort(byNumber));
    for (const [place, seat] of match.seats.entries()) {
      let result = seat.counts ? given.get(seat.entry) : undefined;
      if (!seat.counts && isGame(match) && match.sheet.is_finished) result = replay.gameResult(played, match, seat);
      const expected = {
        entry: seat.entry, counts: seat.counts, kind: result ? result.kind : seat.kind, has_result: Boolean(result),
        ...pick(result || NO_RESULT, Object.keys(NO_RESULT)),
      };
      if (seat.counts) points[seat.side].push(expected.points);
      const own = byEntry.get(seat.entry);
      if (!own) continue;
      if (result && scored && scored.isWritten) {
        Object.assign(expected, pick(own, ["capots", "failed"]));
        if (match.sheet.planned.target !== null) expected.outcome = own.outcome;
      }
      report.fields(`${path}.results[${place}]`, own, expected);
      report.count("results");
    }
    let totals = SIDES.map((side) => (points[side].length ? Math.max(...points[side]) : null));
    if (isGame(match) && scored) totals = scored.totals;
    report.compare(`${path}.total_a`, stored.total_a, totals[0]);
    report.compare(`${path}.total_b`, stored.total_b, totals[1]);
  };

  const DECIDED_BY = [
    null, "shared", "lot", "bracket", "meetings", "tables", "difference", "direct", ...Object.keys(READS),
  ];
  const checkStandings = (document, replay, report) => {
    const stored = items(document.standings), lines = replay.standings();
    if (replay.isPlain) {
      report.compare("standings", stored.length, lines.length);
      for (let place = 0; place < Math.min(stored.length, lines.length); place += 1) {
        report.fields(`standings[${place}]`, stored[place], pick(lines[place], SHOWN_LINE));
        report.count("standings");
      }
      return;
    }
    report.skip(isFull(replay.later.meetings) ? "meetings" : "phases");
    report.compare("standings", stored.map((one) => one.entry).sort(byNumber), [...replay.entries.keys()].sort(byNumber));
    const byEntry = new Map(lines.map((one) => [one.entry, one]));
    for (const [place, line] of stored.entries()) {
      const own = byEntry.get(line.entry) || {};
      need(same(Object.keys(line).sort(byKey), [...SHOWN_LINE].sort(byKey)) && DECIDED_BY.includes(line.decided_by), "line");
      for (const name of ["total", "wins", "best_game", "exempt"]) {
        report.compare(`standings[${place}].${name}`, line[name], get(own, name, null));
      }
    }
    if (replay.final !== null) {
      report.compare("standings", stored.map((one) => [one.entry, one.rank, one.total]), replay.final);
      report.count("standings", stored.length);
    }
  };

  const checkAwards = (document, replay, report) => {
    const stored = items(get(document, "awards", []));
    if (!isFull(replay.later.prize_plan)) report.compare("awards", stored, []);
    else if (replay.isPlain) {
      const expected = awardsOf(replay);
      report.compare("awards", stored.length, expected.length);
      for (let place = 0; place < Math.min(stored.length, expected.length); place += 1) {
        report.fields(`awards[${place}]`, stored[place], expected[place]);
        report.count("awards");
      }
    }
  };

  const PARTS = [
    ["tournament", checkContest], ["entries", checkEntries], ["rounds.matches", scoreEverything], ["rounds", checkRounds],
    ["standings", checkStandings], ["awards", checkAwards],
  ];
  const KNOWN = ["tournament", "entries", "rounds", "standings", "awards", "outcomes", "log"];

  const check = (document, heads = []) => {
    const report = new Report(), log = [];
    report.skip("anew");
    report.guard("log", () => checkChain(document.log, report, log));
    checkHeads(log, heads, report);
    if (!log.length) {
      report.fault("log", "", "?");
      return report;
    }
    const replay = new Replay(document, report);
    for (const line of log) {
      try {
        replay.follow(line);
      } catch {
        report.fault(`log[${line.number - 1}]`, line.kind, "?");
        return report;
      }
    }
    if (has(document, "outcomes")) report.guard("outcomes", () => report.compare("outcomes", sha256(canonical(document.outcomes)), replay.named));
    else if (!replay.named) report.skip("hands");
    if (replay.book.isHidden) report.skip("money");
    else {
      report.count("counts", replay.book.counts);
      report.count("purses", replay.book.purses.size);
    }
    for (const [name, part] of PARTS) report.guard(name, () => part(document, replay, report));
    if (Object.keys(document).some((name) => !KNOWN.includes(name))) report.skip("unknown");
    return report;
  };

  const readHead = (text) => {
    const written = text.toLowerCase().split("?head=").pop().replace("%3a", ":");
    const found = /^(\d{1,9}) ?[·:] ?([0-9a-f ]{8,79})$/.exec(written.trim().split(/\s+/).join(" "));
    return found && [Number(found[1]), found[2].replaceAll(" ", "")];
  };

  belote.contestCheck = { read, check, readHead, canonical, sha256, lotOf };
})();
