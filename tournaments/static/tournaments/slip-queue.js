// <slip-queue>: the desk takes each slip as a whole, under a key of its own, and is ready for the next one at once. Slips
// stay in this browser until the computer has answered, and are sent one after the other; by its key a slip that was sent
// twice is written once. One that is refused or asks something waits with a form of its own, and the later ones go on; once
// its table has a result it goes, or asks anew. What stands beside the form follows the round (look.js).
(() => {
  "use strict";

  const PATIENCE = 20000;
  const PAUSES = [1, 2, 4, 8, 15];
  const { PREFIX, kept, totalsOf } = window.belote.slips;

  // crypto.randomUUID is missing on plain addresses.
  const newKey = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  const fieldsOf = (form, button) => {
    const fields = new FormData(form);
    fields.delete("csrfmiddlewaretoken");
    if (button?.name) fields.set(button.name, button.value);
    return Object.fromEntries(fields);
  };

  /** Return {answer, text}, null where none came. */
  const ask = async (address, options) => {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { cache: "no-store", ...options, signal: stop.signal });
      return { answer, text: await answer.text() };
    } catch {
      return null;
    } finally {
      window.clearTimeout(timer);
    }
  };
  const isAway = (heard) => !heard || heard.answer.status >= 500 || heard.answer.status === 429;

  // A slip is {key, at, member, fields}; beside these a page knows its `state` ("waits" or "asks") and its `row`.
  class SlipQueue extends HTMLElement {
    connectedCallback() {
      const { contest, round, member } = this.dataset;
      this.place = `${PREFIX}${contest}:${round}:`;
      this.member = member;
      this.form = this.querySelector("slip-keys form");
      this.token = this.form.elements.csrfmiddlewaretoken.value;
      this.draw = this.form.elements.draw.value;
      this.slips = [];
      this.pauses = 0;
      this.trouble = "";
      this.form.addEventListener("submit", (event) => this.take(event));
      // The draw, or the page to sign in, answers where the round is none or somebody signed out: no names of a table.
      this.form.addEventListener("htmx:beforeSwap", ({ detail }) => {
        if (!detail.serverResponse.includes('id="slip-sides"')) detail.shouldSwap = false;
      });
      this.querySelector("[data-asks]").addEventListener("submit", (event) => this.decide(event));
      window.addEventListener("storage", ({ key }) => {
        if (key === null || key.startsWith(this.place)) this.load();
      });
      ["online", "focus"].forEach((name) => window.addEventListener(name, () => this.hurry()));
      document.addEventListener("look", () => this.follow());
      window.addEventListener("beforeunload", (event) => {
        if (this.isUnkept && this.slips.length) event.preventDefault();
      });
      this.load();
    }

    // --- Typing

    take(event) {
      event.preventDefault();
      const slip = { key: newKey(), at: this.now(), member: this.member, fields: fieldsOf(this.form) };
      this.slips.push(slip);
      this.keep(slip);
      this.empty();
      this.send();
    }

    now() {
      return Math.max(Date.now(), ...this.slips.map((slip) => slip.at + 1));
    }

    get typedInto() {
      return [...this.form.elements].filter(({ tagName, type }) => tagName === "INPUT" && type !== "hidden");
    }

    empty() {
      for (const field of this.typedInto) {
        if (field.type === "checkbox") field.checked = false;
        else field.value = "";
      }
      const { table, draw } = this.form.elements;
      draw.value = this.draw;
      // Names that are still on their way are those of the table before.
      window.htmx?.trigger(table, "htmx:abort");
      this.form.querySelector("#slip-sides").replaceWith(this.querySelector("template[data-sides]").content.cloneNode(true));
      table.dispatchEvent(new Event("input", { bubbles: true }));
      table.focus();
    }

    keep(slip) {
      if (!kept.put(this.place, slip)) this.isUnkept = true;
      this.wait(slip);
    }

    // Takes in what this browser keeps: typed before the page was opened, or typed and answered in another tab.
    load() {
      const stored = kept.all(this.place).sort((one, other) => one.at - other.at);
      const keys = new Set(stored.map(({ key }) => key));
      if (!this.isUnkept) this.slips.filter(({ key }) => !keys.has(key)).forEach((slip) => this.forget(slip));
      for (const found of stored) {
        const slip = this.slips.find(({ key }) => key === found.key);
        const isSame = slip && slip.member === found.member && JSON.stringify(slip.fields) === JSON.stringify(found.fields);
        if (isSame) continue;
        if (slip) Object.assign(slip, found);
        else this.slips.push(found);
        if (found.member === this.member) this.wait(slip || found);
        else this.question(found, this.rowOf("other", found));
      }
      this.send();
    }

    // --- Answering

    decide(event) {
      event.preventDefault();
      const slip = this.slips.find(({ row }) => row.contains(event.target));
      if (!slip) return;
      // Whoever answers by the keyboard goes on typing.
      if (slip.row.contains(document.activeElement)) this.form.elements.table.focus();
      if ("discard" in event.submitter.dataset) {
        this.forget(slip);
        return;
      }
      if (event.target.elements.table) slip.fields = fieldsOf(event.target, event.submitter);
      slip.member = this.member;
      // What is answered now was typed last.
      slip.at = this.now();
      this.keep(slip);
      this.send();
    }

    // --- Showing

    rowOf(name, { fields }) {
      const row = this.querySelector(`template[data-row=${name}]`).content.cloneNode(true).firstElementChild;
      row.querySelector("[data-table]").textContent = fields.table;
      row.querySelector("[data-totals]").textContent = totalsOf(fields);
      return row;
    }

    show(slip, state, row) {
      slip.row?.remove();
      Object.assign(slip, { state, row });
      this.querySelector(`[data-${state}]`).append(row);
      this.say();
    }

    wait(slip) {
      this.show(slip, "waits", this.rowOf("waits", slip));
    }

    question(slip, row) {
      this.show(slip, "asks", row);
      slip.isMissing = this.isMissing(slip);
    }

    isMissing({ fields }) {
      return Boolean(this.querySelector(`#slip-missing [data-table="${Number(fields.table)}"]`));
    }

    forget(slip) {
      kept.erase(this.place, slip);
      this.slips = this.slips.filter((other) => other !== slip);
      slip.row.remove();
      this.say();
    }

    say(text = null) {
      const count = (state) => this.slips.filter((slip) => slip.state === state).length;
      this.querySelectorAll("[data-count]").forEach((line) => {
        line.querySelector("strong").textContent = count(line.dataset.count);
        line.hidden = !count(line.dataset.count);
      });
      const trouble = this.trouble || (this.isUnkept && this.slips.length ? "unkept" : "");
      this.querySelectorAll("[data-trouble]").forEach((line) => (line.hidden = line.dataset.trouble !== trouble));
      const said = this.querySelector("[data-said]");
      this.classList.toggle("asks", count("asks") > 0);
      if (text !== null) {
        said.textContent = text;
        said.className = "message message--success";
      }
      said.hidden = Boolean(trouble);
    }

    // --- Sending

    async send() {
      if (this.isSending || this.pause) return;
      const waiting = this.slips.filter((slip) => slip.state === "waits");
      // Whatever the computer fails at lets the others pass.
      const slip = waiting.sort((one, other) => (one.failures || 0) - (other.failures || 0) || one.at - other.at)[0];
      if (!slip) return;
      this.isSending = true;
      await this.sendOne(slip);
      this.isSending = false;
      this.send();
    }

    async sendOne(slip) {
      const { fields, key } = slip;
      const headers = { "X-CSRFToken": this.token };
      const body = new URLSearchParams({ ...fields, key });
      const heard = await ask(this.form.action, { method: "POST", headers, body, redirect: "manual" });
      if (isAway(heard)) {
        if (heard) slip.failures = (slip.failures || 0) + 1;
        this.rest("away");
        return;
      }
      if (heard.answer.headers.get("Belote-Slip") !== key) {
        await this.comeBack(slip);
        return;
      }
      this.goOn();
      if (heard.answer.status === 201) {
        this.forget(slip);
        const replaced = this.replacedBy(slip, Number(heard.answer.headers.get("Belote-Table")));
        replaced.forEach((older) => this.forget(older));
        this.say([heard.text, ...replaced.map(({ fields }) => `${this.dataset.replaces} ${totalsOf(fields)}.`)].join(" "));
        this.renew();
      } else if (this.slips.includes(slip) && slip.fields === fields) {
        const page = document.createElement("template");
        page.innerHTML = heard.text;
        this.question(slip, page.content.firstElementChild);
      }
    }

    // Slips of the same table that were typed before and not written: this one is the answer to them.
    replacedBy({ at }, table) {
      const isOlder = (other) => other.at < at && other.member === this.member && Number(other.fields.table) === table;
      return this.slips.filter((other) => other.state === "asks" && isOlder(other));
    }

    // Somebody signed out or in, the round is gone, or a hotel wants to be paid: only the page itself tells.
    async comeBack(slip) {
      const trouble = await this.look();
      if (trouble) this.rest(trouble);
      else this.goOn();
      if (!trouble && slip.isRefused) this.question(slip, this.rowOf("refused", slip));
      // With the page came another token.
      slip.isRefused = !trouble && !slip.isRefused;
    }

    rest(trouble) {
      const seconds = PAUSES[Math.min(this.pauses, PAUSES.length - 1)];
      this.pauses += 1;
      this.trouble = trouble;
      this.pause = window.setTimeout(() => this.hurry(), seconds * 1000);
      this.say();
    }

    hurry() {
      window.clearTimeout(this.pause);
      this.pause = null;
      this.send();
    }

    goOn() {
      this.pauses = 0;
      this.trouble = "";
      this.say();
    }

    // --- What stands beside the form

    async renew() {
      this.isOld = true;
      if (this.isRenewing) return;
      this.isRenewing = true;
      while (this.isOld) {
        this.isOld = false;
        await this.look();
      }
      this.isRenewing = false;
    }

    // A phone or another computer may have written something: nothing is sent where nothing was.
    async follow() {
      if (this.isRenewing || this.isFollowing) return;
      this.isFollowing = true;
      await this.look(`?board=${encodeURIComponent(this.dataset.version)}`);
      this.isFollowing = false;
      this.askAgain();
    }

    /** Bring what stands beside the form up to date, and return what is in the way of it. */
    async look(query = "") {
      const heard = await ask(this.form.action + query, {});
      if (isAway(heard)) return "away";
      if (heard.answer.status === 204) return "";
      const page = new DOMParser().parseFromString(heard.text, "text/html").querySelector("slip-queue");
      const isOurs = page && ["contest", "round", "member"].every((name) => page.dataset[name] === this.dataset[name]);
      if (!isOurs) return "shut";
      const { csrfmiddlewaretoken, draw } = page.querySelector("slip-keys form").elements;
      this.token = csrfmiddlewaretoken.value;
      // Whatever is in the form was typed for the draw before: the computer asks about it.
      this.draw = draw.value;
      const isTyped = this.typedInto.some(({ type, checked, value }) => (type === "checkbox" ? checked : value));
      if (!isTyped) this.form.elements.draw.value = this.draw;
      for (const id of ["page-head", "slip-last", "slip-missing"]) {
        const shown = document.getElementById(id);
        if (!shown.contains(document.activeElement)) shown.replaceWith(document.adoptNode(page.querySelector(`#${id}`)));
      }
      this.dataset.version = page.dataset.version;
      return "";
    }

    // A slip that waits is another question once its table has a result from elsewhere.
    askAgain() {
      const asked = this.slips.filter(({ state, member, isMissing }) => state === "asks" && member === this.member && isMissing);
      for (const slip of asked) {
        const isBusy = slip.row.isTouched || slip.row.contains(document.activeElement);
        if (!this.isMissing(slip) && !isBusy) this.wait(slip);
      }
      this.send();
    }
  }
  window.customElements.define("slip-queue", SlipQueue);
})();
