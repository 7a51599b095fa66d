"""What an entry owes, as it is typed."""

from tournaments.cash.fund import Price, Prices, PriceShare
from tournaments.cash.purses import PaidItem
from tournaments.extensions.till.forms import OwedForm

MEMBER, CARD = PaidItem("Member", 1, 800), PaidItem("Old price", 1, 300)


def test_two_who_were_joined_owe_the_same_twice_and_the_form_keeps_that() -> None:
    prices = Prices(others=(Price("Member", 800, PriceShare()),))
    items = [MEMBER, MEMBER, CARD, CARD]
    shown = OwedForm(fee=1_000, prices=prices, items=items)
    typed = {f"owed-{name}": str(field.initial) for name, field in shown.fields.items()}
    form = OwedForm(typed, fee=1_000, prices=prices, items=items)
    assert form.is_valid()
    assert form.items == [PaidItem("Member", 2, 800), PaidItem("Old price", 2, 300)]
