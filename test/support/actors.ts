import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { AuditStamp } from '../../src/core/clock.js';
import { metadataPrivileges, type Privilege, privileges } from '../../src/datahub/privileges.js';
import { temporaryFolder } from '../faults/support/service.js';
import type { Subject } from '../manifest/operation.js';
import type { Request } from '../manifest/operations.js';
import { type TestCatalogOptions, testCatalog } from './catalog.js';
import { aspect, containerUrn, datasetUrn, field, tagUrn, writeAspects } from './metadata.js';

export type Actors = Awaited<ReturnType<typeof actorCatalog>>;

const allPrivileges = Object.keys(privileges) as Privilege[];
/** Of Ann and Bob: on the platform, and over their own entities. */
export const platformPrivileges: Privilege[] = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'CREATE_TAGS'];
export const ownPrivileges: Privilege[] = [...platformPrivileges, ...metadataPrivileges];
const entitiesOf = (id: string) => ({
  ...{ dataset: datasetUrn(id), container: containerUrn(`of-${id}`), tag: tagUrn(`of-${id}`) },
});
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
  const owner = (id: string) =>
    catalog.user(id, ownPrivileges, { type: null, urns: Object.values(entitiesOf(id)) });
  const [ann, bob] = [await owner('ann'), await owner('bob')];
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

  /** Returns the id of the webhook with a name. Those that operations have created, renamed to x or paused are deleted. */
  async function webhook(name: string): Promise<string> {
    await db.query(`DELETE FROM webhooks WHERE name = 'x' OR paused_by IS NOT NULL`);
    const find = () => db.query<{ id: string }>('SELECT id FROM webhooks WHERE name = $1::text', [name]);
    if ((await find()).length === 0)
      await manage(`createWebhook(input: { name: "${name}", url: "https://localhost:1/" }) { id }`);
    return (await find())[0]!.id;
  }

  /** Deletes a tag, unless it is deleted already. */
  async function deleteTag(urn: string, audit: AuditStamp): Promise<void> {
    const deleted = await db.query('SELECT FROM deleted_tags WHERE urn = $1::text', [urn]);
    if (deleted.length > 0) return;
    await writeAspects(db, [aspect(urn, 'tagProperties', { name: 'x' })], audit);
    await manage(`deleteTag(urn: "${urn}")`);
  }

  /** Returns the id of the last change of a dataset's description, and of the call that made it. */
  async function lastDescribed(urn: string): Promise<{ change: string; changeSet: string }> {
    const [last] = await db.query<{ change: string; changeSet: string }>(
      `SELECT time || '-' || id AS change, change_set::text AS "changeSet" FROM change_events
        WHERE entity_urn = $1::text AND aspect = 'editableDatasetProperties' ORDER BY change_events.id DESC LIMIT 1`,
      [urn],
    );
    return last!;
  }

  /**
   * Creates a user's token, dataset, tag, webhook and other things for operations. Returns a function that restores them,
   * unless nothing has changed since it last did.
   */
  async function subject(urn: string): Promise<() => Promise<Subject>> {
    const id = urn.split(':').at(-1)!;
    const entities = entitiesOf(id);
    const { dataset, container, tag } = entities;
    const [deletedTag, secret] = [tagUrn(`deleted-of-${id}`), `urn:li:dataHubSecret:of-${id}`];
    const { text: token, token: record } = await services.tokens.issue({
      actorUrn: urn,
      duration: 'ONE_HOUR',
      name: 'x',
    });
    const [domain, term] = [`urn:li:domain:of-${id}`, `urn:li:glossaryTerm:of-${id}`];
    const policy = `urn:li:dataHubPolicy:of-${id}`;
    const [user, group] = [`urn:li:corpuser:user-of-${id}`, `urn:li:corpGroup:of-${id}`];
    const service = `urn:li:corpuser:service_00000000-0000-4000-8000-${Buffer.from(id).toString('hex').padStart(12, '0')}`;
    const people = [
      ...[user, service].map((one) => ({
        ...{ urn: one, entityType: 'corpuser', name: 'corpUserStatus' },
        value: { status: 'ACTIVE' },
      })),
      { urn: group, entityType: 'corpGroup', name: 'corpGroupInfo', value: { displayName: 'x' } },
    ];
    const aspects = [
      ...people,
      { urn: domain, entityType: 'domain', name: 'domainProperties', value: { name: 'x' } },
      {
        ...{ urn: term, entityType: 'glossaryTerm', name: 'glossaryTermInfo' },
        value: { definition: 'x', termSource: 'INTERNAL' },
      },
      // A link that operations change.
      {
        ...{ urn: dataset, entityType: 'dataset', name: 'institutionalMemory' },
        value: {
          elements: [
            {
              ...{ url: 'https://wiki.example.com/shop', description: 'Handbook' },
              createStamp: { time: 1, actor: urn },
            },
          ],
        },
      },
      aspect(dataset, 'datasetProperties', {}),
      aspect(dataset, 'schemaMetadata', { fields: [field('id')] }),
      aspect(container, 'containerProperties', { name: 'x' }),
      { urn: secret, entityType: 'dataHubSecret', name: 'dataHubSecretValue', value: {} },
      aspect(tag, 'tagProperties', { name: 'x' }),
      aspect(policy, 'dataHubPolicyInfo', {
        ...{ displayName: 'x', type: 'PLATFORM', state: 'ACTIVE', privileges: [], actors: {} },
      }),
    ];
    let last: { readonly state: string; readonly subject: Subject } | undefined;
    return async () => {
      if (last && last.state === (await state())) return last.subject;
      // A token whose replacement was revoked could not be rotated.
      await db.query('DELETE FROM access_tokens WHERE actor_urn = $1::text AND rotated_from IS NOT NULL', [
        urn,
      ]);
      await db.query('UPDATE access_tokens SET revoked_at = NULL WHERE actor_urn = $1::text', [urn]);
      const audit = { time: 1, actor: urn };
      await writeAspects(db, aspects, audit);
      // In a transaction of its own: what an entity is created with is not a change that can be undone.
      const description = {
        ...{ urn: dataset, entityType: 'dataset', name: 'editableDatasetProperties' },
        value: { description: `of ${id}` },
      };
      const call = { requestId: randomUUID(), address: null, userAgent: null, transport: 'GRAPHQL' } as const;
      await writeAspects(db, [description], audit, { urn, origin: call });
      await deleteTag(deletedTag, audit);
      const subject = {
        ...{
          urn,
          token,
          tokenId: record.id,
          ...entities,
          domain,
          term,
          policy,
          secret,
          user,
          service,
          group,
          deletedTag,
        },
        webhook: await webhook(`of-${id}`),
        ...(await lastDescribed(dataset)),
      };
      last = { state: await state(), subject };
      return subject;
    };
  }

  /** Returns the HTTP status, or the code of the first GraphQL error, and the body or this error. */
  async function answer(request: Request, headers: Record<string, string>, remoteAddress = '192.0.2.1') {
    const { statusCode, body } = await app.inject({
      ...request,
      headers: { ...request.headers, ...headers },
      remoteAddress,
    });
    const parsed = body.startsWith('{') ? JSON.parse(body) : {};
    const [error] = (request.url === '/api/graphql' && statusCode === 200 && parsed.errors) || [];
    return error
      ? { status: Number(error.extensions.code), body: { ...error.extensions, message: error.message } }
      : { status: statusCode, body: parsed };
  }
  const code = async (...request: Parameters<typeof answer>) => (await answer(...request)).status;

  /** Returns a hash of everything that requests can change, without the tokens' last use, which is written later. */
  async function state(): Promise<string> {
    const tables = [
      ...['users', 'groups', 'group_members', 'policies', 'entities', 'aspects', 'tags', 'global_tags'],
      ...['timeseries_events', 'truncation_tasks', 'webhooks', 'webhook_deliveries', 'deleted_tag_places'],
    ];
    const queries = tables.map((table) => `SELECT to_jsonb(r) AS j FROM ${table} r`);
    queries.push(`SELECT to_jsonb(r) - 'last_used_at' AS j FROM access_tokens r`);
    queries.push(`SELECT to_jsonb(r) - 'last_seen_at' AS j FROM console_sessions r`);
    // Rows are only added to these, thousands in a run, and an undo marks those of changes.
    queries.push('SELECT to_jsonb(count(*)) AS j FROM audit_events');
    queries.push('SELECT jsonb_build_array(count(*), count(undone_by)) AS j FROM change_events');
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
    answer,
    code,
    state,
    subject,
    onAnn: await subject(ann.urn),
    onBob: await subject(bob.urn),
  };
}
