"""What stateful ingestion of a directory writes: users and groups, and the status of those that the directory no longer has."""

from datahub.emitter.mcp import MetadataChangeProposalWrapper as Wrapper
from datahub.metadata import schema_classes as models
from support import graph

USER, GROUP = "urn:li:corpuser:directories.jane", "urn:li:corpGroup:directories"
STATUS = "query ($urn: String!) { corpUser(urn: $urn) { status } }"


def entities(removed: bool) -> list[Wrapper]:
    group = models.CorpGroupInfoClass(admins=[], members=[], groups=[], displayName="Directories")
    return [
        Wrapper(entityUrn=USER, aspect=models.CorpUserInfoClass(active=True, displayName="Jane")),
        Wrapper(entityUrn=GROUP, aspect=group),
        Wrapper(entityUrn=USER, aspect=models.StatusClass(removed=removed)),
        Wrapper(entityUrn=GROUP, aspect=models.StatusClass(removed=removed)),
    ]


def test_stateful_ingestion():
    with graph() as client:
        for removed, status in ((False, "ACTIVE"), (True, "SUSPENDED"), (False, "ACTIVE")):
            client.emit_mcps(entities(removed))
            assert client.execute_graphql(STATUS, {"urn": USER})["corpUser"]["status"] == status
            found = set(client.get_urns_by_filter(entity_types=["corpuser", "corpGroup"], query="directories"))
            assert found == (set() if removed else {USER, GROUP}), found
            assert client.get_aspect(USER, models.CorpUserInfoClass).active
