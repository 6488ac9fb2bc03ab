import t from 'tap';
import { metadataPrivileges, privileges } from '../../../src/datahub/privileges.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { databases, documentsIn, folderBefore } from '../../support/migrations.js';

const own = '20261122030000_people';
const info = (id: string) => `urn:li:dataHubPolicy:${id}`;

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: policies of SQL get their aspects, and aspects without effect get none`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    await run(`INSERT INTO policies (id, name, type, privileges, users, resource_type, resources) VALUES
      ('bootstrap-platform', 'P', 'PLATFORM', '{CREATE_TAGS}', '{urn:li:corpuser:admin}', NULL, '{}'),
      ('named', 'N', 'PLATFORM', '{GET_PLATFORM_EVENTS,CREATE_TAGS,MANAGE_WEBHOOKS}', '{urn:li:corpuser:a}', NULL, '{}'),
      ('bootstrap-metadata', 'M', 'METADATA', '{EDIT_ENTITY,DELETE_ENTITY}', '{urn:li:corpuser:admin}', NULL, '{}'),
      ('odd (name), x', 'O', 'METADATA', '{EDIT_ENTITY_TAGS}', NULL, 'dataset', '{urn:li:dataset:x}')`);
    await run(`INSERT INTO entities VALUES ('${info('stored')}', 'dataHubPolicy', 0, 'x')`);
    await run(`INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
      VALUES ('${info('stored')}', 'dataHubPolicyInfo', '{"state":"ACTIVE"}', 0, 'x', 0, 'x')`);
    await migrate(target);

    const urns = ['bootstrap-platform', 'bootstrap-metadata', 'odd %28name%29%2C x', 'stored', 'named'].map(
      info,
    );
    const documents = await documentsIn(target, urns);
    const values = new Map(documents.map(({ urn, text }) => [urn, JSON.parse(text)]));
    const [platform, metadata, odd, stored, named] = urns.map((urn) => values.get(urn));
    const overEntities: readonly string[] = metadataPrivileges;
    t.strictSame(platform.privileges, [
      ...['CREATE_TAGS', 'MANAGE_SERVICE_ACCOUNTS', 'GET_AUDIT_EVENTS', 'GET_PLATFORM_EVENTS'],
      ...['MANAGE_WEBHOOKS', 'MANAGE_SECRETS'],
    ]);
    t.strictSame(
      named.privileges,
      ['CREATE_TAGS'],
      'a policy does not gain what its names did not grant before',
    );
    t.notOk(platform.privileges.some((name: string) => overEntities.includes(name) || !(name in privileges)));
    t.strictSame(metadata, {
      displayName: 'M',
      description: '',
      type: 'METADATA',
      state: 'ACTIVE',
      privileges: [
        ...['EDIT_ENTITY', 'DELETE_ENTITY', 'EDIT_ENTITY_STATUS', 'EDIT_ENTITY_DOCS'],
        'EDIT_DATASET_COL_DESCRIPTION',
      ],
      actors: { users: ['urn:li:corpuser:admin'] },
      resources: { allResources: true },
    });
    t.match(odd, { displayName: 'O', resources: { type: 'dataset', resources: ['urn:li:dataset:x'] } });
    t.strictSame(stored, { state: 'ACTIVE' }, 'as it was stored');
    t.same(await target.query(`SELECT count(*)::int AS n FROM policies`), [{ n: 4 }], 'and no policy');
  });
}
