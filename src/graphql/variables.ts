import {
  type DocumentNode,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Source,
  typeFromAST,
} from 'graphql';
import { quoted } from '../core/urn.js';
import { isObject, type Json, maxDepth } from '../json/lossless-json.js';
import { DocumentRejected } from './errors.js';

/** A variable that an operation declares. Without syntax tree, because cached documents keep theirs. */
export interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
  /** Of its declaration in the document. */
  readonly position: number;
}

/**
 * Returns the variables of the operation that a valid document runs. A document with one operation is cached regardless
 * of the operation name in the request.
 */
export function readVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): Variable[] {
  const operation = getOperationAST(document, operationName) ?? getOperationAST(document);
  const { variableDefinitions = [] } = operation ?? {};
  return variableDefinitions.flatMap(({ variable, type: node, defaultValue, loc }) => {
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(type)) return [];
    return { name: variable.name.value, type, hasDefault: defaultValue !== undefined, position: loc!.start };
  });
}

/** Returns the values of declared variables. A request can have very many others, which have no effect. */
export const selectDeclared = (variables: readonly Variable[], values: Json): Json =>
  Object.fromEntries(
    variables.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  );

/**
 * Rejects values that do not have the types of their variables, and reads booleans and integers that are texts, in time
 * linear in the values. Both executors check the types too, but they continue after an error, and each of their messages
 * prints the whole value.
 *
 * @param text the document, for the locations of errors
 * @param valuesMax the maximum number of JSON values, including lists and objects, in all variables together
 * @throws DocumentRejected with the first error
 */
export function checkVariables(
  variables: readonly Variable[],
  values: Json,
  text: string,
  valuesMax: number,
): void {
  const excess = findExcess(values, valuesMax);
  if (excess) throw rejected(new GraphQLError(`The variables ${excess}`));
  for (const variable of variables) {
    if (Object.hasOwn(values, variable.name))
      values[variable.name] = withScalars(values[variable.name], variable.type);
    const message = findProblem(variable, values);
    if (!message) continue;
    const options = { source: new Source(text), positions: [variable.position] };
    throw rejected(new GraphQLError(message, options));
  }
}

const rejected = (error: GraphQLError) => new DocumentRejected([error], 'ValidationError');

/** Returns which limit the values exceed, or null. Walks without recursion: they can be nested to any depth. */
function findExcess(values: Json, valuesMax: number): string | null {
  let level: object[] = [values];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `are nested more than ${maxDepth} levels deep`;
    const below: object[] = [];
    for (const parent of level) {
      const children: readonly unknown[] = Array.isArray(parent) ? parent : Object.values(parent);
      count += children.length;
      if (count > valuesMax)
        return `have more than ${valuesMax} values, which is the limit (GRAPHQL_MAX_VALUES)`;
      for (const child of children) if (typeof child === 'object' && child !== null) below.push(child);
    }
    level = below;
  }
  return null;
}

/**
 * Returns a value in which texts that stand for booleans or integers are booleans or integers: DataHub's server reads
 * them, and older versions of its SDK send them. Changes lists and objects in place, because they belong to the request.
 */
function withScalars(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return withScalars(value, type.ofType);
  if (isListType(type)) {
    if (!Array.isArray(value)) return withScalars(value, type.ofType);
    for (const [index, element] of value.entries()) value[index] = withScalars(element, type.ofType);
    return value;
  }
  if (type === GraphQLBoolean) return booleans.get(value) ?? value;
  if (integers.has(`${type}`))
    return typeof value === 'string' && integer.test(value) ? Number(value) : value;
  if (!isInputObjectType(type) || !isObject(value)) return value;
  for (const field of Object.values(type.getFields()))
    if (Object.hasOwn(value, field.name)) value[field.name] = withScalars(value[field.name], field.type);
  return value;
}

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);
const integers: ReadonlySet<string> = new Set(['Int', 'Long']);
/** No longer than the numbers that JavaScript has exactly. */
const integer = /^-?\d{1,16}$/;

/** The messages are those of graphql-js, without more than the beginning of the value. */
function findProblem({ name, type, hasDefault }: Variable, values: Json): string | null {
  if (!Object.hasOwn(values, name)) {
    const isMissing = !hasDefault && isNonNullType(type);
    return isMissing ? `Variable "$${name}" of required type "${type}" was not provided.` : null;
  }
  const value = values[name];
  if (value === null && isNonNullType(type)) {
    return `Variable "$${name}" of non-null type "${type}" must not be null.`;
  }
  const violation = findViolation(value, type);
  if (!violation) return null;
  const at = violation.path === '' ? '' : ` at "${name}${violation.path}"`;
  return `Variable "$${name}" got invalid value ${shown(violation.value)}${at}; ${violation.reason}`;
}

interface Violation {
  readonly path: string;
  readonly value: unknown;
  readonly reason: string;
}

const violation = (value: unknown, reason: string): Violation => ({ path: '', value, reason });

function findViolation(value: unknown, type: GraphQLInputType): Violation | null {
  if (isNonNullType(type)) {
    if (value !== null && value !== undefined) return findViolation(value, type.ofType);
    return violation(value, `Expected non-nullable type "${type}" not to be null.`);
  }
  if (value === null || value === undefined) return null;
  if (isListType(type)) return ofList(value, type.ofType);
  return isInputObjectType(type) ? ofObject(value, type) : ofLeaf(value, type);
}

/** A value instead of a list means the list with this value. */
function ofList(value: unknown, type: GraphQLInputType): Violation | null {
  if (!Array.isArray(value)) return findViolation(value, type);
  for (const [index, element] of value.entries()) {
    const found = findViolation(element, type);
    if (found) return { ...found, path: `[${index}]${found.path}` };
  }
  return null;
}

function ofObject(value: unknown, type: GraphQLInputObjectType): Violation | null {
  if (!isObject(value)) return violation(value, `Expected type "${type.name}" to be an object.`);
  const fields = type.getFields();
  for (const { name, type: fieldType, defaultValue } of Object.values(fields)) {
    if (Object.hasOwn(value, name)) {
      const found = findViolation(value[name], fieldType);
      if (found) return { ...found, path: `.${name}${found.path}` };
    } else if (isNonNullType(fieldType) && defaultValue === undefined) {
      return violation(value, `Field "${name}" of required type "${fieldType}" was not provided.`);
    }
  }
  for (const name in value) {
    if (Object.hasOwn(fields, name)) continue;
    return violation(
      value,
      `Field ${quoted(name)} is not defined by type "${type.name}", which has ${Object.keys(fields).join(', ')}.`,
    );
  }
  return null;
}

/** Characters of the longest name of an enum, and more than those of any number. */
const shortMax = 100;

/** The error of a leaf type prints the value, so long values are not passed to the type. */
function ofLeaf(value: unknown, type: GraphQLLeafType): Violation | null {
  const isText = typeof value === 'string';
  if (isText && (type.name === 'String' || type.name === 'ID')) return null;
  if (typeof value === 'object' || (isText && value.length > shortMax))
    return violation(value, `Expected type "${type.name}".`);
  try {
    return type.parseValue(value) === undefined ? violation(value, `Expected type "${type.name}".`) : null;
  } catch (error) {
    return violation(value, (error as Error).message);
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  return isObject(value) ? '{…}' : String(value);
}
