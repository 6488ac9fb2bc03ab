import t from 'tap';
import { batchUrl, proposal } from '../support/aspects.js';
import { testCatalog } from '../support/catalog.js';
import { call, refused } from '../support/metadata.js';

const catalog = await testCatalog(t);
const steward = await catalog.user('steward', ['CREATE_DOMAINS', 'MANAGE_GLOSSARIES']);
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_USERS_AND_GROUPS']);
const ofNamed = `urn type properties { name description }
  ownership { owners { owner { urn } ownershipType { urn } } }`;
const technical = 'urn:li:ownershipType:__system__technical_owner';

const read = async (field: string, urn: string) => {
  const query = `query ($urn: String!) { ${field}(urn: $urn) { ${ofNamed} } }`;
  return (await writer.graphql(query, { urn })).body.data[field];
};
const types = { Domain: 'parentDomain', GlossaryTerm: 'parentNode', GlossaryNode: 'parentNode' };

t.test('each kind is created, with its creator as owner', async (t) => {
  for (const [type, parent] of Object.entries(types)) {
    const field = type[0]!.toLowerCase() + type.slice(1);
    const create = (input: object, caller = steward) => call(caller, `create${type}`, { input });
    const { value: urn } = await create({ id: 'sales', name: 'Sales', description: 'What is sold' });
    t.equal(urn, `urn:li:${field}:sales`);
    t.match(await read(field, urn), {
      ...{ urn, properties: { name: 'Sales', description: 'What is sold' } },
      ownership: { owners: [{ owner: { urn: steward.urn }, ownershipType: { urn: technical } }] },
    });
    const holder = parent === 'parentNode' ? 'urn:li:glossaryNode:of' : urn;
    if (parent === 'parentNode')
      await call(steward, 'createGlossaryNode', { input: { id: 'of', name: `of ${type}` } });
    const { value: child } = await create({ name: 'Sales', [parent]: holder });
    t.match(child, new RegExp(`^urn:li:${field}:[0-9a-f-]{36}$`), 'another parent can have the name');
    t.match(await create({ id: 'sales', name: 'Other' }), refused('CONFLICT', /exists already/));
    t.match(await create({ name: 'Sales' }), refused('CONFLICT', /name/));
    t.match(await create({ name: 'x', [parent]: `${holder}-no` }), refused('NOT_FOUND'));
    t.match(await create({ name: 'x', [parent]: steward.urn }), refused('BAD_REQUEST'));
    t.match(await create({ name: '' }), refused('BAD_REQUEST'));
    t.match(await create({ id: 'other', name: 'Other' }, writer), refused('UNAUTHORIZED'));
    t.equal(await read(field, `urn:li:${field}:other`), null, 'a refused creation leaves nothing');
    const both = await Promise.all([create({ name: 'Twice' }), create({ name: 'Twice' })]);
    t.equal(both.filter(({ value }) => value !== null).length, 1, 'of two at the same time, one');
  }
});

t.test('owners of a domain can be given', async (t) => {
  const jane = 'urn:li:corpuser:jane';
  const owners = [{ ownerUrn: jane, ownerEntityType: 'CORP_USER', type: 'BUSINESS_OWNER' }];
  const input = { id: 'risk', name: 'Risk', owners };
  t.match(await call(steward, 'createDomain', { input }), refused('NOT_FOUND', /corpuser/));
  await writer.post(batchUrl, { proposals: [proposal(jane, 'status', { removed: false })] });
  t.equal((await call(steward, 'createDomain', { input })).value, 'urn:li:domain:risk');
  t.match(await read('domain', 'urn:li:domain:risk'), { ownership: { owners: [{ owner: { urn: jane } }] } });
});
