// Fires "look" on the document every few seconds while the page is visible, and at once when it becomes visible again:
// whatever shows live data then asks the server. A hidden page does not ask. A hand is to be seen in the hall within five
// seconds, including the time of the request.
(() => {
  "use strict";

  const SECONDS = 3;
  let saying = 0;

  const look = () => document.dispatchEvent(new CustomEvent("look"));
  const go = () => {
    window.clearInterval(saying);
    saying = document.hidden ? 0 : window.setInterval(look, SECONDS * 1000);
  };
  const seeAgain = () => {
    go();
    if (!document.hidden) look();
  };

  document.addEventListener("visibilitychange", seeAgain);
  window.addEventListener("online", seeAgain);
  // A page that the browser kept in its cache is as old as when it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) seeAgain();
  });
  go();
})();
