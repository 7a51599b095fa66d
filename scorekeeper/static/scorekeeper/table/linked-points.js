// <linked-points data-total="162">: what one side does not have, the other has. The field that was typed last wins; clearing
// it clears both. If both were typed and their sum is that of two piles without the last trick or with a belote, both stay and
// the page asks. With data-total_all_trump the points of an all-trump hand add up to that number.
(() => {
  "use strict";

  // The difference between two piles and the total: the 10 of the last trick is missing, or a belote was counted.
  const COUNTED = [-10, 20];

  class LinkedPoints extends HTMLElement {
    connectedCallback() {
      this.typed = new Map();
      const form = this.closest("form");
      this.trump = () => form.querySelector("[name=trump]:checked");
      this.addEventListener("input", (event) => {
        const typed = event.target.closest("[data-points-side]");
        if (typed) this.fill(typed);
      });
      form.addEventListener("input", () => this.showTotal());
    }

    get total() {
      return Number(this.dataset[`total_${this.trump()?.value}`] || this.dataset.total);
    }

    fill(typed) {
      const text = typed.value.trim();
      const points = Number(text);
      const fits = text !== "" && Number.isInteger(points) && points >= 0 && points <= this.total;
      this.last = typed;
      if (fits) this.typed.set(typed, points);
      else this.forget();
      this.querySelectorAll("[data-points-side]").forEach((other) => {
        if (other === typed) return;
        const counted = this.typed.get(other);
        const isSlip = COUNTED.includes(points + counted - this.total);
        other.value = fits ? String(isSlip ? counted : this.total - points) : "";
      });
    }

    // The content was not typed, or not for this hand.
    forget() {
      this.typed.clear();
    }

    showTotal() {
      const shown = this.querySelector(".linked__sum");
      if (!shown || shown.textContent === String(this.total)) return;
      shown.textContent = String(this.total);
      if (this.last) this.fill(this.last);
    }
  }
  window.customElements.define("linked-points", LinkedPoints);
})();
