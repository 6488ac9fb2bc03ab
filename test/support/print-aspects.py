"""`npm run aspects:print`: writes src/datahub/aspects/table.ts from the Avro schemas of DataHub's Python client.

The versions are the first of 0.13 and the last of each minor version since. What one of them allows is allowed, and what
all of them require is required.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSIONS = (
    "0.13.0 0.13.1.3 0.13.3.6 0.14.0.5 0.14.1.12 0.15.0.5 1.0.0.3 1.1.0.5 1.2.0.10 1.3.1.10 1.4.0.9 1.5.0.19 "
    "1.6.0.17 1.7.0.17"
).split()
PRIMITIVES = {
    "string": "s",
    "boolean": "b",
    "int": "i",
    "long": "l",
    "float": "d",
    "double": "d",
    "bytes": "s",
}
HEADER = """\
/**
 * DataHub's aspects, the records that they are made of, and the entity types that have them. `npm run aspects:print` has
 * written this file from the schemas of acryl-datahub {first} to {last}
 * (https://pypi.org/project/acryl-datahub, Copyright Acryl Data, Inc. and contributors, Apache License 2.0). The fields
 * are the union over the versions, and a field is required if each version requires it.
 *
 * A record is `Name field:type …`, where `field?` is optional; an enum is `Name=SYMBOL|SYMBOL`. A type is `s`tring,
 * `b`oolean, `i`nt, `l`ong, `d`ouble, a name, `[`array`]`, `{{`map`}}`, or several with `|`, of which a last `|`
 * makes a union of one; `one(…)` is an object with one of these members.
 */
"""


class Models:
    """The union of the models of several versions."""

    def __init__(self) -> None:
        self.namespaces: dict[str, str] = {}
        self.enums: dict[str, list[str]] = {}
        self.records: dict[str, dict[str, dict]] = {}
        self.aspects: dict[str, dict] = {}
        self.entities: dict[str, list[str]] = {}

    def add(self, schema: object, namespace: str = "") -> list[str]:
        """Adds the named types within a schema. Returns the alternatives of its type; null is `null`."""
        if isinstance(schema, list):
            return [name for member in schema for name in self.add(member, namespace)]
        if isinstance(schema, str):
            return [schema if schema == "null" else PRIMITIVES.get(schema, schema.rsplit(".", 1)[-1])]
        kind = schema["type"]
        if kind == "array":
            items = self.add(schema["items"], namespace)
            # Clients name the type of an element of a union, also if it has one type.
            end = "|" if isinstance(schema["items"], list) and len(items) == 1 else ""
            return [f"[{'|'.join(items)}{end}]"]
        if kind == "map":
            return [f"{{{'|'.join(self.add(schema['values'], namespace))}}}"]
        if kind not in ("record", "enum"):
            return self.add(kind, namespace)
        name = schema["name"]
        namespace = schema.get("namespace", namespace)
        known = self.namespaces.setdefault(name, namespace)
        assert known == namespace, f"{name} is in {known} and {namespace}"
        if kind == "enum":
            symbols = self.enums.setdefault(name, [])
            symbols += [one for one in schema["symbols"] if one not in symbols]
        else:
            self.add_record(name, schema, namespace)
        return [name]

    def add_record(self, name: str, schema: dict, namespace: str) -> None:
        fields = self.records.setdefault(name, {})
        is_new = not fields
        required = set()
        for field in schema["fields"]:
            types = self.add(field["type"], namespace)
            known = fields.setdefault(field["name"], {"types": [], "required": is_new})
            known["types"] += [one for one in types if one not in known["types"] and one != "null"]
            if "default" not in field and "null" not in types:
                required.add(field["name"])
        for field_name, known in fields.items():
            known["required"] = known["required"] and field_name in required
        aspect = schema.get("Aspect")
        if aspect:
            found = self.aspects.setdefault(aspect["name"], {"record": name, "isSeries": aspect.get("type") == "timeseries"})
            assert found["record"] == name
            entity = aspect.get("keyForEntity")
            if entity:
                names = self.entities.setdefault(entity, [aspect["name"]])
                names += [one for one in aspect["entityAspects"] if one not in names]

    def reachable(self) -> list[str]:
        """Returns the named types that aspects use."""
        found: set[str] = set()
        waiting = [aspect["record"] for aspect in self.aspects.values()]
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            for field in self.records.get(name, {}).values():
                parts = "|".join(field["types"]).translate(str.maketrans("[]{}", "||||")).split("|")
                waiting += [one for one in parts if one in self.namespaces]
        return sorted(found)

    def line(self, name: str) -> str:
        if name in self.enums:
            return f"{name}={'|'.join(self.enums[name])}"
        fields = dict(self.records[name])
        if "fieldDiscriminator" in fields:
            # Clients leave it out on the wire.
            del fields["fieldDiscriminator"]
            return f"{name} one({' '.join(f'{one}:{types(field)}' for one, field in fields.items())})"
        parts = [f"{one}{'' if field['required'] else '?'}:{types(field)}" for one, field in fields.items()]
        return " ".join([name, *parts])


def types(field: dict) -> str:
    return "|".join(field["types"])


def load(version: str, folder: str) -> object:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--dest", folder, f"acryl-datahub=={version}"], check=True)
    wheel = next(Path(folder).glob(f"acryl_datahub-{version}-*.whl"))
    with zipfile.ZipFile(wheel) as files:
        return json.loads(files.read("datahub/metadata/schema.avsc"))


def template(name: str, comment: str, lines: list[str]) -> str:
    return f"/** {comment} */\nexport const {name} = `\n" + "\n".join(lines) + "\n`;\n"


def main() -> None:
    models = Models()
    with tempfile.TemporaryDirectory() as folder:
        for version in VERSIONS:
            models.add(load(version, folder))
    records: dict[str, list[str]] = {}
    for name in models.reachable():
        namespace = models.namespaces[name].replace("com.linkedin.pegasus2avro.", "")
        records.setdefault(namespace, []).append(models.line(name))
    series = {name for name, aspect in models.aspects.items() if aspect["isSeries"]}
    named = [f"{name} {aspect['record']}" for name, aspect in sorted(models.aspects.items())]
    parts = [
        HEADER.format(first=VERSIONS[0], last=VERSIONS[-1]),
        template(
            "recordLines",
            "For each namespace below `com.linkedin.`: `namespace; record; record; …`.",
            ["; ".join([namespace, *lines]) for namespace, lines in sorted(records.items())],
        ),
        template("aspectLines", "`aspect Record; …`, also of time series.", ["; ".join(named)]),
        template(
            "entityLines",
            "`entity type: its aspects`, of which the first is its key.",
            [f"{entity}: {' '.join(names)}" for entity, names in sorted(models.entities.items())],
        ),
    ]
    assert not any("`" in part or "\\" in part or "${" in part for part in [str(models.enums), str(models.records)])
    Path("src/datahub/aspects/table.ts").write_text("\n".join(parts).replace("*/\n\n/**", "*/\n\n/**"))
    print(f"{len(models.aspects)} aspects ({len(series)} time series), {len(models.entities)} entity types, {len(models.reachable())} records")


if __name__ == "__main__":
    main()
