"""Audits: checks of a model before it is solved."""

from mbfe.audit.audit import Audit, audit_model
from mbfe.audit.findings import Count, Finding, Kind, Scale, Severity

__all__ = ["Audit", "Count", "Finding", "Kind", "Scale", "Severity", "audit_model"]
