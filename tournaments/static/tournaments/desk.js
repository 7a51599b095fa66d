// <slip-keys>: slips typed by the number pad alone. Enter goes on to the next number that is missing, and sends the slip
// once all are there; what was refused or is in doubt comes back with its first total selected, ready to be typed over, and
// + takes the totals that were probably meant; "Correct the totals" leads to them as long as nothing is corrected. In the
// queue of the desk, `data-queued`, it waits until somebody comes to it.
(() => {
  "use strict";

  class SlipKeys extends HTMLElement {
    connectedCallback() {
      this.form = this.querySelector("form");
      this.fields = ["table", "total_a", "total_b"].map((name) => this.form.elements.namedItem(name)).filter(Boolean);
      this.addEventListener("keydown", (event) => this.enter(event));
      this.addEventListener("click", (event) => this.correct(event));
      if (!("queued" in this.dataset)) this.begin();
    }

    // The question about another version is read first; app.js has put the focus on it.
    begin() {
      const problem = this.querySelector(".error-summary, [data-doubt]");
      if (this.querySelector(".warning") && !problem) return;
      const wrong = this.querySelector(".field--error input");
      const empty = this.fields.find((field) => !field.value.trim());
      const next = wrong || (problem ? this.form.elements.namedItem("total_a") : empty);
      if (!next) return;
      next.focus();
      next.select();
      // Why it was refused stands right above; app.js moved the page to it.
      problem?.scrollIntoView({ block: "nearest" });
    }

    get isTouched() {
      const isChanged = (input) => (input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue);
      return [...this.form.querySelectorAll("input")].some(isChanged);
    }

    correct(event) {
      if (!event.target.closest("[data-correct]") || this.isTouched) return;
      event.preventDefault();
      const { total_a: first } = this.form.elements;
      first.focus();
      first.select();
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
