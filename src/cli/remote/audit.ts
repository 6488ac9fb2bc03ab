import { type Command, Option } from 'commander';
import { graphql, type ResultOf } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type CallOptions, calling, remoteCommand } from './command.js';
import { type Columns, formatTime, type Output } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { userUrn } from './people.js';
import { sinceOption, untilOption } from './time.js';

interface Options extends CallOptions, ListOptions {
  readonly kind?: AuditEventKind[];
  readonly type?: string[];
  readonly actor?: string[];
  readonly subject?: string[];
  readonly since?: number;
  readonly until?: number;
  readonly follow?: boolean;
}

const document = graphql(`
  query ($input: AuditEventsInput!) {
    auditEvents(input: $input) {
      total
      events {
        timeMillis
        kind
        type
        outcome
        actorUrn
        actedForUrn
        subjectUrn
        subjectType
        aspectName
        address
        transport
        userAgent
        requestId
        detail
      }
    }
  }
`);

type AuditEvent = ResultOf<typeof document>['auditEvents']['events'][number];
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
  limited(
    remoteCommand(
      program,
      'audit',
      'list audit events: changes of access and of metadata, and operations that cannot be undone, newest first',
      [
        'catalog audit --limit 20',
        'catalog audit --type CreatePolicyEvent UpdatePolicyEvent --since 2026-01-01',
        'catalog audit --actor jane --json',
        'catalog audit --kind METADATA --subject urn:li:tag:pii',
      ],
    ),
    columns,
  )
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
    .action((options: Options) =>
      calling(deps, options, async ({ catalog, out }) => {
        if (options.follow) return follow(catalog, out, options, deps);
        // So that new events do not shift the pages.
        const until = options.until ?? deps.session.now() + 60_000;
        await out.list(await read(catalog, { ...options, until }, deps), columns);
      }),
    );
}

function read(catalog: Client, options: Options, deps: Dependencies): Promise<AuditEvent[]> {
  const { kind: kinds, type: types, actor, subject: subjectUrns, since, until } = options;
  const filter = { kinds, types, actorUrns: actor?.map(userUrn), subjectUrns };
  return pages(deps, options.limit, async (start, count) => {
    const { auditEvents } = await catalog.graphql(
      document,
      { input: { ...filter, startTimeMillis: since, endTimeMillis: until, start, count } },
      ['GET_AUDIT_EVENTS'],
    );
    return { total: auditEvents.total, items: auditEvents.events };
  });
}

async function follow(catalog: Client, out: Output, options: Options, deps: Dependencies): Promise<void> {
  let since = options.since ?? deps.session.now();
  let seen = new Set<string>();
  for (;;) {
    const events = await read(catalog, { ...options, since, limit: 10_000 }, deps);
    const keys = events.map((event) => JSON.stringify(event));
    for (const [index, event] of [...events.entries()].reverse())
      if (!seen.has(keys[index]!)) out.row(event, columns);
    seen = new Set(keys);
    const newest = events[0]?.timeMillis ?? 0;
    since = Math.max(since, newest - lateMs);
    await deps.wait(pollMs);
  }
}
