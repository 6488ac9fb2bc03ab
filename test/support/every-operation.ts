import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { schema } from '../../src/graphql/schema/schema.js';
import { hive } from './operation-samples.js';

/** A field with arguments, and how a document reaches it. */
export interface Operation {
  /** Such as `Query.search` or `Dataset.operations`. */
  readonly name: string;
  readonly root: 'query' | 'mutation';
  readonly args: readonly GraphQLArgument[];
  /** Writes what a document selects. @param field the field with its arguments */
  within(field: string): string;
  /** The field's own selection; empty for a leaf. */
  readonly selection: string;
}

const urns: Readonly<Record<string, string>> = {
  Tag: 'urn:li:tag:Legacy',
  Container: 'urn:li:container:datahub_schema',
  Dataset: hive,
  CorpGroup: 'urn:li:corpGroup:readers',
  CorpUser: 'urn:li:corpuser:steward',
  Chart: 'urn:li:chart:(looker,orders)',
  Dashboard: 'urn:li:dashboard:(looker,sales)',
  DataFlow: 'urn:li:dataFlow:(airflow,daily,PROD)',
  DataJob: 'urn:li:dataJob:(urn:li:dataFlow:(airflow,daily,PROD),load)',
  DataHubRole: 'urn:li:dataHubRole:Reader',
  DataHubView: 'urn:li:dataHubView:recent',
  DataPlatform: 'urn:li:dataPlatform:hive',
  DataPlatformInstance: 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,west)',
  DataProcessInstance: 'urn:li:dataProcessInstance:run',
  DataProduct: 'urn:li:dataProduct:sales',
  Domain: 'urn:li:domain:finance',
  GenericEntity: 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,churn,PROD)',
  GlossaryNode: 'urn:li:glossaryNode:terms',
  GlossaryTerm: 'urn:li:glossaryTerm:revenue',
  OwnershipTypeEntity: 'urn:li:ownershipType:steward',
  SchemaFieldEntity: `urn:li:schemaField:(${hive},id)`,
};

/** Returns every field of the schema that has arguments. @throws Error when no document is known that reaches one */
export function everyOperation(): Operation[] {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  );
  return types.flatMap((type) =>
    Object.values(isObjectType(type) ? type.getFields() : {})
      .filter(({ args }) => args.length > 0)
      .map((field) => ({
        name: `${type.name}.${field.name}`,
        root: type === schema.getMutationType() ? ('mutation' as const) : ('query' as const),
        args: field.args,
        within: reach(type.name),
        selection: toSelection(field),
      })),
  );
}

function reach(type: string): (field: string) => string {
  if (type === 'Query' || type === 'Mutation') return (field) => field;
  if (type === 'SchemaMetadata') return (field) => `dataset(urn: "${hive}") { schemaMetadata { ${field} } }`;
  if (type === 'EditableSchemaMetadata')
    return (field) => `dataset(urn: "${hive}") { editableSchemaMetadata { ${field} } }`;
  if (type === 'ServiceAccount')
    return (field) => `listServiceAccounts(input: {}) { serviceAccounts { ${field} } }`;
  const urn = urns[type];
  if (!urn) throw new Error(`name an entity of type ${type}, or how a document reaches its fields`);
  return (field) => `entity(urn: "${urn}") { ... on ${type} { ${field} } }`;
}

const toSelection = ({ type }: GraphQLField<unknown, unknown>) => (isLeaf(type) ? '' : selectFields(type, 2));

const isLeaf = (type: GraphQLOutputType) => isLeafType(getNamedType(type));

/** Returns the leaves of a type and of the objects in it, without those that differ each time. */
function selectFields(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (isInterfaceType(type)) return '{ __typename urn type }';
  if (!isCompositeType(type) || !('getFields' in type)) return '';
  const fields = Object.values(type.getFields())
    .filter(({ args, type }) => args.length === 0 && (isLeaf(type) || depth > 1))
    .map((field) => `${field.name} ${isLeaf(field.type) ? '' : selectFields(field.type, depth - 1)}`);
  return `{ __typename ${fields.join(' ')} }`;
}
