import type { Audit } from '../domain/clock.js';
import { type Json, parseExact, stringifyExact } from '../domain/exact-json.js';

/** An aspect's header, and the rows of its own model where it has one. */
export interface Parts {
  readonly name: string;
  /** JSON text */
  readonly body: string;
  readonly created: Audit;
  readonly updated: Audit;
  readonly rows: readonly unknown[] | null;
}

interface TagRow {
  readonly tag: string;
  readonly body: string | null;
}

interface EditableRow {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: readonly TagRow[] | null;
  readonly body: string | null;
}

/** The aspect's JSON text. */
export function textOf({ name, body, created, updated, rows }: Parts): string {
  switch (name) {
    case 'globalTags':
      return stringifyExact({ ...membersOf(body), tags: (rows as TagRow[]).map(tagOf) });
    case 'tagProperties':
      return stringifyExact({ ...membersOf(body), ...present(Object(rows?.[0])) });
    case 'schemaMetadata':
      return stringifyExact({ ...membersOf(body), fields: ((rows ?? []) as string[]).map(membersOf) });
    case 'editableSchemaMetadata':
      return stringifyExact({
        created,
        lastModified: updated,
        ...membersOf(body),
        editableSchemaFieldInfo: ((rows ?? []) as EditableRow[]).map(editableOf),
      });
    default:
      return body;
  }
}

const tagOf = ({ tag, body }: TagRow) => ({ tag, ...membersOf(body) });

function editableOf({ fieldPath, description, tags, body }: EditableRow) {
  const { globalTags, ...others } = membersOf(body);
  return {
    ...present({ fieldPath, description }),
    ...others,
    ...(tags && { globalTags: { ...Object(globalTags), tags: tags.map(tagOf) } }),
  };
}

const membersOf = (text: string | null): Json => (text === null ? {} : (parseExact(text) as Json));

/** The wire leaves out what is absent; it has no nulls. */
const present = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
