"""`datahub delete` by filter: it meets what the filter says, and nothing of what is almost the same."""

import re

from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.filters import RemovedStatusFilter
from datahub.metadata import schema_classes as models
from support import graph

from cli import command

PLATFORM, ALIKE = "deleting", "deletings"
INSIDE, OUTSIDE, BELOW = (f"urn:li:container:deleting-{name}" for name in ("inside", "outside", "below"))


def dataset(name: str, platform: str = PLATFORM, env: str = "PROD") -> str:
    return f"urn:li:dataset:(urn:li:dataPlatform:{platform},deleting.{name},{env})"


def emit(urn: str, *aspects):
    for aspect in aspects:
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))


def made() -> dict:
    """Five entities of the platform, of which one is already soft-deleted, and three that are not of it."""
    of = models.DataPlatformInstanceClass(platform=f"urn:li:dataPlatform:{PLATFORM}")
    container = models.ContainerPropertiesClass("deleting")
    all = {"one": dataset("one"), "two": dataset("two"), "dev": dataset("three", env="DEV"), "gone": dataset("gone")}
    all |= {"container": INSIDE, "alike": dataset("one", ALIKE), "outside": OUTSIDE}
    all["chart"] = f"urn:li:chart:({PLATFORM}x,chart)"
    for key in ("one", "two", "dev", "gone", "alike"):
        emit(all[key], models.DatasetPropertiesClass(name=f"deleting {key}"), models.StatusClass(key == "gone"))
    for urn in (INSIDE, OUTSIDE):
        emit(urn, container, models.StatusClass(False))
    emit(INSIDE, of)
    emit(all["chart"], models.ChartInfoClass("c", "", models.ChangeAuditStampsClass()))
    return all


def state(entities: dict) -> dict:
    """{key: live, soft or none}"""
    client = graph()

    def one(urn: str) -> str:
        if not client.exists(urn):
            return "none"
        status = client.get_aspect(urn, models.StatusClass)
        return "soft" if status and status.removed else "live"

    return {key: one(urn) for key, urn in entities.items()}


def delete(*args: str) -> str:
    output = command("delete", *args, "-f")
    assert "Error" not in output, output
    return output


def clear(entities: dict):
    for urn in entities.values():
        graph().hard_delete_entity(urn)


def test_by_platform_without_a_type():
    entities = made()
    before = state(entities)
    assert before == {key: "soft" if key == "gone" else "live" for key in entities}, before
    filters = ("--platform", PLATFORM)

    output = delete(*filters, "--dry-run")
    assert "Found urns of multiple entity types" in output, output
    assert "3 dataset urn(s)" in output and "1 container urn(s)" in output, output
    assert "4 entities" in output, output
    assert state(entities) == before, "a dry run changes nothing"

    assert "4 entities" in delete(*filters, "--soft")
    soft = dict.fromkeys(("one", "two", "dev", "gone", "container"), "soft")
    assert state(entities) == before | soft, state(entities)
    assert "Found no urns to delete" in delete(*filters, "--soft")

    command("delete", "undo-by-filter", *filters, "-f")
    assert state(entities) == before | dict.fromkeys(soft, "live"), state(entities)
    assert "Found no soft-deleted entities" in command("delete", "undo-by-filter", *filters, "-f")

    emit(entities["gone"], models.StatusClass(True))
    assert "1 entities" in delete(*filters, "--hard", "--only-soft-deleted")
    assert state(entities)["gone"] == "none" and state(entities)["one"] == "live"
    emit(entities["two"], models.StatusClass(True))
    # A hard deletion finds what is soft-deleted, too.
    assert "4 entities" in delete(*filters, "--hard", "--batch-size", "2", "--workers", "3")
    assert state(entities) == before | dict.fromkeys(soft, "none"), state(entities)
    clear(entities)


def test_by_type_env_and_query():
    entities = made()
    for filters, expected in (
        (("--platform", PLATFORM, "--env", "DEV"), ["dev"]),
        (("--platform", PLATFORM, "--entity-type", "container"), ["container"]),
        (("--entity-type", "dataset", "--query", "deleting two"), ["two"]),
        (("--entity-type", "dataset", "--query", "/q name:\"deleting one\" AND platform:deletings"), []),
    ):
        before = state(entities)
        output = delete(*filters, "--soft")
        assert state(entities) == before | dict.fromkeys(expected, "soft"), (filters, output, state(entities))
    clear(entities)


def test_recursively():
    """A container of 23 datasets and a container with one, on pages of 5, beside another container."""
    of = models.DataPlatformInstanceClass(platform=f"urn:li:dataPlatform:{PLATFORM}")
    for urn in (INSIDE, OUTSIDE, BELOW):
        emit(urn, models.ContainerPropertiesClass("deleting"), of)
    emit(BELOW, models.ContainerClass(INSIDE))
    inside = {f"in{i}": dataset(f"in{i}") for i in range(23)} | {"below": dataset("below")}
    for key, urn in inside.items():
        emit(urn, models.ContainerClass(BELOW if key == "below" else INSIDE))
    emit(inside["in7"], models.StatusClass(True))
    outside = {"outside": OUTSIDE, "other": dataset("other")}
    emit(outside["other"], models.ContainerClass(OUTSIDE))
    deleted = inside | {"container": INSIDE, "folder": BELOW}
    batches = ("--batch-size", "5", "--streaming-batch", "--streaming-batch-size", "7")
    count = r"(\d+) entities"

    def counts(output: str) -> int:
        return sum(int(one) for one in re.findall(count, output))

    output = delete("--urn", INSIDE, "--recursive", "--dry-run", *batches)
    assert counts(output) == 25 and state(inside)["in0"] == "live", output
    output = delete("--urn", INSIDE, "--recursive", "--soft", *batches)
    assert counts(output) == 25 and set(state(deleted).values()) == {"soft"}, state(deleted)
    output = delete("--urn", INSIDE, "--recursive", "--hard", *batches)
    assert counts(output) == 26 and set(state(deleted).values()) == {"none"}, state(deleted)
    assert set(state(outside).values()) == {"live"}, state(outside)
    clear(outside)


def test_a_search_never_acts_on_what_is_gone():
    """Each deletion is seen by the next search, so that a second run has nothing to do."""
    entities = made()
    delete("--platform", PLATFORM, "--hard")
    all = RemovedStatusFilter.ALL
    assert list(graph().get_urns_by_filter(platform=PLATFORM, status=all)) == []
    assert list(graph().get_urns_by_filter(platform=ALIKE, status=all)) == [entities["alike"]]
    clear(entities)
