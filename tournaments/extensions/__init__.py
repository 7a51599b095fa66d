"""Pages, forms and services that the core does not know: see `.docs/extensions.md`."""
