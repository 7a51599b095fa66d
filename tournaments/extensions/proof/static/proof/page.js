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
    const heads = lines.map(readHead);
    if (heads.includes(null)) return this.say("error", this.text("head"));
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
    return this.show(check(document, heads));
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

  show({ done, skipped, faults }) {
    this.say(faults.length ? "error" : "success", this.text(faults.length ? "bad" : "good"));
    const told = faults.map(([path, stored, expected]) =>
      `${path}: ${this.text("stored")} ${stored}, ${this.text("expected")} ${expected}`);
    this.list("faults", told);
    this.list("checked", Object.entries(done).filter(([, many]) => many)
      .map(([code, many]) => `${this.text(code, "checked")} · ${many.toLocaleString(document.documentElement.lang)}`));
    this.list("not-checked", skipped.map((code) => this.text(code, "not-checked")));
  }

  list(name, lines) {
    if (!lines.length) return;
    const list = document.createElement("ul");
    list.append(...lines.map((line) => this.made("li", line)));
    this.result.append(this.made("h2", this.text(name)), list);
  }
}
customElements.define("contest-check", ContestCheck);
