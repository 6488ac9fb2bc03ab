"""DataHub's tools for agents, unmodified: lineage of entities and columns, and the paths between them."""

import contextlib
import importlib.util
import logging

from lineage import CHART, CLEAN, DASHBOARD, JOB, RAW, REPORT, client, column

HAS_TOOLS = all(importlib.util.find_spec(name) for name in ("datahub_agent_context", "re2", "jmespath", "cachetools"))

if HAS_TOOLS:
    from datahub.errors import ItemNotFoundError
    from datahub_agent_context.context import DataHubContext
    from datahub_agent_context.mcp_tools.lineage import get_lineage, get_lineage_paths_between

    # Each call logs the fields that the service does not have.
    for name in ("datahub_agent_context", "datahub.ingestion.graph.client", "datahub.utilities.graphql_query_adapter"):
        logging.getLogger(name).setLevel(logging.WARNING)

    def found(urn: str, upstream: bool, **more) -> dict:
        """The entities of one direction, with their hops."""
        with DataHubContext(client()):
            answer = get_lineage(urn, upstream=upstream, **more)
        results = answer["upstreams" if upstream else "downstreams"].get("searchResults", [])
        return {one["entity"]["urn"]: one["degree"] for one in results}

    def paths(source: str, target: str, **more) -> list:
        with DataHubContext(client()):
            answer = get_lineage_paths_between(source, target, **more)
        return [[step["urn"] for step in one["path"]] for one in answer["paths"]]

    def test_entities_in_both_directions():
        assert found(RAW, False) == {CLEAN: 1, JOB: 1}
        assert found(RAW, False, max_hops=2) == {CLEAN: 1, JOB: 1, REPORT: 2}
        assert found(RAW, False, max_hops=3) == {CLEAN: 1, JOB: 1, REPORT: 2, CHART: 3, DASHBOARD: 4}
        assert found(DASHBOARD, True, max_hops=2) == {CHART: 1, REPORT: 2}
        assert found(RAW, True) == {}

    def test_words_and_filters():
        assert found(RAW, False, max_hops=3, query="Sales") == {CHART: 3}
        assert found(RAW, False, max_hops=3, filter="entity_type = dashboard") == {DASHBOARD: 4}
        with DataHubContext(client()):
            page = get_lineage(RAW, upstream=False, max_hops=3, max_results=2)["downstreams"]
        assert (page["total"], page["returned"]) == (5, 2), page
        assert {one["field"] for one in page["facets"]} >= {"_entityType", "platform"}, page["facets"]

    def test_columns():
        with DataHubContext(client()):
            answer = get_lineage(REPORT, column="email", max_hops=3)
        landed = {one["entity"]["urn"]: one["lineageColumns"] for one in answer["upstreams"]["searchResults"]}
        assert landed == {CLEAN: ["email"], RAW: ["email"]}, answer
        with DataHubContext(client()):
            answer = get_lineage(RAW, column="id", upstream=False, max_hops=3)
        assert answer["downstreams"].get("searchResults", []) == [], answer

    def test_paths_of_entities():
        expected = [[RAW, CLEAN, REPORT, CHART]]
        assert paths(RAW, CHART, direction="downstream") == expected
        assert paths(RAW, CHART) == expected
        assert paths(CHART, RAW, direction="upstream") == [expected[0][::-1]]
        with contextlib.suppress(ItemNotFoundError):
            raise AssertionError(paths(JOB, CHART))

    def test_paths_of_columns():
        of_column = {"source_column": "email", "target_column": "email"}
        expected = [column(dataset, "email") for dataset in (RAW, CLEAN, REPORT)]
        assert paths(RAW, REPORT, **of_column) == [expected]
        assert paths(REPORT, RAW, **of_column, direction="upstream") == [expected[::-1]]
        with contextlib.suppress(ItemNotFoundError):
            raise AssertionError(paths(RAW, REPORT, source_column="id", target_column="email"))

else:
    print("left out: agents, because datahub-agent-context is not installed")
