// What was entered and is not yet on the sheet: stored in the browser, sent in order, and repeated until the server has
// answered. Every action has its own identifier, so sending it twice does no harm, in whatever order.
// If a person has to decide about an action, only what depends on it has to wait, and what depends on that in turn:
// - An action on a hand waits for earlier actions on the same hand.
// - A new hand, and the deals that nobody took before it, wait for the new hands before them as long as the decision may
// change their place: dealers and litiges follow from the order, and the server only adds at the end. They do not wait if
// the decision only confirms what is in a place ("the sheet is right", "this phone is right"), if the sheet has no room for
// further hands, or once the game has ended: then each is refused on its own.
// - A side's verdict on the finished sheet waits for everything but the other side's verdict.
// Corrections and withdrawals of other hands never wait: the server knows them by their hand, not by a place.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const PATIENCE = 10000;
  const PAUSES = [1, 2, 4, 8, 15, 30, 60];
  // Answers that stay the same until somebody changes something about the page or the code.
  const SHUT_OUT = [401, 403, 404];

  // No hand is entered after the end of a game.
  const ENDS = ["beyond_end", "game_over", "table_moved_on"];
  // Questions whose answers leave every other hand in its place.
  const PLACE_KEPT = ["hand_differs", "deals_changed", ...ENDS];

  // `problem` is the trouble that the server reported about itself, if it did.
  class NoAnswerError extends Error {
    constructor(message, problem = null) {
      super(message);
      this.problem = problem;
    }
  }

  // Asks the server; rejects with NoAnswerError if there is no sensible answer.
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
      // A computer that comes back after the other one took over has no data that counts.
      if (number !== way.number) throw new NoAnswerError("another computer");
      const text = await answer.text();
      const isJson = (answer.headers.get("Content-Type") || "").includes("json");
      if (answer.status === 429 || answer.status >= 500) throw new NoAnswerError(String(answer.status), isJson && text ? JSON.parse(text) : null);
      // No answer, or for example a hotel's sign-in page.
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
    // Undone here without knowing whether it had arrived: if it has, it is withdrawn.
    undo: (item) => REQUESTS.put(item),
    withdraw: (item) => ["DELETE", `/hands/${item.hand}?base=${encodeURIComponent(item.base)}`, null],
    passes: (item) => ["PUT", "/passed-deals", { number: item.number, count: item.count, base: item.base }],
    say: (item) => ["PUT", item.path + item.id, { side: item.side, receipt: item.receipt, ...item.said }],
  };
  const body = ({ number, confirmed, entry }, base) => ({ number, base, confirmed: confirmed || [], entry });

  // Whether two entries are the same; deals that nobody took are counted by the server.
  const isSame = (one, other, keys = Object.keys(other)) =>
    keys.every((key) => key === "passed_deals" || JSON.stringify(said(one[key])) === JSON.stringify(said(other[key])));
  const said = (value) => (value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length) ? null : value);

  const isPlaced = ({ act }) => ["put", "undo", "passes"].includes(act);

  // Fires "change" whenever `items`, `aside` or `state` change, "sent" {item, answer} after each action that arrived, and "told"
  // {data, status} for every other answer about the sheet.
  // state: "idle", "sending" (the action `moving`), "waiting" (until `again`), "asking" (a person has to decide), "shut"
  // (because of `why`). `trouble` is what the server last reported about itself instead of an answer.
  // `hasRoom(item)` says whether the sheet has room for that action and the new hands after it; `receipt(item)` returns the
  // receipt of the sheet that a side's verdict is about, null if the sheet is no longer the one that was looked at.
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

    // Both what is new in the storage and what somebody cleared from it: one reading must tell, because two may see two states.
    async load() {
      const { actions, ids } = await this.store.read(this.game);
      const all = actions.filter(({ id }) => !this.done.has(id));
      // An action that this page is sending stays the same object; what is not stored yet is newer.
      const own = this.items.concat(this.aside);
      const lost = own.filter(({ id, isLoose }) => !isLoose && !ids.has(id));
      const known = new Map(own.map((item) => [item.id, item]));
      const stored = all.map((item) => known.get(item.id) || item);
      stored.forEach((item, place) => item.isLoose || Object.assign(item, all[place]));
      const kept = [...new Set([...stored, ...own.filter((item) => item.isLoose), ...lost])].sort((one, other) => one.order - other.order);
      this.items = kept.filter((item) => !item.aside);
      // If the club started again with new data, numbers of games start again too: what waits belongs to another game then.
      this.items.filter(({ began }) => began !== this.began).forEach((item) => {
        item.problem = { code: "other_game" };
      });
      const next = this.next();
      // Another page may have sent it.
      if (next && !known.has(next.id)) next.isTried = true;
      this.aside = kept.filter((item) => item.aside);
      // Saving takes a while: what has arrived since is not stored again.
      for (const item of lost) if (!this.done.has(item.id)) await this.save(item);
      if (lost.length) this.dispatchEvent(new Event("restored"));
      this.changed();
      this.send();
    }

    // Stores an action; resolves to false if the browser could not store it and it exists only in this page.
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

    // Changes an action after a person has decided, and continues.
    async change(item, values) {
      Object.assign(item, { problem: null }, values);
      await this.save(item);
      this.changed();
      this.send();
    }

    // Gives hands that are still to be entered consecutive numbers from that one on; if the sheet has a hand in the place of
    // one, they are compared as before.
    async renumber(item, number) {
      const from = this.items.slice(this.items.indexOf(item));
      const moved = from.filter((other) => ["put", "passes"].includes(other.act) && (other === item || other.number >= number));
      let next = number;
      for (const other of moved) {
        other.number = next;
        // What is stored of it is older from now on.
        other.isLoose = true;
        if (other.act === "put") next += 1;
      }
      for (const other of moved) await this.save(other);
    }

    // The action to send now: the first one that does not wait for a decision about itself or an earlier one.
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

    // Whether the place of the hands after an action is still uncertain.
    mayMove(item) {
      const { code } = item.problem || {};
      return code === "another_hand" ? this.hasRoom(item) : !PLACE_KEPT.includes(code);
    }

    hurry() {
      this.failures = 0;
      if (this.state === "waiting" || this.state === "shut") this.state = "idle";
      this.load().catch(() => {});
      this.send();
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
        // Only the server says so.
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
        // What this page has of the sheet may be out of date.
        if (!this.receipt(item)) {
          const now = await ask(this.way, "GET", "");
          if (now.status !== 200) return now;
          this.tell(now);
        }
        item.receipt = this.receipt(item);
        if (!item.receipt) return { status: 409, data: { code: "sheet_changed" } };
      }
      // A phone that knows that it is offline sends nothing.
      item.isTried = item.isTried || navigator.onLine !== false;
      return ask(this.way, ...REQUESTS[item.act](item));
    }

    tell({ status, data }) {
      this.dispatchEvent(new CustomEvent("told", { detail: { status, data } }));
    }

    async arrived(item, sent, answer) {
      this.failures = 0;
      const { hands } = answer.sheet;
      // An equal hand that another phone entered has the other's name.
      const stored = hands.find(({ id }) => id === item.hand) || (sent.act === "put" && hands[sent.number - 1]);
      // By its text: what is read again from the storage is another object.
      const isChanged = JSON.stringify(item.entry) !== JSON.stringify(sent.entry) && this.items.includes(item);
      if (stored && item.act === "undo" && stored.id === item.hand) {
        await this.change(item, { act: "withdraw", base: stored.tag, isUndo: true });
      } else if (stored && item.act !== "undo" && isChanged) {
        // Somebody corrected it here while it was being sent.
        await this.change(item, { act: "correct", hand: stored.id, base: stored.tag });
      } else {
        this.items = this.items.filter((other) => other !== item);
        this.done.add(item.id);
        this.dispatchEvent(new CustomEvent("sent", { detail: { item, answer } }));
        this.changed();
        // Later decisions about the same hand are based on what it is now.
        const later = this.items.filter(({ hand, base }) => stored && sent.base && hand === item.hand && base === sent.base);
        for (const other of later) await this.change(other, { base: stored.tag });
        if (answer.done === "withdrawn" && !sent.isUndo) await this.moveUp(sent.number);
        // Kept for the evening, in case this computer fails or is restored from an older backup.
        const after = sent.act === "put" && stored && hands[stored.number - 2];
        const { id: hand, number } = stored || sent;
        await this.store.remove(item.id, { ...sent, ...(stored && { hand, number }), after, counts: this.way.number }).catch(() => {});
      }
    }

    // Hands typed after one that is now withdrawn counted it; those typed after one that was undone here did not.
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
      // Once the round is closed nobody accepts or disputes its sheets.
      if (item.act === "say" && data.code === "table_moved_on") await this.drop(item);
      this.tell({ status, data: data.sheet || data });
      if (!this.items.includes(item)) return;
      // The sheet is equal to the one that was looked at, but has another receipt.
      if (data.code === "sheet_changed" && item.receipt && ![null, item.receipt].includes(this.receipt(item))) return;
      if (data.code === "hand_differs" && item.was && isSame(item.was, data.stored.entry)) {
        // It had arrived before it was corrected or undone here, and nobody has changed it since.
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
