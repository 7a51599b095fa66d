// <copy-text>: a field and a button that copies what stands in it; without a script it is selected by hand.
class CopyText extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("[data-copy]");
    const field = this.querySelector("input, textarea");
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // Without a secure address there is only the old way.
        document.execCommand("copy");
      }
      button.textContent = button.dataset.done;
    });
  }
}
customElements.define("copy-text", CopyText);
