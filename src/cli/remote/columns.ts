import { graphql, type ResultOf } from '../../client/documents.js';
import { resolveColumn, simplePath } from '../../columns/field-path.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { type Columns, plain } from './output.js';

const document = graphql(`
  query ($urn: String!, $start: Int!, $count: Int!) {
    dataset(urn: $urn) {
      schemaMetadata {
        fields(start: $start, count: $count) {
          fieldPath
          type
          nativeDataType
          nullable
          description
          tags {
            tags {
              tag {
                urn
                name
              }
            }
          }
        }
      }
      editableSchemaMetadata {
        editableSchemaFieldInfo(start: $start, count: $count) {
          fieldPath
          description
          tags {
            tags {
              tag {
                urn
                name
              }
            }
          }
        }
      }
    }
  }
`);

type Dataset = NonNullable<ResultOf<typeof document>['dataset']>;
type Ingested = NonNullable<Dataset['schemaMetadata']>['fields'][number];
type Edited = NonNullable<Dataset['editableSchemaMetadata']>['editableSchemaFieldInfo'][number];

/** A URN, with the name that people know. */
export interface Reference {
  readonly urn: string;
  readonly name: string;
}

/** A column of a dataset, as ingested and as edited. */
export interface Column {
  readonly fieldPath: string;
  /** The path without types, such as `address.street`. */
  readonly path: string;
  /** Null if the schema no longer has the column. */
  readonly type: string | null;
  readonly nativeDataType: string | null;
  readonly nullable: boolean | null;
  readonly description: string | null;
  readonly tags: readonly Reference[];
}

/** A page of columns. The service bounds the number of columns of a schema. */
const pageSize = 1_000;

/** Returns all columns of a dataset: those of its schema in their order, then edited ones that the schema no longer has. */
export async function readColumns(catalog: Client, urn: string): Promise<readonly Column[]> {
  const ingested: Ingested[] = [];
  const edits = new Map<string, Edited>();
  for (let start = 0; ; start += pageSize) {
    const { dataset } = await catalog.graphql(document, { urn, start, count: pageSize });
    const fields = dataset?.schemaMetadata?.fields ?? [];
    const edited = dataset?.editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
    ingested.push(...fields);
    for (const one of edited) edits.set(one.fieldPath, one);
    if (Math.max(fields.length, edited.length) < pageSize) break;
  }
  const known = new Set(ingested.map(({ fieldPath }) => fieldPath));
  const gone = [...edits.values()].filter(({ fieldPath }) => !known.has(fieldPath));
  return [
    ...ingested.map((field) => toColumn(field.fieldPath, field, edits.get(field.fieldPath))),
    ...gone.map((edit) => toColumn(edit.fieldPath, null, edit)),
  ];
}

function toColumn(fieldPath: string, field: Ingested | null, edit: Edited | undefined): Column {
  const tags = [field?.tags, edit?.tags].flatMap((of) => of?.tags?.map(({ tag }) => tag) ?? []);
  return {
    fieldPath,
    path: simplePath(fieldPath) || fieldPath,
    type: field?.type ?? null,
    nativeDataType: field?.nativeDataType ?? null,
    nullable: field?.nullable ?? null,
    description: edit?.description || field?.description || null,
    tags: [...new Map(tags.map((tag) => [tag.urn, tag])).values()],
  };
}

/** Returns the column with a path, or with the path without its types. @throws CommandFailed */
export function findColumn(columns: readonly Column[], given: string): Column {
  const paths = columns.map(({ fieldPath }) => ({ fieldPath, simplePath: simplePath(fieldPath) }));
  const found = resolveColumn(paths, given);
  if (found.kind === 'found') return columns.find(({ fieldPath }) => fieldPath === found.fieldPath)!;
  if (found.kind === 'ambiguous')
    throw new CommandFailed(
      `"${plain(given)}" is the path of several columns: ${found.candidates.map(plain).join(', ')}.`,
      2,
    );
  const some = columns.slice(0, 20).map(({ path }) => plain(path));
  const list = some.length === 0 ? 'It has no columns.' : `Its columns are: ${some.join(', ')}`;
  throw new CommandFailed(
    `The dataset has no column "${plain(given)}". ${list}${columns.length > some.length ? ', …' : ''}`,
  );
}

/** How a list shows columns. @param names whether tags are shown by name rather than by URN */
export const columnColumns = (names: boolean): Columns<Column> => ({
  column: ({ path }) => path,
  type: ({ type, nativeDataType }) => nativeDataType || type?.toLowerCase(),
  tags: ({ tags }) => tags.map(({ urn, name }) => (names ? name : urn)),
  description: ({ description }) => description,
});
