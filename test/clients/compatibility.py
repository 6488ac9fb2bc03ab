"""docs/compatibility.md: what each command, method and endpoint of the clients does here, as the tables say."""

import datetime
import functools
import inspect
import json
import re
from pathlib import Path
from urllib.parse import quote

import click
import requests
import yaml
from commands import FOLDER
from datahub.emitter.mcp import MetadataChangeProposalWrapper as Wrapper
from datahub.emitter.response_helper import TraceData
from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.entrypoints import datahub as root
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.openapi import RelationshipDirection
from datahub.metadata import schema_classes as models
from datahub.sdk.dataset import Dataset as SdkDataset
from datahub.sdk.main_client import DataHubClient
from datahub.specific.dataset import DatasetPatchBuilder
from support import TOKEN, URL, emitter, graph

from aspects import SCHEMA, tags
from cli import Failed, command

PAGE = (Path(__file__).parent.parent.parent / "docs/compatibility.md").read_text(encoding="utf-8")
# Of a platform of its own: what other tests have written is not for these commands.
NAME = "urn:li:dataset:(urn:li:dataPlatform:compatible,compatibility.%s,PROD)"
DATASET = NAME % "one"
OTHER = NAME % "other"
CONTAINER = "urn:li:container:compatibility"
DOMAIN = "urn:li:domain:compatibility"
TAG = "urn:li:tag:compatibility"
TERM = "urn:li:glossaryTerm:compatibility"
USER = "urn:li:corpuser:admin"
FORM = "urn:li:form:compatibility"
PRODUCT = "urn:li:dataProduct:compatibility"
PROPERTY = "urn:li:structuredProperty:io.compatibility"
ASSERTION = "urn:li:assertion:compatibility"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,compatibility,PROD),job)"
DAYS = (datetime.datetime(2000, 1, 1), datetime.datetime(2020, 1, 1))
VERSIONED = NAME % "versioned"
VERSIONS = "urn:li:versionSet:(compatibility,dataset)"


def file(name: str, content: object) -> str:
    """The path of a new file: a text as it is, anything else as YAML."""
    path = (FOLDER / name).absolute()
    path.write_text(content if isinstance(content, str) else yaml.safe_dump(content), encoding="utf-8")
    return str(path)


@functools.cache
def prepared() -> DataHubGraph:
    """A client, and entities that the commands are about."""
    client = graph()
    version = {"versionSet": VERSIONS, "version": models.VersionTagClass(versionTag="v1"), "sortId": "AAAAAAAA"}
    scheme = models.VersioningSchemeClass.ALPHANUMERIC_GENERATED_BY_DATAHUB
    versions = models.VersionSetPropertiesClass(latest=VERSIONED, versioningScheme=scheme)
    client.emit(
        Wrapper(entityUrn=VERSIONED, aspect=models.VersionPropertiesClass(**version, versioningScheme=scheme))
    )
    client.emit(Wrapper(entityUrn=VERSIONS, aspect=versions))
    client.emit(Wrapper(entityUrn=JOB, aspect=models.DataJobInfoClass(name="job", type="COMMAND")))
    for urn in (DATASET, OTHER, NAME % "gone", NAME % "soft"):
        for aspect in (SCHEMA, tags("compatibility"), models.DatasetPropertiesClass(name="one")):
            client.emit(Wrapper(entityUrn=urn, aspect=aspect))
    client.emit(Wrapper(entityUrn=DATASET, aspect=models.DatasetProfileClass(timestampMillis=5, rowCount=1)))
    client.emit(Wrapper(entityUrn=CONTAINER, aspect=models.ContainerPropertiesClass(name="c", env="PROD")))
    client.emit(Wrapper(entityUrn=DOMAIN, aspect=models.DomainPropertiesClass(name="compatibility")))
    client.emit(Wrapper(entityUrn=TAG, aspect=models.TagPropertiesClass(name="compatibility")))
    client.emit(Wrapper(entityUrn=TERM, aspect=models.GlossaryTermInfoClass("d", "INTERNAL", name="compatibility")))
    person = models.CorpUserInfoClass(active=True, displayName="compatibility")
    client.emit(Wrapper(entityUrn=PERSON["id"], aspect=person))
    return client


def sdk(**options) -> DataHubClient:
    prepared()
    return DataHubClient(server=URL, token=TOKEN, **options)


# Some commands end with exit code 0 all the same.
TROUBLE = re.compile(
    r"Traceback|ERROR|[Ee]rror:|[Ff]ailed|Received error|Unable to|Could not|Error fetching|is not served"
)


def run(*args: str, stdin: str = ""):
    """A command that works when it ends well and says nothing of an error."""

    def runs():
        prepared()
        output = command(*args, stdin=stdin)
        if TROUBLE.search(output):
            raise Failed(output)

    return runs


def of(method: str, *args, **options):
    """A method of the client."""
    return lambda: getattr(prepared(), method)(*args, **options)


def found(case):
    """A method that answers None, in place of an error, when the service refuses."""

    def calls():
        if case() is None:
            raise Failed("None")

    return calls


def listed(case):
    """A method that asks the service while its answer is read."""
    return lambda: list(case())


def http(method: str, path: str, body: object = None):
    def send():
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = requests.request(method, f"{URL}{path}", json=body, headers=headers, timeout=30)
        if answer.status_code >= 300:
            raise Failed(f"{answer.status_code} {answer.text}")

    return send


GROUP = {"id": "urn:li:corpGroup:compatibility", "display_name": "compatibility"}
PERSON = {"id": "urn:li:corpuser:compatibility", "display_name": "compatibility", "email": "c@example.com"}
FIELDS = [{"id": "a", "type": "string"}]
SET = [
    {
        "id": "compatibility.file",
        "platform": "hive",
        "env": "PROD",
        "description": "d",
        "schema": {"fields": FIELDS},
    }
]
FORMS = [{"id": "compatibility", "name": "compatibility", "type": "VERIFICATION", "prompts": []}]
PROPERTIES = [
    {"id": "io.compatibility", "type": "string", "cardinality": "SINGLE", "entity_types": ["dataset"]}
]
SCHEMA_CHECK = {
    "type": "json-schema",
    "json-schema": {"type": "object", "properties": {"a": {"type": "string"}}},
}
CONTRACT = {"version": 1, "entity": DATASET, "schema": SCHEMA_CHECK}
DATA_PRODUCT = {"id": PRODUCT, "display_name": "compatibility", "domain": DOMAIN, "assets": [DATASET]}
CHECK = {
    "entity": DATASET,
    "type": "volume",
    "metric": "row_count",
    "condition": {"type": "less_than_or_equal_to", "value": 1000},
    "schedule": {"type": "on_table_change"},
}
SINK = {"type": "datahub-rest", "config": {"server": URL, "token": TOKEN}}
MAPPING = json.dumps({NAME % "old": NAME % "new"}) + "\n"


def commands() -> dict:
    """{command: what runs it}, for the commands that the table does not leave out."""
    status = {"entityType": "tag", "entityUrn": TAG, "changeType": "UPSERT", "aspectName": "status"}
    proposals = file("mcps.json", json.dumps([{**status, "aspect": {"json": {"removed": False}}}]))
    source = {"path": proposals, "stateful_ingestion": {"enabled": True}}
    recipe = {"pipeline_name": "compatibility", "source": {"type": "file", "config": source}, "sink": SINK}
    return {
        "agent register": run("agent", "register", "--id", "a", "--name", "a"),
        "agent upsert": run("agent", "upsert", "-f", file("agent.yml", {"id": "a", "name": "a"})),
        "agent-skill register": run("agent-skill", "register", "--id", "a", "--name", "a"),
        "agent-skill upsert": run("agent-skill", "upsert", "-f", file("skill.yml", {"id": "a", "name": "a"})),
        "api register": run("api", "register", "--id", "a", "--name", "a"),
        "api upsert": run("api", "upsert", "-f", file("api.yml", {"id": "a", "name": "a"})),
        "assertions upsert": run(
            "assertions", "upsert", "-f", file("assertions.yml", {"version": 1, "assertions": [CHECK]})
        ),
        "check restore-indices": run("check", "restore-indices", "--urn", DATASET),
        "check server-config": run("check", "server-config"),
        "check get-kafka-consumer-offsets": run("check", "get-kafka-consumer-offsets"),
        "container domain": run("container", "domain", "--container-urn", CONTAINER, "--domain-urn", DOMAIN),
        "container owner": run("container", "owner", "--container-urn", CONTAINER, "--owner-urn", USER),
        "container tag": run("container", "tag", "--container-urn", CONTAINER, "--tag-urn", TAG),
        "container term": run(
            "container", "term", "--container-urn", CONTAINER, "--term-urn", "urn:li:glossaryTerm:t"
        ),
        "datacontract upsert": run("datacontract", "upsert", "-f", file("contract.yml", CONTRACT)),
        "datacontract delete": run("datacontract", "delete", "-f", file("contract.yml", CONTRACT)),
        "datapack publish": run("datapack", "publish", "p", "--output-dir", str(FOLDER), "--platform", "compatible"),
        "dataproduct upsert": run("dataproduct", "upsert", "-f", file("product.yml", DATA_PRODUCT)),
        "dataproduct update": run("dataproduct", "update", "-f", file("product.yml", DATA_PRODUCT)),
        "dataproduct get": run("dataproduct", "get", "--urn", PRODUCT),
        "dataproduct diff": run("dataproduct", "diff", "-f", file("product.yml", DATA_PRODUCT)),
        "dataproduct set_description": run(
            "dataproduct", "set_description", "--urn", PRODUCT, "--description", "d"
        ),
        "dataproduct add_owner": run(
            "dataproduct", "add_owner", "--urn", PRODUCT, "--owner", USER, "--owner-type", "TECHNICAL_OWNER"
        ),
        "dataproduct remove_owner": run("dataproduct", "remove_owner", "--urn", PRODUCT, USER),
        "dataproduct add_asset": run("dataproduct", "add_asset", "--urn", PRODUCT, "--asset", OTHER),
        "dataproduct remove_asset": run("dataproduct", "remove_asset", "--urn", PRODUCT, "--asset", OTHER),
        "dataproduct delete": run("dataproduct", "delete", "--urn", PRODUCT, "--hard"),
        "dataset upsert": run("dataset", "upsert", "-f", file("set.yml", SET)),
        "dataset get": run("dataset", "get", "--urn", DATASET),
        "dataset sync": run("dataset", "sync", "-f", file("set.yml", SET), "--to-datahub"),
        "dataset add-sibling": run("dataset", "add-sibling", "--urn", DATASET, "--sibling-urns", OTHER),
        "delete --urn --soft": run("delete", "--urn", NAME % "soft", "--soft", "-f"),
        "delete --urn --hard": run("delete", "--urn", NAME % "gone", "--hard", "-f"),
        "delete by-filter --urn --aspect": run(
            "delete",
            "by-filter",
            "--urn",
            DATASET,
            "--hard",
            "-f",
            "-a",
            "datasetProfile",
            "--start-time",
            "1970-01-01",
            "--end-time",
            "2020-01-01",
        ),
        "delete by-filter --platform": run("delete", "by-filter", "--platform", "compatible", "--dry-run", "-f"),
        "delete by-registry": run("delete", "by-registry", "--registry-id", "r", "--hard", stdin="y\n"),
        "delete references": run("delete", "references", "--urn", TAG, "-n"),
        "delete undo-by-filter": run("delete", "undo-by-filter", "--platform", "compatible", "-f"),
        "exists urn": run("exists", "--urn", DATASET),
        "forms upsert": run("forms", "upsert", "-f", file("forms.yml", FORMS)),
        "forms get": run("forms", "get", "--urn", FORM),
        "get urn": run("get", "--urn", DATASET),
        "graphql": run("graphql", "--query", "{ __typename }"),
        "group upsert": run("group", "upsert", "-f", file("group.yml", GROUP)),
        "ingest run": run("ingest", "run", "-c", file("run.yml", recipe)),
        "ingest deploy": run("ingest", "deploy", "-n", "n", "-c", file("deploy.yml", recipe)),
        "ingest list-runs": run("ingest", "list-runs"),
        "ingest list-source-runs": run("ingest", "list-source-runs"),
        "ingest mcps": run("ingest", "mcps", proposals),
        "ingest show": run("ingest", "show", "--run-id", "r"),
        "ingest rollback": run("ingest", "rollback", "--run-id", "r", "-f"),
        "init": run("init", "--host", URL, "--token", TOKEN, "--force"),
        "lineage": run("lineage", "--urn", DATASET),
        "lineage path": run("lineage", "path", "--from", DATASET, "--to", OTHER),
        "migrate dataplatform2instance": run(
            "migrate", "dataplatform2instance", "--platform", "compatible", "--instance", "i", "--dry-run"
        ),
        "migrate instance2instance": run(
            "migrate",
            "instance2instance",
            "--platform",
            "compatible",
            "--old-instance",
            "a",
            "--new-instance",
            "b",
            "--dry-run",
        ),
        "migrate schema-field-case": run("migrate", "schema-field-case", "--urn", DATASET, "--dry-run"),
        "migrate snowflake-semantic-views": run(
            "migrate", "snowflake-semantic-views", "--direction", "dataset-to-sm", "--dry-run"
        ),
        "migrate urns-mapping": run(
            "migrate", "urns-mapping", "--mapping-file", file("mapping.jsonl", MAPPING), "-F"
        ),
        "properties upsert": run("properties", "upsert", "-f", file("properties.yml", PROPERTIES)),
        "properties get": run("properties", "get", "--urn", PROPERTY),
        "properties list": run("properties", "list"),
        "put aspect": run("put", "--urn", TAG, "-a", "status", "-d", "-", stdin='{"removed": false}'),
        "put platform": run("put", "platform", "--name", "mine", "--logo", "http://127.0.0.1/logo.png"),
        "search query": run("search", "query", "one"),
        "search diagnose": run("search", "diagnose"),
        "state inspect": run("state", "inspect", "--pipeline-name", "compatibility", "--platform", "default"),
        "timeline": run("timeline", "--urn", DATASET, "-c", "tag"),
        "user upsert": run("user", "upsert", "-f", file("user.yml", PERSON)),
        "user add": run(
            "user",
            "add",
            "--id",
            "u",
            "--email",
            "u@example.com",
            "--display-name",
            "U",
            "--password",
            stdin="secret1\nsecret1\n",
        ),
        "version --include-server": run("version", "--include-server"),
    }


def methods() -> dict:
    """{method: what calls it}, for the methods that the table does not leave out."""
    status = Wrapper(entityUrn=TAG, aspect=models.StatusClass(removed=False))
    snapshot = models.TagSnapshotClass(urn=TAG, aspects=[models.StatusClass(removed=False)])
    event = models.MetadataChangeEventClass(proposedSnapshot=snapshot)
    usage = models.UsageAggregationClass(
        bucket=1_700_000_000_000,
        duration="DAY",
        resource=DATASET,
        metrics=models.UsageAggregationMetricsClass(totalSqlQueries=1),
    )
    of_graph = {
        "close": lambda: graph().close(),
        "create_native_user": of("create_native_user", "u", "u@example.com", "U", "secret1"),
        "create_tag": lambda: prepared().create_tag("compatibility-new"),
        "delete_entity": of("delete_entity", NAME % "gone", hard=True),
        "delete_references_to_urn": of("delete_references_to_urn", TAG, dry_run=True),
        "emit": of("emit", status),
        "emit_all": of("emit_all", [status]),
        "emit_mce": of("emit_mce", event),
        "emit_mcp": of("emit_mcp", status),
        "emit_mcp (Rest.li)": lambda: graph(openapi=False).emit_mcp(status),
        "emit_mcps": of("emit_mcps", [status]),
        "emit_mcps (Rest.li)": lambda: graph(openapi=False).emit_mcps([status]),
        "emit_usage": of("emit_usage", usage),
        "execute_graphql": of("execute_graphql", "{ __typename }"),
        "exists": of("exists", DATASET),
        "fetch_server_config": of("fetch_server_config"),
        "flush": of("flush"),
        "from_emitter": lambda: DataHubGraph.from_emitter(emitter()).test_connection(),
        "get_aspect": found(of("get_aspect", DATASET, models.GlobalTagsClass)),
        "get_aspect(version=1)": of("get_aspect", DATASET, models.GlobalTagsClass, version=1),
        "get_aspect_counts": of("get_aspect_counts", "globalTags"),
        "get_aspect_v2": found(of("get_aspect_v2", DATASET, models.GlobalTagsClass, "globalTags")),
        "get_aspects_for_entity": of(
            "get_aspects_for_entity", DATASET, ["globalTags"], [models.GlobalTagsClass]
        ),
        "get_browse_path": of("get_browse_path", DATASET),
        "get_config": of("get_config"),
        "get_connection_json": of("get_connection_json", "urn:li:dataHubConnection:c"),
        "get_container_urns_by_filter": listed(of("get_container_urns_by_filter")),
        "get_data_product_urn_by_name": of("get_data_product_urn_by_name", "compatibility"),
        "get_dataset_properties": found(of("get_dataset_properties", DATASET)),
        "get_dataset_urns_ignoring_case": of("get_dataset_urns_ignoring_case", DATASET.lower()),
        "get_domain": of("get_domain", DATASET),
        "get_domain_properties": found(of("get_domain_properties", DOMAIN)),
        "get_domain_urn_by_name": of("get_domain_urn_by_name", "compatibility"),
        "get_entities": of("get_entities", "dataset", [DATASET], ["globalTags"]),
        "get_entities_v2": of("get_entities_v2", "dataset", [DATASET], ["globalTags"]),
        "get_entity_as_mcps": of("get_entity_as_mcps", DATASET),
        "get_entity_aspect_specs": found(of("get_entity_aspect_specs")),
        "get_entity_raw": of("get_entity_raw", DATASET),
        "get_entity_semityped": of("get_entity_semityped", DATASET),
        "get_glossary_terms": of("get_glossary_terms", DATASET),
        "get_kafka_consumer_offsets": of("get_kafka_consumer_offsets"),
        "get_latest_pipeline_checkpoint": found(
            of("get_latest_pipeline_checkpoint", "compatibility", "default")
        ),
        "get_latest_timeseries_value": of(
            "get_latest_timeseries_value", DATASET, models.DatasetProfileClass, {}
        ),
        "get_ownership": of("get_ownership", DATASET),
        "get_related_entities": listed(
            of("get_related_entities", TAG, ["TaggedWith"], RelationshipDirection.INCOMING)
        ),
        "get_results_by_filter": listed(of("get_results_by_filter", platform="compatible")),
        "get_schema_metadata": found(of("get_schema_metadata", DATASET)),
        "get_search_results": of("get_search_results"),
        "get_server_config": of("get_server_config"),
        "get_tags": found(of("get_tags", DATASET)),
        "get_timeseries_values": of("get_timeseries_values", DATASET, models.DatasetProfileClass, {}),
        "get_trace_status": of("get_trace_status", TraceData("0" * 32, {TAG: ["status"]})),
        "get_urns_by_filter": listed(of("get_urns_by_filter", platform="compatible")),
        "get_usage_aspects_from_urn": found(of("get_usage_aspects_from_urn", DATASET, 0, 1_800_000_000_000)),
        "hard_delete_entity": of("hard_delete_entity", NAME % "gone"),
        "hard_delete_timeseries_aspect": of("hard_delete_timeseries_aspect", DATASET, "operation", *DAYS),
        "link_asset_to_version_set": of("link_asset_to_version_set", DATASET, VERSIONS, "v1"),
        "link_asset_to_versioned_asset": of("link_asset_to_versioned_asset", DATASET, VERSIONED, "v2"),
        "list_all_entity_urns": found(of("list_all_entity_urns", "dataset", 0, 10)),
        "make_rest_sink": rest_sink,
        "remove_tag": of("remove_tag", TAG, DATASET),
        "report_assertion_result": of("report_assertion_result", ASSERTION, 5, "SUCCESS"),
        "restore_indices": of("restore_indices", DATASET),
        "run_assertion": of("run_assertion", ASSERTION),
        "run_assertions": of("run_assertions", [ASSERTION]),
        "run_assertions_for_asset": of("run_assertions_for_asset", DATASET),
        "scroll_entities": of("scroll_entities"),
        "scroll_lineage": of("scroll_lineage", urns=[DATASET]),
        "scroll_relationships": of("scroll_relationships"),
        "set_connection_json": of(
            "set_connection_json",
            "urn:li:dataHubConnection:c",
            platform_urn="urn:li:dataPlatform:hive",
            config={},
        ),
        "set_soft_delete_status": of("set_soft_delete_status", DATASET, delete=False),
        "soft_delete_entity": of("soft_delete_entity", NAME % "soft"),
        "test_connection": of("test_connection"),
        "to_graph": lambda: emitter().to_graph().test_connection(),
        "unlink_asset_from_version_set": of("unlink_asset_from_version_set", VERSIONED),
        "unlink_latest_asset_from_version_set": of("unlink_latest_asset_from_version_set", VERSIONS),
        "upsert_custom_assertion": of("upsert_custom_assertion", ASSERTION, DATASET, "custom", "d"),
    }
    return {
        **of_graph,
        "DataHubClient.from_env": lambda: DataHubClient.from_env().test_connection(),
        "DataHubClient.test_connection": lambda: sdk().test_connection(),
        "entities.get": lambda: sdk().entities.get(DATASET),
        "entities.create": lambda: sdk().entities.create(new("created")),
        "entities.upsert": lambda: sdk().entities.upsert(new("upserted")),
        "entities.update": lambda: sdk().entities.update(
            DatasetPatchBuilder(DATASET).add_tag(models.TagAssociationClass(tag=TAG))
        ),
        "entities.delete": lambda: sdk().entities.delete(NAME % "created", hard=True),
        "search.get_urns": lambda: list(sdk().search.get_urns("one")),
        "lineage.add_lineage": lambda: sdk().lineage.add_lineage(upstream=DATASET, downstream=OTHER),
        "lineage.add_dataset_copy_lineage": lambda: sdk().lineage.add_dataset_copy_lineage(
            upstream=DATASET, downstream=DATASET
        ),
        "lineage.add_dataset_transform_lineage": lambda: sdk().lineage.add_dataset_transform_lineage(
            upstream=DATASET, downstream=OTHER
        ),
        "lineage.add_datajob_lineage": lambda: sdk().lineage.add_datajob_lineage(
            datajob=JOB, upstreams=[DATASET]
        ),
        "lineage.get_lineage": lambda: sdk().lineage.get_lineage(source_urn=DATASET),
        "resolve.user": lambda: sdk().resolve.user(name="compatibility"),
        "resolve.term": lambda: sdk().resolve.term(name="compatibility"),
        "resolve.domain": lambda: sdk().resolve.domain(name="compatibility"),
        "assertions.sync_custom_assertion": lambda: sdk().assertions.sync_custom_assertion(
            entity_urn=DATASET, type="custom", description="d", urn=ASSERTION
        ),
        "assertions.report_assertion_result": lambda: sdk().assertions.report_assertion_result(
            ASSERTION, 5, "SUCCESS"
        ),
    }


def endpoints() -> dict:
    """{endpoint: a request of it}, for each row of the table."""
    encoded, tag = quote(DATASET, safe=""), quote(TAG, safe="")
    status = {
        "aspectName": "status",
        "aspect": {"contentType": "application/json", "value": '{"removed": false}'},
    }
    proposal = {"entityType": "tag", "entityUrn": TAG, "changeType": "UPSERT", **status}
    snapshot = {"urn": TAG, "aspects": [{"com.linkedin.common.Status": {"removed": False}}]}
    entity = {"value": {"com.linkedin.metadata.snapshot.TagSnapshot": snapshot}}
    usage = {
        "bucket": 1_700_000_000_000,
        "duration": "DAY",
        "resource": DATASET,
        "metrics": {"totalSqlQueries": 1},
    }
    v3 = [{"urn": TAG, "status": {"value": {"removed": False}}}]
    patch = [{"urn": TAG, "status": {"value": {"patch": [{"op": "add", "path": "/removed", "value": False}]}}}]
    series = {"urn": DATASET, "entity": "dataset", "aspect": "datasetProfile"}
    aspect = f"/openapi/v3/entity/dataset/{quote(NAME % 'aspects', safe='')}/globaltags"
    months = {"entityType": "dataset", "aspect": "datasetProfile", "endTimeMillis": 0}
    bodies = {
        "GET /config": None,
        "POST /api/graphql": {"query": "{ __typename }"},
        "POST /aspects?action=ingestProposal": {"proposal": proposal},
        "POST /aspects?action=ingestProposalBatch": {"proposals": [proposal]},
        "POST /aspects?action=getTimeseriesAspectValues": series,
        "POST /aspects?action=getCount": {"aspect": "status"},
        f"GET /aspects/{encoded}?aspect=globalTags&version=0": None,
        f"GET /aspects/{encoded}?aspect=globalTags&version=1": None,
        f"GET /entitiesV2/{encoded}": None,
        f"GET /entitiesV2?ids=List({encoded},{tag})": None,
        f"GET /entities/{encoded}": None,
        "GET /health": None,
        "POST /entities?action=ingest": {"entity": entity},
        "POST /entities?action=batchIngest": {"entities": [entity]},
        "POST /entities?action=delete": {"urn": NAME % "gone"},
        "POST /entities?action=deleteReferences": {"urn": TAG, "dryRun": True},
        "POST /entities?action=listUrns": {"entity": "dataset", "start": 0, "count": 1},
        "POST /entities?action=search": {"input": "*", "entity": "dataset", "start": 0, "count": 1},
        "GET /openapi/v3/entity/platformresource": None,
        "POST /usageStats?action=batchIngest": {"buckets": [usage]},
        "POST /usageStats?action=queryRange": {"resource": DATASET, "duration": "DAY"},
        "POST /runs?action=describe": {"runId": "r"},
        "POST /runs?action=rollback": {"runId": "r", "dryRun": True},
        "POST /operations?action=getIndexSizes": None,
        "POST /operations?action=truncateTimeseriesAspect": months,
        "POST /operations?action=getEsTaskStatus": {"task": "catalog:1"},
        "POST /operations?action=restoreIndices": {"urn": DATASET},
        f"GET /openapi/v3/entity/dataset/{encoded}": None,
        "POST /openapi/v3/entity/tag?async=false": v3,
        "PATCH /openapi/v3/entity/tag?async=false": patch,
        f"DELETE /openapi/v3/entity/dataset/{quote(NAME % 'gone', safe='')}": None,
        "POST /openapi/v3/entity/dataset/batchGet": [{"urn": DATASET, "globalTags": {}}],
        "POST /openapi/v3/entity/scroll": {},
        f"POST {aspect}?createIfNotExists=false": {"value": {"tags": []}},
        f"PATCH {aspect}": {"patch": [{"op": "add", "path": f"/tags/{TAG}", "value": {"tag": TAG}}]},
        f"GET {aspect}": None,
        f"HEAD {aspect}": None,
        f"DELETE {aspect}": None,
        "POST /openapi/v2/entity/batch/dataset": {"urns": [DATASET]},
        "POST /openapi/v3/relationship/scroll": {},
        "POST /openapi/v3/lineage/scroll": {},
        f"GET /relationships?urn={tag}&direction=INCOMING&types=List(TaggedWith)": None,
        f"GET /openapi/relationships/v1/?urn={tag}&direction=INCOMING&relationshipTypes=TaggedWith": None,
        "GET /openapi/v2/entity/dataHubExecutionRequest": None,
        f"GET /openapi/v2/timeline/v1/{encoded}?categories=TAG": None,
        "POST /openapi/v1/trace/write/0": {},
        "GET /openapi/v1/registry/models/entity/specifications": None,
        "POST /openapi/openlineage/api/v1/lineage": {
            "eventTime": "2025-01-01T00:00:00Z",
            "dataset": {"namespace": "compatible", "name": "compatibility.lineage"},
        },
        "POST /logIn": {"username": "datahub", "password": "datahub"},
    }
    return {shown(request): http(*request.split(" ", 1), body) for request, body in bodies.items()}


def shown(request: str) -> str:
    """A request as the table has it: `<urn>` in place of a URN, without what is after the first parameter."""
    request = re.sub(r"urn%3A[^/?&,)]*", "<urn>", request)
    return request.replace("?async=false", "").replace(
        "/?urn=<urn>&direction=INCOMING&relationshipTypes=TaggedWith", "/?urn=<urn>"
    )


def new(name: str) -> SdkDataset:
    return SdkDataset(platform="compatible", name=f"compatibility.{name}", schema=[("a", "string")])


def rest_sink():
    with prepared().make_rest_sink() as sink:
        sink.emit_async(Wrapper(entityUrn=TAG, aspect=models.StatusClass(removed=False)))
    assert not sink.report.failures


def table(heading: str) -> dict:
    """{first cell: (result, words)} of the rows under a heading of the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (works|no|elsewhere) \| (.*) \|$", section, re.M)
    assert len(rows) == section.count("\n| `"), f"a row of {heading} cannot be read"
    return {label: (result, words) for label, result, words in rows}


def holds(rows: dict, cases: dict):
    """Each row has a case, each case a row, and the case ends as the row says."""
    tested = {label for label, (result, _) in rows.items() if result != "elsewhere"}
    assert tested == set(cases), f"in the table or in the test only: {sorted(tested ^ set(cases))}"
    wrong = [found for label, case in cases.items() if (found := difference(label, *rows[label], case))]
    assert not wrong, f"{len(wrong)} of {len(cases)} rows are wrong:\n" + "\n".join(wrong)


def difference(label: str, result: str, words: str, case) -> str | None:
    try:
        case()
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split())
        if result == "works":
            return f"{label} is said to work: …{said[-600:]}"
        quoted = re.search("“(.+)”", words)
        if not quoted or quoted[1] not in said:
            return f"{label} is said to say {words}: …{said[-600:]}"
        return None
    return None if result == "works" else f"{label} works, and is said not to"


def leaves(group: click.Command, path: str = "") -> list:
    """Every command that has no commands below it, or that does something by itself."""
    if not isinstance(group, click.Group):
        return [path.strip()]
    context = click.Context(group)
    below = [
        leaves(group.get_command(context, name), f"{path} {name}") for name in group.list_commands(context)
    ]
    own = (
        [path.strip()]
        if group.invoke_without_command and path and not hasattr(group, "default_cmd_name")
        else []
    )
    return own + [one for some in below for one in some]


def missing(names: list, rows: dict) -> list:
    return [name for name in names if not any(re.match(rf"{re.escape(name)}(\W|$)", row) for row in rows)]


def methods_of(prefix: str, kind: type) -> list:
    return [
        prefix + name for name, _ in inspect.getmembers(kind, inspect.isroutine) if not name.startswith("_")
    ]


def test_every_command_has_a_row():
    rows, known = table("Commands"), leaves(root)
    # The packages of actions and of tools for agents, which events.py and agents.py need, add commands to the client.
    added = re.compile(r"(actions|iceberg|agent create)\b")
    own = [name for name in known if not added.match(name)]
    assert not missing(own, rows), missing(own, rows)
    # Without its options, a row is a command or a group of commands.
    plain = {row: row.split(" --")[0] + " " for row in rows}
    unknown = [row for row in rows if not any(f"{one} ".startswith(plain[row]) for one in known)]
    assert not unknown, unknown


def test_every_method_has_a_row():
    rows = table("DataHubGraph and DatahubRestEmitter")
    names = methods_of("", DataHubGraph) + methods_of("", DatahubRestEmitter)
    assert not missing(names, rows), missing(names, rows)
    client = sdk()
    parts = ("entities", "search", "lineage", "resolve", "assertions")
    names = [name for part in parts for name in methods_of(f"{part}.", type(getattr(client, part)))]
    names += methods_of("DataHubClient.", DataHubClient)
    rows = table("DataHubClient")
    assert not missing(names, rows), missing(names, rows)


def test_commands():
    holds(table("Commands"), commands())


def test_methods():
    holds({**table("DataHubGraph and DatahubRestEmitter"), **table("DataHubClient")}, methods())


def test_endpoints():
    holds(table("Endpoints"), endpoints())
