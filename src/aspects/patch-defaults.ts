import { toMap } from '../core/to-map.js';
import { findModel, type ValueType } from '../datahub/aspects/models.js';
import { patchDefaults } from '../datahub/patch-defaults.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';

const defaultsByRecord = toMap(patchDefaults);
const none: readonly [string, unknown][] = [];

/** The fields that a patch of an aspect adds if they are missing. */
export function defaultFields(aspectName: string): readonly [name: string, value: unknown][] {
  const model = findModel(aspectName);
  return model ? listDefaults(model.name) : none;
}

const listDefaults = (record: string) => Object.entries(defaultsByRecord.get(record) ?? {});

/** Returns an aspect with the default fields of all records in it. What needs none is not copied. */
export function* withDefaults(aspectName: string, aspect: Json): Steps<Json> {
  const model = findModel(aspectName);
  return model ? ((yield* filled(model, aspect)) as Json) : aspect;
}

function* filled(type: ValueType, value: unknown): Steps<unknown> {
  if (!holdsDefaults(type) || typeof type === 'string') return value;
  yield;
  if ('array' in type) {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [index, element] of value.entries()) {
      const after = yield* filled(type.array, element);
      if (after === element) continue;
      copy ??= [...value];
      copy[index] = after;
    }
    return copy ?? value;
  }
  if (!('fields' in type) || !isObject(value)) return value;
  let copy: Json | undefined;
  for (const [name, given] of listDefaults(type.name)) {
    if (Object.hasOwn(value, name) && value[name] !== null) continue;
    copy ??= { ...value };
    copy[name] = structuredClone(given);
  }
  for (const [name, field] of type.fields) {
    if (!Object.hasOwn(value, name)) continue;
    const after = yield* filled(field, value[name]);
    if (after === value[name] || value[name] === null) continue;
    copy ??= { ...value };
    copy[name] = after;
  }
  return copy ?? value;
}

const holding = new Map<ValueType, boolean>();

/** Whether values of a type can have records with defaults. Maps and unions of DataHub's models have none. */
function holdsDefaults(type: ValueType): boolean {
  if (typeof type === 'string') return false;
  const known = holding.get(type);
  if (known !== undefined) return known;
  // For a record within itself.
  holding.set(type, false);
  const holds =
    'array' in type
      ? holdsDefaults(type.array)
      : 'fields' in type &&
        (defaultsByRecord.has(type.name) || [...type.fields.values()].some(holdsDefaults));
  holding.set(type, holds);
  return holds;
}
