"""The measures of `python -m tests.benchmarks`: every module here names its own in `MEASURES`."""
