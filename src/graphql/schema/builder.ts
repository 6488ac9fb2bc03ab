import SchemaBuilder, { type ArgBuilder } from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError, Kind } from 'graphql';
import { ZodError } from 'zod';
import type { Actor } from '../../core/actor.js';
import { invalidInput } from '../../input/invalid-input.js';
import type { Services } from '../../services.js';
import type { Answer } from '../answer.js';

/** What resolvers get: the use cases, the caller of this request, and its answer's size. */
export interface Context {
  readonly services: Services;
  readonly actor: Actor;
  readonly answer: Answer;
  readonly process: ProcessFacts;
}

/** What only the process knows of itself. */
export interface ProcessFacts {
  /** Of the catalog. */
  readonly version: string;
  /** As `/health/ready` answers. */
  status(): Promise<'ok' | 'stopping' | 'unavailable'>;
  /** The mean of the last seconds in ms; null before it is measured. */
  eventLoopDelay(): number | null;
}

export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: { Long: { Input: number; Output: number } };
}>({
  plugins: [ZodPlugin],
  zod: {
    // The plugin types every error of a schema as a ZodError, whatever was thrown.
    validationError: (error, args) => (error instanceof ZodError ? invalidInput(error.issues, args) : error),
  },
});

type SchemaTypes = typeof builder.$inferSchemaTypes;
/** `t` in the fields of an input type. */
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>;
/** `t.arg` in the arguments of a field. */
export type ArgumentBuilder = ArgBuilder<SchemaTypes>;

builder.queryType({ description: 'Reads. Reads of access tokens need privileges.' });
builder.mutationType({ description: 'Changes. Every change needs privileges.' });

function checkLong(value: unknown): number {
  // Clients that read JSON numbers as doubles round larger ones.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(`Long cannot represent ${JSON.stringify(value)}: expected an integer within ±2^53`);
}

builder.scalarType('Long', {
  description: 'A whole number within ±2^53, as a JSON number. Times are milliseconds since the epoch (UTC).',
  // The numbers that JSON's standard calls interoperable.
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize: checkLong,
  parseValue: checkLong,
  parseLiteral: (node) => {
    if (node.kind === Kind.INT) return checkLong(Number(node.value));
    throw new GraphQLError('Long cannot represent a value that is not an integer', { nodes: node });
  },
});
