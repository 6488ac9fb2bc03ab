import { type Command, Option } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { type Call, type CallOptions, calling, remoteCommand, tableOptions, wholeNumber } from './command.js';
import { type EntityType, parseEntityType } from './entity-name.js';
import { plain } from './output.js';
import { tellRest } from './paging.js';
import { toOrFilters } from './search-filter.js';
import { type Found, foundColumns, searchDocument, urnsDocument } from './search-model.js';

interface Options extends CallOptions {
  readonly filter?: string[];
  readonly type?: EntityType[];
  readonly urns?: boolean;
  readonly limit?: number;
}

const defaultLimit = 100;
const maxLimit = 1_000_000;
/** The service may allow less with SCROLL_SIZE_MAX, but that is rare. */
const pageSize = 500;

export function searchCommand(program: Command, deps: Dependencies): void {
  tableOptions(
    remoteCommand(program, 'search', 'find entities by words, patterns and filters, the best matches first', [
      'catalog search events',
      "catalog search '*_created' --type dataset --filter platform=hive",
      'catalog search --filter tags=Legacy hasOwners=true or deprecated=true --limit 20',
      "catalog search '/q platform:hive AND -hasOwners:true' --json",
      'catalog search --filter platform=hive platform=kafka owners!=jane --urns',
    ]),
    foundColumns,
  )
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
    .addHelpText('after', '\ndocs/search.md of the package describes queries and lists the fields.')
    .action((query: string, options: Options) =>
      calling(deps, options, (call) => search(call, query, options, deps)),
    );
}

async function search({ catalog, out }: Call, query: string, options: Options, deps: Dependencies) {
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
  const read = async (page: PageInput, isFirst: boolean) =>
    (await catalog.graphql(searchDocument, { input: { ...input, ...page }, isFirst })).scrollAcrossEntities!;
  await readAll(read, (page) => found.push(...page), options.limit ?? defaultLimit, deps);
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
