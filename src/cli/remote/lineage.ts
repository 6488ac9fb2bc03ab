import { type Command, Option } from 'commander';
import { graphql } from '../../client/documents.js';
import { placeUrn, toPlace } from '../../core/column-urn.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { lineageTypes } from '../../datahub/lineage.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { findColumn, readColumns } from './columns.js';
import { type Call, wholeNumber } from './command.js';
import { type EntityType, noEntity, resolveEntity, splitColumn } from './entity-name.js';
import {
  directions,
  type Lineage,
  type LineageRequest,
  type Place,
  reachedColumns,
  readLineage,
  readPlaces,
  toArgument,
  toTree,
  treeColumns,
  uncountedHops,
} from './lineage-model.js';
import { plain } from './output.js';
import { addTo } from './remote-command.js';
import { typeOf } from './search-model.js';

interface Options {
  readonly up?: boolean;
  readonly down?: boolean;
  readonly hops: number;
  readonly column?: string;
  readonly limit?: number;
  readonly columns?: readonly string[];
  readonly urns?: boolean;
}

const defaultLimit = 100;
const maxLimit = 1_000_000;
const maxHops = 1_000;

export function lineageCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('lineage <entity>', 'show what an entity or a column is derived from, and what is derived from it', [
    'catalog lineage fct_users_created',
    'catalog lineage fct_users_created --up --hops 1',
    'catalog lineage "postgres:users#email" --down',
    'catalog lineage postgres:users --column email --json',
    'catalog lineage "urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)" --down --urns',
  ])
    .table(reachedColumns)
    .option('--up', 'only what the entity is derived from')
    .option('--down', 'only what is derived from the entity')
    .option('--hops <n>', 'maximum number of hops', wholeNumber(1, maxHops), 3)
    .option('--column <path>', 'start from this column of the dataset, as <dataset>#<column> does')
    .addOption(
      new Option(
        '--urns',
        'print only URNs; of a column, <URN of the dataset>#<column>, as other commands take it',
      ).conflicts(['json', 'columns']),
    )
    .addOption(
      new Option(
        '--limit <n>',
        `maximum number of entities in each direction; default: ${defaultLimit}, with --urns ${maxLimit}`,
      ).argParser(wholeNumber(1, maxLimit)),
    )
    .notes(`\
<entity> is a URN or an unambiguous name. On a terminal, the result is a tree, or a table with --columns. Each entity is
shown once, on a shortest path. A name in parentheses belongs to an entity that was removed or never ingested.`)
    .run(showLineage);
}

async function showLineage({ catalog, out, deps }: Call, text: string, options: Options): Promise<void> {
  const start = await findStart(catalog, text, options.column);
  const { up, down, hops, urns, limit = urns ? maxLimit : defaultLimit } = options;
  const asked = directions.filter((direction) => up === down || (direction === 'upstream' ? up : down));
  async function show<Item>(
    read: (catalog: Client, request: LineageRequest) => Promise<Lineage<Item>>,
    print: (found: readonly Lineage<Item>[]) => Promise<void> | void,
  ) {
    const found: Lineage<Item>[] = [];
    for (const direction of asked)
      found.push(await read(catalog, { urn: placeUrn(start), direction, hops, limit }));
    if (found.every(({ reached }) => reached.length === 0)) await checkStart(catalog, start);
    await print(found);
    for (const line of found.flatMap((one) => listLeftOut(one, hops))) deps.info(line);
  }
  if (urns) return show(readPlaces, (found) => printUrns(found, deps));
  if (out.isTerminal && options.columns === undefined)
    return show(readLineage, (found) => printTrees(found, { out, deps }));
  return show(readLineage, (found) =>
    out.list(
      found.flatMap(({ reached }) => reached),
      reachedColumns,
    ),
  );
}

/** Prints what was reached, each once: both directions of a circle reach the same. */
function printUrns(found: readonly Lineage<Place>[], { print }: Dependencies): void {
  for (const line of new Set(found.flatMap(({ reached }) => reached.map(toArgument)))) print(plain(line));
}

async function printTrees(found: readonly Lineage[], { out, deps }: Pick<Call, 'out' | 'deps'>) {
  for (const [index, { direction, reached }] of found.entries()) {
    if (index > 0) deps.print('');
    if (reached.length === 0) deps.print(`${direction}: none`);
    else await out.tree(toTree(reached), treeColumns(direction));
  }
}

/** Returns sentences about lineage that is not shown. */
function listLeftOut(
  { direction, reached, more, isLimited, isPartial }: Lineage<unknown>,
  hops: number,
): string[] {
  const sentences: string[] = [];
  if (isLimited) {
    const which = hops < uncountedHops ? '' : ' at any distance';
    sentences.push(
      `${direction}: ${reached.length} of ${reached.length + more}${which} are shown; --limit shows more`,
    );
  } else if (more > 0) sentences.push(`${direction}: ${more} more than ${hops} hops away; --hops shows more`);
  if (isPartial)
    sentences.push(
      `${direction}: the result is partial, because the service has reached a limit or still prepares lineage after an ` +
        'upgrade (docs/lineage.md of the package, "Bounds")',
    );
  return sentences;
}

/** Where lineage starts: an entity, or a column of a dataset. */
type Start = NonNullable<ReturnType<typeof toPlace>>;

const withLineage = {
  types: [...lineageTypes]
    .filter((type) => type !== 'schemaField')
    .map((type) => entityTypeName(type) as EntityType),
  what: 'entity with lineage',
};

async function findStart(catalog: Client, text: string, option: string | undefined): Promise<Start> {
  const { entity, column: inText } = splitColumn(text);
  if (inText !== null && option !== undefined)
    throw new CommandFailed('The column is given twice: after # and with --column.', 2);
  const column = inText ?? option ?? '';
  const named = column === '' ? withLineage : { types: ['DATASET' as const], what: 'dataset' };
  const urn = await resolveEntity(catalog, entity, named);
  const type = typeOf({ urn });
  if (!lineageTypes.has(type))
    throw new CommandFailed(
      `${plain(urn)} has no lineage; types with lineage are ${[...lineageTypes].join(', ')}.`,
      2,
    );
  if (column === '') return toPlace(urn) ?? { urn, fieldPath: '' };
  if (type !== 'dataset')
    throw new CommandFailed(`${plain(urn)} has no columns; only datasets have columns.`, 2);
  return { urn, fieldPath: column };
}

const existence = graphql('query ($urn: String!) { entity(urn: $urn) { urn } }');

/** Checks that what has no lineage exists. Lineage may lead through what was never ingested. @throws CommandFailed */
async function checkStart(catalog: Client, { urn, fieldPath }: Start): Promise<void> {
  const { entity } = await catalog.graphql(existence, { urn });
  if (entity === null) throw noEntity(urn);
  if (fieldPath !== '') findColumn(await readColumns(catalog, urn), fieldPath);
}
