// The first hand can be typed before the rest of the page is here: what is sent meanwhile waits for it. The rest, named in
// <template id="rest">, is asked for once the page is whole: what it goes on with stands at the page's end.
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
  // Where the rest does not come, or does not run, the page is the plain form.
  window.addEventListener("error", release, true);
  window.addEventListener("unhandledrejection", release);
  window.performance.mark("belote:typing");

  const { content } = document.getElementById("rest");
  const ask = () =>
    content.querySelectorAll("script").forEach((named) => {
      const script = document.createElement("script");
      [...named.attributes].forEach(({ name, value }) => script.setAttribute(name, value));
      // One after the other, as they stand there.
      script.async = false;
      document.head.append(script);
    });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ask);
  else ask();
})();
