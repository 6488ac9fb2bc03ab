import type { EnumModel, RecordModel, ValueType } from '../datahub/aspects/models.js';
import type { Issue } from '../input/invalid-input.js';
import { isObject, type Json, LosslessNumber } from '../json/lossless-json.js';
import { isLarge, type Steps } from '../scheduling/steps.js';

/** The check stops after this many issues: messages have no more. */
export const issuesMax = 5;

type Path = readonly PropertyKey[];
type Visit = (type: ValueType, value: unknown, name: PropertyKey) => void;

/**
 * Returns the first fields of an aspect that DataHub's model requires and that are missing, and the first values of
 * another type. Fields that the model does not have are not checked. The work is linear in the size of the value.
 */
export function* modelIssues(model: RecordModel, value: Json): Steps<Issue[]> {
  const issues: Issue[] = [];
  yield* checkInSteps(model, value, [], issues);
  return issues;
}

function* checkInSteps(type: ValueType, value: unknown, path: Path, issues: Issue[]): Steps<void> {
  yield;
  if (!isLarge(value)) {
    check(type, value, path, issues);
    return;
  }
  const parts: Parameters<Visit>[] = [];
  checkOne(type, value, path, issues, (...part) => parts.push(part));
  for (const [partType, part, name] of parts) {
    if (issues.length >= issuesMax) return;
    yield* checkInSteps(partType, part, [...path, name], issues);
  }
}

function check(type: ValueType, value: unknown, start: Path, issues: Issue[]): void {
  // Every write is checked, so no path is copied before it is needed.
  const path = [...start];
  const visit: Visit = (partType, part, name) => {
    if (issues.length >= issuesMax) return;
    path.push(name);
    checkOne(partType, part, path, issues, visit);
    path.pop();
  };
  checkOne(type, value, path, issues, visit);
}

/** Checks a value without its parts, and visits these with their types. */
function checkOne(type: ValueType, value: unknown, path: Path, issues: Issue[], visit: Visit): void {
  if (typeof type === 'string') {
    if (!isPrimitive(type, value)) issues.push(wrongType(path, type === 'long' ? 'int' : type));
  } else if ('array' in type) {
    if (Array.isArray(value))
      for (const [index, element] of value.entries()) visit(type.array, element, index);
    else issues.push(wrongType(path, 'array'));
  } else if ('anyOf' in type) checkUnion(type.anyOf, value, path, issues, visit);
  else if (!('map' in type) && 'symbols' in type) {
    if (typeof value !== 'string' || !type.symbols.has(value)) issues.push(wrongSymbol(path, type));
  } else if (!isObject(value)) issues.push(wrongType(path, 'object'));
  else if ('map' in type) {
    // DataHub's clients read a member that is null as one that is absent.
    for (const name of Object.keys(value)) if (value[name] !== null) visit(type.map, value[name], name);
  } else checkRecord(type, value, path, issues, visit);
}

function checkRecord(record: RecordModel, value: Json, path: Path, issues: Issue[], visit: Visit): void {
  const names = Object.keys(value).filter((name) => value[name] !== null && record.fields.has(name));
  for (const name of record.required)
    if (!names.includes(name)) issues.push({ path: [...path, name], message: 'is required' });
  for (const name of names) visit(record.fields.get(name)!, value[name], name);
  if (record.isOneOf && names.length !== 1)
    issues.push({
      path: [...path],
      message: `must have one of the members ${[...record.fields.keys()].join(', ')}`,
    });
}

/** A member of a union is an object whose only member has its name, or a value that can only be this one. */
function checkUnion(
  alternatives: readonly ValueType[],
  value: unknown,
  path: Path,
  issues: Issue[],
  visit: Visit,
): void {
  const [tag, ...others] = isObject(value) ? Object.keys(value) : [];
  const named = tag === undefined || others.length > 0 ? undefined : byTag(alternatives).get(tag);
  const fitting = named ?? alternatives.find((one) => isOfKind(one, value));
  if (named !== undefined) visit(named, (value as Json)[tag!], tag!);
  else if (fitting !== undefined) checkOne(fitting, value, path, issues, visit);
  else {
    const names = alternatives.map((one) => memberNames(one)[0]);
    issues.push({ path: [...path], message: `must be one of ${names.join(', ')}` });
  }
}

/** A record is known only by its name: to try several would take exponential time. */
function isOfKind(type: ValueType, value: unknown): boolean {
  if (typeof type === 'string') return isPrimitive(type, value);
  if ('array' in type) return Array.isArray(value);
  if ('map' in type) return isObject(value);
  return 'symbols' in type && typeof value === 'string' && type.symbols.has(value);
}

const alternativesByTag = new WeakMap<readonly ValueType[], ReadonlyMap<string, ValueType>>();

/** Returns the alternatives by the names that their members in a union have. */
function byTag(alternatives: readonly ValueType[]): ReadonlyMap<string, ValueType> {
  const known = alternativesByTag.get(alternatives);
  if (known) return known;
  const found = new Map(
    alternatives.flatMap((one) => memberNames(one).map((tag) => [tag, one] as const)).reverse(),
  );
  alternativesByTag.set(alternatives, found);
  return found;
}

function memberNames(type: ValueType): readonly string[] {
  if (type === 'double') return ['double', 'float'];
  if (typeof type === 'string') return [type];
  if ('array' in type) return ['array'];
  if ('map' in type) return ['map'];
  return 'fullName' in type ? [type.fullName] : [];
}

function isPrimitive(type: ValueType & string, value: unknown): boolean {
  if (type === 'string' || type === 'boolean') return typeof value === type;
  if (type === 'double') return typeof value === 'number' || value instanceof LosslessNumber;
  return isWhole(value, type === 'int' ? 31n : 63n);
}

/** Whether a number without fraction and exponent has at most this many bits, besides its sign. */
function isWhole(value: unknown, bits: bigint): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && inRange(BigInt(value), bits);
  if (!(value instanceof LosslessNumber)) return false;
  return /^-?\d{1,19}$/.test(value.literal) && inRange(BigInt(value.literal), bits);
}

const inRange = (value: bigint, bits: bigint) => BigInt.asIntN(Number(bits) + 1, value) === value;

/** Issues as zod reports them, which become texts with the values that they are about. */
const wrongType = (path: Path, expected: string): Issue => ({
  path: [...path],
  expected,
  code: 'invalid_type',
  message: 'Invalid input',
});
const wrongSymbol = (path: Path, { symbols }: EnumModel): Issue => ({
  path: [...path],
  values: [...symbols],
  code: 'invalid_value',
  message: 'Invalid option',
});
