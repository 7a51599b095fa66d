"""A contest itself: made, changed, overseen, finished."""
