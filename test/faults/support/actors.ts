import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Test } from 'tap';
import { changeMetadata } from '../../../src/aspects/change-metadata.js';
import { upsertAspects } from '../../../src/aspects/write.js';
import type { AuditStamp } from '../../../src/core/clock.js';
import { metadataPrivileges, type Privilege, privileges } from '../../../src/datahub/privileges.js';
import { type TestCatalogOptions, testCatalog } from '../../support/catalog.js';
import { aspect, datasetUrn, tagUrn } from '../../support/metadata.js';
import type { Request, Subject } from './operations.js';
import { temporaryFolder } from './service.js';

export type Actors = Awaited<ReturnType<typeof actorCatalog>>;

const allPrivileges = Object.keys(privileges) as Privilege[];
const ownPrivileges: Privilege[] = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'CREATE_TAGS', ...metadataPrivileges];
const proxy = '10.9.8.7';

/** A catalog with actors of every kind. Ann and Bob may use their own tokens and dataset, the manager those of all. */
export async function actorCatalog(t: Test, options: TestCatalogOptions) {
  const env = {
    ...{ FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000', TRUSTED_ACTOR_PROXIES: proxy },
    SECRETS_KEY_FILE: join(temporaryFolder(t), 'secrets-key'),
    ...options.env,
  };
  const catalog = await testCatalog(t, { ...options, env });
  const { app, db, services } = catalog;
  const [annsData, bobsData] = [datasetUrn('ann'), datasetUrn('bob')];
  const ann = await catalog.user('ann', ownPrivileges, { type: 'dataset', urns: [annsData] });
  const bob = await catalog.user('bob', ownPrivileges, { type: 'dataset', urns: [bobsData] });
  const nobody = await catalog.user('nobody');
  const [manager, expired, revoked, suspended] = [
    await catalog.user('manager', allPrivileges),
    await catalog.user('expired', allPrivileges),
    await catalog.user('revoked', allPrivileges),
    await catalog.user('suspended', allPrivileges),
  ];
  await db.query(`UPDATE access_tokens SET expires_at = 1 WHERE actor_urn = $1::text`, [expired.urn]);
  await db.query(`UPDATE access_tokens SET revoked_at = 1 WHERE actor_urn = $1::text`, [revoked.urn]);
  await db.query(`UPDATE users SET state = 'SUSPENDED' WHERE urn = $1::text`, [suspended.urn]);

  /** Makes a change that the manager may make. */
  async function manage(field: string): Promise<void> {
    const { body } = await manager.graphql(`mutation { ${field} }`);
    if (body.errors) throw new Error(`${field}: ${JSON.stringify(body.errors)}`);
  }

  /** Returns the id of the webhook with a name. Operations create webhooks with the name x, which are deleted. */
  async function webhook(name: string): Promise<string> {
    await db.query(`DELETE FROM webhooks WHERE name = 'x'`);
    const find = () => db.query<{ id: string }>('SELECT id FROM webhooks WHERE name = $1::text', [name]);
    if ((await find()).length === 0)
      await manage(`createWebhook(input: { name: "${name}", url: "https://localhost:1/" }) { id }`);
    return (await find())[0]!.id;
  }

  /** Deletes a tag, unless it is deleted already. */
  async function deleteTag(urn: string, audit: AuditStamp): Promise<void> {
    const deleted = await db.query('SELECT FROM deleted_tags WHERE urn = $1::text', [urn]);
    if (deleted.length > 0) return;
    await changeMetadata(db, (tx) => upsertAspects(tx, [aspect(urn, 'tagProperties', { name: 'x' })], audit));
    await manage(`deleteTag(urn: "${urn}")`);
  }

  /** Returns the id of the last change of a dataset's description, and of the call that made it. */
  async function lastDescribed(urn: string): Promise<{ change: string; changeSet: string }> {
    const [last] = await db.query<{ change: string; changeSet: string }>(
      `SELECT time || '-' || id AS change, change_set::text AS "changeSet" FROM change_events
        WHERE entity_urn = $1::text AND category = 'DOCUMENTATION' ORDER BY change_events.id DESC LIMIT 1`,
      [urn],
    );
    return last!;
  }

  /** Creates a user's token, dataset, tag, webhook and other things for operations. Returns a function that restores them. */
  async function subject(urn: string, dataset: string): Promise<() => Promise<Subject>> {
    const id = urn.split(':').at(-1);
    const [tag, deletedTag] = [tagUrn(`of-${id}`), tagUrn(`deleted-of-${id}`)];
    const { text: token } = await services.tokens.issue({ actorUrn: urn, duration: 'ONE_HOUR', name: 'x' });
    const policy = `urn:li:dataHubPolicy:of-${id}`;
    const [user, group] = [`urn:li:corpuser:user-of-${id}`, `urn:li:corpGroup:of-${id}`];
    const service = `urn:li:corpuser:service_00000000-0000-4000-8000-${Buffer.from(id!).toString('hex').padStart(12, '0')}`;
    const people = [
      ...[user, service].map((one) => ({
        ...{ urn: one, entityType: 'corpuser', name: 'corpUserStatus' },
        value: { status: 'ACTIVE' },
      })),
      { urn: group, entityType: 'corpGroup', name: 'corpGroupInfo', value: { displayName: 'x' } },
    ];
    const aspects = [
      ...people,
      aspect(dataset, 'datasetProperties', {}),
      aspect(tag, 'tagProperties', { name: 'x' }),
      aspect(policy, 'dataHubPolicyInfo', {
        ...{ displayName: 'x', type: 'PLATFORM', state: 'ACTIVE', privileges: [], actors: {} },
      }),
    ];
    return async () => {
      // A token whose replacement was revoked could not be rotated.
      await db.query('DELETE FROM access_tokens WHERE actor_urn = $1::text AND rotated_from IS NOT NULL', [
        urn,
      ]);
      await db.query('UPDATE access_tokens SET revoked_at = NULL WHERE actor_urn = $1::text', [urn]);
      const audit = { time: 1, actor: urn };
      await changeMetadata(db, (tx) => upsertAspects(tx, aspects, audit));
      // In a transaction of its own: what an entity is created with is not a change that can be undone.
      const description = {
        ...{ urn: dataset, entityType: 'dataset', name: 'editableDatasetProperties' },
        value: { description: `of ${id}` },
      };
      const call = { requestId: randomUUID(), address: null, userAgent: null, transport: 'GRAPHQL' } as const;
      await changeMetadata(db, (tx) => upsertAspects(tx, [description], audit), { urn, origin: call });
      await deleteTag(deletedTag, audit);
      return {
        ...{ urn, token, dataset, tag, policy, user, service, group, deletedTag },
        webhook: await webhook(`of-${id}`),
        ...(await lastDescribed(dataset)),
      };
    };
  }

  /** Returns the HTTP status, or the code of the first GraphQL error. */
  async function code(request: Request, headers: Record<string, string>, remoteAddress = '192.0.2.1') {
    const { statusCode, body } = await app.inject({
      ...request,
      headers: { ...request.headers, ...headers },
      remoteAddress,
    });
    const text = request.url === '/api/graphql' && statusCode === 200 ? JSON.parse(body) : {};
    return Number(text.errors?.[0].extensions.code ?? statusCode);
  }

  /** Returns a hash of everything that requests can change, without the tokens' last use, which is written later. */
  async function state(): Promise<string> {
    const tables = [
      ...['users', 'groups', 'group_members', 'policies', 'entities', 'aspects', 'tags', 'global_tags'],
      ...['timeseries_events', 'truncation_tasks', 'audit_events', 'webhooks', 'webhook_deliveries'],
      'deleted_tag_places',
    ];
    const queries = tables.map((table) => `SELECT to_jsonb(r) AS j FROM ${table} r`);
    queries.push(`SELECT to_jsonb(r) - 'last_used_at' AS j FROM access_tokens r`);
    // Readers number the changes.
    queries.push(`SELECT to_jsonb(r) - 'seq' AS j FROM change_events r`);
    queries.push(`SELECT to_jsonb(r) - 'last_seen_at' AS j FROM console_sessions r`);
    const [row] = await db.query<{ hash: string }>(
      `SELECT md5(string_agg(j::text, ',' ORDER BY j::text)) AS hash FROM (${queries.join(' UNION ALL ')}) a`,
    );
    return row!.hash;
  }

  const tokens = { ann, bob, nobody, manager, expired, revoked, suspended };
  return {
    ...catalog,
    ...tokens,
    proxy,
    code,
    state,
    onAnn: await subject(ann.urn, annsData),
    onBob: await subject(bob.urn, bobsData),
  };
}
