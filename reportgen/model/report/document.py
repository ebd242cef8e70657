"""The report as a whole."""

from __future__ import annotations

from pathlib import Path

from reportgen.model.finding import Finding
from reportgen.model.report.accounting import Accounting
from reportgen.model.report.aggregates import Aggregate, Family, Identity, Weights
from reportgen.model.report.groups import Facet, Group
from reportgen.model.report.labels import LabelSection
from reportgen.model.report.no_answer import NoAnswer
from reportgen.model.report.part import Part
from reportgen.model.report.queries import Queries
from reportgen.model.report.scope import Generator, Provenance, Scope
from reportgen.model.report.stages import Stages

SCHEMA_VERSION = 1


class Report(Part, frozen=True):
    """Everything the outputs show."""

    schema_version: int
    generator: Generator
    title: str | None
    scope: Scope
    accounting: Accounting
    aggregates: list[Aggregate]
    identities: list[Identity]
    weights: Weights
    family: Family | None
    queries: Queries
    facets: list[Facet]
    groups: list[Group]
    stages: Stages
    labels: LabelSection
    no_answer: NoAnswer
    findings: list[Finding]
    provenance: Provenance

    def save(self, path: str | Path) -> Path:
        """The path written: report.json, whole or not at all. Raises `Refused` where it cannot be written."""
        # The one import that looks up: saving is a word of the public report, and encoding and writing are rooms above.
        from reportgen.pipeline.saving import save_report

        return save_report(self, path)
