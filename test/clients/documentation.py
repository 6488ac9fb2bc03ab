"""docs/datahub-clients.md: its files and its commands, as they stand there."""

import os
import re
from pathlib import Path

from datahub.metadata.schema_classes import GlobalTagsClass, StatusClass
from support import DATAHUB, graph, run

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/datahub-clients.md").read_text(encoding="utf-8")


def blocks(language: str) -> list:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_what_the_page_says():
    # Beside the service's own folder for data, as in a checkout.
    if not Path("dist").exists():
        Path("dist").symlink_to(ROOT / "dist")
    Path("proposals.json").write_text(blocks("json")[0], encoding="utf-8")
    Path("recipe.yml").write_text(blocks("yaml")[0], encoding="utf-8")
    os.environ["PATH"] = f"{Path(DATAHUB).parent}:{os.environ['PATH']}"
    script = "".join(code for code in blocks("sh") if not code.startswith("pip "))
    output = run("bash", "-euc", script)
    assert output.count("proposals: 2 written, 0 refused") == 2, output
    assert '"tag": "urn:li:tag:pii"' in output, output
    urn = "urn:li:dataset:(urn:li:dataPlatform:hive,shop.orders,PROD)"
    assert f'"urn": "{urn}"' in output and "Tagged With (tags):" in output, output
    assert output.count("Found 1 dataset urn(s)") == 2, output
    assert graph().get_aspect(urn, StatusClass).removed is False
    assert [one.tag for one in graph().get_aspect(urn, GlobalTagsClass).tags] == ["urn:li:tag:pii"]
