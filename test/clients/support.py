"""What every test of the clients needs: the service's address, its clients, and names that no other test uses."""

import itertools
import os
import subprocess
import sys

from datahub.emitter.rest_emitter import DatahubRestEmitter
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import DatahubClientConfig

URL = os.environ["DATAHUB_GMS_URL"]
TOKEN = os.environ["DATAHUB_GMS_TOKEN"]
# A virtual environment has its commands beside its Python.
DATAHUB = os.path.join(os.path.dirname(sys.executable), "datahub")
_count = itertools.count(1)


class Protocol:
    """How clients write, unless a test says it: over OpenAPI, or over Rest.li."""

    openapi = False


def emitter() -> DatahubRestEmitter:
    # A permanent failure that looks like a passing one would show as a test that takes minutes.
    return DatahubRestEmitter(URL, token=TOKEN, retry_max_times=1, openapi_ingestion=Protocol.openapi)


def graph(openapi: bool | None = None) -> DataHubGraph:
    chosen = Protocol.openapi if openapi is None else openapi
    return DataHubGraph(
        DatahubClientConfig(server=URL, token=TOKEN, retry_max_times=1, openapi_ingestion=chosen)
    )


def dataset(name: str = "set") -> str:
    return f"urn:li:dataset:(urn:li:dataPlatform:hive,{name}_{next(_count)},PROD)"


def run(*args: str, stdin: str = "") -> str:
    """A command's standard output; AssertionError with all that it wrote when it fails."""
    done = subprocess.run(args, input=stdin, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, f"{' '.join(args)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def datahub(*args: str, stdin: str = "") -> str:
    return run(DATAHUB, *args, stdin=stdin)


def catalog(*args: str, stdin: str = "") -> str:
    return run(*os.environ["CATALOG"].split(" "), *args, stdin=stdin)
