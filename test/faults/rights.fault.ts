import t from 'tap';
import { actorCatalog } from '../support/actors.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';
import {
  aspectsOfPeople,
  inertAspects,
  policyAspects,
  privilegedAspects,
} from './support/privileged-aspects.js';
import {
  actor,
  answers,
  bearer,
  type CallerKinds,
  expectedStatuses,
  statuses,
} from './support/rights-answers.js';

for (const [database, openDatabase] of databases) {
  t.test(database, async (t) => {
    const all = await actorCatalog(t, { open: openDatabase });
    const { ann, nobody, manager, expired, revoked, suspended, proxy } = all;
    const withTokens: CallerKinds = {
      'without a token': { headers: {}, status: () => 401 },
      'an expired token': { headers: bearer(expired), status: () => 401 },
      'a revoked token': { headers: bearer(revoked), status: () => 401 },
      'a suspended user': { headers: bearer(suspended), status: () => 401 },
      'without a privilege': { headers: bearer(nobody), status: statuses.withoutPrivilege },
      'things of others': { headers: bearer(ann), status: statuses.othersThings },
      'own things': { headers: bearer(ann), own: true, status: statuses.ownThings },
      'every privilege': { headers: bearer(manager), status: statuses.everyPrivilege },
    };

    await t.test('with tokens', async (t) => {
      const { rows, changed, requests } = await answers(all, withTokens, 3);
      t.same(rows, expectedStatuses(withTokens));
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
          [`${name}: without a privilege`]: { ...by(nobody), status: statuses.withoutPrivilege },
          [`${name}: things of others`]: { ...by(ann), status: statuses.othersThings },
          [`${name}: own things`]: { ...by(ann), own: true, status: statuses.ownThings },
          [`${name}: every privilege`]: { ...by(manager), status: statuses.everyPrivilege },
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
      t.same(rows, expectedStatuses(callers));
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
      t.same(rows, expectedStatuses(withTokens));
      guarantee(t, `aspects about users, policies and tokens raise no user's rights (${database})`, {
        written,
        refused,
      });
    });
  });
}
