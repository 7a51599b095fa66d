// The list of calls rings when a new one comes, once somebody has asked for it: browsers let no page sound before a touch.
(() => {
  "use strict";

  const button = document.querySelector("[data-call-sound]");
  const Sound = window.AudioContext || window.webkitAudioContext;
  if (!button || !Sound) return;
  let sound = null;

  const ring = () => {
    [0, 0.25].forEach((pause) => {
      const tone = sound.createOscillator();
      const loudness = sound.createGain();
      tone.frequency.value = 880;
      loudness.gain.value = 0.2;
      tone.connect(loudness).connect(sound.destination);
      tone.start(sound.currentTime + pause);
      tone.stop(sound.currentTime + pause + 0.18);
    });
  };

  const newest = () => Number(document.getElementById("calls")?.dataset.newest || 0);
  let known = newest();

  button.hidden = false;
  button.addEventListener("click", () => {
    sound = sound ? null : new Sound();
    button.setAttribute("aria-pressed", String(Boolean(sound)));
    if (sound) ring();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const now = newest();
    if (sound && now > known) ring();
    known = Math.max(known, now);
  });
})();
