import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';
import { tagUrn } from '../support/metadata.js';
import { countStatements } from '../support/statements.js';

const { batch, user } = await aspectCatalog(t);
const guest = await user('guest');
const count = 80;
const ids = Array.from({ length: count }, (_, index) => index);

async function ask(document: string) {
  const { statements, result } = await countStatements(() => guest.graphql(document));
  return { statements, data: result.body.data, message: result.body.errors?.[0].message };
}
/** Returns a tag that is on so many datasets. */
async function tagOn(id: string, length: number) {
  const tags = { tags: [{ tag: tagUrn(id) }] };
  const proposals = Array.from({ length }, () => proposal(freshDataset(), 'globalTags', tags));
  if ((await batch(proposals)).status !== 200) throw new Error(id);
  return tagUrn(id);
}
const tooMany =
  /reads more than 5000 relationships, containers, runs and places of tags .* request fewer entities/;

t.test('relationships of related entities: 5,000 in a request', async (t) => {
  const [charts, boards] = [
    ids.map((id) => `urn:li:chart:(x,${id})`),
    ids.map((id) => `urn:li:dashboard:(x,${id})`),
  ];
  const stamp = { time: 0, actor: guest.urn };
  const info = { title: 'x', description: '', charts, lastModified: { created: stamp, lastModified: stamp } };
  const proposals = boards.map((urn) => proposal(urn, 'dashboardInfo', info));
  t.equal((await batch([...proposals, ...charts.map((urn) => proposal(urn, 'status', {}))])).status, 200);
  const field = (direction: string, size: number, inner: string) =>
    `relationships(input: { types: ["Contains"], direction: ${direction}, count: ${size} }) {
       relationships { entity { ... on Chart { ${inner} } ... on Dashboard { ${inner} } } } }`;
  const nested = (levels: number, size: number): string =>
    levels === 0 ? 'urn' : field(levels % 2 ? 'OUTGOING' : 'INCOMING', size, nested(levels - 1, size));
  const first = (levels: number, size: number) =>
    ask(
      `{ ${levels % 2 ? 'dashboard' : 'chart'}(urn: "${(levels % 2 ? boards : charts)[0]}") { ${nested(levels, size)} } }`,
    );

  const { data, message } = await first(3, 15);
  t.equal(message, undefined);
  t.equal(JSON.stringify(data).match(/"urn"/g)!.length, 15 ** 3);
  for (const levels of [2, 3]) {
    const refused = await first(levels, count);
    t.match(refused.message, tooMany);
    t.ok(refused.statements < 200, `${refused.statements} statements`);
  }
});

t.test('places of the tags of tagged entities count, too', async (t) => {
  const tag = await tagOn('common', count);
  const places = (inner: string) => `associations(count: ${count}) { results { entity { ${inner} } } }`;
  const onTag = (inner: string) => `... on Dataset { tags { tags { tag { ${places(inner)} } } } }`;
  t.equal(
    (await ask(`{ tag(urn: "${tag}") { ${places('urn')} } }`)).data.tag.associations.results.length,
    count,
  );
  const refused = await ask(`{ tag(urn: "${tag}") { ${places(onTag('urn'))} } }`);
  t.match(refused.message, tooMany);
  t.ok(refused.statements < 200, `${refused.statements} statements`);
});

t.test('the error of a list that is answered in pieces has its path in the answer', async (t) => {
  const tag = await tagOn('in-pieces', 150);
  const places = (count: number, inner: string) =>
    `tag { associations(count: ${count}) { results { entity { ${inner} } } } }`;
  for (const count of [40, 150]) {
    const ofEach = `... on Dataset { tags { tags { ${places(count, 'urn')} } } }`;
    const { body } = await guest.graphql(`{ ${places(150, ofEach).replace('tag', `tag(urn: "${tag}")`)} }`);
    t.match(body.errors[0].message, tooMany);
    const refused = Math.ceil((5_000 - 151) / (count + 1));
    const ofTag = ['tag', 'associations', 'results'];
    t.strictSame(body.errors[0].path, [...ofTag, refused, 'entity', 'tags', 'tags', 0, ...ofTag]);
  }
});
