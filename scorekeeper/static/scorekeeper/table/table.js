// The page of a game that is being played: hands are scored and stored here, and the sheet comes from the server. Without
// this script the page is the plain form and its links.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;
  const { fill } = belote.words;

  const MOST_PASSED = 20;

  class TablePage {
    constructor(data) {
      Object.assign(this, data);
      this.store = belote.store;
      this.arrived = [];
      this.editing = null;
      this.form = document.querySelector(".hand-form");
      this.bar = this.form?.querySelector(".action-bar");
      this.entrySection = document.getElementById("entry");
      this.keptSection = document.getElementById("kept");
      this.link = document.getElementById("link-state");
      const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
      this.csrfToken = headers["X-CSRFToken"];
      this.computers = document.getElementById("rest").dataset;
      Object.assign(this.way, {
        csrf: () => this.csrfToken,
        heard: (number, others) => this.heard(number, others),
        number: Number(this.computers.number || 0),
      });
      this.isReached = true;
    }

    async start() {
      const { kind, trouble } = await this.store.open();
      const { game, began, way, store } = this;
      const asked = { hasRoom: (item) => this.hasRoom(item), receipt: (item) => this.receiptFor(item) };
      this.outbox = new belote.Outbox({ game, began, way, store, ...asked });
      this.outbox.addEventListener("change", () => this.show());
      this.outbox.addEventListener("sent", (event) => this.onSent(event.detail));
      this.outbox.addEventListener("told", (event) => this.onTold(event.detail));
      this.outbox.addEventListener("restored", () => this.warn("cleared"));
      this.outbox.addEventListener("stale", () => this.refresh().catch(() => {}));
      if (trouble) this.warn(trouble);
      belote.sheet.remember(this);
      await this.recall().catch(() => {});
      // First what is stored here, because the next hand comes after it.
      await this.outbox.load().catch(() => {});
      belote.moving.start(this);
      this.takeOver();
      this.loadOutcomes();
      this.poll();
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) this.poll();
      });
      window.addEventListener("online", () => this.poll());
      // The browser restored an old page: what it stored may have been sent by another one since.
      window.addEventListener("pageshow", ({ persisted }) => persisted && this.outbox.load());
      // What is stored only here is not on the printed sheet: the totals above it must not differ.
      window.addEventListener("beforeprint", () => this.printing(true));
      window.addEventListener("afterprint", () => this.printing(false));
      window.addEventListener("beforeunload", (event) => {
        // Only what the browser could not store would be lost with the page.
        // Or where the page cannot be opened again before its server answers.
        const isLost = ({ isLoose }) => isLoose || kind === "memory" || !(this.isReached || window.isSecureContext);
        if (this.outbox.items.some(isLost)) event.preventDefault();
      });
      // Whoever sees what is stored does not need a hint.
      new IntersectionObserver(([{ isIntersecting }]) => this.link.classList.toggle("link-state--seen", isIntersecting)).observe(this.keptSection);
      window.performance.mark("belote:ready");
      document.documentElement.dataset.table = "ready";
      document.dispatchEvent(new CustomEvent("belote:ready"));
    }

    // Says once what this browser cannot do.
    warn(trouble) {
      if (document.querySelector(`[data-storage="${trouble}"]`)) return;
      const notice = h("p", { class: "message message--warning", role: "alert", "data-storage": trouble }, this.ui[`storage_${trouble}`]);
      document.getElementById("content").prepend(notice);
    }

    // --- What the page knows

    get mayEnter() {
      return this.sheet.may_enter && this.sheet.state === "playing";
    }

    // --- Entering

    takeOver() {
      document.addEventListener("click", (event) => this.onClick(event));
      document.addEventListener("submit", (event) => this.onSubmit(event), true);
      if (!this.form) return;
      const buttons = document.querySelectorAll("#entry form[data-needs-server] [type=submit]");
      this.submits = [...buttons].map((button) => [button, button.textContent]);
      document.querySelectorAll("#entry form").forEach((form) => {
        delete form.dataset.needsServer;
        form.removeAttribute("hx-post");
      });
      this.form.addEventListener("input", () => this.preview());
      document.addEventListener("belote:outcomes", () => this.show());
    }

    preview() {
      const { entry } = belote.entry.read(this.form);
      const { problems, warnings, score } = this.judgedNow(entry);
      const isBegun = entry.taker && (entry.card_points !== null || entry.capot);
      const shown = entry.card_points === null ? [] : problems.filter(({ code }) => !code.endsWith("_missing"));
      belote.sheet.preview(this, { entry, problems: shown, warnings: isBegun ? warnings : [], score });
      this.problems([]);
      this.question(null);
    }

    onSubmit(event) {
      const form = event.target;
      if (form.matches("[data-say]")) {
        event.preventDefault();
        belote.sign.say(this, form);
        return;
      }
      if (form.matches("[data-seen]")) {
        event.preventDefault();
        navigator.sendBeacon(form.action, new FormData(form));
        form.remove();
        return;
      }
      const isPass = form.matches("[data-deal]");
      if (!isPass && (!form.closest("#entry") || form.querySelector("[name=dealer]"))) {
        this.needsServer(event, form);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (isPass) this.passDeal(Number(form.dataset.deal));
      else if (form === this.form) this.write();
      else this.writePenalty(form);
    }

    async write(confirmed = null) {
      const { entry, unread } = belote.entry.read(this.form);
      const { problems, warnings } = this.judgedNow(entry);
      const found = [
        ...unread.map((field) => ({ field, text: this.ui.no_number })),
        ...problems.map((problem) => ({
          field: belote.entry.fieldOf(this.form, entry, problem.field),
          text: belote.words.problem(this.texts, problem),
        })),
      ];
      if (!belote.outcomes && !entry.taker) found.push({ field: "taker", text: this.texts.problems.taker_missing });
      if (found.length) {
        const asked = belote.counts?.question(this, entry);
        // Said once is enough.
        if (asked) belote.sheet.preview(this, { entry, problems: [], warnings: [], score: null });
        this.problems(asked ? [] : found);
        this.question(asked);
        return;
      }
      const codes = warnings.map(({ code }) => code);
      if (codes.length && !confirmed) {
        this.question(belote.sheet.unusual(this, warnings));
        return;
      }
      await this.keep(entry, confirmed ? codes : []);
    }

    async writePenalty(form) {
      const data = new FormData(form);
      const own = String(data.get("reason_text") || "").trim();
      const reason = form.elements.reason;
      const isOther = data.get("reason") === "other";
      const needed = !data.get("penalty") ? "penalty" : !data.get("reason") ? "reason" : isOther && !own ? "reason_text" : "";
      if (needed) {
        const field = form.elements[needed];
        (field.focus ? field : field[0]).focus();
        form.querySelector("[data-penalty-missing]").hidden = false;
        return;
      }
      form.querySelector("[data-penalty-missing]").hidden = true;
      const said = isOther ? [] : [reason.selectedOptions[0].textContent.trim()];
      const bid = Number(data.get("penalty_bid"));
      const contract = bid ? { bid, multiplier: Number(data.get("penalty_multiplier")) } : null;
      await this.keep({ penalty: data.get("penalty"), contract, penalty_reason: [...said, ...(own ? [own] : [])].join(" – ") }, []);
      form.reset();
      form.closest("details").open = false;
    }

    // Two quick taps make one hand.
    async keep(entry, confirmed) {
      if (this.isKeeping) return;
      this.isKeeping = true;
      await this.keepOnce(entry, confirmed).finally(() => (this.isKeeping = false));
    }

    async keepOnce(entry, confirmed) {
      await this.unsay();
      const { editing } = this;
      const { item: changed } = editing || {};
      if (changed && this.outbox.items.includes(changed)) {
        await this.outbox.change(changed, { entry, confirmed, was: changed.was || changed.entry });
        this.stopEditing();
        const text = fill(this.ui.corrected, { number: this.numberOf(changed) });
        this.say(text, changed);
        belote.sheet.written(this, text);
        return;
      }
      // One that arrived while it was being corrected is sent once more: the server knows it, and what it was before.
      const act = changed
        ? { act: "put", hand: changed.hand, number: this.numberOf(changed), entry, confirmed, was: changed.entry }
        : editing
        ? { act: "correct", hand: editing.stored.id, base: editing.stored.tag, number: editing.stored.number, entry, confirmed, was: editing.stored.entry }
        : { act: "put", hand: this.store.uuid(), number: this.provisional().next_number, entry, confirmed };
      const isStored = await this.outbox.keep(act);
      const item = this.outbox.items.find(({ hand }) => hand === act.hand) || this.arrived.find(({ hand }) => hand === act.hand) || act;
      if (editing) this.stopEditing();
      // A hand that is being typed stays beside a penalty.
      else if (!entry.penalty) belote.entry.clear(this.form);
      this.problems([]);
      this.question(null);
      this.show();
      this.backToTop();
      const text = fill(editing ? this.ui.corrected : this.ui.written, { number: act.number });
      this.say(text, item);
      belote.sheet.written(this, text, editing ? null : act);
      if (!isStored) this.warn("failed");
    }

    // Both shown and announced to screen readers.
    say(text, item) {
      const { score } = item;
      const parts = [text];
      if (!this.isReached && this.outbox.items.includes(item)) parts.push(`${this.keptText()}.`);
      if (score) parts.push(fill(this.ui.score_said, { a: this.sheet.sides.A, points_a: score.points.A, b: this.sheet.sides.B, points_b: score.points.B }));
      const { totals } = this.provisional();
      const { A, B } = item.totals || totals;
      const { shownTotal } = belote.sheet;
      if (score) parts.push(fill(this.ui.totals_said, { a: shownTotal(this, A), b: shownTotal(this, B) }));
      document.dispatchEvent(new CustomEvent("belote:written", { detail: { text: parts.join(" ") } }));
    }

    // The form of the next hand is where the last one was, below the score, wherever the page was scrolled meanwhile.
    backToTop() {
      if (this.entrySection.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: "instant" });
    }

    async passDeal(by) {
      const { next_number: number } = this.provisional();
      const kept = this.outbox.items.find((item) => item.act === "passes" && item.number === number && !item.problem);
      const count = this.passedDeals(number) + by;
      if (count < 0 || count > MOST_PASSED) return;
      if (kept && !kept.isTried) await this.outbox.change(kept, { count });
      else await this.outbox.keep({ act: "passes", number, count, base: count - by });
      this.show();
    }

    passedDeals(number) {
      const kept = this.outbox.items.filter((item) => item.act === "passes" && item.number === number).pop();
      if (kept) return kept.count;
      return number === this.sheet.next_number ? this.sheet.passed_deals : 0;
    }

    // --- Correcting

    onClick(event) {
      const touched = (name) => event.target.closest(`[data-${name}]`);
      if (touched("kept-try")) this.outbox.hurry();
      if (touched("leave-correction")) this.stopEditing();
      if (touched("withdraw-hand")) this.withdraw();
      if (touched("objects")) belote.sign.open(event);
      const link = touched("correct");
      if (!link || !this.form || !this.mayEnter) return;
      const stored = this.sheet.hands.find(({ number }) => number === Number(link.dataset.correct));
      if (!stored || stored.entry.penalty) return;
      event.preventDefault();
      this.edit(null, stored);
    }

    edit(item, stored = null) {
      const entry = item ? item.entry : stored.entry;
      if (entry.penalty || !this.form) return;
      if (!this.editing) this.typedBefore = belote.entry.read(this.form).entry;
      const number = item ? this.numberOf(item) : stored.number;
      this.editing = { item, stored, number, act: item ? item.act : "correct" };
      belote.entry.fill(this.form, entry);
      belote.sheet.editing(this, number);
      this.entrySection.scrollIntoView({ block: "start" });
      this.entrySection.querySelector("h2").focus({ preventScroll: true });
    }

    stopEditing() {
      this.editing = null;
      belote.entry.clear(this.form);
      // A hand that was begun before the correction of another one is restored.
      if (this.typedBefore?.taker) belote.entry.fill(this.form, this.typedBefore);
      this.typedBefore = null;
      belote.sheet.editing(this, null);
      this.problems([]);
      this.question(null);
      this.show();
    }

    async withdraw() {
      const { item, stored } = this.editing;
      this.stopEditing();
      await this.unsay();
      if (item) await this.remove(item);
      else await this.outbox.keep({ act: "withdraw", hand: stored.id, base: stored.tag, number: stored.number, was: stored.entry });
    }

    // Undoes what was stored here; once it is on the sheet it is withdrawn there.
    async remove(item) {
      const stored = this.sheet.hands.find(({ id }) => id === item.hand);
      if (item.act !== "say") await this.unsay();
      if (this.editing && this.editing.item === item) this.stopEditing();
      if (this.outbox.items.includes(item)) {
        const following = this.outbox.items[this.outbox.items.indexOf(item) + 1];
        if (item.act === "put" && following) await this.outbox.renumber(following, item.number);
        // It may have arrived, or be on its way.
        if (item.act === "put" && item.isTried) await this.outbox.change(item, { act: "undo" });
        else await this.outbox.drop(item);
        this.show();
      } else if (item.act === "put" && !stored) this.notice(this.ui.not_own);
      else if (item.act === "put") {
        await this.outbox.keep({ act: "withdraw", hand: stored.id, base: stored.tag, number: stored.number, was: stored.entry });
      }
    }

    // What was accepted on this phone was another sheet than the one that results from this action.
    async unsay() {
      for (const item of this.outbox.items) if (item.act === "say" && !item.isTried) await this.outbox.drop(item);
    }

    async forget(items) {
      const text = items.length === 1 ? this.ui.forget : fill(this.ui.forget_many, { count: items.length });
      if (window.confirm(text)) for (const item of items) await this.outbox.drop(item);
    }

    // --- Display

    problems(found) {
      belote.sheet.problems(this.form, found, this.ui);
    }

    question(asked) {
      belote.sheet.question(this.form, asked);
    }

    card(number, title, entry, scored, totals) {
      return belote.sheet.card(this, number, title, entry, scored, totals);
    }

    keptText() {
      const count = this.outbox.items.filter(({ act }) => act !== "say").length;
      if (!count) return this.ui.say_kept;
      return fill(count === 1 ? this.ui.one_kept : this.ui.many_kept, { count });
    }

    show() {
      if (!this.isPrinting) belote.sheet.standing(this, this.provisional());
      belote.kept.draw(this.keptSection, this);
      belote.sign.show(this);
      const { items, trouble } = this.outbox;
      const first = items.find(({ problem }) => problem) || items[0];
      this.tellTrouble(items.length ? trouble : null);
      const away = this.mayEnter ? this.ui.no_connection : this.ui.offline;
      const text = first ? (first.problem ? belote.kept.heading(this, first) : this.keptText()) : this.isReached ? "" : away;
      const place = this.bar && !this.entrySection.hidden ? this.bar : document.getElementById("content");
      if (this.link.parentElement !== place) place.prepend(this.link);
      this.link.hidden = !text || (this.outbox.state === "sending" && this.isReached);
      // What waits for a decision is further down than anybody looks.
      if (this.link.textContent !== text) this.link.replaceChildren(first ? h("a", { href: "#kept" }, text) : text);
    }

    // What prevents the server from writing, shown where nobody at the table overlooks it.
    tellTrouble(trouble) {
      const text = belote.kept.troubleText(trouble);
      let shown = document.getElementById("trouble");
      if (!shown && text) {
        shown = h("p", { class: "message message--warning", role: "alert", id: "trouble" });
        document.getElementById("content").prepend(shown);
      }
      if (!shown) return;
      shown.hidden = !text;
      if (shown.textContent !== text) shown.textContent = text;
    }
  }

  Object.assign(TablePage.prototype, belote.reckoning, belote.following);

  const source = document.getElementById("table-data");
  if (!source) return;
  belote.page = new TablePage(JSON.parse(source.textContent));
  belote.page.start();
})();
