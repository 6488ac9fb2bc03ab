"""The `datahub` command line, and files that it and `catalog ingest` share."""

import json
import tempfile
from pathlib import Path

import yaml
from aspects import DATASET, tags
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.sink.file import write_metadata_file
from datahub.metadata.schema_classes import DatasetProfileClass, GlobalTagsClass
from datahub.specific.dataset import DatasetPatchBuilder
from support import TOKEN, URL, catalog, datahub, dataset, graph

FOLDER = Path(tempfile.mkdtemp(prefix="recipes-", dir="."))


def write(name: str, content: object) -> str:
    file = FOLDER / name
    text = json.dumps(content) if name.endswith(".json") else yaml.safe_dump(content)
    file.write_text(text, encoding="utf-8")
    return str(file)


def file_of(urn: str, name: str) -> str:
    """What a file sink writes of an entity, and a patch of it."""
    proposals = [MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for aspect in DATASET]
    proposals.append(
        MetadataChangeProposalWrapper(
            entityUrn=urn, aspect=DatasetProfileClass(timestampMillis=1_700_000_000_000, rowCount=7)
        )
    )
    patch = DatasetPatchBuilder(urn).remove_tag("urn:li:tag:Legacy").build()
    write_metadata_file(FOLDER / name, [*proposals, *patch])
    return str(FOLDER / name)


def check(urn: str):
    client = graph()
    for aspect in DATASET:
        if not isinstance(aspect, GlobalTagsClass):
            assert client.get_aspect(urn, type(aspect)) == aspect, aspect.ASPECT_NAME
    assert client.get_tags(urn) == tags("pii", "ümläut"), client.get_tags(urn)
    profile = client.get_latest_timeseries_value(urn, DatasetProfileClass, {})
    assert profile and profile.rowCount == 7, profile


def test_put_and_get():
    urn = dataset("größe")
    aspect = write("tags.json", {"tags": [{"tag": "urn:li:tag:größe"}]})
    datahub("put", "--urn", urn, "-a", "globalTags", "-d", aspect)
    datahub("put", "--urn", urn, "-a", "status", "--run-id", "run-1", "-d", "-", stdin='{"removed": false}')
    everything = json.loads(datahub("get", "--urn", urn))
    assert everything["globalTags"] == {"tags": [{"tag": "urn:li:tag:größe"}]}, everything
    some = json.loads(datahub("get", "--urn", urn, "-a", "status"))
    assert some["status"] == {"removed": False} and "globalTags" not in some, some
    details = json.loads(datahub("get", "--urn", urn, "-a", "status", "--details"))
    assert details["status"]["systemMetadata"]["runId"] == "run-1", details


def test_get_of_a_time_series():
    urn = dataset()
    profile = DatasetProfileClass(timestampMillis=5, rowCount=7)
    graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=profile))
    assert json.loads(datahub("get", "--urn", urn, "-a", "datasetProfile"))["datasetProfile"]["rowCount"] == 7


def test_delete():
    urn = dataset()
    graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=tags("pii")))
    datahub("delete", "--urn", urn, "--hard", "--force")
    assert not graph().exists(urn)


def test_a_recipe_from_a_file():
    urn = dataset("größe")
    recipe = {
        "source": {"type": "file", "config": {"path": file_of(urn, "recipe.json")}},
        "sink": {"type": "datahub-rest", "config": {"server": "${DATAHUB_GMS_URL}", "token": "${DATAHUB_GMS_TOKEN}"}},
    }
    assert TOKEN not in str(recipe)
    output = datahub("ingest", "-c", write("recipe.yml", recipe))
    assert "Pipeline finished successfully" in output, output
    check(urn)


def test_catalog_ingest_of_the_same_file():
    urn = dataset("größe")
    file = file_of(urn, "ingest.json")
    assert catalog("ingest", file) == "proposals: 10 written, 0 refused\n"
    check(urn)


def test_catalog_ingest_of_lines():
    urn = dataset("größe")
    items = json.loads(Path(file_of(urn, "lines.json")).read_text(encoding="utf-8"))
    lines = "".join(f"{json.dumps(item)}\n" for item in items)
    assert catalog("ingest", "-", "--server", f"{URL}/gms", stdin=lines) == "proposals: 10 written, 0 refused\n"
    check(urn)
