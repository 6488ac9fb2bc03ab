import { type Command, Option } from 'commander';
import { graphql, type ResultOf } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type Call, wholeNumber } from './command.js';
import { toArgument } from './lineage-model.js';
import { type Columns, plain } from './output.js';
import { tellRest } from './paging.js';
import { addTo } from './remote-command.js';
import { findTag } from './tag-model.js';

const document = graphql(`
  query ($input: TagReachInput!) {
    tagReach(input: $input) {
      total
      isPartial
      untagged
      reached {
        entity {
          urn
        }
        fieldPath
        degree
        via
        carriesTag
        removed
        removedBy {
          urn
        }
        path {
          entity {
            urn
          }
          fieldPath
        }
      }
    }
  }
`);

type Reach = ResultOf<typeof document>['tagReach'];
type Reached = Reach['reached'][number];

const pageSize = 1_000;
const [defaultLimit, maxLimit] = [100, 100_000];

/** Returns a place as the commands that change tags take it. */
const printPlace = ({ entity, fieldPath }: Pick<Reached, 'entity' | 'fieldPath'>) =>
  toArgument({ urn: entity.urn, column: fieldPath });

function tellTag({ carriesTag, removed, removedBy }: Reached): string {
  if (carriesTag) return 'yes';
  if (!removed) return 'no';
  return removedBy === null ? 'removed' : `removed by ${removedBy.urn}`;
}

const columns: Columns<Reached> = {
  place: printPlace,
  tag: tellTag,
  via: ({ via }) => via.toLowerCase(),
  hops: ({ degree }) => degree,
  from: ({ path }) => (path[0] ? printPlace(path[0]) : null),
};

interface Options {
  readonly missing?: boolean;
  readonly datasets?: boolean;
  readonly urns?: boolean;
  readonly up?: boolean;
  readonly hops?: number;
  readonly limit?: number;
}

export function tagReachCommand(tag: Command, deps: Dependencies): void {
  addTo(tag, deps)('reach <tag>', 'show where tagged data flows by lineage, and where the tag is missing', [
    'catalog tag reach pii',
    'catalog tag reach pii --up --hops 2',
    'catalog tag reach pii --missing',
  ])
    .table(columns)
    .option('--missing', 'print only what columns lead to and lacks the tag, one in each line')
    .option('--datasets', 'with --missing, also what only edges between entities lead to')
    .addOption(
      new Option('--urns', 'print only entities and columns, one in each line').conflicts([
        'json',
        'columns',
      ]),
    )
    .option('--up', 'against the direction of the data: what tagged data is derived from')
    .option('--hops <n>', 'maximum number of hops', wholeNumber(1, 1_000))
    .addOption(
      new Option(
        '--limit <n>',
        `maximum number of entities and columns; default: ${defaultLimit}, with --missing and --urns ${maxLimit}`,
      ).argParser(wholeNumber(1, maxLimit)),
    )
    .notes(`\
The lines of --missing and --urns are what catalog tag add <tag> - reads, so this adds the tag everywhere:
  catalog tag reach pii --missing | catalog tag add pii -
What people have removed the tag from is not missing. Edges between entities lead from a column only where no edges of
columns do.`)
    .check((_: string, { datasets, missing }: Options) => {
      if (datasets && !missing) throw new CommandFailed('--datasets needs --missing.', 2);
    })
    .run(showReach);
}

async function showReach(call: Call, text: string, options: Options): Promise<void> {
  const { deps, out } = call;
  const { missing = false, datasets = false } = options;
  const isList = missing || options.urns === true;
  const limit = options.limit ?? (isList ? maxLimit : defaultLimit);
  const tagUrn = await findTag(text, call);
  const found = await readReach(call, tagUrn, { ...options, limit });
  const isSure = ({ via }: Reached) => !missing || datasets || via === 'COLUMN';
  const kept = found.reached.filter(isSure);
  if (isList && !out.isJson) for (const one of kept) deps.print(plain(printPlace(one)));
  else await out.list(kept, columns);
  tellRest(deps, found.reached.length, found.total);
  const leftOut = found.reached.length - kept.length;
  if (leftOut > 0)
    deps.info(
      `${leftOut} more lack the tag, to which only edges between entities lead; --datasets prints them`,
    );
  if (!missing && found.untagged > 0)
    deps.info(`${found.untagged} lack the tag; --missing prints those that columns lead to`);
  if (found.isPartial)
    deps.info(
      'A limit of the service left out entities and columns: LINEAGE_MAX_RELATIONS, or the time of a request',
    );
}

async function readReach(
  { catalog }: Call,
  tagUrn: string,
  { up, hops, missing = false, limit }: Options & { readonly limit: number },
): Promise<Reach> {
  const direction = up ? 'UPSTREAM' : 'DOWNSTREAM';
  const reached: Reached[] = [];
  for (;;) {
    const count = Math.min(pageSize, limit - reached.length);
    const input = {
      tagUrn,
      direction,
      maxHops: hops,
      onlyUntagged: missing,
      start: reached.length,
      count,
    } as const;
    const { tagReach } = await catalog.graphql(document, { input });
    reached.push(...tagReach.reached);
    const isLast = tagReach.reached.length === 0 || reached.length >= Math.min(limit, tagReach.total);
    if (isLast) return { ...tagReach, reached };
  }
}
