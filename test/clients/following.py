"""What the catalog adds to aspects, as DataHub's server does (docs/wire-aspects.md, "What the catalog adds")."""

from aspects import STAMP, USER
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.metadata import schema_classes as models
from datahub.specific.dataset import DatasetPatchBuilder
from support import dataset, emitter, graph

SALES, FINANCE = "urn:li:domain:sales", "urn:li:domain:finance"
TYPE = "urn:li:ownershipType:steward"


def write(urn: str, *aspects: models._Aspect):
    with emitter() as to:
        for aspect in aspects:
            to.emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))


def domains(urn: str) -> tuple:
    read = graph().get_aspect(urn, models.DomainsClass)
    return read.domains, [(one.domain, one.attribution is not None) for one in read.domainAssociations]


def test_domains():
    urn = dataset("following")
    write(urn, models.DomainsClass([SALES]))
    assert domains(urn) == ([SALES], [(SALES, False)])
    by_program = models.MetadataAttributionClass(time=1, actor=USER, source="urn:li:dataHubAction:rule")
    found = models.DomainAssociationClass(domain=FINANCE, attribution=by_program)
    write(urn, models.DomainsClass(domains=[], domainAssociations=[found]))
    assert domains(urn) == ([FINANCE], [(FINANCE, True)])
    # Read, changed and written.
    read = graph().get_aspect(urn, models.DomainsClass)
    write(urn, models.DomainsClass([*read.domains, SALES], read.domainAssociations))
    assert domains(urn) == ([FINANCE, SALES], [(FINANCE, True), (SALES, False)])


def test_owners():
    urn = dataset("following")
    kinds = models.OwnershipTypeClass
    owners = [
        models.OwnerClass(USER, kinds.DATAOWNER),
        models.OwnerClass("urn:li:corpGroup:team", kinds.CUSTOM, typeUrn=TYPE),
    ]
    write(urn, models.OwnershipClass(owners, lastModified=STAMP))
    types = {"urn:li:ownershipType:__system__dataowner": [USER], TYPE: ["urn:li:corpGroup:team"]}
    assert graph().get_aspect(urn, models.OwnershipClass).ownerTypes == types
    builder = DatasetPatchBuilder(urn).remove_owner(USER)
    with emitter() as to:
        for patch in builder.build():
            to.emit_mcp(patch)
    assert graph().get_aspect(urn, models.OwnershipClass).ownerTypes == {TYPE: ["urn:li:corpGroup:team"]}


def test_browse_paths():
    own = models.BrowsePathsV2Class([models.BrowsePathEntryClass("own")])
    box = "urn:li:container:following"
    child, written = dataset("following.Child"), dataset("following.written")
    write(box, models.ContainerPropertiesClass("box"))
    write(child, models.ContainerClass(box))
    write(written, own, models.StatusClass(False))
    paths = [graph().get_aspect(urn, models.BrowsePathsV2Class) for urn in (box, child, written)]
    assert [[entry.id for entry in one.path] for one in paths] == [["Default"], ["following"], ["own"]], paths
