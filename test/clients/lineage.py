"""Lineage as the SDK, the command line and the graph client read it, after the SDK has written it."""

import functools
import json

from aspects import field, schema
from cli import printed
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.openapi import LineageDirection, RelationshipDirection
from datahub.metadata import schema_classes as models
from datahub.sdk.main_client import DataHubClient
from support import TOKEN, URL, graph

RAW, CLEAN, REPORT = (f"urn:li:dataset:(urn:li:dataPlatform:hive,lineage.{name},PROD)" for name in ("raw", "clean", "report"))
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,lineage,PROD),load)"
CHART, DASHBOARD = "urn:li:chart:(looker,lineage)", "urn:li:dashboard:(looker,lineage)"
STRING = models.StringTypeClass()
STAMPS = models.ChangeAuditStampsClass()
ASPECTS = [
    *((urn, schema(*(field(path, STRING, "string") for path in ("id", "email")))) for urn in (RAW, CLEAN, REPORT)),
    (JOB, models.DataJobInfoClass(name="load", type="COMMAND")),
    (CHART, models.ChartInfoClass(title="Sales", description="", lastModified=STAMPS)),
    (DASHBOARD, models.DashboardInfoClass(title="All", description="", lastModified=STAMPS)),
]
# What each of them is directly derived from.
EDGES = [(RAW, CLEAN), (CLEAN, REPORT), (RAW, JOB), (REPORT, CHART), (CHART, DASHBOARD)]


def column(dataset: str, name: str) -> str:
    return f"urn:li:schemaField:({dataset},{name})"


@functools.cache
def client() -> DataHubClient:
    with graph() as to:
        for urn, aspect in ASPECTS:
            to.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
    made = DataHubClient(server=URL, token=TOKEN)
    for upstream, downstream in EDGES:
        columns = {"email": ["email"]} if downstream in (CLEAN, REPORT) else {}
        more = {"column_lineage": columns} if columns else {}
        made.lineage.add_lineage(upstream=upstream, downstream=downstream, **more)
    return made


def found(urn: str, direction: str, hops: int, **more) -> dict:
    results = client().lineage.get_lineage(source_urn=urn, direction=direction, max_hops=hops, **more)
    assert len({one.urn for one in results}) == len(results), results
    return {one.urn: one.hops for one in results}


def test_entities_in_both_directions():
    for upstream, downstream in EDGES:
        for count in (1, 500):
            assert found(downstream, "upstream", 1, count=count).get(upstream) == 1
            assert found(upstream, "downstream", 1, count=count).get(downstream) == 1
    assert found(RAW, "downstream", 3, count=1) == {CLEAN: 1, JOB: 1, REPORT: 2, CHART: 3, DASHBOARD: 4}
    assert found(DASHBOARD, "upstream", 2) == {CHART: 1, REPORT: 2}


def test_columns():
    results = client().lineage.get_lineage(source_urn=REPORT, source_column="email", max_hops=3, count=1)
    assert {one.urn: one.hops for one in results} == {column(CLEAN, "email"): 1, column(RAW, "email"): 2}, results
    (last,) = [one for one in results if one.hops == 2]
    assert [(step.urn, step.column_name) for step in last.paths] == [
        (column(dataset, "email"), "email") for dataset in (REPORT, CLEAN, RAW)
    ], last


def test_commands():
    client()
    for hops, expected in ((1, {CHART}), (2, {CHART, REPORT}), (3, {CHART, REPORT, CLEAN, RAW})):
        shown = json.loads(printed("lineage", "--urn", DASHBOARD, "--hops", str(hops), "--format", "json"))
        assert {one["urn"] for one in shown["results"]} == expected, shown
    of_column = ("lineage", "--urn", RAW, "--column", "email", "--direction", "downstream", "--hops", "3")
    shown = json.loads(printed(*of_column, "--format", "json"))
    assert {one["urn"] for one in shown["results"]} == {column(CLEAN, "email"), column(REPORT, "email")}, shown
    path = printed("lineage", "path", "--from", RAW, "--to", REPORT)
    assert "Path found (2 hops)" in path, path
    path = json.loads(printed("lineage", "path", "--from", DASHBOARD, "--to", CLEAN, "--format", "json"))
    assert [(one["urn"], one["hops"]) for one in path["results"]] == [(DASHBOARD, 3)], path


def scrolled(method: str, **more) -> list:
    """All pages, of one edge each."""
    edges, scroll_id = [], None
    while True:
        page = getattr(graph(), method)(count=1, scroll_id=scroll_id, **more)
        edges += page.relationships
        scroll_id = page.scroll_id
        if not scroll_id:
            return edges


def test_scrolls_of_lineage():
    client()
    both = {(one.upstream_urn, one.downstream_urn) for one in scrolled("scroll_lineage", urns=[REPORT])}
    assert both == {(CLEAN, REPORT), (REPORT, CHART)}, both
    upstream = scrolled("scroll_lineage", urns=[column(REPORT, "email")], direction=LineageDirection.UPSTREAM)
    assert [(one.relationship_type, one.source_urn, one.upstream_urn) for one in upstream] == [
        ("DownstreamOf", column(REPORT, "email"), column(CLEAN, "email"))
    ], upstream
    produced = scrolled("scroll_lineage", urns=[JOB], relationship_types=["Consumes"], slice_id=0, slice_max=1)
    assert [(one.source_urn, one.destination_urn, one.source_entity_type) for one in produced] == [(JOB, RAW, "dataJob")]


def test_scrolls_of_relationships():
    client()
    into = scrolled("scroll_relationships", destination_urns=[REPORT], include_soft_delete=True)
    assert {(one.source_urn, one.relationship_type) for one in into} == {(CHART, "Consumes")}, into
    out = scrolled(
        "scroll_relationships",
        source_filter=[{"and": [{"field": "entityType", "values": ["dashboard"], "condition": "EQUAL"}]}],
        source_urns=[DASHBOARD],
        relationship_types=["Contains", "Consumes"],
        direction=RelationshipDirection.OUTGOING,
        pit_keep_alive="5m",
    )
    assert [(one.relationship_type, one.destination_urn) for one in out] == [("Contains", CHART)], out


def test_related_entities():
    client()
    related = graph().get_related_entities(column(CLEAN, "email"), ["DownstreamOf"], RelationshipDirection.INCOMING)
    assert [one.urn for one in related] == [column(REPORT, "email")]
    related = graph().get_related_entities(RAW, ["DownstreamOf", "Consumes"], RelationshipDirection.INCOMING)
    assert {one.urn for one in related} == {CLEAN, JOB}


def test_actions_find_lineage():
    try:
        from datahub_actions.api.action_graph import AcrylDataHubGraph
    except ImportError:
        print("left out: acryl-datahub-actions is not installed")
        return
    client()
    actions = AcrylDataHubGraph(graph())
    assert actions.get_downstreams(RAW) == [CLEAN]
    assert actions.get_downstreams(column(RAW, "email")) == [column(CLEAN, "email")]
    assert actions.get_upstreams(column(REPORT, "email")) == [column(CLEAN, "email")]
    assert actions.get_relationships(DASHBOARD, "OUTGOING", ["Contains"]) == [CHART]
    assert actions.check_relationship(CHART, DASHBOARD, "Contains")
