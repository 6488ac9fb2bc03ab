import { isObject, type Json, setMember } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';

/** Keeps `ownerTypes` equal to `owners`: the owners of each type, each owner once. */
export function* followOwners(value: Readonly<Json>): Steps<Readonly<Json>> {
  const { owners, ownerTypes } = value;
  if (!Array.isArray(owners)) return value;
  const byType = new Map<string, Set<string>>();
  for (const one of owners) {
    if (!isObject(one) || typeof one.owner !== 'string') return value;
    const type = toTypeKey(one);
    const some = byType.get(type) ?? new Set();
    byType.set(type, some.add(one.owner));
    yield;
  }
  if (yield* follows(ownerTypes, byType)) return value;
  const types: Json = {};
  for (const [type, some] of byType) setMember(types, type, [...some]);
  return { ...value, ownerTypes: types };
}

/** The type as a key of `ownerTypes`. In the names of DataHub's search fields, dots are encoded. */
function toTypeKey({ typeUrn, type }: Json): string {
  const name = typeof type === 'string' ? type.toLowerCase() : 'none';
  const urn = typeof typeUrn === 'string' ? typeUrn : `urn:li:ownershipType:__system__${name}`;
  return urn.replaceAll('.', '%2E');
}

/** Whether the types are those of the owners, in any order. Without owners, they may be absent. */
function* follows(ownerTypes: unknown, byType: ReadonlyMap<string, ReadonlySet<string>>): Steps<boolean> {
  const given = Object.entries(isObject(ownerTypes) ? ownerTypes : {});
  if (given.length !== byType.size) return false;
  for (const [type, owners] of given) {
    const some = byType.get(type);
    if (!some || !Array.isArray(owners) || owners.length !== some.size) return false;
    if (!owners.every((one) => some.has(one)) || new Set(owners).size !== some.size) return false;
    yield;
  }
  return true;
}
