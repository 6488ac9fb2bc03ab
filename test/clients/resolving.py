"""What the SDK and its sources find by name: domains, data products, containers and platform resources."""

from datahub.api.entities.platformresource.platform_resource import (
    ElasticPlatformResourceQuery,
    PlatformResource,
    PlatformResourceKey,
    PlatformResourceSearchFields as Fields,
)
from datahub.emitter.mcp import MetadataChangeProposalWrapper as Wrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.metadata import schema_classes as models
from datahub.utilities.registries.domain_registry import DomainRegistry
from datahub.utilities.search_utils import LogicalOperator
from support import graph

DOMAIN, OTHER = "urn:li:domain:resolving-finance", "urn:li:domain:resolving-old"
NAME = "Resolving Finance"
PLATFORM, KEY = "resolving", r'urn:li:tag:Resolving "a", (b) & c\d'


def test_domains():
    with graph() as client:
        for urn, name in ((DOMAIN, NAME), (OTHER, f"{NAME} (old)")):
            client.emit(Wrapper(entityUrn=urn, aspect=models.DomainPropertiesClass(name=name)))
        assert client.get_domain_urn_by_name(NAME) == DOMAIN
        assert client.get_domain_urn_by_name("Resolving") is None
        registry = DomainRegistry(cached_domains=[NAME, "resolving-old"], graph=client)
        assert registry.get_domain_urn(NAME) == DOMAIN
        assert registry.get_domain_urn("resolving-old") == OTHER
        client.emit(Wrapper(entityUrn=OTHER, aspect=models.StatusClass(removed=True)))
        assert client.get_domain_urn_by_name(f"{NAME} (old)") is None


def test_other_names():
    product, box = "urn:li:dataProduct:resolving", "urn:li:container:resolving"
    with graph() as client:
        client.emit(Wrapper(entityUrn=product, aspect=models.DataProductPropertiesClass(name=NAME)))
        properties = models.ContainerPropertiesClass(name="c", customProperties={"instance": "resolving"})
        for aspect in (properties, models.SubTypesClass(typeNames=["Schema"])):
            client.emit(Wrapper(entityUrn=box, aspect=aspect))
        assert client.get_data_product_urn_by_name(NAME) == product
        assert list(client.get_container_urns_by_filter(env="resolving")) == [box]
        page = client.get_search_results(start=1)["value"]
        assert len(page["entities"]) == 1 < page["numEntities"], page


def made(client: DataHubGraph, primary: str, *secondary: str) -> PlatformResource:
    key = PlatformResourceKey(platform=PLATFORM, resource_type="ResolvingTag", primary_key=primary)
    resource = PlatformResource.create(key=key, value={"primary": primary}, secondary_keys=list(secondary))
    resource.to_datahub(client)
    return resource


def test_platform_resources():
    with graph() as client:
        one, other = made(client, "db/1:a", KEY), made(client, "db/2", "share", "ns-1.x")
        assert [each.id for each in PlatformResource.search_by_key(client, "db/1:a")] == [one.id]
        assert [each.id for each in PlatformResource.search_by_key(client, KEY, primary=False)] == [one.id]
        assert not list(PlatformResource.search_by_key(client, KEY))
        tags = ElasticPlatformResourceQuery.create_from((Fields.RESOURCE_TYPE, "ResolvingTag"))
        both = PlatformResource.search_by_filters(client, tags)
        assert {each.id for each in both} == {one.id, other.id}
        query = (
            ElasticPlatformResourceQuery.create_from()
            .group(LogicalOperator.AND)
            .add_field_match(Fields.RESOURCE_TYPE, "ResolvingTag")
            .add_field_match(Fields.PLATFORM, PLATFORM)
            .add_field_match(Fields.SECONDARY_KEYS, "share")
            .add_wildcard(Fields.SECONDARY_KEYS.field_name, "ns-1*")
            .end()
        )
        (found,) = PlatformResource.search_by_filters(client, query)
        assert (found.id, found.resource_info.primary_key) == (other.id, "db/2"), found
        other.delete(client, hard=False)
        assert [each.id for each in PlatformResource.search_by_filters(client, tags)] == [one.id]
