"""docs/moving-from-datahub.md: its recipes and its commands, as they stand there, from one catalog to another."""

import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig
from datahub.ingestion.graph.filters import RemovedStatusFilter
from datahub.metadata.schema_classes import (
    CorpUserInfoClass,
    DatasetPropertiesClass,
    EditableDatasetPropertiesClass,
    GlobalTagsClass,
    OperationClass,
    StatusClass,
    TagAssociationClass,
    TagPropertiesClass,
)
from support import DATAHUB

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/moving-from-datahub.md").read_text(encoding="utf-8")
ORDERS = "urn:li:dataset:(urn:li:dataPlatform:hive,shop.orders,PROD)"
OLD = "urn:li:dataset:(urn:li:dataPlatform:hive,shop.old,PROD)"
PII = "urn:li:tag:pii"
JANE = "urn:li:corpuser:jane"
METADATA = [
    (ORDERS, DatasetPropertiesClass(name="orders", description="One row for each order")),
    (ORDERS, EditableDatasetPropertiesClass(description="As people see it")),
    (ORDERS, GlobalTagsClass(tags=[TagAssociationClass(tag=PII)])),
    (OLD, StatusClass(removed=True)),
    (PII, TagPropertiesClass(name="PII")),
    (JANE, CorpUserInfoClass(active=True, displayName="Jane Doe")),
]
EVENT = OperationClass(timestampMillis=1, lastUpdatedTimestamp=1, operationType="INSERT", numAffectedRows=5)
# What only DataHub's database has, and the catalog refuses.
POLICY = {
    "displayName": "Stewards",
    "description": "",
    "type": "METADATA",
    "state": "ACTIVE",
    "privileges": ["EDIT_ENTITY_TAGS"],
    "actors": {"users": [JANE], "groups": [], "resourceOwners": False, "allUsers": False, "allGroups": False},
    "editable": True,
}
ROWS = [
    (JANE, "corpUserCredentials", {"salt": "c2FsdA==", "hashedPassword": "aGFzaA=="}),
    (JANE, "roleMembership", {"roles": ["urn:li:dataHubRole:Admin"]}),
    ("urn:li:dataHubRole:Admin", "dataHubRoleInfo", {"name": "Admin", "description": "", "editable": False}),
    ("urn:li:dataHubSecret:s", "dataHubSecretValue", {"name": "s", "value": "c2VjcmV0"}),
    ("urn:li:dataHubPolicy:stewards", "dataHubPolicyInfo", POLICY),
]


def test_every_command_of_the_page():
    folder = Path("moving").absolute()
    folder.mkdir()
    with Shell(folder) as shell:
        datahub, catalog = shell.serve("datahub"), shell.serve("catalog")
        for urn, aspect in [*METADATA, (ORDERS, EVENT)]:
            datahub.graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect))
        database = shell.database(datahub)
        there, back = PAGE.split("\n## Go back\n")
        output = shell.run(there, datahub, catalog, database)

        assert output.count(" 0 refused") == (4 if database else 2), output
        assert ("urn:li:dataHubPolicy:stewards" in output) == bool(database), output
        for urn, aspect in METADATA:
            assert catalog.graph.get_aspect(urn, type(aspect)) == aspect, f"{aspect} of {urn}"
        assert catalog.graph.get_timeseries_values(ORDERS, OperationClass, filter={}) == [EVENT]
        for text in ("corpUserCredentials", "roleMembership", "dataHubRole", "dataHubSecret"):
            for file in (folder / "catalog").glob("*.json"):
                assert text not in file.read_text(encoding="utf-8"), f"{text} in {file.name}"
        jane = catalog.as_user((folder / "catalog/jane.token").read_text(encoding="utf-8").strip())
        assert jane.execute_graphql("{ me { corpUser { urn } } }")["me"]["corpUser"]["urn"] == JANE
        server = (folder / "catalog/.datahubenv").read_text(encoding="utf-8")
        assert f"server: {catalog.url}\n" in server, server

        changed = DatasetPropertiesClass(name="orders", description="Changed after the move")
        catalog.graph.emit_mcp(MetadataChangeProposalWrapper(entityUrn=ORDERS, aspect=changed))
        shell.run(back, datahub, catalog, database)
        assert datahub.graph.get_aspect(ORDERS, DatasetPropertiesClass) == changed


class Shell:
    """A folder for each service, with the commands `catalog` and `datahub`."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.processes: list = []
        (folder / "bin").mkdir()
        script = folder / "bin/catalog"
        script.write_text(f'#!/bin/sh\nexec {os.environ["CATALOG"]} "$@"\n', encoding="utf-8")
        script.chmod(0o700)
        path = f"{folder / 'bin'}:{Path(DATAHUB).parent}:{os.environ['PATH']}"
        self.env = {**os.environ, "PATH": path}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()

    def serve(self, name: str) -> "Service":
        """Starts a catalog as the page does, on a free port and in a folder of its own."""
        [line] = re.findall(r"^PORT=8081 .*$", PAGE, re.M)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        folder = self.folder / name
        folder.mkdir()
        command = ["bash", "-c", line.replace("8081", str(port)).replace("catalog", "exec catalog")]
        env = {"PATH": self.env["PATH"], "HOME": str(folder), "LOG_LEVEL": "warn"}
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL)
        self.processes.append(process)
        return Service(folder, port, process)

    def database(self, datahub: "Service") -> dict:
        """A database as DataHub has it, with the aspects of a service; empty if there is no PostgreSQL."""
        command = "echo $TEST_DATABASE_URL; exec sleep infinity"
        postgresql = ["bash", str(ROOT / "test/support/with-postgresql.sh"), "bash", "-c", command]
        process = subprocess.Popen(postgresql, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        url = urlsplit(process.stdout.readline().strip())
        if not url.hostname:
            return {}
        fill(url.geturl(), datahub)
        return {
            "DATAHUB_DATABASE": f"{url.hostname}:{url.port}",
            "DATAHUB_DATABASE_USER": url.username,
            "DATAHUB_DATABASE_PASSWORD": url.password,
        }

    def run(self, text: str, datahub: "Service", catalog: "Service", database: dict) -> str:
        """Writes the files of a part of the page and runs its commands, in their order."""
        script = ""
        for kind, code in re.findall(r"^```(sh|yaml|python)\n(.*?)^```$", text, re.M | re.S):
            if kind != "sh":
                name = code.split("\n")[0].removeprefix("# ")
                recipe = code.replace("database: datahub\n", "database: postgres\n")
                (self.folder / "catalog" / name).write_text(recipe, encoding="utf-8")
            elif not re.match("pip |PORT=8081 ", code):
                script += code
        if not database:
            print("not run, because there is no PostgreSQL: the copy from the database of DataHub")
            script = re.sub(r"^.*(from-database|policies\.|datahub\.json).*\n", "", script, flags=re.M)
        (self.folder / "catalog/datahub.token").write_text(datahub.token, encoding="utf-8")
        env = {
            **self.env,
            **database,
            "HOME": str(catalog.folder),
            "DATAHUB_GMS_URL": datahub.url,
            "CATALOG_URL": catalog.url,
            "CATALOG_TOKEN": catalog.token,
        }
        addresses = {"http://127.0.0.1:8081": catalog.url, "=http://localhost:8080": f"={datahub.url}"}
        for shown, real in addresses.items():
            script = script.replace(shown, real)
        done = subprocess.run(
            ["bash", "-euc", script], cwd=catalog.folder, env=env, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout


class Service:
    def __init__(self, folder: Path, port: int, process: subprocess.Popen):
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                urlopen(f"{self.url}/health/ready").close()
                break
            except OSError:
                assert process.poll() is None, "the catalog did not start"
                time.sleep(0.1)
        self.token = (folder / "data/bootstrap-token").read_text(encoding="utf-8").strip()
        self.graph = self.as_user(self.token)

    def as_user(self, token: str) -> DataHubGraph:
        return DataHubGraph(DatahubClientConfig(server=self.url, token=token, retry_max_times=1))


def fill(url: str, datahub: Service):
    """Creates DataHub's table of aspects, with those of a service and ROWS."""
    import psycopg2

    rows = [
        (urn, name, aspect["value"])
        for urn in datahub.graph.get_urns_by_filter(status=RemovedStatusFilter.ALL)
        for name, aspect in datahub.graph.get_entity_raw(urn)["aspects"].items()
    ]
    connection = psycopg2.connect(url)
    with connection, connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE metadata_aspect_v2 (urn varchar(500) NOT NULL, aspect varchar(200) NOT NULL,"
            " version bigint NOT NULL, metadata text NOT NULL, systemmetadata text, createdon timestamp NOT NULL,"
            " createdby varchar(255) NOT NULL, createdfor varchar(255), PRIMARY KEY (urn, aspect, version))"
        )
        for urn, name, value in [*rows, *ROWS]:
            cursor.execute(
                "INSERT INTO metadata_aspect_v2 VALUES (%s, %s, 0, %s, '{}', now() AT TIME ZONE 'utc', %s)",
                (urn, name, json.dumps(value), "urn:li:corpuser:datahub"),
            )
    connection.close()
