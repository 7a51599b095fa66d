// Who is here tonight, one button each: it puts the name into the field that was focused last, or the first empty one.
// A name that is already in a field has no button.
(() => {
  "use strict";

  class NamesHere extends HTMLElement {
    connectedCallback() {
      this.form = this.closest("form");
      this.fields = [...this.form.querySelectorAll("input[list=players]")];
      this.form.addEventListener("focusin", ({ target }) => {
        if (this.fields.includes(target)) this.last = target;
      });
      this.form.addEventListener("input", () => this.draw());
      this.addEventListener("click", ({ target }) => {
        const button = target.closest("button");
        if (button) this.write(button.value);
      });
      this.hidden = false;
      this.draw();
    }

    write(name) {
      const empty = this.fields.find(({ value }) => !value.trim());
      const field = this.last && (!this.last.value.trim() || !empty) ? this.last : empty;
      if (!field) return;
      field.value = name;
      this.last = null;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }

    draw() {
      const written = new Set(this.fields.map(({ value }) => value.trim().toLocaleLowerCase()));
      this.querySelectorAll("button").forEach((button) => {
        button.hidden = written.has(button.value.toLocaleLowerCase());
      });
    }
  }
  window.customElements.define("names-here", NamesHere);
})();
