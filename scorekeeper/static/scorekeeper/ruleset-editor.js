// <ruleset-editor>: hides fields that have no effect with the other values, and the line for own words until it is chosen.
// Without it everything is shown, and "Check" computes the examples.
(() => {
  "use strict";

  const OWN_WORDS = "own";

  class RulesetEditor extends HTMLElement {
    connectedCallback() {
      this.querySelectorAll("[data-without-script]").forEach((button) => { button.hidden = true; });
      this.addEventListener("input", () => this.show());
      this.addEventListener("change", (event) => {
        this.show();
        const words = this.wordsOf(event.target);
        if (words && !words.disabled) words.focus();
      });
      this.show();
    }

    show() {
      const values = new FormData(this.closest("form"));
      this.querySelectorAll("[data-needs]").forEach((part) => {
        const means = part.dataset.needs.split(";").some((all) => all.trim().split(" ").every((need) => {
          const [name, wanted] = need.split(/!?=/);
          const is = wanted.split("|").includes((values.get(name) || "").trim());
          return need.includes("!=") ? !is : is;
        }));
        // A field with an error is always shown, or nobody could correct it.
        part.hidden = !means && !part.querySelector(".field--error");
      });
      this.querySelectorAll("select").forEach((select) => {
        const words = this.wordsOf(select);
        if (!words) return;
        // A disabled field is not submitted: words that wait behind another choice must not win over it.
        words.disabled = select.value !== OWN_WORDS;
        words.hidden = words.disabled;
      });
    }

    wordsOf(select) {
      const next = select.nextElementSibling;
      return next?.hasAttribute("data-own-words") ? next : null;
    }
  }
  window.customElements.define("ruleset-editor", RulesetEditor);
})();
