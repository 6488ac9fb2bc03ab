import { randomUUID } from 'node:crypto';
import {
  type DocumentNode,
  execute,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  getNamedType,
  Kind,
  OperationTypeNode,
  print,
  type VariableDefinitionNode,
} from 'graphql';
import { yieldToEventLoop } from '../core/event-loop.js';
import { Answer, type LongList } from './answer.js';
import type { Context } from './schema/builder.js';

/** Rows and their tags that are resolved at once; some milliseconds. */
const pieceSize = 300;

/** A text of metadata is none of these, whatever its author wants. */
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}(\\d+)"`);

/**
 * The JSON text of a value, in pieces; between them the event loop turns.
 *
 * @param data the part of it in which the answer's long lists have their places; is changed
 * @throws the error of a resolver inside of a long list
 */
export async function* jsonPieces(
  value: unknown,
  data: unknown,
  context: Context,
): AsyncGenerator<string, void> {
  const { longLists } = context.answer;
  for (const [index, { path }] of longLists.entries()) put(data, path, `${mark}${index}`);
  const [first = '', ...rest] = JSON.stringify(value).split(marked);
  yield first;
  for (let place = 0; place < rest.length; place += 2) {
    yield* listPieces(longLists[Number(rest[place])]!, context);
    yield rest[place + 1]!;
  }
}

/** What an error further up has left null stays so. */
function put(data: unknown, path: readonly (string | number)[], value: string): void {
  let parent = data as Record<string | number, unknown> | null | undefined;
  for (const key of path.slice(0, -1)) parent = parent?.[key] as typeof parent;
  const last = path.at(-1)!;
  if (parent?.[last]) parent[last] = value;
}

async function* listPieces({ info, read }: LongList, context: Context): AsyncGenerator<string, void> {
  const rows = await read();
  const document = documentOf(info);
  const schema = schemaOf(getNamedType(info.returnType) as GraphQLObjectType);
  yield '[';
  for (let from = 0, to = 0; from < rows.length; from = to) {
    for (let size = 0; to < rows.length && size < pieceSize; to += 1) size += 1 + rows.tagsOf(to);
    const rootValue = { rows: await rows.views(from, to) };
    await yieldToEventLoop();
    // The list was counted as a whole.
    const contextValue = { ...context, answer: new Answer(Number.POSITIVE_INFINITY) };
    const { variableValues } = info;
    const { data, errors } = await execute({ schema, document, rootValue, contextValue, variableValues });
    if (errors) throw errors[0];
    if (from > 0) yield ',';
    yield* itemsOf(jsonPieces(data, data, contextValue));
  }
  yield ']';
}

/** Of the text of an object with `rows` alone, what is between the brackets. */
async function* itemsOf(pieces: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  let last: string | null = null;
  for await (const piece of pieces) {
    if (last !== null) yield last;
    last = last === null ? piece.slice('{"rows":['.length) : piece;
  }
  yield last!.slice(0, -']}'.length);
}

/** What is selected of a list's items, as a document about `rows`. */
function documentOf({ fieldNodes, fragments, operation }: GraphQLResolveInfo): DocumentNode {
  const selections = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const rows = { kind: Kind.NAME, value: 'rows' } as const;
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: (operation.variableDefinitions ?? []).filter(isCondition),
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [
            { kind: Kind.FIELD, name: rows, selectionSet: { kind: Kind.SELECTION_SET, selections } },
          ],
        },
      },
      ...Object.values(fragments),
    ],
  };
}

/** Inside of the lists no field has arguments, so that variables stand in `@include` and `@skip` alone. */
const isCondition = ({ type }: VariableDefinitionNode) => /^Boolean!?$/.test(print(type));

const schemas = new Map<GraphQLObjectType, GraphQLSchema>();

/** A schema of `rows` of a type. */
function schemaOf(item: GraphQLObjectType): GraphQLSchema {
  const known = schemas.get(item);
  if (known) return known;
  const type = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(item)));
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Rows', fields: { rows: { type } } }),
  });
  schemas.set(item, schema);
  return schema;
}
