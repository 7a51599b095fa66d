// Slips that were typed at the desk and are not written yet, as this browser keeps them (slip-queue.js writes and sends them),
// and <slips-left>, which shows them on other pages of a contest, each as it was typed. Those of a round that has no desk any
// more can be copied or thrown away.
(() => {
  "use strict";

  const belote = (window.belote = window.belote || {});
  const PREFIX = "belote:slip:";

  // A total that was typed, as the server shows it.
  const grouped = (typed) =>
    /^\d+$/.test(typed) ? new Intl.NumberFormat(document.documentElement.lang).format(typed).replaceAll("\u202f", "\u00a0") : typed;
  const totalsOf = (fields) => `${grouped(fields.total_a)} – ${grouped(fields.total_b)}`;

  // One entry of the browser's storage for each slip: two tabs never write over each other's.
  const kept = {
    names(place) {
      try {
        return Object.keys(window.localStorage).filter((name) => name.startsWith(place));
      } catch {
        return [];
      }
    },
    all: (place) => kept.names(place).flatMap((name) => kept.one(name)),
    // What does not parse is no slip; another tab may have erased it meanwhile.
    one(name) {
      try {
        const slip = JSON.parse(window.localStorage.getItem(name));
        return slip?.fields ? [slip] : [];
      } catch {
        return [];
      }
    },
    /** Return whether the browser keeps it. */
    put(place, { key, at, member, fields }) {
      try {
        window.localStorage.setItem(place + key, JSON.stringify({ key, at, member, fields }));
        return true;
      } catch {
        return false;
      }
    },
    erase(place, { key }) {
      try {
        window.localStorage.removeItem(place + key);
      } catch {
        // Nothing was kept.
      }
    },
  };
  belote.slips = { PREFIX, kept, totalsOf };

  class SlipsLeft extends HTMLElement {
    connectedCallback() {
      this.place = `${PREFIX}${this.dataset.contest}:`;
      const words = this.querySelector("template[data-words]").content.querySelectorAll("[data-word]");
      this.words = new Map([...words].map((word) => [word.dataset.word, word.textContent]));
      this.addEventListener("submit", (event) => {
        event.preventDefault();
        window.localStorage.removeItem(event.target.dataset.slip);
        this.show();
      });
      window.addEventListener("storage", ({ key }) => {
        if (key === null || key.startsWith(this.place)) this.show();
      });
      this.show();
    }

    show() {
      const rounds = new Map();
      for (const name of kept.names(this.place)) {
        const round = name.split(":")[3];
        const slips = kept.one(name).map((slip) => ({ ...slip, name }));
        if (round !== this.dataset.except && slips.length) rounds.set(round, [...(rounds.get(round) || []), ...slips]);
      }
      const old = [...this.querySelectorAll("[data-round]")];
      const isOpen = new Map(old.map((row) => [row.dataset.round, row.querySelector("details").open]));
      old.forEach((row) => row.remove());
      for (const [round, slips] of [...rounds].sort((one, other) => one[0] - other[0])) {
        const row = this.rowOf("round");
        row.dataset.round = round;
        row.querySelector("details").open = isOpen.get(round) ?? "open" in this.dataset;
        row.querySelector("[data-number]").textContent = round;
        row.querySelector("[data-count]").textContent = slips.length;
        if (round !== this.dataset.gone) {
          row.querySelector("[data-desk]").href = this.dataset.desk.replace("/rounds/0/", `/rounds/${round}/`);
        }
        for (const { name, fields } of slips.sort((one, other) => one.at - other.at)) {
          const slip = this.rowOf("slip");
          slip.dataset.slip = name;
          slip.querySelector("textarea").value = this.textOf(round, fields);
          row.querySelector("[data-slips]").append(slip);
        }
        this.append(row);
      }
      this.hidden = !rounds.size;
    }

    rowOf(name) {
      return this.querySelector(`template[data-row=${name}]`).content.cloneNode(true).firstElementChild;
    }

    textOf(round, fields) {
      const { words } = this;
      const place = `${words.get("round")} ${round}, ${words.get("table")} ${fields.table}`;
      const more = [...words.keys()].filter((name) => fields[name] && !["round", "table"].includes(name));
      const said = more.map((name) => (name === "is_unsigned" ? words.get(name) : `${words.get(name)} ${fields[name]}`));
      return [place, totalsOf(fields), ...said].join(" · ");
    }
  }
  window.customElements.define("slips-left", SlipsLeft);
})();
