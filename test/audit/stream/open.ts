import type { Test } from 'tap';
import { metadataSource, securitySource } from '../../../src/audit/source-store.js';
import { recordAudit } from '../../../src/audit/store.js';
import { auditStream, openSink } from '../../../src/audit/stream/stream.js';
import { streamStore } from '../../../src/audit/stream/stream-store.js';
import { operator } from '../../../src/core/actor.js';
import type { AuditTarget, WriteLines } from '../../../src/core/audit-target.js';
import type { Database } from '../../../src/db/database.js';
import type { Transaction } from '../../../src/db/query.js';
import { transaction } from '../../../src/db/transaction.js';
import { insertChanges } from '../../../src/history/change-store.js';
import { waitFor } from '../../support/wait-for.js';
import { startWaiting } from '../../support/waiting.js';

const pauseMs = 20;

export function openStream(
  t: Test,
  db: Database,
  target: AuditTarget,
  onError: (error: unknown) => void = (e) => t.fail(String(e)),
  writeLines: WriteLines = async () => void t.fail('writes to standard output'),
) {
  const sources = { security: securitySource(db), metadata: metadataSource(() => 0) };
  const stream = auditStream({
    ...{ target, store: streamStore(db, sources), clock: Date.now, onError, pauseMs },
    sink: openSink(target, writeLines),
  });
  const background = startWaiting(t, db, stream.waiting, { onError, everyMs: pauseMs });
  return { ...stream, background };
}
/** Starts a stream that has found where it begins. */
export async function startStream(...given: Parameters<typeof openStream>) {
  const stream = openStream(...given);
  await waitFor(() => stream.read().state === 'sending');
  return stream;
}

export const deletion = (subject: string, detail = {}) =>
  ({ type: 'DeleteEntityEvent', subject, detail }) as const;
export const recordIn = (tx: Transaction, subject: string) => recordAudit(tx, operator, deletion(subject));
export const changeIn = (tx: Transaction, entityUrn: string) =>
  insertChanges(
    tx,
    [
      {
        ...{ entityUrn, fieldPath: 'é\n', aspect: 'globalTags', category: 'TAG', operation: 'ADD' },
        ...{ modifier: 'urn:li:tag:a', before: 'a value', after: 'a value', runId: null },
      },
    ],
    { urn: 'urn:li:corpuser:ann' },
  );
export const act = (db: Database, subject: string) => transaction(db, (tx) => recordIn(tx, subject));
export const change = (db: Database, entityUrn: string) => transaction(db, (tx) => changeIn(tx, entityUrn));

export interface Line {
  readonly subject: string;
  readonly kind: string;
  readonly id: number;
  readonly [member: string]: unknown;
}
export const subjects = (lines: readonly Line[]) => lines.map(({ subject }) => subject);
