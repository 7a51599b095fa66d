"""Lists that are pasted or come in a file, and lists that leave as files for a spreadsheet."""
