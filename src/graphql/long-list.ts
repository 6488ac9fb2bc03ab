import { randomUUID } from 'node:crypto';
import {
  type ASTNode,
  type DocumentNode,
  execute,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  getNamedType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { yieldToEventLoop } from '../scheduling/steps.js';
import { Answer, type LongList } from './answer.js';
import type { Context } from './schema/builder.js';

/** The number of rows and tags that are resolved in one turn of the event loop, which takes a few milliseconds. */
const pieceSize = 300;
/** The same for rows that are read from the database one by one. */
const readPieceSize = 100;

/** Marks the position of a long list in the JSON. It is random, so that no text of the metadata can contain it. */
const placeholder = `${randomUUID()}:`;
const quotedPlaceholder = new RegExp(`"${placeholder}(\\d+)"`);

type Path = readonly (string | number)[];

/**
 * Writes a value as JSON, in pieces. The event loop runs between the pieces.
 *
 * @param data the part of the value that the paths of the long lists start from; it is changed
 * @param inAnswer returns the path in the response for a path in `data`
 * @throws the first error of a resolver inside a long list
 */
export async function* jsonPieces(
  value: unknown,
  data: unknown,
  context: Context,
  inAnswer = (path: Path) => path,
): AsyncGenerator<string, void> {
  const { longLists } = context.answer;
  for (const [index, { path }] of longLists.entries()) putPlaceholder(data, path, `${placeholder}${index}`);
  const [first = '', ...rest] = JSON.stringify(value).split(quotedPlaceholder);
  yield first;
  for (let i = 0; i < rest.length; i += 2) {
    yield* listPieces(longLists[Number(rest[i])]!, context, inAnswer);
    yield rest[i + 1]!;
  }
}

/** Leaves a null as it is: an error nearer to the root has removed the list. */
function putPlaceholder(data: unknown, path: Path, value: string): void {
  let parent = data as Record<string | number, unknown> | null | undefined;
  for (const key of path.slice(0, -1)) parent = parent?.[key] as typeof parent;
  const last = path.at(-1)!;
  if (parent?.[last]) parent[last] = value;
}

async function* listPieces(
  { path, info, read, uncounted }: LongList,
  context: Context,
  inAnswer: (path: Path) => Path,
): AsyncGenerator<string, void> {
  const rows = await read();
  const max = uncounted ? readPieceSize : pieceSize;
  const document = createDocument(info);
  const schema = createSchema(getNamedType(info.returnType) as GraphQLObjectType, info.schema);
  yield '[';
  for (let from = 0, to = 0; from < rows.length; from = to) {
    for (let size = 0; to < rows.length && size < max; to += 1) size += 1 + rows.countTags(to);
    const rootValue = { rows: await rows.views(from, to) };
    await yieldToEventLoop();
    // Most lists were counted before they were read. For other lists, a piece is no larger than the limit of a
    // response.
    const answer = new Answer(uncounted ? context.answer.maxBytes : Number.POSITIVE_INFINITY);
    const contextValue = { ...context, answer };
    const { variableValues } = info;
    const { data, errors } = await execute({ schema, document, rootValue, contextValue, variableValues });
    const ofRow = ([, index, ...rest]: Path) => inAnswer([...path, from + Number(index), ...rest]);
    if (errors) throw atPath(errors[0]!, ofRow(errors[0]!.path!));
    if (from > 0) yield ',';
    yield* joinItems(jsonPieces(data, data, contextValue, ofRow));
  }
  yield ']';
}

const atPath = ({ message, nodes, originalError }: GraphQLError, path: Path) =>
  new GraphQLError(message, { nodes: nodes ?? null, originalError: originalError ?? null, path });

/** Returns what is between the brackets of `{"rows":[…]}`. */
async function* joinItems(pieces: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  let last: string | null = null;
  for await (const piece of pieces) {
    if (last !== null) yield last;
    last = last === null ? piece.slice('{"rows":['.length) : piece;
  }
  yield last!.slice(0, -']}'.length);
}

/** Returns the selection of a list's items as a document that requests `rows`. */
function createDocument({ fieldNodes, fragments, operation }: GraphQLResolveInfo): DocumentNode {
  const selections = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const rows = { kind: Kind.NAME, value: 'rows' } as const;
  const selectionSet: SelectionSetNode = {
    kind: Kind.SELECTION_SET,
    selections: [{ kind: Kind.FIELD, name: rows, selectionSet: { kind: Kind.SELECTION_SET, selections } }],
  };
  const definitions = Object.values(fragments);
  const used = variablesIn([selectionSet, ...definitions]);
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: (operation.variableDefinitions ?? []).filter(({ variable }) =>
          used.has(variable.name.value),
        ),
        selectionSet,
      },
      ...definitions,
    ],
  };
}

function variablesIn(nodes: readonly ASTNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}

const schemas = new Map<GraphQLObjectType, GraphQLSchema>();

/**
 * Returns a schema with the one field `rows`, a list of the type. It has all types, because some implement others, but
 * not the query type: that of a list inside another one is called the same.
 */
function createSchema(item: GraphQLObjectType, whole: GraphQLSchema): GraphQLSchema {
  const known = schemas.get(item);
  if (known) return known;
  const type = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(item)));
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Rows', fields: { rows: { type } } }),
    types: whole.toConfig().types.filter((one) => one !== whole.getQueryType()),
  });
  schemas.set(item, schema);
  return schema;
}
