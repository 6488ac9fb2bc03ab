import fc from 'fast-check';
import {
  astFromValue,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  print,
} from 'graphql';
import { schema } from '../../../src/graphql/schema/schema.js';
import type { HostileValues } from './hostile-values.js';

type Field = GraphQLField<unknown, unknown>;

/** Returns a value for an input: usually of its type, in one case of twenty any value. */
function valueFor(type: GraphQLInputType, values: HostileValues): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 19, arbitrary: fitting(type, values) }, { weight: 1, arbitrary: values.json });
}

function fitting(type: GraphQLInputType, values: HostileValues): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return fitting(type.ofType, values);
  if (isListType(type)) return fc.array(valueFor(type.ofType, values), { maxLength: 4 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return type.name === 'String' ? values.text : scalar(type.name, values);
  const fields = Object.values(type.getFields());
  const required = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name);
  return fc.record(Object.fromEntries(fields.map((field) => [field.name, valueFor(field.type, values)])), {
    requiredKeys: required,
  });
}

const scalar = (name: string, values: HostileValues): fc.Arbitrary<unknown> =>
  name === 'Boolean' ? fc.boolean() : fc.oneof(fc.integer({ min: -5, max: 1_100 }), values.number);

const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type);

function selection(type: GraphQLOutputType, left = 4): string {
  const named = getNamedType(type);
  if (!hasFields(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (!hasFields(getNamedType(field.type))) return [field.name];
    const inner = left === 1 ? '' : selection(field.type, left - 1);
    return inner === '' ? [] : [`${field.name}${inner}`];
  });
  return fields.length === 0 ? '' : ` { ${fields.join(' ')} }`;
}

function literal(value: unknown, type: GraphQLInputType): string {
  try {
    return print(astFromValue(value, type)!);
  } catch {
    return JSON.stringify(value) ?? 'null';
  }
}

function createBody(kind: string, field: Field, values: HostileValues): fc.Arbitrary<unknown> {
  const args = fc.record(
    Object.fromEntries(field.args.map(({ name, type }) => [name, valueFor(type, values)])),
  );
  return fc
    .tuple(
      args,
      fc.boolean(),
      fc.option(fc.tuple(fc.nat(), values.text), { freq: 15 }),
      values.json,
      fc.nat(40),
    )
    .map(([given, inVariables, splice, junk, which]) => {
      const declared = field.args.map(({ name, type }) => `$${name}: ${type}`);
      const passed = field.args.map(({ name, type }) =>
        inVariables ? `${name}: $${name}` : `${name}: ${literal(given[name], type)}`,
      );
      const head = inVariables ? `${kind} q(${declared})` : kind;
      const whole = `${head} { ${field.name}(${passed})${selection(field.type)} }`;
      // A token's text in two parts could not be recognized as one.
      const splices = splice !== null && !whole.includes('mcs_');
      const at = splices ? splice[0] % whole.length : 0;
      const query = splices ? whole.slice(0, at) + splice[1] + whole.slice(at) : whole;
      const body: Record<string, unknown> = { query, ...(inVariables && { variables: given }) };
      if (which === 0) body.operationName = junk;
      if (which === 1) body.variables = junk;
      if (which === 2) body.query = junk;
      return which === 3 ? junk : body;
    });
}

/** Returns bodies for all root fields of the schema, in equal shares. */
export function graphqlBodies(values: HostileValues): fc.Arbitrary<unknown> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const bodies = ['query', 'mutation', 'subscription'].flatMap((kind, index) =>
    Object.values(roots[index]?.getFields() ?? {}).map((field) => createBody(kind, field, values)),
  );
  return fc.oneof(...bodies);
}
