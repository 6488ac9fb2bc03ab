import type { AuditStamp } from '../core/clock.js';
import { type Json, parseExact } from '../core/lossless-json.js';
import { longText, readingExact, stringifyingExact } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';

/** An aspect's header, and the rows of its own model where it has one. */
export interface Parts {
  readonly name: string;
  /** JSON text */
  readonly body: string;
  readonly created: AuditStamp;
  readonly updated: AuditStamp;
  /** A JSON array's text. */
  readonly rows: string | null;
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
export function* textOf({ name, body, created, updated, rows }: Parts): Steps<string> {
  const read = function* <Row>() {
    return ((yield* readingAny(rows)) ?? []) as Row[];
  };
  switch (name) {
    case 'globalTags':
      return yield* textWith({
        ...(yield* membersOf(body)),
        tags: yield* each(yield* read<TagRow>(), tagOf),
      });
    case 'tagProperties':
      return yield* textWith({ ...(yield* membersOf(body)), ...present(Object((yield* read())[0])) });
    case 'schemaMetadata':
      return yield* textWith({
        ...(yield* membersOf(body)),
        fields: yield* each(yield* read<string>(), membersOf),
      });
    case 'editableSchemaMetadata':
      return yield* textWith({
        created,
        lastModified: updated,
        ...(yield* membersOf(body)),
        editableSchemaFieldInfo: yield* each(yield* read<EditableRow>(), editableOf),
      });
    default:
      return body;
  }
}

const textWith = (value: Json) => stringifyingExact(value);

function* each<Row>(rows: readonly Row[], of: (row: Row) => Steps<Json>): Steps<Json[]> {
  const values: Json[] = [];
  for (const row of rows) {
    values.push(yield* of(row));
    yield;
  }
  return values;
}

function* tagOf({ tag, body }: TagRow): Steps<Json> {
  return { tag, ...(yield* membersOf(body)) };
}

function* editableOf({ fieldPath, description, tags, body }: EditableRow): Steps<Json> {
  const { globalTags, ...others } = yield* membersOf(body);
  return {
    ...present({ fieldPath, description }),
    ...others,
    ...(tags && { globalTags: { ...Object(globalTags), tags: yield* each(tags, tagOf) } }),
  };
}

function* membersOf(text: string | null): Steps<Json> {
  return ((yield* readingAny(text)) ?? {}) as Json;
}

function* readingAny(text: string | null): Steps<unknown> {
  if (text === null) return null;
  return text.length > longText ? yield* readingExact(text) : parseExact(text);
}

/** The wire leaves out what is absent; it has no nulls. */
const present = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
