import type { Command } from 'commander';
import { addTags, removeTags } from '../../client/tag.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type Call, wholeNumber } from './command.js';
import { Refused } from './failure.js';
import { addTo } from './remote-command.js';
import { describeLine, type Resource, readResources } from './resources.js';
import { findTag } from './tag-model.js';

const verbs = {
  add: {
    document: addTags,
    done: (tag: string, what: string) => `Added ${tag} to ${what}.`,
    description: 'add a tag to entities and columns',
    unchanged: 'What has the tag already does not change.',
  },
  remove: {
    document: removeTags,
    done: (tag: string, what: string) => `Removed ${tag} from ${what}.`,
    description: 'remove a tag from entities and columns',
    unchanged: 'What does not have the tag does not change.',
  },
} as const;

const notes = (unchanged: string) => `\
Each entity is a URN or a name that only one entity has. A column is <entity>#<field path>. A dash stands for standard
input, with the URN of an entity or a column on each line.
The tag is an id, a URN or a name that only one tag has. ${unchanged}
Each request changes all of its entities and columns or none; if one is refused, the command stops.`;

export function tagAttachCommands(tag: Command, deps: Dependencies): void {
  const add = addTo(tag, deps);
  for (const verb of ['add', 'remove'] as const)
    add(`${verb} <tag> <entities...>`, verbs[verb].description, [
      `catalog tag ${verb} pii fct_users_created user_events`,
      `catalog tag ${verb} pii "urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)#user_name"`,
      `catalog tag ${verb} pii - < urns.txt`,
    ])
      .option(
        '--batch-size <n>',
        'number of entities and columns in one request; at most RESOURCES_PER_BATCH_MAX of the service',
        wholeNumber(1, 100_000),
        1_000,
      )
      .notes(notes(verbs[verb].unchanged))
      .run((call, name: string, texts: string[], { batchSize }: { batchSize: number }) =>
        changeTag(call, { verb, name, texts, batchSize }),
      );
}

interface Change {
  readonly verb: keyof typeof verbs;
  readonly name: string;
  readonly texts: readonly string[];
  readonly batchSize: number;
}

async function changeTag(call: Call, { verb, name, texts, batchSize }: Change): Promise<void> {
  const { catalog, out, deps } = call;
  const tag = await findTag(name, call);
  const onlyTaggable = verb === 'add';
  const resources = await readResources(texts, { catalog, stdin: deps.stdin, onlyTaggable });
  const { document, done } = verbs[verb];
  let changed = 0;
  try {
    while (changed < resources.length) {
      if (resources.length > batchSize) deps.status?.(`${changed} of ${resources.length} changed`);
      const part = resources.slice(changed, changed + batchSize);
      const input = { tagUrns: [tag], resources: part.map(toInput) };
      await catalog.graphql<object, { input: typeof input }>(document, { input }).catch((error: unknown) => {
        throw stopped(error, { part, changed, total: resources.length });
      });
      changed += part.length;
    }
  } finally {
    deps.status?.('');
  }
  const columns = resources.filter(({ column }) => column !== null).length;
  const entities = resources.length - columns;
  out.done(done(tag, describeNumbers(entities, columns)), String(resources.length), {
    tag,
    entities,
    columns,
  });
}

const toInput = ({ urn, column }: Resource) => ({
  resourceUrn: urn,
  ...(column !== null && { subResource: column, subResourceType: 'DATASET_FIELD' as const }),
});

function describeNumbers(entities: number, columns: number): string {
  const parts = [
    ...(entities > 0 || columns === 0 ? [`${entities} ${entities === 1 ? 'entity' : 'entities'}`] : []),
    ...(columns > 0 ? [`${columns} ${columns === 1 ? 'column' : 'columns'}`] : []),
  ];
  return parts.join(' and ');
}

interface Progress {
  readonly part: readonly Resource[];
  readonly changed: number;
  readonly total: number;
}

/** The types of errors after which the service has changed nothing. */
const definite = /^(4\d\d|BAD_REQUEST|UNAUTHORIZED|NOT_FOUND|CONFLICT)$/;

/** Adds to the error of a request what was changed before and what was not, and how to continue. */
function stopped(error: unknown, { part, changed, total }: Progress): unknown {
  if (!(error instanceof CommandFailed)) return error;
  const message = `${error.message}${describeLine(part, error.message)}`;
  // Without a definite refusal, the service can have written the part before the failure.
  const isRefused = error instanceof Refused && definite.test(error.type);
  if (isRefused && changed === 0)
    return new CommandFailed(`${message}\nNothing was changed.`, error.exitCode);
  const lines = [part[0]?.line, part.at(-1)?.line];
  const where = lines.every(Number) ? ` (lines ${lines.join(' to ')} of the input)` : '';
  const state = isRefused ? 'were refused together' : 'were sent, and it is unknown whether they are changed';
  const rest = total - changed - part.length;
  return new CommandFailed(
    `${message}\n` +
      `${changed} of ${total} were changed. The next ${part.length}${where} ${state}.` +
      `${rest > 0 ? ` The last ${rest} were not sent.` : ''}\n` +
      'Once the cause is removed, run the same command again: what is changed already stays as it is.',
    error.exitCode,
  );
}
