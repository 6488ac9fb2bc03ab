import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse as parseText,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Classification, Refused } from './errors.js';
import { exceeded, type Limits } from './query-limits.js';
import { withOwnTypeNames } from './schema/rename.js';

/** A document that may run: by its text, which is compiled once it is seen often, or only this once. */
export type Admitted = { readonly text: string } | { readonly once: DocumentNode };

// Hostile callers fill every slot: a slot is a kilobyte of text, not a megabyte of syntax tree.
const maxRemembered = 256;
const maxRememberedLength = 8_192;
const maxRememberedTokens = 500;

/** Parses, limits and validates. @throws Refused before anything runs */
export function createAdmission(schema: GraphQLSchema, limits: Limits): (text: string) => Admitted {
  const remembered = new LRUCache<string, string>({ max: maxRemembered });
  const parse = (text: string) => parseWithin(text, limits.GRAPHQL_MAX_TOKENS);

  return (given) => {
    const known = remembered.get(given);
    if (known !== undefined) return { text: known };
    const text = withOwnTypeNames(given, parse);
    const document = parse(text);
    refuseAny(exceeded(document, limits));
    refuseAny(operationsOutside(schema, document));
    refuseAny(validate(schema, document).map(explained));
    if (!isWorthRemembering(text, document)) return { once: document };
    remembered.set(given, text);
    return { text };
  };
}

function refuseAny(errors: readonly GraphQLError[], classification: Classification = 'ValidationError') {
  if (errors.length > 0) throw new Refused(errors, classification);
}

/** graphql-js gives up on documents whose fields it would have to compare too often, without saying so. */
const explained = (error: GraphQLError): GraphQLError =>
  error.message === 'Validation aborted.'
    ? new GraphQLError('The document repeats more fields than can be compared; ask for each field once')
    : error;

function parseWithin(text: string, maxTokens: number): DocumentNode {
  try {
    return parseText(text, { maxTokens, maxComments: maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (!error.message.endsWith('Parsing aborted.')) throw new Refused([error], 'InvalidSyntax');
    const what = error.message.includes('comments') ? 'comments' : 'tokens';
    const message = `The document has more than ${maxTokens} ${what}, which is the limit (GRAPHQL_MAX_TOKENS)`;
    const { source = null, positions = null } = error;
    throw new Refused([new GraphQLError(message, { source, positions })], 'ValidationError');
  }
}

/** Validation lets a subscription pass where there is none to subscribe to. */
function operationsOutside(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .filter((node) => !schema.getRootType(node.operation))
    .map((node) => new GraphQLError(`There are no ${node.operation}s here`, { nodes: node }));
}

/**
 * Remembered documents get compiled, and the compiler (graphql-jit 0.8) is right about less than graphql-js is: it
 * compiles one operation and answers every operationName with it, joins the conditions of all spreads of a fragment,
 * and writes `__proto__` as a literal. And a token's text, written into a document, is not to be kept at all.
 */
function isWorthRemembering(text: string, document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const { tokenCount = Number.POSITIVE_INFINITY } = document;
  return (
    operations.length === 1 &&
    text.length <= maxRememberedLength &&
    tokenCount <= maxRememberedTokens &&
    !/@|__proto__|mcs_/.test(text)
  );
}
