"""The `datahub-gc` source: expired access tokens and old time-series events."""

import time

from commands import write
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata.schema_classes import (
    ExecutionRequestInputClass,
    ExecutionRequestSourceClass,
    OperationClass,
    OperationTypeClass,
)
from support import datahub, dataset, graph

DAY = 86_400_000
NOW = int(time.time() * 1000)


def collect(**passes: bool | dict) -> str:
    config = {
        "cleanup_expired_tokens": False,
        "truncate_indices": False,
        "dataprocess_cleanup": {"enabled": False},
        "soft_deleted_entities_cleanup": {"enabled": False},
        "execution_request_cleanup": {"enabled": False},
        "query_cleanup": {"enabled": False},
        **passes,
    }
    server = {"server": "${DATAHUB_GMS_URL}", "token": "${DATAHUB_GMS_TOKEN}"}
    recipe = {
        "source": {"type": "datahub-gc", "config": config},
        "sink": {"type": "datahub-rest", "config": server},
    }
    output = datahub("ingest", "-c", write("gc.yml", recipe))
    assert "Pipeline finished successfully" in output, output
    return output


def expired() -> list:
    document = """query ($input: ListAccessTokenInput!) {
        listAccessTokens(input: $input) { total tokens { name } } }"""
    before_now = {"field": "expiresAt", "values": [str(NOW)], "condition": "LESS_THAN"}
    answer = graph().execute_graphql(document, {"input": {"start": 0, "count": 100, "filters": [before_now]}})
    return [token["name"] for token in answer["listAccessTokens"]["tokens"]]


def test_expired_tokens_are_revoked():
    assert len(expired()) == 12, expired()
    output = collect(cleanup_expired_tokens=True)
    assert "'expired_tokens_revoked': 12" in output, output
    assert expired() == []
    graph().test_connection()


def test_old_execution_requests_are_deleted():
    source = ExecutionRequestSourceClass(
        type="SCHEDULED_INGESTION_SOURCE", ingestionSource="urn:li:dataHubIngestionSource:s"
    )
    urns = [f"urn:li:dataHubExecutionRequest:{i}" for i in range(5)]
    for i, urn in enumerate(urns):
        request = ExecutionRequestInputClass(
            task="RUN_INGEST", args={}, executorId="default", source=source, requestedAt=NOW - (200 + i) * DAY
        )
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=request))
    collect(
        execution_request_cleanup={"enabled": True, "keep_history_min_count": 3, "keep_history_max_count": 3}
    )
    assert [graph().exists(urn) for urn in urns] == [True, True, False, False, False]


def test_old_events_are_truncated():
    urn = dataset()
    for days in (400, 90, 31, 1):
        operation = OperationClass(
            timestampMillis=NOW - days * DAY, operationType=OperationTypeClass.INSERT, lastUpdatedTimestamp=NOW
        )
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=operation))
    collect(truncate_indices=True)
    left = []
    for _ in range(60):
        values = graph().get_timeseries_values(urn, OperationClass, {}, limit=10)
        left = [round((NOW - value.timestampMillis) / DAY) for value in values]
        if left == [1]:
            return
        time.sleep(0.5)
    raise AssertionError(f"left, in days: {left}")
