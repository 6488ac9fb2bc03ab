import type { AuditStamp } from '../core/clock.js';
import type { Json } from '../core/lossless-json.js';
import { parseInSteps } from '../core/lossless-json-parser.js';
import { stringifyInSteps } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import { type PolicyRow, policyValue } from './policies/row.js';

/** The record of an aspect, with its rows of other tables. */
export interface AspectRow {
  readonly name: string;
  /** JSON text */
  readonly extraFields: string;
  readonly created: AuditStamp;
  readonly updated: AuditStamp;
  /** JSON text of an array; null if no other table keeps a part of the aspect. */
  readonly rows: string | null;
  /** Its record keeps all of it. */
  readonly inert: boolean;
}

interface AssociationRow {
  readonly tag: string;
  readonly extraFields: string | null;
}

interface EditableRow {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: readonly AssociationRow[] | null;
  readonly extraFields: string | null;
}

export function* documentText({
  name,
  extraFields,
  created,
  updated,
  rows,
  inert,
}: AspectRow): Steps<string> {
  if (inert) return extraFields;
  const read = function* <Row>() {
    return (rows === null ? [] : yield* parseInSteps(rows)) as Row[];
  };
  switch (name) {
    case 'globalTags':
      return yield* stringifyInSteps({
        ...(yield* parseFields(extraFields)),
        tags: yield* each(yield* read<AssociationRow>(), associationOf),
      });
    case 'tagProperties':
      return yield* stringifyInSteps({
        ...(yield* parseFields(extraFields)),
        ...omitNulls(Object((yield* read())[0])),
      });
    case 'schemaMetadata':
      return yield* stringifyInSteps({
        ...(yield* parseFields(extraFields)),
        fields: yield* each(yield* read<string>(), parseFields),
      });
    case 'editableSchemaMetadata':
      return yield* stringifyInSteps({
        created,
        lastModified: updated,
        ...(yield* parseFields(extraFields)),
        editableSchemaFieldInfo: yield* each(yield* read<EditableRow>(), editableOf),
      });
    case 'dataHubPolicyInfo': {
      const [row] = yield* read<PolicyRow>();
      return row ? yield* stringifyInSteps(policyValue(row, yield* parseFields(extraFields))) : extraFields;
    }
    default:
      return rows === null ? extraFields : yield* overlaid(extraFields, Object((yield* read<Json>())[0]));
  }
}

/**
 * Returns an aspect as it was written, with the values that its table has now. Fields keep their order, and what has not
 * changed keeps its text: null and an absent field are the same value of the table.
 */
function* overlaid(written: string, current: Json): Steps<string> {
  const value = yield* parseFields(written);
  const changed = Object.entries(current).filter(([name, now]) => !isSame(name, value[name], now));
  if (changed.length === 0) return written;
  const result = { ...value, ...Object.fromEntries(changed) };
  for (const [name, now] of changed) if (now === null) delete result[name];
  return yield* stringifyInSteps(result);
}

/** A user whose `active` is absent is active. A list that names a group twice means it once. */
function isSame(name: string, written: unknown, now: unknown): boolean {
  if (Array.isArray(now)) {
    return Array.isArray(written) && JSON.stringify([...new Set(written)]) === JSON.stringify(now);
  }
  return (written ?? (name === 'active' ? true : null)) === now;
}

function* each<Row>(rows: readonly Row[], of: (row: Row) => Steps<Json>): Steps<Json[]> {
  const values: Json[] = [];
  for (const row of rows) {
    values.push(yield* of(row));
    yield;
  }
  return values;
}

function* associationOf({ tag, extraFields }: AssociationRow): Steps<Json> {
  return { tag, ...(yield* parseFields(extraFields)) };
}

function* editableOf({ fieldPath, description, tags, extraFields }: EditableRow): Steps<Json> {
  const { globalTags, ...others } = yield* parseFields(extraFields);
  return {
    ...omitNulls({ fieldPath, description }),
    ...others,
    ...(tags && { globalTags: { ...Object(globalTags), tags: yield* each(tags, associationOf) } }),
  };
}

function* parseFields(text: string | null): Steps<Json> {
  return (text === null ? {} : yield* parseInSteps(text)) as Json;
}

/** An absent field is left out on the wire, not null. */
const omitNulls = (row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
