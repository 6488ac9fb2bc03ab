import { CommandFailed } from '../command-failed.js';
import { type Call, wholeNumber } from './command.js';
import { Refused } from './failure.js';
import type { RemoteCommand } from './remote-command.js';
import { type Changeable, describeLine, type Resource, readResources } from './resources.js';

/** What one run of a command changes on all its entities and columns. */
interface Edit {
  /** Changes some of them, all or none. */
  send(resources: ResourceInput[]): Promise<unknown>;
  /** The sentence about what was changed, such as `2 entities`. */
  done(what: string): string;
  /** Members of the JSON that the command prints. */
  readonly members: object;
}

interface Batches<Options> {
  readonly changeable: Changeable;
  /** Of the help. */
  readonly notes: string;
  /** Reads the arguments before those of the entities. Nothing is changed before. */
  edit(call: Call, options: Options, ...names: string[]): Edit | Promise<Edit>;
}

/** Adds the work of a command whose last argument is `<entities...>`, and which changes them in batches. */
export function changeInBatches<Options>(
  command: RemoteCommand,
  { changeable, notes, edit }: Batches<Options>,
): RemoteCommand {
  const what = changeable.onColumns ? 'entities and columns' : 'entities';
  return command
    .option(
      '--batch-size <n>',
      `number of ${what} in one request; at most RESOURCES_PER_BATCH_MAX of the service`,
      wholeNumber(1, 100_000),
      1_000,
    )
    .notes(
      `${changeable.onColumns ? ofColumns : ofEntities}\n${notes}\n` +
        `Each request changes all of its ${what} or none; if one is refused, the command stops.`,
    )
    .run(async (call, ...given: unknown[]) => {
      const [texts, options] = given.slice(-3) as [string[], Options & { readonly batchSize: number }];
      const { catalog, deps } = call;
      const planned = await edit(call, options, ...(given.slice(0, -3) as string[]));
      const resources = await readResources(texts, { catalog, stdin: deps.stdin, changeable });
      await sendAll(call, { planned, resources, batchSize: options.batchSize });
      report(call, { planned, resources, changeable });
    });
}

const ofColumns = `\
Each entity is a URN or a name that only one entity has. A column is <entity>#<field path>. A dash stands for standard
input, with the URN of an entity or a column on each line.`;
const ofEntities = `\
Each entity is a URN or a name that only one entity has. A dash stands for standard input, with the URN of an entity on
each line.`;

interface Sending {
  readonly planned: Edit;
  readonly resources: readonly Resource[];
  readonly batchSize: number;
}

async function sendAll({ deps }: Call, { planned, resources, batchSize }: Sending): Promise<void> {
  let changed = 0;
  try {
    while (changed < resources.length) {
      if (resources.length > batchSize) deps.status?.(`${changed} of ${resources.length} changed`);
      const part = resources.slice(changed, changed + batchSize);
      await planned.send(part.map(toInput)).catch((error: unknown) => {
        throw stopped(error, { part, changed, total: resources.length });
      });
      changed += part.length;
    }
  } finally {
    deps.status?.('');
  }
}

export type ResourceInput = ReturnType<typeof toInput>;

const toInput = ({ urn, column }: Resource) => ({
  resourceUrn: urn,
  ...(column !== null && { subResource: column, subResourceType: 'DATASET_FIELD' as const }),
});

interface Changed extends Pick<Sending, 'planned' | 'resources'> {
  readonly changeable: Changeable;
}

function report({ out }: Call, { planned, resources, changeable: { onColumns } }: Changed): void {
  const columns = resources.filter(({ column }) => column !== null).length;
  const entities = resources.length - columns;
  out.done(planned.done(describeNumbers(entities, columns)), String(resources.length), {
    ...{ ...planned.members, entities },
    ...(onColumns && { columns }),
  });
}

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
