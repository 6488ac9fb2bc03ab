import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { listActions, listRoutes } from '../support/routes.js';
import { guarantee } from './guarantee.js';
import { type Actors, actorCatalog } from './support/actors.js';
import { databases } from './support/databases.js';
import { operations } from './support/operations.js';
import {
  aspectsOfPeople,
  inertAspects,
  policyAspects,
  privilegedAspects,
} from './support/privileged-aspects.js';
import { actor, answers, bearer, type CallerKinds, expectedStatuses } from './support/rights-answers.js';
import { expected } from './support/rights-table.js';

/** Returns all operations of the schema and the router, by their names in the table. */
async function existing({ app, manager }: Actors): Promise<string[]> {
  const roots = { query: schema.getQueryType()!, mutation: schema.getMutationType()! };
  const fields = Object.entries(roots).flatMap(([kind, root]) =>
    Object.keys(root.getFields()).map((name) => `${kind} ${name}`),
  );
  const names = new Set(fields);
  for (const route of await listRoutes(app)) {
    const path = route.split(' ')[1]!;
    const name = route.replace(/ (\/api)?\/gms\//, ' /');
    const headers = { authorization: `Bearer ${manager.token}` };
    const actions = route.startsWith('POST') ? await listActions(app, path, headers) : [];
    for (const one of actions.length > 0 ? actions.map((action) => `${name}?action=${action}`) : [name])
      names.add(one);
  }
  return [...names].sort();
}

for (const [database, openDatabase] of databases) {
  t.test(database, async (t) => {
    const all = await actorCatalog(t, { open: openDatabase });
    const { ann, nobody, manager, expired, revoked, suspended, proxy } = all;
    const withTokens: CallerKinds = {
      'without a token': { headers: {}, status: (row) => row.withoutToken },
      'an expired token': { headers: bearer(expired), status: (row) => row.expiredToken },
      'a revoked token': { headers: bearer(revoked), status: (row) => row.revokedToken },
      'a suspended user': { headers: bearer(suspended), status: (row) => row.suspendedUser },
      'without a privilege': { headers: bearer(nobody), status: (row) => row.withoutPrivilege },
      'things of others': { headers: bearer(ann), status: (row) => row.othersThings },
      'own things': { headers: bearer(ann), own: true, status: (row) => row.ownThings },
      'every privilege': { headers: bearer(manager), status: (row) => row.everyPrivilege },
    };

    await t.test('every operation has its row', async (t) => {
      t.strictSame(Object.keys(expected).sort(), await existing(all));
      t.strictSame(Object.keys(operations).sort(), Object.keys(expected).sort());
    });

    await t.test('with tokens', async (t) => {
      const { rows, changed, requests } = await answers(all, withTokens, 3);
      t.same(rows, expectedStatuses(expected, withTokens));
      t.strictSame(changed, []);
      guarantee(t, `every operation answers every kind of caller as the table says (${database})`, {
        operations: Object.keys(rows).length,
        requests,
        'refusals that changed something': changed.length,
      });
    });

    await t.test('with the actor header', async (t) => {
      const trusted = (name: string): CallerKinds => {
        const by = (urn: { urn: string }) => ({ headers: actor(urn, name), address: proxy });
        const stranger = { urn: 'urn:li:corpuser:stranger' };
        return {
          [`${name}: a suspended user`]: { ...by(suspended), status: () => 401 },
          [`${name}: an unknown user`]: { ...by(stranger), status: () => 401 },
          [`${name}: without a privilege`]: { ...by(nobody), status: (row) => row.withoutPrivilege },
          [`${name}: things of others`]: { ...by(ann), status: (row) => row.othersThings },
          [`${name}: own things`]: { ...by(ann), own: true, status: (row) => row.ownThings },
          [`${name}: every privilege`]: { ...by(manager), status: (row) => row.everyPrivilege },
        };
      };
      const forwarded = { 'x-forwarded-for': proxy, forwarded: `for=${proxy}` };
      const untrusted: CallerKinds = {
        'another address': { headers: actor(manager), status: () => 401 },
        'a forged address': { headers: { ...actor(manager), ...forwarded }, status: () => 401 },
      };
      const withOtherToken: CallerKinds = {
        'a token of another user': { headers: { ...bearer(manager), ...actor(ann) }, status: () => 403 },
        'a token without a privilege': {
          headers: { ...bearer(nobody), ...actor(manager) },
          status: () => 403,
        },
        'a token without a privilege, from the proxy': {
          headers: { ...bearer(nobody), ...actor(manager, 'x-datahub-actor') },
          address: proxy,
          status: () => 403,
        },
      };
      const callers = {
        ...trusted('x-service-actor'),
        ...trusted('x-datahub-actor'),
        ...untrusted,
        ...withOtherToken,
      };
      const { rows, changed, requests } = await answers(all, callers);
      t.same(rows, expectedStatuses(expected, callers));
      t.strictSame(changed, []);
      guarantee(t, `the actor header widens no user's rights (${database})`, { requests });
    });

    await t.test('aspects grant no rights', async (t) => {
      const insider = await all.user('insider', ['EDIT_ENTITY']);
      const victims = [ann, nobody, insider, manager, suspended];
      const guarded = () =>
        all.db.query(`SELECT to_jsonb(u) AS row FROM users u UNION ALL
        SELECT to_jsonb(p) FROM policies p UNION ALL SELECT to_jsonb(g) FROM groups g UNION ALL
        SELECT to_jsonb(m) FROM group_members m UNION ALL
        SELECT to_jsonb(a) - 'last_used_at' FROM access_tokens a ORDER BY 1`);
      const before = await guarded();
      let [written, refused] = [0, 0];
      for (const prefix of ['', '/gms', '/api/gms']) {
        const url = `${prefix}/aspects?action=ingestProposal`;
        for (const proposal of victims.flatMap((victim) => inertAspects(victim.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 200 }, JSON.stringify(proposal));
          written += 1;
        }
        for (const proposal of victims.flatMap((victim) => aspectsOfPeople(victim.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 403 }, JSON.stringify(proposal));
          refused += 1;
        }
        for (const proposal of victims.flatMap((victim) => privilegedAspects(victim.urn, insider.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 403 }, JSON.stringify(proposal));
          t.match(await manager.post(url, { proposal }), { status: 422 }, JSON.stringify(proposal));
          refused += 2;
        }
        for (const proposal of victims.flatMap((victim) => policyAspects(victim.urn, insider.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 403 }, JSON.stringify(proposal));
          refused += 1;
        }
      }
      t.strictSame(await guarded(), before);
      const { rows } = await answers(all, withTokens);
      t.same(rows, expectedStatuses(expected, withTokens));
      guarantee(t, `aspects about users, policies and tokens raise no user's rights (${database})`, {
        written,
        refused,
      });
    });
  });
}
