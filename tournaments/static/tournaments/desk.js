// <slip-keys>: slips typed by the number pad alone. Enter goes on to the next number that is missing, and sends the slip
// once all are there; what was refused comes back with its first total selected, ready to be typed over, and + takes the
// totals that were probably meant. In the queue of the desk, `data-queued`, it waits until somebody comes to it.
(() => {
  "use strict";

  class SlipKeys extends HTMLElement {
    connectedCallback() {
      this.form = this.querySelector("form");
      this.fields = ["table", "total_a", "total_b"].map((name) => this.form.elements.namedItem(name)).filter(Boolean);
      this.addEventListener("keydown", (event) => this.enter(event));
      if (!("queued" in this.dataset)) this.begin();
    }

    // The question about another version is read first; app.js has put the focus on it.
    begin() {
      if (this.querySelector(".warning")) return;
      const wrong = this.querySelector(".field--error input");
      const empty = this.fields.find((field) => !field.value.trim());
      const next = wrong || (this.querySelector(".error-summary") ? this.form.elements.namedItem("total_a") : empty);
      if (!next) return;
      next.focus();
      next.select();
      // Why it was refused stands right above; app.js moved the page to it.
      this.querySelector(".error-summary")?.scrollIntoView({ block: "nearest" });
    }

    enter(event) {
      const meant = this.querySelector("[data-meant]");
      if (event.key === "+" && meant && this.fields.includes(event.target)) {
        event.preventDefault();
        this.form.requestSubmit(meant);
        return;
      }
      if (event.key !== "Enter" || event.isComposing || !this.fields.includes(event.target)) return;
      event.preventDefault();
      if (!event.target.value.trim()) return;
      const isLast = event.target === this.fields[this.fields.length - 1];
      const missing = this.fields.find((field) => !field.value.trim());
      if (isLast && !missing) {
        this.form.requestSubmit(this.querySelector("[data-enter]"));
        return;
      }
      const next = isLast ? missing : this.fields[this.fields.indexOf(event.target) + 1];
      next.focus();
      next.select();
    }
  }
  window.customElements.define("slip-keys", SlipKeys);
})();
