"""Patches by every method of every patch builder, and of every aspect of every entity type, on entities that do not
exist: the client reads what the catalog has accepted."""

import importlib
import inspect
import itertools
import json
import pkgutil

import datahub.specific
from datahub.api.entities.structuredproperties.structuredproperties import StructuredProperties
from datahub.configuration.common import OperationalError
from datahub.emitter.mcp_patch_builder import MetadataPatchProposal
from datahub.metadata.schema_classes import (
    ASPECT_NAME_MAP,
    ENTITY_TYPE_TO_ASPECT_NAMES,
    AuditStampClass,
    ChangeAuditStampsClass,
    ChangeTypeClass,
    ChartTypeClass,
    DatasetLineageTypeClass,
    DomainAssociationClass,
    EdgeClass,
    FineGrainedLineageClass,
    FineGrainedLineageDownstreamTypeClass,
    FineGrainedLineageUpstreamTypeClass,
    FormPromptClass,
    FormPromptTypeClass,
    GenericAspectClass,
    GlossaryTermAssociationClass,
    InstitutionalMemoryMetadataClass,
    MetadataChangeProposalClass,
    OwnerClass,
    OwnershipTypeClass,
    PropertyValueClass,
    StructuredPropertyDefinitionClass,
    TagAssociationClass,
    TimeStampClass,
    UpstreamClass,
)
from datahub.specific import api, chart, dashboard, datajob, dataproduct, dataset, form, status, structured_property
from datahub.specific import dataset as datasets
from generated import Values
from support import Protocol, graph

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
    status.StatusPatchBuilder: "urn:li:dataset:(urn:li:dataPlatform:hive,status{},PROD)",
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


def outcome(patch, client) -> str:
    """Sends a patch. AssertionError when the client cannot read what was accepted."""
    if not sent(patch, client):
        return "refused"
    aspect = ASPECT_NAME_MAP[patch.aspectName]
    try:
        client.get_aspect(patch.entityUrn, aspect)
    except Exception as error:
        raise AssertionError(f"{patch.aspectName} of {patch.entityUrn} was accepted and cannot be read: {error}") from error
    return "read"


def sent(patch, client) -> bool:
    """Whether a patch was accepted."""
    try:
        client.emit(patch)
        return True
    except OperationalError as error:
        assert error.info.get("status") in (400, 422), error.info
        return False


def all_builders() -> set:
    names = [module.name for module in pkgutil.iter_modules(datahub.specific.__path__)]
    modules = [importlib.import_module(f"datahub.specific.{name}") for name in names]
    found = {one for module in modules for one in vars(module).values() if inspect.isclass(one)}
    # The modules import the base class and the helpers of several builders.
    return {one for one in found if issubclass(one, MetadataPatchProposal) and one.__name__.endswith("PatchBuilder")}


def test_every_method_of_every_patch_builder():
    assert all_builders() == set(BUILDERS), all_builders() ^ set(BUILDERS)
    client = graph()
    outcomes = []
    properties = []
    for builder, name, method in calls():
        patch = builder(BUILDERS[builder].format(next(_count)))
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
        found = [outcome(one, client) for one in proposals]
        outcomes += [(builder.__name__, name, one) for one in found]
        if builder is structured_property.StructuredPropertyPatchBuilder and "read" in found:
            properties.append(patch.urn)
    # `datahub properties list` does this, and one failure would end it for every user.
    listed = [urn for urn in properties if client.get_aspect(urn, StructuredPropertyDefinitionClass)]
    for urn in listed:
        StructuredProperties.from_datahub(client, urn)
    # One without a definition would end the list, too.
    for urn in properties:
        client.hard_delete_entity(urn)
    counts = {what: sum(one[2] == what for one in outcomes) for what in ("read", "refused", "not built")}
    print(f"patch builders: {counts}; not read: {[one for one in outcomes if one[2] != 'read']}")
    assert counts["read"] > 150 and counts["not built"] < 20 and len(listed) > 5, (counts, listed)


def test_one_field_of_every_aspect_of_every_entity_type():
    """Most aspects need several fields: such patches are refused, and everything else is read."""
    client = graph()
    values = Values("fields of patches")
    accepted = 0
    for kind, names in ENTITY_TYPE_TO_ASPECT_NAMES.items():
        urn = values.urn(kind)
        patched = []
        # Half of the aspects over each protocol, to save time.
        for name in sorted(names)[int(Protocol.openapi) :: 2]:
            model = ASPECT_NAME_MAP.get(name)
            if model is None or not model.RECORD_SCHEMA.fields or model.ASPECT_TYPE == "timeseries":
                continue
            field, value = values.random.choice(sorted(values.aspect(model.RECORD_SCHEMA).items()))
            operation = {"op": "add", "path": f"/{field}", "value": value}
            patch = MetadataChangeProposalClass(
                entityType=kind,
                entityUrn=urn,
                changeType=ChangeTypeClass.PATCH,
                aspectName=name,
                aspect=GenericAspectClass(json.dumps([operation]).encode(), "application/json-patch+json"),
            )
            if sent(patch, client):
                patched.append(name)
        accepted += len(patched)
        # Reads each aspect as `get_aspect` does.
        if patched:
            found = client.get_entity_semityped(urn, aspects=patched)
            assert set(found) >= set(patched), (urn, set(patched) - set(found))
        if kind == "structuredProperty":
            client.hard_delete_entity(urn)
    print(f"single fields: {accepted} patches accepted")
    assert accepted > 150, accepted


def test_patching_the_terms_of_a_column():
    urn = f"urn:li:dataset:(urn:li:dataPlatform:hive,terms{next(_count)},PROD)"
    client = graph()
    for editable in (True, False):
        helper = datasets.DatasetPatchBuilder(urn).for_field("c", editable=editable)
        for patch in helper.add_term(VALUES["term"]).parent().build():
            assert outcome(patch, client) == ("read" if editable else "refused")
