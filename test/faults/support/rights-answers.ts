import type { Operation } from '../../manifest/operation.js';
import { listRequests, operations, readStatus } from '../../manifest/operations.js';
import { type Actors, ownPrivileges, platformPrivileges } from '../../support/actors.js';

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
  readonly status: (operation: Operation) => number;
}

export type CallerKinds = Readonly<Record<string, CallerKind>>;
type Statuses = Readonly<Record<string, number>>;

/** What each kind of caller gets by the privileges of an operation. Ann has some, over her own things. */
export const statuses = {
  withoutPrivilege: (one: Operation) => readStatus(one, () => false, false),
  othersThings: (one: Operation) => readStatus(one, (name) => platformPrivileges.includes(name), false),
  ownThings: (one: Operation) => readStatus(one, (name) => ownPrivileges.includes(name), true),
  everyPrivilege: (one: Operation) => readStatus(one, () => true, false),
} as const;

/** Returns the statuses that the manifests ask for. */
export const expectedStatuses = (callers: CallerKinds) =>
  mapValues(operations, (one) => mapValues(callers, ({ status }) => (one.isPublic ? 200 : status(one))));

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
  const restore = { own: all.onAnn, others: all.onBob };
  const things = { own: await restore.own(), others: await restore.others() };
  let before = await all.state();
  for (const operation of Object.keys(operations)) {
    for (const index of listRequests(operation, things.own).slice(0, prefixes).keys()) {
      const statuses: Record<string, number> = {};
      for (const [name, { headers, own, address }] of Object.entries(callers)) {
        const whose = own ? 'own' : 'others';
        const status = await all.code(listRequests(operation, things[whose])[index]!, headers, address);
        statuses[name] = status;
        requests += 1;
        // The next caller can use the same things, unless they have changed.
        if ((await all.state()) === before) continue;
        if (status !== 200) changed.push(`${operation} ${status}`);
        things[whose] = await restore[whose]();
        before = await all.state();
      }
      const isSame = JSON.stringify(rows[operation] ?? statuses) === JSON.stringify(statuses);
      rows[isSame ? operation : `${operation} (path ${index})`] = statuses;
    }
  }
  return { rows, changed, requests };
}

const mapValues = <In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
