// Entering a hand with one thumb: keys for the points.
(() => {
  "use strict";
  const belote = window.belote;

  // <number-pad>: types into points_a or points_b, whichever is marked: the takers' field once somebody took; tapping the other
  // field marks that. What was there before is replaced, as on a pocket calculator.
  class NumberPad extends HTMLElement {
    connectedCallback() {
      this.form = this.closest("form");
      this.fields = { A: this.form.elements.points_a, B: this.form.elements.points_b };
      this.gone = new AbortController();
      const { signal } = this.gone;
      if (window.matchMedia("(pointer: coarse)").matches) {
        // The phone's own keyboard would cover the page.
        Object.values(this.fields).forEach((field) => field.setAttribute("inputmode", "none"));
      }
      this.addEventListener("click", (event) => {
        const key = event.target.closest("[data-key]");
        if (key) this.press(key.dataset.key);
      });
      // The focus stays where it was, so that the Enter key submits the hand instead of typing a digit again.
      this.addEventListener("mousedown", (event) => event.preventDefault());
      this.form.addEventListener("input", (event) => this.follow(event), { signal });
      this.form.addEventListener("focusin", ({ target }) => this.activate(this.sideOf(target)), { signal });
      document.addEventListener("keydown", (event) => belote.keys(this, event), { signal });
      document.addEventListener("belote:written", () => this.activate("A", true), { signal });
      this.form.addEventListener("pointerdown", ({ target }) => (this.touched = target.closest(".call .tile")?.querySelector(":checked")), { signal });
      this.form.addEventListener("click", ({ target }) => this.takeBack(target), { signal });
      this.hidden = false;
      this.form.querySelector(".hand-form__hint").hidden = false;
      const taker = this.form.querySelector("[name=taker]:checked");
      this.activate(taker ? taker.value[0] : "A", true);
    }

    disconnectedCallback() {
      this.gone.abort();
    }

    // Tapping a chosen suit or double again clears it.
    takeBack(target) {
      if (!target.checked || target !== this.touched) return;
      const none = target.closest(".tiles").querySelector("input");
      none.checked = true;
      none.dispatchEvent(new Event("input", { bubbles: true }));
    }

    sideOf(field) {
      return ["A", "B"].find((side) => this.fields[side] === field);
    }

    activate(side, anew = false) {
      if (!side || (side === this.side && !anew)) return;
      this.side = side;
      this.isNew = true;
      this.setAttribute("aria-label", side === "A" ? this.dataset.labelA : this.dataset.labelB);
      this.form.dataset.typing = side;
    }

    follow({ target, isTrusted }) {
      if (this.isPressing) return;
      if (target.name === "taker") this.activate(target.value[0]);
      this.activate(this.sideOf(target));
      if (this.fields[this.side] === target) this.isNew = !isTrusted;
    }

    press(key) {
      const field = this.fields[this.side];
      const before = this.isNew ? "" : field.value;
      const text = key === "back" ? before.slice(0, -1) : (before === "0" ? "" : before) + key;
      belote.buzz();
      if (text.length > 3) return;
      this.isNew = false;
      this.isPressing = true;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      this.isPressing = false;
    }
  }
  window.customElements.define("number-pad", NumberPad);
})();
