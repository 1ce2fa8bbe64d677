"""How debts are paid: what a payout policy may say, and what each word means.

A policy is a mapping, or a rule set's payout model. A key that is absent or None takes its default, which
is named first here; together the defaults are TonyBet's.

``order``
    - ``pair-major``: every pair once, in turn from the left of the button: with the seats p1, p2, p3 in
      that turn, p1-p2, p1-p3, p2-p3. (TonyBet; PokerDom)
    - ``payer-major``: each in turn from the left of the button pays all he owes, first to the player on
      his own left. (Bristol 2013)
    - ``seats``: every pair once, in turn of the seats: 1-2, 1-3, 2-3, wherever the button is.
    - ``proportional``: all at once; each debtor's means (his starting stack, within the loss limit) are
      shared over his creditors by what he owes each. What he wins in the hand is not among his means.
``win_cap``
    - ``current``: no transfer above what the winner holds at that moment. (TonyBet; EPT9 Monaco 2013)
    - ``starting``: no single transfer above the winner's starting stack.
    - ``starting-total``: all that a player receives in the hand stays within his starting stack. Where
      all is paid at once, a creditor whose debtors' shares come to more has them cut back in proportion
      to those shares, odd units by ``remainder``; what is cut stays with the debtor.
    - ``none``. (PCA 2013)

    Where all is paid at once only ``none`` (there the default) and ``starting-total`` make sense.
``bust``
    - ``out``: a player who holds nothing neither pays nor wins on in this hand, nor does one who began it
      with nothing.
    - ``may-win-back``: he may still be paid, and pays on from that.

    Where all is paid at once nobody is bust before anyone else, and ``bust`` says nothing.
``loss_limit``
    None, or the most a player may be down at any moment of the hand: what he has received before counts,
    so a player who has won 30 can pay 80 under a limit of 50. One number, or one for each hand.
``loss_limit_per``
    - ``hand``
    - ``match``: what a player has lost earlier in the match counts against the limit, and what he has won
      earlier is added to it.
``remainder``
    Where the odd units of a proportional share go, one each: ``first-seat``, in turn of the seats, or
    ``largest-claim``, to the largest claim first (of equal claims, to the first seat).
``basis``
    ``net`` or ``gross``: whether a pair pays one amount or its parts one after another. It is accepted
    and says nothing here: `payout` is asked for net debts, `payout_parts` for gross ones.

Sources: tonybetpoker.com, "Scoring, win cap and all-in"; PokerDom FAQ; pokerstarsblog.com 12332 (PCA 2013);
pokerstars.com 10791 (EPT9 Monaco 2013); pokerforum.ca 30490 (Bristol 2013).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, get_args, get_origin, runtime_checkable

from ofc_analytics.errors import SettlementError
from ofc_analytics.rules.sections import Payout

__all__ = ["CHOICES", "PayoutModel", "Policy", "PolicyLike", "read_policy"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    name: get_args(field.annotation)
    for name, field in Payout.model_fields.items()
    if get_origin(field.annotation) is Literal
}
"""The words each key of a policy may have, the default first; ``loss_limit`` is an amount."""

_AT_ONCE_WIN_CAPS = ("none", "starting-total")


@runtime_checkable
class PayoutModel(Protocol):
    """A pydantic model with the keys of a policy."""

    @property
    def model_fields_set(self) -> set[str]:
        """Names of the fields that were given."""

    def model_dump(self) -> dict[str, Any]:
        """All fields by name."""


PolicyLike: TypeAlias = Mapping[str, Any] | PayoutModel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A policy that was read and makes sense; `loss_limit` is as it was given."""

    order: str
    win_cap: str
    bust: str
    loss_limit: object
    loss_limit_per: str
    remainder: str
    basis: str

    @property
    def at_once(self) -> bool:
        """Whether all is paid at the same moment."""
        return self.order == "proportional"


def read_policy(policy: PolicyLike) -> Policy:
    """Read a policy, fill in the defaults and refuse what is not known or contradicts itself.

    Raises
    ------
    SettlementError
        Naming the key, what was there, and what is allowed.

    Examples
    --------
    >>> read_policy({"order": "proportional"}).win_cap
    'none'
    >>> read_policy({"bust": "later"})
    Traceback (most recent call last):
    ofc_analytics.errors.SettlementError: payout.bust cannot be 'later'; expected one of: out, may-win-back
    """
    given = _given(policy)
    for key, value in given.items():
        if key != "loss_limit":
            _check_choice(key, value)
    chosen: dict[str, Any] = {key: words[0] for key, words in CHOICES.items()} | {"loss_limit": None}
    if given.get("order") == "proportional":
        chosen["win_cap"] = "none"
        if given.get("win_cap", "none") not in _AT_ONCE_WIN_CAPS:
            raise SettlementError(
                f"payout.win_cap cannot be {given['win_cap']!r} where payout.order is 'proportional': all is paid "
                f"at once; expected one of: {', '.join(_AT_ONCE_WIN_CAPS)}"
            )
    return Policy(**chosen | given)


def _given(policy: PolicyLike) -> dict[str, Any]:
    """Read what a policy really says: neither None, nor a win cap that is only its model's default."""
    if policy is None:
        return {}
    if isinstance(policy, Mapping):
        items = dict(policy)
    elif isinstance(policy, PayoutModel):
        items = policy.model_dump()
        if "win_cap" not in policy.model_fields_set:
            items.pop("win_cap", None)
    else:
        kind = type(policy).__name__
        raise SettlementError(f"a payout policy is a mapping or a rule set's payout model, not a {kind}")
    return {key: value for key, value in items.items() if value is not None}


def _check_choice(key: object, value: object) -> None:
    if key not in CHOICES:
        known = ", ".join(sorted((*CHOICES, "loss_limit")))
        raise SettlementError(f"payout has no key {key!r}; expected one of: {known}")
    words = CHOICES[str(key)]
    if value not in words:
        raise SettlementError(f"payout.{key} cannot be {value!r}; expected one of: {', '.join(words)}")
