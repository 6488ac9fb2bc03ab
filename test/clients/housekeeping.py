"""The `datahub-gc` source: each of its passes, and all of them with their defaults."""

import re
import time

from commands import write
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata import schema_classes as models
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
    return run(config)


def run(config: dict) -> str:
    """What the source reports. Any failure or warning in it is an error."""
    server = {"server": "${DATAHUB_GMS_URL}", "token": "${DATAHUB_GMS_TOKEN}"}
    recipe = {
        "source": {"type": "datahub-gc", "config": config},
        "sink": {"type": "datahub-rest", "config": server},
    }
    output = datahub("ingest", "-c", write("gc.yml", recipe))
    assert "Pipeline finished successfully" in output, output
    return output


def reported(output: str, name: str) -> int:
    (count,) = re.findall(rf"'{name}': (\d+)", output)
    return int(count)


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


def emit(urn: str, *aspects):
    for aspect in aspects:
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))


def removed(urns: list) -> list:
    """Whether each is soft-deleted; None for what does not exist."""

    def one(urn: str) -> bool | None:
        status = graph().get_aspect(urn, models.StatusClass)
        return bool(status and status.removed) if graph().exists(urn) else None

    return [one(urn) for urn in urns]


def query(id: str, source: str, days: int) -> str:
    stamp = models.AuditStampClass(time=NOW - days * DAY, actor="urn:li:corpuser:admin")
    statement = models.QueryStatementClass("select 1", "SQL")
    urn = f"urn:li:query:housekeeping-{id}"
    emit(urn, models.QueryPropertiesClass(statement, source, stamp, stamp))
    return urn


def runs(job: str, ages: list) -> list:
    """Runs of a job, that many days old."""
    urns = [f"urn:li:dataProcessInstance:{job.split(',')[-1][:-1]}-{i}" for i in range(len(ages))]
    for urn, days in zip(urns, ages):
        created = models.AuditStampClass(time=NOW - int(days * DAY), actor="urn:li:corpuser:admin")
        emit(
            urn,
            models.DataProcessInstancePropertiesClass(name="run", created=created),
            models.DataProcessInstanceRelationshipsClass(upstreamInstances=[], parentTemplate=job),
        )
    return urns


def test_everything_with_its_defaults():
    flow = "urn:li:dataFlow:(airflow,housekeeping,PROD)"
    busy, idle, empty = (f"urn:li:dataJob:({flow},housekeeping-{name})" for name in ("busy", "idle", "empty"))
    emit(flow, models.DataFlowInfoClass("housekeeping"))
    for job in (busy, idle, empty):
        emit(job, models.DataJobInfoClass("job", "COMMAND"))
    many, old = runs(busy, [3, 1, 2, 0.5, 4, 5, 0.1]), runs(idle, [1, 20, 9])
    queries = [query("old", "SYSTEM", 200), query("new", "SYSTEM", 100), query("manual", "MANUAL", 200)]
    gone, live = dataset("gone"), dataset("live")
    emit(gone, models.StatusClass(removed=True))
    emit(live, models.StatusClass(removed=False))

    output = run({})
    assert removed(queries) == [True, False, False], removed(queries)
    # The five newest, and none of more than ten days.
    assert removed(many) == [False, False, False, False, True, True, False], removed(many)
    assert removed(old) == [False, True, False], removed(old)
    assert removed([gone, live, flow, busy, idle, empty]) == [True] + [False] * 5
    assert reported(output, "num_queries_soft_deleted") >= 1, output
    assert reported(output, "num_soft_deleted_retained_due_to_age") >= 1, output
    assert reported(output, "num_hard_deleted") == 0, output

    again = run({})
    assert reported(again, "num_queries_found") == reported(again, "num_aspects_removed") == 0, again


def test_what_is_soft_deleted_for_long():
    """With its references, whatever its type is."""
    platform = "urn:li:dataPlatform:housekeeping"
    of = models.DataPlatformInstanceClass(platform=platform)
    container = "urn:li:container:housekeeping"
    inside, other = (f"urn:li:dataset:({platform}{end},housekeeping,PROD)" for end in ("", "2"))
    emit(container, of, models.ContainerPropertiesClass("housekeeping"), models.StatusClass(removed=True))
    emit(inside, models.ContainerClass(container), models.StatusClass(removed=False))
    emit(other, models.StatusClass(removed=True))
    days = {"enabled": True, "platform": "housekeeping", "batch_size": 1}
    collect(soft_deleted_entities_cleanup={**days, "retention_days": 1})
    assert removed([container, inside, other]) == [True, False, True]
    time.sleep(1)
    output = collect(soft_deleted_entities_cleanup={**days, "retention_days": 0})
    assert reported(output, "num_hard_deleted") == 1, output
    assert removed([container, inside, other]) == [None, False, True]
    assert graph().get_aspect(inside, models.ContainerClass) is None
