"""A contest brought in from the document that another installation wrote."""
