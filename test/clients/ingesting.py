"""Files through every way into the catalog: nothing is refused, and each aspect comes back as it was sent."""

import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from commands import FOLDER
from datahub.configuration.common import OperationalError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.mcp_builder import mcps_from_mce
from datahub.ingestion.run.pipeline import Pipeline
from datahub.ingestion.sink.file import write_metadata_file
from datahub.ingestion.source.file import read_metadata_file
from datahub.metadata.schema_classes import (
    ASPECT_NAME_MAP,
    KEY_ASPECT_NAMES,
    KEY_ASPECTS,
    MetadataChangeEventClass,
)
from datahub.utilities.urns._urn_base import URN_TYPES
from datahub.utilities.urns.urn import guess_entity_type
from generated import every_aspect, every_environment, every_snapshot, many
from support import TOKEN, URL, catalog, graph

FILES = Path(__file__).parent / "files"
EVERYWHERE = ["white-space", "changes", "columns", "numbers", "people", "snapshots"]
# What the catalog refuses (docs/wire-aspects.md, "Aspects about access"), and policies, which no generated text is.
ACCESS_TYPES = {"dataHubPolicy", "dataHubRole", "inviteToken", "dataHubAccessToken"}
ACCESS_ASPECTS = {
    ("corpuser", "roleMembership"),
    ("corpuser", "corpUserCredentials"),
    ("corpGroup", "roleMembership"),
}


def pipeline(mode: str, endpoint: str) -> Callable:
    def run(file: Path):
        sink = {"server": URL, "token": TOKEN, "mode": mode, "endpoint": endpoint, "retry_max_times": 1}
        recipe = {
            "source": {"type": "file", "config": {"path": str(file)}},
            "sink": {"type": "datahub-rest", "config": sink},
        }
        done = Pipeline.create(recipe, no_progress=True)
        done.run()
        done.raise_from_status(raise_warnings=True)
        assert not done.sink.report.failures, done.sink.report.failures

    return run


def catalog_ingest(file: Path):
    output = catalog("ingest", str(file))
    assert " 0 refused" in output, output


WAYS = {
    "sync": pipeline("SYNC", "RESTLI"),
    "async": pipeline("ASYNC", "RESTLI"),
    "batch": pipeline("ASYNC_BATCH", "RESTLI"),
    "openapi sync": pipeline("SYNC", "OPENAPI"),
    "openapi batch": pipeline("ASYNC_BATCH", "OPENAPI"),
    "catalog": catalog_ingest,
}


class Number(str):
    """The text of a number. It equals no string, and no number that is written otherwise."""

    def __eq__(self, other):
        return isinstance(other, Number) and str(self) == str(other)

    __hash__ = str.__hash__

    def __repr__(self):
        return f"Number({super().__repr__()})"


def exact(text: str):
    return json.loads(text, parse_int=Number, parse_float=Number)


def sent(file: Path) -> dict:
    """{(URN, aspect name): the last value, or all values of a time series} of what a file writes; None: deleted."""
    found: dict = {}
    for one in proposals_of(file):
        urn = one.entityUrn or urn_of_key(one)
        key = (urn, one.aspectName)
        if one.changeType == "DELETE":
            assert one.aspectName in KEY_ASPECT_NAMES
            found.update({(of, name): None for of, name in found if of == urn})
        elif one.changeType != "PATCH":
            value = exact(one.aspect.value.decode())
            found[key] = [*found.get(key, []), value] if is_series(one.aspectName) else value
    return found


def proposals_of(file: Path) -> Iterator:
    for item in read_metadata_file(file):
        for one in mcps_from_mce(item) if isinstance(item, MetadataChangeEventClass) else [item]:
            yield one.make_mcp() if isinstance(one, MetadataChangeProposalWrapper) else one


def urn_of_key(proposal) -> str:
    key = KEY_ASPECTS[proposal.entityType].from_obj(json.loads(proposal.entityKeyAspect.value))
    return URN_TYPES[proposal.entityType].from_key_aspect(key).urn()


def is_series(name: str) -> bool:
    return name in ASPECT_NAME_MAP and ASPECT_NAME_MAP[name].get_aspect_type() == "timeseries"


def stored(urn: str) -> dict:
    answer = session().get(f"{URL}/entitiesV2/{quote(urn, safe='')}")
    assert answer.status_code == 200, answer.text
    return {name: one["value"] for name, one in exact(answer.text)["aspects"].items()}


def stored_by_openapi(urn: str) -> dict:
    answer = session().get(f"{URL}/openapi/v3/entity/{guess_entity_type(urn)}/{quote(urn, safe='')}")
    assert answer.status_code in (200, 404), answer.text
    entity = exact(answer.text) if answer.status_code == 200 else {}
    return {name: one["value"] for name, one in entity.items() if name != "urn"}


def events(urn: str, name: str) -> list:
    body = {"urn": urn, "entity": guess_entity_type(urn), "aspect": name}
    answer = session().post(f"{URL}/aspects?action=getTimeseriesAspectValues", json=body)
    assert answer.status_code == 200, answer.text
    return [exact(one["aspect"]["value"]) for one in answer.json()["value"]["values"]]


@functools.cache
def session():
    return graph()._session


def differences(expected: dict, read: Callable) -> Iterator[str]:
    entities: dict = {}
    for (urn, name), value in expected.items():
        if is_series(name):
            found = events(urn, name)
            same = sorted(map(repr, found)) == sorted(map(repr, value))
        else:
            entities[urn] = entities.get(urn) or read(urn)
            found = entities[urn].get(name)
            same = without_added(name, found, value) == without_added(name, value, value)
        if not same:
            yield f"{name} of {urn}\n  sent {value}\n  read {found}"


def without_added(name: str, aspect, sent_aspect):
    """An aspect without the members that the catalog adds (docs/wire-aspects.md, "What the catalog adds")."""
    added = {"ownership": {"ownerTypes"}, "domains": {"domainAssociations"} - set(sent_aspect or {})}.get(name)
    if not added or not isinstance(aspect, dict):
        return aspect
    return {member: value for member, value in aspect.items() if member not in added}


def check(way: str, file: Path, patched: dict | None = None):
    WAYS[way](file)
    read = stored_by_openapi if way.startswith("openapi") else stored
    wrong = list(differences({**sent(file), **(patched or {})}, read))
    assert not wrong, f"{len(wrong)} differ, by {way}, of {file.name}:\n" + "\n".join(wrong[:10])


def of_this_run(name: str, way: str) -> Path:
    """A copy of a file, whose entities no other run has: RUN in it becomes the way."""
    copy = FOLDER / f"{way} {name}.json"
    copy.write_text((FILES / f"{name}.json").read_text(encoding="utf-8").replace("RUN", way), encoding="utf-8")
    return copy


def patched(name: str, way: str) -> dict:
    """What the patches of a file must lead to."""
    if not (FILES / f"{name}.patched.json").exists():
        return {}
    entities = exact(of_this_run(f"{name}.patched", way).read_text(encoding="utf-8"))
    return {(one["urn"], aspect): value for one in entities for aspect, value in one.items() if aspect != "urn"}


def generated(way: str) -> Path:
    """Every aspect, environment and snapshot of the client's models, but not what concerns access."""
    pairs = [*every_aspect(way), *every_environment(way), *many(way)]
    records: list = [
        MetadataChangeProposalWrapper(entityUrn=urn, aspect=allowed(urn, aspect)) for urn, aspect in pairs
    ]
    for event in every_snapshot(way):
        snapshot = event.proposedSnapshot
        snapshot.aspects = [allowed(snapshot.urn, aspect) for aspect in snapshot.aspects]
        records.append(event)
    file = FOLDER / f"{way} generated.json"
    write_metadata_file(file, [one for one in records if not about_access(one)])
    return file


def about_access(record) -> bool:
    if isinstance(record, MetadataChangeEventClass):
        return guess_entity_type(record.proposedSnapshot.urn) in ACCESS_TYPES
    return record.entityType in ACCESS_TYPES or (record.entityType, record.aspectName) in ACCESS_ASPECTS


def allowed(urn: str, aspect):
    """Makes an aspect of a user one that suspends and removes nobody, and domains that do not contradict themselves."""
    if aspect.ASPECT_NAME == "domains" and aspect.domainAssociations:
        aspect.domains = [one.domain for one in aspect.domainAssociations]
    if urn.startswith("urn:li:corpuser:"):
        if aspect.ASPECT_NAME == "corpUserInfo":
            aspect.active = True
        elif aspect.ASPECT_NAME == "corpUserStatus":
            aspect.status = "ACTIVE"
        elif aspect.ASPECT_NAME == "status":
            aspect.removed = False
    return aspect


def everything(way: str):
    check(way, generated(way))
    # The client cannot delete in a batch over OpenAPI.
    for name in EVERYWHERE if way == "openapi batch" else [*EVERYWHERE, "deletion"]:
        check(way, of_this_run(name, way), patched(name, way))


def test_files_one_by_one():
    everything("sync")


def test_files_in_threads():
    everything("async")


def test_files_in_batches():
    everything("batch")


def test_files_one_by_one_over_openapi():
    everything("openapi sync")


def test_files_in_batches_over_openapi():
    everything("openapi batch")


def test_files_by_catalog_ingest():
    everything("catalog")
    # The names of records as the service has them, which the client's own reader does not know.
    file = of_this_run("snapshots", "catalog too")
    expected = sent(file)
    file.write_text(file.read_text(encoding="utf-8").replace(".pegasus2avro.", "."), encoding="utf-8")
    WAYS["catalog"](file)
    assert not list(differences(expected, stored))


def test_proposals_that_name_the_key_in_place_of_the_urn():
    # A pipeline of the client does not take these, and over OpenAPI it sends null as their URN.
    file = of_this_run("keys", "emitted")
    for one in proposals_of(file):
        graph(openapi=False).emit(one)
    assert not list(differences(sent(file), stored))
    check("catalog", of_this_run("keys", "catalog"))


def test_what_concerns_access_is_refused():
    file = of_this_run("access", "refused")
    for openapi in (False, True):
        for one in proposals_of(file):
            try:
                graph(openapi).emit(one)
            except OperationalError as error:
                assert "would have no effect" in error.message, error
            else:
                raise AssertionError(f"{one.aspectName} of {one.entityUrn} is written")
    try:
        catalog("ingest", str(file))
    except AssertionError as error:
        assert "proposals: 0 written, 5 refused" in str(error), error
    else:
        raise AssertionError("catalog ingest has written it")
