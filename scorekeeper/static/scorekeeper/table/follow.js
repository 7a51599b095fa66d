// How a table page follows the server: it asks every few seconds whether there is news, which costs almost nothing if there
// is none, and updates itself.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;

  const POLL = 3000;
  const POLL_WITHOUT = 10000;
  const PATIENCE = 20000;

  // The parts of a sheet whose change would change the page.
  const SHOWN = ["version", "mark", "state", "may_enter", "may_correct"];

  // Methods of the page (table.js).
  belote.following = {
    // Tries until it succeeds, less and less often.
    async insist(act) {
      for (let pause = 1000; ; pause = Math.min(pause * 2, 30000)) {
        try {
          return await act();
        } catch {
          await new Promise((resolve) => window.setTimeout(resolve, pause));
        }
      }
    },

    // Every result that a hand can have: scores are looked up in it without asking the server.
    async loadOutcomes() {
      await this.insist(async () => {
        const stop = new AbortController();
        window.setTimeout(() => stop.abort(), 15000);
        const headers = this.way.token ? { Authorization: `Bearer ${this.way.token}` } : {};
        const answer = await fetch(this.outcomes_url, { headers, signal: stop.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        belote.outcomes = await answer.json();
      });
      document.documentElement.dataset.scores = "ready";
      document.dispatchEvent(new CustomEvent("belote:outcomes"));
    },

    // Whose data this page shows, by what was acknowledged; data of an older computer is not shown.
    async recall() {
      const acts = await this.store.sent(this.game);
      const counts = acts.filter(({ began }) => began === this.began).map((act) => act.counts);
      const most = Math.max(this.way.number, ...counts);
      this.shownOf = this.way.number;
      this.way.number = most > this.way.number ? most : Math.min(most, ...counts);
    },

    // Loaded only when there is another computer, or other data than before.
    heard(number, others) {
      this.way.others = others || this.way.others;
      if (belote.second) belote.second.heard(this, number);
      else if ((others || number > this.way.number) && !this.isComing) {
        this.isComing = true;
        const script = h("script", { src: this.computers.second });
        script.onload = () => belote.second.start(this);
        script.onerror = () => (this.isComing = false);
        document.head.append(script);
      }
    },

    async poll() {
      window.clearTimeout(this.timer);
      if (this.isPolling) return;
      this.isPolling = true;
      try {
        if (!document.hidden && !this.hasMovedOn) {
          await this.look();
          this.reach(true);
        }
      } catch {
        this.reach(false);
      }
      this.isPolling = false;
      this.timer = window.setTimeout(() => this.poll(), this.isReached ? POLL : POLL_WITHOUT);
    },

    reach(isReached) {
      if (this.isReached === isReached) return;
      this.isReached = isReached;
      belote.moving.reach(this, isReached);
      if (isReached) this.outbox.hurry();
      this.show();
    },

    async look() {
      // The organiser sees how many hands wait here.
      const said = { "X-Kept": this.outbox.items.length, "If-None-Match": this.etag || "" };
      const { status, etag, data } = await belote.ask(this.way, "GET", "", null, said);
      if (status === 200) {
        if (data.game !== this.game) throw new Error("somebody else's answer");
        if (!SHOWN.every((name) => data[name] === this.sheet[name]) || this.arrived.length) this.isBehind = true;
        if (this.isBehind) {
          this.accept(data);
          await this.refresh();
        }
        // Not before the page shows it: what was interrupted is asked for again.
        this.etag = etag;
      } else if (status === 409) this.moveOn(data);
      else if (status !== 304 && data) this.shutOut(data);
    },

    onSent({ item, answer }) {
      if (item.act !== "say") this.arrived.push(item);
      this.store.witness(answer.log);
      this.accept(answer.sheet);
      (answer.notices || []).forEach(({ detail }) => this.notice(detail));
      // One page for all that are being sent.
      if (!this.outbox.next()) this.refresh().catch(() => this.reach(false));
    },

    // What an answer contains beside the result of the action: the sheet as it is, or that the table is closed.
    onTold({ data }) {
      if (data.code === "table_moved_on") this.moveOn(data);
      if (data.game !== this.game) return;
      this.isBehind = true;
      this.accept(data);
      this.refresh().catch(() => this.reach(false));
    },

    accept(sheet) {
      if (sheet && sheet.version >= this.sheet.version) this.sheet = sheet;
      this.show();
    },

    // Updates the sheet, the totals and the rest of the page.
    async refresh() {
      const stop = new AbortController();
      const timer = window.setTimeout(() => stop.abort(), PATIENCE);
      const answer = await fetch((this.origin || "") + window.location.pathname, { cache: "no-store", headers: { Accept: "text/html", ...this.way.more }, signal: stop.signal });
      const text = await answer.text();
      window.clearTimeout(timer);
      if (answer.status >= 500) throw new Error(String(answer.status));
      if (!answer.ok) return;
      const news = new DOMParser().parseFromString(text, "text/html");
      const source = news.getElementById("table-data");
      if (!source) return;
      const { sheet } = JSON.parse(source.textContent);
      if (sheet.version < this.sheet.version) return;
      const headers = JSON.parse(news.body.getAttribute("hx-headers") || "{}");
      this.csrfToken = headers["X-CSRFToken"] || this.csrfToken;
      this.sheet = sheet;
      this.arrived = [];
      this.isBehind = false;
      belote.sheet.swap(this, news);
      const isOpen = this.mayEnter;
      if (isOpen && !this.form && !this.origin) window.location.reload();
      this.show();
    },

    moveOn(problem) {
      if (this.hasMovedOn) return;
      this.hasMovedOn = true;
      const isIdle = !this.outbox.items.length && !this.outbox.aside.length && !(this.form && belote.entry.read(this.form).entry.taker);
      if (isIdle) window.location.assign(problem.address);
      else this.notice(problem.detail, problem.address);
    },

    shutOut(problem) {
      if (this.isShutOut) return;
      this.isShutOut = true;
      this.notice(problem.detail);
    },

    // What only the server can do waits; otherwise the browser would show its own error page.
    needsServer(event, form) {
      if (form.method !== "post" || (this.isReached && navigator.onLine !== false)) return;
      event.preventDefault();
      document.querySelectorAll("[data-no-way]").forEach((shown) => shown.remove());
      const content = document.getElementById("content");
      const place = content.contains(form) ? form : content.firstElementChild;
      place.before(belote.kept.h("p", { class: "message message--warning", role: "alert", "data-no-way": true }, this.ui.no_way));
    },

    // The totals stay those of the sheet until it is printed, whatever is sent meanwhile.
    printing(isPrinting) {
      this.isPrinting = isPrinting;
      if (isPrinting) belote.sheet.asSent(this);
      else this.show();
    },

    notice(text, address) {
      belote.sheet.notice(this, text, address);
    },
  };
})();
