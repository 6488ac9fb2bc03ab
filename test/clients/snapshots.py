"""The SDK's MetadataChangeEvents: sent by the emitter, and by `catalog ingest` from a file of the SDK."""

import json
from urllib.parse import quote

from aspects import CONTAINER, DATASET, EDITABLE, OWNERSHIP, STAMP, USER, tags
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.ingestion.sink.file import write_metadata_file
from datahub.metadata import schema_classes as models
from support import TOKEN, URL, catalog, dataset, emitter, graph

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flüsse,PROD),jöb)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,modell_ö,PROD)"
INPUT = "urn:li:dataset:(urn:li:dataPlatform:hive,eingang,PROD)"
CHANGED = models.ChangeAuditStampsClass(created=STAMP, lastModified=STAMP)


def snapshots() -> list:
    """One snapshot of most kinds, with aspects that have maps and unions of several types."""
    upstream = models.UpstreamClass(dataset=INPUT, type="TRANSFORMED", properties={"string": "x"})
    nested = models.SchemaFieldClass(
        fieldPath="liste",
        type=models.SchemaFieldDataTypeClass(type=models.ArrayTypeClass(nestedType=["string"])),
        nativeDataType="array<string>",
        globalTags=tags("pii"),
        jsonProps='{"a": 1}',
    )
    schema = models.SchemaMetadataClass(
        schemaName="kafka",
        platform="urn:li:dataPlatform:kafka",
        version=9_007_199_254_740_993,
        hash="",
        platformSchema=models.KafkaSchemaClass(documentSchema='{"type": "record"}'),
        fields=[nested],
        primaryKeys=["liste"],
    )
    memory = models.InstitutionalMemoryMetadataClass(url="https://x.example", description="x", createStamp=STAMP)
    edge = models.EdgeClass(destinationUrn="urn:li:chart:(looker,größe)", properties={"a": "b"})
    return [
        models.DatasetSnapshotClass(
            urn=dataset("größe"),
            aspects=[
                models.DatasetPropertiesClass(name="Bestellungen", customProperties={"string": "x"}, tags=["a"]),
                schema,
                EDITABLE,
                OWNERSHIP,
                tags("pii", "ümläut"),
                models.UpstreamLineageClass(upstreams=[upstream]),
                models.GlossaryTermsClass(
                    terms=[models.GlossaryTermAssociationClass(urn="urn:li:glossaryTerm:a")], auditStamp=STAMP
                ),
                models.InstitutionalMemoryClass(elements=[memory]),
                models.BrowsePathsV2Class(path=[models.BrowsePathEntryClass(id="c", urn=CONTAINER)]),
                models.DataPlatformInstanceClass(platform="urn:li:dataPlatform:hive"),
                models.ViewPropertiesClass(materialized=False, viewLogic="select 1", viewLanguage="SQL"),
            ],
        ),
        models.ChartSnapshotClass(
            urn="urn:li:chart:(looker,größe)",
            aspects=[
                models.ChartInfoClass(title="t", description="", lastModified=CHANGED, type="BAR", inputs=[INPUT]),
                models.ChartQueryClass(rawQuery="select 1", type="SQL"),
                models.StatusClass(removed=False),
            ],
        ),
        models.DashboardSnapshotClass(
            urn="urn:li:dashboard:(looker,größe)",
            aspects=[
                models.DashboardInfoClass(title="t", description="", lastModified=CHANGED, chartEdges=[edge]),
                models.BrowsePathsClass(paths=["/a/b"]),
            ],
        ),
        models.DataFlowSnapshotClass(
            urn="urn:li:dataFlow:(airflow,flüsse,PROD)",
            aspects=[models.DataFlowInfoClass(name="f", created=models.TimeStampClass(time=1))],
        ),
        models.DataJobSnapshotClass(
            urn=JOB,
            aspects=[
                models.DataJobInfoClass(name="j", type="COMMAND", customProperties={"type": "x"}),
                models.DataJobInputOutputClass(inputDatasets=[INPUT], outputDatasets=[], inputDatajobs=[JOB]),
            ],
        ),
        models.CorpUserSnapshotClass(
            urn="urn:li:corpuser:zoë",
            aspects=[
                models.CorpUserInfoClass(active=True, displayName="Zoë", customProperties={"a": "b"}),
                models.GroupMembershipClass(groups=["urn:li:corpGroup:größe"]),
                models.CorpUserEditableInfoClass(aboutMe="ich", skills=["sql"]),
            ],
        ),
        models.CorpGroupSnapshotClass(
            urn="urn:li:corpGroup:größe",
            aspects=[models.CorpGroupInfoClass(admins=[USER], members=[USER], groups=[], email="g@x.example")],
        ),
        models.GlossaryNodeSnapshotClass(
            urn="urn:li:glossaryNode:größe", aspects=[models.GlossaryNodeInfoClass(definition="Größen")]
        ),
        models.GlossaryTermSnapshotClass(
            urn="urn:li:glossaryTerm:größe",
            aspects=[
                models.GlossaryTermInfoClass(definition="x", termSource="", parentNode="urn:li:glossaryNode:größe"),
                models.GlossaryRelatedTermsClass(isRelatedTerms=["urn:li:glossaryTerm:a"]),
            ],
        ),
        models.TagSnapshotClass(
            urn="urn:li:tag:schnappschuss",
            aspects=[models.TagPropertiesClass(name="Schnappschuss", colorHex="#00CC88"), OWNERSHIP],
        ),
        models.DataPlatformSnapshotClass(
            urn="urn:li:dataPlatform:größe",
            aspects=[models.DataPlatformInfoClass(name="größe", type="RELATIONAL_DB", datasetNameDelimiter=".")],
        ),
        models.MLModelSnapshotClass(
            urn=MODEL,
            aspects=[
                models.MLModelPropertiesClass(
                    type="CNN", hyperParameters={"rate": 0.1, "rounds": 5, "kind": "x"}, date=1_700_000_000_000
                ),
                models.MetricsClass(performanceMeasures=["f1"]),
                models.CaveatsAndRecommendationsClass(
                    caveats=models.CaveatDetailsClass(needsFurtherTesting=True), recommendations="keine"
                ),
                models.CostClass(
                    costType=models.CostTypeClass.ORG_COST_TYPE,
                    cost=models.CostCostClass(costId=1.5, fieldDiscriminator="costId"),
                ),
                models.DeprecationClass(deprecated=False, note="", actor=USER),
            ],
        ),
        models.MLFeatureSnapshotClass(
            urn="urn:li:mlFeature:(n,größe)",
            aspects=[models.MLFeaturePropertiesClass(description="x", dataType="NOMINAL", sources=[INPUT])],
        ),
    ]


def stored(snapshot) -> dict:
    """The JSON texts of the snapshot's aspects as they are stored, by name."""
    session, found = graph()._session, {}
    for aspect in snapshot.aspects:
        url = f"{URL}/aspects/{quote(snapshot.urn, safe='')}?aspect={aspect.ASPECT_NAME}&version=0"
        response = session.get(url)
        assert response.status_code == 200, f"{aspect.ASPECT_NAME} of {snapshot.urn}: {response.text}"
        found[aspect.ASPECT_NAME] = json.dumps(response.json()["aspect"], sort_keys=True)
        got = graph().get_aspect(snapshot.urn, type(aspect))
        assert got == aspect, f"{aspect.ASPECT_NAME} of {snapshot.urn}: {got}"
    return found


def as_proposals(snapshot) -> dict:
    """What the aspects are stored as when they are sent as proposals."""
    for aspect in snapshot.aspects:
        emitter().emit_mcp(MetadataChangeProposalWrapper(entityUrn=snapshot.urn, aspect=aspect))
    found = stored(snapshot)
    # An active user cannot be deleted.
    if not isinstance(snapshot, models.CorpUserSnapshotClass):
        graph().hard_delete_entity(snapshot.urn)
    return found


def events() -> list:
    system = models.SystemMetadataClass(lastObserved=5, runId="schnappschuss")
    return [models.MetadataChangeEventClass(proposedSnapshot=one, systemMetadata=system) for one in snapshots()]


def test_events_are_stored_as_their_proposals_are():
    for options in ({}, {"openapi_ingestion": True}):
        client = DatahubRestEmitter(URL, token=TOKEN, retry_max_times=1, **options)
        for event in events():
            snapshot = event.proposedSnapshot
            expected = as_proposals(snapshot)
            client.emit_mce(event)
            assert stored(snapshot) == expected, snapshot.urn


def test_files_of_events():
    given = events()
    expected = {event.proposedSnapshot.urn: as_proposals(event.proposedSnapshot) for event in given}
    count = sum(len(one) for one in expected.values())
    write_metadata_file("events.json", given)
    output = catalog("ingest", "events.json", "--server", URL)
    assert f"proposals: {count} written, 0 refused, from {len(given)} records" in output, output
    for event in given:
        assert stored(event.proposedSnapshot) == expected[event.proposedSnapshot.urn], event.proposedSnapshot.urn


def test_a_file_of_both_forms():
    urn = dataset()
    proposals = [MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for aspect in DATASET]
    tag = models.TagSnapshotClass(urn="urn:li:tag:beide", aspects=[models.TagPropertiesClass(name="Beide")])
    write_metadata_file("both.json", [*proposals, models.MetadataChangeEventClass(proposedSnapshot=tag)])
    output = catalog("ingest", "both.json", "--server", URL)
    assert f"proposals: {len(DATASET) + 1} written, 0 refused" in output, output
    for aspect in DATASET:
        assert graph().get_aspect(urn, type(aspect)) == aspect
    stored(tag)
