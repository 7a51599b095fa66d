"""Rooms that are loaded when the first of their pages is asked for, not when the program starts."""

from collections.abc import Iterator
from importlib import import_module
from threading import RLock
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.functional import cached_property
from django.utils.module_loading import import_string
from django.utils.translation import get_language

loading: Final = RLock()
"""Held by whoever loads something while pages are shown, inside a function as well.

Python locks each module by itself: two visitors who come to rooms that need each other's modules
would each find what the other one has loaded by half.
"""
_modules: Final[list[str]] = []


class LaterPage:
    """A page as a list of addresses names it; what is asked of it is asked of its view."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__, self.__qualname__ = module, name, name
        self._view: Any = None

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = self.load()(request, *args, **kwargs)
        return answer

    def __getattr__(self, name: str) -> Any:
        if name == "view_class":
            # Django asks every address for it before it finds one; pages are functions.
            raise AttributeError(name)
        return getattr(self.load(), name)

    def load(self) -> Any:
        """Return the view; raises ImportError where there is none of that name."""
        if self._view is None:
            with loading:
                self._view = import_string(f"{self.__module__}.{self.__name__}")
        return self._view


class Pages:
    """The pages of a module of views, for a list of addresses that must not load it."""

    def __init__(self, module: str) -> None:
        self._module = module
        _modules.append(module)

    def __getattr__(self, name: str) -> LaterPage:
        return LaterPage(self._module, name)


class LaterAddresses(URLResolver):
    """The addresses of an app, which are made ready for links when the first one leads there."""

    def __init__(self, route: str, addresses: str, app: str) -> None:
        super().__init__(RoutePattern(route), addresses, app_name=app, namespace=app)
        _modules.append(addresses)

    @cached_property
    def urlconf_module(self) -> Any:
        with loading:
            return import_module(str(self.urlconf_name))

    def check(self) -> list[Any]:
        """Load every page: a name that no room has is found before somebody asks for it."""
        for page in self.url_patterns:
            if isinstance(page.callback, LaterPage):
                page.callback.load()
        return list(super().check())

    def _populate(self) -> None:
        # Called with those of all others at the first link to anything.
        pass

    @property
    def reverse_dict(self) -> Any:
        if get_language() not in self._reverse_dict:
            super()._populate()
        return super().reverse_dict


def load_all() -> Iterator[None]:
    """Load what is not loaded yet, a module at each step; lists of addresses name further ones."""
    for module in _modules:
        with loading:
            import_module(module)
        yield
