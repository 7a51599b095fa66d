// Says "look" on the document every few seconds while somebody looks at this page, and at once when it is seen again: what
// follows the hall asks the server then. A page that nobody looks at does not ask. The hall sees a hand within five
// seconds: the answer's way is in them too.
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
  // A page that the browser kept whole is as old as when it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) seeAgain();
  });
  go();
})();
