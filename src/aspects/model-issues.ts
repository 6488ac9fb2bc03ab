import type { EnumModel, RecordModel, ValueType } from '../datahub/aspects/models.js';
import type { Issue } from '../input/invalid-input.js';
import { isObject, type Json, LosslessNumber } from '../json/lossless-json.js';
import { isLarge, type Steps } from '../scheduling/steps.js';

/** The check stops after this many issues: messages have no more. */
const issuesMax = 5;

type Path = readonly PropertyKey[];
type Part = readonly [type: ValueType, value: unknown, name: PropertyKey];

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
  for (const [partType, part, name] of listParts(type, value, path, issues)) {
    yield* checkInSteps(partType, part, [...path, name], issues);
    if (issues.length >= issuesMax) return;
  }
}

function check(type: ValueType, value: unknown, path: Path, issues: Issue[]): void {
  for (const [partType, part, name] of listParts(type, value, path, issues)) {
    check(partType, part, [...path, name], issues);
    if (issues.length >= issuesMax) return;
  }
}

/** Checks a value without its parts, and returns these with their types. */
function listParts(type: ValueType, value: unknown, path: Path, issues: Issue[]): Iterable<Part> {
  if (typeof type === 'string') {
    if (!isPrimitive(type, value)) issues.push(wrongType(path, type === 'long' ? 'int' : type));
  } else if ('array' in type) {
    if (Array.isArray(value)) return listElements(type.array, value);
    issues.push(wrongType(path, 'array'));
  } else if ('anyOf' in type) return findAlternative(type.anyOf, value, path, issues);
  else if (!('map' in type) && 'symbols' in type) {
    if (typeof value !== 'string' || !type.symbols.has(value)) issues.push(wrongSymbol(path, type));
  } else if (!isObject(value)) issues.push(wrongType(path, 'object'));
  else return 'map' in type ? membersOf(type.map, value) : fieldsOf(type, value, path, issues);
  return [];
}

function* listElements(type: ValueType, elements: readonly unknown[]): Iterable<Part> {
  for (const [index, element] of elements.entries()) yield [type, element, index];
}

/** DataHub's clients read a member that is null as one that is absent. */
function* membersOf(type: ValueType, value: Json): Iterable<Part> {
  for (const name of Object.keys(value)) if (value[name] !== null) yield [type, value[name], name];
}

function* fieldsOf(record: RecordModel, value: Json, path: Path, issues: Issue[]): Iterable<Part> {
  const given = (name: string) => (Object.hasOwn(value, name) ? (value[name] ?? null) : null);
  for (const name of record.required)
    if (given(name) === null) issues.push({ path: [...path, name], message: 'is required' });
  let count = 0;
  for (const [name, type] of record.fields) {
    const field = given(name);
    if (field === null) continue;
    count += 1;
    yield [type, field, name];
  }
  if (record.isOneOf && count !== 1)
    issues.push({ path, message: `must have one of the members ${[...record.fields.keys()].join(', ')}` });
}

/** A member of a union is an object whose only member has its name, or a value that can only be this one. */
function findAlternative(
  alternatives: readonly ValueType[],
  value: unknown,
  path: Path,
  issues: Issue[],
): Iterable<Part> {
  const [tag, ...others] = isObject(value) ? Object.keys(value) : [];
  if (tag !== undefined && others.length === 0) {
    const named = alternatives.find((one) => listTags(one).includes(tag));
    if (named !== undefined) return [[named, (value as Json)[tag], tag]];
  }
  const fits = alternatives.find((one) => isOfKind(one, value));
  if (fits !== undefined) return listParts(fits, value, path, issues);
  const names = alternatives.map((one) => listTags(one)[0]);
  issues.push({ path, message: `must be one of ${names.join(', ')}` });
  return [];
}

/** A record is known only by its name: to try several would take exponential time. */
function isOfKind(type: ValueType, value: unknown): boolean {
  if (typeof type === 'string') return isPrimitive(type, value);
  if ('array' in type) return Array.isArray(value);
  if ('map' in type) return isObject(value);
  return 'symbols' in type && typeof value === 'string' && type.symbols.has(value);
}

function listTags(type: ValueType): readonly string[] {
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
  path,
  expected,
  code: 'invalid_type',
  message: 'Invalid input',
});
const wrongSymbol = (path: Path, { symbols }: EnumModel): Issue => ({
  path,
  values: [...symbols],
  code: 'invalid_value',
  message: 'Invalid option',
});
