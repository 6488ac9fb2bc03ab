"""The SDK: emitting aspects and reading them again."""

from urllib.parse import quote

from aspects import DATASET, OTHERS, tags
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata.schema_classes import (
    ASPECT_CLASSES,
    DatasetKeyClass,
    DatasetProfileClass,
    DatasetPropertiesClass,
    GenericAspectClass,
    GlobalTagsClass,
    MetadataChangeProposalClass,
    OperationClass,
    StatusClass,
)
from support import URL, Protocol, dataset, emitter, graph


def test_connection():
    emitter().test_connection()
    graph().test_connection()


def test_every_aspect_comes_back_as_it_went_in():
    with emitter() as client:
        urn = dataset("größe_价格")
        for entity, aspects in {urn: DATASET, **OTHERS}.items():
            for aspect in aspects:
                client.emit(MetadataChangeProposalWrapper(entityUrn=entity, aspect=aspect))
                got = graph().get_aspect(entity, type(aspect))
                assert got == aspect, f"{aspect.ASPECT_NAME} of {entity}: {got}"


def test_batch():
    urns = [dataset() for _ in range(50)]
    proposals = [MetadataChangeProposalWrapper(entityUrn=urn, aspect=tags("pii")) for urn in urns]
    graph().emit_mcps(proposals)
    for urn in urns:
        assert graph().get_tags(urn) == tags("pii")


def test_absent_and_present():
    urn = dataset()
    client = graph()
    assert client.get_aspect(urn, GlobalTagsClass) is None
    assert not client.exists(urn)
    client.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=StatusClass(removed=False)))
    assert client.get_aspect(urn, GlobalTagsClass) is None
    assert client.exists(urn)
    key = client.get_aspect(urn, DatasetKeyClass)
    assert key and (key.platform, key.origin) == ("urn:li:dataPlatform:hive", "PROD"), key


def test_every_kind_of_entity_exists_once_it_is_written():
    client = graph()
    new = "neu-openapi" if Protocol.openapi else "neu"
    ids = {
        kind: new for kind in "tag container corpGroup domain glossaryTerm glossaryNode dataPlatform".split()
    }
    ids["chart"] = ids["dashboard"] = f"(looker,{new})"
    ids["dataFlow"] = f"(airflow,{new},PROD)"
    ids["dataJob"] = f"(urn:li:dataFlow:(airflow,{new},PROD),job)"
    ids["mlModel"] = f"(urn:li:dataPlatform:mlflow,modell_ä_{new},PROD)"
    ids["schemaField"] = f"({dataset()},id)"
    for kind, id in ids.items():
        urn = f"urn:li:{kind}:{id}"
        assert not client.exists(urn), urn
        client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=StatusClass(removed=False)))
        assert client.exists(urn), urn


def test_every_aspect_goes_by_the_name_of_its_record():
    client, urn = graph(), dataset()
    modelled = {aspect.ASPECT_NAME for aspects in [DATASET, *OTHERS.values()] for aspect in aspects}
    others = {one.ASPECT_NAME: one for one in ASPECT_CLASSES if one.get_aspect_type() != "timeseries"}
    names = sorted(set(others) - modelled)
    nothing = GenericAspectClass(contentType="application/json", value=b"{}")
    common = {"entityType": "dataset", "entityUrn": urn, "changeType": "UPSERT", "aspect": nothing}
    client.emit_mcps([MetadataChangeProposalClass(aspectName=name, **common) for name in names])
    for name in names:
        url = f"{URL}/aspects/{quote(urn, safe='')}?aspect={name}&version=0"
        record = others[name].RECORD_SCHEMA.fullname.replace(".pegasus2avro", "")
        assert list(client._session.get(url).json()["aspect"]) == [record], name


def test_entity_as_a_whole():
    urn = dataset()
    for aspect in DATASET:
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
    entity = graph().get_entity_semityped(urn)
    for aspect in DATASET:
        assert entity[aspect.ASPECT_NAME] == aspect, aspect.ASPECT_NAME
    some = graph().get_entity_semityped(urn, aspects=["status", "globalTags"])
    assert {"status", "globalTags"} <= set(some) <= {"status", "globalTags", "datasetKey"}, set(some)


def test_time_series():
    urn = dataset()
    client = graph()
    for day in (1, 2, 3):
        profile = DatasetProfileClass(timestampMillis=day * 86_400_000, rowCount=day, columnCount=2)
        client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=profile))
    latest = client.get_latest_timeseries_value(urn, DatasetProfileClass, {})
    assert latest and latest.rowCount == 3, latest
    values = client.get_timeseries_values(urn, DatasetProfileClass, {}, limit=2)
    assert [value.rowCount for value in values] == [3, 2], values
    assert client.get_latest_timeseries_value(urn, OperationClass, {}) is None


def test_graphql():
    urn = dataset()
    client = graph()
    client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=DatasetPropertiesClass(name="x")))
    document = "mutation ($input: AddTagsInput!) { addTags(input: $input) }"
    client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=tags("pii")))
    variables = {"input": {"tagUrns": ["urn:li:tag:pii"], "resourceUrn": urn}}
    assert client.execute_graphql(document, variables) == {"addTags": True}
    document = (
        "query ($urn: String!) { dataset(urn: $urn) { properties { name } tags { tags { tag { urn } } } } }"
    )
    assert client.execute_graphql(document, {"urn": urn}) == {
        "dataset": {"properties": {"name": "x"}, "tags": {"tags": [{"tag": {"urn": "urn:li:tag:pii"}}]}}
    }


def test_deleting():
    urn = dataset("lösch")
    client = graph()
    client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=tags("pii")))
    client.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=DatasetProfileClass(timestampMillis=1)))
    client.soft_delete_entity(urn)
    assert client.get_aspect(urn, StatusClass) == StatusClass(removed=True)
    rows, events = client.hard_delete_entity(urn)
    assert rows >= 2 and events == 1, (rows, events)
    assert not client.exists(urn)
    assert client.get_aspect(urn, GlobalTagsClass) is None
