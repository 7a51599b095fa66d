// The tables of a round refresh themselves, but not while a question about one of them is being answered: its button
// would be gone before the answer.
(() => {
  "use strict";

  const dialog = document.getElementById("confirm-dialog");
  let isAsking = false;

  document.addEventListener("click", (event) => {
    if (event.target.closest("#board [data-confirm]")) isAsking = true;
  });
  if (dialog) {
    dialog.addEventListener("close", () => {
      // The answer is sent in between.
      window.setTimeout(() => {
        isAsking = false;
      }, 1000);
    });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const isBoard = event.detail.target && event.detail.target.id === "board";
    if (isBoard && isAsking) event.detail.shouldSwap = false;
  });
})();
