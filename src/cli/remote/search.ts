import { type Command, Option } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { type Call, wholeNumber } from './command.js';
import { type EntityType, parseEntityType } from './entity-name.js';
import { plain } from './output.js';
import { tellRest } from './paging.js';
import { addTo } from './remote-command.js';
import { toOrFilters } from './search-filter.js';
import { type Found, foundColumns, nearDocument, searchDocument, urnsDocument } from './search-model.js';

interface Options {
  readonly filter?: string[];
  readonly type?: EntityType[];
  readonly json?: boolean;
  readonly urns?: boolean;
  readonly limit?: number;
}

const defaultLimit = 100;
const maxLimit = 1_000_000;
/** The service may allow less with SCROLL_SIZE_MAX, but that is rare. */
const pageSize = 500;

export function searchCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('search', 'find entities by words, patterns and filters, the best matches first', [
    'catalog search events',
    "catalog search '*_created' --type dataset --filter platform=hive",
    'catalog search --filter tags=Legacy hasOwners=true or deprecated=true --limit 20',
    "catalog search '/q platform:hive AND -hasOwners:true' --json",
    'catalog search --filter platform=hive platform=kafka owners!=jane --urns',
  ])
    .table(foundColumns)
    .argument('[query]', 'words, a pattern such as *_created, or /q and an expression; * is everything', '*')
    .option(
      '--filter <rule...>',
      'rules field=value or field!=value, which must all match; one of several values of a field must match; or begins an alternative',
    )
    .option(
      '--type <type...>',
      'types of entities, such as dataset',
      (text: string, types: EntityType[] = []) => [...types, parseEntityType(text)],
    )
    .addOption(new Option('--urns', 'print only the URN of each entity').conflicts(['json', 'columns']))
    .addOption(
      new Option(
        '--limit <n>',
        `maximum number of entities; default: ${defaultLimit}, with --urns ${maxLimit}`,
      ).argParser(wholeNumber(1, maxLimit)),
    )
    .notes(
      'A query of words that finds nothing shows what is near to it, except with --json and --urns. docs/search.md of the package describes queries and lists the fields.',
    )
    .run(search);
}

async function search({ catalog, out, deps }: Call, query: string, options: Options): Promise<void> {
  const orFilters = await toOrFilters(catalog, options.filter ?? [], deps);
  const input = { query, types: options.type, orFilters };
  if (options.urns) {
    const take = (page: readonly { readonly urn: string }[]) => {
      for (const { urn } of page) deps.print(plain(urn));
    };
    const read = async (page: PageInput, isFirst: boolean) =>
      (await catalog.graphql(urnsDocument, { input: { ...input, ...page }, isFirst })).scrollAcrossEntities!;
    return readAll(read, take, options.limit ?? maxLimit, deps);
  }
  const found: Found[] = [];
  const readFound = (query: string) => {
    const read = async (page: PageInput, isFirst: boolean) =>
      (await catalog.graphql(searchDocument, { input: { ...input, query, ...page }, isFirst }))
        .scrollAcrossEntities!;
    return readAll(read, (page) => found.push(...page), options.limit ?? defaultLimit, deps);
  };
  await readFound(query);
  // A program gets what it asks for, a person what is near to it.
  if (found.length === 0 && !options.json) {
    const near = await catalog.graphql(nearDocument, { input: { ...input, count: 0 } });
    const { relaxed } = near.searchAcrossEntities!;
    if (relaxed) await readFound(relaxed.query);
  }
  await out.list(found, foundColumns);
}

interface PageInput {
  readonly count: number;
  readonly scrollId: string | null;
}

interface Page<Entity> {
  /** Only of the first page, because the service counts all matches. */
  readonly total?: number;
  readonly nextScrollId: string | null;
  readonly searchResults: readonly { readonly entity: Entity }[];
}

/** Reads all pages up to a limit. Says when there are more entities. */
async function readAll<Entity>(
  read: (page: PageInput, isFirst: boolean) => Promise<Page<Entity>>,
  take: (entities: readonly Entity[]) => void,
  limit: number,
  deps: Dependencies,
): Promise<void> {
  let [total, shown] = [0, 0];
  let scrollId: string | null = null;
  do {
    const count = Math.min(pageSize, limit - shown);
    const page: Page<Entity> = await read({ count, scrollId }, scrollId === null);
    const entities = page.searchResults.map(({ entity }) => entity);
    total = page.total ?? total;
    shown += entities.length;
    take(entities);
    scrollId = page.nextScrollId;
    if (scrollId !== null && !deps.session.isTerminal) deps.status?.(`${shown} of ${total} entities`);
  } while (scrollId !== null && shown < limit);
  deps.status?.('');
  if (shown >= limit) tellRest(deps, shown, total);
}
