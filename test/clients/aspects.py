"""One of each kind of aspect, as the SDK's classes."""

from datahub.metadata.schema_classes import (
    AuditStampClass,
    ContainerClass,
    ContainerPropertiesClass,
    CorpUserInfoClass,
    DatasetPropertiesClass,
    EditableSchemaFieldInfoClass,
    EditableSchemaMetadataClass,
    GlobalTagsClass,
    NumberTypeClass,
    OtherSchemaClass,
    OwnerClass,
    OwnershipClass,
    OwnershipTypeClass,
    SchemaFieldClass,
    SchemaFieldDataTypeClass,
    SchemaMetadataClass,
    StatusClass,
    StringTypeClass,
    SubTypesClass,
    TagAssociationClass,
    TagPropertiesClass,
)

USER = "urn:li:corpuser:admin"
CONTAINER = "urn:li:container:größe"
STAMP = AuditStampClass(time=1_700_000_000_000, actor=USER)


def tags(*ids: str) -> GlobalTagsClass:
    return GlobalTagsClass(tags=[TagAssociationClass(tag=f"urn:li:tag:{id}") for id in ids])


def field(path: str, type: object, native: str) -> SchemaFieldClass:
    return SchemaFieldClass(
        fieldPath=path, type=SchemaFieldDataTypeClass(type=type), nativeDataType=native, nullable=True
    )


def schema(*fields: SchemaFieldClass) -> SchemaMetadataClass:
    return SchemaMetadataClass(
        schemaName="orders",
        platform="urn:li:dataPlatform:hive",
        version=0,
        hash="",
        platformSchema=OtherSchemaClass(rawSchema="create table …"),
        fields=list(fields),
    )


SCHEMA = schema(
    field("id", NumberTypeClass(), "bigint"),
    field("kunde.straße", StringTypeClass(), "varchar(100)"),
)

EDITABLE = EditableSchemaMetadataClass(
    created=STAMP,
    lastModified=STAMP,
    editableSchemaFieldInfo=[
        EditableSchemaFieldInfoClass(fieldPath="id", description="die Nummer", globalTags=tags("Key")),
        EditableSchemaFieldInfoClass(fieldPath="kunde.straße", globalTags=tags("pii", "personenbezogen-ü")),
    ],
)

OWNERSHIP = OwnershipClass(
    owners=[OwnerClass(owner=USER, type=OwnershipTypeClass.DATAOWNER)],
    # Without them, the catalog adds them.
    ownerTypes={"urn:li:ownershipType:__system__dataowner": [USER]},
    lastModified=STAMP,
)

DATASET = [
    DatasetPropertiesClass(name="Bestellungen", description="Größe, 价格, 🙂", customProperties={"k": "v"}),
    SCHEMA,
    tags("pii", "Legacy", "ümläut"),
    EDITABLE,
    ContainerClass(container=CONTAINER),
    StatusClass(removed=False),
    OWNERSHIP,
    SubTypesClass(typeNames=["Table"]),
]

OTHERS = {
    CONTAINER: [
        ContainerPropertiesClass(name="größe", description="eine Datenbank", customProperties={}),
        tags("pii"),
    ],
    "urn:li:tag:größe": [TagPropertiesClass(name="Größe", description="size of 价格", colorHex="#00CC88")],
    "urn:li:corpuser:jörg": [
        CorpUserInfoClass(active=True, displayName="Jörg", email="joerg@example.com", fullName="Jörg Ö")
    ],
}
