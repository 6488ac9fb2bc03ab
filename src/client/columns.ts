import { graphql, type ResultOf } from './documents.js';
import { shownTags } from './tag.js';

const columnsPage = graphql(
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

type Answer = ResultOf<typeof columnsPage>;
type Dataset = NonNullable<Answer['dataset']>;
export type IngestedColumn = NonNullable<Dataset['schemaMetadata']>['fields'][number];
export type EditedColumn = NonNullable<Dataset['editableSchemaMetadata']>['editableSchemaFieldInfo'][number];

/** The columns of a dataset that were read so far. */
export interface ReadColumns {
  readonly fields: readonly IngestedColumn[];
  /** By field path: the service names an edited column as the schema does. */
  readonly edits: ReadonlyMap<string, EditedColumn>;
  readonly isLast: boolean;
}

/** Reads the columns of a dataset in several answers. The service bounds the number of columns of a schema. */
export async function* readColumnPages(
  ask: (
    document: typeof columnsPage,
    variables: { urn: string; start: number; count: number },
  ) => Promise<Answer>,
  urn: string,
  count: number,
): AsyncGenerator<ReadColumns> {
  const fields: IngestedColumn[] = [];
  const edits = new Map<string, EditedColumn>();
  for (let start = 0, isLast = false; !isLast; start += count) {
    const { dataset } = await ask(columnsPage, { urn, start, count });
    const next = dataset?.schemaMetadata?.fields ?? [];
    const edited = dataset?.editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
    fields.push(...next);
    for (const edit of edited) edits.set(edit.fieldPath, edit);
    isLast = Math.max(next.length, edited.length) < count;
    yield { fields, edits, isLast };
  }
}

/** Returns the edited columns that the schema does not have. */
export function listGone({ fields, edits }: ReadColumns): readonly EditedColumn[] {
  const known = new Set(fields.map(({ fieldPath }) => fieldPath));
  return [...edits.values()].filter(({ fieldPath }) => !known.has(fieldPath));
}
