"""The prizes of a contest: plan, winners, handing over."""
