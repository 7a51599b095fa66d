// <contest-board data-turn="9">: turns the pages of the board and follows the contest, asking whenever look.js says "look".
// Each list is cut into pages by what fits on the screen; every data-turn seconds comes the next page, or the next list.
// Without this script the lists stand one below the other.
(() => {
  "use strict";

  // Whether this board has shown the podium step by step: the tab remembers it, where it may store anything.
  const REVEALED = `revealed:${window.location.pathname}`;
  let isRevealed = false;
  try {
    isRevealed = Boolean(window.sessionStorage.getItem(REVEALED));
  } catch {
    // Then the page alone remembers it.
  }
  const setRevealed = (value) => {
    isRevealed = value;
    try {
      window.sessionStorage.setItem(REVEALED, value ? "yes" : "");
    } catch {
      // As above.
    }
  };

  class ContestBoard extends HTMLElement {
    connectedCallback() {
      this.turnSeconds = Number(this.dataset.turn || 9);
      this.at = { view: "", page: 0 };
      this.stopped = false;
      this.onKey = (event) => this.key(event);
      this.onMove = () => this.showKeys();
      this.onLook = () => this.ask();
      this.onSubmit = (event) => this.send(event);
      document.addEventListener("keydown", this.onKey);
      document.addEventListener("pointermove", this.onMove);
      document.addEventListener("look", this.onLook);
      this.addEventListener("submit", this.onSubmit);
      document.addEventListener("visibilitychange", this.stayAwake);
      this.watching = new ResizeObserver(() => this.cut());
      this.watching.observe(this);
      this.cut();
      this.wait();
      this.stayAwake();
    }

    disconnectedCallback() {
      window.clearInterval(this.turning);
      this.watching.disconnect();
      document.removeEventListener("keydown", this.onKey);
      document.removeEventListener("pointermove", this.onMove);
      document.removeEventListener("look", this.onLook);
      this.removeEventListener("submit", this.onSubmit);
      document.removeEventListener("visibilitychange", this.stayAwake);
    }

    // Lays a list out in columns as high as the screen: what overflows stands in further columns, that is on later pages.
    cut() {
      this.classList.add("is-paged");
      this.pages = [];
      // A contest that goes on after its end will have a podium to reveal again.
      if (!this.querySelector(".podium")) setRevealed(false);
      const views = this.querySelectorAll("[data-view]");
      // Each is measured alone: beside others it would have only a part of the screen.
      views.forEach((view) => {
        view.hidden = true;
      });
      views.forEach((view) => {
        if (isRevealed && view.matches(".podium--partial")) return;
        view.hidden = false;
        this.fit(view);
        const list = view.querySelector(".board__lines");
        const lines = list ? [...list.children] : [];
        lines.forEach((line) => {
          line.hidden = false;
        });
        this.pagesOf(list, lines).forEach((shown, page) => this.pages.push({ view, name: view.dataset.view, page, shown, lines }));
        view.hidden = true;
      });
      this.show(this.nearest());
    }

    // The names on a podium become smaller until none of them stands above its steps.
    fit(view) {
      const steps = view.querySelector(".podium__steps");
      if (!steps) return;
      const names = [...steps.querySelectorAll(".podium__names")];
      [1, 0.85, 0.7, 0.55].some((size) => {
        steps.style.setProperty("--podium", size);
        const { top, bottom } = steps.getBoundingClientRect();
        return names.every((one) => one.getBoundingClientRect().top >= top && one.getBoundingClientRect().bottom <= bottom);
      });
    }

    pagesOf(list, lines) {
      if (!lines.length) return [[]];
      const style = window.getComputedStyle(list);
      const gap = Number.parseFloat(style.columnGap) || 0;
      const width = lines[0].getBoundingClientRect().width + gap;
      const columns = Math.max(1, Math.round((list.clientWidth + gap) / width));
      const start = list.getBoundingClientRect().left;
      const pages = [];
      lines.forEach((line) => {
        const column = Math.round((line.getBoundingClientRect().left - start) / width);
        const page = Math.floor(column / columns);
        (pages[page] ||= []).push(line);
      });
      const filled = pages.filter(Boolean);
      // Nobody stands alone on the last page.
      const [before, last] = filled.slice(-2);
      if (last?.length === 1 && before.length > 2) last.unshift(before.pop());
      return filled;
    }

    nearest() {
      const same = this.pages.filter((page) => page.name === this.at.view);
      const found = same.find((page) => page.page === this.at.page) || same.at(-1);
      return found ? this.pages.indexOf(found) : 0;
    }

    show(number) {
      const page = this.pages[number];
      if (!page) return;
      this.number = number;
      this.at = { view: page.name, page: page.page };
      this.querySelectorAll("[data-view]").forEach((view) => {
        view.hidden = view !== page.view;
      });
      const shown = new Set(page.shown);
      page.lines.forEach((line) => {
        line.hidden = !shown.has(line);
      });
      const count = this.pages.filter((other) => other.view === page.view).length;
      this.say(page, count);
      if (page.view.matches(".podium:not(.podium--partial)")) this.reveal();
    }

    // The steps of the podium come one after the other once; from then on it stands whole, also when the board is loaded again.
    reveal() {
      setRevealed(true);
      const shown = this.pages[this.number];
      this.pages = this.pages.filter((page) => !page.view.matches(".podium--partial"));
      this.number = this.pages.indexOf(shown);
    }

    say(page, count) {
      const heading = page.view.querySelector(".board__heading");
      if (!heading) return;
      let place = heading.querySelector(".board__place");
      if (!place) {
        place = document.createElement("span");
        place.className = "board__place";
        heading.append(place);
      }
      const first = page.shown[0];
      const last = page.shown.at(-1);
      const range = first && count > 1 ? `${first.dataset.from} – ${last.dataset.from}` : "";
      place.textContent = count > 1 ? `${range}   ${page.page + 1} / ${count}` : "";
    }

    turn(step) {
      if (this.pages.length < 2) return;
      this.show((this.number + step + this.pages.length) % this.pages.length);
      // Only what is new on the screen comes in softly: not what is shown again because a score came in.
      this.querySelectorAll("[data-view]").forEach((view) => view.classList.remove("is-turned"));
      const { view } = this.pages[this.number];
      void view.offsetWidth;
      view.classList.add("is-turned");
    }

    wait() {
      window.clearInterval(this.turning);
      this.turning = window.setInterval(() => {
        if (!this.stopped) this.turn(1);
      }, this.turnSeconds * 1000);
    }

    // Browsers allow it on the hall's own computer and over https, and end it whenever the page is out of sight.
    stayAwake() {
      if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Tab") this.showKeys();
      if (event.target.closest("[data-board-control]")) return;
      if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
        this.turn(event.key === "ArrowRight" ? 1 : -1);
        this.wait();
      } else if (event.key === " ") {
        event.preventDefault();
        this.stopped = !this.stopped;
        this.classList.toggle("is-stopped", this.stopped);
        if (!this.stopped) this.wait();
      } else if (event.key.toLowerCase() === "f") {
        if (document.fullscreenElement) document.exitFullscreen();
        else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen();
      }
    }

    showKeys() {
      const keys = document.querySelector("[data-board-keys]");
      if (!keys) return;
      keys.hidden = false;
      this.classList.add("is-asked");
      window.clearTimeout(this.hiding);
      this.hiding = window.setTimeout(() => {
        keys.hidden = true;
        this.classList.remove("is-asked");
      }, 4000);
    }

    // What an organiser says on the board is sent without leaving the page: another page would end the full screen.
    async send(event) {
      event.preventDefault();
      const said = new FormData(event.target);
      said.append(event.submitter.name, event.submitter.value);
      try {
        await fetch(event.target.action, { method: "POST", body: said });
      } catch {
        // No connection: the board says so when it asks.
      }
      this.ask();
    }

    async ask() {
      if (this.isAsking) return;
      this.isAsking = true;
      const offline = document.querySelector("[data-board-offline]");
      try {
        const shown = this.querySelector("[data-version]");
        const { page, version } = await window.contestNews(shown.dataset.version);
        if (offline) offline.hidden = true;
        if (version) shown.dataset.version = version;
        const fresh = page?.querySelector("[data-version]");
        if (fresh) {
          this.replaceChildren(fresh);
          this.cut();
        }
      } catch {
        if (offline) offline.hidden = false;
      }
      this.isAsking = false;
    }
  }
  window.customElements.define("contest-board", ContestBoard);
})();
