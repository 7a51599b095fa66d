// What changes during a contest, asked for again without the page being loaded again. The page is
// whole without this: somebody may also just open it anew.
(() => {
  "use strict";

  const PATIENCE = 8000;

  // Asks this page's own address what is new since a version: nothing is sent where nothing is. Where the contest has
  // gone on without changing the page, the answer may say since which version to ask from now on.
  const whatIsNew = async (version) => {
    const address = new URL(window.location.href);
    address.searchParams.set("board", version);
    address.hash = "";
    const signal = typeof AbortSignal.timeout === "function" ? AbortSignal.timeout(PATIENCE) : undefined;
    const answer = await fetch(address, { cache: "no-store", signal });
    if (answer.status === 204) return { page: null, version: answer.headers.get("Board-Version") };
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    return { page: new DOMParser().parseFromString(text, "text/html"), version: null };
  };
  window.contestNews = whatIsNew;

  // <live-part data-version="12" data-seconds="15">: of what it holds, every element with data-live and an id follows
  // the contest. A page that nobody looks at does not ask.
  class LivePart extends HTMLElement {
    connectedCallback() {
      this.onSight = () => {
        if (!document.hidden) this.ask();
      };
      document.addEventListener("visibilitychange", this.onSight);
      this.asking = window.setInterval(this.onSight, Number(this.dataset.seconds || 15) * 1000);
    }

    disconnectedCallback() {
      window.clearInterval(this.asking);
      document.removeEventListener("visibilitychange", this.onSight);
    }

    async ask() {
      if (this.isAsking) return;
      this.isAsking = true;
      try {
        const { page } = await whatIsNew(this.dataset.version);
        this.tell("");
        if (page) this.follow(page);
      } catch {
        this.tell(this.dataset.offline || "");
      }
      this.isAsking = false;
    }

    follow(page) {
      const fresh = page.querySelector("live-part");
      if (!fresh) return;
      this.querySelectorAll("[data-live][id]").forEach((old) => {
        const now = fresh.querySelector(`#${CSS.escape(old.id)}`);
        if (!now || now.innerHTML === old.innerHTML) return;
        const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
        old.replaceWith(now);
        const again = focused && [...now.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
        if (again) again.focus({ preventScroll: true });
      });
      this.dataset.version = fresh.dataset.version;
    }

    tell(text) {
      const shown = this.querySelector("[data-live-offline]");
      if (!shown) return;
      shown.textContent = text;
      shown.hidden = !text;
    }
  }
  window.customElements.define("live-part", LivePart);
})();
