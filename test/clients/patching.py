"""Every method of every patch builder, on an entity that does not exist: what is accepted, `get_aspect` reads."""

import inspect
import itertools

from datahub.configuration.common import OperationalError
from datahub.metadata.schema_classes import (
    ASPECT_NAME_MAP,
    AuditStampClass,
    ChangeAuditStampsClass,
    ChartTypeClass,
    DatasetLineageTypeClass,
    DomainAssociationClass,
    EdgeClass,
    FineGrainedLineageClass,
    FineGrainedLineageDownstreamTypeClass,
    FineGrainedLineageUpstreamTypeClass,
    FormPromptClass,
    FormPromptTypeClass,
    GlossaryTermAssociationClass,
    InstitutionalMemoryMetadataClass,
    OwnerClass,
    OwnershipTypeClass,
    PropertyValueClass,
    TagAssociationClass,
    TimeStampClass,
    UpstreamClass,
)
from datahub.specific import api, chart, dashboard, datajob, dataproduct, dataset, form, structured_property
from datahub.specific import dataset as datasets
from support import graph

_count = itertools.count(1)
SET = "urn:li:dataset:(urn:li:dataPlatform:hive,upstream,PROD)"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),upstream)"
FIELD = f"urn:li:schemaField:({SET},c)"
USER = "urn:li:corpuser:a"
STAMP = AuditStampClass(time=1, actor=USER)
EDGE = EdgeClass(destinationUrn=SET, created=STAMP, lastModified=STAMP)
CHART_EDGE = EdgeClass(destinationUrn="urn:li:chart:(looker,a)")
LINEAGE = FineGrainedLineageClass(
    upstreamType=FineGrainedLineageUpstreamTypeClass.FIELD_SET,
    downstreamType=FineGrainedLineageDownstreamTypeClass.FIELD,
    upstreams=[FIELD],
    downstreams=[FIELD],
)

BUILDERS = {
    api.ApiPatchBuilder: "urn:li:api:x{}",
    chart.ChartPatchBuilder: "urn:li:chart:(looker,x{})",
    dashboard.DashboardPatchBuilder: "urn:li:dashboard:(looker,x{})",
    datajob.DataJobPatchBuilder: "urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),x{})",
    dataproduct.DataProductPatchBuilder: "urn:li:dataProduct:x{}",
    dataset.DatasetPatchBuilder: "urn:li:dataset:(urn:li:dataPlatform:hive,patched{},PROD)",
    form.FormPatchBuilder: "urn:li:form:x{}",
    structured_property.StructuredPropertyPatchBuilder: "urn:li:structuredProperty:x.y{}",
}

# Values by a part of the parameter's name, of which the first that fits is taken.
VALUES = {
    "tag": TagAssociationClass(tag="urn:li:tag:a"),
    "term": GlossaryTermAssociationClass(urn="urn:li:glossaryTerm:a"),
    "owner_type": OwnershipTypeClass.DATAOWNER,
    "owners": [OwnerClass(owner=USER, type=OwnershipTypeClass.DATAOWNER)],
    "owner": OwnerClass(owner=USER, type=OwnershipTypeClass.DATAOWNER),
    "fine_grained_lineage": LINEAGE,
    "upstreams": [UpstreamClass(dataset=SET, type=DatasetLineageTypeClass.TRANSFORMED)],
    "upstream": UpstreamClass(dataset=SET, type=DatasetLineageTypeClass.TRANSFORMED),
    "domain": DomainAssociationClass(domain="urn:li:domain:a"),
    "prompts": [FormPromptClass(id="p", title="p", type=FormPromptTypeClass.STRUCTURED_PROPERTY)],
    "prompt_id": "p",
    "prompt": FormPromptClass(id="p", title="p", type=FormPromptTypeClass.STRUCTURED_PROPERTY),
    "allowed_value": PropertyValueClass(value="a"),
    "element": InstitutionalMemoryMetadataClass(url="https://a", description="a", createStamp=STAMP),
    "entity_type": "urn:li:entityType:datahub.dataset",
    "value_type": "urn:li:dataType:datahub.string",
    "type_qualifier": {"allowedTypes": ["urn:li:entityType:datahub.dataset"]},
    "custom_properties": {"a": "b"},
    "properties": {"a": "b"},
    "is_": True,
    "cardinality": "MULTIPLE",
    "access": "PUBLIC",
    "chart_edges": [CHART_EDGE],
    "assets": [EDGE],
    "documentation": "a",
    "fine_grained_lineages": [LINEAGE],
    "input_datajobs": [EdgeClass(destinationUrn=JOB)],
    "input_datajob": JOB,
    "input_dataset_fields": [EdgeClass(destinationUrn=FIELD)],
    "output_dataset_fields": [EdgeClass(destinationUrn=FIELD)],
    "input_datasets": [EDGE],
    "output_datasets": [EDGE],
    "dashboard": "urn:li:dashboard:(looker,a)",
}

REMOVED = {"tag": "urn:li:tag:a", "term": "urn:li:glossaryTerm:a", "owner": USER, "domain": "urn:li:domain:a"}


def value_of(name: str, parameter: inspect.Parameter, method: str):
    hint = str(parameter.annotation)
    if name in ("type", "chart_type") and method == "set_type":
        return ChartTypeClass.BAR if "Chart" in hint else "VERIFICATION"
    if method.startswith("remove_") and name in REMOVED:
        return REMOVED[name]
    if name in VALUES:
        return VALUES[name]
    for part, value in VALUES.items():
        if name.startswith(part):
            return value
    if "ChangeAuditStamps" in hint:
        return ChangeAuditStampsClass(created=STAMP, lastModified=STAMP)
    if "TimeStamp" in hint:
        return TimeStampClass(time=1)
    if "Edge" in hint or "DataProductAssociation" in hint:
        return [EDGE] if "List" in hint else EDGE
    if "int" in hint and "str" not in hint or "datetime" in hint:
        return 1
    if "List" in hint:
        return [SET]
    if "bool" in hint:
        return True
    if "Urn" in hint or "urn" in name:
        return JOB if "datajob" in method else FIELD if "field" in method else SET
    return "a"


def calls():
    for builder in BUILDERS:
        for name, method in inspect.getmembers(builder, inspect.isfunction):
            if name.startswith(("add_", "set_", "remove_")):
                yield builder, name, method


def outcome(patch) -> str:
    """Sends a patch to its new entity. AssertionError when the client cannot read what was accepted."""
    try:
        graph().emit(patch)
    except OperationalError as error:
        assert error.info.get("status") in (400, 422), error.info
        return "refused"
    aspect = ASPECT_NAME_MAP[patch.aspectName]
    try:
        graph().get_aspect(patch.entityUrn, aspect)
    except Exception as error:
        raise AssertionError(f"{patch.aspectName} of {patch.entityUrn} was accepted and cannot be read: {error}") from error
    return "read"


def test_every_method_of_every_patch_builder():
    outcomes = []
    properties = []
    for builder, name, method in calls():
        patch = builder(BUILDERS[builder].format(next(_count)))
        if builder is structured_property.StructuredPropertyPatchBuilder:
            properties.append(patch.urn)
        parameters = list(inspect.signature(method).parameters.items())[1:]
        required = {key: value_of(key, one, name) for key, one in parameters if one.default is inspect.Parameter.empty}
        if not required and parameters:
            key, one = parameters[0]
            required = {key: value_of(key, one, name)}
        try:
            getattr(patch, name)(**required)
            proposals = list(patch.build())
        except Exception:
            # A value that the builder itself refuses is not sent.
            outcomes.append((builder.__name__, name, "not built"))
            continue
        outcomes += [(builder.__name__, name, outcome(one)) for one in proposals]
    # One value that the client does not know would end its list of properties.
    for urn in properties:
        graph().hard_delete_entity(urn)
    counts = {what: sum(one[2] == what for one in outcomes) for what in ("read", "refused", "not built")}
    print(f"patch builders: {counts}; not read: {[one for one in outcomes if one[2] != 'read']}")
    assert counts["read"] > 150 and counts["not built"] < 20, counts


def test_patching_the_terms_of_a_column():
    urn = f"urn:li:dataset:(urn:li:dataPlatform:hive,terms{next(_count)},PROD)"
    for editable in (True, False):
        helper = datasets.DatasetPatchBuilder(urn).for_field("c", editable=editable)
        for patch in helper.add_term(VALUES["term"]).parent().build():
            assert outcome(patch) == ("read" if editable else "refused")
