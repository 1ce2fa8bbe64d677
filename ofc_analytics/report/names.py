"""Texts from outside, made fit to be shown."""

from __future__ import annotations

from ofc_analytics.wording import shown

__all__ = ["shown"]
