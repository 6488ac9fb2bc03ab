"""The SDK's search: each filter finds what it is for, and nothing of what is almost the same."""

import functools

from aspects import field, schema, tags
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.filters import RemovedStatusFilter
from datahub.metadata import schema_classes as models
from datahub.sdk.main_client import DataHubClient
from datahub.sdk.search_filters import FilterDsl as F
from support import TOKEN, URL, graph

STORE, WEB = "urn:li:dataPlatform:searching", "urn:li:dataPlatform:searchingweb"
INSTANCE = f"urn:li:dataPlatformInstance:({STORE},east)"
DATABASE, FOLDER, ELSEWHERE = (f"urn:li:container:searching-{name}" for name in ("database", "folder", "else"))
TAG, ALIKE = "urn:li:tag:Searching.PII", "urn:li:tag:Searching.PII2"
TERM, OTHER_TERM = "urn:li:glossaryTerm:Searching.Email", "urn:li:glossaryTerm:Searching.Mail"
DOMAIN, OTHER_DOMAIN = "urn:li:domain:searching-sales", "urn:li:domain:searching-ops"
OWNER, TEAM = "urn:li:corpuser:searching.ada", "urn:li:corpGroup:searching-team"


def dataset(platform: str, name: str, env: str) -> str:
    return f"urn:li:dataset:({platform},searching.{name},{env})"


ORDERS = dataset(STORE, "shop.orders", "PROD")
EVENTS = dataset(STORE, "shop.order_events", "DEV")
CLICKS = dataset(WEB, "web.clicks", "PROD")
PAGES = dataset(WEB, "web.pages", "PROD")
GONE = dataset(STORE, "shop.gone", "PROD")
CHART = "urn:li:chart:(searching,sales)"
ALL = {ORDERS, EVENTS, CLICKS, PAGES, GONE, CHART, DATABASE, FOLDER, ELSEWHERE, TAG}
LIVE = ALL - {GONE}


LAST = models.ChangeAuditStampsClass(lastModified=models.AuditStampClass(time=9, actor=OWNER))


def terms(*urns: str) -> models.GlossaryTermsClass:
    stamp = models.AuditStampClass(time=0, actor=OWNER)
    return models.GlossaryTermsClass([models.GlossaryTermAssociationClass(urn) for urn in urns], stamp)


def owned(urn: str) -> models.OwnershipClass:
    return models.OwnershipClass([models.OwnerClass(urn, models.OwnershipTypeClass.DATAOWNER)])


def instance(platform: str, urn: str | None = None) -> models.DataPlatformInstanceClass:
    return models.DataPlatformInstanceClass(platform=platform, instance=urn)


def column(**edited) -> models.EditableSchemaMetadataClass:
    return models.EditableSchemaMetadataClass([models.EditableSchemaFieldInfoClass("a", **edited)])


def properties(name: str, at: int, **custom: str) -> models.DatasetPropertiesClass:
    stamp = models.TimeStampClass(time=at)
    return models.DatasetPropertiesClass(name=name, lastModified=stamp, customProperties=custom)


def path(*containers: str) -> models.BrowsePathsV2Class:
    return models.BrowsePathsV2Class([models.BrowsePathEntryClass(urn, urn) for urn in containers])


def entities() -> dict:
    """Each has what its neighbour almost has: another value, or the value in another place."""
    a = field("a", models.StringTypeClass(), "varchar")
    declared = field("a", models.StringTypeClass(), "text")
    declared.globalTags = tags("Searching.PII")
    one = [terms(TERM), owned(OWNER), models.DomainsClass([DOMAIN]), models.SubTypesClass(["Table"])]
    return {
        ORDERS: [
            *one,
            schema(a),
            tags("Searching.PII"),
            instance(STORE, INSTANCE),
            models.ContainerClass(FOLDER),
            properties("Orders", 3, team="sales", tier="1"),
        ],
        EVENTS: [
            schema(a),
            column(globalTags=tags("Searching.PII"), glossaryTerms=terms(TERM)),
            instance(STORE, INSTANCE.replace("east", "eastern")),
            models.ContainerClass(DATABASE),
            models.DomainsClass([OTHER_DOMAIN]),
            models.SubTypesClass(["View"]),
            owned(TEAM),
            properties("Order events", 1, team="ops"),
            path(DATABASE),
            models.StatusClass(removed=False),
        ],
        CLICKS: [schema(declared), models.ContainerClass(ELSEWHERE), properties("Clicks", 2, sales="team")],
        PAGES: [
            tags("Searching.PII2"),
            terms(OTHER_TERM),
            owned(OWNER + "2"),
            models.SubTypesClass(["table"]),
            properties("Pages", 4, team="sales-2", note=f"not {TAG}"),
        ],
        GONE: [
            *one,
            schema(a),
            tags("Searching.PII"),
            models.ContainerClass(FOLDER),
            properties("Gone", 5, team="sales"),
            models.StatusClass(removed=True),
        ],
        CHART: [
            models.ChartInfoClass("Sales", "of the shop", LAST),
            instance(STORE),
            tags("Searching.PII"),
        ],
        DATABASE: [models.ContainerPropertiesClass("Searching database", env="PROD"), instance(STORE)],
        FOLDER: [models.ContainerPropertiesClass("Searching folder"), models.ContainerClass(DATABASE)],
        ELSEWHERE: [models.ContainerPropertiesClass("Searching elsewhere", customProperties={"env": "DEV"})],
        TAG: [models.TagPropertiesClass("Searching PII")],
    }


@functools.cache
def client() -> DataHubClient:
    proposals = [
        MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect)
        for urn, aspects in entities().items()
        for aspect in aspects
    ]
    graph().emit_mcps(proposals)
    return DataHubClient(server=URL, token=TOKEN)


def found(filter=None, query: str | None = None) -> set:
    """What of these entities `client.search` finds; nothing twice."""
    urns = [str(urn) for urn in client().search.get_urns(query, filter)]
    assert len(urns) == len(set(urns)), urns
    return ALL & set(urns)


def by_filter(**filters) -> list:
    """What of these entities `get_urns_by_filter` finds, in its order, on pages of two."""
    client()
    return [urn for urn in graph().get_urns_by_filter(batch_size=2, **filters) if urn in ALL]


def equal(actual, expected):
    actual = set(actual)
    assert actual == expected, f"not found: {expected - actual}; found too: {actual - expected}"


def test_platform():
    equal(found(F.platform("searching")), {ORDERS, EVENTS, CHART, DATABASE})
    equal(found(F.platform(["searching", "searchingweb"])), {ORDERS, EVENTS, CHART, DATABASE, CLICKS, PAGES})
    equal(by_filter(platform="searching"), {ORDERS, EVENTS, CHART, DATABASE})
    equal(by_filter(platform="searchin"), set())


def test_platform_instance():
    equal(by_filter(platform="searching", platform_instance="east"), {ORDERS})
    equal(by_filter(platform_instance=INSTANCE), {ORDERS})
    equal(by_filter(platform_instance=INSTANCE.replace("east", "eas")), set())


def test_env():
    equal(found(F.and_(F.env("DEV"), F.platform("searching"))), {EVENTS})
    equal(found(F.env("PROD")), {ORDERS, CLICKS, PAGES, DATABASE})
    equal(by_filter(env="DEV"), {EVENTS, ELSEWHERE})
    equal(by_filter(env="PROD"), {ORDERS, CLICKS, PAGES, DATABASE})
    equal(by_filter(env="QA", platform="searching"), set())


def test_container():
    equal(found(F.container(DATABASE)), {FOLDER, ORDERS, EVENTS})
    equal(found(F.container(FOLDER)), {ORDERS})
    equal(found(F.container(DATABASE, direct_descendants_only=True)), {FOLDER, EVENTS})
    equal(by_filter(container=DATABASE), {FOLDER, ORDERS, EVENTS})
    equal(by_filter(container=[FOLDER, ELSEWHERE]), {ORDERS, CLICKS})
    equal(by_filter(container=DATABASE, status=RemovedStatusFilter.ONLY_SOFT_DELETED), {GONE})


def test_status():
    status = RemovedStatusFilter
    for filters in ({}, {"status": status.NOT_SOFT_DELETED}):
        equal(by_filter(**filters, entity_types=["dataset"]), {ORDERS, EVENTS, CLICKS, PAGES})
    equal(by_filter(status=status.ONLY_SOFT_DELETED), {GONE})
    equal(by_filter(status=status.ALL, platform="searching"), {ORDERS, EVENTS, CHART, DATABASE, GONE})
    equal(found(), LIVE)
    equal(found(F.soft_deleted(status.NOT_SOFT_DELETED)), LIVE)
    equal(found(F.soft_deleted(status.ONLY_SOFT_DELETED)), {GONE})
    # The SDK's words for all: `urn` exists. It does not ask for what is soft-deleted, as with DataHub.
    equal(found(F.soft_deleted(status.ALL)), LIVE)


def test_tags():
    equal(found(F.tag(TAG)), {ORDERS, EVENTS, CLICKS, CHART})
    equal(found(F.tag([TAG, ALIKE])), {ORDERS, EVENTS, CLICKS, CHART, PAGES})
    equal(found(F.tag(TAG.lower())), set())
    equal(found(F.custom_filter("fieldTags", "EQUAL", [TAG])), {EVENTS, CLICKS})
    equal(found(F.custom_filter("editedFieldTags", "EQUAL", [TAG])), {EVENTS})


def test_owners():
    equal(found(F.owner(OWNER)), {ORDERS})
    equal(found(F.owner([OWNER, TEAM])), {ORDERS, EVENTS})


def test_domains():
    equal(found(F.domain(DOMAIN)), {ORDERS})
    equal(found(F.domain([OTHER_DOMAIN])), {EVENTS})


def test_glossary_terms():
    equal(found(F.glossary_term(TERM)), {ORDERS, EVENTS})
    equal(found(F.glossary_term(OTHER_TERM)), {PAGES})


def test_sub_types():
    equal(found(F.and_(F.entity_subtype("Table"), F.platform(["searching", "searchingweb"]))), {ORDERS})
    equal(found(F.entity_subtype(["Table", "View"])), {ORDERS, EVENTS})


def test_custom_properties():
    equal(found(F.has_custom_property("team", "sales")), {ORDERS})
    equal(found(F.has_custom_property("sales", "team")), {CLICKS})
    equal(found(F.has_custom_property("team", "sale")), set())


def test_entity_types():
    equal(found(F.entity_type("dataset")), {ORDERS, EVENTS, CLICKS, PAGES})
    equal(found(F.entity_type(["chart", "CONTAINER"])), {CHART, DATABASE, FOLDER, ELSEWHERE})
    equal(found(F.entity_type("tag")), {TAG})
    equal(found(F.not_(F.entity_type("dataset"))), LIVE - {ORDERS, EVENTS, CLICKS, PAGES})
    equal(by_filter(entity_types=["container", "chart"]), {CHART, DATABASE, FOLDER, ELSEWHERE})


def test_not_and_or():
    datasets = F.entity_type("dataset")
    equal(found(F.and_(datasets, F.not_(F.tag(TAG)))), {PAGES})
    equal(found(F.and_(F.platform("searching"), F.not_(F.and_(F.tag(TAG), datasets)))), {CHART, DATABASE})
    equal(found(F.or_(F.owner(TEAM), F.domain(DOMAIN))), {EVENTS, ORDERS})
    either = F.or_(F.platform("searchingweb"), F.entity_subtype("View"))
    equal(found(F.and_(either, F.tag(TAG))), {CLICKS, EVENTS})
    equal(found(F.and_(F.true(), F.container(FOLDER))), {ORDERS})
    equal(found(F.false()), set())


def test_other_fields_and_conditions():
    mine = F.platform(["searching", "searchingweb"])

    def where(field: str, condition: str, *values: str) -> set:
        return found(F.and_(mine, F.custom_filter(field, condition, list(values))))

    equal(where("name", "START_WITH", "order"), {ORDERS, EVENTS})
    equal(where("name", "END_WITH", "ERS", "licks"), {ORDERS, CLICKS})
    equal(where("name", "CONTAIN", "lick"), {CLICKS})
    equal(where("name", "IEQUAL", "pAGES"), {PAGES})
    equal(where("lastModifiedAt", "LESS_THAN", "3"), {EVENTS, CLICKS})
    equal(where("lastModifiedAt", "GREATER_THAN_OR_EQUAL_TO", "3"), {ORDERS, PAGES, CHART})
    equal(where("typeNames", "EXISTS"), {ORDERS, EVENTS, PAGES})
    equal(where("domains", "IN", DOMAIN, OTHER_DOMAIN), {ORDERS, EVENTS})
    for rule in (("domains", "EQUAL"), ("colour", "EQUAL", "red")):
        try:
            where(*rule)
        except Exception as error:
            assert "BAD_REQUEST" in str(error), error
        else:
            raise AssertionError(f"{rule} is taken")


def test_query_text():
    equal(found(query="searching orders"), {ORDERS})
    equal(found(query="searching order"), {ORDERS, EVENTS})
    equal(found(query='"order events"'), {EVENTS})
    equal(found(query="searching.shop"), {ORDERS, EVENTS})
    equal(found(query="/q searching AND (clicks OR pages) AND NOT pages"), {CLICKS})
    equal(found(query="/q tag:Searching.PII AND platform:searchingweb"), {CLICKS})
    equal(found(F.env("PROD"), "searching shop"), {ORDERS})
    equal(found(query="searchingnothing"), set())


def test_order():
    datasets = {"platform": ["searching", "searchingweb"], "entity_types": ["dataset"]}
    names = [CLICKS, EVENTS, ORDERS, PAGES]
    assert by_filter(**datasets, sort_by="name") == names, by_filter(**datasets, sort_by="name")
    assert by_filter(**datasets, sort_by="name", sort_order="DESCENDING") == names[::-1]
    times = by_filter(**datasets, sort_by="lastModifiedAt")
    assert times == [EVENTS, CLICKS, ORDERS, PAGES], times


def test_schemas():
    client()
    read = graph()._bulk_fetch_schema_info_by_filter
    found = {urn: schema["fields"] for urn, schema in read(platform=["searching", "searchingweb"], batch_size=1)}
    string, text = ({"fieldPath": "a", "nativeDataType": native} for native in ("varchar", "text"))
    assert found == {ORDERS: [string], EVENTS: [string], CLICKS: [text]}, found
    assert [urn for urn, _ in read(container=FOLDER, status=RemovedStatusFilter.ONLY_SOFT_DELETED)] == [GONE]


def test_a_write_is_found_by_the_next_request():
    urn = dataset(WEB, "web.now", "PROD")
    for one in range(5):
        graph().emit(MetadataChangeProposalWrapper(entityUrn=urn, aspect=tags(f"searching-{one}")))
        for id in (one, one - 1):
            rule = {"field": "tags", "values": [f"urn:li:tag:searching-{id}"]}
            urns = list(graph().get_urns_by_filter(extraFilters=[rule]))
            assert urns == ([urn] if id == one else []), urns
    graph().hard_delete_entity(urn)
    assert urn not in list(graph().get_urns_by_filter(platform="searchingweb"))
