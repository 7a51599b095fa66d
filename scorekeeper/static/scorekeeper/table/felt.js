// While hands are typed: a sign where the finger is when one is entered, a spoken message, and a screen that stays on.
(() => {
  "use strict";
  const belote = window.belote;

  const region = (politeness, className) => {
    const made = document.createElement("p");
    made.className = className;
    made.setAttribute("aria-live", politeness);
    document.body.append(made);
    return made;
  };

  const LISTENING_PAUSE = 900;
  const SHOWN_FOR = 1800;

  // Announces the score of the hand once nobody has typed for a moment, not at every digit.
  const listen = (form) => {
    const said = region("polite", "visually-hidden");
    said.id = "score-said";
    let timer = 0;
    const say = () => {
      const line = form.querySelector("#preview-line");
      const problems = form.querySelectorAll("#preview .preview__warning");
      const pieces = [...(line ? line.children : []), ...problems].map((piece) => piece.textContent.replace(/\s+/g, " ").trim());
      const text = pieces.filter(Boolean).join(", ");
      if (said.textContent !== text) said.textContent = text;
    };
    new MutationObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(say, LISTENING_PAUSE);
    }).observe(form, { childList: true, characterData: true, subtree: true });
  };

  // Signals by touch, sight and sound that a hand was entered.
  const confirmWritten = () => {
    const shown = region("assertive", "written");
    shown.id = "written";
    let timer = 0;
    document.addEventListener("belote:written", ({ detail }) => {
      belote.buzz(true);
      window.clearTimeout(timer);
      shown.textContent = detail?.text || "";
      shown.classList.add("is-shown");
      timer = window.setTimeout(() => {
        shown.classList.remove("is-shown");
        // Emptied, so that the same words are announced again after the next hand.
        shown.textContent = "";
      }, SHOWN_FOR);
    });
  };

  // Keeps the screen on while a hand can be typed; the browser releases the lock whenever the page is hidden.
  const keepAwake = (form) => {
    if (!navigator.wakeLock) {
      document.querySelectorAll("[data-no-wake-lock]").forEach((hint) => {
        hint.hidden = false;
      });
      return;
    }
    let lock = null;
    const hold = async () => {
      const wanted = !document.hidden && form.isConnected && !form.closest("[hidden]");
      if (!wanted || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch {
        // The battery is low, or the browser wants a touch first: asked again at the next one.
        document.addEventListener("pointerup", hold, { once: true });
      }
    };
    document.addEventListener("visibilitychange", hold);
    hold();
  };

  const form = document.querySelector("#entry .hand-form");
  if (!form) return;
  listen(form);
  confirmWritten();
  keepAwake(form);
})();
