// A whole hand on the keyboard: 1 to 4 choose the taker, then digits are points, B and a number the belote, C the capot,
// Backspace undoes the last step, Enter submits. Never while somebody types in a field.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});

  const TYPED_IN = "input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]";
  const ANSWERS_ENTER = "a, button, summary, input";

  const chosen = (form, name) => form.querySelector(`[name=${name}]:checked`);

  const choose = (radio, checked = true) => {
    if (!radio) return;
    radio.checked = checked;
    radio.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // On a French keyboard the digits of the upper row need Shift; the key's code says which one is meant.
  const digitOf = ({ key, code, shiftKey }) => {
    if (/^\d$/.test(key)) return key;
    const upper = /^Digit(\d)$/.exec(code);
    return upper && !shiftKey ? upper[1] : null;
  };

  const nothingTyped = (pad) => Object.values(pad.fields).every((field) => !field.value);

  const takesDigit = (pad, digit) => {
    const { form } = pad;
    const isSeat = digit >= "1" && digit <= "4";
    const seat = (name) => form.querySelectorAll(`[name=${name}][data-side]`)[Number(digit) - 1];
    if ("asksBelote" in form.dataset) {
      delete form.dataset.asksBelote;
      if (isSeat) {
        choose(seat("belote"));
        return;
      }
    }
    if (isSeat && !chosen(form, "taker") && nothingTyped(pad)) choose(seat("taker"));
    else pad.press(digit);
  };

  // B asks who has it; B again means nobody.
  const takesBelote = ({ form }) => {
    const none = form.querySelector("[name=belote]:not([data-side])");
    if (!none) return;
    if ("asksBelote" in form.dataset) {
      delete form.dataset.asksBelote;
      choose(none);
    } else form.dataset.asksBelote = "";
  };

  // The takers' capot, then the other side's, then none.
  const takesCapot = ({ form }) => {
    const takers = chosen(form, "taker")?.value[0] || "A";
    const turn = [takers, takers === "A" ? "B" : "A", ""];
    const now = chosen(form, "capot")?.value || "";
    const next = turn[(turn.indexOf(now) + 1) % turn.length];
    choose([...form.querySelectorAll("[name=capot]")].find(({ value }) => value === next));
  };

  const takesBack = (pad) => {
    const { form } = pad;
    if ("asksBelote" in form.dataset) delete form.dataset.asksBelote;
    else if (nothingTyped(pad)) choose(chosen(form, "taker"), false);
    else pad.press("back");
  };

  belote.keys = (pad, event) => {
    const { key, target } = event;
    const { form } = pad;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || form.closest("[hidden]")) return;
    if (!(target instanceof Element) || target.closest(TYPED_IN) || document.querySelector("dialog[open]")) return;
    const digit = digitOf(event);
    const letter = event.shiftKey ? "" : key.toLowerCase();
    if (letter !== "b" && !digit && letter !== "backspace") delete form.dataset.asksBelote;
    if (digit) takesDigit(pad, digit);
    else if (letter === "b") takesBelote(pad);
    else if (letter === "c") takesCapot(pad);
    else if (letter === "backspace") takesBack(pad);
    else if (letter === "enter" && !target.closest(ANSWERS_ENTER)) form.querySelector(".action-bar [type=submit]").click();
    else return;
    event.preventDefault();
  };
})();
