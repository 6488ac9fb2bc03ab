import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isObjectType,
  Kind,
  parse as parseText,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Operation } from '../core/operation.js';
import { tokenStart } from '../core/text.js';
import { absentField } from './absent.js';
import { describeOperation } from './describe-operation.js';
import { type Classification, DocumentRejected } from './errors.js';
import { checkLimits, type QueryLimits } from './query-limits.js';
import { resolveInputTypeAlias } from './schema/input-type-alias.js';
import { namesTokenText, tokenTextFields } from './token-text.js';
import { readVariables, type Variable } from './variables.js';

/** A valid document within the limits. */
export interface PreparedDocument {
  readonly document: DocumentNode;
  /** Null: the document is not cached, neither here nor by Mercurius. */
  readonly cachedText: string | null;
  readonly operation: Operation;
  /** Whether its response, or the document itself, can contain the text of an access token. */
  readonly tokenText: boolean;
  readonly variables: readonly Variable[];
}

// Any caller can fill the cache. A syntax tree takes about 250 bytes for each token.
const maxDocuments = 256;
const maxCachedTokens = 50_000;
const maxTextLength = 8_192;
const maxTokens = 500;

/**
 * Returns the function that parses a document and checks its limits and its validity. Valid documents are cached: such a
 * document is not parsed and checked again. The function throws `DocumentRejected` for any other document.
 */
export function createDocumentCache(
  schema: GraphQLSchema,
  limits: QueryLimits,
): (text: string, operationName?: string | undefined) => PreparedDocument {
  const known = new LRUCache<string, PreparedDocument>({
    max: maxDocuments,
    maxSize: maxCachedTokens,
    sizeCalculation: ({ document }) => document.tokenCount!,
  });
  const secretFields = tokenTextFields(schema);
  const parse = (text: string) => parseWithin(text, limits.GRAPHQL_MAX_TOKENS);

  return (requestText, operationName) => {
    const cached = known.get(requestText);
    if (cached !== undefined) return cached;
    const text = resolveInputTypeAlias(requestText, parse);
    const document = parse(text);
    throwIfAny(checkLimits(document, limits, (name) => isObjectType(schema.getType(name))));
    throwIfAny(operationsWithoutRoot(schema, document));
    throwIfAny(explainedAll(validate(schema, document)));
    const isKept = isCacheable(text, document);
    const prepared = {
      document,
      cachedText: isKept ? text : null,
      operation: describeOperation(document, operationName),
      tokenText: namesTokenText(document, secretFields),
      variables: readVariables(schema, document, operationName),
    };
    if (isKept) known.set(requestText, prepared);
    return prepared;
  };
}

function throwIfAny(errors: readonly GraphQLError[], classification: Classification = 'ValidationError') {
  if (errors.length > 0) throw new DocumentRejected(errors, classification);
}

/** Missing features are reported first: other errors, such as those of argument types, follow from them. */
function explainedAll(errors: readonly GraphQLError[]): GraphQLError[] {
  const absent = errors.map(absentField);
  return [
    ...absent.flatMap((error) => error ?? []),
    ...errors.filter((_, index) => !absent[index]).map(explained),
  ];
}

/** graphql-js stops comparing fields after a number of comparisons, and its message does not say so. */
const explained = (error: GraphQLError): GraphQLError =>
  error.message === 'Validation aborted.'
    ? new GraphQLError('The document repeats more fields than can be compared; request each field once')
    : error;

/** For each token of the limit. graphql-js counts the lines before each error anew, and a document can have many errors. */
const linesPerToken = 2;

function checkLines(text: string, max: number): void {
  const lineBreak = /\r\n|[\n\r]/g;
  for (let lines = 1; lineBreak.test(text); lines += 1) {
    if (lines < max) continue;
    const limit = `${linesPerToken} for each token of the limit GRAPHQL_MAX_TOKENS`;
    const message = `The document has more than ${max} lines, which are ${limit}`;
    throw new DocumentRejected([new GraphQLError(message)], 'ValidationError');
  }
}

function parseWithin(text: string, maxTokens: number): DocumentNode {
  checkLines(text, linesPerToken * maxTokens);
  try {
    return parseText(text, { maxTokens, maxComments: maxTokens });
  } catch (error) {
    if (error instanceof RangeError)
      throw new DocumentRejected([new GraphQLError('The document is nested too deeply')], 'InvalidSyntax');
    if (!(error instanceof GraphQLError)) throw error;
    // graphql-js has no other sign of an exceeded limit than this message. Tests hold it.
    if (!error.message.endsWith('Parsing aborted.')) throw new DocumentRejected([error], 'InvalidSyntax');
    const what = error.message.includes('comments') ? 'comments' : 'tokens';
    const message = `The document has more than ${maxTokens} ${what}, which is the limit (GRAPHQL_MAX_TOKENS)`;
    const { source = null, positions = null } = error;
    throw new DocumentRejected([new GraphQLError(message, { source, positions })], 'ValidationError');
  }
}

/** graphql-js' validation accepts a subscription even when the schema has none. */
function operationsWithoutRoot(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .filter((node) => !schema.getRootType(node.operation))
    .map((node) => new GraphQLError(`There are no ${node.operation}s here`, { nodes: node }));
}

/**
 * Whether a document is cached: a small document with one operation, because it is described once for every
 * `operationName`, and without the text of a token.
 */
function isCacheable(
  text: string,
  { definitions, tokenCount = Number.POSITIVE_INFINITY }: DocumentNode,
): boolean {
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return (
    operations.length === 1 &&
    text.length <= maxTextLength &&
    tokenCount <= maxTokens &&
    !text.includes(tokenStart)
  );
}
