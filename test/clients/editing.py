"""The SDK: patches, and the documented ways to tag a column."""

from aspects import EDITABLE, SCHEMA, tags
from datahub.emitter.mce_builder import make_data_job_urn, make_schema_field_urn
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata.schema_classes import (
    DataJobInputOutputClass,
    EditableSchemaFieldInfoClass,
    EditableSchemaMetadataClass,
    GlobalTagsClass,
    MetadataAttributionClass,
    TagAssociationClass,
    TagPropertiesClass,
)
from datahub.specific.datajob import DataJobPatchBuilder
from datahub.specific.dataset import DatasetPatchBuilder
from support import dataset, graph


def tag(id: str) -> TagAssociationClass:
    return TagAssociationClass(tag=f"urn:li:tag:{id}")


def emit(*proposals):
    for proposal in proposals:
        graph().emit(proposal)


def with_schema() -> str:
    urn = dataset("größe")
    emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=SCHEMA))
    return urn


def tags_of(urn: str) -> list:
    aspect = graph().get_aspect(urn, GlobalTagsClass)
    return [one.tag.removeprefix("urn:li:tag:") for one in aspect.tags] if aspect else None


def column_tags(urn: str) -> dict:
    aspect = graph().get_aspect(urn, EditableSchemaMetadataClass)
    fields = aspect.editableSchemaFieldInfo if aspect else []
    return {one.fieldPath: [t.tag for t in one.globalTags.tags] for one in fields if one.globalTags}


def test_patching_tags():
    urn = with_schema()
    emit(*DatasetPatchBuilder(urn).add_tag(tag("pii")).add_tag(tag("ümläut/~x")).build())
    emit(*DatasetPatchBuilder(urn).add_tag(tag("pii")).build())
    assert tags_of(urn) == ["pii", "ümläut/~x"], tags_of(urn)
    emit(*DatasetPatchBuilder(urn).remove_tag("urn:li:tag:ümläut/~x").build())
    emit(*DatasetPatchBuilder(urn).remove_tag("urn:li:tag:never").build())
    assert tags_of(urn) == ["pii"], tags_of(urn)
    emit(*DatasetPatchBuilder(urn).remove_tag("urn:li:tag:pii").build())
    assert tags_of(urn) == [], tags_of(urn)


def test_patching_the_tags_of_a_column():
    for path in ("kunde.straße", "[version=2.0].[type=K].[type=array].kunde.[type=string].straße/~ort"):
        urn = dataset()
        emit(*DatasetPatchBuilder(urn).for_field(path).add_tag(tag("pii")).parent().build())
        emit(*DatasetPatchBuilder(urn).for_field(path).add_tag(tag("Key")).parent().build())
        assert column_tags(urn) == {path: ["urn:li:tag:pii", "urn:li:tag:Key"]}, column_tags(urn)
        emit(*DatasetPatchBuilder(urn).for_field(path).remove_tag(tag("pii").tag).parent().build())
        assert column_tags(urn) == {path: ["urn:li:tag:Key"]}, column_tags(urn)


def by(source: str) -> TagAssociationClass:
    attribution = MetadataAttributionClass(time=1, actor="urn:li:corpuser:robot", source=source)
    return TagAssociationClass(tag="urn:li:tag:pii", attribution=attribution)


def sources_of(urn: str) -> list:
    tags = graph().get_aspect(urn, GlobalTagsClass).tags
    return [one.attribution.source if one.attribution else None for one in tags]


def test_tags_of_people_and_programs():
    urn = with_schema()
    [one, two] = ["urn:li:dataHubAction:one", "urn:li:dataHubAction:two"]
    written = GlobalTagsClass(tags=[tag("pii"), by(one)])
    emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=written))
    assert sources_of(urn) == [None, one], sources_of(urn)
    emit(*DatasetPatchBuilder(urn).add_tag(by(two)).build())
    emit(*DatasetPatchBuilder(urn).add_tag(tag("pii")).build())
    assert sources_of(urn) == [None, one, two], sources_of(urn)
    document = "query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } } } }"
    shown = graph().execute_graphql(document, {"urn": urn})["dataset"]["tags"]["tags"]
    assert shown == [{"tag": {"urn": "urn:li:tag:pii"}}], shown
    emit(*DatasetPatchBuilder(urn).remove_tag("urn:li:tag:pii").build())
    assert tags_of(urn) == [], tags_of(urn)


def test_removing_the_tag_of_a_column_whose_path_changed():
    urn = with_schema()
    path = "[version=2.0].[type=string].alt"
    info = EditableSchemaFieldInfoClass(fieldPath="alt", globalTags=tags("pii", "Key"))
    edited = EditableSchemaMetadataClass(editableSchemaFieldInfo=[info])
    emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=edited))
    emit(*DatasetPatchBuilder(urn).for_field(path).remove_tag("urn:li:tag:pii").parent().build())
    assert column_tags(urn) == {"alt": ["urn:li:tag:Key"]}, column_tags(urn)
    document = "mutation ($input: TagAssociationInput!) { removeTag(input: $input) }"
    place = {"resourceUrn": urn, "subResourceType": "DATASET_FIELD", "subResource": "alt"}
    graph().execute_graphql(document, {"input": {"tagUrn": "urn:li:tag:Key", **place}})
    assert column_tags(urn) == {"alt": []}, column_tags(urn)


def test_patching_other_aspects():
    urn = with_schema()
    builder = DatasetPatchBuilder(urn).set_display_name("ä").add_custom_property("k", "v")
    emit(*builder.set_description("Größe").build())
    properties = graph().get_dataset_properties(urn)
    assert (properties.name, properties.customProperties) == ("ä", {"k": "v"}), properties


def test_patching_the_columns_of_a_job():
    job = make_data_job_urn("airflow", "flow", dataset())
    [first, second] = [make_schema_field_urn(dataset(), path) for path in ("id", "straße")]
    for column in (first, second, first):
        emit(*DataJobPatchBuilder(job).add_input_dataset_field(column).build())
    emit(*DataJobPatchBuilder(job).remove_input_dataset_field(second).build())
    fields = graph().get_aspect(job, DataJobInputOutputClass).inputDatasetFields
    assert fields == [first], fields


def test_creating_what_may_exist():
    urn = f"urn:li:tag:{dataset().split(',')[1]}"
    for name in ("first", "second"):
        properties = TagPropertiesClass(name=name)
        headers = {"If-None-Match": "*"}
        emit(
            MetadataChangeProposalWrapper(
                entityUrn=urn, aspect=properties, changeType="CREATE", headers=headers
            )
        )
    assert graph().get_aspect(urn, TagPropertiesClass).name == "first"


def test_reading_changing_and_writing_the_tags_of_a_column():
    urn = with_schema()
    emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=EDITABLE))
    current = graph().get_aspect(urn, EditableSchemaMetadataClass)
    info = next(one for one in current.editableSchemaFieldInfo if one.fieldPath == "kunde.straße")
    info.globalTags.tags.append(tag("neu"))
    current.editableSchemaFieldInfo.append(EditableSchemaFieldInfoClass(fieldPath="x", globalTags=tags("a")))
    emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=current))
    found = column_tags(urn)
    assert found["kunde.straße"][-1] == "urn:li:tag:neu" and found["x"] == ["urn:li:tag:a"], found
    assert found["id"] == ["urn:li:tag:Key"], found


def test_the_column_tags_of_clients_are_those_of_graphql():
    urn = with_schema()
    emit(*DatasetPatchBuilder(urn).for_field("kunde.straße").add_tag(tag("pii")).parent().build())
    document = """query ($urn: String!) { dataset(urn: $urn) {
        editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } } } } } } }"""
    fields = graph().execute_graphql(document, {"urn": urn})["dataset"]["editableSchemaMetadata"]
    assert fields["editableSchemaFieldInfo"] == [
        {"fieldPath": "kunde.straße", "tags": {"tags": [{"tag": {"urn": "urn:li:tag:pii"}}]}}
    ], fields
