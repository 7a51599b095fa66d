"""Link previews of public pages, for messengers: a podium in words and as a picture."""
