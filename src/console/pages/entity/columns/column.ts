import { graphql, type ResultOf } from '../../../../client/documents.js';
import { simplePath } from '../../../model/field-path.js';
import { type ShownTag, shownTags } from '../../../model/listed-entity.js';

export const columnsPage = graphql(
  `
  query Columns($urn: String!, $start: Int!, $count: Int!) {
    dataset(urn: $urn) {
      schemaMetadata {
        fields(start: $start, count: $count) {
          fieldPath
          type
          nativeDataType
          nullable
          description
          tags {
            ...ShownTags
          }
        }
      }
      editableSchemaMetadata {
        editableSchemaFieldInfo(start: $start, count: $count) {
          fieldPath
          description
          tags {
            ...ShownTags
          }
        }
      }
    }
  }
`,
  [shownTags],
);

type Dataset = NonNullable<ResultOf<typeof columnsPage>['dataset']>;
export type Ingested = NonNullable<Dataset['schemaMetadata']>['fields'][number];
export type Edited = NonNullable<Dataset['editableSchemaMetadata']>['editableSchemaFieldInfo'][number];

/** A column as it was ingested, with what people wrote about it. */
export interface Column {
  /** The name for the service. */
  readonly fieldPath: string;
  /** The name for people. */
  readonly name: string;
  /** Whether the schema no longer has it. */
  readonly isGone: boolean;
  /** Whether it is part of the key of its messages or rows. */
  readonly isKey: boolean;
  readonly type: string;
  readonly nativeType: string;
  readonly nullable: boolean;
  readonly ingested: string;
  readonly edited: string;
  /** Tags of the ingested schema, which stay there. */
  readonly declared: readonly ShownTag[];
  readonly tags: readonly ShownTag[];
}

const listTags = (of: Ingested['tags']): readonly ShownTag[] => of?.tags?.map(({ tag }) => tag) ?? [];

/** @param edits by field path: the service names an edited column as the schema does */
export function columnOfField(field: Ingested, edits: ReadonlyMap<string, Edited>): Column {
  const { fieldPath, type, nativeDataType, nullable, description, tags } = field;
  const edit = edits.get(fieldPath);
  return {
    fieldPath,
    name: simplePath(fieldPath),
    isGone: false,
    isKey: fieldPath.startsWith('[version=2.0].[key=True]'),
    type,
    nativeType: nativeDataType ?? '',
    nullable,
    ingested: description ?? '',
    edited: edit?.description ?? '',
    declared: listTags(tags),
    tags: listTags(edit?.tags ?? null),
  };
}

/** Returns an edited column that the schema does not have. Its tags can be removed, and nothing else. */
export const goneColumn = ({ fieldPath, description, tags }: Edited): Column => ({
  fieldPath,
  name: simplePath(fieldPath),
  isGone: true,
  isKey: false,
  type: '',
  nativeType: '',
  nullable: true,
  ingested: '',
  edited: description ?? '',
  declared: [],
  tags: listTags(tags),
});

/** The text by which the filter finds a column. Made once, because each key searches thousands of columns. */
const soughtTexts = new WeakMap<Column, string>();

function soughtText(column: Column): string {
  const { name, edited, ingested, declared, tags } = column;
  const known = soughtTexts.get(column);
  if (known !== undefined) return known;
  const text = [name, edited || ingested, ...[...declared, ...tags].map((tag) => tag.name)]
    .join('\n')
    .toLowerCase();
  soughtTexts.set(column, text);
  return text;
}

/** @param text lower case */
export const hasText = (column: Column, text: string): boolean => soughtText(column).includes(text);
