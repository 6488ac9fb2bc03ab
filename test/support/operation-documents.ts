import { type GraphQLArgument, type GraphQLInputField, isNonNullType } from 'graphql';
import type { Operation } from './every-operation.js';
import { createSample, isAwkward, type Made } from './operation-samples.js';

type Place = GraphQLArgument | GraphQLInputField;
const isOptional = ({ type, defaultValue }: Place) => !isNonNullType(type) || defaultValue !== undefined;

/** Returns a document with a variable for each argument, and its variables with all that is optional, and with nothing of it. */
export function createDocument({ name, root, args, within, selection }: Operation, made: Made) {
  const createValues = (
    places: readonly Place[],
    path: readonly string[],
    isWhole: boolean,
  ): Record<string, unknown> =>
    Object.fromEntries(
      places
        .filter((place) => !isOptional(place) || (isWhole && !isAwkward([place.name])))
        .map((place) => {
          const at = [...path, place.name];
          const createMembers = (type: { getFields(): unknown }) =>
            createValues(Object.values(type.getFields() as Record<string, Place>), at, isWhole);
          return [place.name, createSample(place.type, at, made, name, createMembers)];
        }),
    );
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const field = `${name.split('.')[1]}(${passed}) ${selection}`;
  return {
    text: `${root} Q(${declared}) { ${within(field)} }`,
    variables: [createValues(args, [], true), createValues(args, [], false)],
  };
}
