import type { Actors } from './actors.js';
import { operations, type Request } from './operations.js';
import { open, type RightsRow } from './rights-table.js';

export type Headers = Record<string, string>;
export const bearer = ({ token }: { token: string }): Headers => ({ authorization: `Bearer ${token}` });
export const actor = ({ urn }: { urn: string }, name = 'x-service-actor'): Headers => ({ [name]: urn });

/** One kind of caller, and the status that it gets. */
export interface CallerKind {
  readonly headers: Headers;
  /** Whether it asks for ann's things; otherwise for bob's. */
  readonly own?: boolean;
  readonly address?: string;
  /** Returns the expected status of an operation that is not public. */
  readonly status: (row: RightsRow) => number;
}

export type CallerKinds = Readonly<Record<string, CallerKind>>;
type Statuses = Readonly<Record<string, number>>;

/** Returns the statuses that the table asks for. */
export const expectedStatuses = (table: Readonly<Record<string, RightsRow>>, callers: CallerKinds) =>
  mapValues(table, (row) => mapValues(callers, ({ status }) => (row === open ? 200 : status(row))));

/**
 * Sends every operation as every kind of caller.
 *
 * @param prefixes under how many of its paths each operation is tried; all must give the same statuses
 * @returns the statuses by operation and caller, and the rejections that changed something
 */
export async function answers(all: Actors, callers: CallerKinds, prefixes = 1) {
  const rows: Record<string, Statuses> = {};
  const changed: string[] = [];
  let requests = 0;
  for (const [operation, builds] of Object.entries(operations)) {
    for (const [index, build] of builds.slice(0, prefixes).entries()) {
      const statuses: Record<string, number> = {};
      let before: string | undefined;
      let request: { own: Request; others: Request } | undefined;
      for (const [name, { headers, own, address }] of Object.entries(callers)) {
        // A rejection changes nothing, so the next caller can use the same things.
        if (before === undefined)
          request = { own: build(await all.onAnn()), others: build(await all.onBob()) };
        before ??= await all.state();
        const status = await all.code(own ? request!.own : request!.others, headers, address);
        const after = status === 200 ? undefined : await all.state();
        if (after !== undefined && after !== before) changed.push(`${operation} ${status}`);
        before = after;
        statuses[name] = status;
        requests += 1;
      }
      const isSame = JSON.stringify(rows[operation] ?? statuses) === JSON.stringify(statuses);
      rows[isSame ? operation : `${operation} (path ${index})`] = statuses;
    }
  }
  return { rows, changed, requests };
}

const mapValues = <In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
