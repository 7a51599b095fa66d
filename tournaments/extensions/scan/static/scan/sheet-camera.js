// <sheet-camera>: each photo of a sheet is made smaller, kept in this browser's database, and sent by itself as soon as it
// can be. It leaves the browser once the server has answered that it keeps the photo, or why it does not; what was refused
// is shown until somebody removes it. A photo that is sent twice is kept once.
(() => {
  "use strict";

  const LONGEST = 2400;
  const QUALITY = 0.85;
  const RETRY = 15000;
  // A pile from a scanner is read page by page.
  const PATIENCE = 60000;
  const PATIENCE_PDF = 600000;

  /** Run a step in the database, opened for each: phones that slept lose the connection. */
  const kept = (mode, step) =>
    new Promise((resolve, reject) => {
      const asked = window.indexedDB.open("belote-photos", 1);
      // Safari sometimes never answers.
      window.setTimeout(reject, 5000, new Error("no answer"));
      asked.onupgradeneeded = () => asked.result.createObjectStore("photos", { keyPath: "key", autoIncrement: true });
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        const transaction = asked.result.transaction("photos", mode, { durability: "strict" });
        const request = step(transaction.objectStore("photos"));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        // Once the transaction has ended.
        asked.result.close();
      };
    });

  /** Return a picture without place and device, small enough for a slow line; a PDF, and what this browser cannot show, as it is. */
  const smaller = async (file) => {
    try {
      const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      const drawing = canvas.getContext("2d");
      drawing.imageSmoothingQuality = "high";
      // A JPEG shows as black what is transparent.
      drawing.fillStyle = "#fff";
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close();
      return (await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))) || file;
    } catch {
      return file;
    }
  };

  // A photo is {name, where, address, member, type, data}, with its `key` once the database has it, and `refused` (texts)
  // instead of its data once it was refused; beside these a page knows its `row`, and what was `read` of it.
  class SheetCamera extends HTMLElement {
    connectedCallback() {
      this.photos = [];
      this.trouble = "";
      this.querySelectorAll("[data-plain], [data-live]").forEach((part) => (part.hidden = "plain" in part.dataset));
      this.querySelectorAll("[data-opens]").forEach((button) => {
        const input = this.querySelector(`#${button.dataset.opens}`);
        button.addEventListener("click", () => input.click());
        input.addEventListener("change", () => {
          const files = [...input.files];
          input.value = "";
          this.take(files, input.hasAttribute("capture"));
        });
      });
      this.querySelector("[data-photos]").addEventListener("submit", (event) => {
        event.preventDefault();
        this.forget(this.photos.find(({ row }) => row.contains(event.target)));
      });
      window.addEventListener("online", () => this.hurry());
      document.addEventListener("visibilitychange", () => this.hurry());
      window.addEventListener("beforeunload", (event) => {
        if (this.waiting.some(({ key }) => !key)) event.preventDefault();
      });
      this.load();
    }

    async load() {
      try {
        this.photos.push(...(await kept("readonly", (photos) => photos.getAll())));
      } catch {
        // Nothing is kept here: what is taken says so.
      }
      this.photos.forEach((photo) => this.show(photo));
      this.send();
    }

    get waiting() {
      return this.photos.filter(({ refused, read, member }) => !refused && !read && member === this.dataset.member);
    }

    async take(files, isCamera) {
      // What was refused last is photographed again.
      if (isCamera && this.again) this.forget(this.again);
      const { member, where } = this.dataset;
      const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium" }).format(new Date());
      const taken = files.map((file) => ({ name: isCamera ? time : file.name, where, member, address: window.location.pathname }));
      this.photos.push(...taken);
      taken.forEach((photo) => this.show(photo));
      for (const [place, file] of files.entries()) await this.keep(taken[place], file);
    }

    async keep(photo, file) {
      const { row: _row, ...whole } = photo;
      try {
        const picture = await smaller(file);
        Object.assign(whole, { type: picture.type, data: await picture.arrayBuffer() });
      } catch {
        // Chosen from a place that does not answer.
        whole.refused = [`${photo.name} – ${this.dataset.unread}`];
      }
      try {
        whole.key = await kept("readwrite", (photos) => photos.add(whole));
      } catch {
        whole.isLoose = true;
      }
      Object.assign(photo, whole);
      if (this.photos.includes(photo)) this.show(photo);
      else this.forget(photo);
      this.hurry();
    }

    forget(photo) {
      this.photos = this.photos.filter((other) => other !== photo);
      if (this.again === photo) this.again = null;
      photo.row.remove();
      if (photo.key) kept("readwrite", (photos) => photos.delete(photo.key)).catch(() => {});
      this.say();
    }

    // --- Sending

    hurry() {
      window.clearTimeout(this.pause);
      this.pause = null;
      if (!document.hidden) this.send();
    }

    async send() {
      if (this.sent || this.pause) return;
      // Whatever the server fails at lets the others pass.
      const ready = this.waiting.filter(({ data }) => data).sort((one, other) => (one.failures || 0) - (other.failures || 0));
      if (!ready.length) return;
      const photo = ready[0];
      this.sent = photo;
      this.show(photo);
      const answer = await this.answerTo(photo);
      this.sent = null;
      this.trouble = answer.trouble || "";
      if (this.trouble) {
        photo.failures = (photo.failures || 0) + 1;
        this.pause = window.setTimeout(() => this.hurry(), RETRY);
      } else this.settle(photo, answer);
      this.show(photo);
      this.send();
    }

    /** Return what the server says of a photo, or what is in the way of it. */
    async answerTo({ name, type, data, address, failures = 0 }) {
      const body = new FormData();
      body.append("pictures", new File([data], name, { type }));
      const headers = { Accept: "application/json", "X-CSRFToken": this.querySelector("[name=csrfmiddlewaretoken]").value };
      // Browsers of before 2022 wait as long as the connection lasts.
      const patience = type === "application/pdf" ? PATIENCE_PDF : PATIENCE;
      // A slow line gets longer each time.
      const signal = AbortSignal.timeout?.(patience * (failures + 1));
      try {
        const answer = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal });
        if (answer.status === 429 || answer.status >= 500) return { trouble: "away" };
        // What stands before the computer refuses what is so large; it would do so each time.
        if (answer.status === 413) return { kept: [], refused: [`${name} – ${this.dataset.large}`] };
        const isTold = answer.ok && /json/.test(answer.headers.get("Content-Type"));
        // Otherwise it is for example the page to sign in.
        return isTold ? await answer.json() : { trouble: "shut" };
      } catch {
        return { trouble: "away" };
      }
    }

    settle(photo, { kept: read, refused }) {
      delete photo.data;
      photo.read = read;
      this.again = null;
      if (refused.length) this.again = Object.assign(photo, { refused });
      if (read.length) document.dispatchEvent(new CustomEvent("sheets-kept"));
      const { row: _row, read: _read, ...told } = photo;
      const step = (photos) => (refused.length ? photos.put(told) : photos.delete(photo.key));
      // Where the browser fails at it, the photo is sent once more and answered as now.
      if (photo.key && this.photos.includes(photo)) kept("readwrite", step).catch(() => {});
    }

    // --- Showing

    stateOf(photo) {
      if (photo.refused) return "refused";
      if (photo.read) return "read";
      if (photo.member !== this.dataset.member) return "other";
      return photo === this.sent ? "sends" : "waits";
    }

    show(photo) {
      if (!photo.row) {
        photo.row = this.querySelector("template[data-row]").content.cloneNode(true).firstElementChild;
        this.querySelector("[data-photos]").prepend(photo.row);
      }
      const { row, where, name, refused, read, address } = photo;
      const state = this.stateOf(photo);
      row.querySelectorAll("[data-state]").forEach((part) => (part.hidden = !part.dataset.state.split(" ").includes(state)));
      const place = address === window.location.pathname ? [] : [where];
      row.querySelector("[data-name]").textContent = [...place, ...(refused || [name])].join(" · ");
      const links = (read || []).map((sheet) => {
        const link = this.querySelector("template[data-sheet]").content.cloneNode(true).firstElementChild;
        const way = link.querySelector("a");
        way.href = sheet.address;
        way.textContent = sheet.name;
        return link;
      });
      row.querySelector("[data-sheets]").replaceChildren(...links);
      this.say();
    }

    say() {
      const { waiting } = this;
      const trouble = waiting.some(({ isLoose }) => isLoose) ? "unkept" : waiting.length && this.trouble;
      this.querySelectorAll("[data-trouble]").forEach((line) => (line.hidden = line.dataset.trouble !== trouble));
      this.querySelectorAll("[data-again]").forEach((part) => (part.hidden = (part.dataset.again === "yes") !== Boolean(this.again)));
      const line = this.querySelector("[data-count]");
      line.hidden = !trouble || trouble === "unkept";
      line.querySelector("strong").textContent = waiting.filter(({ key }) => key).length;
    }
  }
  window.customElements.define("sheet-camera", SheetCamera);
})();
