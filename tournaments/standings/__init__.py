"""Rankings as pure functions on frozen data: no I/O, no Django, no translation, no floats."""
