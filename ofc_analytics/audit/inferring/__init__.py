"""Which rules does this room play by? Rule sets held against what it claims of its hands.

`infer_rules` ranks them, `fold` puts one finding in place of those that a rule set explains.
"""

from __future__ import annotations

from ofc_analytics.audit.inferring.folding import fold
from ofc_analytics.audit.inferring.inferred import InferredRules, infer_rules

__all__ = ["InferredRules", "fold", "infer_rules"]
