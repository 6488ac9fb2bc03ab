"""DataHub's actions framework: a pipeline prints the events of tags, is stopped and killed, and misses none."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

import datahub.metadata.schema_classes as models
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.specific.dataset import DatasetPatchBuilder
from support import TOKEN, URL, dataset, emitter, graph

ACTIONS = os.path.join(os.path.dirname(sys.executable), "datahub-actions")
TAG = "urn:li:tag:Событие"
PIPELINE = """
name: printed_tags
source: {type: datahub-cloud, config: {topics: PlatformEvent_v1}}
filter: {event_type: EntityChangeEvent_v1, event: {category: TAG, operation: [ADD, REMOVE], parameters: {tagUrn: "%s"}}}
action: {type: hello_world}
datahub: {server: "%s", token: "${DATAHUB_GMS_TOKEN}"}
"""


class Pipeline:
    """A run of a pipeline, and what it prints."""

    def __init__(self, folder: str, written: str = PIPELINE % (TAG, URL), token: str = TOKEN):
        file = os.path.join(folder, "pipeline.yaml")
        with open(file, "w") as config:
            config.write(written)
        self.path = os.path.join(folder, "printed")
        with open(self.path, "w") as printed:
            self.process = subprocess.Popen(
                [ACTIONS, "actions", "-c", file],
                stdout=printed,
                stderr=subprocess.STDOUT,
                env={**os.environ, "DATAHUB_GMS_TOKEN": token, "PYTHONUNBUFFERED": "1"},
            )
        until(lambda: waiting_polls() > 0 or self.printed() or self.process.poll() is not None)
        assert self.process.poll() is None, self.text()

    def text(self) -> str:
        with open(self.path) as printed:
            return printed.read()

    def printed(self) -> list[tuple[str, str]]:
        """The operation and the entity of each event."""
        found = []
        for part in self.text().split("Received event:\n")[1:]:
            event = json.JSONDecoder().raw_decode(part)[0]["event"]
            found.append((event["operation"], event["entityUrn"]))
        return found

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


def until(holds, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def waiting_polls() -> int:
    request = urllib.request.Request(f"{URL}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith("catalog_event_polls_waiting "):
                return int(line.split(" ")[1])
    raise AssertionError("the metric is missing")


def mutate(name: str, urn: str, column: str | None = None) -> None:
    place = {"subResource": column, "subResourceType": "DATASET_FIELD"} if column else {}
    graph().execute_graphql(
        f"mutation m($input: TagAssociationInput!) {{ {name}(input: $input) }}",
        {"input": {"tagUrn": TAG, "resourceUrn": urn, **place}},
    )


def ingest(urn: str, aspect: models._Aspect) -> None:
    emitter().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))


def tags() -> models.GlobalTagsClass:
    return models.GlobalTagsClass([models.TagAssociationClass(TAG)])


def schema(*names: str, tagged: bool = False) -> models.SchemaMetadataClass:
    string = models.SchemaFieldDataTypeClass(models.StringTypeClass())
    fields = [
        models.SchemaFieldClass(name, string, "text", globalTags=tags() if tagged else None) for name in names
    ]
    return models.SchemaMetadataClass(
        "s", "urn:li:dataPlatform:hive", 0, "", models.OtherSchemaClass(""), fields
    )


def stored_offset() -> str | None:
    """What the pipeline has stored, read by its own code."""
    from datahub_actions.plugin.source.acryl import datahub_cloud_events_consumer_offsets_store as offsets

    store = offsets.DataHubEventsConsumerPlatformResourceOffsetsStore(
        graph(), "urn:li:dataHubAction:printed_tags"
    )
    return store.load_offset_id()


def test_actions_print_each_event_of_a_tag() -> None:
    if importlib.util.find_spec("datahub_actions") is None:
        print("left out: test_actions_print_each_event_of_a_tag, because acryl-datahub-actions is not installed")
        return
    ingest(TAG, models.TagPropertiesClass("Событие"))
    edited, sent, patched, gone = (dataset("events") for _ in range(4))
    for urn in (edited, sent, patched, gone):
        ingest(urn, schema("a", "b"))

    def column(urn: str) -> str:
        return f"urn:li:schemaField:({urn},b)"

    with tempfile.TemporaryDirectory() as folder:
        assert stored_offset() is None
        first = Pipeline(folder)
        mutate("addTag", edited)
        mutate("addTag", edited, "b")
        ingest(sent, tags())
        ingest(sent, schema("a", "b", tagged=True))
        for change in DatasetPatchBuilder(patched).add_tag(models.TagAssociationClass(TAG)).build():
            emitter().emit_mcp(change)
        builder = DatasetPatchBuilder(patched)
        builder.for_field("b").add_tag(models.TagAssociationClass(TAG))
        for change in builder.build():
            emitter().emit_mcp(change)
        mutate("removeTag", edited)
        mutate("removeTag", edited, "b")
        expected = [
            *[("ADD", edited), ("ADD", column(edited)), ("ADD", sent)],
            *[("ADD", f"urn:li:schemaField:({sent},a)"), ("ADD", column(sent))],
            *[("ADD", patched), ("ADD", column(patched)), ("REMOVE", edited), ("REMOVE", column(edited))],
        ]
        until(lambda: len(first.printed()) >= len(expected))
        # What the pipeline has not acknowledged yet is sent again after a stop.
        until(lambda: waiting_polls() > 0)
        assert first.end(signal.SIGTERM) == 0, first.text()
        assert first.printed() == expected, first.printed()
        assert stored_offset() is not None

        second = Pipeline(folder)
        mutate("addTag", gone)
        until(lambda: len(second.printed()) >= 1)
        second.end(signal.SIGKILL)
        assert second.printed() == [("ADD", gone)], second.printed()
        mutate("addTag", gone, "b")

        third = Pipeline(folder)
        until(lambda: len(third.printed()) >= 2)
        assert third.end(signal.SIGTERM) == 0, third.text()
        # A killed pipeline has not stored its offset: an event comes again, and none is missing.
        assert third.printed() == [("ADD", gone), ("ADD", column(gone))], third.printed()
