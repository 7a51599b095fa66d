// Small improvements on pages that work without them. No inline handlers: the security policy forbids them.
(() => {
  "use strict";

  // Asks once before a destructive step: <form data-confirm="…"> or <button data-confirm="…">, and hx-confirm.
  const ask = (question, label) =>
    new Promise((resolve) => {
      const dialog = document.getElementById("confirm-dialog");
      if (!dialog || typeof dialog.showModal !== "function") {
        resolve(window.confirm(question));
        return;
      }
      dialog.querySelector("[data-confirm-text]").textContent = question;
      const yes = dialog.querySelector("[data-confirm-yes]");
      yes.textContent = label || yes.dataset.confirmYes;
      dialog.returnValue = "";
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
      dialog.showModal();
    });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const submitter = event.submitter;
    const source = submitter?.dataset.confirm ? submitter : form;
    if (!source.dataset.confirm) return;
    if (form.dataset.confirmed === "yes") {
      delete form.dataset.confirmed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(source.dataset.confirm, source.dataset.confirmLabel).then((agreed) => {
      // A part that refreshed itself meanwhile has removed the button.
      if (!agreed || (submitter && !submitter.isConnected)) return;
      form.dataset.confirmed = "yes";
      form.requestSubmit(submitter || undefined);
    });
  }, true);

  document.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    ask(event.detail.question, event.target.dataset.confirmLabel).then((agreed) => {
      if (agreed) event.detail.issueRequest(true);
    });
  });

  // What a table's page brought along from the server's previous address waits for the table's page at this one.
  const carried = window.location.hash.match(/^#kept=(.+)$/);
  if (carried) {
    try {
      window.localStorage.setItem("belote:carried", decodeURIComponent(carried[1]));
      window.history.replaceState(null, "", window.location.pathname + window.location.search);
    } catch {
      // A browser that stores nothing leaves it in the URL, which the Back button still has.
    }
  }

  // The link that the program opens itself signs in at once, but a prerendered page waits until it is visible.
  const door = document.querySelector("form[data-at-once]");
  if (door && window.location.hash === door.dataset.atOnce) {
    // The page behind it would have that at its end too.
    window.history.replaceState(null, "", window.location.pathname);
    const enter = () => door.requestSubmit();
    if (document.prerendering) document.addEventListener("prerenderingchange", enter, { once: true });
    else enter();
  }

  // Another language reloads the page: asks first if something is typed on it.
  const languageForm = document.querySelector("form[data-loses]");
  if (languageForm) {
    const askFirst = () => {
      languageForm.dataset.confirm = languageForm.dataset.loses;
    };
    if (document.querySelector("main :is(.error-summary, .field--error)")) askFirst();
    document.addEventListener("input", (event) => {
      if (event.target.closest("main form[method=post]")) askFirst();
    });
  }

  // A menu closes when one taps elsewhere or presses Escape.
  const closeMenus = (except) => {
    document.querySelectorAll("details.menu[open]").forEach((menu) => {
      if (menu !== except) menu.open = false;
    });
  };
  document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details.menu[open]");
    closeMenus();
    if (menu) menu.querySelector("summary").focus();
  });

  // <undo-toast data-seconds="5">: counts down, pauses while a finger or the focus is on it, then disappears.
  class UndoToast extends HTMLElement {
    connectedCallback() {
      this.left = Number(this.dataset.seconds || 5);
      this.show();
      this.timer = window.setInterval(() => this.tick(), 1000);
    }

    disconnectedCallback() {
      window.clearInterval(this.timer);
    }

    tick() {
      if (this.querySelector(":hover") || this.contains(document.activeElement)) return;
      this.left -= 1;
      if (this.left <= 0) {
        this.remove();
        return;
      }
      this.show();
    }

    show() {
      const counter = this.querySelector("[data-countdown]");
      if (counter) counter.textContent = String(this.left);
    }
  }
  window.customElements.define("undo-toast", UndoToast);

  // The summary of errors, or else the question about what is unusual, takes the focus when the page opens, so that it is read
  // first; it may be far down in the form.
  const focusSummary = (root) => {
    const summary = root.querySelector(".error-summary") || root.querySelector(".warning");
    if (!summary) return;
    summary.focus({ preventScroll: true });
    summary.scrollIntoView({ block: summary.matches(".warning") ? "center" : "nearest" });
  };
  focusSummary(document);
  // A button below what is to be looked at first: `autofocus` would scroll there.
  document.querySelector("[data-focused]")?.focus({ preventScroll: true });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-focus-errors]")) focusSummary(event.target);
  });

  // <form data-needs-server="…">: asks whether the server answers before the page is left, because a browser that cannot reach
  // it would throw away what was typed.
  const icon = document.querySelector("link[rel=icon]");
  const notice = (form, text) => {
    let shown = form.querySelector("[data-unreachable]");
    if (!text) {
      if (shown) shown.remove();
      return;
    }
    if (!shown) {
      shown = document.createElement("p");
      shown.className = "message message--error";
      shown.dataset.unreachable = "";
      shown.setAttribute("role", "alert");
      const bar = form.querySelector(".action-bar");
      if (bar) bar.before(shown);
      else form.append(shown);
    }
    shown.textContent = text;
    shown.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.needsServer || !icon || typeof AbortSignal.timeout !== "function") return;
    if (form.dataset.reached === "yes") {
      delete form.dataset.reached;
      return;
    }
    event.preventDefault();
    const submitter = event.submitter;
    fetch(`${icon.href}?now=${Date.now()}`, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(5000) })
      .then(() => {
        notice(form, "");
        form.dataset.reached = "yes";
        form.requestSubmit(submitter || undefined);
      })
      .catch(() => notice(form, form.dataset.needsServer));
  });
  document.addEventListener("htmx:sendError", (event) => {
    const form = event.target.closest("form[data-needs-server]");
    if (form) notice(form, form.dataset.needsServer);
  });
  // Says what failed on the server, and its number.
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    const form = event.target.closest("form");
    if (!form || !(xhr.getResponseHeader("Content-Type") || "").includes("problem+json")) return;
    notice(form, JSON.parse(xhr.responseText).detail);
  });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    const form = event.target.closest("form");
    if (form && event.detail.successful) notice(form, "");
  });

  // <ul data-stays>: the line that was pressed is at the same height on the page that comes next, if that names it (#…).
  const HEIGHT = "belote:height";
  const lineOf = (shown) => shown?.closest("[data-stays] :is(li, tr)");
  try {
    document.addEventListener("click", ({ target }) => {
      const line = target.closest("a, button") && lineOf(target);
      if (line) window.sessionStorage.setItem(HEIGHT, String(line.getBoundingClientRect().top));
    });
    const height = window.sessionStorage.getItem(HEIGHT);
    window.sessionStorage.removeItem(HEIGHT);
    const line = lineOf(document.getElementById(window.location.hash.slice(1)));
    if (line && height !== null) {
      const stay = () => {
        window.scrollBy(0, line.getBoundingClientRect().top - Number(height));
        const next = line.querySelector("[autofocus]");
        next?.focus({ preventScroll: true });
        next?.scrollIntoView({ block: "nearest" });
      };
      stay();
      // Until then the browser itself may still go to the line.
      window.addEventListener("load", stay, { once: true });
    }
  } catch {
    // A browser that stores nothing shows the line as its address says.
  }

  // A double click submits once. After going back to the page, or a file as the response, it can be submitted again.
  const SENT_ONCE_FOR = 8000;
  window.addEventListener("submit", (event) => {
    const form = event.target;
    // By its attribute: a form may have a field named method.
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if ("sent" in form.dataset) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "";
    window.setTimeout(() => delete form.dataset.sent, SENT_ONCE_FOR);
  });
  window.addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

  // <datalist data-more="…"> holds some names; in a large club those that match what is typed are loaded.
  let typing = 0;
  document.addEventListener("input", ({ target }) => {
    const { list, value } = target;
    const address = list?.dataset.more;
    window.clearTimeout(typing);
    if (!address || value.trim().length < 2) return;
    typing = window.setTimeout(async () => {
      const answer = await fetch(`${address}?q=${encodeURIComponent(value)}`).catch(() => null);
      if (!answer?.ok || target.value !== value) return;
      const { names } = await answer.json();
      const known = new Set([...list.options].map((option) => option.value));
      names.filter((name) => !known.has(name)).forEach((name) => list.append(new window.Option("", name)));
    }, 150);
  });

  // <button data-print>
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });
})();
