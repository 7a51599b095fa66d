"""Why something is not done: a code whose words are in labels, and what more is known of it."""

from enum import StrEnum
from typing import Generic, TypeVar

Code = TypeVar("Code", bound=StrEnum)


class CodedError(Exception, Generic[Code]):
    """Raised with the code of what is in the way; `told` goes into its words."""

    def __init__(self, code: Code, told: str = "") -> None:
        super().__init__(code.value, told)
        self.code = code
        self.told = told
