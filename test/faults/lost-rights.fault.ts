import t from 'tap';
import type { Subject } from '../manifest/operation.js';
import { createRequest, operations, type Request } from '../manifest/operations.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';
import { callerCatalog, type Kind, kinds, type Loss, losses } from './support/lost-rights.js';

type Catalog = Awaited<ReturnType<typeof callerCatalog>>;

/** Operations with a body, that need a caller, by their names. */
const withBody = Object.keys(operations).filter(
  (name) => /^(query|mutation|POST|PATCH) /.test(name) && !operations[name]!.isPublic,
);
const reads =
  /^query |^POST \S*(getIndexSizes|getEsTaskStatus|getTimeseriesAspectValues|getCount|listUrns|action=search|batchGet|v2\/entity\/batch|(entity|lineage|relationship)\/scroll|audit\/search|graphql)/;
const writes = Object.keys(operations).filter(
  (name) => /^(mutation|POST|PATCH|DELETE) /.test(name) && !reads.test(name) && !operations[name]!.isPublic,
);

/** As in the manifests, but truncations are no dry runs. */
function createRealRequest(name: string, on: Subject): Request {
  const request = createRequest(name, on);
  if (!/truncate/i.test(name)) return request;
  const payload = structuredClone(request.payload) as { variables?: { input: object } };
  Object.assign(payload.variables?.input ?? payload, { dryRun: false });
  return { ...request, payload };
}

/** The callers that can make a request: sessions are for GraphQL and the console only, which ends them. */
function kindsFor({ url }: Request): readonly Kind[] {
  if (url.startsWith('/console/')) return ['session'];
  return kinds.filter((kind) => kind !== 'session' || url === '/api/graphql');
}

/** Each kind of caller that loses its rights in each way. A token does all of it; the others take turns. */
function* listCases(name: string, request: Request, turn: number) {
  for (const [index, [way, loss]] of Object.entries(losses).entries()) {
    // Each user may do this.
    if (loss.status === 403 && !operations[name]!.privileges) continue;
    for (const kind of kindsFor(request)) {
      if (!loss.of.includes(kind)) continue;
      const isTurn = kind === 'token' || (index + turn) % 4 === 0;
      if (isTurn || loss.of.length === 1) yield { way, loss, kind };
    }
  }
}

/** The one statement that changes tags has the time of its sending, and the clock of a test does not go on by itself. */
const isUnseen = ({ payload }: Request, { later }: Loss): boolean =>
  later !== undefined && /Tags?\(/.test(JSON.stringify(payload));

/** Tries each operation in each case. @returns how many requests were sent */
async function tryAll(
  t: Parameters<typeof callerCatalog>[0],
  all: Catalog,
  names: readonly string[],
  refuse: (request: Request, kind: Kind, loss: Loss) => Promise<number>,
) {
  let requests = 0;
  const failed: string[] = [];
  for (const [turn, name] of names.entries()) {
    const request = createRealRequest(name, await all.onBob());
    const before = await all.state();
    for (const { way, loss, kind } of listCases(name, request, turn)) {
      const status = await refuse(request, kind, loss);
      await all.regain(loss);
      requests += 1;
      if (status !== loss.status) failed.push(`${name}, ${kind}: ${way}: ${status}`);
    }
    if ((await all.state()) !== before) failed.push(`${name} has changed something`);
  }
  t.strictSame(failed, []);
  return requests;
}

for (const [database, open] of databases) {
  t.test(database, async (t) => {
    const all = await callerCatalog(t, open);

    await t.test('every request works with its rights', async (t) => {
      const on = await all.onBob();
      for (const kind of kinds)
        t.equal(await all.held(createRealRequest('mutation createTag', on), kind, async () => {}), 200, kind);
    });

    await t.test('rights that are lost while the body comes', async (t) => {
      const requests = await tryAll(t, all, withBody, (request, kind, loss) =>
        all.held(request, kind, () => all.lose(loss)),
      );
      guarantee(t, `a request is judged when it is complete (${database})`, {
        operations: withBody.length,
        requests,
        allowed: 0,
      });
    });

    await t.test('rights that are lost before the change is made', async (t) => {
      const requests = await tryAll(t, all, writes, async (request, kind, loss) => {
        if (isUnseen(request, loss)) return loss.status;
        all.beforeWrite(() => all.lose(loss));
        return all.whole(request, kind);
      });
      guarantee(t, `every transaction that writes judges its caller again (${database})`, {
        operations: writes.length,
        requests,
        allowed: 0,
      });
    });

    if (all.db.kind === 'embedded') return;
    await t.test('rights that are lost while a lock is awaited', async (t) => {
      // Without references, nothing is locked.
      const waiting = writes.filter((name) => !name.includes('deleteReferences'));
      const requests = await tryAll(t, all, waiting, async (request, kind, loss) =>
        isUnseen(request, loss) ? loss.status : all.locked(request, kind, loss),
      );
      guarantee(t, 'a request that has waited for a lock judges its caller again', {
        operations: waiting.length,
        requests,
        allowed: 0,
      });
    });
  });
}
