"""Every aspect of every entity type of the client's models, with values that a seed decides."""

import random
from collections.abc import Iterator

import datahub.metadata.urns  # noqa: F401 (fills URN_TYPES)
from datahub.metadata.schema_classes import (
    ASPECT_NAME_MAP,
    ENTITY_TYPE_TO_ASPECT_NAMES,
    DatasetPropertiesClass,
    FabricTypeClass,
    GlobalTagsClass,
    MetadataChangeEventClass,
    NumberTypeClass,
    StatusClass,
    TagAssociationClass,
)
from datahub.utilities.urns._urn_base import URN_TYPES

from aspects import field, schema

DEPTH = 5
TEXTS = [
    "ok",
    "Größe in ㎡",
    "价格 🙂 👩‍🔬",
    'a "quoted" \\ path\tand\nlines',
    '{"json": [1e5, "in JSON"]}',
    "ᚠᛇᚻ <b>&amp;</b>",
]
LONGS = [0, -1, 1_700_000_000_000, 2**53 + 1, 2**63 - 1, -(2**63)]
DOUBLES = [0.0, -0.5, 0.1, 1e-7, 1e22, 123456789.123, 5e-324, 1.7976931348623157e308]
# The month of an event decides where the catalog stores it.
TIMES = [1_700_000_000_000, 1_700_003_600_000, 1_702_000_000_000]


class Values:
    """Values for the fields of records. Two of one seed give the same values."""

    def __init__(self, seed: str):
        self.seed = seed
        self.random = random.Random(seed)
        self.count = 0

    def urn(self, kind: str, depth: int = 0) -> str:
        """A URN that no other call returns. Without emoji: the client garbles them in URNs."""
        self.count += 1
        unique = f"{self.seed} {self.count}"
        part = {
            "platform": lambda: f"urn:li:dataPlatform:{self.random.choice(['hive', 'excel', 'tableau'])}",
            "origin": lambda: self.random.choice(["PROD", "CERT", "PRD", "TST", "SIT", "SBX"]),
            "flow": lambda: self.urn("dataFlow"),
            "parent": lambda: self.urn("dataset"),
            "entityType": lambda: "mlModel",
        }
        names = [field.name for field in URN_TYPES[kind].underlying_key_aspect_type().RECORD_SCHEMA.fields]
        parts = [part[name]() if name in part else f"{name} ä {unique}" for name in names]
        return f"urn:li:{kind}:" + (parts[0] if len(parts) == 1 else f"({','.join(parts)})")

    def aspect(self, schema) -> dict:
        """At least one member: the client's files cannot hold an aspect without members."""
        return next(value for value in iter(lambda: self.record(schema, 0), None) if value)

    def record(self, schema, depth: int) -> dict:
        if "fieldDiscriminator" in schema.fields_dict:
            return self.choice_of_fields(schema, depth)
        fields = ((field, self.field(field, depth)) for field in schema.fields)
        return {field.name: value for field, value in fields if value is not None}

    def choice_of_fields(self, schema, depth: int) -> dict:
        """A record that has one of its fields, and names it."""
        chosen = self.random.choice(schema.fields_dict["fieldDiscriminator"].type.symbols)
        field = schema.fields_dict[chosen]
        [present] = [one for one in field.type.schemas if one.type != "null"]
        return {"fieldDiscriminator": chosen, chosen: self.value(present, depth, chosen, kinds_of(field))}

    def field(self, field, depth: int):
        if field.name == "timestampMillis":
            return self.random.choice(TIMES)
        return self.value(field.type, depth + 1, field.name, kinds_of(field))

    def value(self, schema, depth: int, name: str, kinds: list):
        """None: nothing, of a field that is optional."""
        match schema.type:
            case "union":
                return self.member(schema, depth, name, kinds)
            case "record":
                return self.record(schema, depth)
            case "array":
                length = 0 if depth > DEPTH else self.random.randint(1, 3)
                return [self.value(schema.items, depth + 1, name, kinds) for _ in range(length)]
            case "map":
                length = 0 if depth > DEPTH else self.random.randint(1, 3)
                keys = [f"{self.random.choice(TEXTS)} {i}" for i in range(length)]
                return {key: self.value(schema.values, depth + 1, name, kinds) for key in keys}
            case "enum":
                return self.random.choice(schema.symbols)
            case "string":
                return self.urn(self.random.choice(kinds), depth) if kinds else self.text()
            case "boolean":
                return self.random.random() < 0.5
            case "int":
                return self.random.choice([0, 1, -1, 2**31 - 1, -(2**31)])
            case "long":
                return self.random.choice(LONGS)
            case "float" | "double":
                return self.random.choice(DOUBLES)
            case "bytes" | "fixed":
                return "bytes \x01\xff"
        raise AssertionError(f"no value for {schema.type}")

    def text(self) -> str:
        self.count += 1
        return f"{self.random.choice(TEXTS)} {self.count}"

    def member(self, schema, depth: int, name: str, kinds: list):
        """A member of a union. What is optional is left out below a depth, since records contain themselves."""
        optional = any(one.type == "null" for one in schema.schemas)
        members = [one for one in schema.schemas if one.type != "null"]
        if optional and (depth > DEPTH or self.random.random() < 0.15):
            return None
        chosen = self.random.choice(members)
        value = self.value(chosen, depth, name, kinds)
        return value if len(members) == 1 else {getattr(chosen, "fullname", chosen.type): value}


def kinds_of(field) -> list:
    """The entity types that a field of URNs can name; empty for other fields."""
    props = field.other_props
    if "Urn" not in props:
        return []
    relation = props.get("Relationship") or {}
    relation = relation.get("/*") or relation
    named = props.get("entityTypes") or relation.get("entityTypes") or []
    of_class = [kind for kind, urn in URN_TYPES.items() if urn.__name__.lower() == props["Urn"].lower()]
    return of_class or [kind for kind in named if kind in URN_TYPES] or ["dataset", "corpuser"]


def every_aspect(seed: str) -> Iterator[tuple]:
    """(URN, aspect) for each aspect of each entity type, the key first. One entity of each type."""
    values = Values(seed)
    for kind, names in ENTITY_TYPE_TO_ASPECT_NAMES.items():
        urn = values.urn(kind)
        yield urn, URN_TYPES[kind].from_string(urn).to_key_aspect()
        for name in names:
            model = ASPECT_NAME_MAP.get(name)
            if model and model.RECORD_SCHEMA.fields:
                yield urn, model.from_obj(values.aspect(model.RECORD_SCHEMA))


def every_environment(seed: str) -> Iterator[tuple]:
    """(URN, aspect) of a dataset in each environment that the client has."""
    for environment in sorted(value for name, value in vars(FabricTypeClass).items() if name.isupper()):
        yield f"urn:li:dataset:(urn:li:dataPlatform:hive,{seed},{environment})", StatusClass(removed=False)


def many(seed: str) -> Iterator[tuple]:
    """(URN, aspect) of a dataset with many tags and columns, and with text of half a megabyte."""
    urn = f"urn:li:dataset:(urn:li:dataPlatform:hive,many {seed},PROD)"
    yield urn, GlobalTagsClass(tags=[TagAssociationClass(tag=f"urn:li:tag:many {i}") for i in range(1_000)])
    yield urn, schema(*(field(f"column {i}.größe", NumberTypeClass(), "bigint") for i in range(2_000)))
    yield (
        urn,
        DatasetPropertiesClass(
            description="价格 🙂 " * 50_000, customProperties={"": "", "json": '{"a": ' * 500}
        ),
    )


def every_snapshot(seed: str) -> Iterator[MetadataChangeEventClass]:
    """A snapshot of each type, with one of each aspect that it can hold."""
    values = Values(f"{seed} snapshot")
    models = {model.RECORD_SCHEMA.fullname: model for model in ASPECT_NAME_MAP.values()}
    snapshots = MetadataChangeEventClass.RECORD_SCHEMA.fields_dict["proposedSnapshot"].type.schemas
    for snapshot in snapshots:
        key, *others = snapshot.fields_dict["aspects"].type.items.schemas
        kind = models[key.fullname].ASPECT_INFO["keyForEntity"]
        urn = values.urn(kind)
        aspects = [{key.fullname: URN_TYPES[kind].from_string(urn).to_key_aspect().to_obj()}]
        aspects += [{schema.fullname: values.aspect(schema)} for schema in others]
        yield MetadataChangeEventClass.from_obj(
            {"proposedSnapshot": {snapshot.fullname: {"urn": urn, "aspects": aspects}}}
        )
