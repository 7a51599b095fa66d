// The first hand can be typed before the rest of the page has loaded; what is submitted in the meantime waits. The rest is in
// <template id="rest"> at the end of the page, and loaded once the page is complete.
(() => {
  "use strict";
  let held = null;
  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held = event;
  };
  const release = () => {
    window.removeEventListener("submit", hold, true);
    const { target, submitter } = held || {};
    held = null;
    if (target?.isConnected) target.requestSubmit(submitter?.isConnected ? submitter : undefined);
  };
  window.addEventListener("submit", hold, true);
  document.addEventListener("belote:ready", release);
  // If the rest cannot be loaded or run, the page remains the plain form.
  window.addEventListener("error", release, true);
  window.addEventListener("unhandledrejection", release);
  window.performance.mark("belote:typing");

  const { content } = document.getElementById("rest");
  const ask = () =>
    content.querySelectorAll("script").forEach((named) => {
      const script = document.createElement("script");
      [...named.attributes].forEach(({ name, value }) => script.setAttribute(name, value));
      // One after the other, in this order.
      script.async = false;
      document.head.append(script);
    });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ask);
  else ask();
})();
