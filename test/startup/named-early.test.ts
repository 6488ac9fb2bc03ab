import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config.js';
import {
  laterPrivileges,
  type Privilege,
  privilegeSpellings,
  privileges,
} from '../../src/datahub/privileges.js';
import type { Database } from '../../src/db/database.js';
import { migrationsFolder } from '../../src/db/migrations/folder.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { diagnose } from '../../src/operations/doctor/diagnose.js';
import { openMigrated, openWhenUp } from '../../src/startup/database.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { folderBefore, server } from '../support/migrations.js';
import { quiet } from '../support/quiet.js';

// Policies can name what has no effect. When a version makes it work, its migration takes it out of them.

const later = Object.entries(laterPrivileges);
const names = later.map(([name]) => name);
const spellings = [...privilegeSpellings.keys()];
const written = [...names, ...spellings];

// Never extended: a policy that an older version has stored may name anything else without an effect.
const of030 = [
  ...[
    'GENERATE_PERSONAL_ACCESS_TOKENS',
    'MANAGE_ACCESS_TOKENS',
    'CREATE_TAGS',
    'MANAGE_TAGS',
    'EDIT_ENTITY_TAGS',
  ],
  ...['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY', 'DELETE_ENTITY', 'EDIT_ENTITY_STATUS', 'EDIT_ENTITY_DOCS'],
  ...[
    'EDIT_DATASET_COL_DESCRIPTION',
    'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE',
    'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE',
  ],
  ...[
    'GET_ES_TASK_STATUS_PRIVILEGE',
    'MANAGE_POLICIES',
    'MANAGE_USERS_AND_GROUPS',
    'MANAGE_SERVICE_ACCOUNTS',
  ],
  ...['GET_AUDIT_EVENTS', 'GET_PLATFORM_EVENTS', 'MANAGE_WEBHOOKS'],
];

t.test('every privilege since 0.3.0 says from which migration on it has an effect', async (t) => {
  t.strictSame(Object.keys(privileges), [...of030, ...names]);
  const folders = await readdir(migrationsFolder);
  for (const [name, { migration }] of later) t.ok(folders.includes(migration), name);
});

const urn = (id: string) => `urn:li:dataHubPolicy:${id}`;

/** Fills a store of 0.3.0 with policies that name all later privileges, as ingestion and SQL have written them. */
async function fill({ query }: Database) {
  const literal = `{EDIT_ENTITY,${written.join()},CREATE_TAGS,VIEW_ENTITY,${written.join()}}`;
  for (const [id, type, state] of [
    ['bootstrap-platform', 'PLATFORM', 'ACTIVE'],
    ['platform', 'PLATFORM', 'ACTIVE'],
    ['metadata', 'METADATA', 'ACTIVE'],
    ['inactive', 'PLATFORM', 'INACTIVE'],
  ])
    await query(
      `INSERT INTO policies (id, name, type, state, privileges, all_users) VALUES
         ($1::text, upper($1::text), $2::text::"PolicyType", $3::text::"PolicyState", $4::text::text[], true)`,
      [id, type, state, literal],
    );
  await query(
    `INSERT INTO policies (id, name, type, privileges) VALUES ('spelled', 'SPELLED', 'METADATA', '{${spellings.join()},EDIT_ENTITY}')`,
  );
  await query(`INSERT INTO policies (id, name, type, privileges) VALUES ('empty', 'E', 'PLATFORM', NULL)`);
  await query(`INSERT INTO entities VALUES ('${urn('platform')}', 'dataHubPolicy', 0, 'x')`);
  await query(
    `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
     VALUES ('${urn('platform')}', 'dataHubPolicyInfo', '{"actors":{},"lastUpdatedTimestamp":1}', 0, 'x', 0, 'x')`,
  );
}

const stores: Record<string, (t: Test) => Promise<Record<string, string>>> = {
  PGlite: async (t) => ({ DATA_DIR: join(t.testdir(), 'data') }),
  ...(server && {
    PostgreSQL: async (t: Test) => ({ DATABASE_URL: await scratchDatabaseUrl(t, server, null) }),
  }),
};

for (const [database, settings] of Object.entries(stores))
  t.test(
    `${database}: doctor lists them before, the log after, and the upgrade grants nothing`,
    async (t) => {
      const config = readConfig({ ...(await settings(t)), BOOTSTRAP_TOKEN_FILE: join(t.testdir(), 'token') });
      const folder = await folderBefore(t.testdir(), later[0]![1].migration);
      const old = await openWhenUp(config, { log: quiet });
      // A new embedded database can be a copy that has the migrations of this build.
      for (const sql of ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']) await old.query(sql);
      await migrate(old.migration, folder);
      await fill(old);
      await old.close();

      const options = { clock: Date.now, repairsAspects: false, onProgress() {} };
      const before = (await diagnose(config, options)).filter(({ check }) => check === 'policies');
      t.equal(before.length, names.length);
      for (const [index, [name, { isFirstAdministrators }]] of later.entries()) {
        const { state, text = '' } = before[index]!;
        t.equal(state, 'warning');
        const isSpelled = [...privilegeSpellings.values()].includes(name as Privilege);
        const count = 3 + Number(!isFirstAdministrators) + Number(isSpelled);
        t.match(text, new RegExp(`\\(${name}\\) grants nothing yet.* out of ${count} policies`));
        t.equal(text.includes(`${urn('spelled')} (SPELLED)`), isSpelled);
        for (const id of ['platform', 'metadata', 'inactive'])
          t.ok(text.includes(`${urn(id)} (${id.toUpperCase()})`));
        t.equal(text.includes('bootstrap-platform'), !isFirstAdministrators);
      }

      const lines: string[] = [];
      const log = { ...quiet, warn: (_: object, line: string) => void lines.push(line) };
      const { db } = await openMigrated(config, { log });
      t.teardown(() => db.close());
      for (const { displayName } of Object.values(laterPrivileges))
        t.ok(lines.some((line) => line.startsWith(`${displayName} has an effect from this version on`)));
      t.ok(lines.join().includes(`${urn('platform')} (PLATFORM)`));

      const kept = ['EDIT_ENTITY', 'CREATE_TAGS', 'VIEW_ENTITY'];
      const given = later
        .filter(([, { isFirstAdministrators }]) => isFirstAdministrators)
        .map(([name]) => name);
      t.same(await db.query('SELECT id, privileges FROM policies ORDER BY id'), [
        { id: 'bootstrap-platform', privileges: [...kept, ...given] },
        { id: 'empty', privileges: null },
        ...['inactive', 'metadata', 'platform'].map((id) => ({ id, privileges: kept })),
        { id: 'spelled', privileges: ['EDIT_ENTITY'] },
      ]);
      const found = await db.query(`SELECT body::text FROM aspects WHERE name = 'dataHubPolicyInfo'`);
      t.notMatch(
        JSON.stringify(found),
        new RegExp(written.join('|')),
        'the record of the aspect has no copy',
      );
      const again = (await diagnose(config, options)).filter(({ text }) =>
        text.includes('grants nothing yet'),
      );
      t.strictSame(again, []);
    },
  );
