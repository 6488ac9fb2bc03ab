import { pino } from 'pino';
import t, { type Test } from 'tap';
import { administrationPrivileges, type Privilege, privileges } from '../../src/datahub/privileges.js';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { createToken } from '../access-tokens/api.js';
import { createRequest, isGraphql, listRequests, operations, readStatus } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';

const lines: string[] = [];
const logger = pino({ level: 'info', ...safeLines }, { write: (line: string) => void lines.push(line) });
const all = await actorCatalog(t, { logger });
const names = Object.keys(privileges) as Privilege[];

/** Operations on tasks have sentences of their own, which are DataHub's. */
const sentence =
  /^(Unauthorized to perform this action. Please contact your DataHub administrator.|User is unauthorized to .*)$/;

interface Attempt {
  readonly token: string;
  readonly has: (privilege: Privilege) => boolean;
  /** Restores the things that the operations are tried on. */
  readonly restore: typeof all.onBob;
  readonly isOwn?: boolean;
  /** How the log explains a refusal. */
  readonly lack: string;
}

/**
 * Tries the operations that take a privilege. A refusal names the privileges that would do. A reason tells
 * whether the scopes of the token include none of them, without a word on what the user may do.
 */
async function tryAll(t: Test, { token, has, restore, isOwn = false, lack }: Attempt) {
  const unexpected: string[] = [];
  let on = await restore();
  for (const [name, operation] of Object.entries(operations)) {
    const needed = isOwn ? operation.ownPrivileges : operation.privileges;
    if (!needed) continue;
    lines.length = 0;
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await all.answer(createRequest(name, on), headers);
    const refusal = body.failures?.[0] ?? body;
    if (status !== readStatus(operation, has, isOwn)) unexpected.push(`${name}: ${JSON.stringify(body)}`);
    if (status !== 403) {
      on = await restore();
      continue;
    }
    const named: readonly Privilege[] = refusal.missingPrivileges;
    const includes = (all: readonly Privilege[], some: readonly Privilege[]) =>
      some.every((one) => all.includes(one));
    // A token that is named by its id might be another's.
    const isNamed = isOwn
      ? includes(needed, named)
      : operation.takesSeveral
        ? includes(named, needed)
        : `${named}` === `${needed}`;
    if (!isNamed || /lacks|scopes|its token|may not/.test(JSON.stringify(body)))
      unexpected.push(`${name} names ${JSON.stringify(refusal)}`);
    const ofGraphql = { type: 'UNAUTHORIZED', classification: 'DataFetchingException', message: sentence };
    t.match(
      refusal,
      isGraphql(name) ? ofGraphql : { [body.failures ? 'reason' : 'message']: sentence },
      name,
    );
    const { reason } = lines.map((line) => JSON.parse(line)).find(({ msg }) => /refused/.test(msg)) ?? {};
    const isBeyondScopes = lack !== 'it lacks';
    if (!body.failures && (refusal.reason === 'TOKEN_SCOPES') !== isBeyondScopes)
      unexpected.push(`${name}: the reason ${refusal.reason}`);
    if (!new RegExp(`${lack} (${named.join('|')})`).test(reason)) unexpected.push(`${name}: ${reason}`);
  }
  t.strictSame(unexpected, []);
}

t.test('401: every operation but the public ones needs a caller, on each of its paths', async (t) => {
  const on = await all.onBob();
  for (const [name, { isPublic }] of Object.entries(operations)) {
    if (isPublic) continue;
    for (const request of listRequests(name, on))
      t.equal(await all.code(request, {}), 401, `${name}: ${request.url}`);
  }
});

for (const privilege of [null, ...names]) {
  t.test(`${privilege ?? 'no privilege'} allows its own operations only`, async (t) => {
    const { urn, token } = await all.user(`only-${privilege}`, privilege ? [privilege] : []);
    const attempt = { token, has: (one: Privilege) => one === privilege, lack: 'it lacks' };
    await tryAll(t, { ...attempt, restore: all.onBob });
    await tryAll(t, { ...attempt, restore: await all.subject(urn), isOwn: true });
  });
}

/** The scopes of a token, and the privileges that they leave its user. */
const scopes: Record<string, (privilege: Privilege) => boolean> = {
  READ: () => false,
  WRITE: (privilege) => !administrationPrivileges.includes(privilege),
};
for (const name of ['EDIT_ENTITY', 'MANAGE_TAGS', 'MANAGE_POLICIES', 'GET_AUDIT_EVENTS'])
  scopes[name] = (privilege) => privilege === name;
for (const [scope, has] of Object.entries(scopes)) {
  t.test(`the scope ${scope} allows its own operations only`, async (t) => {
    const input = { actorUrn: all.manager.urn, scopes: [scope] };
    const { accessToken: token, metadata } = (await createToken(all.manager, input)).body.data
      .createAccessToken;
    const lack = `the scopes of its token ${metadata.id} do not include`;
    await tryAll(t, { token, has, restore: all.onBob, lack });
  });
}
