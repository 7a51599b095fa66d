// Lets the phone vibrate: durations in milliseconds, with pauses between them.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});
  const TAP = 10;
  const WRITTEN = [40, 60, 80];

  // A browser that nobody has touched yet refuses to vibrate, and says so on its console.
  belote.buzz = (isWritten) => {
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    if (touched && navigator.vibrate) navigator.vibrate(isWritten ? WRITTEN : TAP);
  };
})();
