import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { actionsOf, routesOf } from '../support/routes.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';
import { operations } from './support/operations.js';
import { type People, people } from './support/people.js';
import { inertAspects, privilegedAspects } from './support/privileged-aspects.js';
import { actor, answers, bearer } from './support/rights-answers.js';
import { expected, open } from './support/rights-table.js';

/** What there is, from the schema and the router, under the names of the table. */
async function existing({ app, manager }: People): Promise<string[]> {
  const fields = (['query', 'mutation'] as const).flatMap((kind) =>
    Object.keys(schema.getRootType(kind as never)!.getFields()).map((name) => `${kind} ${name}`),
  );
  const names = new Set(fields);
  for (const route of await routesOf(app)) {
    const path = route.split(' ')[1]!;
    const name = route.replace(/ (\/api)?\/gms\//, ' /');
    const headers = { authorization: `Bearer ${manager.token}` };
    const actions = route.startsWith('POST') ? await actionsOf(app, path, headers) : [];
    for (const one of actions.length > 0 ? actions.map((action) => `${name}?action=${action}`) : [name])
      names.add(one);
  }
  return [...names].sort();
}

const sorted = (rows: Readonly<Record<string, string>>) => Object.entries(rows).sort();

for (const [database, openDatabase] of databases) {
  t.test(database, async (t) => {
    const all = await people(t, { open: openDatabase });
    const { ann, nobody, manager, expired, revoked, suspended, proxy } = all;
    const withTokens = [
      [{}, false],
      ...[expired, revoked, suspended, nobody, ann].map((who) => [bearer(who), false] as const),
      [bearer(ann), true],
      [bearer(manager), false],
    ] as const;

    await t.test('every operation has its row', async (t) => {
      t.strictSame(Object.keys(expected).sort(), await existing(all));
      t.strictSame(Object.keys(operations).sort(), Object.keys(expected).sort());
    });

    await t.test('with tokens', async (t) => {
      const { rows, changed, requests } = await answers(all, withTokens, 3);
      t.strictSame(sorted(rows), sorted(expected));
      t.strictSame(changed, []);
      guarantee(t, `every operation answers every kind of caller as the table says (${database})`, {
        operations: Object.keys(rows).length,
        requests,
        'refusals that changed something': changed.length,
      });
    });

    await t.test('with the actor header', async (t) => {
      const trusted = ['x-service-actor', 'x-datahub-actor'].map(
        (name) =>
          [
            [actor(suspended, name), false, proxy],
            [actor({ urn: 'urn:li:corpuser:stranger' }, name), false, proxy],
            [actor(nobody, name), false, proxy],
            [actor(ann, name), false, proxy],
            [actor(ann, name), true, proxy],
            [actor(manager, name), false, proxy],
          ] as const,
      );
      const elsewhere = [
        [actor(manager), false],
        [{ ...actor(manager), 'x-forwarded-for': proxy, forwarded: `for=${proxy}` }, false],
      ] as const;
      const beside = [
        [{ ...bearer(manager), ...actor(ann) }, false],
        [{ ...bearer(nobody), ...actor(manager) }, false],
        [{ ...bearer(nobody), ...actor(manager, 'x-datahub-actor') }, false, proxy],
      ] as const;
      const { rows, changed, requests } = await answers(all, [...trusted.flat(), ...elsewhere, ...beside]);
      const once = (row: string) => ['401 401', ...row.split(' ').slice(4)];
      const columns = (row: string) =>
        row === open
          ? Array(17).fill('200').join(' ')
          : [...once(row), ...once(row), '401 401 403 403 403'].join(' ');
      t.strictSame(
        sorted(rows),
        sorted(Object.fromEntries(Object.entries(expected).map(([name, row]) => [name, columns(row)]))),
      );
      t.strictSame(changed, []);
      guarantee(t, `the actor header widens nobody's rights (${database})`, { requests });
    });

    await t.test('no second door', async (t) => {
      const insider = await all.user('insider', ['EDIT_ENTITY']);
      const victims = [ann, nobody, insider, manager, suspended];
      const guarded = () =>
        all.db.query(`SELECT to_jsonb(u) AS row FROM users u UNION ALL
        SELECT to_jsonb(p) FROM policies p UNION ALL
        SELECT to_jsonb(a) - 'last_used_at' FROM access_tokens a ORDER BY 1`);
      const before = await guarded();
      let [written, refused] = [0, 0];
      for (const prefix of ['', '/gms', '/api/gms']) {
        const url = `${prefix}/aspects?action=ingestProposal`;
        for (const proposal of victims.flatMap((victim) => inertAspects(victim.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 200 }, JSON.stringify(proposal));
          written += 1;
        }
        for (const proposal of victims.flatMap((victim) => privilegedAspects(victim.urn, insider.urn))) {
          t.match(await insider.post(url, { proposal }), { status: 403 }, JSON.stringify(proposal));
          t.match(await manager.post(url, { proposal }), { status: 422 }, JSON.stringify(proposal));
          refused += 2;
        }
      }
      t.strictSame(await guarded(), before);
      const { rows } = await answers(all, withTokens);
      t.strictSame(sorted(rows), sorted(expected));
      guarantee(t, `aspects about users, policies and tokens raise nobody's rights (${database})`, {
        written,
        refused,
      });
    });
  });
}
