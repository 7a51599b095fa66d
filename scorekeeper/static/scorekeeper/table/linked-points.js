// <linked-points data-total="162">: what one side has, the other has not. The field that was typed last wins;
// clearing it clears both. With data-total_all_trump the points of an all-trump hand add up to that number instead.
(() => {
  "use strict";

  class LinkedPoints extends HTMLElement {
    connectedCallback() {
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
      this.querySelectorAll("[data-points-side]").forEach((other) => {
        if (other !== typed) other.value = fits ? String(this.total - points) : "";
      });
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
