import t, { type Test } from 'tap';
import { readError } from '../access-tokens/api.js';
import { add, aspectCatalog, deletion, freshDataset, patchProposal, proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { createPolicy, granted, onlyUsers } from './api.js';

const box = (id: string) => `urn:li:container:${id}`;
const inBox = (urn: string, container: string) => proposal(urn, 'container', { container });

/** Containers a > b > c, and other. Ann has every privilege over what is in a, unless the filter says otherwise. */
async function open(t: Test, criteria: readonly object[] = [{ field: 'CONTAINER', values: [box('a')] }]) {
  let statements = 0;
  const catalog = await aspectCatalog(t, {
    wrap: (db) => ({
      ...db,
      query: (sql, ...rest) => {
        if (sql.includes('WITH RECURSIVE direct')) statements += 1;
        return db.query(sql, ...rest);
      },
    }),
  });
  const { put, batch, user } = catalog;
  const admin = await user('admin', ['MANAGE_POLICIES']);
  const ann = await user('ann');
  const [here, deep, there] = [freshDataset('here'), freshDataset('deep'), freshDataset('there')];
  await put(
    inBox(box('b'), box('a')),
    inBox(box('c'), box('b')),
    inBox(here, box('a')),
    inBox(deep, box('c')),
    inBox(there, box('other')),
    ...[here, deep, there].map((urn) =>
      proposal(urn, 'schemaMetadata', {
        schemaName: 's',
        fields: [{ fieldPath: 'x', nativeDataType: 'int', type: { type: {} } }],
      }),
    ),
    proposal('urn:li:tag:pii', 'tagProperties', { name: 'pii' }),
  );
  const grant = (privileges: string[]) =>
    createPolicy(admin, {
      type: 'METADATA',
      name: 'what is in a',
      state: 'ACTIVE',
      privileges,
      actors: onlyUsers(ann.urn),
      resources: { filter: { criteria } },
    });
  const status = async (...proposals: object[]) => (await batch(proposals, ann)).status;
  const counted = async <T>(work: () => Promise<T>) => {
    const before = statements;
    const result = await work();
    return { result, statements: statements - before };
  };
  return { ...catalog, admin, ann, here, deep, there, grant, status, counted };
}

const addTag = (caller: Caller, resourceUrn: string, column?: string) =>
  caller.graphql('mutation m($i: TagAssociationInput!) { addTag(input: $i) }', {
    i: {
      tagUrn: 'urn:li:tag:pii',
      resourceUrn,
      ...(column && { subResourceType: 'DATASET_FIELD', subResource: column }),
    },
  });

t.test('a container filter covers what is in the container or below it, for each kind', async (t) => {
  const { ann, here, deep, there, grant, status, admin } = await open(t);
  const getType = async (answer: Promise<{ body: { errors?: unknown } }>) =>
    readError((await answer) as Parameters<typeof readError>[0])?.type ?? 'done';
  const changes: Record<string, (urn: string) => Promise<unknown>> = {
    tag: (urn) => getType(addTag(ann, urn)),
    'tag of a column': (urn) => getType(addTag(ann, urn, 'x')),
    description: (urn) =>
      getType(
        ann.graphql('mutation m($i: DescriptionUpdateInput!) { updateDescription(input: $i) }', {
          i: { description: 'd', resourceUrn: urn },
        }),
      ),
    'soft deletion': (urn) =>
      getType(
        ann.graphql('mutation m($i: BatchUpdateSoftDeletedInput!) { batchUpdateSoftDeleted(input: $i) }', {
          i: { urns: [urn], deleted: true },
        }),
      ),
    aspect: (urn) => status(proposal(urn, 'datasetProperties', { name: 'n' })),
    patch: (urn) => status(patchProposal(urn, 'datasetProperties', [add('/name', 'm')])),
    status: (urn) => status(proposal(urn, 'status', { removed: false })),
    events: async (urn) =>
      (
        await ann.post('/entities?action=delete', {
          urn,
          aspectName: 'datasetProfile',
          startTimeMillis: 0,
        })
      ).status,
    references: async (urn) =>
      (await ann.post('/entities?action=deleteReferences', { urn, dryRun: true })).status,
    deletion: async (urn) => (await ann.post('/entities?action=delete', { urn })).status,
  };
  const failed = (outcome: unknown) => ['UNAUTHORIZED', 403].includes(outcome as string);
  for (const [name, change] of Object.entries(changes)) {
    for (const urn of [here, deep]) t.ok(failed(await change(urn)), `${name} without the policy`);
  }
  await grant(['EDIT_ENTITY']);
  for (const [name, change] of Object.entries(changes)) {
    t.ok(failed(await change(there)), `${name} in another container`);
    t.ok(failed(await change(freshDataset('missing'))), `${name} of what does not exist`);
    for (const urn of [deep, here])
      t.ok(['done', 200].includes((await change(urn)) as string), `${name} below`);
  }
  t.equal(
    await status(proposal(box('a'), 'containerProperties', { name: 'a' })),
    403,
    'not the container itself',
  );
  const asked = await granted(admin, {
    actorUrn: ann.urn,
    resourceSpec: { resourceType: 'CONTAINER', resourceUrn: box('c') },
  });
  t.strictSame(asked.body.data.getGrantedPrivileges.privileges, ['EDIT_ENTITY']);
});

t.test('moving an entity is asked over the old and the new container', async (t) => {
  const { here, deep, there, grant, status, put, readAspect } = await open(t);
  await grant(['EDIT_ENTITY']);
  t.equal(await status(inBox(here, box('other'))), 403, 'out of a');
  t.equal(await status(inBox(there, box('a'))), 403, 'into a');
  t.equal(await status(deletion(here, 'container')), 403, 'to nowhere');
  t.equal(await status(patchProposal(here, 'container', [add('/container', box('other'))])), 403);
  t.equal(await status(inBox(box('c'), box('other'))), 403, 'with all that is in it');
  t.equal(
    await status(inBox(freshDataset('new'), box('a'))),
    403,
    'what does not exist yet is in no container',
  );
  t.strictSame(await readAspect(here, 'container'), { container: box('a') });
  t.equal(await status(inBox(here, box('c'))), 200, 'within a');
  t.equal(await status(patchProposal(here, 'container', [add('/container', box('b'))])), 200);
  t.equal(await status(inBox(here, box('b'))), 200, 'to where it is');
  t.equal(
    await status(deletion(deep, 'datasetKey'), proposal(deep, 'datasetProperties', { name: 'again' })),
    403,
    'what the same request has deleted is in no container',
  );
  await put(inBox(deep, box('other')));
  t.equal(
    await status(proposal(deep, 'datasetProperties', { name: 'gone' })),
    403,
    'after it was moved away',
  );
});

t.test('references of a container are removed only where its content may be moved', async (t) => {
  const { ann, grant, here, readAspect } = await open(t, [
    { field: 'CONTAINER', values: [box('a')] },
    { field: 'TYPE', values: ['dataset', 'container'] },
  ]);
  await grant(['EDIT_ENTITY']);
  t.match(await ann.post('/entities?action=deleteReferences', { urn: box('b') }), { status: 403 });
  t.match(await readAspect(here, 'container'), { container: box('a') });
});

t.test('criteria are all required', async (t) => {
  const { here, deep, grant, status } = await open(t, [
    { field: 'CONTAINER', values: [box('a')] },
    { field: 'RESOURCE_TYPE', values: ['dataset', 'chart'] },
    { field: 'URN', values: ['urn:li:dataset:(urn:li:dataPlatform:hive,here'], condition: 'STARTS_WITH' },
  ]);
  await grant(['EDIT_ENTITY']);
  t.equal(await status(proposal(here, 'datasetProperties', { name: 'n' })), 200);
  t.equal(await status(proposal(deep, 'datasetProperties', { name: 'n' })), 403);
  t.equal(await status(proposal(box('b'), 'containerProperties', { name: 'n' })), 403);
});

t.test('cycles end, and containers are followed for 32 levels', async (t) => {
  const { put, grant, status } = await open(t, [{ field: 'CONTAINER', values: [box('top')] }]);
  await grant(['EDIT_ENTITY']);
  const [ring, chain] = [freshDataset('ring'), freshDataset('chain')];
  await put(inBox(ring, box('r1')), inBox(box('r1'), box('r2')), inBox(box('r2'), box('r1')));
  t.equal(await status(proposal(ring, 'datasetProperties', { name: 'n' })), 403);
  await put(inBox(chain, box('l1')));
  for (let level = 1; level < 31; level += 1) await put(inBox(box(`l${level}`), box(`l${level + 1}`)));
  await put(inBox(box('l31'), box('top')));
  t.equal(await status(proposal(chain, 'datasetProperties', { name: 'n' })), 200, 'the 32nd level');
  await put(inBox(box('l31'), box('l32')), inBox(box('l32'), box('top')));
  t.equal(await status(proposal(chain, 'datasetProperties', { name: 'n' })), 403, 'the 33rd level');
});

t.test('containers are read in one statement for a batch, and not when no policy needs them', async (t) => {
  const { ann, here, deep, there, grant, status, counted, batch, writer } = await open(t);
  const one = () => status(proposal(here, 'datasetProperties', { name: 'n' }));
  t.strictSame(await counted(one), { result: 403, statements: 0 }, 'no policy with a container');
  await grant(['EDIT_ENTITY_TAGS']);
  t.strictSame(await counted(one), { result: 403, statements: 0 }, 'a policy for another privilege');
  const tags = await counted(() =>
    ann.graphql('mutation m($i: BatchAddTagsInput!) { batchAddTags(input: $i) }', {
      i: { tagUrns: ['urn:li:tag:pii'], resources: [here, deep].map((resourceUrn) => ({ resourceUrn })) },
    }),
  );
  t.match(tags, { statements: 1, result: { body: { data: { batchAddTags: true } } } });
  await grant(['EDIT_ENTITY']);
  const both = () => status(...[here, deep].map((urn) => proposal(urn, 'datasetProperties', { name: 'n' })));
  t.strictSame(await counted(both), { result: 200, statements: 1 });
  const byWriter = await counted(() => batch([inBox(there, box('a'))], writer));
  t.match(byWriter, { statements: 0, result: { status: 200 } }, 'a caller whose rights do not depend on it');
});

t.test('a container that is moved into itself is judged as moved out of the others', async (t) => {
  const { put, grant, status, user, batch } = await open(t);
  await grant(['EDIT_ENTITY']);
  t.equal(await status(inBox(box('b'), box('b'))), 403, 'into itself');
  t.equal(await status(inBox(box('b'), box('c'))), 403, 'into what lies in it');
  await put(inBox(box('d'), box('a')));
  const both = [inBox(box('b'), box('d')), inBox(box('d'), box('b'))];
  t.equal(await status(...both), 403, 'two into each other at once');
  t.equal(await status(both[0]!), 200, 'one of them stays in the container');
  t.equal(await status(both[1]!), 403, 'then the other');
  const back = [inBox(box('b'), box('a')), inBox(box('d'), box('a'))];
  await put(...back);
  const all = await user('all', ['EDIT_ENTITY']);
  t.match(await batch(both, all), { status: 200 }, 'with the right outside');
  const edits = () =>
    Promise.all(
      [box('b'), box('d')].map((urn) => status(proposal(urn, 'containerProperties', { name: 'n' }))),
    );
  t.strictSame(await edits(), [403, 403], 'what is in a circle is in no other container');
  await put(...back);
  t.strictSame(await edits(), [200, 200], 'moved out of the circle');
});
