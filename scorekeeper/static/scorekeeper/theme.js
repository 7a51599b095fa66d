// Applies the theme that was chosen on this device, because a page in the browser's cache may be older than the choice. The
// choice takes effect without reloading, so that nothing typed is lost and no connection is needed; without this script the form is sent.
(() => {
  "use strict";

  const show = () => {
    const theme = document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1] || "auto";
    document.documentElement.dataset.theme = theme;
    document.querySelectorAll("meta[name=theme-color]").forEach((meta) => {
      const { scheme } = meta.dataset;
      meta.media = theme === "auto" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
    });
    document.querySelectorAll("button[name=theme]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.value === theme));
    });
  };
  show();
  window.addEventListener("pageshow", show);

  document.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "theme") return;
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs a secure context, which the address of a hall is not.
    document.cookie = `theme=${event.submitter.value}; path=/; max-age=31536000; samesite=lax`;
    show();
  });
})();
