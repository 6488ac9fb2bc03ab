"""The action `tag_propagation` of DataHub's framework, unmodified, follows the Events API and lineage."""

import importlib.util
import json
import signal
import tempfile

import datahub.metadata.schema_classes as models
from events import Pipeline, ingest, until
from lineage import CLEAN, JOB, RAW, REPORT, client, column
from support import URL, catalog, graph

TAG = "urn:li:tag:propagated.pii"
OTHER = "urn:li:tag:kept"
PIPELINE = """
name: propagated_tags
source: {type: datahub-cloud, config: {topics: PlatformEvent_v1}}
filter: {event_type: EntityChangeEvent_v1, event: {category: TAG, operation: ADD}}
action: {type: tag_propagation, config: {tag_prefixes: [propagated]}}
datahub: {server: "%s", token: "${DATAHUB_GMS_TOKEN}"}
"""


def least_token() -> str:
    """A token with the rights that docs/events.md names."""
    user = "propagating"
    catalog("user", "create", user)
    catalog("policy", "grant", user, "GET_PLATFORM_EVENTS")
    for kind in ("platformResource", "dataset", "schemaField"):
        catalog("policy", "grant", user, "EDIT_ENTITY", "--on", kind)
    return catalog("token", "create", "--for", user, "--duration", "ONE_DAY").strip()


def tags(urn: str) -> dict[str, str | None]:
    """The tags of an entity with their contexts."""
    read = graph().get_aspect(urn, models.GlobalTagsClass)
    return {one.tag: one.context for one in read.tags} if read else {}


def add(tag: str, urn: str, **place) -> None:
    graph().execute_graphql(
        "mutation m($input: TagAssociationInput!) { addTag(input: $input) }",
        {"input": {"tagUrn": tag, "resourceUrn": urn, **place}},
    )


def test_a_tag_reaches_what_is_downstream() -> None:
    if importlib.util.find_spec("datahub_actions") is None:
        print("left out: test_a_tag_reaches_what_is_downstream, because acryl-datahub-actions is not installed")
        return
    client()
    for tag in (TAG, OTHER):
        ingest(tag, models.TagPropertiesClass(tag.rpartition(":")[2]))
    with tempfile.TemporaryDirectory() as folder:
        running = Pipeline(folder, PIPELINE % URL, least_token())
        add(OTHER, RAW)
        add(TAG, RAW)
        # What the action tags leaves an event of its own, which leads it further.
        until(lambda: TAG in tags(REPORT))
        add(TAG, RAW, subResource="email", subResourceType="DATASET_FIELD")
        until(lambda: TAG in tags(column(REPORT, "email")))
        assert running.end(signal.SIGTERM) == 0, running.text()
    for raw, clean, report in ((RAW, CLEAN, REPORT), (column(one, "email") for one in (RAW, CLEAN, REPORT))):
        origins = [json.loads(tags(urn)[TAG])["origin"] for urn in (clean, report)]
        assert origins == [raw, clean], origins
    for urn in (CLEAN, REPORT, JOB):
        assert OTHER not in tags(urn), urn
    assert TAG not in tags(JOB)
