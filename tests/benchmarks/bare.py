"""A bare Django project to be held against: one view, no middleware.

python tests/benchmarks/bare.py PORT: by the program's own server, where only what is done for an
answer is to be compared.
"""

import gc
import logging
import sys
from types import ModuleType
from typing import Final

ETAG: Final = '"as it was"'


def main() -> None:
    """Serve until killed: 304 to whoever has the page, else one line of text."""
    import django
    from django.conf import settings
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    settings.configure(
        ALLOWED_HOSTS=["*"], SECRET_KEY="of nothing", ROOT_URLCONF="bare_urls", MIDDLEWARE=[]
    )
    django.setup()

    def page(request: HttpRequest) -> HttpResponse:
        is_known = request.headers.get("If-None-Match") == ETAG
        content = "" if is_known else "a page"
        headers = {"ETag": ETAG, "Content-Length": str(len(content))}
        return HttpResponse(content, status=304 if is_known else 200, headers=headers)

    urls = ModuleType("bare_urls")
    vars(urls)["urlpatterns"] = [path("", page)]
    sys.modules[urls.__name__] = urls

    from django.core.wsgi import get_wsgi_application

    application, port = get_wsgi_application(), int(sys.argv[1])
    # A queue for a moment is what the threads are for.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sys.stdout.write("serves\n")
    sys.stdout.flush()
    from scorekeeper.server.web_server import open_port, serve
    from tests.benchmarks.collector import THRESHOLD

    gc.set_threshold(THRESHOLD)
    serve(application, open_port("127.0.0.1", port))


if __name__ == "__main__":
    main()
