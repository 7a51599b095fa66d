"""Everything public in the hall: boards, the contest's public pages, prints for a round."""
