// The browser creates and uses passkeys; the server asks, and gets the answer as a form.
"use strict";
(() => {
  const canAll =
    window.isSecureContext &&
    window.PublicKeyCredential?.parseCreationOptionsFromJSON &&
    "toJSON" in window.PublicKeyCredential.prototype;

  const ways = {
    create: (options) =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      }),
    get: (options) =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      }),
  };

  async function answer(form) {
    const asked = await fetch(form.dataset.options, {
      method: "POST",
      headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    });
    if (!asked.ok) throw new Error(asked.statusText);
    const { publicKey } = await asked.json();
    const credential = await ways[form.dataset.passkey](publicKey);
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!canAll || location.hostname !== form.dataset.host) continue;
    const problem = form.querySelector("[role=alert]");
    const button = form.querySelector("[type=submit]");
    form.hidden = false;
    form.closest("[data-passkeys]")?.removeAttribute("hidden");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      problem.hidden = true;
      button.disabled = true;
      // Refused by the person or the device, or no connection: the page says the same for each.
      answer(form).catch(() => {
        problem.hidden = false;
        button.disabled = false;
      });
    });
  }
})();
