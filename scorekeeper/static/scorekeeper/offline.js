// Where the browser allows it (https, localhost), table pages open without a connection: see templates/offline/sw.js.
(() => {
  "use strict";
  const { worker } = document.currentScript.dataset;
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  const isServed = Boolean(navigator.serviceWorker.controller);

  const register = async () => {
    try {
      await navigator.serviceWorker.register(worker);
      if (isServed) return;
      const { active } = await navigator.serviceWorker.ready;
      const parts = window.performance.getEntriesByType("resource").map(({ name }) => name);
      active.postMessage({ page: window.location.pathname, door: document.referrer, parts });
    } catch {
      // A private window, or a browser that refuses: the open page works all the same.
    }
  };

  // After the page itself: a phone on a slow line has the table to load first.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
})();
