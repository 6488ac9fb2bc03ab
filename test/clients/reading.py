"""What DataHub's smoke tests read over Rest.li and GraphQL, and the SDK's view of descriptions written over GraphQL."""

import urllib.parse

import requests
from datahub.emitter.mcp import MetadataChangeProposalWrapper as Wrapper
from datahub.metadata import schema_classes as models
from support import TOKEN, URL, dataset, graph

BATCH = {"X-RestLi-Protocol-Version": "2.0.0", "X-RestLi-Method": "batch_get"}
UPDATE = "mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }"


def get(path: str, token: str | None = TOKEN) -> requests.Response:
    authorization = {"Authorization": f"Bearer {token}"} if token else {}
    return requests.get(f"{URL}{path}", headers={**BATCH, **authorization}, timeout=60)


def test_batches_and_snapshots():
    one, two = dataset("reading/one"), dataset("größe")
    with graph() as client:
        for urn in (one, two):
            client.emit(Wrapper(entityUrn=urn, aspect=models.DatasetPropertiesClass(name=urn)))
    quoted = ",".join(urllib.parse.quote(urn) for urn in (one, two, dataset("absent")))
    results = get(f"/entitiesV2?ids=List({quoted})&aspects=List(datasetProperties,ownership)").json()["results"]
    assert set(results) == {one, two}, results
    for urn in (one, two):
        assert results[urn]["aspects"]["datasetProperties"]["value"]["name"] == urn, results
    value = get(f"/entities/{urllib.parse.quote(one)}").json()["value"]
    (name,) = value
    assert name == "com.linkedin.metadata.snapshot.DatasetSnapshot" and value[name]["urn"] == one, value
    assert {"com.linkedin.dataset.DatasetProperties": {"name": one}}.keys() <= {
        record for aspect in value[name]["aspects"] for record in aspect
    }, value


def test_health_and_callers_without_credentials():
    assert get("/health", token=None).status_code == 200
    assert [get(path, token=None).status_code for path in ("/nope", "/entitiesV2/x", "/config")] == [401, 401, 200]
    assert get("/nope").status_code == 404


def test_descriptions():
    stamp = models.AuditStampClass(time=1, actor="urn:li:corpuser:x")
    made = [
        ("urn:li:tag:reading", models.TagPropertiesClass(name="R"), models.TagPropertiesClass),
        ("urn:li:tag:reading-bare", models.StatusClass(removed=False), models.TagPropertiesClass),
        ("urn:li:domain:reading", models.DomainPropertiesClass(name="R"), models.DomainPropertiesClass),
        ("urn:li:glossaryTerm:reading", models.StatusClass(removed=False), models.GlossaryTermInfoClass),
        ("urn:li:glossaryNode:reading", models.StatusClass(removed=False), models.GlossaryNodeInfoClass),
        ("urn:li:chart:(reading,c)", models.StatusClass(removed=False), models.EditableChartPropertiesClass),
        ("urn:li:notebook:(reading,n)", models.StatusClass(removed=False), models.EditableNotebookPropertiesClass),
        ("urn:li:corpGroup:reading", models.OriginClass(type="EXTERNAL"), models.CorpGroupEditableInfoClass),
        ("urn:li:mlFeature:(reading,f)", models.StatusClass(removed=False), models.EditableMLFeaturePropertiesClass),
        (
            "urn:li:businessAttribute:reading",
            models.BusinessAttributeInfoClass(fieldPath="r", name="R", created=stamp, lastModified=stamp),
            models.BusinessAttributeInfoClass,
        ),
    ]
    with graph() as client:
        for urn, aspect, kind in made:
            client.emit(Wrapper(entityUrn=urn, aspect=aspect))
            answer = client.execute_graphql(UPDATE, {"input": {"resourceUrn": urn, "description": "edited"}})
            assert answer == {"updateDescription": True}, answer
            read = client.get_aspect(urn, kind)
            text = read.definition if hasattr(read, "definition") else read.description
            assert text == "edited" and read.validate(), (urn, read)


def test_entities_of_several_types_are_scrolled():
    client, name = graph(), dataset("scrolled")
    tag = "urn:li:tag:scrolled"
    client.emit(Wrapper(entityUrn=name, aspect=models.StatusClass(removed=False)))
    client.emit(Wrapper(entityUrn=tag, aspect=models.StatusClass(removed=False)))
    found, page = {}, None
    while page is None or page.scroll_id:
        page = client.scroll_entities(
            entity_names=["dataset", "tag"],
            aspects=["status"],
            filter=[{"and": [{"field": "urn", "values": [name, tag], "condition": "EQUAL"}]}],
            count=1,
            scroll_id=page and page.scroll_id,
        )
        assert page.total_count == 2, page.total_count
        found.update(page.entities)
    assert set(found) == {name, tag} and all("status" in aspects for aspects in found.values()), found
    older = client.get_entities_v2("dataset", [name], ["status"])
    assert older == {name: {"status": {"value": {"removed": False}}}}, older
    specs = client.get_entity_aspect_specs()
    assert specs.supports("dataset", "status") and not specs.supports("tag", "schemaMetadata")
