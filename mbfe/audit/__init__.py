"""Audits: checks of a model before it is solved."""

from mbfe.audit.audit import Audit
from mbfe.audit.findings import Count, Finding, Kind, Scale, Severity
from mbfe.audit.inspect import audit_model

__all__ = ["Audit", "Count", "Finding", "Kind", "Scale", "Severity", "audit_model"]
