import { type Command, Option } from 'commander';
import { type AuditEvent, listAuditEvents } from '../../client/audit.js';
import type { Dependencies } from '../dependencies.js';
import type { Call } from './command.js';
import { type Columns, formatTime } from './output.js';
import { type PageInput, pages } from './paging.js';
import { userUrn } from './people.js';
import { addTo, type ListOptions } from './remote-command.js';
import { sinceOption, untilOption } from './time.js';

interface Options extends ListOptions {
  readonly kind?: AuditEventKind[];
  readonly type?: string[];
  readonly actor?: string[];
  readonly subject?: string[];
  readonly since?: number;
  readonly until?: number;
  readonly follow?: boolean;
}

type AuditEventKind = AuditEvent['kind'];

const columns: Columns<AuditEvent> = {
  time: ({ timeMillis }) => formatTime(timeMillis),
  type: ({ type }) => type,
  actor: ({ actorUrn }) => actorUrn,
  subject: ({ subjectUrn }) => subjectUrn,
  address: ({ address }) => address,
  detail: ({ detail }) => detail,
};

const pollMs = 2_000;
/** An event becomes visible when its transaction ends, which may be after a later one. */
const lateMs = 10_000;

export function auditCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add(
    'audit',
    'list audit events: changes of access and of metadata, and operations that cannot be undone, newest first',
    [
      'catalog audit --limit 20',
      'catalog audit --type CreatePolicyEvent UpdatePolicyEvent --since 2026-01-01',
      'catalog audit --actor jane --json',
      'catalog audit --kind METADATA --subject urn:li:tag:pii',
    ],
  )
    .limit()
    .table(columns)
    .addOption(
      new Option('--kind <kind...>', 'changes of metadata, or all other events').choices([
        'SECURITY',
        'METADATA',
      ] satisfies AuditEventKind[]),
    )
    .option('--type <type...>', 'such as RevokeAccessTokenEvent')
    .option('--actor <user...>', 'the actor of the events')
    .option('--subject <urn...>', 'the subject of the events')
    .option(
      '--since <time>',
      'the time of the first event; a day begins in UTC, 7d is seven days ago',
      sinceOption(deps.session),
    )
    .option('--until <time>', 'the time of the last event; all of a day, in UTC', untilOption(deps.session))
    .option(
      '--follow',
      'print new events as they arrive, oldest first, until Ctrl-C; with --json, one per line',
    )
    .run(async (call, options: Options) => {
      if (options.follow) return follow(call, options);
      // So that new events do not shift the pages.
      const until = options.until ?? deps.session.now() + 60_000;
      await call.out.list(await read(call, { ...options, until }), columns);
    });
}

function read(call: Call, options: Options): Promise<AuditEvent[]> {
  const { kind: kinds, type: types, actor, subject: subjectUrns, since, until, limit } = options;
  const filter = { kinds, types, actorUrns: actor?.map(userUrn), subjectUrns };
  const times = { startTimeMillis: since, endTimeMillis: until };
  const toVariables = (page: PageInput) => ({ input: { ...filter, ...times, ...page } });
  return pages(call, listAuditEvents, toVariables, { limit, needs: ['GET_AUDIT_EVENTS'] });
}

async function follow(call: Call, options: Options): Promise<void> {
  const { out, deps } = call;
  let since = options.since ?? deps.session.now();
  let seen = new Set<string>();
  for (;;) {
    const events = await read(call, { ...options, since, limit: 10_000 });
    const keys = events.map((event) => JSON.stringify(event));
    for (const [index, event] of [...events.entries()].reverse())
      if (!seen.has(keys[index]!)) out.row(event, columns);
    seen = new Set(keys);
    const newest = events[0]?.timeMillis ?? 0;
    since = Math.max(since, newest - lateMs);
    await deps.wait(pollMs);
  }
}
