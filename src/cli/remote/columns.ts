import { type EditedColumn, type IngestedColumn, listGone, readColumnPages } from '../../client/columns.js';
import { resolveColumn } from '../../core/field-path.js';
import { simplePath } from '../../urn/field-path.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { type Columns, plain } from './output.js';

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
  for await (const read of readColumnPages(catalog.graphql, urn, pageSize))
    if (read.isLast)
      return [
        ...read.fields.map((field) => toColumn(field.fieldPath, field, read.edits.get(field.fieldPath))),
        ...listGone(read).map((edit) => toColumn(edit.fieldPath, null, edit)),
      ];
  return [];
}

function toColumn(fieldPath: string, field: IngestedColumn | null, edit: EditedColumn | undefined): Column {
  const tags = [field?.tags, edit?.tags].flatMap((of) => of?.tags ?? []);
  return {
    fieldPath,
    path: simplePath(fieldPath) || fieldPath,
    type: field?.type ?? null,
    nativeDataType: field?.nativeDataType ?? null,
    nullable: field?.nullable ?? null,
    description: edit?.description || field?.description || null,
    tags: [...new Map(tags.map(({ tag: { urn, name } }) => [urn, { urn, name }])).values()],
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
