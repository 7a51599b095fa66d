// <round-timer data-ends-at="ISO time" data-left="seconds">: counts a round's clock down; without data-ends-at it stands
// still. Inside it, what carries data-clock gets the time ("12:05"), else the element itself; what carries data-over is
// shown once the time is up. Its own data-state is "paused", "running", "soon" (the last five minutes) or "over".
(() => {
  "use strict";

  const SOON = 5 * 60;

  const clockText = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // A page that the browser took out of its cache tells what was left when it was made.
  const isFresh = () => {
    const [visit] = performance.getEntriesByType("navigation");
    return !visit || visit.type !== "back_forward";
  };

  class RoundTimer extends HTMLElement {
    static observedAttributes = ["data-ends-at", "data-left"];

    connectedCallback() {
      this.begin();
    }

    disconnectedCallback() {
      window.clearInterval(this.ticking);
    }

    attributeChangedCallback() {
      if (this.isConnected && this.ticking !== undefined) this.begin();
    }

    begin() {
      window.clearInterval(this.ticking);
      const left = this.dataset.left ? Number(this.dataset.left) : NaN;
      const endsAt = Date.parse(this.dataset.endsAt || "");
      this.runs = !Number.isNaN(endsAt);
      // Phones and the laptop of the hall need not agree on the time of day: what is left is counted from now.
      this.left = Number.isNaN(left) ? 0 : left;
      this.end = this.runs && (Number.isNaN(left) || !isFresh()) ? endsAt : Date.now() + this.left * 1000;
      this.ticking = this.runs ? window.setInterval(() => this.show(), 500) : 0;
      this.show();
    }

    show() {
      const left = this.runs ? Math.max(0, Math.round((this.end - Date.now()) / 1000)) : this.left;
      const clock = this.querySelector("[data-clock]") || this;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      const over = this.querySelector("[data-over]");
      if (over) over.hidden = left > 0;
      this.dataset.state = left <= 0 ? "over" : !this.runs ? "paused" : left <= SOON ? "soon" : "running";
      if (left <= 0) window.clearInterval(this.ticking);
    }
  }

  if (!window.customElements.get("round-timer")) window.customElements.define("round-timer", RoundTimer);
})();
