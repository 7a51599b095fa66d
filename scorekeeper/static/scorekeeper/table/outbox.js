// What was typed and is not yet on the sheet: kept in the browser, sent in order, again and again until the computer
// in the hall has answered. Every act carries its own identifier, so sending it twice does no harm, in whatever order.
//
// Where a person has to decide about an act, that question holds back only what depends on it, and what depends on that:
// - What is done to a hand waits for what was done to the same hand before.
// - A new hand, and the deals that nobody took before it, wait for the new hands before them as long as the answer can
//   move their place: dealers and litiges follow from the order, and the computer in the hall only adds at the end. They
//   do not wait where the answer merely says what stands in a place ("the sheet is right", "this phone is right"), where
//   the sheet has no room for further hands, or once the game has ended: each is told so by itself then.
// - What a side says of the finished sheet waits for everything but what the other side says of it.
// Corrections and withdrawals of other hands never wait: the hall knows them by their hand, not by a place.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const PATIENCE = 10000;
  const PAUSES = [1, 2, 4, 8, 15, 30, 60];
  // Answers that no repetition changes until somebody does something about the page or the code.
  const SHUT_OUT = [401, 403, 404];

  // Nothing is written after the end of a game.
  const ENDS = ["beyond_end", "game_over", "table_moved_on"];
  // Questions whose answers leave every other hand in its place.
  const PLACE_KEPT = ["hand_differs", "deals_changed", ...ENDS];

  // `problem` is what the computer in the hall said of its own trouble, if it did.
  class NoAnswerError extends Error {
    constructor(message, problem = null) {
      super(message);
      this.problem = problem;
    }
  }

  // Asks the computer in the hall; rejects with NoAnswerError where it does not answer sensibly.
  const ask = async (way, method, path, body, headers = {}) => {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), PATIENCE);
    const own = { ...way.more, ...headers };
    if (way.token) own.Authorization = `Bearer ${way.token}`;
    else if (method !== "GET") own["X-CSRFToken"] = way.csrf();
    if (body) own["Content-Type"] = "application/json";
    try {
      const answer = await fetch(way.base + path, {
        method,
        headers: own,
        body: body ? JSON.stringify(body) : undefined,
        cache: "no-store",
        signal: stop.signal,
      });
      const number = Number(answer.headers.get("Belote-Number"));
      way.heard(number, answer.headers.get("Belote-Others"));
      // Whoever comes back after another one took over knows nothing that counts.
      if (number !== way.number) throw new NoAnswerError("another computer");
      const text = await answer.text();
      const isJson = (answer.headers.get("Content-Type") || "").includes("json");
      if (answer.status === 429 || answer.status >= 500) throw new NoAnswerError(String(answer.status), isJson && text ? JSON.parse(text) : null);
      // Nothing, or a hotel's sign-in page, say.
      if (answer.status !== 304 && !(text && isJson)) throw new NoAnswerError("somebody else's answer");
      return { status: answer.status, etag: answer.headers.get("ETag"), data: text ? JSON.parse(text) : null };
    } catch (error) {
      throw error instanceof NoAnswerError ? error : new NoAnswerError(error.message);
    } finally {
      window.clearTimeout(timer);
    }
  };

  const REQUESTS = {
    put: (item) => ["PUT", `/hands/${item.hand}`, body(item, null)],
    correct: (item) => ["PUT", `/hands/${item.hand}`, body(item, item.base)],
    // Taken back here without knowing whether it had arrived: once it has, it is withdrawn.
    undo: (item) => REQUESTS.put(item),
    withdraw: (item) => ["DELETE", `/hands/${item.hand}?base=${encodeURIComponent(item.base)}`, null],
    passes: (item) => ["PUT", "/passed-deals", { number: item.number, count: item.count, base: item.base }],
    say: (item) => ["PUT", item.path + item.id, { side: item.side, receipt: item.receipt, ...item.said }],
  };
  const body = ({ number, confirmed, entry }, base) => ({ number, base, confirmed: confirmed || [], entry });

  // Whether two entries say the same; deals that nobody took are the server's to count.
  const isSame = (one, other, keys = Object.keys(other)) =>
    keys.every((key) => key === "passed_deals" || JSON.stringify(said(one[key])) === JSON.stringify(said(other[key])));
  const said = (value) => (value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length) ? null : value);

  const isPlaced = ({ act }) => ["put", "undo", "passes"].includes(act);

  // Fires "change" whenever `items`, `aside` or `state` do, "sent" {item, answer} after each act that arrived, "told"
  // {data, status} for every answer about the sheet beside these.
  // state: "idle", "sending" (the act `moving`), "waiting" (until `again`), "asking" (a person is to decide), "shut"
  // (with `why`). `trouble` is what the computer in the hall last said of itself instead of an answer.
  // `hasRoom(item)` says whether the sheet can take that act and the new hands after it as further ones, `receipt(item)`
  // the receipt of the sheet of which a side says something, null where the sheet is another than was looked at.
  class Outbox extends EventTarget {
    constructor({ game, began, way, store, hasRoom, receipt }) {
      super();
      Object.assign(this, { game, began, way, store, hasRoom, receipt, items: [], aside: [], state: "idle", failures: 0 });
      Object.assign(this, { why: null, trouble: null, moving: null, done: new Set() });
      window.addEventListener("online", () => this.hurry());
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) this.hurry();
      });
      store.onchange(() => this.load());
    }

    async load() {
      await this.restore();
      const all = (await this.store.all(this.game)).filter(({ id }) => !this.done.has(id));
      // An act that this page is just sending stays the very object it is; what is not stored yet is newer.
      const own = this.items.concat(this.aside);
      const known = new Map(own.map((item) => [item.id, item]));
      const stored = all.map((item) => known.get(item.id) || item);
      stored.forEach((item, place) => item.isLoose || Object.assign(item, all[place]));
      const kept = [...new Set([...stored, ...own.filter((item) => item.isLoose)])].sort((one, other) => one.order - other.order);
      this.items = kept.filter((item) => !item.aside);
      // Numbers of games begin anew where the club began with new data: what waits is of another game then.
      this.items.filter(({ began }) => began !== this.began).forEach((item) => {
        item.problem = { code: "other_game" };
      });
      const next = this.next();
      // Another page may have sent it.
      if (next && !known.has(next.id)) next.isTried = true;
      this.aside = kept.filter((item) => item.aside);
      this.changed();
      this.send();
    }

    // Keeps an act; resolves to false where the browser could not store it: it is then only in this page.
    async keep(act) {
      const item = { id: this.store.uuid(), game: this.game, began: this.began, ...act };
      this.items.push(item);
      const isStored = await this.save(item);
      this.changed();
      this.send();
      return isStored;
    }

    async save(item) {
      const { isLoose: _loose, isTried: _tried, ...stored } = item;
      item.isLoose = true;
      try {
        const kept = await this.store.put(stored);
        item.order = kept.order;
        item.isLoose = false;
      } catch {
        // Only this page has it.
        item.order = item.order || Date.now();
      }
      return !item.isLoose;
    }

    async drop(item) {
      this.items = this.items.filter((other) => other !== item);
      this.aside = this.aside.filter((other) => other !== item);
      this.done.add(item.id);
      await this.store.remove(item.id).catch(() => {});
      this.changed();
      this.send();
    }

    // What a person decided not to send is not thrown away.
    async setAside(item) {
      this.items = this.items.filter((other) => other !== item);
      this.aside.push(Object.assign(item, { aside: true }));
      await this.save(item);
      this.changed();
      this.send();
    }

    // Changes an act after a person has decided, and goes on.
    async change(item, values) {
      Object.assign(item, { problem: null }, values);
      await this.save(item);
      this.changed();
      this.send();
    }

    // Gives hands that are still to be written consecutive numbers, from that one on; one in whose place the sheet has
    // a hand is compared with that, as before.
    async renumber(item, number) {
      const from = this.items.slice(this.items.indexOf(item));
      const moved = from.filter((other) => ["put", "passes"].includes(other.act) && (other === item || other.number >= number));
      let next = number;
      for (const other of moved) {
        other.number = next;
        if (other.act === "put") next += 1;
      }
      for (const other of moved) await this.save(other);
    }

    // The act to send now: the first one that waits for no answer, neither its own nor one before it.
    next() {
      const held = [];
      return this.items.find((item) => {
        if (!item.problem && !held.some((other) => this.holds(other, item))) return true;
        held.push(item);
        return false;
      });
    }

    holds(earlier, later) {
      if (later.act === "say") return earlier.act !== "say" || earlier.side === later.side;
      if (earlier.hand && earlier.hand === later.hand) return true;
      return isPlaced(earlier) && isPlaced(later) && this.mayMove(earlier);
    }

    // Whether the place of the hands after an act is not yet certain.
    mayMove(item) {
      const { code } = item.problem || {};
      return code === "another_hand" ? this.hasRoom(item) : !PLACE_KEPT.includes(code);
    }

    hurry() {
      this.failures = 0;
      if (this.state === "waiting" || this.state === "shut") this.state = "idle";
      this.restore();
      this.send();
    }

    // Writes again what somebody cleared out of the browser's storage while this page was open.
    async restore() {
      const lost = await this.store.lost(this.items.concat(this.aside));
      if (!lost.length) return;
      for (const item of lost) await this.save(item);
      this.dispatchEvent(new Event("restored"));
      this.changed();
    }

    async send() {
      if (this.isSending || this.state === "waiting" || this.state === "shut") return;
      this.isSending = true;
      try {
        for (let item = this.next(); item; item = this.next()) {
          this.moving = item;
          this.state = "sending";
          this.changed();
          await this.deliver(item);
          if (this.state !== "sending") return;
        }
        this.become(this.items.length ? "asking" : "idle");
      } finally {
        this.isSending = false;
        this.moving = null;
      }
    }

    async deliver(item) {
      const sent = { ...item };
      let answer;
      try {
        answer = await this.exchange(item);
        // Only the computer in the hall says so.
        if (answer.status < 300 ? !answer.data.sheet || answer.data.sheet.game !== this.game : !answer.data.code) throw new NoAnswerError("not ours");
      } catch (error) {
        this.trouble = error.problem;
        this.waitABit();
        return;
      }
      this.trouble = null;
      if (answer.status < 300) await this.arrived(item, sent, answer.data);
      else await this.refused(item, answer);
    }

    async exchange(item) {
      if (item.act === "say") {
        // What this page has of the sheet may be old.
        if (!this.receipt(item)) {
          const now = await ask(this.way, "GET", "");
          if (now.status !== 200) return now;
          this.tell(now);
        }
        item.receipt = this.receipt(item);
        if (!item.receipt) return { status: 409, data: { code: "sheet_changed" } };
      }
      // A phone that knows that it is alone sends nothing.
      item.isTried = item.isTried || navigator.onLine !== false;
      return ask(this.way, ...REQUESTS[item.act](item));
    }

    tell({ status, data }) {
      this.dispatchEvent(new CustomEvent("told", { detail: { status, data } }));
    }

    async arrived(item, sent, answer) {
      this.failures = 0;
      const { hands } = answer.sheet;
      // What another phone had written alike has the other's name.
      const stored = hands.find(({ id }) => id === item.hand) || (sent.act === "put" && hands[sent.number - 1]);
      const isChanged = item.entry !== sent.entry && this.items.includes(item);
      if (stored && item.act === "undo" && stored.id === item.hand) {
        await this.change(item, { act: "withdraw", base: stored.tag, isUndo: true });
      } else if (stored && item.act !== "undo" && isChanged) {
        // Somebody corrected it here while it was on its way.
        await this.change(item, { act: "correct", hand: stored.id, base: stored.tag });
      } else {
        this.items = this.items.filter((other) => other !== item);
        this.done.add(item.id);
        this.dispatchEvent(new CustomEvent("sent", { detail: { item, answer } }));
        this.changed();
        // What was decided here about the same hand after this goes on from what it is now.
        const later = this.items.filter(({ hand, base }) => stored && sent.base && hand === item.hand && base === sent.base);
        for (const other of later) await this.change(other, { base: stored.tag });
        if (answer.done === "withdrawn" && !sent.isUndo) await this.moveUp(sent.number);
        // Kept for the evening, should this computer die, or get a copy from before.
        const after = sent.act === "put" && stored && hands[stored.number - 2];
        const { id: hand, number } = stored || sent;
        await this.store.remove(item.id, { ...sent, ...(stored && { hand, number }), after, counts: this.way.number }).catch(() => {});
      }
    }

    // Hands that were typed after one that is withdrawn now counted it; after one that was undone here they did not.
    async moveUp(number) {
      const moved = this.items.filter((item) => isPlaced(item) && item.number > number);
      for (const item of moved) await this.change(item, { number: item.number - 1, problem: item.problem });
    }

    async refused(item, { status, data }) {
      if (SHUT_OUT.includes(status) && data.code !== "hand_unknown") {
        this.why = data;
        this.become("shut");
        this.waitABit("shut");
        if (data.code === "csrf_failed") this.dispatchEvent(new Event("stale"));
        return;
      }
      this.failures = 0;
      // Nobody says anything of a sheet any more whose round is closed.
      if (item.act === "say" && data.code === "table_moved_on") await this.drop(item);
      this.tell({ status, data: data.sheet || data });
      if (!this.items.includes(item)) return;
      // The sheet says the same as the one that was looked at, under another receipt.
      if (data.code === "sheet_changed" && item.receipt && ![null, item.receipt].includes(this.receipt(item))) return;
      if (data.code === "hand_differs" && item.was && isSame(item.was, data.stored.entry)) {
        // It had arrived before it was corrected or taken back here, and nobody has touched it since.
        const isUndo = item.act === "undo";
        await this.change(item, { act: isUndo ? "withdraw" : "correct", base: data.stored.tag, isUndo });
      } else if (item.act === "undo") await this.drop(item);
      else await this.change(item, { problem: { ...data, sheet: undefined } });
    }

    waitABit(state = "waiting") {
      const seconds = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
      this.failures += 1;
      this.again = Date.now() + seconds * 1000;
      this.become(state);
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        if (this.state !== state) return;
        this.state = "idle";
        this.send();
      }, seconds * 1000);
    }

    become(state) {
      if (this.state === state) return;
      this.state = state;
      this.changed();
    }

    changed() {
      this.dispatchEvent(new Event("change"));
    }
  }

  Object.assign(belote, { Outbox, ask, isSame, ENDS });
})();
