// <contest-check>: checks the document of a contest on this device, fetched or chosen from the disk, and says what came out.
class ContestCheck extends HTMLElement {
  connectedCallback() {
    this.result = this.querySelector("[data-result]");
    this.texts = this.querySelector("[data-texts]").content;
    this.querySelector("[data-controls]").hidden = false;
    this.querySelector("[data-check]")?.addEventListener("click", () => this.run(() => this.fetched()));
    const file = this.querySelector("input[type=file]");
    file.addEventListener("change", () => file.files.length && this.run(() => file.files[0].arrayBuffer()));
  }

  text(name, attribute = "text") {
    return this.texts.querySelector(`[data-${attribute}="${name}"]`)?.textContent || name;
  }

  filled(name, values) {
    return this.text(name).replace(/\{(\w+)\}/g, (_all, key) => values[key]);
  }

  // What this phone was told of the log with each hand that it sent (table/store.js, `witness`): the same may have been told
  // twice, and the first word is none or cut.
  get kept() {
    let kept = "";
    try {
      kept = localStorage.getItem(this.dataset.contest) || "";
    } catch {
      // A browser that stores nothing has kept nothing.
    }
    return [...new Set(kept.split(" ").slice(1))].map(window.belote.contestCheck.readHead).filter(Boolean);
  }

  async fetched() {
    try {
      const answer = await fetch(this.dataset.document);
      if (answer.ok) return answer.arrayBuffer();
    } catch {
      // No connection: said below.
    }
    throw new Error("unreached");
  }

  async run(load) {
    const { read, check, readHead } = window.belote.contestCheck;
    const lines = this.querySelector("textarea").value.split("\n").filter((line) => line.trim());
    const typed = lines.map(readHead), { kept } = this;
    if (typed.includes(null)) return this.say("error", this.text("head"));
    this.say("info", this.text("working"));
    let document;
    try {
      const bytes = await load();
      // Let the page say that it is at work.
      await new Promise((go) => { setTimeout(go); });
      document = read(new Uint8Array(bytes));
    } catch (error) {
      return this.say("error", this.text(error.message === "unreached" ? "unreached" : "unread"));
    }
    return this.show(check(document, [...typed, ...kept]), typed, kept);
  }

  say(kind, words) {
    this.result.replaceChildren(this.made("p", words, `message message--${kind}`));
  }

  made(tag, words, name = "") {
    const found = document.createElement(tag);
    found.textContent = words;
    if (name) found.className = name;
    return found;
  }

  show({ done, skipped, faults }, typed, kept) {
    this.say(faults.length ? "error" : "success", this.text(faults.length ? "bad" : "good"));
    this.witness(faults, typed, kept);
    const told = faults.filter(([path]) => !path.startsWith("head ")).map(([path, stored, expected]) =>
      `${path}: ${this.text("stored")} ${stored}, ${this.text("expected")} ${expected}`);
    this.list("faults", told);
    const order = [...this.texts.querySelectorAll("[data-checked]")].map((one) => one.dataset.checked);
    this.list("checked", Object.entries(done).filter(([, many]) => many)
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([code, many]) => `${this.text(code, "checked")} · ${many.toLocaleString(document.documentElement.lang)}`));
    this.list("not-checked", skipped.map((code) => this.text(code, "not-checked")));
  }

  // Says which lines the log no longer has as they were printed, or as this phone saw them.
  witness(faults, typed, kept) {
    const isLost = ([line, digits]) => faults.some(([path, , seen]) => path === `head ${line}` && seen === JSON.stringify(digits));
    const told = ([line, digits]) => ({ line, digits: digits.slice(0, 16).match(/.{1,4}/g).join(" ") });
    const lost = typed.filter(isLost).map((head) => this.filled("lost-typed", told(head)));
    // What follows the first one is lost with it.
    const first = kept.find(isLost);
    if (first) lost.push(this.filled("lost-kept", told(first)));
    else if (kept.length) {
      this.result.append(this.made("p", this.filled("kept", { count: kept.length, line: kept.at(-1)[0] }), "message message--success"));
    }
    if (lost.length) this.result.append(...[...lost, this.text("lost-why")].map((words) => this.made("p", words, "message message--error")));
  }

  list(name, lines) {
    if (!lines.length) return;
    const list = document.createElement("ul");
    list.append(...lines.map((line) => this.made("li", line)));
    this.result.append(this.made("h2", this.text(name)), list);
  }
}
customElements.define("contest-check", ContestCheck);
