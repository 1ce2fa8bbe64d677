"""Which rules does this room play by? Rule sets held against what it claims of its hands.

`infer_rules` ranks them, `infer_rooms` for every room and game; `ofc_analytics.audit.audit` puts one finding in place
of those that they explain.
"""

from __future__ import annotations

from ofc_analytics.audit.inferring.inferred import InferredRules, infer_rules
from ofc_analytics.audit.inferring.rooms import RoomRules, infer_rooms

__all__ = ["InferredRules", "RoomRules", "infer_rooms", "infer_rules"]
